"""The game master's page: who has joined, who is in, the clock, invitations, hand-overs."""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from campaign.models import Campaign, Invite, Kingdom, Phase
from campaign.rules.outside import SIMPLE
from campaign.rules.state import REPORT
from campaign.services.campaigns import campaign_start
from campaign.services.clock import clock_act
from campaign.services.contest_views import contests_of
from campaign.services.desk import KingdomName
from campaign.services.health import health
from campaign.services.memberships import invite_create, invite_revoke, kingdom_hand_over
from campaign.services.policy import Access, Action, access_campaign
from campaign.services.rulebook import game_of, state_of
from campaign.services.rulings import filed_reports
from campaign.services.selectors import (
    current_phase,
    failure_of,
    invites_of,
    kingdoms_of,
    log_of,
    who_is_in,
)
from campaign.web.battle_form import typed_form
from campaign.web.board_page import log_line
from campaign.web.contest_cards import ContestCard, cards_of, modes_ahead, modes_but
from campaign.web.pages import use_zone_of
from campaign.web.reach import reach_words
from campaign.web.views.battle_reports import ReportCard, fields_of, report_card
from campaign.web.words import health_words, phase_title
from games.hosting.errors import ServiceError
from games.hosting.pages import signed_in, whole, within_limit

LOG_SHOWN = 50
NO_REASON = "reason_missing"
"""The refusal that is told beside the field of the reason."""

DONE_TEXTS = {
    "pause": lambda: _("The clock stands still."),
    "resume": lambda: _("The clock runs on."),
    "extend": lambda: _("The deadline is moved."),
    "resolve_now": lambda: _("The phase is being resolved; the report is there in a moment."),
    "retry": lambda: _("The phase is being tried again."),
}


@require_safe
@signed_in
@never_cache
def run_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Show everything a game master needs."""
    access = access_campaign(request.user, pk, Action.RUN)
    return show_run(request, access)


def show_run(request: HttpRequest, access: Access, status: int = 200, **more: Any) -> HttpResponse:
    """Render the page; ``more`` is what was refused, and what was typed."""
    use_zone_of(request, access.campaign)
    context = run_context(request, access) | more
    return render(request, "pages/run.html", context, status=status)


def run_context(request: HttpRequest, access: Access) -> dict[str, Any]:
    """Return what the page shows."""
    campaign = access.campaign
    phase = current_phase(campaign)
    kingdoms = kingdoms_of(campaign)
    names = {kingdom.seat: kingdom.name for kingdom in kingdoms}
    invites = [_invite(request, invite) for invite in invites_of(access)]
    warning = health_words(health()) if phase else ""
    contests = _contests(access, phase, kingdoms)
    battles = _battles(request, access, phase, [kingdom.name for kingdom in kingdoms], contests)
    presences = who_is_in(access, phase) if phase else []
    reported = {card.field.battle.tile for card in battles}
    return {
        "access": access,
        "campaign": campaign,
        "is_forming": campaign.status == Campaign.Status.FORMING,
        "is_over": campaign.status == Campaign.Status.OVER,
        "kingdoms": kingdoms,
        "empty": [kingdom for kingdom in kingdoms if kingdom.player_id is None],
        "phase": phase,
        "phase_title": phase_title(phase.kind, phase.month) if phase else "",
        "presences": presences,
        "is_everyone_in": all(each.is_in for each in presences if each.is_asked),
        "failure": _failure(access, phase),
        "health_warning": warning,
        "is_resolving": not warning and _is_resolving(phase),
        "reach": reach_words(request),
        "invites": [found for found in invites if found["is_open"]],
        "log": [log_line(entry, names) for entry in log_of(campaign)[:LOG_SHOWN]],
        "key": uuid.uuid4().hex,
        "battles": battles,
        "contests": [card for card in contests if card.contest.tile not in reported],
        "has_matches": any(not card.is_on_table for card in contests),
        "modes_ahead": modes_ahead(phase),
        "all_modes": modes_but("", at_once=False),
        "by_dice": phase is not None and game_of(campaign).rules.unfinished == SIMPLE,
    }


def _contests(access: Access, phase: Phase | None, kingdoms: list[Kingdom]) -> list[ContestCard]:
    """Return the battles of a phase of reports, however they are decided."""
    if phase is None or phase.kind != REPORT:
        return []
    names = [KingdomName(each.seat, each.name, "", "") for each in kingdoms]
    return cards_of(contests_of(access, phase), names, None)


def _battles(
    request: HttpRequest,
    access: Access,
    phase: Phase | None,
    names: list[str],
    contests: list[ContestCard],
) -> list[ReportCard]:
    """Return the battles that wait for reports; the one being ruled with what was typed."""
    if phase is None or phase.kind != REPORT:
        return []
    fields = fields_of(access, state_of(game_of(access.campaign), phase), names)
    typed = whole(request.POST.get("tile")) if request.method == "POST" else None
    by_tile = {card.contest.tile: card for card in contests}
    cards = []
    for entry in filed_reports(access, phase):
        field, is_typed = fields[entry.battle.tile], entry.battle.tile == typed
        form = typed_form(field, request.POST) if is_typed else None
        card = report_card(field, entry, None, form)
        cards.append(replace(card, contest=by_tile.get(entry.battle.tile)))
    return cards


def _failure(access: Access, phase: Phase | None) -> str:
    parked = phase is not None and phase.status == Phase.Status.PARKED
    return failure_of(access, phase) if parked and phase else ""


def _is_resolving(phase: Phase | None) -> bool:
    """Tell whether the page will look different in a moment, so that it had better look again."""
    if phase is None or phase.due_at is None or phase.status != Phase.Status.OPEN:
        return False
    return phase.due_at <= timezone.now()


def _invite(request: HttpRequest, invite: Invite) -> dict[str, Any]:
    """Return an invitation with its whole address."""
    return {
        "row": invite,
        "url": request.build_absolute_uri(f"/invites/{invite.token}/"),
        "is_open": invite.revoked_at is None and invite.expires_at > timezone.now(),
    }


@require_POST
@signed_in
def start(request: HttpRequest, pk: int) -> HttpResponse:
    """Begin the campaign."""
    campaign_start(person=request.user, campaign_id=pk)
    messages.success(request, _("The campaign has begun."))
    return redirect("campaign-detail", pk=pk)


@require_POST
@signed_in
def clock(request: HttpRequest, pk: int) -> HttpResponse:
    """Carry out one of the clock's actions; a refusal is shown beside the buttons."""
    posted = request.POST
    action = posted.get("action", "")
    try:
        clock_act(
            person=request.user,
            campaign_id=pk,
            phase=whole(posted.get("phase")) or 0,
            action=action,
            key=posted.get("key", "")[:64],
            reason=posted.get("reason", ""),
            minutes=(whole(posted.get("hours")) or 0) * 60 or None,
            revision=whole(posted.get("revision")),
        )
    except ServiceError as error:
        if error.status in (403, 404):
            raise
        access = access_campaign(request.user, pk, Action.RUN)
        lacks = error.code == NO_REASON
        href = {"href": "#reason"} if lacks else {}
        problems = [{"code": error.code, "message": error.message} | href]
        typed = {"action": action, "lacks_reason": lacks}
        typed |= {name: posted.get(name, "") for name in ("reason", "hours")}
        return show_run(request, access, error.status, problems=problems, typed=typed)
    messages.success(request, DONE_TEXTS[action]())
    return redirect("campaign-run", pk=pk)


@require_POST
@signed_in
def invite_new(request: HttpRequest, pk: int) -> HttpResponse:
    """Make an invitation link."""
    within_limit(request, "invite", 10)
    invite_create(person=request.user, campaign_id=pk)
    messages.success(request, _("Here is a new link. Send it to whom you want to play with."))
    return redirect("campaign-run", pk=pk)


@require_POST
@signed_in
def invite_end(request: HttpRequest, pk: int, invite_id: int) -> HttpResponse:
    """Revoke an invitation link."""
    invite_revoke(person=request.user, campaign_id=pk, invite_id=invite_id)
    messages.success(request, _("The link is revoked."))
    return redirect("campaign-run", pk=pk)


@require_POST
@signed_in
def hand_over(request: HttpRequest, pk: int) -> HttpResponse:
    """Give a kingdom to somebody else, or to nobody yet."""
    posted = request.POST
    seat, username = whole(posted.get("seat")), posted.get("username", "")
    try:
        kingdom_hand_over(
            person=request.user,
            campaign_id=pk,
            seat=-1 if seat is None else seat,
            username=username.strip() or None,
        )
    except ServiceError as error:
        if error.status in (403, 404):
            raise
        access = access_campaign(request.user, pk, Action.RUN)
        problems = [{"code": error.code, "message": error.message, "href": "#hand-over"}]
        typed = {"username": username, "seat": seat}
        return show_run(request, access, error.status, problems=problems, typed=typed)
    messages.success(request, _("The kingdom has changed hands."))
    return redirect("campaign-run", pk=pk)
