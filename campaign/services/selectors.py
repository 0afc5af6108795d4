"""What pages and the API read, each with a fixed number of queries.

Every function takes an ``Access`` or a person and returns only what that person
may know; hidden things are never fetched, not merely not shown.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, QuerySet
from django.utils.translation import gettext_lazy as _

from campaign.models import (
    Ask,
    Campaign,
    Event,
    Invite,
    Kingdom,
    LogEntry,
    Phase,
    Submission,
    User,
)
from campaign.services.policy import Access, Action, may_look
from campaign.services.presence import HAS_NO_REGENT, is_in
from games.hosting.errors import NotAllowed, NotThere, ServiceError

RUNNING = (Phase.Status.OPEN, Phase.Status.PARKED)
MOST_EVENTS = 200
MOST_PHASES = 20
PAGE = 50


def public_campaigns() -> QuerySet[Campaign]:
    """Return the campaigns that anybody may look at, newest first."""
    return Campaign.objects.defer("options").filter(is_public=True)


def campaigns_visible_to(user: User | None) -> QuerySet[Campaign]:
    """Return every campaign the person (``None``: an outsider) may look at."""
    return Campaign.objects.defer("options").filter(may_look(user)).distinct()


def asks_waiting_for(user: User) -> list[Ask]:
    """Return what the person's kingdoms are asked now, soonest deadline first.

    An ask already handed in is included (its ``submission`` is set): it may still be
    changed. A kingdom that has a regent waits for nobody. The related phase and campaign
    are loaded.
    """
    asks = (
        Ask.objects.filter(
            HAS_NO_REGENT,
            kingdom__player=user,
            phase__status__in=RUNNING,
            phase__campaign__memberships__user=user,
            phase__campaign__memberships__left_at=None,
        )
        .select_related("phase__campaign", "kingdom", "submission")
        .defer("phase__state", "phase__failure", "phase__campaign__options")
    )
    return sorted(asks, key=lambda ask: (ask.phase.due_at is None, ask.phase.due_at, ask.pk))


def regencies_of(user: User) -> list[Kingdom]:
    """Return the person's kingdoms that a regent plays now; their campaigns are loaded."""
    return list(
        Kingdom.objects.filter(
            player=user,
            is_alive=True,
            campaign__status=Campaign.Status.RUNNING,
            campaign__memberships__user=user,
            campaign__memberships__left_at=None,
        )
        .exclude(regent=Kingdom.Regent.NOBODY)
        .select_related("campaign")
        .defer("campaign__options")
        .order_by("campaign_id")
    )


def current_phase(campaign: Campaign) -> Phase | None:
    """Return the open or parked phase, without its stored state."""
    return (
        Phase.objects.defer("state", "failure")
        .filter(campaign=campaign, status__in=RUNNING)
        .first()
    )


def phase_at(campaign: Campaign, ordinal: int) -> Phase:
    """Return the phase with that ordinal; raise ``NotThere`` (``no_phase``)."""
    phase = (
        Phase.objects.defer("state", "failure")
        .filter(campaign=campaign, branch=campaign.branch, ordinal=ordinal)
        .first()
    )
    if phase is None:
        raise NotThere("no_phase", _("There is no such phase."))
    return phase


def phases_done(campaign: Campaign) -> QuerySet[Phase]:
    """Return the phases that have a report, newest first."""
    return (
        Phase.objects.defer("state", "failure", "draws")
        .filter(campaign=campaign, branch=campaign.branch, status=Phase.Status.DONE)
        .order_by("-ordinal")
    )


def kingdoms_of(campaign: Campaign) -> list[Kingdom]:
    """Return the kingdoms by seat, their players loaded."""
    return list(Kingdom.objects.filter(campaign=campaign).select_related("player"))


def own_ask(access: Access, phase: Phase | None) -> Ask | None:
    """Return what the person's kingdom is asked in the phase, with what is handed in."""
    if phase is None or access.kingdom is None:
        return None
    return (
        Ask.objects.filter(phase=phase, kingdom=access.kingdom).select_related("submission").first()
    )


def own_submissions(access: Access) -> QuerySet[Submission]:
    """Return the kingdom's receipts, newest first, for the one who plays it now."""
    if not access.may(Action.READ_OWN_SHEETS) or access.kingdom is None:
        raise NotAllowed("not_allowed", _("You may not do that in this campaign."))
    return (
        Submission.objects.filter(kingdom=access.kingdom)
        .select_related("phase")
        .defer("phase__state", "phase__failure", "phase__draws")
        .order_by("-sequence")
    )


@dataclass(frozen=True, slots=True)
class Presence:
    """For the game master: whether a kingdom has handed in, and when; never what."""

    kingdom: Kingdom
    is_asked: bool
    is_in: bool
    at: datetime | None


def who_is_in(access: Access, phase: Phase) -> list[Presence]:
    """Return who has handed in; for game masters only."""
    if not access.may(Action.RUN):
        raise NotAllowed("not_allowed", _("You may not do that in this campaign."))
    asks = {
        ask.kingdom_id: ask
        for ask in Ask.objects.filter(phase=phase).select_related("submission", "kingdom")
    }
    return [_presence(kingdom, asks.get(kingdom.pk)) for kingdom in kingdoms_of(access.campaign)]


def _presence(kingdom: Kingdom, ask: Ask | None) -> Presence:
    submission = ask.submission if ask else None
    answered = ask is not None and is_in(ask)
    return Presence(
        kingdom, ask is not None, answered, submission.at if submission and answered else None
    )


def log_of(campaign: Campaign) -> QuerySet[LogEntry]:
    """Return what the game master did, newest first."""
    return LogEntry.objects.filter(campaign=campaign).select_related("actor")


def invites_of(access: Access) -> list[Invite]:
    """Return the newest invitation links, those not revoked before all others.

    For game masters only.
    """
    if not access.may(Action.INVITE):
        raise NotAllowed("not_allowed", _("You may not do that in this campaign."))
    links = access.campaign.invites.order_by(F("revoked_at").desc(nulls_first=True), "-pk")
    return list(links[:PAGE])


def failure_of(access: Access, phase: Phase) -> str:
    """Return why a phase is parked; for game masters only."""
    if not access.may(Action.RUN):
        raise NotAllowed("not_allowed", _("You may not do that in this campaign."))
    return phase.failure


@dataclass(frozen=True, slots=True)
class SeenEvent:
    """An event as one viewer sees it; ``cursor`` counts only what that viewer sees."""

    cursor: str
    phase: int
    kind: str
    data: dict[str, object]
    is_private: bool


def events_of(phase: Phase, seat: int | None) -> list[SeenEvent]:
    """Return what a seat (``None``: an outsider) sees of a phase, in order."""
    return list(_seen(phase.ordinal, Event.objects.filter(phase=phase), seat))


def events_of_phases(phases: Iterable[Phase], seat: int | None) -> dict[int, list[SeenEvent]]:
    """Return what a seat (``None``: an outsider) sees of each of these phases, by ordinal."""
    ordinals = {phase.pk: phase.ordinal for phase in phases}
    events: dict[int, list[Event]] = {pk: [] for pk in ordinals}
    for event in Event.objects.filter(phase_id__in=ordinals):
        events[event.phase_id].append(event)
    return {ordinals[pk]: list(_seen(ordinals[pk], events[pk], seat)) for pk in ordinals}


def _seen(ordinal: int, events: Iterable[Event], seat: int | None) -> Iterable[SeenEvent]:
    index = 0
    for event in events:
        if event.seen_by is None or seat in event.seen_by:
            index += 1
            yield SeenEvent(
                f"{ordinal}.{index}", ordinal, event.kind, event.data, event.seen_by is not None
            )


@dataclass(frozen=True, slots=True)
class EventsPage:
    """Some events, the cursor to go on from, and whether there is more at once."""

    events: list[SeenEvent]
    next: str
    more: bool


def events_page(access: Access, cursor: str, limit: int = MOST_EVENTS) -> EventsPage:
    """Return the viewer's events of the next phases after ``cursor`` ("" from the start).

    Raises ``ServiceError`` (``bad_cursor``). Cursors count what this viewer sees, so
    gaps give nothing away.
    """
    ordinal, index = _parse_cursor(cursor)
    campaign = access.campaign
    phases = Phase.objects.filter(
        campaign=campaign, branch=campaign.branch, ordinal__gte=ordinal, status=Phase.Status.DONE
    ).values_list("pk", "ordinal")[: MOST_PHASES + 1]
    ordinals = dict(phases)
    more = len(ordinals) > MOST_PHASES
    by_phase: dict[int, list[Event]] = {pk: [] for pk in list(ordinals)[:MOST_PHASES]}
    for event in Event.objects.filter(phase_id__in=by_phase):
        by_phase[event.phase_id].append(event)
    found: list[SeenEvent] = []
    for pk, events in by_phase.items():
        seen = list(_seen(ordinals[pk], events, access.seat))
        found += seen[index:] if ordinals[pk] == ordinal else seen
        cursor = f"{ordinals[pk]}.{len(seen)}"
    limit = max(1, min(limit, MOST_EVENTS))
    if len(found) > limit:
        return EventsPage(found[:limit], found[limit - 1].cursor, True)
    return EventsPage(found, cursor, more)


def _parse_cursor(cursor: str) -> tuple[int, int]:
    if not cursor:
        return 0, 0
    ordinal, dot, index = cursor.partition(".")
    if dot and ordinal.isdecimal() and index.isdecimal() and len(cursor) <= 20:
        return int(ordinal), int(index)
    raise ServiceError("bad_cursor", _("That is not a cursor we gave."))
