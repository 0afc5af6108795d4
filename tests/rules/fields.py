"""Small tables for tests of the Summer: a plain grid of 11 x 5 with the bottom rows free.

Hexes are numbered row by row from 1. Kingdoms start at 13, 19 and 16 in the second row;
rows four (34..44) and five (45..55) touch no homeland. Around 40 lie 41 (east), 39 (west),
29 and 30 (north-west and -east), 51 and 52 (south-west and -east).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random

from campaign.rules.board import Board, compile_board
from campaign.rules.field import Field
from campaign.rules.maps import grid_map
from campaign.rules.ruleset import make_ruleset
from campaign.rules.setup.steps import empty_state
from campaign.rules.state import ORDERS, Army, Order, Ship
from campaign.rules.summer.resolution import resolve_orders
from campaign.rules.table import Table
from games.engine.chance import Scripted
from games.engine.contract import Json

COAST = {"terrain": "coast"}
SHORE = {
    41: {"terrain": "forest"},
    39: {"terrain": "ocean"},
    29: {"terrain": "marsh"},
    30: {"river": True},
    51: {"terrain": "coast"},
    40: {"terrain": "coast", "edges": {"w": "none", "se": "water"}},
}
"""Hex 40 by the sea: water lies on its edge with 52, nothing on its own side of that with 39."""


def field_board(kingdoms: int = 3, tiles: Mapping[int, Json] | None = None) -> Board:
    """Compile the grid; ``tiles`` says what is special, by number."""
    document = grid_map(11, 5, kingdoms)
    known = {tile["n"]: tile for tile in document["tiles"]}
    for number, changes in (tiles or {}).items():
        known[number] = {"n": number, **known.get(number, {}), **changes}
    return compile_board(document | {"tiles": list(known.values())}, kingdoms)


def lay_table(
    pieces: Iterable[Army | Ship] = (),
    *,
    tiles: Mapping[int, Json] | None = None,
    owners: Mapping[int, int] | None = None,
    settlements: Mapping[int, str] | None = None,
    order: Sequence[int] | None = None,
    kingdoms: int = 3,
    stage: str = ORDERS,
    edition: str = "classic",
    **rules: Json,
) -> Table:
    """Lay out a month of the first Summer with these pieces."""
    board = field_board(kingdoms, tiles)
    table = Table(board, make_ruleset(edition, rules), empty_state(board, kingdoms, stage))
    table.month = 1 if stage == ORDERS else 0
    table.order = list(order or range(kingdoms))
    for number, owner in (owners or {}).items():
        table.claim(owner, board.index[number], (settlements or {}).get(number))
    for piece in pieces:
        if isinstance(piece, Army):
            table.put_army(piece)
        else:
            table.ships[piece.kingdom][piece.number] = piece
    return table


def army(kingdom: int, number: int, tile: int, **changes: Json) -> Army:
    """Return an upright army of 500 points."""
    return Army(kingdom, number, changes.pop("points", 500), tile, **changes)


def ship(kingdom: int, number: int, tile: int, **changes: Json) -> Ship:
    """Return an upright ship."""
    return Ship(kingdom, number, tile, **changes)


def do(order: str, to: int | None = None, *, army: int | None = None, ship: int | None = None):
    """Return one order."""
    return Order(army, ship, order, to)


def resolve(table: Table, orders: Mapping[int, Sequence[Order]], dice: Json = ()) -> Field:
    """Resolve a month's orders with these dice and return the field; all dice must be used."""
    field, chance = Field(table), Scripted(dice)
    resolve_orders(table, field, orders, chance)
    assert chance.unused() == ()
    return field


def owner(table: Table, number: int) -> int | None:
    """Return who controls a tile."""
    return table.owners[table.board.index[number]]


def standing(table: Table, number: int) -> str | None:
    """Return the settlement on a tile."""
    return table.settlements[table.board.index[number]]


def told(table: Table, *kinds: str) -> list[Json]:
    """List the data of the events of these kinds, in order."""
    return [dict(event.data) for event in table.events if event.kind in kinds]


def laid(*pieces: Army | Ship) -> Table:
    """Lay pieces on the shore around 40, where a village of kingdom 0 stands."""
    return lay_table(pieces, tiles=SHORE, owners={40: 0, 42: 0}, settlements={40: "village"})


def crowded(rng: Random) -> Table:
    """Lay armies, ships and pairs of three kingdoms on a few hexes of land, shore and sea."""
    pieces: list[Army | Ship] = []
    for seat in range(3):
        for number in range(1, 4):
            tile, upright = rng.choice([39, 40, 51]), rng.random() < 0.7
            pieces.append(ship(seat, number, tile, upright=upright))
            loaded = number if tile == 39 or rng.random() < 0.4 else None
            place = tile if loaded else rng.choice([40, 51, 52])
            posture = upright if loaded else rng.random() < 0.7
            pieces.append(army(seat, number, place, upright=posture, aboard=loaded))
    return laid(*pieces)
