"""What a game may say of losses beyond the contract: for a battle that it decides."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from games.engine.contract import Game


@runtime_checkable
class Costly(Protocol):
    """A game in which forces are lost; the hook is optional."""

    def casualties(self, state: Any) -> tuple[tuple[int, int], ...]:
        """Return by seat the points slain and the points brought, as the state stands."""
        ...


def casualties_of(game: Game[Any], state: Any) -> tuple[tuple[int, int], ...]:
    """Return by seat the points slain and the points brought; empty: nothing is lost in it."""
    return game.casualties(state) if isinstance(game, Costly) else ()
