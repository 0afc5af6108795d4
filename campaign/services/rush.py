"""How long a deadline settles: sheets that came in time may still wait for their turn.

A web process that gets round to a request late has seen the queue. While that goes on nobody
knows how many sheets in it came in time, so deadlines of the moment wait for its end.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta

from django.db import DatabaseError
from django.utils import timezone

from campaign.models import Heartbeat

SETTLING = timedelta(seconds=2)
"""How long every deadline settles, and a queue counts as gone after so long without a sign."""
LONGEST = timedelta(seconds=30)
"""How long one settles at most, whatever queues."""
WAITED = timedelta(seconds=1)
"""A request that waited so long is a sign of a queue."""
OFTEN_ENOUGH = timedelta(seconds=0.5)
QUEUE = "queue"


def note_wait(arrived: datetime | None) -> None:
    """Leave a sign if a request that came at that moment had to queue until now.

    A database that is busy is a reason for the queue, never one to refuse the request.
    """
    now = timezone.now()
    if arrived is None or now - arrived < WAITED:
        return
    with suppress(DatabaseError):
        if not Heartbeat.objects.filter(name=QUEUE, at__gt=now - OFTEN_ENOUGH).exists():
            Heartbeat.objects.update_or_create(name=QUEUE, defaults={"at": now})


def settling(now: datetime | None = None) -> timedelta:
    """Return how long a deadline that has passed is left alone."""
    now = now or timezone.now()
    is_queue = Heartbeat.objects.filter(name=QUEUE, at__gt=now - SETTLING).exists()
    return LONGEST if is_queue else SETTLING
