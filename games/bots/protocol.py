"""What a bot is, and what a game may tell bots beyond the contract."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol, runtime_checkable

from games.engine.contract import Ask, Chance, Game, Json


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


@runtime_checkable
class Branching(Protocol):
    """A game that can say how the dice of one answer may fall; the hook is optional."""

    def branches(
        self, state: Any, seat: int, answer: Json, rng: Random
    ) -> Sequence[tuple[float, Chance]]:
        """Return the ways luck can go that make a difference, each with its probability.

        Empty: luck makes none, or too many; then it is sampled.
        """
        ...


@runtime_checkable
class Following(Protocol):
    """A game in which one decision is asked in several steps; the hook is optional."""

    @property
    def follows(self) -> int:
        """How many further asks of its own a bot should play through before it judges."""
        ...


@runtime_checkable
class Shortlisting(Protocol):
    """A game that can say which answers are worth comparing; the hook is optional."""

    def shortlist(self, state: Any, ask: Ask, first: bool) -> Sequence[Json]:
        """Return some of the answers listed.

        ``first``: to the decision itself; else to a further ask of the same seat, where
        none at all means that the position is judged as it is.
        """
        ...


@runtime_checkable
class InRounds(Shortlisting, Protocol):
    """A game to be searched by whole rounds (``games.bots.rounds``); the hook is optional."""

    @property
    def by_turns(self) -> bool:
        """Whether it is: a turn is many small asks, or a gain is no other seat's loss."""
        ...
