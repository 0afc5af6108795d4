"""Whether resolution is on time, and if not, what is down.

Every duty leaves a sign of life in the database each time it ran. When the sweep's is old,
the broker's queue tells who is missing: nobody answers (the broker is down), tasks
lie there (no worker takes them), or the queue is empty (nobody puts them there).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from celery import current_app
from django.utils import timezone

from campaign.models import Heartbeat
from campaign.services.phases import lateness

SILENT_AFTER = timedelta(seconds=30)
DUTIES = ("sweep", "matches", "outbox")
"""What beat wakes every few seconds; one that was never seen at all has just been installed."""


@dataclass(frozen=True, slots=True)
class Health:
    """``late`` is zero or more; ``culprit`` is empty, or what is down.

    That is ``broker``, ``worker`` or ``scheduler``, or of the other duties the one that fails
    each time while phases are resolved: ``matches``, ``outbox``.
    """

    late: timedelta
    culprit: str

    @property
    def is_well(self) -> bool:
        """Whether everything runs and nothing is late."""
        return not self.culprit and self.late < SILENT_AFTER


def beat(name: str, now: datetime | None = None) -> None:
    """Leave a sign of life of a background duty."""
    Heartbeat.objects.update_or_create(name=name, defaults={"at": now or timezone.now()})


def health(now: datetime | None = None) -> Health:
    """Return how resolution is doing."""
    now = now or timezone.now()
    seen = dict(Heartbeat.objects.values_list("name", "at"))
    silent = [duty for duty in DUTIES if now - seen.get(duty, now) > SILENT_AFTER]
    if "sweep" in silent or "sweep" not in seen:
        return Health(lateness(now), _culprit())
    return Health(lateness(now), silent[0] if silent else "")


def _culprit() -> str:
    try:
        with current_app.connection_for_write() as connection:
            connection.ensure_connection(max_retries=1, timeout=1, interval_start=0)
            queue = current_app.conf.task_default_queue
            waiting = connection.default_channel.client.llen(queue)
    except Exception:  # whatever the broker's client raises, it is not there
        return "broker"
    return "worker" if waiting else "scheduler"
