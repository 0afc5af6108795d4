"""Teams of the skirmish that people keep for themselves."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class SavedTeam(models.Model):
    """A team that its owner keeps; nobody else sees it. ``revision`` rises with every change.

    ``counts`` was legal within ``points`` by the faction's sheet as it was then: a sheet may
    have changed since, so whoever uses a team asks the rules again.
    """

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="saved_teams"
    )
    name = models.CharField(max_length=60)
    faction = models.CharField(max_length=40)
    points = models.PositiveSmallIntegerField()
    counts = models.JSONField()
    revision = models.PositiveIntegerField(default=1)
    changed_at = models.DateTimeField()

    class Meta:
        ordering = ["faction", "name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["owner", "name"], name="one_team_by_a_name"),
        ]
