"""What a viewer may know: the whole table, for in Winter everything on it is public.

Sealed sheets are answers and never enter the state; what is told to one kingdom alone is
an event. So the view is the state as ``codec.py`` writes it, field by field, which
``position.py`` reads back. Source: campaign.md 1 and 4.
"""

from __future__ import annotations

from campaign.rules.board import Board
from campaign.rules.codec import encode
from campaign.rules.state import State
from games.engine.contract import Json


def public_view(board: Board, state: State) -> Json:
    """Return the state as everybody may see it."""
    return encode(board, state)
