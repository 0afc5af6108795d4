"""A map made from a seed: the same seed and wishes give the same document, byte for byte.

::

    document = generate(7, tiles=180, kingdoms=6, water=30, mountains=12)

The land is one piece, an island or a coast; rivers run from high land to the sea, mountains
lie in ranges with a pass through them. Each start hex is legal (campaign.md 2.4) and has
good land within 10 % of every other's (``campaign.rules.maps.fairness``).
"""

from __future__ import annotations

from random import Random

from campaign.rules.board import DIRECTIONS, MOUNTAIN, PLAIN, compile_board
from campaign.rules.maps.fairness import FAIR, good_land, percent
from campaign.rules.maps.landscape import (
    SIDES,
    Field,
    Land,
    grow_forest,
    make_land,
    pick,
    raise_mountains,
    run_rivers,
    sink_marsh,
)
from campaign.rules.maps.starts import choose_starts
from campaign.rules.problems import bad_options
from games.engine.contract import Json

BOUNDS = {
    "seed": (0, 2**53 - 1),
    "tiles": (60, 400),
    "kingdoms": (2, 8),
    "water": (0, 60),
    "mountains": (0, 40),
}
"""What each wish may be; water and mountains in per cent, mountains of the land."""

LAND_EACH = 18
"""Hexes of land that a kingdom needs: seven for its homeland, the rest to stand apart."""

ATTEMPTS = 24

FORESTS, MARSHES, RIVERS = 0.22, 45, 38
"""The share of woods in the plains; one marsh and one river for so much land."""

NAMES = (
    "Alder", "Amber", "Ash", "Barrow", "Birch", "Black", "Cold", "Crow", "Elk", "Ember",
    "Fallow", "Frost", "Grey", "Hart", "Heron", "High", "Holly", "Iron", "Larch", "Long",
    "Marl", "Mist", "Oak", "Otter", "Raven", "Red", "Rime", "Rowan", "Salt", "Silver",
    "Stone", "Swan", "Thorn", "Wether", "White", "Willow", "Winter", "Wolf", "Yarrow", "Yew",
)  # fmt: skip


def generate(seed: int, *, tiles: int, kingdoms: int, water: int, mountains: int) -> Json:
    """Return a map of exactly ``tiles`` hexes for ``kingdoms`` kingdoms.

    Raises ``BadOptions``: ``seed_bad_number``, ``seed_too_little_land``, ``seed_no_map``.
    """
    wishes = {
        "seed": seed, "tiles": tiles, "kingdoms": kingdoms, "water": water, "mountains": mountains,
    }  # fmt: skip
    _check(wishes)
    field = Field(tiles)
    for attempt in range(ATTEMPTS):
        rng = Random(seed * ATTEMPTS + attempt)
        land = make_land(rng, field, tiles * water // 100)
        ranges = _fill(rng, land, mountains)
        starts = choose_starts(rng, land, kingdoms)
        if starts:
            document = _document(rng, land, ranges, starts, seed)
            board = compile_board(document, kingdoms)
            if percent(good_land(board).values()) >= FAIR:
                return document
    raise bad_options("seed_no_map", "map")


def _check(wishes: dict[str, int]) -> None:
    """Refuse what cannot become a map."""
    for name, (low, high) in BOUNDS.items():
        value = wishes[name]
        if type(value) is not int or not low <= value <= high:
            raise bad_options("seed_bad_number", name, field=name, low=low, high=high)
    land = wishes["tiles"] - wishes["tiles"] * wishes["water"] // 100
    least = LAND_EACH * wishes["kingdoms"]
    if land < least:
        raise bad_options(
            "seed_too_little_land", "tiles", seats=wishes["kingdoms"], least=least, land=land
        )


def _fill(rng: Random, land: Land, mountains: int) -> list[list[int]]:
    """Lay rivers, mountains, marsh and woods; return the ranges."""
    size = len(land.dry)
    run_rivers(rng, land, 1 + size // RIVERS)
    ranges = raise_mountains(rng, land, round(size * mountains / 100))
    sink_marsh(rng, land, size // MARSHES)
    plains = sum(terrain == PLAIN for terrain in land.terrain)
    grow_forest(rng, land, round(plains * FORESTS))
    return ranges


def _document(
    rng: Random, land: Land, ranges: list[list[int]], starts: list[int], seed: int
) -> Json:
    """Write the map down, hexes numbered row by row, with names for what stands out."""
    names = _Names(rng)
    tiles: list[dict[str, Json]] = [
        {"n": i + 1, "q": q, "r": r, "terrain": land.terrain[i]}
        for i, (q, r) in enumerate(land.field.places)
    ]
    for river in land.rivers:
        for here in river:
            tiles[here]["river"] = True
        if len(river) > 3:
            tiles[river[len(river) // 2]] |= {"bridge": True, "name": names.new("Bridge")}
        tiles[river[-1]]["name"] = names.new("Mouth")
    for rank, here in enumerate(starts, start=1):
        tiles[here]["start"] = rank
    for ridge in ranges:
        _cut_pass(rng, land, ridge, tiles, names)
    about = f"Made from seed {seed}, for {len(starts)} kingdoms."
    return {"name": names.new("Land"), "about": about, "tiles": tiles}


def _cut_pass(
    rng: Random, land: Land, ridge: list[int], tiles: list[dict[str, Json]], names: _Names
) -> None:
    """Open a way through a range where it is one hex thick."""
    passes = [
        (here, side)
        for here in ridge
        for side in range(SIDES // 2)
        if land.terrain[here] == MOUNTAIN
        and all(_is_open(land, here, way) for way in (side, side + SIDES // 2))
    ]
    if len(ridge) > 2 and passes:
        here, side = pick(rng, passes)
        words = list(DIRECTIONS)
        edges = {words[side]: "none", words[side + SIDES // 2]: "none"}
        tiles[here] |= {"edges": edges, "name": names.new("Pass")}


def _is_open(land: Land, here: int, side: int) -> bool:
    other = land.field.across[here][side]
    return other is not None and land.terrain[other] == PLAIN


class _Names:
    """Names that are given once each."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.left = list(NAMES)

    def new(self, kind: str) -> str:
        """Return a new name for a thing of this kind."""
        if not self.left:
            self.left = list(NAMES)
        return f"{self.left.pop(int(self.rng.random() * len(self.left)))} {kind}"
