"""What people may know of contests, and who may watch the match of one.

Contests are public to whoever may look at the campaign, but for wishes to fight a battle
otherwise: those are between its sides and the game masters, until they are granted.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import CharField, Q
from django.db.models.functions import Cast

from campaign.models import Contest, Phase
from campaign.rules.ruleset import MODE_CHANGES
from campaign.services.contest_rows import BATTLE
from campaign.services.policy import Access, Action, may_look
from campaign.services.reports import reported_tiles
from games.hosting.people import Person
from games.models import Held, Turn
from games.services.table import PERSON, PLAN

WITHOUT = ("phase__state", "phase__failure", "match__state", "match__failure", "match__secret")


@dataclass(frozen=True, slots=True)
class Wish:
    """That a side of a battle would fight it otherwise; ``agreed`` lists the seats for it."""

    mode: str
    by: int
    agreed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeenContest:
    """A contest as one viewer may know it; its row, its phase and its match are loaded.

    ``has_begun``: its mode can be changed no more. That somebody has played or reported is for
    its sides and the game masters to know; for others a battle has begun when it is over.
    ``may_set``: the viewer may change it as a game master who is none of its sides,
    ``may_wish``: as one of its sides.
    """

    contest: Contest
    has_begun: bool
    wish: Wish | None
    may_set: bool
    may_wish: bool

    @property
    def accepted(self) -> list[int]:
        """Who has accepted a challenge; who agrees to a wish is told by ``wish`` alone."""
        return list(self.contest.accepted) if self.contest.kind == Contest.Kind.COURT else []

    @property
    def winner(self) -> int | None:
        """The kingdom that won; ``None``: nobody (yet), a draw, or dice decide."""
        result = self.contest.result
        return result.get("winner") if isinstance(result, dict) else None


def contests_of(access: Access, phase: Phase) -> list[SeenContest]:
    """Return the contests of a phase; at most five queries, however many there are."""
    rows = Contest.objects.filter(phase=phase).select_related("phase", "match").defer(*WITHOUT)
    contests = list(rows.order_by("kind", "number"))
    begun = _begun(contests)
    return [_seen(access, contest, contest.pk in begun) for contest in contests]


def _begun(contests: Iterable[Contest]) -> set[int]:
    """Return those whose mode can be changed no more: over, or somebody has moved or reported."""
    rows = list(contests)
    waiting = [row for row in rows if row.is_open and row.kind == BATTLE]
    moved = matches_begun([row.match_id for row in waiting if row.match_id is not None])
    reported = {row.phase_id: reported_tiles(row.phase) for row in waiting if not row.is_nested}
    free = {
        row.pk
        for row in waiting
        if row.match_id not in moved
        and row.tile not in reported.get(row.phase_id, ())
        and str(row.tile) not in row.phase.rulings
    }
    return {row.pk for row in rows} - free


def matches_begun(match_ids: Iterable[int]) -> set[int]:
    """Return the matches in which a person has answered, or a plan of theirs; two queries."""
    begun: set[int] = set()
    ids = list(match_ids)
    if not ids:
        return begun
    written = Cast("sources", CharField())
    turns = Turn.objects.filter(match_id__in=ids).annotate(written=written)
    by_people = Q(written__contains=f'"{PERSON}"') | Q(written__contains=f'"{PLAN}"')
    begun |= set(turns.filter(by_people).values_list("match_id", flat=True))
    held = Held.objects.filter(match_id__in=ids, source__in=(PERSON, PLAN))
    return begun | set(held.values_list("match_id", flat=True))


def _seen(access: Access, contest: Contest, has_begun: bool) -> SeenContest:
    is_side, is_master = access.seat in contest.seats, access.may(Action.RUN)
    if not (is_side or is_master or contest.kind == Contest.Kind.COURT):
        has_begun = not contest.is_open
    is_open = not has_begun and contest.phase.status == Phase.Status.OPEN
    may_change = is_open and contest.changes < MODE_CHANGES
    return SeenContest(
        contest=contest,
        has_begun=has_begun,
        wish=_wish(contest) if is_side or is_master else None,
        may_set=is_master and not is_side and may_change,
        may_wish=is_side and may_change,
    )


def _wish(contest: Contest) -> Wish | None:
    if not contest.proposed_mode or contest.mode_proposed_by is None:
        return None
    return Wish(contest.proposed_mode, contest.mode_proposed_by, tuple(contest.accepted))


# For the matches


def may_watch(key: str, person: Person) -> bool:
    """Tell whether a person may watch the match of a contest: whoever may look at the campaign."""
    return Contest.objects.filter(may_look(person, "campaign__"), pk=contest_key(key)).exists()


def contest_key(key: str) -> int:
    """Return the primary key of the contest that a match with that key was opened for."""
    return int(key.split("-")[1])
