"""The one place where a match moves on: its row locked, an answer taken, a turn appended.

Every service that writes to a running match sits down with ``sit``, which locks the row,
and ends with ``Table.save``; what it did in between becomes visible together or not at all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db import IntegrityError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.engine.contract import Ask, Event, Game, Json, Step
from games.hosting.errors import Conflict
from games.hosting.statements import Reader, update_row, write_rows
from games.models import Held, Match, Note, Seat, Turn
from games.services import clocks
from games.services.policy import no_match
from games.services.rulebook import game_of, turn_chance

PERSON, PLAN, BOT, DEFAULT = "person", "plan", "bot", "default"
"""Where an answer came from."""

MOVING = [
    "turn",
    "state",
    "asked",
    "timing",
    "wake_at",
    "draw_offered_by",
    "undo_asked_by",
    "undo_to",
    "moved_at",
]
"""What a turn changes of a match that goes on; an end changes more (``services.endings``)."""

LOCKED = Reader(Seat, "match", order="number", related="match", lock=True)
SEATS_OF = Reader(Seat, "match", order="number")


@dataclass(frozen=True, slots=True)
class Given:
    """An answer in canonical form, where it came from, and who gave it (``None``: nobody).

    ``missed``: by somebody else, as the seat's time ran out; ``again``: that was so earlier in
    the same turn of its own.
    """

    answer: Json
    source: str
    author: int | None = None
    again: bool = False
    missed: bool = False


@dataclass
class Table:
    """A match under its lock; ``save`` writes the turns in ``added`` and the columns ``fields``.

    The rules are opened, and the state decoded, when they are first needed: who may not
    be here at all learns nothing from a match whose rules have changed.
    """

    match: Match
    seats: list[Seat]
    now: datetime
    fields: set[str] = field(default_factory=set)
    added: list[Turn] = field(default_factory=list)
    is_last: bool = False
    """Whether nothing is written after ``save`` in its transaction."""

    @cached_property
    def game(self) -> Game[Any]:
        """The match's game; ``Conflict`` (``other_rules``) when its rules have changed."""
        return game_of(self.match)

    @cached_property
    def state(self) -> Any:
        """The present state; ``put`` goes on to another."""
        return self.game.decode(self.match.state)

    @cached_property
    def asks(self) -> tuple[Ask, ...]:
        """What is asked in the present state, of everybody."""
        return self.game.asks(self.state)

    def put(self, state: Any) -> None:
        """Go on to another state; the turn that led to it is appended next."""
        self.state = state
        self.__dict__.pop("asks", None)

    def ask_of(self, seat: int) -> Ask | None:
        """Return what a seat is asked now and has not answered."""
        if seat not in self.match.asked:
            return None
        return next((ask for ask in self.asks if ask.seat == seat), None)

    def seat(self, number: int) -> Seat:
        """Return the row of a seat."""
        return self.seats[number]

    def answer(self, seat: int, given: Given) -> bool:
        """Take a checked answer of an asked seat; tell whether that completed the turn."""
        self._stop_clock(seat, given)
        if len(self.match.asked) == 1 and len(self.asks) == 1:
            self._resolve({seat: given})
            return True
        self._hold(seat, given)
        self.match.asked = [number for number in self.match.asked if number != seat]
        self.fields |= {"asked", "timing"}
        if self.match.asked:
            return False
        self._resolve(self._held())
        return True

    def _stop_clock(self, seat: int, given: Given) -> None:
        timing = self.match.timing.get(str(seat), {})
        missed = given.missed or given.source == DEFAULT
        self.match.timing[str(seat)] = clocks.stopped(
            self.match.clock, timing, self.now, missed=missed, again=given.again
        )

    def _hold(self, seat: int, given: Given) -> None:
        Held.objects.create(
            match=self.match,
            turn=self.match.turn,
            seat=seat,
            answer=given.answer,
            source=given.source,
            author_id=given.author,
            at=self.now,
        )

    def _held(self) -> dict[int, Given]:
        rows = Held.objects.filter(match=self.match, turn=self.match.turn).order_by("seat")
        return {row.seat: Given(row.answer, row.source, row.author_id) for row in rows}

    def _resolve(self, given: Mapping[int, Given]) -> None:
        chance = turn_chance(self.match, self.match.turn + 1)
        answers = {seat: one.answer for seat, one in given.items()}
        step = self.game.resolve(self.state, answers, chance)
        self.put(step.state)
        self.append(
            Turn(
                kind=Turn.Kind.PLAY,
                answers={str(seat): one.answer for seat, one in given.items()},
                sources={str(seat): one.source for seat, one in given.items()},
                authors={str(seat): one.author for seat, one in given.items()},
                draws=[draw.to_json() for draw in chance.draws],
                events=events_json(step.events),
                reveals=bool(chance.draws) or any(event.reveals for event in step.events),
            )
        )

    def append(self, turn: Turn) -> None:
        """Add the next turn, which led to the present state; offers made before it lapse."""
        match = self.match
        match.turn = turn.number = match.turn + 1
        turn.match, turn.at = match, self.now
        self.added.append(turn)
        match.moved_at = self.now
        match.draw_offered_by = match.undo_asked_by = match.undo_to = None
        self.fields |= set(MOVING)

    def ask(self) -> None:
        """Ask the present state's seats: their clocks start; nobody's if the game is over."""
        self.match.asked = [ask.seat for ask in self.asks]
        self.fields.add("asked")
        self.start_clocks()

    def start_clocks(self) -> None:
        """Start the clocks of all seats that are asked now."""
        match = self.match
        for seat in match.asked:
            timing = match.timing.get(str(seat), {})
            match.timing[str(seat)] = clocks.started(match.clock, timing, self.now)
        self.fields |= {"timing", "wake_at"}

    def note(self, kind: str, seat: int | None = None, **data: Json) -> None:
        """Write down something that happened around the game, for all who may watch."""
        Note.objects.create(
            match=self.match, turn=self.match.turn, kind=kind, seat=seat, data=data, at=self.now
        )

    def reseat(self, row: Seat, *names: str) -> None:
        """Write these fields of a seat at once; every change of a seat goes through here."""
        self.match.seating = row.seating = self.match.seating + 1
        update_row(row, [*names, "seating"])
        update_row(self.match, ["seating"])

    def save(self) -> None:
        """Write what changed of the match."""
        if "state" in self.fields and "state" in self.__dict__:
            self.match.state = self.game.encode(self.state)
        is_running = self.match.status == Match.Status.RUNNING
        if is_running and {"wake_at", "timing"} & self.fields:
            self.match.wake_at = clocks.wake_at(self.match, self.seats, self.now)
            self.fields.add("wake_at")
        self.write(sorted(self.fields), last=self.is_last)
        self.fields = set()

    def write(self, names: Sequence[str] = (), *, last: bool = False) -> None:
        """Write the turns added so far, and these fields of the match."""
        added, self.added = self.added, []
        if not added and not names:
            return
        try:
            write_rows(added, self.match if names else None, names, last=last)
        except IntegrityError:  # only without the lock: a fault of ours, never a wrong game
            raise Conflict("moved_on", _("The match has moved on.")) from None


def sit(match_id: int, now: datetime | None = None) -> Table:
    """Lock a match and return the table to play at, whatever its status.

    Call it inside a transaction, then ``running`` where the match must be. One query: whoever
    waited for the lock gets the match as it is now, but maybe the seats of before the wait;
    then they are read again.
    """
    seats = LOCKED(match_id)
    if not seats:
        raise no_match()
    match = seats[0].match
    if max(seat.seating for seat in seats) != match.seating:
        seats = SEATS_OF(match_id)
    for seat in seats:
        seat.match = match
    return Table(match, seats, now or timezone.now())


def running(table: Table) -> Table:
    """Return the table if its match is under way; raise ``Conflict`` (``not_running``) if not."""
    status = table.match.status
    if status == Match.Status.PARKED:
        raise Conflict(
            "parked", _("This match was stopped by a fault; whoever runs the site sees it.")
        )
    if status == Match.Status.OPEN:
        raise Conflict("not_running", _("This match has not begun yet."))
    if status != Match.Status.RUNNING:
        raise Conflict("not_running", _("This match is over."))
    return table


def events_json(events: tuple[Event, ...]) -> list[Json]:
    """Return events as a turn keeps them."""
    return [
        {
            "kind": event.kind,
            "data": dict(event.data),
            "seen_by": None if event.seen_by is None else list(event.seen_by),
        }
        for event in events
    ]


def begin(table: Table) -> None:
    """Play the start of a match whose seats are all taken; ``answers.settle`` goes on."""
    match = table.match
    chance = turn_chance(match, 0)
    step: Step[Any] = table.game.start(chance)
    Turn.objects.create(
        match=match,
        number=0,
        kind=Turn.Kind.START,
        draws=[draw.to_json() for draw in chance.draws],
        events=events_json(step.events),
        reveals=True,
        at=table.now,
    )
    match.status = Match.Status.RUNNING
    match.started_at = match.moved_at = table.now
    match.clock = clocks.settled(match.clock, table.now)
    table.put(step.state)
    table.fields |= {"status", "started_at", "clock", *MOVING}
