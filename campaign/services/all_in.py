"""The one place that ends a phase because nobody is waited for."""

from __future__ import annotations

from datetime import datetime

from campaign.models import Ask, Campaign, Phase
from campaign.services.wake import wake_for_phase


def close_if_all_in(campaign: Campaign, phase: Phase, now: datetime) -> None:
    """Make the phase due now if every asked kingdom has handed in itself; caller saves nothing.

    Absence never counts as being in, so one ready player cannot hurry the rest along.
    A paused phase stays open; the clock asks again when it is resumed.
    """
    if phase.is_paused or not (campaign.ends_early or phase.is_turn):
        return
    if Ask.objects.filter(phase=phase, submission=None).exists():
        return
    phase.due_at, phase.closing = now, "all_in"
    phase.save(update_fields=["due_at", "closing"])
    wake_for_phase(phase.pk)
