"""A small picture of a capital and the six hexes around it, as the map lies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.safestring import SafeString, mark_safe

from campaign.rules.board import DIRECTIONS
from campaign.rules.setup.choices import Start
from campaign.web.map_drawing import centre
from campaign.web.map_symbols import HEX, SETTLEMENT_SHAPES, TERRAIN_MARKS


def homeland_picture(start: Start, homeland: Mapping[str, str]) -> SafeString:
    """Draw a homeland with its settlements by direction; the page says the same in words."""
    parts = "".join(drawn(start, homeland))
    svg = (
        '<svg class="homeland-picture" viewBox="-108 -104 216 208" aria-hidden="true">'
        f"{parts}</svg>"
    )
    return mark_safe(svg)  # noqa: S308 - made of numbers and our own words


def drawn(start: Start, homeland: Mapping[str, str]) -> Iterator[str]:
    """Draw the hexes."""
    yield one_hex(0, 0, start.terrain, start.tile, "capital")
    for near in start.around:
        x, y = centre(*DIRECTIONS[near.direction])
        yield one_hex(x, y, near.terrain, near.tile, homeland.get(near.direction, ""))


def one_hex(x: float, y: float, terrain: str, number: int, settlement: str) -> str:
    """Draw one hex with its number and what stands on it."""
    marks, shape = TERRAIN_MARKS[terrain], SETTLEMENT_SHAPES.get(settlement, "")
    return (
        f'<g transform="translate({x} {y})"><path class="hex hex-{terrain}" d="{HEX}"/>'
        + (f'<path class="terrain terrain-{terrain}" d="{marks}"/>' if marks else "")
        + (f'<path class="settlement" d="{shape}"/>' if shape else "")
        + f'<text class="hex-number" y="-22">{number}</text></g>'
    )
