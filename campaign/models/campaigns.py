"""A campaign, who belongs to it, and how one is invited.

The board's facts (terrain, edges, neighbours) are in ``options`` and never
change; what changes lives in the rows of ``board.py`` and, for the few things
that are no row, in ``year``, ``stage``, ``order``, ``season`` and ``summer``.
"""

from __future__ import annotations

import secrets
import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


def new_secret() -> str:
    """Return 32 random bytes as hex: what every die of one campaign is derived from."""
    return secrets.token_hex(32)


def new_token() -> str:
    """Return an unguessable token for a link."""
    return secrets.token_urlsafe(24)


class Campaign(models.Model):
    """One campaign. ``revision`` rises with every change of the board all can see."""

    class Status(models.TextChoices):
        FORMING = "forming", _("gathering players")
        RUNNING = "running", _("under way")
        OVER = "over", _("over")

    name = models.CharField(_("name"), max_length=80)
    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.FORMING)
    is_public = models.BooleanField(_("anyone may look"), default=False)
    options = models.JSONField()
    rules_version = models.CharField(max_length=40)
    seats = models.PositiveSmallIntegerField()
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    schedule = models.JSONField(default=dict)
    ends_early = models.BooleanField(_("go on as soon as everyone is in"), default=True)
    secret = models.CharField(max_length=64, default=new_secret, editable=False)
    branch = models.PositiveIntegerField(default=0)
    revision = models.PositiveIntegerField(default=0)
    year = models.PositiveSmallIntegerField(default=0)
    stage = models.CharField(max_length=16, blank=True, default="")
    order = models.JSONField(default=list)
    season = models.JSONField(default=dict)
    summer = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """That a person belongs to a campaign, and whether they run it. Leaving keeps the row."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships"
    )
    is_game_master = models.BooleanField(default=False)
    joined_at = models.DateTimeField(auto_now_add=True)
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "user"], name="one_membership_each"),
        ]


class Invite(models.Model):
    """A link by which people join until it is revoked, has expired, or no kingdom is free."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="invites")
    token = models.CharField(max_length=64, unique=True, default=new_token)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)


class LogEntry(models.Model):
    """What a game master did to the campaign, for everyone to read.

    ``key`` makes an action idempotent: the same key a second time changes nothing.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="log")
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    action = models.CharField(max_length=24)
    key = models.CharField(max_length=64)
    reason = models.CharField(max_length=200, blank=True, default="")
    data = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "key"], name="one_log_entry_per_key"),
        ]
