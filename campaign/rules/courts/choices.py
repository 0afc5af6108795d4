"""What may be played for now: everything a form offers. Nothing here decides anything.

Source: campaign.md 4b, "Court".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from campaign.rules.courts.review import Bound, free_stock, unfit
from campaign.rules.courts.stakes import (
    FAVOUR,
    GAMES,
    HONOUR,
    POT,
    PRECEDENCE,
    SEATS,
    TILE,
    Stake,
)
from campaign.rules.ruleset import Price
from campaign.rules.table import Table


@dataclass(frozen=True, slots=True)
class Disputed:
    """A hex that its owner may stake against each of ``others``, and against all of them."""

    tile: int
    owner: int
    others: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CourtChoices:
    """What courts may be held.

    ``kinds`` are stakes as a form offers them: ``pot`` and ``seats`` are the two purses.
    ``purse`` is the most that the house allows, ``favour`` the most might; ``free`` is what
    each living kingdom has and has staked nowhere. ``first`` is first in player order: without
    it no challenge is for precedence.
    """

    games: tuple[tuple[str, int, int], ...]
    kinds: tuple[str, ...]
    purse: Price
    favour: int
    free: tuple[tuple[int, Price], ...]
    tiles: tuple[Disputed, ...]
    first: int


def court_choices(
    table: Table, locked: Iterable[Bound] = (), *, challenger: int | None = None
) -> CourtChoices:
    """Return what may be played for: by a game master's word, or in a kingdom's challenge."""
    bound = tuple(locked)
    living = sorted(table.living())
    tiles = disputed_tiles(table, bound)
    if challenger is not None:
        tiles = tuple(one for one in tiles if challenger in (one.owner, *one.others))
    return CourtChoices(
        games=tuple((name, low, min(high, len(living))) for name, (low, high) in GAMES.items()),
        kinds=_kinds(table, tiles, mastered=challenger is None),
        purse=table.rules.court_purse,
        favour=table.rules.court_favour if table.rules.might else 0,
        free=tuple((seat, free_stock(table, seat, bound)) for seat in living),
        tiles=tiles,
        first=table.living()[0],
    )


def _kinds(table: Table, tiles: tuple[Disputed, ...], *, mastered: bool) -> tuple[str, ...]:
    purse = any(table.rules.court_purse)
    offered = (
        (HONOUR, True),
        (PRECEDENCE, True),
        (SEATS, purse),
        (POT, purse and mastered),
        (FAVOUR, mastered and table.rules.might and table.rules.court_favour > 0),
        (TILE, bool(tiles)),
    )
    return tuple(kind for kind, is_offered in offered if is_offered)


def disputed_tiles(table: Table, locked: Iterable[Bound] = ()) -> tuple[Disputed, ...]:
    """List every hex that may be staked, by number, with the kingdoms that border on it."""
    bound = tuple(locked)
    found = []
    for tile, owner in enumerate(table.owners):
        around = {table.owners[other] for other in table.board.adjacent[tile]}
        others = tuple(sorted(seat for seat in around - {owner, None} if seat is not None))
        stake = Stake(TILE, tile=table.board.numbers[tile])
        if owner is not None and others and not unfit(table, (owner, others[0]), stake, bound):
            found.append(Disputed(stake.tile, owner, others))
    return tuple(found)
