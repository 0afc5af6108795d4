"""The bot that looks one resolve ahead and takes what stands best then.

Example: in a game that is scored by gold it takes the answer after which it has
most gold more than the best other seat, the others answering by default. Where
the game offers an ``estimate``, that is believed instead of the score.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from games.bots.outlook import WIN, estimate_of, promise, standing
from games.engine.chance import Seeded
from games.engine.contract import Ask, Game, Json

__all__ = ["WIN", "GreedyBot", "standing"]


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
        if len(ask.legal) <= self.candidates:
            return ask.legal
        return [ask.legal[i] for i in rng.sample(range(len(ask.legal)), self.candidates)]


def _outlook(game: Game[Any], worlds: Sequence[Any], seat: int, answer: Json, seed: float) -> float:
    """Add up how the seat stands after one resolve in each world."""
    estimate = estimate_of(game)
    total = 0.0
    for world in worlds:
        state = game.resolve(world, {seat: answer}, Seeded(Random(seed))).state
        if estimate:
            total += promise(game, state, seat, estimate)
        else:
            total += standing(game.outcome(state), seat)
    return total
