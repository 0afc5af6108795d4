"""What a bot is, and what a game may tell bots beyond the contract."""

from __future__ import annotations

from random import Random
from typing import Any, Protocol, runtime_checkable

from games.engine.contract import Ask, Game, Json


class Bot(Protocol):
    """A player that decides from what its seat may know.

    A bot never gets the state; whatever it wants to try out it tries on states
    imagined from the view. All its randomness comes from ``rng``.
    """

    def answer(self, game: Game[Any], view: Json, ask: Ask, rng: Random) -> Json:
        """Return a legal answer to ``ask``, as the seat ``ask.seat`` that sees ``view``."""
        ...


@runtime_checkable
class Estimating(Protocol):
    """A game that can judge a running position; the hook is optional.

    Bots ask it thousands of times a decision: it must be cheap, and it may use
    all of the state, which bots have only imagined.
    """

    def estimate(self, state: Any, seat: int) -> float:
        """Return how promising a running position is for ``seat``: 0 is lost, 1 is won."""
        ...
