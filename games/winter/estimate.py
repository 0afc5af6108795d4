"""How promising a running position is for a seat: a guess for bots, not a rule."""

from __future__ import annotations

from math import exp

from games.winter.lattice import WIDTH, Lake
from games.winter.state import FREEZE, FREEZE_PLACE, State


def estimate(state: State, seat: int) -> float:
    """Return a number between 0 (lost) and 1 (won)."""
    if not state.colours:
        return 0.5
    own = state.colours[seat]
    worth = _freezing if state.stage in (FREEZE, FREEZE_PLACE) else _thawing
    lead = worth(state, own) - worth(state, 1 - own)
    return 1 / (1 + exp(-lead))


def _freezing(state: State, colour: int) -> float:
    """Squares are made to be claimed while cards are left; near ones need a further card."""
    lake = state.lake
    tokens = lake.tokens[colour].bit_count()
    open_squares = lake.open_squares(colour).bit_count()
    near = _near_squares(lake, colour).bit_count()
    return 0.6 * tokens + 0.35 * open_squares + 0.03 * near


def _thawing(state: State, colour: int) -> float:
    lake = state.lake
    tokens = lake.tokens[colour].bit_count()
    return 0.6 * tokens


def _near_squares(lake: Lake, colour: int) -> int:
    """Return the blocks with three cells of a colour and the fourth still open water."""
    own, all_cells = lake.cells[colour], lake.cells[0] | lake.cells[1]
    other = all_cells & ~own
    spoiled = _blocks(other)
    a, b, c, d = own, own >> 1, own >> WIDTH, own >> WIDTH + 1
    three = a & b & (c | d) | c & d & (a | b)
    return three & ~spoiled & ~(a & b & c & d)


def _blocks(cells: int) -> int:
    """Return the blocks that contain one of these cells."""
    rows = cells | cells >> 1
    return rows | rows >> WIDTH
