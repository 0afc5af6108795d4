"""What the page of a match shows one reader, at one moment.

``Look`` is read with a fixed number of queries and holds only what the reader may know;
its ``mark`` is made of all that the page depends on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from games.hosting.errors import Conflict
from games.hosting.people import Person
from games.hosting.tags import page_tag
from games.models import Match, Plan, SavedTeam, Seat
from games.services import clocks
from games.services.histories import Shown, shown
from games.services.offers import DRAW, UNDO, agreed_to
from games.services.policy import Access, Action, access_match, belongs_to
from games.services.seats import is_absent
from games.services.selectors import BOT_NAMES, game_name, seat_names, seat_player
from games.services.teams import teams_to_choose
from games.web.addresses import how_to_address, invite_link, seat_link
from games.web.boards import Board, Scene, board_for
from games.web.log import Log, log_of
from games.web.option_words import option_words
from games.web.words import clock_left, clock_words, reason_words, winner_words


@dataclass(frozen=True, slots=True)
class Look:
    """A match as one reader sees it now.

    ``saved``: teams they keep that they can choose now; ``fault``: why no board can be shown.
    ``place``: what the match belongs to, and its address, if they may know.
    """

    access: Access
    shown: Shown
    names: list[str]
    board: Board
    plan: Plan | None
    log: Log
    saved: list[SavedTeam]
    fault: str
    place: tuple[str, str] | None

    @property
    def match(self) -> Match:
        """The match itself."""
        return self.access.match

    @property
    def is_running(self) -> bool:
        """Whether it goes on."""
        return self.match.status == Match.Status.RUNNING

    @property
    def has_board(self) -> bool:
        """Whether there is something to see."""
        return self.shown.turn is not None and not self.fault

    @property
    def asked(self) -> list[int]:
        """The seats whose turn it is, as far as the reader may know."""
        return self.shown.asked if self.has_board else []

    @property
    def may_plan(self) -> bool:
        """Whether the reader can write down answers for later."""
        own = self.access.seat
        return self.is_running and own is not None and own not in self.asked and self.has_board

    @property
    def may_rematch(self) -> bool:
        """Whether the reader can ask for the same once more."""
        is_own = self.access.seat is not None and not self.match.source
        return is_own and self.shown.is_open

    @property
    def _rematch(self) -> tuple[int, str] | None:
        """The rematch that somebody has asked for, and how it stands."""
        rematch = getattr(self.match, "rematch", None)
        return None if rematch is None else (rematch.pk, rematch.status)

    @property
    def is_watched(self) -> bool:
        """Whether there may be news: it goes on, or somebody may ask for a rematch."""
        return self.match.status == Match.Status.OPEN or self.is_running or self.may_rematch

    @property
    def mark(self) -> str:
        """What tells an old look from the present one; made of what the reader may know."""
        own = self.access.seat
        return page_tag(
            self.shown.tag,
            self.names,
            sorted(role.value for role in self.access.roles),
            self.plan and (self.plan.turn, self.plan.lines),
            None if own is None else self.access.seats[own].hand_over_token,
            self.log.marks,
            [(team.pk, team.revision) for team in self.saved],
            self.fault,
            self.place,
            self.may_rematch and self._rematch,
        ).strip('"')


def look_at(person: Person, pk: int, *, whole_log: bool = False) -> Look:
    """Look at a match; raise ``NotThere`` where that person may not."""
    access = access_match(person, pk)
    now, names, board = shown(access), seat_names(access.seats), board_for(access.match)
    newest = -1 if now.turn is None else now.turn
    log = log_of(access, newest, board, names, whole=whole_log)
    fault = _fault(now)
    saved = [] if fault else teams_to_choose(now)
    place = belongs_to(access)
    return Look(access, now, names, board, own_plan(access), log, saved, fault, place)


def _fault(now: Shown) -> str:
    """Say why there is no board: a match begun under other rules can be read, not shown."""
    try:
        _game = now.game
    except Conflict as error:
        return error.message
    return ""


def own_plan(access: Access) -> Plan | None:
    """Return what the reader's own seat has planned."""
    if access.seat is None or access.seat not in access.match.planned:
        return None
    return Plan.objects.filter(match=access.match, seat=access.seat).first()


# What the template needs


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One seat on the page. ``due`` and ``left`` are its clock, where the reader may know it."""

    seat: Seat
    name: str
    player: str
    is_mine: bool
    is_asked: bool
    is_winner: bool
    due: datetime | None
    left: str
    missed: int
    may_hand_over: bool


def seat_lines(look: Look) -> list[SeatLine]:
    """Return the seats with their clocks."""
    winners = look.match.outcome["winners"] if look.match.outcome else []
    return [
        SeatLine(
            seat=seat,
            name=name,
            player=seat_player(seat) if seat.label else "",
            is_mine=seat.number == look.access.seat,
            is_asked=seat.number in look.asked,
            is_winner=seat.number in winners and len(winners) < len(look.names),
            due=_due(look, seat.number),
            left="" if look.shown.is_late else clock_left(look.match, seat.number),
            missed=_missed(look, seat.number),
            may_hand_over=_may_hand_over(look, seat),
        )
        for seat, name in zip(look.access.seats, look.names, strict=True)
    ]


def _due(look: Look, seat: int) -> datetime | None:
    if look.shown.is_late or seat not in look.asked:
        return None
    return clocks.due_of(look.match, seat)


def _missed(look: Look, seat: int) -> int:
    """Return how many answers in a row a seat has missed."""
    return 0 if look.shown.is_late else clocks.missed_by(look.match, seat)


def _may_hand_over(look: Look, seat: Seat) -> bool:
    """Tell whether the reader may give that seat to a bot."""
    if not look.is_running or look.access.seat is None or seat.kind != Seat.Kind.PERSON:
        return False
    return seat.number == look.access.seat or is_absent(look.match, seat)


def headline(look: Look) -> str:
    """Say where the match stands, in a few words."""
    words = {
        Match.Status.OPEN: _("Waiting for players"),
        Match.Status.CALLED_OFF: _("Called off"),
        Match.Status.PARKED: _("Stopped by a fault of ours"),
    }
    if look.match.status in words:
        return words[Match.Status(look.match.status)]
    if look.shown.is_open:
        return winner_words(look.match, look.names)
    if look.access.seat in look.asked:
        return _("Your turn")
    names = ", ".join(look.names[seat] for seat in look.asked)
    return _("Waiting for %(names)s") % {"names": names} if names else _("Under way")


def match_context(
    request: HttpRequest,
    look: Look,
    query: Mapping[str, str],
    problems: Sequence[str] = (),
    typed: str = "",
) -> dict[str, Any]:
    """Return what ``matches/match.html`` shows; ``typed`` is an answer that was refused."""
    match, own = look.match, look.access.seat
    is_open = match.status == Match.Status.OPEN
    return {
        "look": look,
        "match": match,
        "game": game_name(match.game),
        "headline": headline(look),
        "reason": reason_words(match) if look.shown.is_open else "",
        "scores": _scores(look),
        "seats": seat_lines(look),
        "every": _poll_seconds(look),
        "clock": clock_words(match.clock),
        "terms": option_words(match),
        "free": sum(seat.kind == Seat.Kind.FREE for seat in look.access.seats),
        "bot_plays_on": _plays_on(look),
        "how_to": how_to_address(match.game),
        "bots": BOT_NAMES.items(),
        **_links(request, look),
        "problems": problems,
        "typed": typed,
        "may_act": look.is_running and own is not None,
        "may_join": is_open and own is None and match.is_listed,
        "may_leave": is_open and own is not None,
        "may_call_off": is_open and look.access.may(Action.CALL_OFF),
        "may_rematch": look.may_rematch,
        "draw": _offer(look, DRAW, match.draw_offered_by),
        "undo": _offer(look, UNDO, match.undo_asked_by),
        "late_by": match.delay if look.shown.is_late else 0,
        **board_context(look, query, problems, typed),
    }


def _plays_on(look: Look) -> bool:
    """Tell whether a bot would play on for the reader who resigns: other people would too."""
    people = [seat for seat in look.access.seats if seat.user_id is not None]
    return len(look.names) > 2 and len(people) > 1


def _poll_seconds(look: Look) -> int:
    """Return how often the page asks for news: a bot answers soon, a person later."""
    seats = look.access.seats
    if any(seats[number].kind == Seat.Kind.BOT for number in look.asked):
        return 1
    if look.may_rematch:
        return 20
    return 8 if look.match.status == Match.Status.OPEN else 4


def _links(request: HttpRequest, look: Look) -> dict[str, str]:
    """Return the links that the reader may send to others."""
    match, own = look.match, look.access.seat
    inviting = own is not None or look.access.may(Action.CALL_OFF)
    token = look.access.seats[own].hand_over_token if own is not None else None
    return {
        "invite_url": invite_link(request, match.invite_token) if inviting else "",
        "seat_url": seat_link(request, token) if token else "",
    }


def _offer(look: Look, what: str, by: int | None) -> str:
    """Say whose offer lies on the table: ``mine``, ``theirs``, or nobody's (empty).

    ``agreed``: it is somebody else's, the reader has agreed, and others have not yet.
    """
    own = look.access.seat
    if by is None or own is None:
        return ""
    if by != own and len(look.names) > 2 and own in agreed_to(look.match, what):
        return "agreed"
    return "mine" if by == own else "theirs"


def _scores(look: Look) -> list[tuple[str, int]]:
    outcome = look.match.outcome if look.shown.is_open else None
    return list(zip(look.names, outcome["scores"], strict=True)) if outcome else []


def board_context(
    look: Look, query: Mapping[str, str], problems: Sequence[str] = (), typed: str = ""
) -> dict[str, Any]:
    """Return what ``#board`` shows."""
    pk = look.match.pk
    send = reverse("match-answer", args=[pk])
    context: dict[str, Any] = {
        "look": look,
        "match": look.match,
        "problems": problems,
        "typed": typed,
        "address": reverse("match", args=[pk]),
        "answer_url": f"{send}?{urlencode(query)}" if query else send,
    }
    if not look.has_board:
        return context
    scene = Scene(
        match=look.match,
        names=look.names,
        view=look.shown.view,
        seat=look.access.seat,
        ask=look.shown.ask,
        query=query,
        address=context["address"],
        hands=look.shown.hands,
        events=look.log.events,
        saved=look.saved,
    )
    return context | {
        "scene": scene,
        "ask": scene.ask,
        "revision": look.shown.turn,
        "board": look.board.context(scene),
        "board_template": look.board.template,
        "texts": look.board.as_text(look.shown.view, look.names),
    }
