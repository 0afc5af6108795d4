"""What a bot is."""

from __future__ import annotations

from random import Random
from typing import Any, Protocol

from games.engine.contract import Ask, Game, Json


class Bot(Protocol):
    """A player that decides from what its seat may know.

    A bot never gets the state; whatever it wants to try out it tries on states
    imagined from the view. All its randomness comes from ``rng``.
    """

    def answer(self, game: Game[Any], view: Json, ask: Ask, rng: Random) -> Json:
        """Return a legal answer to ``ask``, as the seat ``ask.seat`` that sees ``view``."""
        ...
