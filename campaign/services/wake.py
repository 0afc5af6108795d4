"""Wake a worker. Only a hint: what must happen is in the database, and the sweep finds it."""

from __future__ import annotations

import logging
from functools import partial

from celery import current_app
from django.db import transaction

from campaign.models import Phase

logger = logging.getLogger(__name__)


def wake_for_phase(phase_id: int) -> None:
    """After the commit, ask a worker to resolve that phase; do nothing if no broker answers."""
    transaction.on_commit(partial(_wake, phase_id))


def _wake(phase_id: int) -> None:
    # Whoever resolved it in the same transaction (the demo) needs no worker, and no broker yet.
    if Phase.objects.filter(pk=phase_id, status=Phase.Status.OPEN).exists():
        _send("campaign.tasks.resolve_phase", phase_id)


def _send(task: str, *args: int) -> None:
    try:
        current_app.send_task(task, args=args, retry=False, ignore_result=True)
    except Exception as error:  # any broker failure: the sweep will do it
        logger.warning("no worker could be woken for %s: %s", task, type(error).__name__)
