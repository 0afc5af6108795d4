"""The legal answers of each ask, generated (Source: winter.md 4, 9).

In the thaw two things are found for all anchors at once, with every card in the
lake: where a card may be laid once it is lifted (``lattice.room``), and where its
sections of the mover's colour complete squares (``_completed``). Only close to the
lifted card, whose own cells must not count, each place is tried by itself.
``checks`` judges answers another way, in the rules' own words; tests hold the two
against each other.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

from games.engine.bits import bits
from games.winter.actions import squares_text
from games.winter.components import CARDS, DECK, TURNS
from games.winter.lattice import (
    AROUND,
    CARD,
    CENTRE,
    FACES,
    OVERLAPPING,
    TOUCHING,
    WIDTH,
    Lake,
    cards_of_group,
    largest_groups,
    places,
    room,
    rows,
)
from games.winter.state import FREEZE, KEEP_GROUP, THAW, State


class Look(NamedTuple):
    """A card in one of its rotations, seen by one player.

    ``sections`` has a bit for each section of the player's colour (1, 2, 4, 8 in the
    order of the pattern), ``cells`` the same as cells of a card whose anchor is
    ``WITHIN``; ``most`` is how many squares the card can complete at best.
    """

    rot: int
    sections: int
    cells: int
    most: int


Looks: TypeAlias = tuple[Look, ...]

BENEATH = OVERLAPPING ^ 1 << CENTRE
"""Where a card at ``CENTRE`` could be moved to if it alone is in the way."""
WITHIN = WIDTH + 1
"""Where a card is put to be looked at with the cells around it: the middle of ``TILE``."""
TILE = sum(0b1111 << row * WIDTH for row in range(4))

BLOCKS = (0b0001, 0b0011, 0b0010, 0b0101, 0b1111, 0b1010, 0b0100, 0b1100, 0b1000)
"""The sections of a card that lie in each of the nine blocks over it, in reading order."""


def _looks(card: int, colour: int) -> Looks:
    found = []
    for rot in TURNS[card]:
        cells = FACES[card][rot][colour]
        sections = cells & 0b11 | cells >> WIDTH - 2
        most = sum(not block & ~sections for block in BLOCKS)
        found.append(Look(rot, sections, cells << WITHIN, most))
    return tuple(found)


LOOKS = tuple(tuple(_looks(card, colour) for card in range(CARDS)) for colour in (0, 1))
"""By colour and card: how the card looks to the player of that colour."""
FAR = 256
"""No lake reaches so far to the left."""
MOVES = tuple(f"move {name}" for name in DECK.ids)
REMOVALS = tuple(f"remove {name}" for name in DECK.ids)


def legal_answers(state: State) -> list[str]:
    """Return the legal answers of a state in which somebody is asked, in their order."""
    if state.drawn is not None:
        return _place_answers(state.lake, state.drawn)
    if state.stage == FREEZE:
        return _freeze_answers(state)
    if state.stage == THAW:
        return _thaw_answers(state.lake, state.colour, state.supply[state.colour])
    if state.stage == KEEP_GROUP:
        return _keep_answers(state.lake)
    return [f"colour {letter}" for letter in DECK.colours]


def _keep_answers(lake: Lake) -> list[str]:
    groups = largest_groups(lake)
    return [f"keep {DECK.ids[cards_of_group(lake, group)[0]]}" for group in groups]


def _freeze_answers(state: State) -> list[str]:
    if not state.supply[state.colour]:
        return ["draw"]
    return ["draw", *_with_points("token", state.lake, state.lake.open_squares(state.colour))]


def _with_points(verb: str, lake: Lake, mask: int) -> list[str]:
    return [f"{verb} {x},{y}" for x, y in lake.points(mask)] if mask else []


def _place_answers(lake: Lake, card: int) -> list[str]:
    """Return the places of a drawn card by y, x and rotation."""
    rotations, shift = TURNS[card], lake.left + FAR
    found: list[str] = []
    for y, row in enumerate(rows(places(lake.anchors)), lake.top):
        if row:
            found += _row_of_places(row << shift, y, rotations)
    return found


@lru_cache(maxsize=20_000)
def _row_of_places(row: int, y: int, rotations: tuple[int, ...]) -> tuple[str, ...]:
    """Write the answers of one row: from turn to turn most rows of a lake stay as they are.

    The row's bit ``FAR`` is x = 0, so that it stays the same when the lake grows to the left.
    """
    return tuple([f"place {bit - FAR},{y} {rot}" for bit in bits(row) for rot in rotations])


def _thaw_answers(lake: Lake, colour: int, supply: int) -> list[str]:
    free = lake.free()
    found = _move_answers(lake, free, colour, supply) if supply else []
    found += [REMOVALS[card] for card, _ in free]
    return found + _with_points("take", lake, lake.tokens[colour])


def _move_answers(lake: Lake, free: list[tuple[int, int]], colour: int, supply: int) -> list[str]:
    """Return the moves of free cards, by card, place and rotation."""
    cells = lake.cells[colour]
    wanted = _wanted(lake, {DECK.patterns[card]: LOOKS[colour][card] for card, _ in free}, cells)
    found: list[str] = []
    for card, at in free:
        anywhere, unless_beside, beneath, turned = wanted[DECK.patterns[card]]
        if unless_beside:
            anywhere |= unless_beside & ~(TOUCHING << at - CENTRE)
        if beneath:
            anywhere |= beneath & BENEATH << at - CENTRE
        if anywhere:
            lifted = card, cells & ~(CARD << at), AROUND << at - CENTRE
            found += _moves(lake, lifted, turned, anywhere, supply)
    return found


def _wanted(
    lake: Lake, faces: dict[str, Looks], cells: int
) -> dict[str, tuple[int, int, int, list[tuple[Look, int]]]]:
    """Return for each face where it makes squares: in each kind of ``room``, and by look."""
    made = _completed(cells)
    apart, beside, covered = room(lake.anchors)
    found = {}
    for face, looks in faces.items():
        some = made[looks[0].sections] | made[looks[-1].sections]
        turned = [(look, made[look.sections]) for look in looks]
        found[face] = some & apart, some & beside, some & covered, turned
    return found


def _moves(
    lake: Lake,
    lifted: tuple[int, int, int],
    turned: list[tuple[Look, int]],
    allowed: int,
    supply: int,
) -> list[str]:
    """Return the moves of a lifted card to allowed anchors.

    ``lifted`` is the card, the mover's cells that stay, and the anchors close to where it lay.
    """
    card, rest, close = lifted
    verb, left, top = MOVES[card], lake.left, lake.top
    found = []
    for bit in bits(allowed):
        low = 1 << bit
        for (rot, _, cells, most), completing in turned:
            if not completing & low:
                continue
            if most <= supply and not close & low:
                found.append(f"{verb} {bit % WIDTH + left},{bit // WIDTH + top} {rot}")
            elif squares := _new_squares(rest, cells, bit):
                text = f"{verb} {bit % WIDTH + left},{bit // WIDTH + top} {rot}"
                found += _choices(text, lake, squares << bit - WITHIN, supply)
    return found


def _new_squares(rest: int, cells: int, bit: int) -> int:
    """Return the squares that a card's cells make with the others, as bits around ``WITHIN``."""
    tile = rest >> bit - WITHIN & TILE | cells
    pairs = tile & tile >> 1
    return pairs & pairs >> WIDTH


def _choices(text: str, lake: Lake, squares: int, supply: int) -> list[str]:
    """List a move once, or once for each way to spend a short supply (Source: winter.md H8)."""
    if squares.bit_count() <= supply:
        return [text]
    points = lake.points(squares)
    return [text + squares_text(chosen) for chosen in combinations(points, supply)]


def _completed(cells: int) -> tuple[int, ...]:
    """Return, for each set of a card's sections, at which anchors it completes a square.

    The other cells of that square are ``cells``, beside the card. A card of one colour
    is a square by itself: -1 stands for all anchors.
    """
    above, below = cells << WIDTH, cells >> 2 * WIDTH
    before, behind = cells << 1, cells >> 2
    above_right, below_right = above >> 1, below >> 1
    before_low, behind_low = before >> WIDTH, behind >> WIDTH
    # corners: one section (1, 2, 4, 8) and three cells beside it
    first = above << 1 & above & before
    second = above_right & above >> 2 & behind
    third = before_low & below << 1 & below
    fourth = below_right & below >> 2 & behind_low
    upper = first | second | above & above_right
    lower = third | fourth | below & below_right
    west = first | third | before & before_low
    east = second | fourth | behind & behind_low
    return (
        *(0, first, second, upper),
        *(third, west, second | third, upper | west),
        *(fourth, first | fourth, east, upper | east),
        *(lower, lower | west, lower | east, -1),
    )
