"""What is decided outside the rules of the year: battles in matches or on a table, and courts."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from campaign.models.campaigns import Campaign
from campaign.models.phases import Phase
from campaign.rules.outside import MATCHES
from games.models import Match


class Contest(models.Model):
    """A battle that a phase of reports waits for, or a court of a Winter.

    ``number`` is the battle's in its month, or the court's in its phase. ``mode`` is a game's
    name, ``tabletop``, or ``simple`` once it was left to the dice. ``seats`` are the kingdoms'
    seats in the order of the match's seats. A court has a ``stake``, a battle a ``tile``.
    ``proposed_by`` is the kingdom that challenged (empty: the game master, or a standing rule),
    ``accepted`` lists who agreed so far: to a challenge, or of a battle to ``proposed_mode``,
    which ``mode_proposed_by`` wishes instead of ``mode``. ``changes`` counts how often the mode
    was changed; each change has a match of its own. ``result`` is what the rules are told
    (``campaign.rules.outside``), written once it is over, ``decided_by`` how that came about.
    """

    class Kind(models.TextChoices):
        BATTLE = "battle", _("battle")
        COURT = "court", _("court")

    class Status(models.TextChoices):
        PROPOSED = "proposed", _("proposed")
        DECLINED = "declined", _("declined")
        LAPSED = "lapsed", _("lapsed")
        WITHDRAWN = "withdrawn", _("withdrawn")
        OPEN = "open", _("open")
        OVER = "over", _("over")

    class Decided(models.TextChoices):
        MATCH = "match", _("by its match")
        ADJUDICATED = "adjudicated", _("as it stood")
        REPORTS = "reports", _("by the reports of both sides")
        RULING = "ruling", _("by the game master")
        DICE = "dice", _("by dice")
        FAULT = "fault", _("by dice, because of a fault")

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="contests")
    phase = models.ForeignKey(Phase, on_delete=models.CASCADE, related_name="contests")
    kind = models.CharField(max_length=6, choices=Kind.choices)
    number = models.PositiveSmallIntegerField()
    tile = models.PositiveIntegerField(null=True, blank=True)
    mode = models.CharField(max_length=16)
    seats = models.JSONField(default=list)
    stake = models.JSONField(default=dict)
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.OPEN)
    proposed_by = models.PositiveSmallIntegerField(null=True, blank=True)
    accepted = models.JSONField(default=list)
    proposed_mode = models.CharField(max_length=16, blank=True, default="")
    mode_proposed_by = models.PositiveSmallIntegerField(null=True, blank=True)
    changes = models.PositiveSmallIntegerField(default=0)
    match = models.OneToOneField(
        Match, null=True, blank=True, on_delete=models.SET_NULL, related_name="contest"
    )
    result = models.JSONField(null=True)
    decided_by = models.CharField(max_length=11, choices=Decided.choices, blank=True, default="")
    created_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["phase_id", "kind", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["phase", "kind", "number"], name="one_contest_per_number"
            ),
            models.CheckConstraint(
                condition=Q(status="over", result__isnull=False)
                | (~Q(status="over") & Q(result__isnull=True)),
                name="contest_over_has_a_result",
            ),
        ]

    @property
    def is_open(self) -> bool:
        """Whether its result is waited for."""
        return self.status == self.Status.OPEN

    @property
    def is_nested(self) -> bool:
        """Whether a match decides it, or did: it is neither on a table nor left to dice."""
        return self.mode in MATCHES
