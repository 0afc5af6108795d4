"""Rows of matches, decks and saved teams, and of what every request of the API may need."""

from __future__ import annotations

from games.models.decks import Deck
from games.models.idempotency import IdempotencyRecord
from games.models.matches import Held, Match, Note, Plan, Seat, Turn
from games.models.teams import SavedTeam

__all__ = [
    "Deck",
    "Held",
    "IdempotencyRecord",
    "Match",
    "Note",
    "Plan",
    "SavedTeam",
    "Seat",
    "Turn",
]
