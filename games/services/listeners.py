"""Tell whoever opened a match how it ended: exactly once, whatever happens on the way.

A match opened for something else (a battle of a campaign) bears the name of a listener in
``source`` and what it is for in ``source_key``. When it is over the listener is called in a
transaction that also notes that it was; if the listener fails, the match stays over, the
failure is logged, and the sweep tries again.

A listener locks what it needs of its own; the match is locked only after it, in the order
in which ``openings.abort`` locks the two. Of two calls at once one is undone as a whole.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from games.engine.contract import Outcome
from games.hosting.wake import wake as wake_worker
from games.models import Match

logger = logging.getLogger(__name__)

AGAIN = timedelta(minutes=1)
TASK = "games.tasks.tell_listener"


@dataclass(frozen=True, slots=True)
class Finished:
    """A match that is over, for its listener. ``ending`` is one of ``endings.ENDINGS``."""

    match_id: int
    key: str
    game: str
    ending: str
    outcome: Outcome


Listener = Callable[[Finished], None]

_listeners: dict[str, Listener] = {}


def listen(source: str, listener: Listener) -> None:
    """Register who is told of matches with that ``source``; once, when an application is ready."""
    _listeners[source] = listener


def is_known(source: str) -> bool:
    """Whether somebody listens to matches with that ``source``."""
    return source in _listeners


def wake(match: Match) -> None:
    """After the commit, have the listener of a match that is over told, if it has one."""
    if match.source:
        match.wake_at = match.ended_at
        wake_worker(TASK, match.pk)


def tell(match_id: int, now: datetime | None = None) -> bool:
    """Tell the listener of a match how it ended; whether it was told by this call."""
    now = now or timezone.now()
    try:
        with transaction.atomic():
            return _tell(match_id, now)
    except Exception:  # whatever a listener raises: the match is over all the same
        untold = Match.objects.filter(pk=match_id, heard_at=None)
        if untold.update(wake_at=now + AGAIN):
            logger.exception("the listener of match %s failed", match_id)
        return False


def _tell(match_id: int, now: datetime) -> bool:
    untold = Match.objects.filter(pk=match_id, status=Match.Status.OVER, heard_at=None)
    match = untold.exclude(source="").first()
    if match is None:
        return False
    _listeners[match.source](finished(match))
    if untold.update(heard_at=now, wake_at=None):
        return True
    transaction.set_rollback(True)  # somebody else told it meanwhile
    return False


def finished(match: Match) -> Finished:
    """Return what a listener is told of a match that is over."""
    from games.services.endings import outcome_of

    outcome = outcome_of(match)
    assert outcome is not None  # it is over
    return Finished(match.pk, match.source_key, match.game, match.ending, outcome)
