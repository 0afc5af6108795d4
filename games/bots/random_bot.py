"""The bot that does not think: any legal answer, each equally likely."""

from __future__ import annotations

from random import Random
from typing import Any

from games.engine.contract import Ask, Game, Json


class RandomBot:
    """Answers at random; a sheet is sampled on a state imagined from the view."""

    def answer(self, game: Game[Any], view: Json, ask: Ask, rng: Random) -> Json:
        """Return a random legal answer."""
        if ask.legal is not None:
            return rng.choice(ask.legal)
        return game.sample(game.imagine(view, ask.seat, rng), ask, rng)
