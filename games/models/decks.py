"""Decks of their owners' own cards, with which a game that has cards can be played."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class Deck(models.Model):
    """The checked table of one deck file; it never changes, so a match can be pinned to it.

    ``digest`` is the SHA-256 of the table: rows refer to a deck by what is in it.
    ``is_offered``: new matches may be opened with it.
    """

    game = models.CharField(max_length=40)
    name = models.CharField(max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    table = models.JSONField()
    is_offered = models.BooleanField(default=True)
    added_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["game", "name", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "name"],
                condition=Q(is_offered=True),
                name="one_deck_offered_by_a_name",
            ),
        ]
