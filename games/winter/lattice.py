"""The lake as bits: cards, colours, squares, groups and legal places.

A ``Lake`` keeps one integer for each question about the whole lattice: bit
``(y - top) * WIDTH + (x - left)`` stands for the cell (or the anchor, or the square)
at (x, y). ``left`` and ``top`` keep ``MARGIN`` free cells around the cards, so that
no shift runs from one row into the next, and follow from the cards alone: equal
lakes are equal tuples, and lakes that differ by a translation have equal bits.

A connected lake of 18 cards is at most 36 cells wide, 38 while a card is on its way
from one end to the other; with both margins that is less than ``WIDTH``, and still so
for the largest deck that ``components`` lets in.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from games.engine.bits import bits
from games.winter.components import CARDS, CONTACTS, DECK, ROTATIONS

WIDTH = 64
MARGIN = 3
CARD = 0b11 | 0b11 << WIDTH
"""The four cells of a card, and of a square, whose anchor is bit 0."""

Point: TypeAlias = tuple[int, int]
Pair: TypeAlias = tuple[int, int]
"""One integer for each colour, in the order of ``DECK.colours``."""


class Spot(NamedTuple):
    """Where a card lies: its anchor and its rotation."""

    x: int
    y: int
    rot: int


def _face(card: int, rot: int) -> Pair:
    """Return the cells of each colour of a card whose anchor is bit 0."""
    face = DECK.patterns[card][:: -1 if rot else 1]
    cells = {0: face[0], 1: face[1], WIDTH: face[2], WIDTH + 1: face[3]}
    light, dark = (
        sum(1 << bit for bit, colour in cells.items() if colour == wanted)
        for wanted in DECK.colours
    )
    return light, dark


CENTRE = 2 * WIDTH + 2
"""The anchor of the card for which the three masks below are written."""
OVERLAPPING = sum(1 << CENTRE + dx + dy * WIDTH for dx in (-1, 0, 1) for dy in (-1, 0, 1))
TOUCHING = sum(1 << CENTRE + dx + dy * WIDTH for dx, dy in CONTACTS)
AROUND = sum(1 << dx + dy * WIDTH for dx in range(5) for dy in range(5))
"""The anchors at which a card would have some of its cells beside it."""
FACES = tuple({rot: _face(card, rot) for rot in ROTATIONS} for card in range(CARDS))


class Lake(NamedTuple):
    """All cards by number (``None``: not in the lake), and the tokens of each colour.

    ``anchors``, ``cells`` and the frame follow from ``spots``; they are kept because
    every turn needs them. ``tokens`` are bits of squares.
    """

    spots: tuple[Spot | None, ...] = (None,) * CARDS
    tokens: Pair = (0, 0)
    left: int = 0
    top: int = 0
    anchors: int = 0
    cells: Pair = (0, 0)

    def bit(self, x: int, y: int) -> int:
        """Return the bit of (x, y), or -1 outside the frame."""
        column, row = x - self.left, y - self.top
        return row * WIDTH + column if 0 <= column < WIDTH and 0 <= row < WIDTH else -1

    def near(self, anchors: int, x: int, y: int) -> int:
        """Return the anchors around (x, y) as if that were ``CENTRE``, and others further off."""
        at = self.bit(x, y)
        if at < CENTRE:
            return anchors << CENTRE - at if at >= 0 else 0
        return anchors >> at - CENTRE

    def point(self, bit: int) -> Point:
        """Return the (x, y) of a bit."""
        return bit % WIDTH + self.left, bit // WIDTH + self.top

    def points(self, mask: int) -> list[Point]:
        """Return the points of a mask in reading order (by y, then x)."""
        left, top = self.left, self.top
        return [(bit % WIDTH + left, bit // WIDTH + top) for bit in bits(mask)]

    def mask(self, points: tuple[Point, ...]) -> int:
        """Return the bits of points within the frame."""
        return sum(1 << self.bit(x, y) for x, y in points)

    def with_tokens(self, colour: int, tokens: int) -> Lake:
        """Return the same lake with these tokens of a colour."""
        spots, pair, left, top, anchors, cells = self
        return Lake(spots, changed(pair, colour, tokens), left, top, anchors, cells)

    def laid(self) -> Iterator[tuple[int, Spot]]:
        """Yield the cards in the lake by number, with their places."""
        for card, spot in enumerate(self.spots):
            if spot is not None:
                yield card, spot

    def squares(self, colour: int) -> int:
        """Return the squares of a colour, with and without token (Source: winter.md 2)."""
        cells = self.cells[colour]
        rows = cells & cells >> 1
        return rows & rows >> WIDTH

    def open_squares(self, colour: int) -> int:
        """Return the squares of a colour that hold no token."""
        return self.squares(colour) & ~self.tokens[colour]

    def free_anchors(self) -> int:
        """Return the anchors of the cards that carry no token (Source: winter.md 2, H5).

        A square has the size of a card: it contains a section of each card it overlaps.
        """
        return self.anchors & ~overlapping(self.tokens[0] | self.tokens[1])

    def anchored(self) -> list[tuple[int, int]]:
        """Return the cards in the lake by number, each with the bit of its anchor."""
        base = self.top * WIDTH + self.left
        return [
            (card, spot[1] * WIDTH + spot[0] - base)
            for card, spot in enumerate(self.spots)
            if spot is not None
        ]

    def free(self) -> list[tuple[int, int]]:
        """Return the cards that carry no token, each with the bit of its anchor."""
        laid, free = self.anchored(), self.free_anchors()
        if free == self.anchors:
            return laid
        return [(card, at) for card, at in laid if free >> at & 1]

    def is_free(self, card: int) -> bool:
        """Tell whether a card of the lake carries no token."""
        spot = self.spots[card]
        return spot is not None and bool(self.free_anchors() >> self.bit(spot.x, spot.y) & 1)


def changed(pair: Pair, colour: int, value: int) -> Pair:
    """Return a pair with another value for one colour."""
    return (pair[0], value) if colour else (value, pair[1])


def rows(mask: int) -> tuple[int, ...]:
    """Return the rows of a mask, the upmost first."""
    size = -(-mask.bit_length() // WIDTH)
    return struct.unpack(f"<{size}Q", mask.to_bytes(size * WIDTH // 8, "little"))


def build(spots: tuple[Spot | None, ...]) -> Lake:
    """Return the lake of these cards, without tokens."""
    laid = [(card, spot) for card, spot in enumerate(spots) if spot is not None]
    if not laid:
        return Lake()
    left = min([spot.x for _, spot in laid]) - MARGIN
    top = min([spot.y for _, spot in laid]) - MARGIN
    base = top * WIDTH + left
    anchors = light = dark = 0
    for card, (x, y, rot) in laid:
        at = y * WIDTH + x - base
        face = FACES[card][rot]
        anchors |= 1 << at
        light |= face[0] << at
        dark |= face[1] << at
    return Lake(spots, (0, 0), left, top, anchors, (light, dark))


def lay(lake: Lake, card: int, spot: Spot) -> Lake:
    """Return the lake with one card more; it is for the caller to know that it may lie there."""
    x, y, rot = spot
    if not lake.anchors:
        lake = lake._replace(left=x - MARGIN, top=y - MARGIN)
    elif x - MARGIN < lake.left or y - MARGIN < lake.top:
        lake = _framed(lake, min(lake.left, x - MARGIN), min(lake.top, y - MARGIN))
    spots, tokens, left, top, anchors, (light, dark) = lake
    at = (y - top) * WIDTH + x - left
    face = FACES[card][rot]
    return Lake(
        (*spots[:card], spot, *spots[card + 1 :]),
        tokens,
        left,
        top,
        anchors | 1 << at,
        (light | face[0] << at, dark | face[1] << at),
    )


def lift(lake: Lake, card: int) -> Lake:
    """Return the lake without one of its cards."""
    spots, tokens, left, top, anchors, (light, dark) = lake
    spot = spots[card]
    assert spot is not None, "only a card that lies there can be lifted"
    at = (spot.y - top) * WIDTH + spot.x - left
    face = FACES[card][spot.rot]
    rest = (*spots[:card], None, *spots[card + 1 :])
    cells = (light ^ face[0] << at, dark ^ face[1] << at)
    lifted = Lake(rest, tokens, left, top, anchors ^ 1 << at, cells)
    on_edge = spot.x - MARGIN == left or spot.y - MARGIN == top
    return _tight(lifted) if on_edge else lifted


def keep(lake: Lake, group: int) -> Lake:
    """Return the lake with the cards of a group only, and the tokens that lie on them."""
    spots: list[Spot | None] = [None] * CARDS
    for card, at in lake.anchored():
        if group >> at & 1:
            spots[card] = lake.spots[card]
    row = group | group << 1
    under = row | row << WIDTH
    (light, dark), tokens, on = lake.cells, lake.tokens, overlapping(group)
    kept = Lake(
        tuple(spots),
        (tokens[0] & on, tokens[1] & on),
        lake.left,
        lake.top,
        group,
        (light & under, dark & under),
    )
    return _tight(kept)


def moved(mask: int, old: Lake, new: Lake) -> int:
    """Return the bits of a mask of ``old`` in the frame of ``new``."""
    shift = (old.top - new.top) * WIDTH + old.left - new.left
    return mask << shift if shift >= 0 else mask >> -shift


def _framed(lake: Lake, left: int, top: int) -> Lake:
    """Return the same lake in a frame that begins at (left, top)."""
    spots, (light_tokens, dark_tokens), old_left, old_top, anchors, (light, dark) = lake
    shift = (old_top - top) * WIDTH + old_left - left
    if shift < 0:
        back = -shift
        tokens = light_tokens >> back, dark_tokens >> back
        return Lake(spots, tokens, left, top, anchors >> back, (light >> back, dark >> back))
    tokens = light_tokens << shift, dark_tokens << shift
    return Lake(spots, tokens, left, top, anchors << shift, (light << shift, dark << shift))


def _tight(lake: Lake) -> Lake:
    """Return the same lake in the frame that its cards demand."""
    laid = [spot for spot in lake.spots if spot is not None]
    if not laid:
        return Lake()
    left = min([spot.x for spot in laid]) - MARGIN
    top = min([spot.y for spot in laid]) - MARGIN
    return lake if (left, top) == (lake.left, lake.top) else _framed(lake, left, top)


def places(anchors: int) -> int:
    """Return where a further card may be laid beside these (Source: winter.md 2)."""
    row = anchors | anchors << 1 | anchors >> 1
    column = anchors | anchors << WIDTH | anchors >> WIDTH
    near = column << 2 | column >> 2 | row << 2 * WIDTH | row >> 2 * WIDTH
    return near & ~(row | row << WIDTH | row >> WIDTH)


def room(anchors: int) -> tuple[int, int, int]:
    """Return where a card may be laid again once it is lifted (Source: winter.md 4.2).

    Three kinds of anchors: those that are legal whichever card it is; those legal
    unless it is the one card that touches them; those legal only if it is the one
    card that overlaps them, and not at its own anchor.
    """
    left, right = anchors << 1, anchors >> 1
    up, down = anchors << WIDTH, anchors >> WIDTH
    row, column = anchors | left | right, anchors | up | down
    row_up, row_down = row << WIDTH, row >> WIDTH
    over = row | row_up | row_down
    twice_in_row, twice_in_column = left & right, up & down
    over_twice = (
        twice_in_row | twice_in_row << WIDTH | twice_in_row >> WIDTH
        | row & (row_up | row_down) | row_up & row_down
    )  # fmt: skip
    east, west, south, north = column << 2, column >> 2, row << 2 * WIDTH, row >> 2 * WIDTH
    sides, ends = east | west, south | north
    near = sides | ends
    near_twice = (
        sides & ends | east & west | south & north
        | twice_in_column << 2 | twice_in_column >> 2
        | twice_in_row << 2 * WIDTH | twice_in_row >> 2 * WIDTH
    )  # fmt: skip
    legal = near & ~over
    return legal & near_twice, legal & ~near_twice, over & ~over_twice & near


def overlapping(anchors: int) -> int:
    """Return the anchors at which a card would overlap one of these."""
    row = anchors | anchors << 1 | anchors >> 1
    return row | row << WIDTH | row >> WIDTH


def near_to(anchors: int) -> int:
    """Return the anchors that touch one of these, or would if the place were open."""
    row = anchors | anchors << 1 | anchors >> 1
    column = anchors | anchors << WIDTH | anchors >> WIDTH
    return column << 2 | column >> 2 | row << 2 * WIDTH | row >> 2 * WIDTH


def are_connected(some: int, anchors: int) -> bool:
    """Tell whether some of these anchors belong to one group."""
    start = some & -some
    fresh, left = start, anchors ^ start
    while fresh and some & left:
        fresh = near_to(fresh) & left
        left ^= fresh
    return not some & left


def groups(anchors: int) -> list[int]:
    """Return the groups of a lake, each as the anchors of its cards (winter.md 2, 4.3)."""
    parts = []
    while anchors:
        fresh = anchors & -anchors
        left = anchors ^ fresh
        while fresh:
            fresh = near_to(fresh) & left
            left ^= fresh
        parts.append(anchors ^ left)
        anchors = left
    return parts


def largest_groups(lake: Lake) -> list[int]:
    """Return the groups with most cards, by their lowest card (Source: winter.md 4.3, 9)."""
    parts = groups(lake.anchors)
    most = max([part.bit_count() for part in parts], default=0)
    largest = [part for part in parts if part.bit_count() == most]
    if len(largest) > 1:
        largest.sort(key=lambda part: cards_of_group(lake, part))
    return largest


def cards_of_group(lake: Lake, group: int) -> tuple[int, ...]:
    """Return the cards with these anchors."""
    return tuple([card for card, at in lake.anchored() if group >> at & 1])
