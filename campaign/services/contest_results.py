"""What the rules are told of contests: results of battles, modes that were changed, courts.

The shape is that of ``campaign.rules.outside``; the phase keeps what it was resolved with, so
that it can be resolved again. Source: campaign.md 4b, 5.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from campaign.models import Contest, Phase
from campaign.rules.outside import TABLETOP, battle_entry, court_entry
from campaign.rules.state import COURT, REPORT
from campaign.services.contest_rows import AWAITED, BATTLE, battles_of, courts_of
from games.engine.contract import Json
from games.models import Match
from games.services.endings import ADJUDICATED, UNTIL
from games.services.listeners import Finished, finished


def entry_of(contest: Contest, ended: Finished) -> dict[str, Json]:
    """Return what the rules are told of a contest whose match is over."""
    if contest.kind == BATTLE:
        assert contest.tile is not None  # a battle is somewhere
        return battle_entry(contest.tile, contest.seats, ended.outcome, ended.casualties)
    return court_entry(contest.number, contest.mode, contest.seats, contest.stake, ended.outcome)


def decided_by(ended: Finished) -> str:
    """Say how a match came to its end: played out, given up, or as it stood."""
    stood = ended.ending in (ADJUDICATED, UNTIL)
    return Contest.Decided.ADJUDICATED if stood else Contest.Decided.MATCH


def outside_of(phase: Phase) -> dict[str, Json]:
    """Return what the rules are told with a phase whose contests are over; empty: nothing."""
    told: dict[str, Any] = {"modes": phase.modes}
    if phase.kind == REPORT:
        battles = battles_of(phase)
        told = {"modes": _modes(phase, battles), "results": _results(battles.values())}
    elif phase.kind == COURT:
        told["courts"] = [row.result for row in courts_of(phase) if row.result is not None]
    return {name: value for name, value in told.items() if value}


def _results(battles: Iterable[Contest]) -> list[Json]:
    """Return how the battles ended that were not fought on a table."""
    return [row.result for row in battles if row.mode != TABLETOP and row.result is not None]


def _modes(phase: Phase, battles: Mapping[int, Contest]) -> dict[str, str]:
    """Return how the waiting battles were fought that began otherwise, and the month's others.

    A mode holds for all that is fought on the hex to the end of the month. One set for a hex
    while a battle waits there already (in open play) is for the next.
    """
    others = {tile: mode for tile, mode in phase.modes.items() if int(tile) not in battles}
    changed = (row for row in battles.values() if row.changes)
    return others | {str(row.tile): row.mode for row in changed}


def check_contests(phase: Phase) -> Iterator[str]:
    """Yield what is wrong with the contests of a phase that is done; see ``services.verify``."""
    if outside_of(phase) != phase.outside:
        yield "what the rules were told of matches is not what is kept of them"
    for contest in Contest.objects.filter(phase=phase).select_related("match"):
        name = f"{contest.kind} {contest.number}"
        if contest.status in AWAITED:
            yield f"{name} is waited for still"
        elif contest.decided_by in BY_MATCH and not _is_that_of(contest, contest.match):
            yield f"{name} did not end as its match did"


BY_MATCH = (Contest.Decided.MATCH, Contest.Decided.ADJUDICATED)


def _is_that_of(contest: Contest, match: Match | None) -> bool:
    """Tell whether a contest's result is that of its match, or nobody can know any more."""
    if match is None:
        return True
    if match.status != Match.Status.OVER or match.heard_at is None:
        return False
    return bool(entry_of(contest, finished(match)) == contest.result)
