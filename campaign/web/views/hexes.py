"""The sheet of one hex: a page of its own, and the piece of it that the map opens."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from campaign.models import Campaign
from campaign.rules.setup.steps import empty_state
from campaign.services.desk import kingdom_names
from campaign.services.policy import access_campaign
from campaign.services.positions import state_now
from campaign.services.rulebook import game_of
from campaign.web.board_page import board_key
from campaign.web.hex_page import by_kingdom, hex_sheet
from campaign.web.views.campaign_page import situation_of
from games.hosting.errors import NotThere
from games.hosting.pages import conditional, page, tagged


@require_safe
@page
def hex_page(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Show a hex: the whole page, or for the map on a page its sheet alone."""
    access = access_campaign(request.user, pk)
    campaign, game = access.campaign, game_of(access.campaign)
    if number not in game.board.index:
        raise NotThere("no_hex", _("There is no such hex on this map."))
    now, names = situation_of(access), kingdom_names(campaign)
    alone = bool(request.headers.get("HX-Request"))
    key = board_key(campaign, names)
    tag, unchanged = conditional(request, "hex", number, alone, *now.tag_parts, key)
    if unchanged is not None:
        return unchanged
    forming = campaign.status == Campaign.Status.FORMING
    state = empty_state(game.board, game.seats) if forming else state_now(campaign, now.phase)
    found = hex_sheet(game, state, number)
    context = {
        "access": access,
        "campaign": campaign,
        "hex": found,
        "owner": next((name for name in names if name.seat == found.owner), None),
        "tokens": by_kingdom(found.tokens, names),
        "comers": by_kingdom(found.comers or (), names),
        "orders": access.seat if now.ask and now.ask.kind == "month" else None,
    }
    template = "parts/hex.html" if alone else "pages/hex.html"
    return tagged(render(request, template, context), tag)
