"""How promising a state is for a seat, by whatever the game offers to tell it.

A finished game speaks for itself; a running one is judged by the game's own
``estimate`` where it has one, else by its standing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.bots.protocol import Estimating
from games.engine.contract import Game, Outcome

WIN = 10**9

CONSOLED = 0.3
"""What it is worth to be first at the table where something without a seat came first."""

Estimate = Callable[[Any, int], float]


def estimate_of(game: Game[Any]) -> Estimate | None:
    """Return the game's own judgement of running positions, if it has one."""
    return game.estimate if isinstance(game, Estimating) else None


def standing(outcome: Outcome, seat: int) -> int:
    """Return how well a seat stands: its lead over the best other, a win above all."""
    lead = _lead(outcome, seat)
    if not outcome.over:
        return lead
    return lead + (WIN if seat in outcome.winners else -WIN)


def promise(game: Game[Any], state: Any, seat: int, estimate: Estimate | None) -> float:
    """Return a number from 0 (lost) to 1 (won); an end that is shared is shared here too."""
    outcome = game.outcome(state)
    if outcome.beaten:
        return CONSOLED / outcome.places.count(1) if outcome.places[seat] == 1 else 0.0
    if outcome.over:
        return 1 / len(outcome.winners) if seat in outcome.winners else 0.0
    if estimate:
        return estimate(state, seat)
    lead = _lead(outcome, seat)
    return 0.5 + 0.5 * lead / (1 + abs(lead))


def _lead(outcome: Outcome, seat: int) -> int:
    others = [score for other, score in enumerate(outcome.scores) if other != seat]
    return outcome.scores[seat] - max(others, default=0)
