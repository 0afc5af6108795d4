"""Small positions for the steward, and what it answers there.

They lie on a plain grid of 11 x 5, numbered row by row from 1. Around 27 lie 28 (east), 26
(west), 15 and 16 (north), 37 and 38 (south); around 13 lie 14, 12, 2, 3, 24, 25.
"""

from __future__ import annotations

from campaign.rules import SYSTEM
from campaign.rules.maps import grid_map
from campaign.rules.steward.answer import steward_answer

CAPITAL = {"13": {"owner": 0, "settlement": "capital"}}
ISLAND = [
    *({"n": n, "terrain": "ocean"} for n in (5, 6, 16, 17, 27, 28, 38, 39, 49, 50)),
    *({"n": n, "terrain": "coast"} for n in (26, 29)),
]
WEST = {str(n): {"owner": 0} for n in range(1, 56) if (n - 1) % 11 < 4}


def laid(position, *, special=(), edition="classic", **options):
    """Return a game of two kingdoms on the grid and a position in it, in the first month."""
    document = grid_map(11, 5, 2)
    known = {tile["n"]: tile for tile in document["tiles"]}
    for tile in special:
        known[tile["n"]] = known.get(tile["n"], {}) | tile
    document["tiles"] = list(known.values())
    game = SYSTEM.open({"map": document, "edition": edition, **options}, 2)
    return game, game.position({"stage": "orders", **position})


def answer_of(game, state, seat=0):
    """Return what the steward answers for a seat, as the game takes it."""
    ask = next(ask for ask in game.asks(state) if ask.seat == seat)
    return game.check(state, seat, steward_answer(game, state, seat, ask))
