"""Courtier behind the contract."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from games.courtier import codec, ending, flow, imagining, turns
from games.courtier import position as positions
from games.courtier import state as stages
from games.courtier import view as views
from games.courtier.estimate import FOLLOWS, estimate
from games.courtier.options import SEATS, playout_options, read_options
from games.courtier.problems import problem
from games.courtier.refusals import judged
from games.courtier.rules import Rules
from games.courtier.shortlist import shortlist
from games.courtier.state import State, Table
from games.engine.contract import Ask, Chance, Json, NotAsked, Outcome, Refusal, Step


class Courtier:
    """One game of Courtier, by its rules: the deck, the options and the seats."""

    follows = FOLLOWS
    by_turns = True

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.seats = rules.seats

    def start(self, chance: Chance) -> Step[State]:
        """Set up the table; the first hand of the auction, or the first turn, is next (6)."""
        table = turns.set_up(self.rules, chance)
        state = flow.settled(table)
        return Step(state, tuple(table.events))

    def asks(self, state: State) -> tuple[Ask, ...]:
        """Ask the seat to move; nobody when the game is over."""
        stage, legal = state.stage, state.legal
        if stage == stages.OVER:
            return ()
        return (Ask(state.to_move, stage, flow.default_of(self.rules, stage, legal), legal),)

    def check(self, state: State, seat: int, answer: Json) -> Json:
        """Return the answer in canonical form; raise ``Refusal`` that says what is wrong."""
        if state.stage == stages.OVER or type(seat) is not int or seat != state.to_move:
            raise NotAsked(problem("not_asked"))
        return judged(self.rules, state, answer)

    def resolve(self, state: State, answers: Mapping[int, Json], chance: Chance) -> Step[State]:
        """Carry out the answer of the seat to move; no or no legal answer: the default."""
        if state.stage == stages.OVER:
            return Step(state)
        table = Table(self.rules, state, chance)
        flow.carry_out(table, self._text(state, answers.get(state.to_move)))
        after = flow.settled(table)
        return Step(after, tuple(table.events))

    def _text(self, state: State, answer: Json) -> str:
        try:
            return judged(self.rules, state, answer)
        except Refusal:
            return flow.default_of(self.rules, state.stage, state.legal)

    def view(self, state: State, seat: int | None) -> Json:
        """Return what ``seat`` may know."""
        return views.view(self.rules, state, seat)

    def imagine(self, view: Json, seat: int | None, rng: Random) -> State:
        """Invent a state that ``seat`` sees as this view."""
        return imagining.imagine(self.rules, view, seat, rng)

    def sample(self, state: State, ask: Ask, rng: Random) -> Json:
        """Return a random legal answer."""
        return rng.choice(ask.legal or (ask.default,))

    def outcome(self, state: State) -> Outcome:
        """Say how the game ended, or stands (12)."""
        return ending.outcome(self.rules, state)

    def estimate(self, state: State, seat: int) -> float:
        """Say how promising a state is for a seat, between 0 (lost) and 1 (won)."""
        return estimate(self.rules, state, seat)

    def shortlist(self, state: State, ask: Ask, first: bool) -> Sequence[Json]:
        """Say which answers bots should compare."""
        return shortlist(self.rules, state, first)

    def encode(self, state: State) -> Json:
        """Return the state as JSON."""
        return codec.encode(self.rules, state)

    def decode(self, data: Json) -> State:
        """Return the state that ``encode`` wrote."""
        return codec.decode(self.rules, data)

    def position(self, partial: Json) -> State:
        """Build a state from a scenario's partial position."""
        return positions.position(self.rules, partial)


class CourtierSystem:
    """The rule system; its options are those of ``games.courtier.options``."""

    name = "courtier"
    version = "1"
    playout_seats = SEATS

    def open(self, options: Json, seats: int) -> Courtier:
        """Return the game; raise ``BadOptions``."""
        return Courtier(read_options(options, seats))

    def playout_options(self, rng: Random, seats: int) -> Json:
        """Return options for a playout."""
        return playout_options(rng, seats)


SYSTEM = CourtierSystem()
