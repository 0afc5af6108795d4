"""Wake a worker for a phase that is due. Only a hint: the sweep finds the phase anyway."""

from __future__ import annotations

from functools import partial

from django.db import transaction

from campaign.models import Phase
from games.hosting.wake import send


def wake_for_phase(phase_id: int) -> None:
    """After the commit, ask a worker to resolve that phase; do nothing if no broker answers."""
    transaction.on_commit(partial(_wake, phase_id))


def wake_another_sweep() -> None:
    """Ask a second worker to sweep as well; it is of no use when none is free at once."""
    send("campaign.tasks.sweep", expires=1.0)


def _wake(phase_id: int) -> None:
    # Whoever resolved it in the same transaction (the demo) needs no worker, and no broker yet.
    if Phase.objects.filter(pk=phase_id, status=Phase.Status.OPEN).exists():
        send("campaign.tasks.resolve_phase", phase_id)
