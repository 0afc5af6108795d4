"""Sticks: in turn each takes one to three sticks; who takes the last one wins.

Answers are sheets (``{"take": n}``) and nothing is hidden.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from random import Random

from games.engine.contract import (
    Ask,
    BadOptions,
    Chance,
    Event,
    Json,
    NotAsked,
    Outcome,
    Problem,
    Refusal,
    Step,
)


@dataclass(frozen=True, slots=True)
class State:
    """Sticks left and the seat to move."""

    sticks: int
    turn: int


@dataclass(frozen=True)
class Sticks:
    """One game of Sticks."""

    seats: int
    sticks: int

    def start(self, chance: Chance) -> Step[State]:
        return Step(State(self.sticks, 0))

    def asks(self, state: State) -> tuple[Ask, ...]:
        return (Ask(state.turn, "take", {"take": 1}),) if state.sticks else ()

    def check(self, state: State, seat: int, answer: Json) -> Json:
        if not state.sticks or seat != state.turn:
            raise NotAsked(Problem("not_asked", "It is not your turn."))
        if not isinstance(answer, dict) or set(answer) != {"take"}:
            raise Refusal(Problem("bad_sheet", "Say how many you take."))
        problems = []
        if type(answer["take"]) is not int or not 1 <= answer["take"] <= 3:
            problems.append(Problem("one_to_three", "Take one to three.", "take"))
        elif answer["take"] > state.sticks:
            problems.append(
                Problem("too_many", "Only {left} left.", "take", {"left": state.sticks})
            )
        if problems:
            raise Refusal(*problems)
        return {"take": answer["take"]}

    def resolve(self, state: State, answers: Mapping[int, Json], chance: Chance) -> Step[State]:
        if not state.sticks:
            return Step(state)
        try:
            sheet = self.check(state, state.turn, answers.get(state.turn))
        except Refusal:
            sheet = {"take": 1}
        left = state.sticks - sheet["take"]
        turn = (state.turn + 1) % self.seats if left else state.turn
        event = Event("taken", {"seat": state.turn, "sticks": sheet["take"]}, None)
        return Step(State(left, turn), (event,))

    def view(self, state: State, seat: int | None) -> Json:
        return asdict(state)

    def imagine(self, view: Json, seat: int | None, rng: Random) -> State:
        return State(**view)

    def sample(self, state: State, ask: Ask, rng: Random) -> Json:
        return {"take": rng.randint(1, min(3, state.sticks))}

    def outcome(self, state: State) -> Outcome:
        over = not state.sticks
        scores = tuple(int(over and seat == state.turn) for seat in range(self.seats))
        places = tuple(2 - score if over else 1 for score in scores)
        winners = (state.turn,) if over else ()
        return Outcome(over, "last_stick" if over else "running", scores, places, winners)

    def encode(self, state: State) -> Json:
        return asdict(state)

    def decode(self, data: Json) -> State:
        return State(**data)

    def position(self, partial: Json) -> State:
        return State(**{"sticks": self.sticks, "turn": 0, **partial})


class SticksSystem:
    """The rule system Sticks; ``sticks`` is its only option."""

    name = "sticks"
    version = "1"

    def open(self, options: Json, seats: int) -> Sticks:
        sticks = options.get("sticks", 10)
        if type(sticks) is not int or sticks < 1:
            raise BadOptions(Problem("bad_sticks", "At least one stick.", "sticks"))
        return Sticks(seats, sticks)


SYSTEM = SticksSystem()
