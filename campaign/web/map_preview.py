"""A small picture of a map's land for choosing one: a path a terrain, no numbers."""

from __future__ import annotations

from functools import cache

from django.utils.safestring import SafeString, mark_safe

from campaign.rules.mapcheck import Entry, read_tiles
from campaign.rules.maps import load_map

HEX = "l7-4 7 4v8l-7 4-7-4z"
"""A hex from its upper left corner, 14 wide and 16 high; rows lie 12 apart."""


@cache
def map_preview(key: str) -> SafeString:
    """Draw a shipped map; the classes are those of the big one."""
    tiles = read_tiles(load_map(key))
    return mark_safe(preview_svg(tiles))  # noqa: S308 - made of numbers and our own words


def preview_svg(tiles: tuple[Entry, ...]) -> str:
    """Draw these hexes."""
    places = [(14 * tile.q + 7 * tile.r, 12 * tile.r) for tile in tiles]
    left, top = min(x for x, _ in places) - 8, min(y for _, y in places) - 9
    wide = max(x for x, _ in places) + 8 - left
    high = max(y for _, y in places) + 9 - top
    paths: dict[str, str] = {}
    for tile, (x, y) in zip(tiles, places, strict=True):
        paths[tile.terrain] = paths.get(tile.terrain, "") + f"M{x - 7} {y - 4}{HEX}"
    land = "".join(
        f'<path class="hex hex-{terrain}" d="{path}"/>' for terrain, path in paths.items()
    )
    starts = "".join(
        f'<circle class="start" cx="{x}" cy="{y}" r="4"/>'
        for tile, (x, y) in zip(tiles, places, strict=True)
        if tile.start
    )
    return (
        f'<svg class="map-mini" viewBox="{left} {top} {wide} {high}" aria-hidden="true">'
        f"{land}{starts}</svg>"
    )
