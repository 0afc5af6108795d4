"""Races of matches: run a few times, and what holds after each of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.engine.contract import NotAsked
from games.hosting.errors import ServiceError
from games.services.verify import verify_match
from tests.games.hosting.toys import Played
from tests.races.together import errors

ROUNDS = 5
"""How often a race is run: its two outcomes should both come up."""


class First:
    """A bot that takes one stick, or plays its lowest card."""

    def answer(self, game: Any, view: Any, ask: Any, rng: Any) -> Any:
        return ask.legal[0]


def sound(played: Played) -> Played:
    """Check that no number is missing or there twice, and that the state is that of the turns."""
    assert [turn.number for turn in played.turns] == list(range(played.match.turn + 1))
    assert verify_match(played.match) == []
    return played


def codes(outcomes: list[Any]) -> list[str]:
    """Return the codes of what was refused; anything but a refusal fails."""
    refused = errors(outcomes)
    strange = [error for error in refused if not isinstance(error, (ServiceError, NotAsked))]
    assert strange == []
    return sorted(error.code for error in refused)


def rounds(race: Callable[[], None], times: int = ROUNDS) -> None:
    """Run a race as often as it takes."""
    for _ in range(times):
        race()
