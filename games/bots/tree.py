"""What a searching bot remembers: one tree a seat, of what that seat has seen.

A ``Node`` is one thing a seat may know (what it saw and answered since the
search began, whatever it cannot see), an ``Arm`` one answer to an ask there. Both
are shared by all imagined worlds; in one world only some arms are legal.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable, Sequence
from functools import cached_property
from math import log, sqrt
from random import Random
from typing import Any

from games.engine.chance import Seeded
from games.engine.contract import Json, Step

LEAST_SCALE = 0.02
"""Values that lie closer together than this are told apart by more visits only."""


class Arm:
    """One answer and how it fared, in the eyes of the seat that gives it.

    ``first`` is the value one resolve later; it counts as one visit.
    """

    __slots__ = ("answer", "first", "total", "visits")

    def __init__(self, answer: Json, first: float) -> None:
        self.answer = answer
        self.first = first
        self.total = first
        self.visits = 1

    @property
    def mean(self) -> float:
        """What the answer was worth on average."""
        return self.total / self.visits

    def add(self, value: float) -> None:
        """Count one more visit in."""
        self.total += value
        self.visits += 1


class Node:
    """What one seat knows at one moment of the search."""

    __slots__ = ("_later", "arms")

    def __init__(self) -> None:
        self.arms: dict[Hashable, Arm] = {}
        self._later: dict[Hashable, Node] = {}

    def after(self, seen: Hashable) -> Node:
        """Return the node the seat comes to by what it has seen."""
        node = self._later.get(seen)
        if node is None:
            node = self._later[seen] = Node()
        return node


class Luck:
    """Seeded chance that costs nothing until something is drawn."""

    def __init__(self, seed: str) -> None:
        self._seed = seed

    @cached_property
    def rng(self) -> Random:
        """The generator behind it."""
        return Random(self._seed)

    def roll(self, label: str, sides: int, count: int = 1) -> tuple[int, ...]:
        """Roll ``count`` dice with faces 1..``sides``."""
        return Seeded(self.rng).roll(label, sides, count)

    def shuffle(self, label: str, size: int) -> tuple[int, ...]:
        """Return a random permutation of ``range(size)``."""
        return Seeded(self.rng).shuffle(label, size)


def key_of(answer: Json) -> Hashable:
    """Return what tells one answer from another."""
    if isinstance(answer, str | int):
        return answer
    return json.dumps(answer, sort_keys=True)


def seen_by(step: Step[Any], seat: int) -> str:
    """Return what ``seat`` was shown by a step."""
    return "\n".join(
        f"{event.kind} {event.data}"
        for event in step.events
        if event.seen_by is None or seat in event.seen_by
    )


def most_promising(arms: Sequence[Arm], curiosity: float) -> Arm:
    """Return the arm to try next: good so far, or seldom tried (UCB on the arms' own scale)."""
    means = [arm.total / arm.visits for arm in arms]
    scale = max(LEAST_SCALE, max(means) - min(means))
    spread = curiosity * scale * sqrt(log(sum(arm.visits for arm in arms) + 1))
    best, chosen = -1.0, arms[0]
    for arm, mean in zip(arms, means, strict=True):
        score = mean + spread / sqrt(arm.visits)
        if score > best:
            best, chosen = score, arm
    return chosen


def ranked(arms: Iterable[Arm], trust: int = 1) -> list[Arm]:
    """Order arms by how they fared, with the first look counting as ``trust`` visits."""

    def worth(arm: Arm) -> float:
        return (arm.total + (trust - 1) * arm.first) / (arm.visits + trust - 1)

    return sorted(arms, key=lambda arm: (-worth(arm), -arm.first))
