"""How the steward sets a kingdom up: a capital in good land, a homeland that looks outward.

Tiles are positions on the board. Source: campaign.md 2.
"""

from __future__ import annotations

from functools import lru_cache

from campaign.rules.board import COAST, DIRECTIONS, PLAIN, Board
from campaign.rules.ruleset import RACES
from campaign.rules.state import CAPITAL, CITY, FORTRESS, VILLAGE
from campaign.rules.steward.outlook import lot
from campaign.rules.tokens import ways_of
from games.engine.contract import Json

NAMES = tuple(DIRECTIONS)
GOOD = {PLAIN: 3, COAST: 3}
ROUGH = 2
"""What a reachable tile near a start is worth: a plain or a shore, or other land."""

MARCH = 3
"""How far around a start the steward looks, in steps over land."""

CROWD, CROWDED = 5, 6
"""Another start within ``CROWD`` hexes costs ``CROWDED`` for each hex that it is nearer."""


def race_of(seat: int) -> str:
    """Return the race that the steward of a seat names."""
    return RACES[seat % len(RACES)]


def setup_sheet(board: Board, seat: int, start: int | None = None) -> dict[str, Json]:
    """Return the sealed sheet; its directions suit the start tile it wants most.

    Each seat begins the ranking at a place of its own, so that stewards among themselves
    mostly get the tile for which they planned; or at ``start``, a tile's number.
    """
    ranked = ranked_starts(board)
    first = seat % len(ranked) if start is None else ranked.index(board.index[start])
    starts = ranked[first:] + ranked[:first]
    homeland = homeland_at(board, starts[0], seat)
    return {
        "race": race_of(seat),
        "starts": [board.numbers[tile] for tile in starts],
        "homeland": homeland,
        "army": muster_at(homeland),
    }


@lru_cache(maxsize=64)
def ranked_starts(board: Board) -> tuple[int, ...]:
    """Rank the start tiles: much good land around, other starts far away."""
    return tuple(sorted(board.starts, key=lambda tile: (-_promise(board, tile), tile)))


def _promise(board: Board, start: int) -> int:
    land = sum(GOOD.get(board.tiles[tile].terrain, ROUGH) for tile in _around(board, start))
    others = (board.distance(start, other) for other in board.starts if other != start)
    return land - CROWDED * sum(max(0, CROWD + 1 - apart) for apart in others)


def _around(board: Board, start: int) -> list[int]:
    """List the tiles that an army can march to within ``MARCH`` steps."""
    steps = ways_of(board).by_land
    found, fringe = {start}, [start]
    for _ in range(MARCH):
        fringe = [near for tile in fringe for near in steps[tile] if near not in found]
        found.update(fringe)
    return sorted(found)


@lru_cache(maxsize=64)
def _openness(board: Board, capital: int, seat: int) -> tuple[tuple[int, str], ...]:
    """Rate the six directions, the most open first: land beyond that is easy to reach.

    Of two as open as each other the better has more land farther out, then is nearer to
    the other starts; the seat's lot decides the rest, not the direction.
    """
    inside = frozenset((capital, *board.adjacent[capital]))
    home = lot(board.numbers[capital], seat)
    rated = []
    for place, (name, tile) in enumerate(zip(NAMES, board.across[capital], strict=True)):
        merits = (0, 0, 0) if tile is None else _merits(board, tile, inside)
        rated.append((*merits, lot(place, home), name))
    return tuple((merit, name) for merit, *_, name in sorted(rated, reverse=True))


def _merits(board: Board, tile: int, inside: frozenset[int]) -> tuple[int, int, int]:
    """Rate a tile of a homeland: the steps out of it, the land beyond, how near others are."""
    steps = [near for near in ways_of(board).by_land[tile] if near not in inside]
    beyond = set(_around(board, tile)) - inside
    others = sum(board.distance(tile, other) for other in board.starts)
    return sum(_ease(board, tile, near) for near in steps), len(beyond), -others


def _ease(board: Board, tile: int, near: int) -> int:
    """Rate a step out of the homeland: 3 where it does not lay an army down, else 1."""
    hard = near in ways_of(board).rough[tile] or board.tiles[near].river
    return 1 if hard else 3


def homeland_at(board: Board, capital: int, seat: int) -> dict[str, str]:
    """Lay out a homeland: a fortress where most is open, a city by water, then villages."""
    names = [name for _, name in _openness(board, capital, seat)]
    around = dict(zip(NAMES, board.across[capital], strict=True))
    fortress, *rest = names
    shores = [name for name in rest if (tile := around[name]) is not None and board.harbour[tile]]
    city = (shores or rest)[0]
    villages = [name for name in rest if name != city][:2]
    kinds = {fortress: FORTRESS, city: CITY} | dict.fromkeys(villages, VILLAGE)
    return {name: kinds[name] for name in NAMES if name in kinds}


def muster_at(homeland: Json) -> str:
    """Return where the first army stands: in the fortress, which looks outward."""
    return next((name for name, kind in homeland.items() if kind == FORTRESS), CAPITAL)
