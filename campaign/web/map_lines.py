"""Lines on the map: where tokens went last month, and where a kingdom's orders send them.

Moves are public and belong to the kept board. Sealed orders are their kingdom's alone:
they are put into a reader's copy of it, and nothing about them is kept::

    lines = orders_of(state, seat, submission.sheet)
    board = with_orders(board, lines, game.board)

Source: campaign.md 3a, 3d.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.html import escape
from django.utils.safestring import SafeString

from campaign.rules.board import Board
from campaign.rules.state import Order, State
from campaign.rules.summer_codec import order_from
from campaign.services.selectors import SeenEvent
from campaign.services.yearbook import WENT
from campaign.web.map_arrows import ORDER, ORDERS_END, arrows
from campaign.web.map_drawing import centre
from campaign.web.map_scene import MOVED, ORDERED, MapLine
from campaign.web.map_words import line_words, lines_by_hex
from games.engine.contract import Json


def moves_of(events: Iterable[SeenEvent]) -> list[MapLine]:
    """Return where tokens went, in the order they did."""
    return [went(event.data) for event in events if event.kind in WENT]


def went(data: Mapping[str, Any]) -> MapLine:
    """Return the line of one move, retreat or advance."""
    start, tile, army, ship = (data[key] for key in ("start", "tile", "army", "ship"))
    return MapLine(MOVED, data["kingdom"], start, tile, army, ship)


def orders_of(state: State, seat: int, sheet: Json) -> list[MapLine]:
    """Return the lines of a month's sheet; whatever makes no sense in it has no line."""
    given = sheet.get("orders") if isinstance(sheet, dict) else None
    lines = [ordered(state, seat, line) for line in given or () if isinstance(line, dict)]
    return [line for line in lines if line is not None]


def ordered(state: State, seat: int, written: dict[str, Any]) -> MapLine | None:
    """Return the line of one order of a sheet."""
    try:
        return line_of(state, seat, order_from(written))
    except (KeyError, TypeError):
        return None


def line_of(state: State, seat: int, order: Order) -> MapLine | None:
    """Return the line of one order, from where its token stands; ``None`` without a token."""
    places = [s.tile for s in state.ships if (s.kingdom, s.number) == (seat, order.ship)]
    places += [
        army.tile
        for army in state.armies
        if (army.kingdom, army.number) == (seat, order.army) and army.tile is not None
    ]
    if not places:
        return None
    tile = order.to if isinstance(order.to, int) else places[0]
    return MapLine(ORDERED, seat, places[0], tile, order.army or 0, order.ship or 0, order.do)


def public_orders(state: State) -> list[MapLine]:
    """Return the orders of open play, which all may see as soon as they are given."""
    lines = [line_of(state, seat, order) for seat, order in state.summer.orders]
    return [line for line in lines if line is not None]


def with_orders(drawn: SafeString, lines: Sequence[MapLine], board: Board) -> SafeString:
    """Return a kept board with a reader's own orders: as arrows, and in the table's rows."""
    if not lines:
        return drawn
    centres = {tile.number: centre(tile.q, tile.r) for tile in board.tiles}
    text = drawn.replace(ORDERS_END, arrows(lines, centres, ORDER) + ORDERS_END, 1)
    for number, here in lines_by_hex(lines).items():
        said = "; ".join(line_words(line) for line in here)
        text = with_words(text, number, escape(said[:1].upper() + said[1:]))
    return SafeString(text)


def with_words(text: str, number: int, said: str) -> str:
    """Add to what a table's row says of its hex; a text without such a row stays as it is."""
    row = text.find(f'<tr id="tile-{number}"')
    end = text.find("</td></tr>", row) if row >= 0 else -1
    if end < 0:
        return text
    joint = "" if text.endswith("<td>", 0, end) else "; "
    return f'{text[:end]}{joint}<span class="ordered">{said}</span>{text[end:]}'
