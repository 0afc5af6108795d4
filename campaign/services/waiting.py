"""What waits for a person: asks of campaigns, matches, and challenges to a court, as one list.

::

    for one in waiting_for(user):
        one.of, one.kind, one.due, one.address    # "match", "skirmish", ..., "/matches/7/"

One list, one order (the soonest deadline first, what nobody hurries last) and one count, for
the first page, every page's header and the API alike.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from json import loads
from typing import Any

from django.db import connection
from django.db.models import F, OuterRef, Q, QuerySet, Subquery, TextField, Value
from django.db.models.functions import Cast
from django.urls import reverse

from campaign.models import Ask, Campaign, Contest, Kingdom, Phase, User
from campaign.services.presence import HAS_NO_REGENT, WAITED_FOR, is_in
from campaign.services.selectors import RUNNING, asks_waiting_for
from games.services.selectors import Line, lines_for, matches_waiting_for, seats_at_play

CAMPAIGN, MATCH, COURT = "campaign", "match", "court"
"""Whose ask it is."""

CHALLENGE = "challenge"
"""The kind of what a court asks: whether one plays."""

ORDER = (COURT, CAMPAIGN, MATCH)
"""What comes first of what is due at once: at a challenge another player waits."""
UNLOADED = ("phase__state", "phase__failure", "phase__draws", "campaign__options")


@dataclass(frozen=True, slots=True)
class Waiting:
    """One thing that waits for a person.

    ``kind`` is the ask's, the match's game, or ``challenge``; ``seat`` the person's, a kingdom's
    or at the match. A match that belongs to no campaign has no ``campaign``, ``kingdom``,
    ``phase`` and ``contest``. ``ask``, ``match`` or, of a challenge, ``contest`` says more;
    ``challenger`` names the kingdom that the challenge comes from.
    """

    of: str
    kind: str
    due: datetime | None
    address: str
    seat: int
    campaign: Campaign | None = None
    kingdom: str | None = None
    kingdom_seat: int | None = None
    phase: Phase | None = None
    ask: Ask | None = None
    match: Line | None = None
    contest: Contest | None = None
    challenger: str = ""

    @property
    def court(self) -> Contest | None:
        """The court to which the person is challenged."""
        return self.contest if self.of == COURT else None

    @property
    def is_in(self) -> bool:
        """Whether the person has answered already; only a campaign's ask may still be changed."""
        return self.ask is not None and is_in(self.ask)


def waiting_for(user: User) -> list[Waiting]:
    """Return all that waits for a person, and the asks whose sheet may still be changed.

    The soonest due come first, what has no deadline last. At most four queries.
    """
    lines = lines_for(matches_waiting_for(user), user)
    contests = _contests(user, [line.match.pk for line in lines])
    nested = {contest.match_id: contest for contest in contests if contest.match_id is not None}
    found = [_of_campaign(ask) for ask in asks_waiting_for(user)]
    found += [_of_match(line, nested.get(line.match.pk)) for line in lines]
    found += [_of_court(contest) for contest in contests if _is_asked(contest)]
    return sorted(found, key=_urgency)


def _urgency(one: Waiting) -> tuple[bool, datetime | None, int]:
    return one.due is None, one.due, ORDER.index(one.of)


def _of_campaign(ask: Ask) -> Waiting:
    phase = ask.phase
    return Waiting(
        of=CAMPAIGN,
        kind=ask.kind,
        due=phase.due_at,
        address=reverse("hand-in", args=[phase.campaign_id]),
        seat=ask.kingdom.seat,
        campaign=phase.campaign,
        kingdom=ask.kingdom.name,
        kingdom_seat=ask.kingdom.seat,
        phase=phase,
        ask=ask,
    )


def _of_match(line: Line, contest: Contest | None) -> Waiting:
    return Waiting(
        of=MATCH,
        kind=line.match.game,
        due=_within(line.due, contest),
        address=reverse("match", args=[line.match.pk]),
        seat=line.seat or 0,
        match=line,
        **(_belonging(contest) if contest else {}),
    )


def _within(due: datetime | None, contest: Contest | None) -> datetime | None:
    """Return when a match waits no more: with its phase it ends, whatever its clock says."""
    ends = contest.phase.due_at if contest else None
    return min(filter(None, (due, ends)), default=None)


def _of_court(contest: Contest) -> Waiting:
    return Waiting(
        of=COURT,
        kind=CHALLENGE,
        due=contest.phase.due_at,
        address=reverse("courts", args=[contest.campaign_id]),
        seat=getattr(contest, "own_seat", 0),
        challenger=getattr(contest, "challenger", None) or "",
        **_belonging(contest),
    )


def _belonging(contest: Contest) -> dict[str, Any]:
    return {
        "campaign": contest.campaign,
        "kingdom": getattr(contest, "own_name", None),
        "kingdom_seat": getattr(contest, "own_seat", None),
        "phase": contest.phase,
        "contest": contest,
    }


# Contests


def _contests(user: User, matches: Iterable[int]) -> list[Contest]:
    """Return the contests of these matches, and the challenges to the person's kingdoms.

    Each knows the person's own kingdom there (``own_seat``, ``own_name``) and ``challenger``.
    """
    by = Kingdom.objects.filter(campaign=OuterRef("campaign"), seat=OuterRef("proposed_by"))
    rows = _with_own(user).annotate(challenger=Subquery(by.values("name")[:1]))
    wanted = Q(match__in=list(matches)) | _challenges(user)
    return list(rows.filter(wanted).select_related("campaign", "phase").defer(*UNLOADED))


def _with_own(user: User) -> QuerySet[Contest, Any]:
    own = Kingdom.objects.filter(campaign=OuterRef("campaign"), player=user)
    return Contest.objects.annotate(
        own_seat=Subquery(own.values("seat")[:1]),
        own_name=Subquery(own.values("name")[:1]),
    )


def _challenges(user: User) -> Q:
    """Return which contests are challenges by others, where the person plays a kingdom."""
    played = Kingdom.objects.filter(player=user, regent=Kingdom.Regent.NOBODY)
    return Q(
        Q(proposed_by=None) | ~Q(own_seat=F("proposed_by")),
        kind=Contest.Kind.COURT,
        status=Contest.Status.PROPOSED,
        phase__status__in=RUNNING,
        campaign__in=played.values("campaign"),
    )


def _is_asked(contest: Contest) -> bool:
    """Tell whether a contest is a challenge that the person has not answered."""
    own = getattr(contest, "own_seat", None)
    is_open = contest.status == Contest.Status.PROPOSED
    return is_open and own in contest.seats and own not in contest.accepted


# The count


ANYBODY = -(10**9)
"""Whom the compiled count is about, until somebody asks."""


def waiting_count(user: User) -> int:
    """Return how much waits for an answer of the person; one query.

    It is the length of ``waiting_for`` without what is answered already.
    """
    sql, parameters = _counting()
    with connection.cursor() as cursor:
        cursor.execute(sql, [user.pk if given == ANYBODY else given for given in parameters])
        found = cursor.fetchall()
    return sum(seat in loads(asked) and seat not in loads(done) for seat, asked, done in found)


@cache
def _counting() -> tuple[str, tuple[Any, ...]]:
    """Compile the count once: every page's header asks it, and the compiling took 2 ms a page."""
    user = User(pk=ANYBODY)
    nobody, anybody = Value("[]", TextField()), Value("[-1]", TextField())
    asks = Ask.objects.filter(
        WAITED_FOR, HAS_NO_REGENT, kingdom__player=user, phase__status__in=RUNNING
    )
    rows = asks.order_by().values_list(Value(-1), anybody, nobody)
    matches = seats_at_play(user).values_list("number", _text("match__asked"), nobody)
    courts = _with_own(user).filter(_challenges(user)).order_by()
    challenges = courts.values_list("own_seat", _text("seats"), _text("accepted"))
    return rows.union(matches, challenges, all=True).query.sql_with_params()


def _text(column: str) -> Cast:
    return Cast(column, TextField())
