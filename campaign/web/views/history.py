"""The campaign's past: the slider over all phases, a page a year, everything as one file."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from campaign.services.desk import kingdom_names
from campaign.services.history import export_text
from campaign.services.policy import access_campaign
from campaign.services.yearbook import phases_past, year_of
from campaign.web.history_page import by_year, moment_of, stops_of, year_book
from campaign.web.pages import use_zone_of
from games.hosting.errors import NotThere
from games.hosting.pages import conditional, page, tagged, whole, within_limit


@require_safe
@page
def history(request: HttpRequest, pk: int, ordinal: int | None = None) -> HttpResponse:
    """Show one phase of the past, and the slider to all others.

    Without a phase the first one; the slider's form names its place by ``at``. A script
    that plays on asks for the piece that changes alone.
    """
    access = access_campaign(request.user, pk)
    use_zone_of(request, access.campaign)
    phases = phases_past(access.campaign)
    stops = stops_of(phases)
    if "at" in request.GET:
        place = min(whole(request.GET["at"]) or 0, len(stops) - 1)
        return redirect("history-phase", pk, stops[max(place, 0)].ordinal if stops else 0)
    here = next((s for s in stops if ordinal is None or s.ordinal == ordinal), None)
    if here is None:
        raise NotThere("no_phase", _("Nothing of that is over yet."))
    names, alone = kingdom_names(access.campaign), bool(request.headers.get("HX-Request"))
    tag, unchanged = conditional(
        request, "history", here, len(stops), alone, access.seat, access.campaign.branch, names
    )
    if unchanged is not None:
        return unchanged
    context = {
        "access": access,
        "campaign": access.campaign,
        "here": here,
        "last": len(stops) - 1,
        "before": stops[here.place - 1] if here.place else None,
        "after": stops[here.place + 1] if here.place + 1 < len(stops) else None,
        "years": by_year(stops),
        "moment": moment_of(access, phases[here.place], names),
    }
    template = "parts/moment.html" if alone else "pages/history.html"
    return tagged(render(request, template, context), tag)


@require_safe
@page
def history_json(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Give the whole campaign, as its reader may know it, as one file."""
    access = access_campaign(request.user, pk)
    within_limit(request, "export", 10)
    return StreamingHttpResponse(
        export_text(access),
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="wintertide-{pk}.json"'},
    )


@require_safe
@page
def year(request: HttpRequest, pk: int, year: int) -> HttpResponse:
    """Show one year on one page, made for paper."""
    access = access_campaign(request.user, pk)
    use_zone_of(request, access.campaign)
    found = year_of(access, year)
    names = kingdom_names(access.campaign)
    last = found.phases[-1]
    tag, unchanged = conditional(
        request, "year", year, last.pk, last.done_at, access.seat, access.campaign.branch, names
    )
    if unchanged is not None:
        return unchanged
    context = {
        "access": access,
        "campaign": access.campaign,
        "book": year_book(access, found, names),
    }
    return tagged(render(request, "pages/year.html", context), tag)
