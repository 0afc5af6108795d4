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
SIDE_BY_SIDE = timedelta(seconds=0.5)
"""So much earlier what another web process has in hand may have come."""
QUEUE, FRONT = "queue", "queue_front"
"""When a queue was seen, and when what stood at its front had come."""


def note_wait(arrived: datetime | None, now: datetime | None = None) -> None:
    """Leave a sign if a request that came at that moment had to queue until now.

    A database that is busy is a reason for the queue, never one to refuse the request.
    """
    now = now or timezone.now()
    if arrived is None or now - arrived < WAITED:
        return
    with suppress(DatabaseError):
        if not Heartbeat.objects.filter(name=QUEUE, at__gt=now - OFTEN_ENOUGH).exists():
            Heartbeat.objects.update_or_create(name=FRONT, defaults={"at": arrived})
            Heartbeat.objects.update_or_create(name=QUEUE, defaults={"at": now})


def settling(now: datetime | None = None) -> timedelta:
    """Return how long a deadline that has passed is left alone.

    While there is a queue: until what is dealt with came after the deadline.
    """
    now = now or timezone.now()
    seen = dict(Heartbeat.objects.filter(name__in=(QUEUE, FRONT)).values_list("name", "at"))
    if QUEUE not in seen or seen[QUEUE] < now - SETTLING:
        return SETTLING
    return min(max(now - seen[FRONT] + SIDE_BY_SIDE, SETTLING), LONGEST)
