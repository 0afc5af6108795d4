"""Winter Court behind the contract."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from games.engine.contract import (
    Ask,
    BadOptions,
    Chance,
    Json,
    NotAsked,
    Outcome,
    Problem,
    Refusal,
    Step,
)
from games.winter_court import codec, ending, position, view
from games.winter_court.components import CARDS
from games.winter_court.estimate import estimate
from games.winter_court.legality import draw_range, move_problems
from games.winter_court.notation import DRAWS, END, KEEPS, PASS, Deed, Move, parse, write
from games.winter_court.plays import listed
from games.winter_court.problems import problem
from games.winter_court.rules import apply, deal
from games.winter_court.sampling import sample_act
from games.winter_court.state import ACT, DRAW, OVER, State

SEATS = 2
DRAW_TEXTS = tuple(write(Deed(DRAWS, count)) for count in range(3))


class WinterCourt:
    """One game of Winter Court; ``first`` is the seat that begins, ``None``: it is drawn."""

    seats = SEATS

    def __init__(self, first: int | None) -> None:
        self.first = first

    def start(self, chance: Chance) -> Step[State]:
        """Choose who begins, shuffle and deal (winter_court.md 3)."""
        first = chance.roll("first", SEATS)[0] - 1 if self.first is None else self.first
        return deal(first, chance.shuffle("deck", CARDS))

    def asks(self, state: State) -> tuple[Ask, ...]:
        """Ask the seat to move; nobody when the game is over."""
        stage, seat = state.stage, state.to_move
        if stage == ACT:
            return (Ask(seat, ACT, END if state.plays else PASS, listed(state)),)
        if stage == OVER:
            return ()
        answers = _draws(state) if stage == DRAW else _keeps(state)
        return (Ask(seat, stage, answers[0], answers),)

    def check(self, state: State, seat: int, answer: Json) -> Json:
        """Return the answer in canonical form; raise ``Refusal`` with all that is wrong."""
        if state.stage == OVER or seat != state.to_move or isinstance(seat, bool):
            raise NotAsked(problem("not_asked"))
        return write(_legal_move(state, answer))

    def resolve(self, state: State, answers: Mapping[int, Json], chance: Chance) -> Step[State]:
        """Carry out the answer of the seat to move; no or no legal answer: the default."""
        if state.stage == OVER:
            return Step(state)
        try:
            move = _legal_move(state, answers.get(state.to_move))
        except Refusal:
            move = parse(self.asks(state)[0].default)
        return apply(state, move)

    def view(self, state: State, seat: int | None) -> Json:
        """Return what ``seat`` may know (winter_court.md 9)."""
        return view.view(state, seat)

    def imagine(self, view_of: Json, seat: int | None, rng: Random) -> State:
        """Invent a state that ``seat`` sees as this view."""
        return view.imagine(view_of, seat, rng)

    def sample(self, state: State, ask: Ask, rng: Random) -> Json:
        """Return a random legal answer."""
        if ask.kind == ACT:
            return sample_act(state, rng)
        return rng.choice(ask.legal or (ask.default,))

    def outcome(self, state: State) -> Outcome:
        """Say how the game ended, or stands (winter_court.md 8)."""
        return ending.outcome(state)

    def encode(self, state: State) -> Json:
        """Return the state as JSON."""
        return codec.encode(state)

    def decode(self, data: Json) -> State:
        """Return the state that ``encode`` wrote."""
        return codec.decode(data)

    def position(self, partial: Json) -> State:
        """Build a state from a scenario's partial position."""
        return position.position(partial)

    def estimate(self, state: State, seat: int) -> float:
        """Say how promising a state is for a seat, between 0 (lost) and 1 (won)."""
        return estimate(state, seat)


def _draws(state: State) -> tuple[str, ...]:
    least, most = draw_range(state)
    return DRAW_TEXTS[least : most + 1]


def _keeps(state: State) -> tuple[str, ...]:
    return tuple(write(Deed(KEEPS, card)) for card in state.drawn)


def _legal_move(state: State, answer: Json) -> Move:
    move = parse(answer, state.stage)
    if found := move_problems(state, move):
        raise Refusal(*found)
    return move


class WinterCourtSystem:
    """The rule system; its only option is ``first``."""

    name = "winter_court"
    version = "1"

    def open(self, options: Json, seats: int) -> WinterCourt:
        """Return the game; raise ``BadOptions``."""
        found = list(_option_problems(options, seats))
        if found:
            raise BadOptions(*found)
        return WinterCourt(options.get("first"))


def _option_problems(options: Json, seats: int) -> list[Problem]:
    found = [] if seats == SEATS else [problem("bad_seats")]
    if not isinstance(options, dict):
        return [*found, problem("bad_options")]
    found += [problem("unknown_option", str(k), name=str(k)) for k in options if k != "first"]
    first = options.get("first")
    if first is not None and (type(first) is not int or first not in range(SEATS)):
        found.append(problem("bad_first", "first"))
    return found


SYSTEM = WinterCourtSystem()
