"""What leaves the house, and signs of life of what runs beside the web server.

Outbox rows are written in the transaction that causes them, one per ``key``,
and sent later; a row that a killed worker left in ``sending`` may have been sent,
so it is never sent again on its own.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q


class Outbox(models.Model):
    """One message for one person. It is worthless, and dropped, after ``not_after``.

    It is about a campaign (``phase``), or about a match (``turn``: asked at that revision).
    """

    class Status(models.TextChoices):
        WAITING = "waiting"
        SENDING = "sending"
        SENT = "sent"
        DROPPED = "dropped"
        UNSURE = "unsure"
        FAILED = "failed"

    key = models.CharField(max_length=120, unique=True)
    kind = models.CharField(max_length=24)
    recipient = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    campaign = models.ForeignKey("Campaign", null=True, on_delete=models.CASCADE, related_name="+")
    phase = models.ForeignKey("Phase", null=True, on_delete=models.CASCADE, related_name="+")
    match = models.ForeignKey("games.Match", null=True, on_delete=models.CASCADE, related_name="+")
    turn = models.PositiveIntegerField(null=True)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.WAITING)
    not_before = models.DateTimeField()
    not_after = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    taken_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=200, blank=True, default="")

    class Meta:
        # What waits is found without reading all that ever went out.
        indexes = [models.Index(fields=["status", "not_before"], name="outbox_by_status")]
        constraints = [
            models.CheckConstraint(
                condition=Q(campaign__isnull=False, match__isnull=True)
                | Q(campaign__isnull=True, match__isnull=False),
                name="message_about_one_thing",
            ),
        ]


class Heartbeat(models.Model):
    """When a duty was last carried out (``sweep``, ``matches``, ``outbox``), or a queue seen."""

    name = models.CharField(max_length=24, primary_key=True)
    at = models.DateTimeField()
