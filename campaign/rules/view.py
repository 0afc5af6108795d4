"""What a viewer may know: the whole table, save the army lists that are still secret.

Sealed sheets are answers and never enter the state; what is told to one kingdom alone is
an event; a month's instructions are in the state only after everybody's were revealed. So
the view is the state as ``codec.py`` writes it, field by field, without foreign lists that
no battle has opened yet. Source: campaign.md 1, 3a and 5.
"""

from __future__ import annotations

from dataclasses import replace

from campaign.rules.board import Board
from campaign.rules.codec import encode
from campaign.rules.rosters import visible
from campaign.rules.ruleset import Ruleset
from campaign.rules.state import State
from games.engine.contract import Json


def view_of(board: Board, rules: Ruleset, state: State, seat: int | None) -> Json:
    """Return the state as a kingdom (``None``: an outsider) may see it.

    Where lists are not fixed, the race of an allied army is public: its list shows without units.
    """
    rosters = visible(state.rosters, seat, name_allies=not rules.fixed_lists)
    return encode(board, replace(state, rosters=rosters))
