"""How promising a running position is for a seat: a guess for bots, not a rule.

The weights were found by letting bots that trust them play each other.
"""

from __future__ import annotations

from math import exp

from games.winter.lattice import WIDTH, Lake
from games.winter.state import FREEZE, FREEZE_PLACE, State

TOKEN, OPEN_SQUARE, NEAR_SQUARE = 0.6, 0.4, 0.05
TEMPO = 2.0


def estimate(state: State, seat: int) -> float:
    """Return a number between 0 (lost) and 1 (won)."""
    if not state.colours:
        return 0.5
    own = state.colours[seat]
    if state.stage in (FREEZE, FREEZE_PLACE):
        lead = _claims(state.lake, own) - _claims(state.lake, 1 - own)
    else:
        light, dark = state.lake.tokens
        more = light.bit_count() - dark.bit_count()
        lead = TOKEN * (more if own == 0 else -more) + _tempo(state, seat)
    return 1 / (1 + exp(-lead))


def _claims(lake: Lake, colour: int) -> float:
    """While the lake freezes, squares can be claimed, and near ones be completed."""
    return (
        TOKEN * lake.tokens[colour].bit_count()
        + OPEN_SQUARE * lake.open_squares(colour).bit_count()
        + NEAR_SQUARE * _near_squares(lake, colour).bit_count()
    )


def _tempo(state: State, seat: int) -> float:
    """In the thaw who finds no free card must take tokens back: if each turn uses one up, who?"""
    free = state.lake.free_anchors().bit_count()
    unlucky = state.to_move if free % 2 == 0 else 1 - state.to_move
    return (-TEMPO if seat == unlucky else TEMPO) / (1 + free)


def _near_squares(lake: Lake, colour: int) -> int:
    """Return the blocks with three cells of a colour and the fourth still open water."""
    own, other = lake.cells[colour], lake.cells[1 - colour]
    right, below, across = own >> 1, own >> WIDTH, own >> WIDTH + 1
    three = own & right & (below | across) | below & across & (own | right)
    rows = other | other >> 1
    return three & ~(own & right & below & across) & ~(rows | rows >> WIDTH)
