"""Maps that people draw."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class MapDraft(models.Model):
    """A map that its owner draws; nobody else sees it. ``revision`` rises with every save.

    ``document`` can be read as a map, though it need not be fit for a campaign yet.
    """

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="map_drafts"
    )
    name = models.CharField(max_length=80)
    document = models.JSONField()
    revision = models.PositiveIntegerField(default=1)
    updated_at = models.DateTimeField()

    class Meta:
        ordering = ["-updated_at", "-pk"]
