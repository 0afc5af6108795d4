"""Arrows on the map: last month's moves by kingdom, and orders, each kind one path a kingdom.

An arrow crosses the edge between two hexes and stops short of what stands in their
middles; it runs a little to the right of the way, so that two that swap hexes pass.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import hypot

from campaign.web.map_scene import MapLine

Point = tuple[float, float]
Span = tuple[float, float]

ASIDE = 5.0
"""How far beside the straight way an arrow runs."""

MOVE, ORDER = (0.18, 0.62), (0.14, 0.82)
"""Where the arrow of a move, or of an order, begins and ends between two centres, as shares."""

HEAD_LONG, HEAD_WIDE = 9.0, 5.5

ORDERS_END = "</g><!--orders-->"
"""Where a kept drawing takes in the reader's own orders (see ``map_lines.with_orders``)."""


def arrows(lines: Iterable[MapLine], centres: Mapping[int, Point], span: Span = MOVE) -> str:
    """Draw all arrows of some lines, each kingdom's together; the same way only once."""
    ways: dict[int, dict[tuple[int, int], None]] = {}
    for line in lines:
        if line.start != line.tile and line.start in centres and line.tile in centres:
            ways.setdefault(line.seat, {})[line.start, line.tile] = None
    return "".join(kingdom_arrows(seat, ways[seat], centres, span) for seat in sorted(ways))


def kingdom_arrows(
    seat: int, ways: Iterable[tuple[int, int]], centres: Mapping[int, Point], span: Span
) -> str:
    """Draw one kingdom's arrows: all shafts as one path, which may be dashed, all heads as one."""
    drawn = [arrow(centres[start], centres[tile], span) for start, tile in ways]
    shafts, heads = ("".join(parts) for parts in zip(*drawn, strict=True))
    return f'<path class="arrow k{seat}" d="{shafts}"/><path class="head k{seat}" d="{heads}"/>'


def arrow(start: Point, tile: Point, span: Span = MOVE) -> tuple[str, str]:
    """Draw one arrow: its shaft, and the two strokes of its head."""
    x, y = tile[0] - start[0], tile[1] - start[1]
    length = hypot(x, y)
    x, y = x / length, y / length
    left, top = start[0] - y * ASIDE, start[1] + x * ASIDE
    tail_x, tail_y = left + x * length * span[0], top + y * length * span[0]
    tip_x, tip_y = left + x * length * span[1], top + y * length * span[1]
    back_x, back_y = tip_x - x * HEAD_LONG, tip_y - y * HEAD_LONG
    tip = f"{tip_x:.0f} {tip_y:.0f}"
    one = f"{back_x - y * HEAD_WIDE:.0f} {back_y + x * HEAD_WIDE:.0f}"
    other = f"{back_x + y * HEAD_WIDE:.0f} {back_y - x * HEAD_WIDE:.0f}"
    return f"M{tail_x:.0f} {tail_y:.0f}L{tip}", f"M{one}L{tip}L{other}"


def orders_group(lines: Iterable[MapLine], centres: Mapping[int, Point]) -> str:
    """Draw orders, dashed; the group is there even if it is empty."""
    return f'<g class="orders">{arrows(lines, centres, ORDER)}{ORDERS_END}'
