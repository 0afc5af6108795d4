"""Whole games of Winter for tests, chosen by a seed: dull ones and lively ones."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from games.engine.chance import Scripted, Seeded
from games.winter import SYSTEM

GAME = SYSTEM.open({}, 2)
examples = settings(max_examples=8)
seeds = st.integers(0, 30)
"""Few enough that the tests share most of their games."""


def position(lake, **fields):
    """A position of a thaw, unless its fields say otherwise."""
    return GAME.position({"lake": lake, **fields})


def answer(state, text, order=()):
    """Play one answer of the seat to move, which must be legal."""
    given = GAME.check(state, state.to_move, text)
    return GAME.resolve(state, {state.to_move: given}, Scripted((), [order] if order else ()))


def legal(state):
    """All legal answers, as the ask lists them."""
    return list(GAME.asks(state)[0].legal)


def view(state):
    return GAME.view(state, None)


def lively(state, rng: Random) -> str:
    """A legal answer; mostly one that puts tokens on the lake, or may make a square."""
    listed = legal(state)
    wanted = [text for text in listed if text.startswith(("token", "move"))]
    if wanted and rng.random() < 0.8:
        return rng.choice(wanted)
    if state.drawn is not None:
        some = rng.sample(listed, min(12, len(listed)))
        return max(some, key=lambda text: squares_after(state, text))
    return rng.choice(listed)


def squares_after(state, text) -> int:
    """How many squares of either colour there are after a card has been laid."""
    shown = view(GAME.resolve(state, {state.to_move: text}, Scripted()).state)["squares"]
    return sum(map(len, shown.values()))


@cache
def games(seed: int, taste=lively) -> list[tuple[Any, str, Any]]:
    """Play a game: each state, the answer given there, and the step it led to."""
    return list(_played(seed, taste))


def _played(seed: int, taste) -> Iterator[tuple[Any, str, Any]]:
    rng = Random(seed)
    state = GAME.start(Seeded(rng)).state
    while GAME.asks(state):
        text = taste(state, rng)
        step = GAME.resolve(state, {state.to_move: text}, Seeded(rng))
        yield state, text, step
        state = step.state


def dull(state, rng: Random) -> str:
    """Any legal answer."""
    return rng.choice(legal(state))


def states(seed: int, taste=lively) -> Iterator[Any]:
    """Every state of a game in which somebody is asked."""
    for state, _, _ in games(seed, taste):
        yield state
