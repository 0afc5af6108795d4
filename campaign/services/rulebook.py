"""Open the rule system for a campaign, and decode states, once per process.

Options and a phase's start state never change, so both are kept in small caches;
the numbers bound a process's memory when hundreds of campaigns pass through it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar

from campaign.models import Campaign, Phase
from campaign.rules import SYSTEM
from campaign.rules.maps import load_map, maps_for
from campaign.rules.state import State
from campaign.rules.system import SEALED, SHEET, CampaignGame
from games.engine.contract import Json

Value = TypeVar("Value")


class Kept:
    """The last ``size`` values by key."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.values: OrderedDict[Any, Any] = OrderedDict()

    def get(self, key: Any, make: Callable[[], Value]) -> Value:
        """Return the value kept under ``key``, made now if there is none."""
        if key in self.values:
            self.values.move_to_end(key)
            return self.values[key]
        value = self.values[key] = make()
        while len(self.values) > self.size:
            self.values.popitem(last=False)
        return value


_games = Kept(24)
_states = Kept(24)


def pin_options(options: Json, seats: int) -> dict[str, Any]:
    """Return the options with every rule's value and the whole map written out.

    What is stored with a campaign stays as it was when an edition or a shipped map
    changes. Raises ``BadOptions``.
    """
    game = SYSTEM.open(options, seats)
    given = dict(options or {})
    return {
        "play": given.get("play", SEALED),
        "hand_in": given.get("hand_in", SHEET),
        "begin": game.begin,
        "edition": game.edition,
        "rules": game.rules.as_json(),
        "map": given["map"] if "map" in given else load_map(maps_for(seats)[0].key),
    }


def game_of(campaign: Campaign) -> CampaignGame:
    """Return the campaign's game. ``campaign.options`` may be deferred."""
    return _games.get(campaign.public_id, lambda: SYSTEM.open(campaign.options, campaign.seats))


def begin_of(campaign: Campaign) -> str:
    """Return what the campaign begins with: ``setup``, or the ``winter`` of its first year."""
    return game_of(campaign).begin


def state_of(game: CampaignGame, phase: Phase) -> State:
    """Return the state at the start of a phase. ``phase.state`` may be deferred."""
    key = (phase.commitment, phase.opened_at)
    return _states.get(key, lambda: game.decode(phase.state))


def forget_states() -> None:
    """Forget every decoded state: for whoever changes by hand what a phase began with."""
    _states.values.clear()
