"""Answers kept for repeated requests. The table's name tells which app first had it."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class IdempotencyRecord(models.Model):
    """The answer once given to a person's request with this key, so a repeat gets the same."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    key = models.CharField(max_length=80)
    fingerprint = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    body = models.JSONField()
    headers = models.JSONField(default=dict)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "campaign_idempotencyrecord"
        constraints = [
            models.UniqueConstraint(fields=["user", "key"], name="one_answer_per_key"),
        ]
