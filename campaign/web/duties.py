"""What a game master has to do next, for the first page.

What holds a campaign up comes before everything else; a campaign that only runs is
offered last, when nothing waits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.services.desk import CampaignLine, hand_ins
from campaign.services.health import health
from campaign.web.words import health_words, phase_title


@dataclass(frozen=True, slots=True)
class Duty:
    """The next thing on the first page: what, why, and what the button says."""

    campaign: int
    title: str
    text: str
    action: str
    moment: datetime | None = None


def urgent_duty(lines: Sequence[CampaignLine], now: datetime) -> Duty | None:
    """Return what holds one of the game master's campaigns up, if anything does."""
    for line in lines:
        if line.is_parked:
            title = _("A phase could not be resolved")
            return Duty(line.campaign.pk, title, line.campaign.name, _("Look at it"))
    for line in lines:
        if line.is_late(now):
            title = _("%(name)s is late") % {"name": line.campaign.name}
            return Duty(line.campaign.pk, title, health_words(health(now)), _("Look at it"))
    return None


def quiet_duty(lines: Sequence[CampaignLine]) -> Duty | None:
    """Return what a game master may look after when nothing else waits."""
    for line in lines:
        if line.is_forming:
            title, action = _("Gather your players"), _("Invite and begin")
            return Duty(line.campaign.pk, title, line.campaign.name, action)
    running = [line for line in lines if line.phase is not None]
    return _running(min(running, key=_due)) if running else None


def _due(line: CampaignLine) -> tuple[bool, str]:
    due = line.phase.due_at if line.phase else None
    return due is None, due.isoformat() if due else ""


def _running(line: CampaignLine) -> Duty | None:
    phase = line.phase
    if phase is None:
        return None
    are_in, asked = hand_ins(phase)
    text = ngettext(
        "%(phase)s, year %(year)s: %(count)s of %(asked)s is in.",
        "%(phase)s, year %(year)s: %(count)s of %(asked)s are in.",
        are_in,
    ) % {
        "phase": phase_title(phase.kind, phase.month),
        "year": phase.year,
        "count": are_in,
        "asked": asked,
    }
    action = _("Run this campaign")
    return Duty(line.campaign.pk, line.campaign.name, text, action, phase.due_at)
