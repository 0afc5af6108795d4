"""The symbols of the map: terrain, settlements, counters and edges, drawn once and reused.

All lie in the hex's own units: the centre is 0,0, a corner is 40 away, the
corners are at top and bottom. Colours are classes and variables of the
stylesheet; no symbol holds a colour.
"""

from __future__ import annotations

from campaign.web.banners import BANNERS

HEX = "M0-40L34.6-20V20L0 40L-34.6 20V-20Z"

TERRAIN_MARKS = {
    "plain": "",
    "forest": (
        "M-23-6l4.5-8 4.5 8zm4.5 0v4M14-6l4.5-8 4.5 8zm4.5 0v4M-27 9l4.5-8 4.5 8z"
        "m4.5 0v4M18 9l4.5-8 4.5 8zm4.5 0v4M-4.5 33l4.5-8 4.5 8zm4.5 0v4"
    ),
    "mountain": (
        "M-30 3l8-15 8 15m-8-15l-2 8 3 5M14 3l8-15 8 15m-8-15l-2 8 3 5"
        "M-8 34l8-12 8 12m-8-12l-2 6 3 4"
    ),
    "marsh": (
        "M-29-3h12m-9 0v-6m3 6v-9m3 9v-6M17-3h12m-9 0v-6m3 6v-9m3 9v-6"
        "M-28 12h10M18 12h10M-6 32h12m-9 0v-5m3 5v-7m3 7v-5"
    ),
    "coast": (
        "M-27-8h.1M-21-3h.1M-28 3h.1M-20 9h.1M-27 14h.1M27-8h.1M21-3h.1M28 3h.1M20 9h.1M27 14h.1"
        "M-12-16h.1M12-16h.1M-7 31h.1M7 31h.1M0 35h.1"
    ),
    "ocean": (
        "M-28-8q4-5 8 0t8 0M12-8q4-5 8 0t8 0M-30 10q4-5 8 0t8 0M14 10q4-5 8 0t8 0M-8 30q4-5 8 0t8 0"
    ),
}

SETTLEMENT_SHAPES = {
    "village": "M-9 7V-2L0-10 9-2V7H3V1H-3V7Z",
    "city": "M-14 7V-2L-9-7-4-2V-8L1-14 6-8V0L10-4 14 0V7H4V2H-1V7Z",
    "capital": (
        "M-14 9V1H-10V-3H10V1H14V9H4V5A4 4 0 0 0-4 5V9ZM-8-6L-10-15-4.5-11 0-17 4.5-11 10-15 8-6Z"
    ),
    "fortress": "M-12 8V-11H-7V-7H-2.5V-11H2.5V-7H7V-11H12V8H4V3A4 4 0 0 0-4 3V8Z",
}

EDGE_MARKS = {
    "water": "M-17 0q4.25-6 8.5 0t8.5 0 8.5 0 8.5 0",
    "mountain": "M-15 4l5-9 5 9M-5 4l5-9 5 9M5 4l5-9 5 9",
    "forest": "M-15 3l4-8 4 8zM-4 3l4-8 4 8zM7 3l4-8 4 8z",
    "open": "M-7-7q4 7 0 14M7-7q-4 7 0 14",
}

SWORDS = "M-5.5-5.5L6 6M5.5-5.5L-6 6M-7.5 2L-2 7.5M7.5 2L2 7.5"
"""The mark of a battle that is being fought."""

HULL = "M-12.5 6H12.5L8 12.5H-8Z"
SAIL_RISE = 4
"""How much higher than an army's a ship's number stands: its banner is the sail."""

NUMBER_HEIGHTS = (2, 4, 4, 4, 0, 1, 5, 4)
"""How far below its centre a banner's number stands, by seat: where the shape is widest."""


def definitions(seats: int, prefix: str) -> str:
    """Return the ``<defs>`` of a map with that many kingdoms."""
    parts = [*terrain_symbols(prefix), *settlement_symbols(prefix), *edge_symbols(prefix)]
    for seat in range(seats):
        parts += counter_symbols(seat, prefix)
    return f"<defs>{''.join(parts)}</defs>"


def terrain_symbols(prefix: str) -> list[str]:
    """One hex for each terrain, told by pattern as well as colour; a lake, a bridge, a battle."""
    hexes = [
        f'<g id="{prefix}-{terrain}"><path class="hex hex-{terrain}" d="{HEX}"/>'
        + (f'<path class="terrain terrain-{terrain}" d="{marks}"/></g>' if marks else "</g>")
        for terrain, marks in TERRAIN_MARKS.items()
    ]
    return [
        *hexes,
        f'<path id="{prefix}-lake" class="lake" d="M-17 4q2-12 17-12t17 10-17 12-17-10Z"/>',
        f'<path id="{prefix}-bridge" class="bridge" d="M-4-8v16M4-8v16M-4-5h8M-4 0h8M-4 5h8"/>',
        f'<circle id="{prefix}-start" class="start" r="11"/>',
        f'<g id="{prefix}-battle">'
        f'<circle class="battle-disc" r="10.5"/><path class="swords" d="{SWORDS}"/></g>',
    ]


def settlement_symbols(prefix: str) -> list[str]:
    """Village, city, capital and fortress, told apart by silhouette."""
    return [
        f'<path id="{prefix}-{kind}" class="settlement" d="{shape}"/>'
        for kind, shape in SETTLEMENT_SHAPES.items()
    ]


def edge_symbols(prefix: str) -> list[str]:
    """What an edge may bear, drawn along a level edge."""
    return [
        f'<path id="{prefix}-edge-{kind}" class="edge edge-{kind}" d="{marks}"/>'
        for kind, marks in EDGE_MARKS.items()
    ]


def counter_symbols(seat: int, prefix: str) -> list[str]:
    """A kingdom's sign, its army's counter and its ship's: the banner, for a ship as sail."""
    outline = BANNERS[seat].outline
    return [
        f'<path id="{prefix}-sign{seat}" class="sign" transform="scale(.36)" d="{outline}"/>',
        f'<path id="{prefix}-army{seat}" class="counter" d="{outline}"/>',
        f'<g id="{prefix}-ship{seat}">'
        f'<path class="counter" transform="translate(0 -3.5) scale(.85)" d="{outline}"/>'
        f'<path class="counter" d="{HULL}"/></g>',
    ]
