"""Random courts for simulated Winters: who plays what with whom, for a stake the house allows.

Source: campaign.md 4b, "Court".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from campaign.rules.courts.review import Bound, stake_problems
from campaign.rules.courts.stakes import (
    FAVOUR,
    GAMES,
    HONOUR,
    KINDS,
    POT,
    PURSE,
    SEATS,
    TILE,
    Court,
    Stake,
)
from campaign.rules.table import Table

TRIES = 12


def random_court(table: Table, number: int, bound: Sequence[Bound], rng: Random) -> Court | None:
    """Return a court that may be held beside those that bind already, or none."""
    living = table.living()
    fitting = [game for game, (low, _) in GAMES.items() if low <= len(living)]
    if not fitting:
        return None
    game = rng.choice(fitting)
    low, high = GAMES[game]
    seats = tuple(rng.sample(living, rng.randint(low, min(high, len(living)))))
    legal = (s for s in _stakes(table, rng) if not stake_problems(table, game, seats, s, bound))
    return Court(number, game, seats, next(legal, Stake(HONOUR)))


def _stakes(table: Table, rng: Random) -> Iterator[Stake]:
    """Yield random stakes of a kind, most of which the house allows."""
    kind = rng.choice(KINDS)
    if kind == PURSE:
        yield from (stake for stake in _purses(table, rng) if stake.gold or stake.food)
    elif kind == FAVOUR:
        yield Stake(FAVOUR, might=rng.randint(1, max(1, table.rules.court_favour)))
    elif kind == TILE:
        yield from (Stake(TILE, tile=tile) for tile in _border(table, rng))
    else:
        yield Stake(kind)


def _purses(table: Table, rng: Random) -> Iterator[Stake]:
    most = table.rules.court_purse
    for _ in range(TRIES):
        gold, food = rng.randint(0, most.gold), rng.randint(0, most.food)
        yield Stake(PURSE, gold, food, rng.choice((POT, SEATS)))


def _border(table: Table, rng: Random) -> list[int]:
    """List controlled hexes beside another kingdom's, in random order."""
    owners, board = table.owners, table.board
    found = [
        board.numbers[tile]
        for tile, owner in enumerate(owners)
        if owner is not None
        and any(owners[near] not in (None, owner) for near in board.adjacent[tile])
    ]
    return rng.sample(found, len(found))
