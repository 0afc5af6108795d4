"""Contests and their matches, for reports and cards: what decided what, and who plays there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from campaign.models import Campaign, Contest
from campaign.services.contest_views import SeenContest
from games.engine.contract import Json
from games.hosting.people import Person, is_known
from games.models import Seat

COLUMNS = (
    "phase__ordinal", "kind", "number", "mode", "seats", "stake", "match_id", "decided_by",
    "result",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Played:
    """A contest of a phase: what was played by whom, and how it was decided; see ``Contest``."""

    ordinal: int
    kind: str
    number: int
    mode: str
    seats: tuple[int, ...]
    stake: Json
    match_id: int | None
    decided_by: str
    result: Json

    @property
    def key(self) -> tuple[int, str, int]:
        """What tells it from every other contest of its campaign."""
        return self.ordinal, self.kind, self.number


def played_in(campaign: Campaign, ordinals: Iterable[int]) -> list[Played]:
    """Return the contests of phases by their ordinals; one query.

    They are public to whoever may look at the campaign.
    """
    rows = Contest.objects.filter(
        campaign=campaign, phase__branch=campaign.branch, phase__ordinal__in=list(ordinals)
    )
    return [Played(*row) for row in rows.values_list(*COLUMNS).order_by("phase_id", "number")]


def matches_played(contests: Iterable[SeenContest], person: Person) -> frozenset[int]:
    """Return at which matches of contests the person sits now; one query, or none.

    Not where a regent has their kingdom, and not where they gave up and a bot plays on.
    """
    ids = [seen.contest.match_id for seen in contests if seen.contest.match_id is not None]
    if not ids or not is_known(person):
        return frozenset()
    seats = Seat.objects.filter(match_id__in=ids, user=person.pk)
    return frozenset(seats.values_list("match_id", flat=True))
