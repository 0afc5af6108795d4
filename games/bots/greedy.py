"""The bot that looks one resolve ahead and takes what stands best then.

Example: in a game that is scored by gold it takes the answer after which it has
most gold more than the best other seat, the others answering by default.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from games.engine.chance import Seeded
from games.engine.contract import Ask, Game, Json, Outcome

WIN = 10**9


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


def _outlook(game: Game[Any], worlds: Sequence[Any], seat: int, answer: Json, seed: float) -> int:
    """Add up how the seat stands after one resolve in each world."""
    return sum(
        standing(
            game.outcome(game.resolve(world, {seat: answer}, Seeded(Random(seed))).state), seat
        )
        for world in worlds
    )


def standing(outcome: Outcome, seat: int) -> int:
    """Return how well a seat stands: its lead over the best other, a win above all."""
    others = [score for other, score in enumerate(outcome.scores) if other != seat]
    lead = outcome.scores[seat] - max(others, default=0)
    if not outcome.over:
        return lead
    return lead + (WIN if seat in outcome.winners else -WIN)
