"""Read a map document that anybody may have written: sizes, types, doubles.

A ``grid`` of width and height lays plain hexes, numbered row by row from 1, over
which ``tiles`` (found by ``n``) writes what differs; handy for case files and benches.
All problems are found at once, each naming its hex. Source: campaign.md 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from campaign.rules.problems import clipped, problem
from campaign.rules.reader import MOST_NUMBER
from games.engine.contract import BadOptions, Json, Problem
from games.engine.names import is_plain

MOST_TILES, FARTHEST = 2_000, 2_000
MOST_PROBLEMS, LONGEST_NAME = 20, 80
TERRAINS = ("plain", "forest", "mountain", "marsh", "coast", "ocean")
EDGES = ("mountain", "forest", "water", "none")
DIRECTION_NAMES = ("e", "ne", "nw", "w", "sw", "se")
FIELDS = ("n", "q", "r", "terrain", "river", "bridge", "start", "edges", "name")
MAP_FIELDS = ("name", "about", "grid", "tiles")


@dataclass(frozen=True, slots=True)
class Entry:
    """One hex as the map document has it."""

    number: int
    q: int
    r: int
    terrain: str
    river: bool
    bridge: bool
    start: int | None
    name: str
    edges: Mapping[str, str] = field(default_factory=dict)


def read_tiles(document: Json) -> tuple[Entry, ...]:
    """Return the hexes of a map by number; raise ``BadOptions`` with everything wrong."""
    written = expand(document)
    problems: list[Problem] = []
    entries: list[Entry] = []
    for place, raw in enumerate(written):
        found = _hex_problems(raw, place)
        problems += found
        if not found:
            entries.append(_entry(raw))
        if len(problems) >= MOST_PROBLEMS:
            break
    problems += _doubles(entries)
    if problems:
        raise BadOptions(*problems[:MOST_PROBLEMS])
    return tuple(sorted(entries, key=lambda entry: entry.number))


def expand(document: Json) -> list[Json]:
    """Return the hex entries of a map document, with its grid laid out."""
    if not isinstance(document, dict):
        raise _bad("bad_map")
    strange = [key for key in document if key not in MAP_FIELDS]
    if strange:
        raise _bad("map_unknown_field", field=clipped(strange[0]))
    for key in ("name", "about"):
        if not _is_text(document.get(key, ""), 4 * LONGEST_NAME):
            raise _bad("map_bad_name")
    tiles = document.get("tiles", [] if "grid" in document else None)
    if not isinstance(tiles, list):
        raise _bad("bad_map")
    if len(tiles) > MOST_TILES:
        raise _bad("map_too_large", most=MOST_TILES)
    return _over_grid(document["grid"], tiles) if "grid" in document else tiles


def _over_grid(grid: Json, tiles: list[Json]) -> list[Json]:
    sizes = grid if isinstance(grid, list) and len(grid) == 2 else [0, 0]
    if not all(type(size) is int and 1 <= size <= MOST_TILES for size in sizes):
        raise _bad("map_bad_grid")
    width, height = sizes
    if width * height > MOST_TILES:
        raise _bad("map_too_large", most=MOST_TILES)
    laid: dict[Any, Json] = {
        row * width + column + 1: {
            "n": row * width + column + 1,
            "q": column - row // 2,
            "r": row,
            "terrain": "plain",
        }
        for row in range(height)
        for column in range(width)
    }
    extra = []
    for tile in tiles:
        number = tile.get("n") if isinstance(tile, dict) else None
        if type(number) is int and number in laid:
            laid[number] = laid[number] | tile
        else:
            extra.append(tile)
    return [*laid.values(), *extra]


def _bad(code: str, **params: Any) -> BadOptions:
    return BadOptions(problem(code, "map", **params))


def _is_text(value: Json, longest: int) -> bool:
    return isinstance(value, str) and len(value) <= longest and is_plain(value)


def _is_whole(value: Json, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def _hex_problems(raw: Json, place: int) -> list[Problem]:
    where = f"map.tiles.{place}"
    if not isinstance(raw, dict):
        return [problem("hex_not_fields", where, entry=place + 1)]
    if not _is_whole(raw.get("n"), 1, MOST_NUMBER):
        return [problem("hex_bad_number", where, entry=place + 1, high=MOST_NUMBER)]
    tile = raw["n"]
    strange = [key for key in raw if key not in FIELDS][:3]
    problems = [
        problem("hex_unknown_field", where, tile=tile, field=clipped(key)) for key in strange
    ]
    if not all(_is_whole(raw.get(axis), -FARTHEST, FARTHEST) for axis in ("q", "r")):
        problems.append(problem("hex_bad_place", where, tile=tile))
    if not (isinstance(raw.get("terrain"), str) and raw["terrain"] in TERRAINS):
        problems.append(problem("hex_bad_terrain", where, tile=tile, choices=", ".join(TERRAINS)))
    return problems + _extra_problems(raw, where, tile)


def _extra_problems(raw: dict[str, Json], where: str, tile: int) -> list[Problem]:
    problems = [
        problem("hex_bad_flag", where, tile=tile, field=flag)
        for flag in ("river", "bridge")
        if not isinstance(raw.get(flag, False), bool)
    ]
    if raw.get("start") is not None and not _is_whole(raw["start"], 1, MOST_NUMBER):
        problems.append(problem("hex_bad_start", where, tile=tile))
    if not _is_text(raw.get("name", ""), LONGEST_NAME):
        problems.append(problem("hex_bad_name", where, tile=tile))
    if not _good_edges(raw.get("edges", {})):
        problems.append(problem("hex_bad_edges", where, tile=tile))
    return problems


def _good_edges(edges: Json) -> bool:
    if not isinstance(edges, dict) or len(edges) > len(DIRECTION_NAMES):
        return False
    return all(
        direction in DIRECTION_NAMES and isinstance(mark, str) and mark in EDGES
        for direction, mark in edges.items()
    )


def _entry(raw: dict[str, Any]) -> Entry:
    return Entry(
        raw["n"],
        raw["q"],
        raw["r"],
        raw["terrain"],
        raw.get("river", False),
        raw.get("bridge", False),
        raw.get("start"),
        raw.get("name", ""),
        raw.get("edges", {}),
    )


def _doubles(entries: list[Entry]) -> list[Problem]:
    """Find numbers, places and start ranks that occur twice."""
    problems: list[Problem] = []
    numbers: set[int] = set()
    places: dict[tuple[int, int], int] = {}
    ranks: dict[int, int] = {}
    for entry in entries:
        tile = entry.number
        if tile in numbers:
            problems.append(problem("hex_twice", "map", tile=tile))
        numbers.add(tile)
        other = places.setdefault((entry.q, entry.r), tile)
        if other != tile:
            problems.append(problem("place_twice", "map", tile=tile, other=other))
        if entry.start is not None and ranks.setdefault(entry.start, tile) != tile:
            problems.append(problem("start_rank_twice", "map", tile=tile, other=ranks[entry.start]))
    return problems
