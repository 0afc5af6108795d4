"""Campaigns of every kind for the property tests: opened, played and looked at."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from campaign.rules import SYSTEM
from campaign.rules.maps import grid_map
from campaign.rules.state import State
from campaign.rules.system import CampaignGame
from games.engine.chance import Seeded
from games.engine.contract import Json, Step

examples = settings(max_examples=20)
seeds = st.integers(0, 10_000)

# A grid with a shore of coast and sea, a river, and homelands that touch water.
RIVERS = ({"n": 4, "river": True}, {"n": 19, "river": True}, {"n": 20, "river": True})


def options(rng: Random, seats: int, **fixed: Json) -> Json:
    """Return random options on a shore map."""
    document = grid_map(3 * seats + 2, 5, seats, shore=True)
    known = {tile["n"]: tile for tile in document["tiles"]}
    for river in RIVERS:
        known[river["n"]] = known.get(river["n"], {}) | river
    document["tiles"] = list(known.values())
    return SYSTEM.playout_options(rng, seats) | {"map": document} | fixed


def opened(seed: int, **fixed: Json) -> tuple[CampaignGame, Random]:
    """Open a random campaign of 2 to 4 kingdoms."""
    rng = Random(seed)
    seats = rng.randint(2, 4)
    return SYSTEM.open(options(rng, seats, **fixed), seats), rng


def opened_for_one_sheet(seed: int) -> tuple[CampaignGame, Random]:
    """Open a random campaign whose whole winter is one sheet: no courts come between."""
    rng = Random(seed)
    seats = rng.randint(2, 4)
    given = options(rng, seats, play="sealed", hand_in="sheet")
    given["rules"]["courts"] = False
    return SYSTEM.open(given, seats), rng


def enriched(game: CampaignGame, state: State, rng: Random) -> State:
    """Return a later-looking position: more land, settlements, armies and ships, at Recall."""
    position = copy.deepcopy(game.encode(state)) | {"stage": "recall", "summer": {}}
    board = game.board
    kinds = ["village", "city", "fortress", None, None]
    for number, land in zip(board.numbers, board.land, strict=True):
        if land and rng.random() < 0.5 and str(number) not in position["tiles"]:
            owner = rng.randrange(game.seats)
            if position["kingdoms"][owner]["alive"]:
                tile = {"owner": owner, "settlement": rng.choice(kinds)}
                position["tiles"][str(number)] = tile
    for number, tile in position["tiles"].items():
        if tile["settlement"] == "capital" and rng.random() < 0.4:
            position["tiles"][number]["settlement"] = rng.choice(kinds)
    position["armies"] = _armies(game, rng)
    position["ships"] = _ships(game, rng)
    return game.position(position)


def _armies(game: CampaignGame, rng: Random) -> list[dict[str, Any]]:
    land = [n for n, dry in zip(game.board.numbers, game.board.land, strict=True) if dry]
    return [
        {
            "kingdom": seat,
            "number": number,
            "points": 100 * rng.randint(1, 5),
            "tile": rng.choice(land),
            "upright": rng.random() < 0.5,
        }
        for seat in range(game.seats)
        for number in sorted(rng.sample(range(1, 10), rng.randint(0, game.rules.max_armies)))
    ]


def _ships(game: CampaignGame, rng: Random) -> list[dict[str, Any]]:
    water = [tile.number for tile in game.board.tiles if tile.terrain in ("coast", "ocean")]
    return [
        {"kingdom": seat, "number": number, "tile": rng.choice(water), "upright": False}
        for seat in range(game.seats)
        for number in sorted(rng.sample(range(1, 6), rng.randint(0, 3)))
    ]


def lively(game: CampaignGame, state: State, rng: Random) -> dict[int, Json]:
    """Return a random legal answer for everybody who is asked; some give none."""
    return {
        ask.seat: game.check(state, ask.seat, game.sample(state, ask, rng))
        for ask in game.asks(state)
        if rng.random() < 0.9
    }


def played(seed: int, **fixed: Json) -> Iterator[tuple[CampaignGame, State, Step[State]]]:
    """Play a random campaign from a rich position, yielding each state and what came of it."""
    game, rng = opened(seed, **fixed)
    state = enriched(game, game.start(Seeded(rng)).state, rng)
    for _ in range(60):
        if not game.asks(state):
            return
        step = game.resolve(state, lively(game, state, rng), Seeded(rng))
        yield game, state, step
        state = step.state
