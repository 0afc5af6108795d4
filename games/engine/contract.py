"""The contract every rule system obeys: the campaign's year and the four games.

A ``System`` opens a ``Game`` from options and a number of seats; a ``Game`` is
immutable and pure (no clock, no I/O, no Django, no module-level randomness).
One round of play, as every host, runner and test does it::

    game = system.open(options, seats=2)
    step = game.start(chance)
    while asks := game.asks(step.state):
        answers = {ask.seat: game.check(step.state, ask.seat, given) for ask in asks}
        step = game.resolve(step.state, answers, chance)
    game.outcome(step.state).places

Promises a rule system keeps, and ``games.engine.playout`` tests:

* ``decode(encode(state)) == state`` and ``encode`` gives plain JSON values;
* a state without asks is over (``outcome(state).over``), and the reverse;
* every default, and every entry of ``legal``, passes ``check``;
* ``resolve`` is total: answers that are missing, or illegal by then, count as
  the default; it never raises and always makes progress;
* a view holds what that viewer may know and nothing else: two states that
  differ only in the rest give equal views, asks and visible events;
* chance comes from the ``Chance`` argument only, each draw under its own label.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

Json: TypeAlias = Any
"""A plain JSON value: None, bool, int, str, list, or dict with str keys."""

State = TypeVar("State")

HOST = -1
"""No seat: what a host tells a system from outside its rules, as an answer beside the seats'.

Systems that are told nothing leave it out; a record holds it like any other answer.
"""


@dataclass(frozen=True, slots=True)
class Ask:
    """One decision that one seat must make now.

    ``legal`` lists every legal answer in a stable order, a long list lazily
    (``games.engine.listing``): read no more of it than you need. ``None`` means
    the answer is a sheet that only ``Game.check`` can judge. Several asks at once
    make a simultaneous phase; there is at most one ask for a seat.
    """

    seat: int
    kind: str
    default: Json
    legal: Sequence[Json] | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened. ``seen_by`` is ``None`` for everybody, else the seats told.

    ``reveals``: somebody learnt what came from a hidden pile or from chance; no
    host takes back the step in which it happened, nor one before it.
    """

    kind: str
    data: Mapping[str, Json]
    seen_by: tuple[int, ...] | None
    reveals: bool = False

    def visible_to(self, seat: int | None) -> bool:
        """Tell whether ``seat`` (``None``: an outsider) may know of this event."""
        return self.seen_by is None or seat in self.seen_by


@dataclass(frozen=True, slots=True)
class Step(Generic[State]):
    """A state and what happened on the way to it, in order."""

    state: State
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the game stands: final when ``over``, else as if adjudicated now.

    ``places`` holds one place per seat, 1 is best, ties share a place;
    ``winners`` are the seats in first place of a finished game (all of them: a
    draw), else empty. ``reason`` is a stable code such as ``last_count``.
    ``beaten``: something that has no seat came first; then nobody is a winner.
    """

    over: bool
    reason: str
    scores: tuple[int, ...]
    places: tuple[int, ...]
    winners: tuple[int, ...] = ()
    beaten: bool = False


class Chance(Protocol):
    """Where dice and shuffles come from. Labels are unique within one ``resolve``."""

    def roll(self, label: str, sides: int, count: int = 1) -> tuple[int, ...]:
        """Roll ``count`` dice with faces 1..``sides``."""
        ...

    def shuffle(self, label: str, size: int) -> tuple[int, ...]:
        """Return a random permutation of ``range(size)``."""
        ...


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with an answer or an option.

    ``message`` is a template for ``str.format`` with ``params``, so that a host
    can translate it; ``where`` is a dotted path into the answer (``tithes.2``,
    lines counted from 0), or empty.
    """

    code: str
    message: str
    where: str = ""
    params: Mapping[str, Json] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.message.format(**self.params)


class EngineError(ValueError):
    """Base of what the engine raises for input it cannot accept; ``code`` is stable."""

    code = "engine_error"


class Refusal(EngineError):
    """An answer or option was refused; nothing has changed. The text is for players."""

    def __init__(self, *problems: Problem) -> None:
        if not problems:
            raise TypeError("a refusal names at least one problem")
        self.problems = problems
        self.code = problems[0].code
        super().__init__("; ".join(str(problem) for problem in problems))


class NotAsked(Refusal):
    """That seat is not asked anything now (not its turn, eliminated, or the game is over)."""


class BadOptions(Refusal):
    """The options, the number of seats or a scenario's position make no legal game."""


class Game(Protocol[State]):
    """One rule system opened with options. Seats are 0..``seats``-1."""

    @property
    def seats(self) -> int:
        """How many seats there are."""
        ...

    def start(self, chance: Chance) -> Step[State]:
        """Return the first state, with what was drawn to make it as events."""
        ...

    def asks(self, state: State) -> tuple[Ask, ...]:
        """Say who must decide what now, by seat; empty when the game is over."""
        ...

    def check(self, state: State, seat: int, answer: Json) -> Json:
        """Return the answer in canonical form; raise ``Refusal`` (``NotAsked`` without an ask)."""
        ...

    def resolve(self, state: State, answers: Mapping[int, Json], chance: Chance) -> Step[State]:
        """Carry out all asks of ``state`` with these answers by seat; total."""
        ...

    def view(self, state: State, seat: int | None) -> Json:
        """Return what ``seat`` (``None``: an outsider) may know, built up from an allow-list."""
        ...

    def imagine(self, view: Json, seat: int | None, rng: Random) -> State:
        """Invent a legal state that ``seat`` sees as ``view`` (forecasts, bots, leak checks)."""
        ...

    def sample(self, state: State, ask: Ask, rng: Random) -> Json:
        """Return a random legal answer to ``ask``; for a sheet, a lively one."""
        ...

    def outcome(self, state: State) -> Outcome:
        """Say how the game ended, or how it would be adjudicated now."""
        ...

    def encode(self, state: State) -> Json:
        """Return the state as JSON values; the options are not repeated in it."""
        ...

    def decode(self, data: Json) -> State:
        """Return the state that ``encode`` wrote."""
        ...

    def position(self, partial: Json) -> State:
        """Build a state from a scenario's partial position; raise ``BadOptions`` if impossible."""
        ...


class System(Protocol):
    """A rule system: its name, its pinned version, and how to open a game of it."""

    @property
    def name(self) -> str:
        """Short name, as in files and addresses."""
        ...

    @property
    def version(self) -> str:
        """Changes whenever the same record could replay differently."""
        ...

    def open(self, options: Json, seats: int) -> Game[Any]:
        """Check the options, fill in defaults and return the game; raise ``BadOptions``."""
        ...
