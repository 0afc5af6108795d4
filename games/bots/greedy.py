"""The bot that looks one resolve ahead and takes what stands best then.

Example: in a game that is scored by gold it takes the answer after which it has
most gold more than the best other seat, the others answering by default. Where
the game offers an ``estimate``, that is believed instead of the score; where it
asks one decision in several steps, the steps are taken; where it names the ways
of its dice, they are weighed by their probability; where it names the answers worth
comparing, only those are compared (``games.bots.protocol``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

from games.bots.outlook import WIN, estimate_of, promise, standing
from games.bots.protocol import Branching, Following, Shortlisting
from games.engine.chance import Seeded
from games.engine.contract import Ask, Game, Json

__all__ = ["WIN", "GreedyBot", "Look", "standing"]

FOLLOWED = 40
"""How many answers to each further ask of its own it compares."""


@dataclass(frozen=True, slots=True)
class GreedyBot:
    """Compares up to ``candidates`` answers over ``worlds`` imagined states each.

    For a sheet the candidates are the default and samples. Every candidate meets
    the same worlds and the same luck; equal ones: the first wins.
    """

    candidates: int = 24
    worlds: int = 2

    def answer(self, game: Game[Any], view: Json, ask: Ask, rng: Random) -> Json:
        """Return the candidate with the best outlook."""
        worlds = [game.imagine(view, ask.seat, rng) for _ in range(self.worlds)]
        candidates = self._candidates(game, worlds, ask, rng)
        if len(candidates) == 1:
            return candidates[0]
        seed = rng.random()
        return max(candidates, key=lambda answer: _outlook(game, worlds, ask.seat, answer, seed))

    def _candidates(
        self, game: Game[Any], worlds: Sequence[Any], ask: Ask, rng: Random
    ) -> Sequence[Json]:
        if ask.legal is None:
            samples = (game.sample(rng.choice(worlds), ask, rng) for _ in range(self.candidates))
            return [ask.default, *samples]
        if isinstance(game, Shortlisting):
            return game.shortlist(worlds[0], ask, True)
        if len(ask.legal) <= self.candidates:
            return ask.legal
        return [ask.legal[i] for i in rng.sample(range(len(ask.legal)), self.candidates)]


def _outlook(game: Game[Any], worlds: Sequence[Any], seat: int, answer: Json, seed: float) -> float:
    """Add up how the seat stands after this answer in each world."""
    look = Look(game, seat, seed)
    return sum(look.after(world, answer, look.follows) for world in worlds)


class Look:
    """Looks ahead from one decision: the same luck for every answer, unless the game names it."""

    def __init__(self, game: Game[Any], seat: int, seed: float) -> None:
        self.game, self.seat, self.seed = game, seat, seed
        self.estimate = estimate_of(game)
        self.branches = game.branches if isinstance(game, Branching) else None
        self.follows = game.follows if isinstance(game, Following) else 0
        self.shortlist = game.shortlist if isinstance(game, Shortlisting) else None

    def after(self, state: Any, answer: Json, steps: int) -> float:
        """Judge an answer by where it leads once the seat's next ``steps`` asks are answered."""
        found = self.branches(state, self.seat, answer, Random(self.seed)) if self.branches else ()
        return sum(
            weight * self._judged(self.game.resolve(state, {self.seat: answer}, luck).state, steps)
            for weight, luck in found or ((1.0, Seeded(Random(self.seed))),)
        )

    def _judged(self, state: Any, steps: int) -> float:
        if steps:
            asks = self.game.asks(state)
            if len(asks) == 1 and asks[0].seat == self.seat and asks[0].legal is not None:
                some = self._worth_trying(state, asks[0])
                if some:
                    best = max(some, key=lambda answer: self.after(state, answer, 0))
                    return self.after(state, best, steps - 1)
        if self.estimate:
            return promise(self.game, state, self.seat, self.estimate)
        return standing(self.game.outcome(state), self.seat)

    def _worth_trying(self, state: Any, ask: Ask) -> Sequence[Json]:
        if self.shortlist:
            return self.shortlist(state, ask, False)
        return list(islice(ask.legal or (), FOLLOWED))
