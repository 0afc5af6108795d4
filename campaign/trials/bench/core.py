"""The pure core: whole Winters resolved in memory, states written and read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import cycle
from random import Random

from campaign.rules import SYSTEM
from campaign.rules.state import State
from campaign.rules.system import CampaignGame
from campaign.trials.bench.figures import Figure, at_most, plain
from campaign.trials.bench.timing import Effort, in_turn
from campaign.trials.worlds import full_autumn, laid_map
from games.engine.chance import Seeded
from games.engine.contract import Json

KINGDOMS, TILES = 6, 200
WINTERS = 20
EDITIONS = ("classic", "capitals")


@dataclass(frozen=True, slots=True)
class Winter:
    """A Winter's two positions and what everybody hands in for each."""

    autumn: State
    sheets: dict[int, Json]
    staged: State
    placements: dict[int, Json]


def open_game(edition: str, tiles: int, rng: Random) -> CampaignGame:
    """Return a game of six kingdoms on a map of so many hexes."""
    document = laid_map(tiles, KINGDOMS, rng)
    options = {"edition": edition, "map": document, "rules": {"years": 0}}
    return SYSTEM.open(options, KINGDOMS)


def make_winter(game: CampaignGame, rng: Random) -> Winter:
    """Return a Winter late in a campaign, with lively sheets for all."""
    autumn = full_autumn(game, rng)
    sheets = {ask.seat: game.sample(autumn, ask, rng) for ask in game.asks(autumn)}
    staged = game.resolve(autumn, sheets, Seeded(Random(1))).state
    placements = {ask.seat: game.sample(staged, ask, rng) for ask in game.asks(staged)}
    return Winter(autumn, sheets, staged, placements)


def play(game: CampaignGame, winter: Winter) -> None:
    """Resolve both phases of a Winter."""
    game.resolve(winter.autumn, winter.sheets, Seeded(Random(1)))
    game.resolve(winter.staged, winter.placements, Seeded(Random(1)))


def _play_next(game: CampaignGame, winters: Iterator[Winter]) -> None:
    play(game, next(winters))


def measure(effort: Effort) -> list[Figure]:
    """Return the figures of the pure core."""
    figures = []
    for edition in EDITIONS:
        rng = Random(2)
        game = open_game(edition, TILES, rng)
        winters = cycle([make_winter(game, rng) for _ in range(WINTERS)])
        spent = in_turn({"winter": partial(_play_next, game, winters)}, effort)["winter"]
        name = f"pure Winter, {KINGDOMS} kingdoms, {TILES} tiles, {edition}"
        figures += [
            plain(name, spent.p50, "ms", below=2),
            plain(f"{name}, rate", 1000 / spent.p50, "winters/s"),
        ]
    return figures + _encoding(effort)


def _encoding(effort: Effort) -> list[Figure]:
    rng = Random(3)
    game = open_game("classic", 400, rng)
    state = full_autumn(game, rng)
    text = json.dumps(game.encode(state))
    spent = in_turn(
        {
            "encode": lambda: json.dumps(game.encode(state)),
            "decode": lambda: game.decode(json.loads(text)),
        },
        effort,
    )
    return [
        plain("state of 400 tiles to JSON text", spent["encode"].p50, "ms"),
        plain("state of 400 tiles from JSON text", spent["decode"].p50, "ms"),
        at_most("state of 400 tiles as JSON text", len(text), "bytes", 100_000),
    ]
