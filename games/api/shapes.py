"""What the API answers about matches, as plain values; built up from what may be known."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from games.engine.contract import Json
from games.models import Deck, Match, Plan, Seat
from games.services import clocks
from games.services.answers import Answered
from games.services.endings import told_outcome
from games.services.histories import EventsPage, Shown
from games.services.policy import Access, Action
from games.services.replays import ReplayStep
from games.services.rulebook import match_commitment
from games.services.selectors import Line, seat_names, seat_player


def line_shape(line: Line) -> Json:
    """Return a match as lists show it."""
    match = line.match
    return {
        "id": match.pk,
        "game": match.game,
        "status": match.status,
        "is_listed": match.is_listed,
        "seats": line.names,
        "seat": line.seat,
        "is_asked": line.is_asked,
        "due": line.due,
        "clock": match.clock,
        "created_at": match.created_at,
        "ended_at": match.ended_at,
    }


def match_shape(shown: Shown, place: tuple[str, str] | None) -> Json:
    """Return a match as one person may see it now; ``place``: what it belongs to."""
    access, match = shown.access, shown.access.match
    is_live = not shown.is_late
    return {
        "id": match.pk,
        "game": match.game,
        "status": match.status,
        "options": match.options,
        "deck": deck_shape(match.deck),
        "rules_version": match.rules_version,
        "is_listed": match.is_listed,
        "delay": match.delay,
        "is_late": shown.is_late,
        "clock": match.clock,
        "most_defaults": match.most_defaults,
        "seats": [seat_shape(access, seat, is_live=is_live) for seat in access.seats],
        "seat": access.seat,
        "revision": shown.turn,
        "asked": shown.asked,
        "draw_offered_by": match.draw_offered_by if is_live else None,
        "undo_asked_by": match.undo_asked_by if is_live else None,
        "commitment": match_commitment(match),
        "invite": _invite(access),
        "view": shown.view,
        "hands": shown.hands,
        "ending": match.ending,
        "outcome": told_outcome(match),
        "belongs_to": None if place is None else {"label": place[0], "address": place[1]},
        "created_at": match.created_at,
        "started_at": match.started_at,
        "ended_at": match.ended_at,
    }


def deck_shape(deck: Deck | None) -> Json:
    """Return which owner's deck it is; null for the game's own cards."""
    return None if deck is None else {"id": deck.pk, "name": deck.name}


def seat_shape(access: Access, seat: Seat, *, is_live: bool) -> Json:
    """Return who sits at a seat, and its clock if the reader sees the match as it is."""
    return {
        "number": seat.number,
        "kind": seat.kind,
        "name": seat_names(access.seats)[seat.number],
        "player": seat_player(seat),
        "bot": seat.bot,
        "is_substitute": seat.is_substitute,
        "due": clocks.due_of(access.match, seat.number) if is_live else None,
        "left": access.match.timing.get(str(seat.number), {}).get("left") if is_live else None,
    }


def _invite(access: Access) -> str | None:
    """Return the invitation's token to those at the table while a seat is free."""
    waits = access.match.status == Match.Status.OPEN
    is_one_of_them = access.seat is not None or access.may(Action.CALL_OFF)
    return access.match.invite_token if waits and is_one_of_them else None


def ask_shape(shown: Shown, offset: int, limit: int) -> Json:
    """Return what the reader's seat is asked, with some of the legal answers.

    ``legal`` is null for a sheet; ``more``: there are others behind these.
    """
    ask = shown.ask
    if ask is None:
        return {"revision": shown.turn, "ask": None}
    return {
        "revision": shown.turn,
        "ask": {
            "seat": ask.seat,
            "kind": ask.kind,
            "default": ask.default,
            **_legal(ask.legal, offset, limit),
        },
    }


def _legal(legal: Sequence[Json] | None, offset: int, limit: int) -> Json:
    if legal is None:
        return {"legal": None, "offset": 0, "more": False}
    some = list(islice(legal, offset, offset + limit + 1))  # no more of them is made
    return {"legal": some[:limit], "offset": offset, "more": len(some) > limit}


def answered_shape(answered: Answered) -> Json:
    """Return what became of an answer."""
    return {
        "revision": answered.turn,
        "seat": answered.seat,
        "answer": answered.answer,
        "is_new": answered.is_new,
        "waits": answered.waits,
    }


def plan_shape(plan: Plan | None) -> Json:
    """Return a plan, to nobody but its seat."""
    return {"revision": plan.turn if plan else None, "lines": plan.lines if plan else []}


def events_shape(page: EventsPage) -> Json:
    """Return a page of events."""
    return {
        "events": [
            {
                "turn": event.turn,
                "at": event.at,
                "kind": event.kind,
                "data": event.data,
                "is_private": event.is_private,
                "is_undone": event.is_undone,
            }
            for event in page.events
        ],
        "next": page.next,
        "more": page.more,
    }


def step_shape(step: ReplayStep) -> Json:
    """Return one turn of a match that is over, with what every seat saw."""
    return {
        "number": step.number,
        "kind": step.turn.kind,
        "at": step.turn.at,
        "answers": {str(seat): answer for seat, answer in step.answers.items()},
        "events": step.events,
        "view": step.view,
        "hands": step.hands,
    }


def opened_shape(match: Match) -> Json:
    """Return which match it is; the invitation opens it to others while seats are free."""
    waits = match.status == Match.Status.OPEN
    return {
        "id": match.pk,
        "status": match.status,
        "invite": match.invite_token if waits else None,
    }


def invitation_shape(match: Match) -> Json:
    """Return the match behind an invitation, to whoever holds it."""
    rows = list(match.seats.select_related("user").order_by("number"))
    return {
        "id": match.pk,
        "game": match.game,
        "clock": match.clock,
        "seats": seat_names(rows),
        "free": [row.number for row in rows if row.kind == Seat.Kind.FREE],
    }


def standing_shape(match: Match) -> Json:
    """Return how a match stands, to somebody who sits at it."""
    return {
        "status": match.status,
        "revision": match.turn,
        "draw_offered_by": match.draw_offered_by,
        "undo_asked_by": match.undo_asked_by,
    }
