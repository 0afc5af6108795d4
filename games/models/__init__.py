"""Rows of matches and decks, and of what every request of the API may need."""

from __future__ import annotations

from games.models.decks import Deck
from games.models.idempotency import IdempotencyRecord
from games.models.matches import Held, Match, Note, Plan, Seat, Turn

__all__ = ["Deck", "Held", "IdempotencyRecord", "Match", "Note", "Plan", "Seat", "Turn"]
