"""Random months end alike, played by the rules and by a naive referee.

Source: campaign.md 3 and 6.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from campaign.rules import SYSTEM
from games.engine.chance import Seeded
from tests.rules.crowds import ByLabel, crowded, rugged
from tests.rules.play import enriched, options
from tests.rules.referee import Referee


def warlike(seed):
    """Return a game of sealed play with simple battles, its marked edges and a crowded month."""
    rng = Random(seed)
    seats = rng.randint(2, 4)
    chosen = options(rng, seats, begin="winter", play="sealed")
    chosen["rules"]["battle_mode"] = "simple"
    chosen["map"] = rugged(chosen["map"], rng)
    game = SYSTEM.open(chosen, seats)
    start = enriched(game, game.start(Seeded(rng)).state, rng)
    marks = {tile["n"]: tile["edges"] for tile in chosen["map"]["tiles"] if "edges" in tile}
    return game, marks, crowded(game, start, rng), rng


def tokens_of(position):
    """Return armies and ships of an encoded state by kingdom and number."""
    armies = {(a["kingdom"], a["number"]): a for a in position["armies"]}
    return armies, {(s["kingdom"], s["number"]): s for s in position["ships"]}


def held(owners, settlements):
    return {number: (owner, settlements.get(number)) for number, owner in owners.items()}


def compared(seed):
    """Play a random month both ways, compare what is left; return the kinds of its battles."""
    game, marks, position, rng = warlike(seed)
    state = game.position(position)
    asks = [ask for ask in game.asks(state) if ask.kind == "month"]
    sheets = {a.seat: game.check(state, a.seat, game.sample(state, a, rng)) for a in asks}
    referee = Referee(game, game.encode(state), marks, ByLabel(seed))

    after = game.encode(game.resolve(state, sheets, ByLabel(seed)).state)
    referee.play(sheets)

    armies, ships = tokens_of(after)
    tiles = {int(n): (tile["owner"], tile["settlement"]) for n, tile in after["tiles"].items()}
    assert (referee.armies, referee.ships) == (armies, ships)
    assert held(referee.owners, referee.settlements) == tiles
    assert referee.order == after["order"]
    assert referee.alive == [kingdom["alive"] for kingdom in after["kingdoms"]]
    assert referee.strategies == [kingdom["strategies"] for kingdom in after["kingdoms"]]
    return referee.kinds


@pytest.mark.parametrize("block", range(4))
def test_a_month_ends_as_the_referee_says(block):
    kinds = Counter(kind for seed in range(50) for kind in compared(50 * block + seed))

    assert all(kinds[kind] > 5 for kind in ("land", "naval", "land_water"))


def test_the_referee_sees_a_slaughter():
    kinds = [kind for seed in range(60) for kind in compared(seed)]

    assert "slaughter" in kinds
