"""How fair a map is in play: many campaigns of stewards, counted by start hex.

::

    places = by_start({"map": load_map("sound")}, kingdoms=3, seed=1, campaigns=60)
    places[0].tile, places[0].share      # 1.0: it wins as often as it should

Campaign number i depends on its seed alone. Which seat gets which start is drawn anew for
each, so that a difference between starts is one of the map.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from campaign.rules.simulate import Player, simulate, steward
from campaign.rules.state import FOUND, SETUP, State
from campaign.rules.steward.setup import setup_sheet
from campaign.rules.system import SYSTEM, CampaignGame
from games.engine.contract import Ask, Json


@dataclass(slots=True)
class Place:
    """What a start hex came to; a place shared by several counts as a part of a win.

    ``score`` is the average; ``share`` is wins by what an equal share would be.
    """

    tile: int
    wins: float = 0.0
    score: float = 0.0
    share: float = 0.0


def by_start(
    options: Mapping[str, Json], kingdoms: int, seed: int, campaigns: int
) -> tuple[Place, ...]:
    """Simulate so many campaigns from consecutive seeds; return the starts by tile number."""
    game = SYSTEM.open(options, kingdoms)
    places = {
        game.board.numbers[tile]: Place(game.board.numbers[tile]) for tile in game.board.starts
    }
    for number in range(seed, seed + campaigns):
        drawn = list(places)
        Random(f"{number}/starts").shuffle(drawn)
        players = [_settler(tile) for tile in drawn]
        outcome = simulate(game, number, players, watched=False).outcome
        for tile, score in zip(drawn, outcome.scores, strict=True):
            places[tile].score += score / campaigns
        for seat in outcome.winners:
            places[drawn[seat]].wins += 1 / len(outcome.winners)
    for place in places.values():
        place.share = place.wins * kingdoms / campaigns
    return tuple(places.values())


def _settler(tile: int) -> Player:
    """Return a player who founds on this start and is a steward in all else."""

    def answer(game: CampaignGame, state: State, ask: Ask, rng: Random) -> Json:
        if ask.kind == FOUND:
            return tile
        if ask.kind == SETUP:
            return setup_sheet(game.board, ask.seat, tile)
        return steward(game, state, ask, rng)

    return answer


def as_rows(places: tuple[Place, ...]) -> list[dict[str, Any]]:
    """Return the starts as plain JSON."""
    return [
        {
            "tile": place.tile,
            "wins": round(place.wins, 2),
            "score": round(place.score, 1),
            "share": round(place.share, 2),
        }
        for place in places
    ]
