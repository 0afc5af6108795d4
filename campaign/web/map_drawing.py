"""The hex map as one SVG, drawn on the server from plain data.

Layers from below: hexes (each a link to its row of the table), rivers, edges,
borders, last month's moves, then numbers, settlements, counters and orders. What is drawn
once per revision holds nothing about the reader, so it may be kept and shared; the
reader's own orders are put into it by ``map_lines.with_orders``::

    scene = scene_of(board, state, ["Norn", "Vale"])
    rows = describe(scene)
    svg, table = draw_map(scene, rows), draw_table(rows)

The text is in the active language: a kept drawing is kept by language.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from campaign.web.banners import BANNERS
from campaign.web.map_arrows import arrows, orders_group
from campaign.web.map_scene import MOVED, ORDERED, STEPS, MapScene, Stack
from campaign.web.map_symbols import NUMBER_HEIGHTS, SAIL_RISE, definitions
from campaign.web.map_words import TileRow, describe

Point = tuple[float, float]

WIDTH, ROW, CORNER = 69.28, 60.0, 40.0
"""A hex's width, the distance of two rows, and the distance of a corner from the centre."""

MARGIN = 6.0

BROAD = 14
"""Hexes across beyond which a phone shows the whole map too small for its numbers."""

INSET = 0.93
"""How far inside its hexes a kingdom's border runs, so that two neighbours both show theirs."""

COUNTER_Y = 20
"""How far below a hex's centre its counters stand."""

MIDDLES: tuple[Point, ...] = tuple((WIDTH * (q + r / 2) / 2, ROW * r / 2) for q, r in STEPS)
"""The middle of each edge, seen from the centre."""

EDGE_TURNS = (90, 30, -30, 90, 30, -30)
"""How far a level mark is turned to lie along each edge."""


def corners(direction: int) -> tuple[Point, Point]:
    """Return the two ends of an edge, a little inside the hex."""
    x, y = MIDDLES[direction]
    along_x, along_y = -y * CORNER / WIDTH, x * CORNER / WIDTH
    return (
        (INSET * (x - along_x), INSET * (y - along_y)),
        (INSET * (x + along_x), INSET * (y + along_y)),
    )


CORNERS = tuple(corners(direction) for direction in range(len(STEPS)))


def centre(q: int, r: int) -> Point:
    """Return where a hex's centre lies."""
    return round(WIDTH * (q + r / 2), 1), ROW * r


def draw_map(
    scene: MapScene, rows: Sequence[TileRow] | None = None, *, prefix: str = "map"
) -> SafeString:
    """Draw the map. ``rows`` saves describing it twice; ``prefix`` begins each symbol's id.

    The size is given in ``em``: one em is one hex, so the stylesheet zooms by font size.
    """
    drawing = Drawing(scene, prefix)
    parts = (
        opening(list(drawing.centres.values())),
        definitions(len(scene.kingdoms), prefix),
        *drawing.hexes(describe(scene) if rows is None else rows),
        '<g class="map-marks" aria-hidden="true">',
        drawing.rivers(),
        *drawing.lakes_and_bridges(),
        *drawing.edges(),
        *drawing.borders(),
        drawing.moves(),
        *drawing.contents(),
        drawing.orders(),
        "</g></svg>",
    )
    return mark_safe("".join(parts))  # noqa: S308 - every name in it is escaped


def draw_table(rows: Sequence[TileRow], *, sheets: str = "") -> SafeString:
    """Write the same facts as a table, one row a hex, for who reads instead of looks.

    ``sheets`` is the address under which every hex has its sheet, if it has one.
    """
    more = f'<a class="more" href="{escape(sheets)}{{}}/">{escape(gettext("More"))}</a>'
    lines = [table_row(row, more.format(row.number) if sheets else "") for row in rows]
    body = mark_safe("".join(lines))  # noqa: S308 - escaped row by row
    return render_to_string("map/table.html", {"body": body})


def table_row(row: TileRow, more: str = "") -> str:
    """Write one hex's row; its number leads back to the hex on the map."""
    name = f" {escape(row.name)}" if row.name else ""
    parts = (row.settlement, row.tokens, row.battle, row.lines)
    things = "; ".join([part for part in parts if part])
    return (
        f'<tr id="tile-{row.number}"{kingdom_class(row.seat)}>'
        f'<th scope="row"><a href="#hex-{row.number}">{row.number}</a>{name}{more}</th>'
        f"<td>{escape(row.land)}</td><td>{escape(row.holder)}</td><td>{escape(things)}</td></tr>\n"
    )


def kingdom_class(seat: int | None) -> str:
    """Return the class that gives an element its kingdom's colour."""
    return "" if seat is None else f' class="k{seat}"'


def opening(points: Sequence[Point]) -> str:
    """Return the opening tag, with a view box around all hexes."""
    across, down = [x for x, _ in points] or [0.0], [y for _, y in points] or [0.0]
    left, top = min(across) - WIDTH / 2 - MARGIN, min(down) - CORNER - MARGIN
    wide = max(across) + WIDTH / 2 + MARGIN - left
    high = max(down) + CORNER + MARGIN - top
    broad = " map-broad" if wide > BROAD * WIDTH else ""
    return (
        f'<svg class="map-svg{broad}" viewBox="{left:.1f} {top:.1f} {wide:.1f} {high:.1f}"'
        f' width="{wide / WIDTH:.2f}em" height="{high / WIDTH:.2f}em" role="group"'
        f' aria-label="{escape(gettext("Map"))}">'
    )


@dataclass(frozen=True)
class Drawing:
    """One scene being drawn; each method gives one layer."""

    scene: MapScene
    prefix: str

    @cached_property
    def centres(self) -> dict[int, Point]:
        """Where each hex's centre lies: the axes are the board's, tops are pointed."""
        return {tile.number: centre(tile.q, tile.r) for tile in self.scene.tiles}

    def hexes(self, rows: Sequence[TileRow]) -> Iterator[str]:
        """Draw each hex as a link to its row; its name says all that is on it."""
        for row, tile in zip(rows, self.scene.tiles, strict=True):
            x, y = self.centres[tile.number]
            yield (
                f'<a id="hex-{tile.number}"{kingdom_class(row.seat)} href="#tile-{tile.number}">'
                f"<title>{escape(row.sentence)}</title>"
                f'<use href="#{self.prefix}-{tile.terrain}" x="{x}" y="{y}"/></a>'
            )

    def rivers(self) -> str:
        """Draw all rivers as one path, from edge to edge through the centres."""
        path = "".join(
            river_step(self.centres[tile], arms) for tile, arms in self.scene.rivers.items()
        )
        bank = f'<path class="river-bank" d="{path}"/><path class="river" d="{path}"/>'
        return bank if path else ""

    def lakes_and_bridges(self) -> Iterator[str]:
        """Draw lakes (a river that goes nowhere) and bridges."""
        for tile in self.scene.tiles:
            arms = self.scene.rivers.get(tile.number, [])
            x, y = self.centres[tile.number]
            if tile.river and not arms:
                yield f'<use href="#{self.prefix}-lake" x="{x}" y="{y}"/>'
            if tile.bridge:
                yield self.bridge(x, y, arms)

    def bridge(self, x: float, y: float, arms: Sequence[int]) -> str:
        """Draw a bridge across an arm of the river (a lower one: the number stands above)."""
        if not arms:
            return f'<use href="#{self.prefix}-bridge" x="{x}" y="{y}"/>'
        arm = max(arms, key=lambda direction: MIDDLES[direction][1])
        (along, down), turn = MIDDLES[arm], EDGE_TURNS[arm] + 90
        place = f"{x + along * 0.64:.1f} {y + down * 0.64:.1f}"
        return f'<use href="#{self.prefix}-bridge" transform="translate({place})rotate({turn})"/>'

    def edges(self) -> Iterator[str]:
        """Draw what edges bear beyond what the terrain beside them says, each edge once."""
        for tile, marks in self.scene.marks.items():
            x, y = self.centres[tile]
            for direction, kind in marks:
                if direction < 3:
                    along, down = MIDDLES[direction]
                    place = f"{x + along:.1f} {y + down:.1f}"
                    yield (
                        f'<use href="#{self.prefix}-edge-{kind}"'
                        f' transform="translate({place})rotate({EDGE_TURNS[direction]})"/>'
                    )

    def borders(self) -> Iterator[str]:
        """Draw each kingdom's border as one path in its colour and its own line pattern."""
        owners = self.scene.owners
        paths: dict[int, list[str]] = {}
        for tile, seat in owners.items():
            for direction, other in enumerate(self.scene.beyond[tile]):
                if other is None or owners.get(other.number) != seat:
                    piece = border_piece(self.centres[tile], direction)
                    paths.setdefault(seat, []).append(piece)
        for seat, pieces in sorted(paths.items()):
            dash = BANNERS[seat].dash
            pattern = f' stroke-dasharray="{dash}"' if dash else ""
            yield f'<path class="border k{seat}"{pattern} d="{"".join(pieces)}"/>'

    def moves(self) -> str:
        """Draw where tokens went last month."""
        moved = [line for line in self.scene.lines if line.kind == MOVED]
        return f'<g class="moves">{arrows(moved, self.centres)}</g>' if moved else ""

    def orders(self) -> str:
        """Draw the orders that all may see, with the place where a reader's own ones go."""
        ordered = [line for line in self.scene.lines if line.kind == ORDERED]
        return orders_group(ordered, self.centres)

    def contents(self) -> Iterator[str]:
        """Draw each hex's number and its holder's sign, its settlement, its armies and ships."""
        scene, prefix = self.scene, self.prefix
        for tile in scene.tiles:
            x, y = self.centres[tile.number]
            seat = scene.owners.get(tile.number)
            yield f'<g transform="translate({x} {y})"{kingdom_class(seat)}>'
            if tile.start and seat is None:
                yield f'<use href="#{prefix}-start"/>'
            yield hex_number(tile.number, seat, prefix)
            if settlement := scene.settlements.get(tile.number):
                yield f'<use href="#{prefix}-{settlement}"/>'
            yield from counters(scene.stacks.get(tile.number, ()), prefix)
            if tile.number in scene.battles:
                yield f'<use href="#{prefix}-battle" x="21" y="-11"/>'
            yield "</g>"


def river_step(centre: Point, arms: Sequence[int]) -> str:
    """Draw one hex's piece: a bend between two arms, else straight from the centre along each."""
    x, y = centre
    tips = [(x + MIDDLES[i][0], y + MIDDLES[i][1]) for i in arms]
    if len(tips) == 2:
        (ax, ay), (bx, by) = tips
        return f"M{ax:.1f} {ay:.1f}Q{x} {y} {bx:.1f} {by:.1f}"
    return "".join(f"M{x} {y}L{tip_x:.1f} {tip_y:.1f}" for tip_x, tip_y in tips)


def border_piece(centre: Point, direction: int) -> str:
    """Draw one edge's piece of a border."""
    (ax, ay), (bx, by) = CORNERS[direction]
    x, y = centre
    return f"M{x + ax:.1f} {y + ay:.1f}L{x + bx:.1f} {y + by:.1f}"


def hex_number(number: int, seat: int | None, prefix: str) -> str:
    """Write a hex's number, beside the sign of the kingdom that holds it."""
    if seat is None:
        return f'<text class="hex-number" y="-20">{number}</text>'
    left = -3.2 * len(str(number)) - 2
    return (
        f'<use href="#{prefix}-sign{seat}" x="{left:.1f}" y="-23.5"/>'
        f'<text class="hex-number" x="5" y="-20">{number}</text>'
    )


def counters(stacks: Sequence[Stack], prefix: str) -> Iterator[str]:
    """Draw the stacks on a hex side by side."""
    apart = min(25.0, 62.0 / max(len(stacks), 1))
    for place, stack in enumerate(stacks):
        yield counter((place - (len(stacks) - 1) / 2) * apart, stack, prefix)


def counter(x: float, stack: Stack, prefix: str) -> str:
    """Draw one stack: the number of its token or how many; hollow when all lie on their side."""
    seat, several = stack.seat, len(stack.tokens) > 1
    text = f"×{len(stack.tokens)}" if several else str(stack.tokens[0].number)
    lying = "" if any(token.upright for token in stack.tokens) else " lying"
    symbol = f'<use href="#{prefix}-{stack.kind}{seat}"'
    behind = f'{symbol} x="{x:.1f}" y="{COUNTER_Y - 4}"/>' if several else ""
    below = COUNTER_Y + NUMBER_HEIGHTS[seat] - (SAIL_RISE if stack.kind == "ship" else 0)
    return (
        f'<g class="k{seat}{lying}">{behind}{symbol} x="{x:.1f}" y="{COUNTER_Y}"/>'
        f'<text class="counter-number" x="{x:.1f}" y="{below}">{text}</text></g>'
    )
