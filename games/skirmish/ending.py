"""How a skirmish ended, or stands (Source: skirmish.md 14)."""

from __future__ import annotations

from games.engine.contract import Outcome
from games.skirmish.flow import points_of
from games.skirmish.state import SLAIN, State
from games.skirmish.teams import cost_of

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


def casualties(state: State) -> tuple[tuple[int, int], ...]:
    """Return by seat the points in its slain pool and those of its list (14.4, house H46).

    A team not chosen yet counts as much as it may cost.
    """
    return tuple((_slain(state, seat), _brought(state, seat)) for seat in (0, 1))


def _slain(state: State, seat: int) -> int:
    return sum(p.entry.cost for p in state.pieces if p.seat == seat and p.square == SLAIN)


def _brought(state: State, seat: int) -> int:
    if state.pieces:
        return sum(piece.entry.cost for piece in state.pieces if piece.seat == seat)
    team = state.setup.teams[seat]
    return state.setup.points[seat] if team is None else cost_of(state.setup.factions[seat], team)
