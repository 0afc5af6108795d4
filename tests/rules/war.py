"""Small fields of battle for the tests of battles: two rows of hexes and what stands there.

Tiles are numbered from 1, the first row first. A tile of the second row touches the one above
it and the next one to the right: in ``"ppp", "ppp"`` tile 4 touches 1, 2 and 5.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from campaign.rules.battle.battles import fight
from campaign.rules.battle.choosing import sealed
from campaign.rules.board import Board, compile_board
from campaign.rules.field import Field
from campaign.rules.ruleset import make_ruleset
from campaign.rules.state import BATTLE, Army, Kingdom, Plan, Ship, State, Summer
from campaign.rules.table import Table
from games.engine.chance import Scripted
from games.engine.contract import Chance, Event

TERRAIN = {
    "p": "plain",
    "f": "forest",
    "m": "mountain",
    "x": "marsh",
    "c": "coast",
    "o": "ocean",
    "r": "plain",
    "e": "coast",
}
RIVERS = "re"
"""``r`` is a plain with a river, ``e`` a coast with a river's mouth."""


def board_of(*rows: str) -> Board:
    """Return a board with these rows of terrain."""
    tiles: list[dict[str, Any]] = []
    for r, row in enumerate(rows):
        for q, letter in enumerate(row):
            tile = {"n": len(tiles) + 1, "q": q, "r": r, "terrain": TERRAIN[letter]}
            tiles.append(tile | ({"river": True} if letter in RIVERS else {}))
    return compile_board({"name": "war", "tiles": tiles}, kingdoms=0)


def army(
    kingdom: int, number: int, tile: int, points: int = 500, *, down: bool = False, aboard: int = 0
) -> Army:
    """Return an army; ``down``: it lies on its side."""
    return Army(kingdom, number, points, tile, not down, aboard or None)


def ship(kingdom: int, number: int, tile: int, *, down: bool = False) -> Ship:
    """Return a ship."""
    return Ship(kingdom, number, tile, not down)


def war(
    *rows: str,
    held: Mapping[int, int] | None = None,
    built: Mapping[int, str] | None = None,
    tokens: Iterable[Army | Ship] = (),
    plans: Sequence[Plan] = (),
    defending: Iterable[tuple[int, int]] = (),
    seats: int = 0,
    edition: str = "classic",
    **rules: Any,
) -> Table:
    """Lay out a table in a month's battles; ``held`` and ``built`` go by tile number."""
    board, tokens = board_of(*rows), list(tokens)
    held, built = held or {}, built or {}
    seats = max([seats, 2, *(t.kingdom + 1 for t in tokens), *(s + 1 for s in held.values())])
    summer = Summer(month=1, plans=tuple(plans), defending=tuple(sorted(defending)))
    state = State(
        year=1,
        stage=BATTLE,
        order=tuple(range(seats)),
        kingdoms=(Kingdom(),) * seats,
        owners=tuple(held.get(number) for number in board.numbers),
        settlements=tuple(built.get(number) for number in board.numbers),
        armies=tuple(sorted((t for t in tokens if isinstance(t, Army)), key=_key)),
        ships=tuple(sorted((t for t in tokens if isinstance(t, Ship)), key=_key)),
        summer=summer,
    )
    return Table(board, make_ruleset(edition, rules), state)


def _key(token: Army | Ship) -> tuple[int, int]:
    return token.kingdom, token.number


def fought(table: Table, *dice: int) -> list[Event]:
    """Fight the month's battles in sealed play with exactly these dice; return the events."""
    chance = Scripted(dice)
    fought_by(table, chance)
    assert not chance.unused()
    return table.events


def fought_by(table: Table, chance: Chance) -> None:
    """Fight the month's battles in sealed play."""
    fight(table, Field(table), sealed, chance)


def told(events: Iterable[Event], kind: str, *keys: str) -> list[Any]:
    """List what events of a kind say: these keys of each, or the one key alone."""
    found = [[event.data[key] for key in keys] for event in events if event.kind == kind]
    return [row[0] if len(keys) == 1 else tuple(row) for row in found]


def places(table: Table) -> dict[str, tuple[int | None, bool]]:
    """Return where every token stands, as in ``{"0a1": (7, True)}``; ``True`` is upright."""
    armies = {f"{a.kingdom}a{a.number}": a for own in table.armies for a in own.values()}
    ships = {f"{s.kingdom}s{s.number}": s for own in table.ships for s in own.values()}
    return {name: (token.tile, token.upright) for name, token in (armies | ships).items()}


def owner(table: Table, number: int) -> int | None:
    """Return who controls a tile, by its number."""
    return table.owners[table.board.index[number]]
