"""Phases, what each kingdom is asked in them, what was handed in, and what happened.

The open phase's row is the lock of a running campaign: whoever writes to the
campaign locks that row first, and after it only matches of its contests, so there is one
lock order.
"""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from campaign.models.board import Kingdom
from campaign.models.campaigns import Campaign


class Phase(models.Model):
    """One phase. There is no "in progress": it is open, parked, or done.

    ``is_turn`` marks one kingdom's turn in open play, which its answer ends at once.
    ``due_at`` is when it may be resolved: the deadline, or now when everyone is
    in or the game master said so; empty while it is paused. ``planned_at`` is the
    deadline on the campaign's grid, which early ends do not move. ``state`` is the
    encoded state at the start, ``draws`` every die with its label, ``receipts``
    the receipt carried out for each seat (none: NMR). ``month`` is 1 to 6 in Summer, else 0.
    ``rulings`` hold the game master's report of a battle by its tile, and count instead of
    what both sides filed; ``grace_used`` says that a phase of reports waited for one already.
    ``modes`` say by hex how land battles are fought there this month, where that was changed;
    ``outside`` is what the rules were told of matches when the phase was resolved.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        PARKED = "parked", _("parked")
        DONE = "done", _("done")

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="phases")
    branch = models.PositiveIntegerField(default=0)
    ordinal = models.PositiveIntegerField()
    kind = models.CharField(max_length=16)
    year = models.PositiveSmallIntegerField()
    month = models.PositiveSmallIntegerField(default=0)
    is_turn = models.BooleanField(default=False)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.OPEN)
    revision = models.PositiveIntegerField(default=0)
    opened_at = models.DateTimeField()
    planned_at = models.DateTimeField(null=True)
    due_at = models.DateTimeField(null=True)
    closing = models.CharField(max_length=12, blank=True, default="")
    paused_at = models.DateTimeField(null=True, blank=True)
    remaining = models.DurationField(null=True, blank=True)
    extended = models.DurationField(null=True, blank=True)
    done_at = models.DateTimeField(null=True, blank=True)
    state = models.JSONField()
    commitment = models.CharField(max_length=64)
    draws = models.JSONField(default=list)
    receipts = models.JSONField(default=dict)
    rulings = models.JSONField(default=dict)
    modes = models.JSONField(default=dict)
    outside = models.JSONField(default=dict)
    grace_used = models.BooleanField(default=False)
    failure = models.TextField(blank=True, default="")
    failed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["ordinal"]
        # What is due is found without reading all phases there ever were.
        indexes = [models.Index(fields=["status", "due_at"], name="phase_by_status")]
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "branch", "ordinal"], name="one_phase_per_ordinal"
            ),
            models.UniqueConstraint(
                fields=["campaign"],
                condition=Q(status__in=["open", "parked"]),
                name="one_running_phase",
            ),
        ]

    @property
    def is_paused(self) -> bool:
        """Whether the clock stands still."""
        return self.paused_at is not None


class Ask(models.Model):
    """That a kingdom must decide something in a phase, and the submission that counts."""

    phase = models.ForeignKey(Phase, on_delete=models.CASCADE, related_name="asks")
    kingdom = models.ForeignKey(Kingdom, on_delete=models.CASCADE, related_name="asks")
    kind = models.CharField(max_length=16)
    submission = models.OneToOneField(
        "Submission", null=True, blank=True, on_delete=models.PROTECT, related_name="counts_for"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["phase", "kingdom"], name="one_ask_per_kingdom"),
        ]


class Submission(models.Model):
    """A sheet handed in: never changed, chained to the kingdom's one before.

    The chain is per kingdom, so that a receipt tells nobody when others handed
    in; the nonce keeps a published receipt from being guessed back to its sheet.
    ``by_regent``: the steward handed it in, and whoever plays the kingdom may replace it.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    phase = models.ForeignKey(Phase, on_delete=models.CASCADE, related_name="submissions")
    kingdom = models.ForeignKey(Kingdom, on_delete=models.CASCADE, related_name="submissions")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    author_name = models.CharField(max_length=150)
    by_regent = models.BooleanField(default=False)
    sequence = models.PositiveIntegerField()
    phase_revision = models.PositiveIntegerField()
    sheet = models.JSONField()
    at = models.DateTimeField()
    nonce = models.CharField(max_length=32)
    previous = models.CharField(max_length=64)
    receipt = models.CharField(max_length=64, unique=True)

    class Meta:
        ordering = ["sequence"]
        constraints = [
            models.UniqueConstraint(fields=["kingdom", "sequence"], name="one_chain_per_kingdom"),
        ]


class Event(models.Model):
    """One thing that happened in a phase; ``seen_by`` lists seats, or is null for everybody."""

    phase = models.ForeignKey(Phase, on_delete=models.CASCADE, related_name="events")
    index = models.PositiveIntegerField()
    kind = models.CharField(max_length=24)
    data = models.JSONField()
    seen_by = models.JSONField(null=True)

    class Meta:
        ordering = ["phase_id", "index"]
        constraints = [
            models.UniqueConstraint(fields=["phase", "index"], name="one_event_per_index"),
        ]
