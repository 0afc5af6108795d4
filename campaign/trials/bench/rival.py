"""The `diplomacy` package: seven powers' orders adjudicated at once, as a measure beside ours.

It is an extra that only the bench knows; without it these figures are left out.
"""

from __future__ import annotations

import warnings
from importlib.util import find_spec
from random import Random
from typing import Any

UNITS = 22
"""The units on the board in the first movement phase."""

NAME = f"one unit of a movement phase, seven powers, {UNITS} units (diplomacy)"


def available() -> bool:
    """Tell whether the package is installed."""
    return find_spec("diplomacy") is not None


class Phases:
    """Adjudicates one prepared first movement phase after the other, with random orders in."""

    def __init__(self, count: int) -> None:
        """Prepare so many phases."""
        self.games = [_prepared(Random(seed)) for seed in range(count)]

    def __call__(self) -> None:
        """Adjudicate the next."""
        self.games.pop().process()


def _prepared(rng: Random) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)  # it leaves a file of its own open
        from diplomacy import Game

        game = Game()
    possible = game.get_all_possible_orders()
    for power, places in game.get_orderable_locations().items():
        orders = [rng.choice(possible[place]) for place in places if possible[place]]
        game.set_orders(power, orders)
    return game
