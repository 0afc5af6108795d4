"""The lock of a running campaign: its phase's row. Whoever wants more locks it first."""

from __future__ import annotations

from campaign.models import Phase


def lock_phase(phase_id: int, *, skip_locked: bool = False) -> Phase | None:
    """Lock a phase's row (without its stored state); ``None`` if it is gone or skipped."""
    rows = Phase.objects.select_for_update(of=("self",), skip_locked=skip_locked)
    return rows.defer("state", "failure").filter(pk=phase_id).first()
