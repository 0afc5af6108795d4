"""The lock of a running campaign: its phase's row. Whoever wants more locks it first."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from campaign.models import Phase
from games.hosting.errors import Stale


def lock_phase(phase_id: int, *, skip_locked: bool = False) -> Phase | None:
    """Lock a phase's row (without its stored state); ``None`` if it is gone or skipped."""
    rows = Phase.objects.select_for_update(of=("self",), skip_locked=skip_locked)
    return rows.defer("state", "failure").filter(pk=phase_id).first()


def check_seen(phase: Phase, revision: int | None) -> None:
    """Refuse what was meant for a phase as it was (``phase_changed``); ``None`` is no matter."""
    if revision is not None and revision != phase.revision:
        raise clock_changed()


def clock_changed() -> Stale:
    """Return the error for whoever looked at a phase before its clock was changed."""
    return Stale("phase_changed", _("The clock was changed since you looked; look again first."))
