"""A map being drawn: its picture, with what it will be in a campaign not known yet."""

from __future__ import annotations

import re
from dataclasses import replace

from django.utils.safestring import SafeString, mark_safe

from campaign.rules.board import compile_board
from campaign.rules.mapcheck import read_tiles
from campaign.web.map_drawing import centre, draw_map
from campaign.web.map_scene import MapScene, map_tiles
from games.engine.contract import Json

HEX_LINK = re.compile(r'href="#tile-(\d+)"')


def draw_draft(document: Json) -> SafeString:
    """Draw a map whose hexes lead to their fields, with the rank of every start hex."""
    entries = read_tiles(document)
    ranks = {entry.number: entry.start for entry in entries if entry.start is not None}
    board = compile_board(document, 0)
    tiles = [replace(tile, start=tile.number in ranks) for tile in map_tiles(board)]
    drawn = HEX_LINK.sub(r'href="?hex=\1#hex-fields"', draw_map(MapScene(tiles=tiles)))
    marks = "".join(
        _rank(rank, *centre(tile.q, tile.r))
        for tile in tiles
        if (rank := ranks.get(tile.number)) is not None
    )
    picture = drawn.removesuffix("</g></svg>") + marks + "</g></svg>"
    return mark_safe(picture)  # noqa: S308 - numbers, and what draw_map escaped


def _rank(rank: int, x: float, y: float) -> str:
    return f'<text class="start-rank" x="{x}" y="{y + 5}">{rank}</text>'
