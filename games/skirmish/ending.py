"""How a skirmish ended, or stands (Source: skirmish.md 14)."""

from __future__ import annotations

from games.engine.contract import Outcome
from games.skirmish.flow import points_of
from games.skirmish.state import State

STANDING = "standing"


def outcome(state: State) -> Outcome:
    """Return the outcome; adjudicated now it is the count of points alone (14.4)."""
    points = points_of(state)
    best = max(points)
    first = state.winners if state.over else tuple(s for s in (0, 1) if points[s] == best)
    places = (1 if 0 in first else 2, 1 if 1 in first else 2)
    return Outcome(
        bool(state.over), state.over or STANDING, points, places, first if state.over else ()
    )
