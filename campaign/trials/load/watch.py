"""A watcher beside the site: when was each phase seen to be done?"""

from __future__ import annotations

import time
from collections.abc import Iterable

from campaign.models import Phase

LOOK = 0.05


def seen_done(phases: Iterable[int], seconds: float) -> dict[int, float]:
    """Return when each phase was first seen done, by the wall's clock, for at most so long.

    What the site says of it itself is not asked: a resolution counts when it is committed.
    """
    waiting = set(phases)
    seen: dict[int, float] = {}
    until = time.monotonic() + seconds
    while waiting and time.monotonic() < until:
        rows = Phase.objects.filter(pk__in=waiting, status=Phase.Status.DONE)
        done = set(rows.values_list("pk", flat=True))
        seen |= dict.fromkeys(done, time.time())
        waiting -= done
        time.sleep(LOOK)
    return seen
