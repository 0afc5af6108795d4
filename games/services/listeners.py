"""Tell whoever opened a match how it ended: exactly once, whatever happens on the way.

A match opened for something else (a battle of a campaign) bears the name of a listener in
``source`` and what it is for in ``source_key``. When it is over the listener is called in a
transaction that also notes that it was; if the listener fails, the match stays over, the
failure is logged, and the sweep tries again.

A listener locks what it needs of its own; the match is locked only after it, in the order
in which ``sourced.abort`` locks the two. Of two calls at once one is undone as a whole.

Whoever opened a match also says who may watch it, and where it belongs.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import Error as DatabaseFailure
from django.db import transaction
from django.utils import timezone

from games.engine.casualties import Costly, casualties_of
from games.engine.contract import Outcome
from games.hosting.people import Person
from games.hosting.wake import wake as wake_worker
from games.models import Match
from games.services.rulebook import game_of

logger = logging.getLogger(__name__)

AGAIN = timedelta(minutes=1)
TASK = "games.tasks.tell_listener"


@dataclass(frozen=True, slots=True)
class Finished:
    """A match that is over, for its listener. ``ending`` is one of ``endings.ENDINGS``.

    ``casualties``: by seat the points slain and the points brought; empty for games in which
    nothing is lost, and for a match whose last state cannot be read any more.
    """

    match_id: int
    key: str
    game: str
    ending: str
    outcome: Outcome
    casualties: tuple[tuple[int, int], ...] = ()


Listener = Callable[[Finished], None]
MayWatch = Callable[[str, Person], bool]
"""Of a match's key and a person: may they watch that match? One query at most."""
PlaceOf = Callable[[str], tuple[str, str] | None]
"""Of a match's key: what the match belongs to, in words, and its address. One query at most."""


@dataclass(frozen=True, slots=True)
class Opener:
    """Whoever opens matches of one source: what they are told, and what they say of a match."""

    listener: Listener
    may_watch: MayWatch | None = None
    place: PlaceOf | None = None


_listeners: dict[str, Opener] = {}


def listen(
    source: str,
    listener: Listener,
    may_watch: MayWatch | None = None,
    place: PlaceOf | None = None,
) -> None:
    """Register who is told of matches with that ``source``; once, when an application is ready.

    ``may_watch`` lets more people look at them, as outsiders, than those who sit there.
    ``place`` is shown to whom ``may_watch`` lets in, and to nobody else.
    """
    _listeners[source] = Opener(listener, may_watch, place)


def is_known(source: str) -> bool:
    """Whether somebody listens to matches with that ``source``."""
    return source in _listeners


def may_watch(match: Match, person: Person) -> bool:
    """Whether whoever opened the match lets that person watch it; false for other matches."""
    opener = _listeners.get(match.source)
    return bool(opener and opener.may_watch and opener.may_watch(match.source_key, person))


def place_of(match: Match) -> tuple[str, str] | None:
    """Return what a match belongs to, in words, and its address; ``None``: nothing."""
    opener = _listeners.get(match.source)
    return opener.place(match.source_key) if opener and opener.place else None


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
    _listeners[match.source].listener(finished(match))
    if untold.update(heard_at=now, wake_at=None):
        return True
    transaction.set_rollback(True)  # somebody else told it meanwhile
    return False


def finished(match: Match) -> Finished:
    """Return what a listener is told of a match that is over."""
    from games.services.endings import outcome_of

    outcome = outcome_of(match)
    assert outcome is not None  # it is over
    return Finished(
        match.pk, match.source_key, match.game, match.ending, outcome, _casualties(match)
    )


def _casualties(match: Match) -> tuple[tuple[int, int], ...]:
    try:
        game = game_of(match)
        return casualties_of(game, game.decode(match.state)) if isinstance(game, Costly) else ()
    except DatabaseFailure:
        raise
    except Exception:  # whatever stopped it: how it ended is told all the same
        logger.exception("nobody can say what was lost in match %s", match.pk)
        return ()
