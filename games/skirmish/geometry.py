"""The board as numbers: squares 0 (a1) to 63 (h8), sets of squares as bit masks.

Lines are looked up, not walked: for each square and line there is a table from the
occupied squares of that line to what a piece can reach on it (Source: skirmish.md 1, 5, 10).
"""

from __future__ import annotations

from typing import NamedTuple

from games.engine.bits import bits

SIZE = 8
SQUARES = range(SIZE * SIZE)
NAMES = tuple("abcdefgh"[square % 8] + str(square // 8 + 1) for square in SQUARES)
SQUARE_OF = {name: square for square, name in enumerate(NAMES)}
ALL = (1 << 64) - 1

STRAIGHT = ((1, 0), (-1, 0)), ((0, 1), (0, -1))
DIAGONAL = ((1, 1), (-1, -1)), ((1, -1), (-1, 1))
LEAPS = tuple((x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y))
AROUND = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)


def rank_of(square: int) -> int:
    """Return the rank, 1 to 8."""
    return square // 8 + 1


squares_in = bits
"""The squares of a set, ascending."""


def mask_of(squares: list[int] | tuple[int, ...]) -> int:
    """Return a set of squares as a mask."""
    return sum({1 << square for square in squares})


def ranks_mask(low: int, high: int) -> int:
    """Return all squares of the ranks from ``low`` to ``high``."""
    return sum(1 << square for square in SQUARES if low <= rank_of(square) <= high)


def ray(square: int, step: tuple[int, int], length: int = SIZE) -> tuple[int, ...]:
    """Return the squares from ``square`` on in one direction, nearest first."""
    x, y = square % 8, square // 8
    found = []
    for _ in range(length):
        x, y = x + step[0], y + step[1]
        if not (0 <= x < SIZE and 0 <= y < SIZE):
            break
        found.append(y * 8 + x)
    return tuple(found)


def texts(verb: str) -> tuple[tuple[str, ...], ...]:
    """Return ``verb from to`` for any two squares, by number."""
    return tuple(tuple(f"{verb} {one} {two}" for two in NAMES) for one in NAMES)


MOVE, ATTACK, CASTLE = texts("move"), texts("attack"), texts("castle")
STAY = tuple(f"stay {name}" for name in NAMES)
ACTIVATE = tuple(f"activate {name}" for name in NAMES)

NEXT_TO = tuple(mask_of([t for step in AROUND for t in ray(s, step, 1)]) for s in SQUARES)
"""The squares adjacent to each square."""


class Reach(NamedTuple):
    """What can be reached: moves as texts, the first square occupied each way, where moves end."""

    moves: tuple[str, ...]
    hit: int
    ends: int


class Line(dict[int, Reach]):
    """From the occupied squares among ``mask`` to what a piece on ``square`` reaches there."""

    def __init__(self, square: int, rays: tuple[tuple[int, ...], ...]) -> None:
        super().__init__()
        self.square = square
        self.rays = tuple(one for one in rays if one)
        self.mask = mask_of([target for one in self.rays for target in one])

    def __missing__(self, occupied: int) -> Reach:
        ends, hit = [], 0
        for one in self.rays:
            for target in one:
                if occupied >> target & 1:
                    hit |= 1 << target
                    break
                ends.append(target)
        moves = tuple(MOVE[self.square][target] for target in ends)
        found = self[occupied] = Reach(moves, hit, mask_of(ends))
        return found


def _lines(square: int, pairs: tuple[tuple[tuple[int, int], ...], ...], length: int) -> list[Line]:
    rays = [tuple(ray(square, step, length) for step in pair) for pair in pairs]
    return [line for pair in rays if (line := Line(square, pair)).mask]


def _path(
    pairs: tuple[tuple[tuple[int, int], ...], ...], length: int
) -> tuple[tuple[tuple[int, Line], ...], ...]:
    return tuple(
        tuple((line.mask, line) for line in _lines(square, pairs, length)) for square in SQUARES
    )


REACH = {
    "step": _path((AROUND,), 1),
    "leap": _path((LEAPS,), 1),
    "straight_lines": _path(STRAIGHT, SIZE),
    "diagonal_lines": _path(DIAGONAL, SIZE),
    "all_lines": _path(STRAIGHT + DIAGONAL, SIZE),
    "short_lines": _path(STRAIGHT + DIAGONAL, 2),
}
"""By path and square: the lines, each behind its mask (skirmish.md 10)."""

FORWARD = (8, -8)
"""What one square forward adds, by seat."""

PAWN_ATTACKS = tuple(
    tuple(mask_of([t for x in (-1, 1) for t in ray(square, (x, y), 1)]) for square in SQUARES)
    for y in (1, -1)
)
"""By seat and square: where a Pawn attacks."""

BETWEEN: dict[tuple[int, int], int] = {
    (square, target): mask_of(one[:number])
    for square in SQUARES
    for pair in STRAIGHT
    for step in pair
    for one in [ray(square, step)]
    for number, target in enumerate(one)
}
"""The squares between two squares of one rank or file."""
