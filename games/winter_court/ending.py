"""How a game ended, or how it stands (winter_court.md 8)."""

from __future__ import annotations

from games.engine.contract import Outcome
from games.winter_court.state import OVER, State, royal_winner, status


def outcome(state: State) -> Outcome:
    """Return the outcome of a finished game, or the standing of a running one."""
    scores = status(state.held)
    winner, reason = _verdict(state.held, scores)
    if state.stage != OVER:
        return Outcome(False, "standing", scores, _places(winner))
    return Outcome(True, reason, scores, _places(winner), _winners(winner))


def _verdict(held: tuple[int, int], scores: tuple[int, int]) -> tuple[int | None, str]:
    """Say who is ahead and by which rule; nobody only where nobody controls a member."""
    royals = royal_winner(held)
    if royals is not None:
        return royals, "four_royals"
    if scores[0] != scores[1]:
        return int(scores[1] > scores[0]), "status"
    earliest = (held[0] | held[1]) & -(held[0] | held[1])
    if earliest:
        return int(bool(held[1] & earliest)), "letter"
    return None, "empty_court"


def _places(winner: int | None) -> tuple[int, int]:
    if winner is None:
        return 1, 1
    return (2, 1) if winner else (1, 2)


def _winners(winner: int | None) -> tuple[int, ...]:
    return (0, 1) if winner is None else (winner,)
