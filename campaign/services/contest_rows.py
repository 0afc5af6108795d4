"""Rows of contests: which of them a phase waits for, and writing down how one was decided.

Everything here happens under the phase's lock; the match of a contest is locked after it.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from campaign.models import Contest, Phase
from campaign.rules.outside import TABLETOP
from campaign.rules.state import Battle
from games.engine.contract import Json
from games.hosting.errors import Conflict

BATTLE, COURT = Contest.Kind.BATTLE, Contest.Kind.COURT
AWAITED = (Contest.Status.PROPOSED, Contest.Status.OPEN)


def battles_of(phase: Phase) -> dict[int, Contest]:
    """Return the waiting battles of a phase by their tile; there is at most one on a tile."""
    return {row.tile: row for row in _rows(phase, BATTLE) if row.tile is not None}


def courts_of(phase: Phase) -> list[Contest]:
    """Return the courts of a phase by number, whatever became of them."""
    return list(_rows(phase, COURT))


def _rows(phase: Phase, kind: str) -> QuerySet[Contest]:
    return Contest.objects.filter(phase=phase, kind=kind).order_by("number")


def mode_of(battle: Battle, contest: Contest | None) -> str:
    """Return how a waiting battle is fought: as it began, unless that was changed."""
    return contest.mode if contest else battle.mode


def is_reported(battle: Battle, contest: Contest | None) -> bool:
    """Tell whether a waiting battle is fought on a table, so that its sides report it."""
    return mode_of(battle, contest) == TABLETOP


def are_awaited(phase: Phase) -> bool:
    """Tell whether a phase waits for a match, or for an answer to a challenge.

    A battle on a table is waited for by its reports instead (``services.reports``).
    """
    awaited = Contest.objects.filter(phase=phase, status__in=AWAITED)
    return awaited.exclude(mode=TABLETOP).exists()


def seats_elsewhere(phase: Phase) -> set[int]:
    """Return the seats of the kingdoms whose battle of this phase is not fought on a table."""
    rows = _rows(phase, BATTLE).exclude(mode=TABLETOP)
    return {seat for seats in rows.values_list("seats", flat=True) for seat in seats}


def decide(contest: Contest, result: Json, decided_by: str, at: datetime) -> None:
    """Write down how an open contest ended; exactly once, whoever comes with what.

    The row itself is asked once more, so that not even a fault of ours writes twice.
    """
    contest.status, contest.result = Contest.Status.OVER, result
    contest.decided_by, contest.decided_at = decided_by, at
    _forget_wishes(contest)
    open_row = Contest.objects.filter(pk=contest.pk, status=Contest.Status.OPEN)
    if not open_row.update(**{name: getattr(contest, name) for name in DECIDED}):
        raise Conflict("contest_over", _("That was decided already; nothing was changed."))


DECIDED = ("status", "result", "decided_by", "decided_at", "proposed_mode", "mode_proposed_by")


def overrule(
    contest: Contest, result: Json, at: datetime, decided_by: str = Contest.Decided.RULING
) -> None:
    """Write down the game master's word on a battle, instead of what was there, if anything."""
    contest.status, contest.result = Contest.Status.OVER, result
    contest.decided_by, contest.decided_at = decided_by, at
    _forget_wishes(contest)
    contest.save(update_fields=DECIDED)


def end_without_result(contest: Contest, status: str, at: datetime, decided_by: str = "") -> None:
    """End a court that is not held: it lapsed, was declined, withdrawn, or could not begin."""
    contest.status, contest.decided_at, contest.decided_by = status, at, decided_by
    contest.save(update_fields=["status", "decided_at", "decided_by"])


def _forget_wishes(contest: Contest) -> None:
    contest.proposed_mode, contest.mode_proposed_by = "", None


def by_dice(contest: Contest) -> Json:
    """Return the result of a battle that is left to simple dice."""
    return {"tile": contest.tile, "dice": True}


def next_number(rows: Iterable[Contest]) -> int:
    """Return the number of the next contest of a kind in a phase."""
    return max((row.number for row in rows), default=0) + 1
