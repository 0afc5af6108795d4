"""A shore where two kingdoms are at war in a month of Summer, for the tests of its pages.

Hexes 11 (capital), 12 (fortress), 20, 21 (forest) and 30 (coast, city) are kingdom 0's, 13, 14,
22, 31 and 32 kingdom 1's, 39 to 41 are open water. Kingdom 0 has armies 1 and 2 on 12, army 3
on its side on 20 and army 4 with ship 1 on 30; ship 2 is on 39.
"""

from __future__ import annotations

from typing import Any

from tests.factories import Table, make_table

SHORE = [{"n": n, "terrain": "coast"} for n in (30, 31, 32)]
SEA = [{"n": n, "terrain": "ocean"} for n in (39, 40, 41)]
MAP: dict[str, Any] = {
    "grid": [9, 7],
    "tiles": [
        {"n": 11, "start": 1},
        {"n": 14, "start": 2},
        {"n": 21, "terrain": "forest"},
        *SHORE,
        *SEA,
    ],
}
TILES = {
    **{str(n): {"owner": 0} for n in (20, 21)},
    **{str(n): {"owner": 1} for n in (22, 31)},
    "11": {"owner": 0, "settlement": "capital"},
    "12": {"owner": 0, "settlement": "fortress"},
    "30": {"owner": 0, "settlement": "city"},
    "13": {"owner": 1, "settlement": "fortress"},
    "14": {"owner": 1, "settlement": "capital"},
    "32": {"owner": 1, "settlement": "city"},
}
WAR: dict[str, Any] = {
    "stage": "orders",
    "summer": {"month": 2},
    "kingdoms": [{}, {}],
    "tiles": TILES,
    "armies": [
        {"kingdom": 0, "tile": 12},
        {"kingdom": 0, "tile": 12},
        {"kingdom": 0, "tile": 20, "upright": False},
        {"kingdom": 0, "tile": 30},
        {"kingdom": 1, "tile": 13},
        {"kingdom": 1, "tile": 13},
    ],
    "ships": [{"kingdom": 0, "tile": 30}, {"kingdom": 0, "tile": 39}, {"kingdom": 1, "tile": 32}],
}


def at_war(edition: str = "classic", **changes: Any) -> Table:
    return make_table(2, options={"map": MAP, "edition": edition}, position={**WAR, **changes})


def options(html: str, select: str) -> dict[str, str]:
    """Return the values and words that a select offers."""
    part = html.split(f'<select id="{select}"')[1].split("</select>")[0]
    entries = [entry.split("</option>")[0] for entry in part.split("<option value=")[1:]]
    return {e.split('"')[1]: e.split(">", 1)[1].replace("&#x27;", "'") for e in entries}
