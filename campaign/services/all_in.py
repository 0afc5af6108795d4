"""The one place that ends a phase because nobody is waited for."""

from __future__ import annotations

from datetime import datetime

from campaign.models import Ask, Campaign, Kingdom, Phase
from campaign.rules.state import REPORT
from campaign.services.presence import WAITED_FOR
from campaign.services.reports import unsettled
from campaign.services.wake import wake_for_phase


def close_if_all_in(campaign: Campaign, phase: Phase, now: datetime) -> None:
    """Make the phase due now if nobody is waited for any more; caller saves nothing.

    Absence never counts as being in, so one ready player cannot hurry the rest along, and
    kingdoms played by regents alone go no faster than the deadlines. A phase of reports waits
    for agreement, not for sheets. A paused phase stays open; the clock asks again when it is
    resumed.
    """
    if phase.is_paused or not (campaign.ends_early or phase.is_turn or phase.grace_used):
        return
    if _waits(campaign, phase) or not _is_played_by_people(campaign):
        return
    close(phase, now)


def close(phase: Phase, now: datetime) -> None:
    """Make a phase due now because nothing is waited for, and wake a worker."""
    phase.due_at, phase.closing = now, "all_in"
    phase.save(update_fields=["due_at", "closing"])
    wake_for_phase(phase.pk)


def _waits(campaign: Campaign, phase: Phase) -> bool:
    if phase.kind == REPORT:
        return bool(unsettled(campaign, phase))
    return Ask.objects.filter(WAITED_FOR, phase=phase).exists()


def _is_played_by_people(campaign: Campaign) -> bool:
    people = Kingdom.objects.filter(campaign=campaign, is_alive=True, regent="")
    return people.exclude(player=None).exists()
