"""Wake a worker. Only a hint: what must happen is in the database, and a sweep finds it."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial

from celery import current_app
from django.db import transaction

logger = logging.getLogger(__name__)

_asleep: ContextVar[bool] = ContextVar("asleep", default=False)


def wake(task: str, *args: int) -> None:
    """After the commit, ask a worker to run that task; a broker that is down is only logged."""
    if not _asleep.get():
        transaction.on_commit(partial(send, task, *args))


def send(task: str, *args: int, expires: float | None = None) -> None:
    """Ask a worker at once, which is right only when nothing is left to commit.

    After so many seconds (``expires``) nobody need do it any more.
    """
    if _asleep.get():
        return
    try:
        current_app.send_task(task, args=args, retry=False, ignore_result=True, expires=expires)
    except Exception as error:  # any broker failure: the sweep will do it
        logger.warning("no worker could be woken for %s: %s", task, type(error).__name__)


@contextmanager
def nobody_woken() -> Iterator[None]:
    """Wake nobody meanwhile: for what is made before there is a worker, such as the demo."""
    token = _asleep.set(True)
    try:
        yield
    finally:
        _asleep.reset(token)
