"""The printable sheet of a battle on a real table."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from campaign.models import Phase
from campaign.rules.tabletop.battle_sheet import battle_sheet
from campaign.services.desk import kingdom_names
from campaign.services.policy import access_campaign
from campaign.services.rulebook import game_of, state_of
from campaign.services.selectors import phase_at
from campaign.web.battle_page import battle_page, waiting_on
from games.hosting.errors import NotThere
from games.hosting.pages import conditional, page, tagged


@require_safe
@page
def battle(request: HttpRequest, pk: int, ordinal: int, tile: int) -> HttpResponse:
    """Show a battle that waits, or waited, when a phase began; its lists are open by then."""
    access = access_campaign(request.user, pk)
    campaign, game = access.campaign, game_of(access.campaign)
    phase = phase_at(campaign, ordinal)
    state = state_of(game, phase)
    found = waiting_on(state, tile)
    if found is None:
        raise NotThere("no_battle", _("No battle waits on that hex then."))
    names = kingdom_names(campaign)
    tag, unchanged = conditional(request, "battle", phase.pk, phase.status, access.seat, names)
    if unchanged is not None:
        return unchanged
    shown = battle_page(battle_sheet(game.table(state), found), names)
    sides = (found.attacker, found.defender)
    context = {
        "access": access,
        "campaign": campaign,
        "battle": shown,
        "reports": phase.status == Phase.Status.OPEN and access.seat in sides,
    }
    return tagged(render(request, "pages/battle.html", context), tag)
