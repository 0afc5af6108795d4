"""What one person may know of one match, as it stands now.

Whoever sits at a match sees it as their seat does, at once. An outsider sees what outsiders
may, ``Match.delay`` minutes late: no turn, event, note, count, cursor or tag of theirs is
made of anything newer. When a match is over everything in it is open to all who may look:
every hand of every turn, and the secret behind all draws (``services.replays``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.engine.chance import Draw
from games.engine.contract import Ask, Game, Json
from games.engine.replay import Record, RecordStep, play_back
from games.hosting.errors import NotThere, ServiceError
from games.hosting.tags import page_tag
from games.models import Match, Note, Turn
from games.services.policy import Access
from games.services.rulebook import game_of, whole_options

MOST_EVENTS = 200


# Turns


def path(turns: Iterable[Turn]) -> list[Turn]:
    """Return the turns that count after the last of these, in order: those not taken back."""
    rows: dict[int, Turn] = {}
    stands: dict[int | None, int | None] = {None: None}
    before: dict[int, int | None] = {}
    now: int | None = None
    for turn in turns:
        if turn.kind == Turn.Kind.UNDO:
            now = stands[turn.back_to]
        else:
            rows[turn.number], before[turn.number] = turn, now
            now = turn.number
        stands[turn.number] = now
    counted = []
    while now is not None:
        counted.append(rows[now])
        now = before[now]
    return counted[::-1]


def record_of(match: Match, turns: Iterable[Turn]) -> Record:
    """Return what was played on the way to the last of these turns, to be played again."""
    counted = path(turns)
    return Record(
        match.game,
        match.rules_version,
        whole_options(match),
        match.seat_count,
        start=_draws(counted[0]),
        steps=tuple(
            RecordStep({int(seat): answer for seat, answer in turn.answers.items()}, _draws(turn))
            for turn in counted
            if turn.kind == Turn.Kind.PLAY
        ),
    )


def _draws(turn: Turn) -> tuple[Draw, ...]:
    return tuple(Draw.from_json(draw) for draw in turn.draws)


def state_at(match: Match, number: int) -> Any:
    """Return the state after a turn; of an earlier one than the newest it is played again.

    Raises ``NotThere`` (``no_turn``), ``Conflict`` (``other_rules``).
    """
    if number == match.turn and match.state is not None:
        return game_of(match).decode(match.state)
    turns = list(Turn.objects.filter(match=match, number__lte=number))
    if not turns or turns[-1].number != number:
        raise no_turn()
    return states_after(match, turns)[-1]


def states_after(match: Match, turns: Sequence[Turn]) -> list[Any]:
    """Play the turns that count again; return the state after each of them."""
    game_of(match)  # refuses rules that are not those of the match
    counted = path(turns)
    replay = play_back(record_of(match, turns))
    if replay.breach is not None:
        raise RuntimeError(f"match {match.pk} cannot be played again: {replay.breach}")
    states, step = [], -1
    for turn in counted:
        step += turn.kind in (Turn.Kind.START, Turn.Kind.PLAY)
        states.append(replay.steps[step].state)
    return states


def no_turn() -> NotThere:
    """What is said of a turn that is not there, or not to be seen yet."""
    return NotThere("no_turn", _("There is no such turn."))


# What may be seen now


def is_open(match: Match) -> bool:
    """Whether the match is over: then nothing in it is hidden from those who may look."""
    return match.status == Match.Status.OVER


def seen_until(access: Access, now: datetime | None = None) -> datetime | None:
    """Return up to when the person sees things; ``None``: all until now."""
    match = access.match
    if is_open(match) or not access.is_watching or not match.delay:
        return None
    return (now or timezone.now()) - timedelta(minutes=match.delay)


@dataclass(frozen=True)
class Shown:
    """A match as one person may see it now.

    ``turn`` is the newest turn they may know of; ``None``: nothing to be seen yet. ``asked``
    lists the seats asked there. ``tag`` changes whenever anything of this does, and is made
    of nothing else; state and view are made when they are read.
    """

    access: Access
    turn: int | None
    is_late: bool
    tag: str

    @property
    def is_open(self) -> bool:
        """Whether the match is over and everything open."""
        return is_open(self.access.match)

    @cached_property
    def game(self) -> Game[Any]:
        """The match's game; ``Conflict`` (``other_rules``) when its rules have changed."""
        return game_of(self.access.match)

    @cached_property
    def state(self) -> Any:
        """The state after ``turn``: for what is made of it by ``game``, never to be shown."""
        return None if self.turn is None else state_at(self.access.match, self.turn)

    @cached_property
    def view(self) -> Json:
        """What the person sees of it (their own seat's view, or the outsider's)."""
        return None if self.turn is None else self.game.view(self.state, self.access.seat)

    @cached_property
    def hands(self) -> list[Json] | None:
        """After the end: every seat's own view."""
        return every_view(self.game, self.state) if self.is_open else None

    @cached_property
    def asked(self) -> list[int]:
        """The seats that are asked; at once those that have not answered yet."""
        match = self.access.match
        if self.turn is None or match.status != Match.Status.RUNNING:
            return []
        return [ask.seat for ask in self.game.asks(self.state)] if self.is_late else match.asked

    @cached_property
    def ask(self) -> Ask | None:
        """What the person's own seat is asked now and has not answered."""
        if self.access.seat not in self.asked:
            return None
        return next(ask for ask in self.game.asks(self.state) if ask.seat == self.access.seat)


def every_view(game: Game[Any], state: Any) -> list[Json]:
    """Return every seat's own view of a state."""
    return [game.view(state, seat) for seat in range(game.seats)]


def shown(access: Access, now: datetime | None = None) -> Shown:
    """Return what the person may see of the match; one query for who sees it late, else none."""
    match = access.match
    until = seen_until(access, now)
    if match.state is None:
        return _shown(access, None, is_late=False)
    if until is None:
        return _shown(access, match.turn, is_late=False)
    numbers = Turn.objects.filter(match=match, at__lte=until).order_by("-number")
    return _shown(access, numbers.values_list("number", flat=True).first(), is_late=True)


def _shown(access: Access, turn: int | None, *, is_late: bool) -> Shown:
    match = access.match
    seats = [(seat.kind, seat.user_id, seat.bot, seat.is_substitute) for seat in access.seats]
    parts: list[object] = [match.pk, match.status, access.seat, turn, seats]
    if not is_late:
        clock = [sorted((timing | {"told": ""}).items()) for _seat, timing in _timings(match)]
        offers = [match.draw_offered_by, match.undo_asked_by, match.undo_to]
        parts += [match.asked, offers, clock, access.seat in match.planned]
    return Shown(access, turn, is_late, page_tag(*parts).strip('"'))


def _timings(match: Match) -> list[tuple[str, dict[str, Any]]]:
    return sorted(match.timing.items())


# Events and notes


@dataclass(frozen=True, slots=True)
class SeenEvent:
    """An event as one person sees it: in which turn, when; whether it was taken back since."""

    turn: int
    at: datetime
    kind: str
    data: dict[str, Json]
    is_private: bool
    is_undone: bool


@dataclass(frozen=True, slots=True)
class EventsPage:
    """Some events, the cursor to go on from, and whether there is more at once."""

    events: list[SeenEvent]
    next: str
    more: bool


def events_of(access: Access, now: datetime | None = None) -> list[SeenEvent]:
    """Return all events the person may know of, in order; one query."""
    turns = list(_seen_turns(access, now))
    return _seen(access, turns, _counted(turns))


def events_since(
    access: Access, cursor: str = "", limit: int = MOST_EVENTS, now: datetime | None = None
) -> EventsPage:
    """Return the events after ``cursor`` ("" from the start): whole turns, one at least.

    Raises ``ServiceError`` (``bad_cursor``). A cursor names the last turn given, so that
    nothing about events that the person may not know is in it. After the end events that
    were hidden are there too: start again to get them.
    """
    after = _parse_cursor(cursor)
    limit = max(1, min(limit, MOST_EVENTS))
    turns = list(_seen_turns(access, now))
    counted = _counted(turns)
    page: list[SeenEvent] = []
    for turn in turns:
        if turn.number <= after:
            continue
        events = _seen(access, [turn], counted)
        if page and len(page) + len(events) > limit:
            return EventsPage(page, cursor, True)
        page += events
        cursor = str(turn.number)
    return EventsPage(page, cursor, False)


def _parse_cursor(cursor: str) -> int:
    if not cursor:
        return -1
    if cursor.isascii() and cursor.isdecimal() and len(cursor) <= 9:
        return int(cursor)
    raise ServiceError("bad_cursor", _("That is not a cursor we gave."))


def _seen_turns(access: Access, now: datetime | None) -> QuerySet[Turn]:
    turns = Turn.objects.filter(match=access.match).order_by("number")
    until = seen_until(access, now)
    return turns if until is None else turns.filter(at__lte=until)


def _counted(turns: Iterable[Turn]) -> set[int]:
    return {turn.number for turn in path(turns)}


def _seen(access: Access, turns: Iterable[Turn], counted: set[int]) -> list[SeenEvent]:
    return [
        SeenEvent(
            turn.number,
            turn.at,
            event["kind"],
            event["data"],
            event["seen_by"] is not None,
            turn.kind != Turn.Kind.UNDO and turn.number not in counted,
        )
        for turn in turns
        for event in turn.events
        if _is_visible(access, event)
    ]


def _is_visible(access: Access, event: Json) -> bool:
    audience = event["seen_by"]
    return audience is None or is_open(access.match) or access.seat in audience


def notes_of(access: Access, now: datetime | None = None) -> QuerySet[Note]:
    """Return what happened around the game, in order, as far as the person may know of it."""
    notes = Note.objects.filter(match=access.match).order_by("pk")
    until = seen_until(access, now)
    return notes if until is None else notes.filter(at__lte=until)
