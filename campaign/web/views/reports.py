"""What happened in a phase, with its dice and how to check them."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from campaign.models import Phase
from campaign.services.chances import dice_export
from campaign.services.history import lists_then
from campaign.services.policy import Access, access_campaign
from campaign.services.selectors import events_of, kingdoms_of, phase_at
from campaign.web.battle_page import sheets_named
from campaign.web.dice_words import draw_lines
from campaign.web.pages import use_zone_of
from campaign.web.report import chapters
from campaign.web.report_matches import marks_of, notes_of, with_matches
from campaign.web.report_units import with_unit_names
from campaign.web.sheet_words import ruling_lines
from campaign.web.words import CLOSINGS, phase_title
from games.hosting.errors import NotThere
from games.hosting.pages import conditional, page, tagged


def done_phase(access: Access, ordinal: int) -> Phase:
    """Return a phase that has a report; raise ``NotThere`` for one still open."""
    phase = phase_at(access.campaign, ordinal)
    if phase.status != Phase.Status.DONE:
        raise NotThere("no_report", _("There is no report yet; the phase is not over."))
    return phase


def phase_context(access: Access, phase: Phase) -> dict[str, Any]:
    """Return what the pages about a phase that is over have in common."""
    return {
        "access": access,
        "campaign": access.campaign,
        "phase": phase,
        "phase_title": phase_title(phase.kind, phase.month),
        "closing": CLOSINGS.get(phase.closing, ""),
    }


@require_safe
@page
def report(request: HttpRequest, pk: int, ordinal: int) -> HttpResponse:
    """Tell what happened to whom, as far as the reader may know."""
    access = access_campaign(request.user, pk)
    use_zone_of(request, access.campaign)
    phase = done_phase(access, ordinal)
    kingdoms = kingdoms_of(access.campaign)
    names = [kingdom.name for kingdom in kingdoms]
    notes = notes_of(access.campaign, [ordinal])
    tag, unchanged = conditional(
        request, "report", phase.pk, phase.done_at, access.seat, names, marks_of(notes)
    )
    if unchanged is not None:
        return unchanged
    events = with_matches(events_of(phase, access.seat), notes)
    lists = lists_then(access, [phase])
    context = phase_context(access, phase) | {
        "chapters": chapters(with_unit_names(events, lists.get(ordinal, ())), names),
        "rulings": ruling_lines(phase.rulings, names),
        "battles": sheets_named(events, ordinal),
        "receipts": [(kingdom, phase.receipts.get(str(kingdom.seat), "")) for kingdom in kingdoms],
        "draws": draw_lines(phase.draws),
        "previous": ordinal - 1 if ordinal > 0 else None,
        "following": _following(access, ordinal),
    }
    return tagged(render(request, "pages/report.html", context), tag)


def _following(access: Access, ordinal: int) -> int | None:
    """Return the next phase's ordinal if that has a report too."""
    try:
        return done_phase(access, ordinal + 1).ordinal
    except NotThere:
        return None


@require_safe
@page
def dice(request: HttpRequest, pk: int, ordinal: int) -> HttpResponse:
    """Show a phase's commitment, its secret, its dice, and how to check them."""
    access = access_campaign(request.user, pk)
    use_zone_of(request, access.campaign)
    phase = done_phase(access, ordinal)
    export = dice_export(access.campaign, phase)
    context = phase_context(access, phase) | {"export": export, "draws": draw_lines(phase.draws)}
    return render(request, "pages/dice.html", context)


@require_safe
@page
def dice_json(request: HttpRequest, pk: int, ordinal: int) -> HttpResponse:
    """Give the file that the dice checker reads."""
    access = access_campaign(request.user, pk)
    phase = done_phase(access, ordinal)
    response = JsonResponse(dice_export(access.campaign, phase), json_dumps_params={"indent": 1})
    name = f"wintertide-{access.campaign.pk}-phase-{ordinal}.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
