"""The game master rules how a battle on a real table ended, and lets the steward play."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from campaign.models import Phase
from campaign.rules.state import REPORT
from campaign.services.policy import Access, Action, access_campaign
from campaign.services.regents import kingdom_set_regent
from campaign.services.reports import Filed
from campaign.services.rulebook import game_of, state_of
from campaign.services.rulings import battle_rule, filed_reports
from campaign.services.selectors import current_phase
from campaign.web.battle_form import read_line
from campaign.web.views.battle_reports import NoOutcome, fields_of
from campaign.web.views.master import NO_REASON, show_run
from games.engine.contract import Json, Refusal
from games.hosting.errors import NotThere, ServiceError, Stale, problem_dicts
from games.hosting.pages import signed_in, whole


@require_POST
@signed_in
def rule(request: HttpRequest, pk: int) -> HttpResponse:
    """Rule a battle: accept what one side filed, enter another result, or call for dice."""
    access = access_campaign(request.user, pk, Action.RUN)
    posted, tile = request.POST, whole(request.POST.get("tile")) or 0
    if posted.get("do") == "more":
        return show_run(request, access, ruled=tile)
    try:
        ordinal = whole(posted.get("phase")) or 0
        battle_rule(
            person=request.user,
            campaign_id=pk,
            phase=ordinal,
            tile=tile,
            report=ruled_report(request, access, ordinal, tile),
            reason=posted.get("reason", ""),
            key=posted.get("key", "")[:64],
            revision=whole(posted.get("revision")),
        )
    except Refusal as refusal:
        return _refused(request, access, 422, problem_dicts(refusal.problems), tile)
    except ServiceError as error:
        if error.status == 403:
            raise
        problem = {"code": error.code, "message": error.message}
        return _refused(request, access, error.status, [problem], tile)
    messages.success(request, _("You have ruled. Everybody reads your reason."))
    return redirect("campaign-run", pk=pk)


def _refused(
    request: HttpRequest, access: Access, status: int, problems: list[Any], tile: int
) -> HttpResponse:
    lacks = any(problem["code"] == NO_REASON for problem in problems)
    place = f"#reason-{tile}" if lacks else f"#battle-{tile}"
    linked = [{**problem, "href": place} for problem in problems]
    return show_run(request, access, status, problems=linked, ruled=tile, lacks_reason=lacks)


def ruled_report(request: HttpRequest, access: Access, ordinal: int, tile: int) -> Json:
    """Return the report that a button stands for."""
    choice, _colon, receipt = request.POST.get("do", "").partition(":")
    if choice == "dice":
        return {"simple": True}
    if choice == "standing":
        return {"standing": True}
    phase = current_phase(access.campaign)
    if phase is None or phase.kind != REPORT or phase.ordinal != ordinal:
        raise NotThere("no_phase", gettext_lazy("That phase is over. Nothing was changed."))
    if choice == "accept":
        return _accepted(access, phase, tile, receipt)
    fields = fields_of(access, state_of(game_of(access.campaign), phase), [])
    line = read_line(fields[tile], request.POST) if tile in fields else None
    if line is None:
        raise NoOutcome("no_outcome", gettext_lazy("Say how the battle ended first."))
    return line


def _accepted(access: Access, phase: Phase, tile: int, receipt: str) -> Json:
    """Return what a side filed, if it still stands as the game master read it."""
    filed: list[Filed] = filed_reports(access, phase)
    for entry in filed:
        for seat, line in entry.lines.items():
            if entry.battle.tile == tile and entry.receipts[seat] == receipt:
                return line
    raise Stale(
        "report_changed", gettext_lazy("That report was changed since you looked; read it again.")
    )


@require_POST
@signed_in
def set_regent(request: HttpRequest, pk: int) -> HttpResponse:
    """Let the steward play a kingdom, or no longer."""
    access = access_campaign(request.user, pk, Action.HAND_OVER)
    posted, seat = request.POST, whole(request.POST.get("seat"))
    try:
        kingdom = kingdom_set_regent(
            person=request.user,
            campaign_id=pk,
            seat=-1 if seat is None else seat,
            regent=posted.get("regent", ""),
            key=posted.get("key", "")[:64],
        )
    except ServiceError as error:
        if error.status in (403, 404):
            raise
        problems = [{"code": error.code, "message": error.message, "href": "#hand-over"}]
        return show_run(request, access, error.status, problems=problems)
    text = _("The steward plays %(name)s now.")
    if not kingdom.regent:
        text = _("The steward no longer plays %(name)s.")
    messages.success(request, text % {"name": kingdom.name})
    return redirect("campaign-run", pk=pk)
