"""What pages of the past read: the state a phase ended in, last month's moves, a whole year.

Each with a fixed number of queries, however long the campaign. Positions are states of the
rules and hold secrets; only what all may see is drawn of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from campaign.models import Campaign, Phase
from campaign.rules.state import State
from campaign.services.policy import Access
from campaign.services.positions import state_now
from campaign.services.rulebook import game_of, state_of
from campaign.services.selectors import SeenEvent, events_of_phases
from games.engine.chance import ROLL
from games.hosting.errors import NotThere

DONE = Phase.Status.DONE
WENT = ("moved", "retreated", "advanced")
"""The events by which a token enters a hex in Summer."""
SIDES = 6


def state_after(campaign: Campaign, ordinal: int) -> State:
    """Return the state in which a phase that is done ended."""
    following = (
        Phase.objects.defer("state", "failure", "draws")
        .filter(campaign=campaign, branch=campaign.branch, ordinal=ordinal + 1)
        .first()
    )
    if following is not None:
        return state_of(game_of(campaign), following)
    return state_now(campaign, None)


def phases_past(campaign: Campaign, **wanted: int) -> list[Phase]:
    """Return the phases that are done, the first first; without what is large in them."""
    return list(
        Phase.objects.defer("state", "failure", "draws")
        .filter(campaign=campaign, branch=campaign.branch, status=DONE, **wanted)
        .order_by("ordinal")
    )


def last_month(campaign: Campaign, year: int) -> list[SeenEvent]:
    """Return what all saw of that year's last month of Summer in which anybody went anywhere.

    A month is one phase in sealed play, and many in open play or when battles are reported:
    while its orders are still being given, the month before is the last that moved.
    """
    phases = phases_past(campaign, year=year, month__gt=0)
    newest = max((phase.month for phase in phases), default=0)
    late = [phase for phase in phases if phase.month >= newest - 1]
    found = events_of_phases(late, None)
    for month in (newest, newest - 1):
        told = [e for phase in late if phase.month == month for e in found[phase.ordinal]]
        if any(event.kind in WENT for event in told):
            return told
    return []


@dataclass(frozen=True, slots=True)
class Year:
    """One year of a campaign as a viewer may know it: its phases that are done, their events."""

    year: int
    phases: tuple[Phase, ...]
    events: dict[int, list[SeenEvent]]
    faces: Counter[int]
    """How often each face of the dice fell."""


def year_of(access: Access, year: int) -> Year:
    """Return a year of the campaign; raise ``NotThere`` (``no_year``) if nothing of it is over."""
    phases = phases_past(access.campaign, year=year)
    if not phases:
        raise NotThere("no_year", _("Nothing of that year is over."))
    return Year(year, tuple(phases), events_of_phases(phases, access.seat), faces_of(phases))


def faces_of(phases: Iterable[Phase]) -> Counter[int]:
    """Count the faces of all dice that fell in these phases."""
    rows = Phase.objects.filter(pk__in=[phase.pk for phase in phases])
    return Counter(
        face
        for draws in rows.values_list("draws", flat=True)
        for draw in draws
        if draw["kind"] == ROLL and draw["bound"] == SIDES
        for face in draw["outcome"]
    )
