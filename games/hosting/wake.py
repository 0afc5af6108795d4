"""Wake a worker. Only a hint: what must happen is in the database, and a sweep finds it."""

from __future__ import annotations

import logging
from functools import partial

from celery import current_app
from django.db import transaction

logger = logging.getLogger(__name__)


def wake(task: str, *args: int) -> None:
    """After the commit, ask a worker to run that task; a broker that is down is only logged."""
    transaction.on_commit(partial(send, task, *args))


def send(task: str, *args: int) -> None:
    """Ask a worker at once, which is right only when nothing is left to commit."""
    try:
        current_app.send_task(task, args=args, retry=False, ignore_result=True)
    except Exception as error:  # any broker failure: the sweep will do it
        logger.warning("no worker could be woken for %s: %s", task, type(error).__name__)
