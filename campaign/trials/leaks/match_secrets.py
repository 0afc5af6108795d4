"""What somebody may not know of a match, and how to have it otherwise behind the scenes."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from datetime import timedelta
from functools import partial
from random import Random
from typing import Any

from django.utils import timezone

from campaign.trials.leaks.compare import Secret
from campaign.trials.leaks.readers import Viewer
from games.engine import leaks
from games.engine.contract import Game, Json
from games.hosting.errors import Conflict, NotThere
from games.hosting.people import Person
from games.models import Held, Match, Plan, Seat, Turn
from games.models.matches import new_token
from games.services.policy import Access, access_match
from games.services.rulebook import game_of
from games.services.seats import seat_link, seat_link_drop

PLANNED = [[{"if": "*", "then": ["pass"]}], [{"if": "pass", "then": ["x" * 40, "draw 2"]}]]


def access_to(match: Match, person: Person) -> Access | None:
    """Return how somebody may look at a match; ``None``: not at all."""
    try:
        return access_match(person, match.pk)
    except NotThere:
        return None


def is_late(match: Match, access: Access | None) -> bool:
    """Whether somebody sees what happens in a running match only a while after it did."""
    return bool(match.delay and access and access.seat is None)


def twin_of(match: Match, seat: int | None, rng: Random) -> Json:
    """Return another state of a match that looks the same from a seat."""
    game: Game[Any] = game_of(match)
    return game.encode(leaks.twin(game, game.decode(match.state), seat, rng))


def secrets_of_match(match: Match, viewer: Viewer, person: Person, rng: Random) -> list[Secret]:
    """Return what that viewer may not know of a match as it stands."""
    access = access_to(match, person)
    found = [*_links(match, viewer), *_internals(match, viewer, access)]
    if match.status == Match.Status.OVER or match.state is None:
        return found
    seat = access.seat if access else None
    try:
        state = twin_of(match, seat, rng)
    except Conflict:  # begun under other rules
        return found
    found.append(Secret("hidden state", partial(_set_state, match.pk, state)))
    found += _played(match, access, seat)
    found += [
        Secret(f"the plan of seat {row.number}", partial(_plan, match.pk, row), lies_still=False)
        for row in match.seats.all()
        if row.number != seat and row.kind == Seat.Kind.PERSON
    ]
    found.append(Secret("answers held", partial(_hold_others, match.pk, seat), lies_still=False))
    return found


def _set_state(match_id: int, state: Json) -> None:
    Match.objects.filter(pk=match_id).update(state=state)


# Turns


def _played(match: Match, access: Access | None, seat: int | None) -> Iterator[Secret]:
    """What turns keep: events for others alone, draws, answers that nobody showed."""
    yield Secret("hidden events", partial(_change_events, match.pk, seat))
    if not is_late(match, access):  # who sees it late has it played again from these
        yield Secret("draws and answers", partial(_change_draws, match.pk, seat))


def _change_events(match_id: int, seat: int | None) -> None:
    """Change what only others were told, and tell them more."""
    for turn in Turn.objects.filter(match=match_id).order_by("-number")[:40]:
        hidden = [event for event in turn.events if not _is_told(event, seat)]
        if not hidden:
            continue
        for event in hidden:
            event["data"] = _otherwise(event["data"])
        turn.events = [deepcopy(hidden[0]), *turn.events]
        turn.save(update_fields=["events"])


def _is_told(event: Json, seat: int | None) -> bool:
    return event["seen_by"] is None or seat in event["seen_by"]


def _otherwise(data: Json) -> Json:
    """Return data of the same shape that says something else."""
    if isinstance(data, dict):
        return {key: _otherwise(value) for key, value in data.items()}
    if isinstance(data, list):
        return [*data[::-1], *data[:1]]
    if isinstance(data, bool) or data is None:
        return data
    return data + 1 if isinstance(data, int) else data


def _change_draws(match_id: int, seat: int | None) -> None:
    turn = Turn.objects.filter(match=match_id).order_by("-number")[0]
    turn.draws = [
        {**draw, "outcome": draw["outcome"][::-1]} if "outcome" in draw else draw
        for draw in turn.draws
    ]
    turn.authors = {key: None if int(key) != seat else who for key, who in turn.authors.items()}
    turn.save(update_fields=["draws", "authors"])


# What others have ready


def _plan(match_id: int, row: Seat) -> None:
    """Plan otherwise for a seat; where none is made, make one, unless it is asked."""
    plans = Plan.objects.filter(match=match_id, seat=row.number)
    if (plan := plans.first()) is not None:
        plans.update(lines=PLANNED[plan.lines == PLANNED[0]])
        return
    match = Match.objects.get(pk=match_id)
    if row.number in match.asked or row.user_id is None:
        return
    author = row.user_id
    Plan.objects.create(
        match=match, seat=row.number, turn=match.turn, lines=PLANNED[0], author_id=author
    )
    match.planned = sorted({*match.planned, row.number})
    match.save(update_fields=["planned"])


def _hold_others(match_id: int, seat: int | None) -> None:
    """Have others answered otherwise than they did, while somebody is asked still."""
    for held in Held.objects.filter(match=match_id).exclude(seat=-1 if seat is None else seat):
        held.answer = f"{held.answer} or more"
        held.source = "plan" if held.source == "person" else held.source
        held.save(update_fields=["answer", "source"])


# Links, and what the site keeps for itself


def _links(match: Match, viewer: Viewer) -> Iterator[Secret]:
    mine = viewer.user.pk if viewer.user else None
    rows = list(match.seats.all())
    for row in rows:
        if row.user_id is not None and row.user_id != mine:
            yield Secret(f"the link to seat {row.number}", partial(_link, row.pk))
    if mine is None or (match.opened_by_id != mine and all(row.user_id != mine for row in rows)):
        yield Secret("the invitation", partial(_invite, match.pk))


def _link(seat_pk: int) -> None:
    """Make a link to a seat, or end it, as whoever sits there does if they may."""
    row = Seat.objects.select_related("user", "match").get(pk=seat_pk)
    if row.user is not None and row.match.status == Match.Status.RUNNING and not row.match.source:
        do = seat_link_drop if row.hand_over_token else seat_link
        do(person=row.user, match_id=row.match_id, seat=row.number)
        return
    row.hand_over_token = None if row.hand_over_token else new_token()
    row.save(update_fields=["hand_over_token"])


def _invite(match_id: int) -> None:
    Match.objects.filter(pk=match_id).update(invite_token=new_token())


def _internals(match: Match, viewer: Viewer, access: Access | None) -> Iterator[Secret]:
    yield Secret("when the sweep looks", partial(_wake_later, match.pk))
    if access is None and match.status == Match.Status.RUNNING:
        yield Secret("how far it has come", partial(_go_far, match.pk))


def _wake_later(match_id: int) -> None:
    match = Match.objects.get(pk=match_id)
    match.wake_at = timezone.now() + timedelta(days=3)
    match.failure = "Traceback: something else"
    match.save(update_fields=["wake_at", "failure"])


def _go_far(match_id: int) -> None:
    """Let a match that somebody may not look at be much further, and others be asked."""
    match = Match.objects.get(pk=match_id)
    match.turn, match.asked = match.turn + 11, [*range(match.seat_count)]
    match.moved_at = timezone.now() + timedelta(minutes=1)
    match.draw_offered_by = 0
    match.save(update_fields=["turn", "asked", "moved_at", "draw_offered_by"])
