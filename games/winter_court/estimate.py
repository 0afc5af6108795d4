"""How promising a position is for a seat: a cheap guess for bots, no part of the rules."""

from __future__ import annotations

from math import exp

from games.winter_court.state import State, status


def estimate(state: State, seat: int) -> float:
    """Return a number between 0 (lost) and 1 (won)."""
    one, two = status(state.held)
    lead = (one - two) * (1 if seat == 0 else -1)
    return 1 / (1 + exp(-lead / (3 + len(state.pile) / 10)))
