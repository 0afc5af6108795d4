"""The rule system ``winter`` behind the engine's contract.

::

    game = SYSTEM.open({"first": 1}, seats=2)

``first`` is the seat that lays the opening card; without it that seat is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from games.engine.contract import Ask, Chance, Json, Outcome, Refusal, Step
from games.winter import codec, ending, rules
from games.winter.checks import legal_action
from games.winter.estimate import estimate
from games.winter.moves import legal_answers
from games.winter.position import read_position
from games.winter.problems import bad_options
from games.winter.state import OVER, SEATS, State
from games.winter.view import imagine, view_of

VERSION = "1"


@dataclass(frozen=True)
class Winter:
    """A game of Winter; ``first`` is the first player's seat, ``None``: it is drawn."""

    first: int | None = None
    seats: int = SEATS

    def start(self, chance: Chance) -> Step[State]:
        """Lay the first card and reveal the second."""
        first = chance.roll("first", SEATS)[0] - 1 if self.first is None else self.first
        return rules.begin(first, chance)

    def asks(self, state: State) -> tuple[Ask, ...]:
        """Ask the seat to move; the default is the first legal answer."""
        if state.stage == OVER:
            return ()
        legal = tuple(legal_answers(state))
        return (Ask(state.to_move, state.stage, legal[0], legal),)

    def check(self, state: State, seat: int, answer: Json) -> Json:
        """Return the answer in canonical form; raise ``Refusal``."""
        return str(legal_action(state, seat, answer))

    def resolve(self, state: State, answers: Mapping[int, Json], chance: Chance) -> Step[State]:
        """Carry out the answer of the seat to move, or its default."""
        seat = state.to_move
        try:
            action = legal_action(state, seat, answers.get(seat))
        except Refusal:
            asks = self.asks(state)
            if not asks:
                return Step(state)
            action = legal_action(state, seat, asks[0].default)
        return rules.play(state, action)

    def view(self, state: State, seat: int | None) -> Json:
        """Return what everybody may know."""
        return view_of(state)

    def imagine(self, view: Json, seat: int | None, rng: Random) -> State:
        """Return a state with that view and a deck in some order."""
        return imagine(view, rng)

    def sample(self, state: State, ask: Ask, rng: Random) -> Json:
        """Return a random legal answer."""
        return rng.choice(legal_answers(state))

    def outcome(self, state: State) -> Outcome:
        """Say how the game ended, or how it stands."""
        return ending.outcome_of(state)

    def estimate(self, state: State, seat: int) -> float:
        """Say how promising a position is for a seat, for bots."""
        return estimate(state, seat)

    def encode(self, state: State) -> Json:
        """Return the state as JSON values."""
        return codec.encode(state)

    def decode(self, data: Json) -> State:
        """Return the state that ``encode`` wrote."""
        return codec.decode(data)

    def position(self, partial: Json) -> State:
        """Return the state that a partial position describes."""
        return read_position(partial)


class WinterSystem:
    """The rule system Winter; ``first`` is its only option."""

    name = "winter"
    version = VERSION

    def open(self, options: Json, seats: int) -> Winter:
        """Check the options and return the game; raise ``BadOptions``."""
        if seats != SEATS:
            raise bad_options("bad_seats", "seats")
        if options is None:
            options = {}
        if not isinstance(options, dict):
            raise bad_options("bad_options")
        if unknown := sorted(set(options) - {"first"}):
            raise bad_options("unknown_option", str(unknown[0])[:40], field=str(unknown[0])[:40])
        first = options.get("first")
        if first is not None and (type(first) is not int or first not in range(SEATS)):
            raise bad_options("bad_first", "first")
        return Winter(first)


SYSTEM = WinterSystem()
