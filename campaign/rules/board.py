"""The board: a map document checked and compiled for fast reading.

Hexes are axial with pointy tops: ``q`` grows to the east, ``r`` to the south-east.
A state keeps its columns in the order of ``Board.tiles``, which is by tile number::

    board = compile_board(document, kingdoms=4)
    board.tiles[board.index[17]].terrain

The document is ``{"name": ..., "tiles": [...]}``; each tile has ``n``, ``q``, ``r``,
``terrain`` and, if wanted, ``river``, ``bridge``, ``start`` (a rank: a map opened for N
kingdoms keeps the N lowest ranks), ``edges`` (direction -> mountain, forest, water, none)
and ``name``. Source: campaign.md 1 and 2.4.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from campaign.rules.mapcheck import Entry, read_tiles
from campaign.rules.problems import problem
from campaign.rules.ruleset import START_DISTANCE
from games.engine.contract import BadOptions, Json, Problem

PLAIN, FOREST, MOUNTAIN, MARSH, COAST, OCEAN = (
    "plain",
    "forest",
    "mountain",
    "marsh",
    "coast",
    "ocean",
)
WATER = "water"

DIRECTIONS: Mapping[str, tuple[int, int]] = {
    "e": (1, 0),
    "ne": (1, -1),
    "nw": (0, -1),
    "w": (-1, 0),
    "sw": (-1, 1),
    "se": (0, 1),
}
"""The six directions and their steps in (q, r), counter-clockwise from the east."""

_OPPOSITE = (3, 4, 5, 0, 1, 2)
_ALL_EDGES = {MOUNTAIN: MOUNTAIN, FOREST: FOREST, OCEAN: WATER}


@dataclass(frozen=True, slots=True)
class Tile:
    """One hex. ``start`` is its rank as a start tile, kept only if the seats need it."""

    number: int
    q: int
    r: int
    terrain: str
    river: bool = False
    bridge: bool = False
    start: int | None = None
    name: str = ""


@dataclass(frozen=True, eq=False)
class Board:
    """A compiled map. Everything but ``index`` goes by position in ``tiles``.

    ``across[i]`` holds the neighbour in each of the six ``DIRECTIONS`` or ``None``,
    ``adjacent[i]`` those that exist, ``borders[i]`` what the tile's own side of each
    edge bears (empty: nothing). ``land`` can be built on, ``harbour`` can berth a ship.
    """

    name: str
    tiles: tuple[Tile, ...]
    index: Mapping[int, int]
    numbers: tuple[int, ...]
    across: tuple[tuple[int | None, ...], ...]
    adjacent: tuple[tuple[int, ...], ...]
    borders: tuple[tuple[str, ...], ...]
    land: tuple[bool, ...]
    harbour: tuple[bool, ...]

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """The positions of the start tiles, lowest tile number first."""
        return tuple(i for i, tile in enumerate(self.tiles) if tile.start is not None)

    def distance(self, one: int, other: int) -> int:
        """Return the distance of two positions in hexes."""
        return hexes_apart(self.tiles[one], self.tiles[other])

    def edge(self, one: int, direction: int) -> frozenset[str]:
        """Return all that an edge bears, on either side (``direction``: place in DIRECTIONS)."""
        own = self.borders[one][direction]
        other = self.across[one][direction]
        far = "" if other is None else self.borders[other][_OPPOSITE[direction]]
        return frozenset(mark for mark in (own, far) if mark)


def hexes_apart(one: Tile, other: Tile) -> int:
    """Return the distance of two tiles in hexes."""
    q, r = one.q - other.q, one.r - other.r
    return (abs(q) + abs(r) + abs(q + r)) // 2


def compile_board(document: Json, kingdoms: int) -> Board:
    """Check a map for this many kingdoms and compile it; raise ``BadOptions`` naming each hex."""
    written = read_tiles(document)
    tiles = _tiles(written, kingdoms)
    across = _across(tiles)
    board = Board(
        name=document.get("name", ""),
        tiles=tiles,
        index={tile.number: position for position, tile in enumerate(tiles)},
        numbers=tuple(tile.number for tile in tiles),
        across=across,
        adjacent=tuple(tuple(i for i in row if i is not None) for row in across),
        borders=tuple(
            _borders(tiles, i, across[i], entry.edges) for i, entry in enumerate(written)
        ),
        land=tuple(tile.terrain not in (OCEAN, MARSH) for tile in tiles),
        harbour=tuple(_is_harbour(tile) for tile in tiles),
    )
    problems = list(_start_problems(board, kingdoms))
    if problems:
        raise BadOptions(*problems)
    return board


def _tiles(written: Sequence[Entry], kingdoms: int) -> tuple[Tile, ...]:
    """Return the tiles; of the start tiles only so many count, the first by rank."""
    kept = sorted(entry.start for entry in written if entry.start)[:kingdoms]
    return tuple(
        Tile(
            e.number,
            e.q,
            e.r,
            e.terrain,
            e.river,
            e.bridge,
            e.start if e.start in kept else None,
            e.name,
        )
        for e in written
    )


def _across(tiles: Sequence[Tile]) -> tuple[tuple[int | None, ...], ...]:
    """Return for each tile the positions of its neighbours, in the order of DIRECTIONS."""
    places = {(tile.q, tile.r): position for position, tile in enumerate(tiles)}
    return tuple(
        tuple(places.get((tile.q + q, tile.r + r)) for q, r in DIRECTIONS.values())
        for tile in tiles
    )


def _is_harbour(tile: Tile) -> bool:
    """A berth is on the coast or a river (4a)."""
    return tile.terrain == COAST or (tile.river and tile.terrain not in (OCEAN, MARSH))


def _borders(
    tiles: tuple[Tile, ...], own: int, across: tuple[int | None, ...], given: Mapping[str, str]
) -> tuple[str, ...]:
    """Return what a tile's side of its edges bears: the map's word, else the terrain's (1)."""
    marks = []
    for direction, other in zip(DIRECTIONS, across, strict=True):
        mark = _ALL_EDGES.get(tiles[own].terrain, "")
        if tiles[own].terrain == COAST and other is not None and tiles[other].terrain == OCEAN:
            mark = WATER
        mark = given.get(direction, mark)
        marks.append("" if mark == "none" else mark)
    return tuple(marks)


def _start_problems(board: Board, kingdoms: int) -> list[Problem]:
    """Check the start tiles that these kingdoms use (2.4)."""
    starts = board.starts
    if len(starts) < kingdoms:
        return [problem("too_few_starts", "map", starts=len(starts), seats=kingdoms)]
    problems = []
    for i in starts:
        number = board.numbers[i]
        if not board.land[i]:
            problems.append(problem("start_not_land", "map", tile=number))
        if sum(board.land[j] for j in board.adjacent[i]) < len(DIRECTIONS):
            problems.append(problem("start_neighbours", "map", tile=number))
    return problems + _close_starts(board)


def _close_starts(board: Board) -> list[Problem]:
    pairs = ((i, j) for i in board.starts for j in board.starts if i < j)
    return [
        problem(
            "starts_too_close",
            "map",
            tile=board.numbers[i],
            other=board.numbers[j],
            least=START_DISTANCE,
        )
        for i, j in pairs
        if board.distance(i, j) < START_DISTANCE
    ]
