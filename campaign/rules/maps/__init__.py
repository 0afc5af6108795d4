"""The maps that come with the campaign, as JSON documents, and plain grids for tests.

::

    document = load_map(maps_for(4)[0].key)
    board = compile_board(document, kingdoms=4)

A start tile has a rank, and a map opened for N kingdoms keeps the N lowest ranks:
one document serves every number of kingdoms of its catalogue entry.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from campaign.rules.problems import bad_options
from games.engine.contract import Json
from games.engine.texts import gettext_noop as _


@dataclass(frozen=True, slots=True)
class MapEntry:
    """One shipped map: its key, name, size and for how many kingdoms it was drawn."""

    key: str
    name: str
    about: str
    tiles: int
    fewest: int
    most: int


CATALOGUE = (
    MapEntry(
        "sound",
        _("The Sound"),
        _("A small island with one river, for two or three kingdoms."),
        tiles=63,
        fewest=2,
        most=3,
    ),
    MapEntry(
        "rivers",
        _("Two Rivers"),
        _("A broad island under a mountain wall, for four or five kingdoms."),
        tiles=110,
        fewest=4,
        most=5,
    ),
    MapEntry(
        "ring",
        _("The Ring"),
        _("A wide ring of land around an inner sea, for six to eight kingdoms."),
        tiles=180,
        fewest=6,
        most=8,
    ),
)
"""The shipped maps, smallest first."""


def maps_for(kingdoms: int) -> tuple[MapEntry, ...]:
    """List the shipped maps drawn for this many kingdoms; there is at least one for 2 to 8."""
    return tuple(entry for entry in CATALOGUE if entry.fewest <= kingdoms <= entry.most)


@cache
def _text(key: str) -> str:
    return files(__name__).joinpath(f"{key}.json").read_text(encoding="utf-8")


def load_map(key: str) -> Json:
    """Return a fresh copy of a shipped map's document; raise ``BadOptions`` for a wrong key."""
    keys = [entry.key for entry in CATALOGUE]
    if key not in keys:
        raise bad_options("bad_choice", "map", field="map", choices=", ".join(keys))
    return json.loads(_text(key))


def grid_map(width: int, height: int, kingdoms: int, *, shore: bool = False) -> Json:
    """Build a plain map of width x height hexes with start tiles far apart.

    With ``shore`` the last two columns are coast and ocean. Raises ``BadOptions``
    when so many kingdoms do not fit.
    """
    last = width - (3 if shore else 1)
    inner = [(column, row) for row in range(1, height - 1, 3) for column in range(1, last, 3)]
    if len(inner) < kingdoms:
        raise bad_options("too_few_starts", "map", starts=len(inner), seats=kingdoms)
    ranks = {place: rank for rank, place in enumerate(_spread(inner, kingdoms), start=1)}
    tiles = []
    for row in range(height):
        for column in range(width):
            changes: dict[str, Json] = {}
            if (column, row) in ranks:
                changes["start"] = ranks[column, row]
            if shore and column >= width - 2:
                changes["terrain"] = "coast" if column == width - 2 else "ocean"
            if changes:
                tiles.append({"n": row * width + column + 1, **changes})
    return {"name": f"{width} x {height}", "grid": [width, height], "tiles": tiles}


def _spread(places: list[tuple[int, int]], count: int) -> list[tuple[int, int]]:
    """Pick places so that each next one is as far as possible from those before."""
    chosen = [places[0]]
    while len(chosen) < count:
        left = [place for place in places if place not in chosen]
        chosen.append(max(left, key=lambda place: min(_apart(place, other) for other in chosen)))
    return chosen


def _apart(one: tuple[int, int], other: tuple[int, int]) -> int:
    rows = one[1] - other[1]
    columns = (one[0] - one[1] // 2) - (other[0] - other[1] // 2)
    return (abs(columns) + abs(rows) + abs(columns + rows)) // 2
