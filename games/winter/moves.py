"""The legal answers of each ask, generated (Source: winter.md 4, 9).

In the thaw every free card is lifted in turn. Twelve copies of the mover's cells,
each shifted so that one cell beside a card falls on the card's anchor, tell for all
anchors at once where the cells beside a card would complete a square; both
rotations share them. ``checks`` judges answers another way, in the rules' own
words; tests hold the two against each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, combinations
from typing import NamedTuple

from games.winter.actions import point_text, squares_text
from games.winter.components import CARDS, DECK, TURNS
from games.winter.lattice import (
    AROUND,
    CARD,
    CENTRE,
    FACES,
    WIDTH,
    Lake,
    Point,
    bits,
    cards_of_group,
    largest_groups,
    places,
    rows,
)
from games.winter.state import FREEZE, KEEP_GROUP, THAW, State

BLOCKS: tuple[Point, ...] = tuple((dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1))
"""The squares that contain a section of a card at (0, 0), in reading order."""


def _sections(block: Point) -> int:
    """Return the sections of a card at bit 0 that lie in one of its ``BLOCKS``."""
    dx, dy = block
    return sum(
        1 << x + y * WIDTH
        for x in (0, 1)
        for y in (0, 1)
        if dx <= x <= dx + 1 and dy <= y <= dy + 1
    )


def _usable(cells: int) -> tuple[int, ...]:
    """Return the numbers of the blocks to which a card gives only cells of one colour."""
    return tuple(number for number, block in enumerate(BLOCKS) if not _sections(block) & ~cells)


USABLE = tuple(
    tuple((rot, tuple(map(_usable, FACES[card][rot]))) for rot in TURNS[card])
    for card in range(CARDS)
)
"""By card: its rotations, and with each by colour which blocks it can help to complete."""


def legal_answers(state: State) -> Iterator[str]:
    """Return the legal answers of a state in which somebody is asked, in their order."""
    if state.drawn is not None:
        return _place_answers(state.lake, state.drawn)
    if state.stage == FREEZE:
        return _freeze_answers(state)
    if state.stage == THAW:
        return _thaw_answers(state.lake, state.colour, state.supply[state.colour])
    if state.stage == KEEP_GROUP:
        return _keep_answers(state.lake)
    return (f"colour {letter}" for letter in DECK.colours)


def _keep_answers(lake: Lake) -> Iterator[str]:
    for group in largest_groups(lake):
        yield f"keep {DECK.ids[cards_of_group(lake, group)[0]]}"


def _freeze_answers(state: State) -> Iterator[str]:
    yield "draw"
    if state.supply[state.colour]:
        yield from _with_points("token", state.lake, state.lake.open_squares(state.colour))


def _with_points(verb: str, lake: Lake, mask: int) -> Iterator[str]:
    return (f"{verb} {point_text(point)}" for point in lake.points(mask))


def _place_answers(lake: Lake, card: int) -> Iterator[str]:
    """Yield the places of a drawn card by y, x and rotation."""
    rotations, left = TURNS[card], lake.left
    lines = enumerate(rows(places(lake.anchors)), lake.top)
    return chain.from_iterable([_row_of_places(row, left, y, rotations) for y, row in lines if row])


@lru_cache(maxsize=20_000)
def _row_of_places(row: int, left: int, y: int, rotations: tuple[int, ...]) -> tuple[str, ...]:
    """Write the answers of one row: from turn to turn most rows of a lake stay as they are."""
    return tuple([f"place {bit + left},{y} {rot}" for bit in bits(row) for rot in rotations])


REMOVALS = tuple(f"remove {name}" for name in DECK.ids)


def _thaw_answers(lake: Lake, colour: int, supply: int) -> Iterator[str]:
    if supply:
        yield from _move_answers(lake, colour, supply)
    for card, _ in lake.free():
        yield REMOVALS[card]
    yield from _with_points("take", lake, lake.tokens[colour])


def _move_answers(lake: Lake, colour: int, supply: int) -> Iterator[str]:
    """Yield the moves of all free cards, by card.

    What lies beside a place is worked out once with all cards in the lake, and again
    without the lifted card only when that may have counted itself.
    """
    cells = lake.cells[colour]
    beside = _beside(cells)
    faces: dict[str, _Making] = {}
    for card, at in lake.free():
        face = DECK.patterns[card]
        making = faces.get(face) or faces.setdefault(face, _making(beside, card, colour))
        if making.anywhere:
            allowed = making.anywhere & places(lake.anchors ^ 1 << at) & ~(1 << at)
            if allowed & AROUND << at - CENTRE:
                making = _making(_beside(cells & ~(CARD << at)), card, colour)
            yield from _moves(lake, card, making, allowed, supply)


class _Making(NamedTuple):
    """At which anchors a face completes squares: in any way, and by rotation.

    ``turned`` has for each rotation the blocks that the face can complete, and the
    anchors at which it completes one of them.
    """

    beside: tuple[int, ...]
    anywhere: int
    turned: list[tuple[int, tuple[int, ...], int]]


def _making(beside: tuple[int, ...], card: int, colour: int) -> _Making:
    anywhere = 0
    turned = []
    for rot, usable in USABLE[card]:
        made = 0
        for block in usable[colour]:
            made |= beside[block]
        anywhere |= made
        turned.append((rot, usable[colour], made))
    return _Making(beside, anywhere, turned)


def _moves(lake: Lake, card: int, making: _Making, allowed: int, supply: int) -> Iterator[str]:
    """Yield the moves of one card to allowed anchors."""
    verb, left, top = f"move {DECK.ids[card]}", lake.left, lake.top
    while allowed:
        low = allowed & -allowed
        allowed ^= low
        bit = low.bit_length() - 1
        x, y = bit % WIDTH + left, bit // WIDTH + top
        for rot, blocks, made in making.turned:
            if made & low:
                text = f"{verb} {x},{y} {rot}"
                if supply >= len(blocks):
                    yield text
                else:
                    new = [BLOCKS[block] for block in blocks if making.beside[block] & low]
                    yield from _choices(text, [(x + dx, y + dy) for dx, dy in new], supply)


def _choices(text: str, squares: list[Point], supply: int) -> list[str]:
    """List a move once, or once for each way to spend a short supply (Source: winter.md H8)."""
    if len(squares) <= supply:
        return [text]
    return [text + squares_text(chosen) for chosen in combinations(squares, supply)]


def _beside(cells: int) -> tuple[int, ...]:
    """Return, for each of ``BLOCKS``, at which anchors all of it beside the card is ``cells``.

    The one block within the card has nothing beside it: -1 stands for all anchors.
    """
    above, below = cells << WIDTH, cells >> 2 * WIDTH
    before, behind = cells << 1, cells >> 2
    above_right, below_right = above >> 1, below >> 1
    before_low, behind_low = before >> WIDTH, behind >> WIDTH
    return (
        above << 1 & above & before,
        above & above_right,
        above_right & above >> 2 & behind,
        before & before_low,
        -1,
        behind & behind_low,
        before_low & below << 1 & below,
        below & below_right,
        below_right & below >> 2 & behind_low,
    )
