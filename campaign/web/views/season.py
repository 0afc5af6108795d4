"""The season's table: the kingdoms year by year."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaign.services.desk import kingdom_names
from campaign.services.policy import access_campaign
from campaign.services.rulebook import game_of
from campaign.services.season import NEWEST, season_of
from campaign.web.pages import use_zone_of
from campaign.web.season_page import measures_of, season_rows
from games.hosting.pages import conditional, page, tagged, whole


@require_safe
@page
def season(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the newest years, or those that end with the one that ``until`` names."""
    access = access_campaign(request.user, pk)
    campaign, until = access.campaign, whole(request.GET.get("until")) or NEWEST
    use_zone_of(request, campaign)
    names = kingdom_names(campaign)
    tag, unchanged = conditional(
        request, "season", until, campaign.revision, campaign.status, campaign.branch, names,
        access.seat, access.is_game_master,
    )  # fmt: skip
    if unchanged is not None:
        return unchanged
    found, rules = season_of(campaign, until), game_of(campaign).rules
    context = {
        "access": access,
        "campaign": campaign,
        "season": found,
        "rows": season_rows(found, names, measures_of(rules)),
        "has_might": rules.might,
    }
    return tagged(render(request, "pages/season.html", context), tag)
