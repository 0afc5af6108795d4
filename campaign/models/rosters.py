"""Army lists that a kingdom writes before it hands them in."""

from __future__ import annotations

from django.db import models

from campaign.models.board import Kingdom


class RosterDraft(models.Model):
    """A list for one army of a kingdom (0: its next recruit), for its player's eyes alone.

    It counts for nothing until a sheet carries it. ``document`` is a list as sheets have it;
    ``revision`` rises with every save.
    """

    kingdom = models.ForeignKey(Kingdom, on_delete=models.CASCADE, related_name="roster_drafts")
    army = models.PositiveSmallIntegerField()
    document = models.JSONField()
    revision = models.PositiveIntegerField(default=1)
    updated_at = models.DateTimeField()

    class Meta:
        ordering = ["kingdom_id", "army"]
        constraints = [
            models.UniqueConstraint(fields=["kingdom", "army"], name="one_draft_per_army"),
        ]
