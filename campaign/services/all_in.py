"""The one place that ends a phase because nobody is waited for."""

from __future__ import annotations

from datetime import datetime

from campaign.models import Ask, Campaign, Kingdom, Phase
from campaign.rules.state import COURT, REPORT
from campaign.services.contest_rows import are_awaited, seats_elsewhere
from campaign.services.presence import WAITED_FOR
from campaign.services.reports import unsettled
from campaign.services.wake import wake_for_phase


def close_if_all_in(campaign: Campaign, phase: Phase, now: datetime) -> None:
    """Make the phase due now if nobody is waited for any more; caller saves nothing.

    Absence never counts as being in, so one ready player cannot hurry the rest along, and
    kingdoms played by regents alone go no faster than the deadlines. Of a battle on a table
    agreement is waited for, not sheets; of one in a match its end, and (as where dice decide)
    the sheets of its sides, who may say what comes after it. A phase of courts waits for its
    courts as well. A paused phase stays open; the clock asks again when it is resumed.
    """
    if phase.is_paused or not (campaign.ends_early or phase.is_turn or phase.grace_used):
        return
    if is_waiting(campaign, phase) or not _is_played_by_people(campaign):
        return
    close(phase, now)


def close(phase: Phase, now: datetime) -> None:
    """Make a phase due now because nothing is waited for, and wake a worker."""
    phase.due_at, phase.closing = now, "all_in"
    phase.save(update_fields=["due_at", "closing"])
    wake_for_phase(phase.pk)


def is_waiting(campaign: Campaign, phase: Phase) -> bool:
    """Tell whether a phase waits for somebody or something before its deadline."""
    waited_for = Ask.objects.filter(WAITED_FOR, phase=phase)
    if phase.kind != REPORT:
        return waited_for.exists() or (phase.kind == COURT and are_awaited(phase))
    if are_awaited(phase) or unsettled(campaign, phase):
        return True
    sides = seats_elsewhere(phase)
    return bool(sides) and waited_for.filter(kingdom__seat__in=sides).exists()


def _is_played_by_people(campaign: Campaign) -> bool:
    people = Kingdom.objects.filter(campaign=campaign, is_alive=True, regent="")
    return people.exclude(player=None).exists()
