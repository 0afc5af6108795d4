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
from itertools import combinations

from games.winter.actions import move_text, point_text, squares_text
from games.winter.components import CARDS, DECK, ROTATIONS
from games.winter.lattice import (
    CENTRE,
    CONTACT,
    FACES,
    OVERLAP,
    WIDTH,
    Lake,
    Pair,
    Point,
    Spot,
    bits,
    largest_groups,
    places,
)
from games.winter.state import CHOOSE_COLOUR, FREEZE, KEEP_GROUP, THAW, State

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
    {rot: tuple(map(_usable, FACES[card][rot])) for rot in DECK.rotations(card)}
    for card in range(CARDS)
)
"""By card, rotation and colour: which blocks the card can help to complete."""


def legal_answers(state: State) -> Iterator[str]:
    """Yield the legal answers of a state in which somebody is asked, in their order."""
    lake = state.lake
    if state.drawn is not None:
        yield from _place_answers(lake, state.drawn)
    elif state.stage == CHOOSE_COLOUR:
        yield from (f"colour {letter}" for letter in DECK.colours)
    elif state.stage == FREEZE:
        yield "draw"
        if state.supply[state.colour]:
            yield from _with_points("token", lake, lake.open_squares(state.colour))
    elif state.stage == THAW:
        yield from _thaw_answers(lake, state.colour, state.supply)
    elif state.stage == KEEP_GROUP:
        yield from (f"keep {DECK.ids[group[0]]}" for group in largest_groups(lake))


def _with_points(verb: str, lake: Lake, mask: int) -> Iterator[str]:
    return (f"{verb} {point_text(point)}" for point in lake.points(mask))


@lru_cache(maxsize=20_000)
def _place_texts(x: int, y: int) -> tuple[str, ...]:
    return tuple(f"place {x},{y} {rot}" for rot in ROTATIONS)


def _place_answers(lake: Lake, card: int) -> list[str]:
    """List the places of a drawn card by y, x and rotation."""
    left, top = lake.left, lake.top
    turns = len(DECK.rotations(card))
    listed: list[str] = []
    for bit in bits(places(lake)):
        listed += _place_texts(bit % WIDTH + left, bit // WIDTH + top)[:turns]
    return listed


def _thaw_answers(lake: Lake, colour: int, supply: Pair) -> Iterator[str]:
    free = lake.free()
    if supply[colour]:
        for card, lifted_places in _lifted(lake, free):
            yield from _moves(lake, card, lifted_places, colour, supply[colour])
    yield from (f"remove {DECK.ids[card]}" for card in free)
    yield from _with_points("take", lake, lake.tokens[colour])


def _lifted(lake: Lake, free: list[int]) -> Iterator[tuple[int, int]]:
    """Yield each free card with the anchors at which it may be laid, once lifted.

    Those beside any other card, on no other card: unions that leave one card out,
    put together from what comes before it and what comes after it.
    """
    base = lake.top * WIDTH + lake.left
    ats = {card: spot.y * WIDTH + spot.x - base for card, spot in lake.laid()}
    near = over = 0
    for at in [at for card, at in ats.items() if card not in free]:
        near |= CONTACT << at - CENTRE
        over |= OVERLAP << at - CENTRE
    after = [(near, over)]
    for card in reversed(free):
        near |= CONTACT << ats[card] - CENTRE
        over |= OVERLAP << ats[card] - CENTRE
        after.append((near, over))
    near = over = 0
    for number, card in enumerate(free, 1):
        rest_near, rest_over = after[-number - 1]
        yield card, (near | rest_near) & ~(over | rest_over | 1 << ats[card])
        near |= CONTACT << ats[card] - CENTRE
        over |= OVERLAP << ats[card] - CENTRE


def _moves(lake: Lake, card: int, allowed: int, colour: int, supply: int) -> Iterator[str]:
    """Yield the moves of one free card that make a square."""
    spot = lake.spots[card]
    assert spot is not None, "a free card lies in the lake"
    at = lake.bit(spot.x, spot.y)
    beside = _beside(lake.cells[colour] & ~(FACES[card][spot.rot][colour] << at))
    making = {}
    anywhere = 0
    for rot, usable in USABLE[card].items():
        made = 0
        for block in usable[colour]:
            made |= beside[block]
        making[rot] = made & allowed
        anywhere |= making[rot]
    for bit in bits(anywhere):
        x, y = lake.point(bit)
        for rot, made in making.items():
            if made >> bit & 1:
                text = move_text(card, Spot(x, y, rot))
                usable_blocks = USABLE[card][rot][colour]
                if supply >= len(usable_blocks):
                    yield text
                else:
                    squares = [
                        (x + BLOCKS[block][0], y + BLOCKS[block][1])
                        for block in usable_blocks
                        if beside[block] >> bit & 1
                    ]
                    yield from _choices(text, squares, supply)


def _choices(text: str, squares: list[Point], supply: int) -> Iterator[str]:
    """Yield a move once, or once for each way to spend a short supply (Source: winter.md H8)."""
    if len(squares) <= supply:
        yield text
    else:
        for chosen in combinations(squares, supply):
            yield text + squares_text(chosen)


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
