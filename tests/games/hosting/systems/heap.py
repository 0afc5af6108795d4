"""Heap: in turn each says what they do with a heap; who takes the last stick wins.

``take 1`` to ``take 3``; ``wait`` keeps the turn, once; ``roll`` adds a rolled die to the
heap, which everybody sees; ``break`` makes the rules fail, where the option ``fragile`` lets
it. The default is ``take 1``. For two to four seats.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
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
    """Sticks left, the seat to move, whether it has waited, and what each has taken."""

    heap: int
    turn: int
    waited: bool
    taken: tuple[int, ...]


@dataclass(frozen=True)
class Heap:
    """One game of Heap."""

    seats: int
    heap: int
    fragile: bool

    def start(self, chance: Chance) -> Step[State]:
        return Step(State(self.heap, 0, False, (0,) * self.seats))

    def asks(self, state: State) -> tuple[Ask, ...]:
        if not state.heap:
            return ()
        takes = [f"take {number}" for number in range(1, min(3, state.heap) + 1)]
        waits = [] if state.waited else ["wait"]
        breaks = ["break"] if self.fragile else []
        return (Ask(state.turn, "move", "take 1", [*takes, *waits, "roll", *breaks]),)

    def check(self, state: State, seat: int, answer: Json) -> Json:
        if not state.heap or seat != state.turn:
            raise NotAsked(Problem("not_asked", "It is not your turn."))
        if not isinstance(answer, str):
            raise Refusal(Problem("bad_answer", "Say it like: take 1"))
        text = " ".join(answer.lower().split())
        if re.fullmatch(r"take \d+", text) and int(text[5:]) > state.heap:
            raise Refusal(Problem("too_many", "Only {left} left.", params={"left": state.heap}))
        (ask,) = self.asks(state)
        if text not in (ask.legal or ()):
            raise Refusal(Problem("bad_answer", "Say it like: take 1"))
        return text

    def resolve(self, state: State, answers: Mapping[int, Json], chance: Chance) -> Step[State]:
        if not state.heap:
            return Step(state)
        answer = str(answers.get(state.turn, "take 1"))
        following = (state.turn + 1) % self.seats
        if answer == "break":
            raise RuntimeError("the heap fell over")
        if answer == "wait":
            return Step(replace(state, waited=True), (self._event("waited", state, 0),))
        if answer == "roll":
            (die,) = chance.roll("die", 6)
            after = replace(state, heap=state.heap + die, turn=following, waited=False)
            return Step(after, (self._event("rolled", state, die),))
        number = int(answer[5:])
        taken = tuple(old + number * (seat == state.turn) for seat, old in enumerate(state.taken))
        left = state.heap - number
        after = State(left, following if left else state.turn, False, taken)
        return Step(after, (self._event("taken", state, number),))

    def _event(self, kind: str, state: State, number: int) -> Event:
        return Event(kind, {"seat": state.turn, "number": number}, None)

    def view(self, state: State, seat: int | None) -> Json:
        return asdict(state)

    def imagine(self, view: Json, seat: int | None, rng: Random) -> State:
        return self.decode(view)

    def sample(self, state: State, ask: Ask, rng: Random) -> Json:
        return rng.choice(list(ask.legal or ()))

    def outcome(self, state: State) -> Outcome:
        if state.heap:
            places = tuple(1 + sum(other > mine for other in state.taken) for mine in state.taken)
            return Outcome(False, "standing", state.taken, places)
        places = tuple(1 if seat == state.turn else 2 for seat in range(self.seats))
        return Outcome(True, "last_stick", state.taken, places, (state.turn,))

    def encode(self, state: State) -> Json:
        return {**asdict(state), "taken": list(state.taken)}

    def decode(self, data: Json) -> State:
        return State(**{**data, "taken": tuple(data["taken"])})

    def position(self, partial: Json) -> State:
        return self.decode({**self.encode(self.start(None).state), **partial})  # type: ignore[arg-type]


class HeapSystem:
    """The rule system Heap; ``heap`` and ``fragile`` are its options."""

    name = "heap"
    version = "1"
    playout_seats = (2, 3, 4)

    def open(self, options: Json, seats: int) -> Heap:
        heap = options.get("heap", 10)
        if set(options) - {"heap", "fragile"} or type(heap) is not int or heap < 1:
            raise BadOptions(Problem("bad_heap", "At least one stick.", "heap"))
        return Heap(seats, heap, options.get("fragile", False))


SYSTEM = HeapSystem()
