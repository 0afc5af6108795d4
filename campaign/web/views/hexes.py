"""The sheet of one hex: a page of its own, and the piece of it that the map opens."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from campaign.models import Campaign
from campaign.rules.outside import SIMPLE
from campaign.rules.setup.steps import empty_state
from campaign.rules.state import REPORT, State
from campaign.rules.system import CampaignGame
from campaign.services.desk import KingdomName, kingdom_names
from campaign.services.policy import Action, access_campaign
from campaign.services.positions import state_now
from campaign.services.rulebook import game_of
from campaign.web.board_page import board_key
from campaign.web.contest_cards import modes_but
from campaign.web.contest_words import mode_word
from campaign.web.hex_page import by_kingdom, hex_sheet
from campaign.web.views.campaign_page import Situation, situation_of
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
    ahead = now.phase.modes if now.phase else {}
    tag, unchanged = conditional(request, "hex", number, alone, *now.tag_parts, key, ahead)
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
        **battle_context(now, names, number),
        **mode_context(now, game, state, number),
    }
    template = "parts/hex.html" if alone else "pages/hex.html"
    return tagged(render(request, template, context), tag)


def battle_context(now: Situation, names: list[KingdomName], number: int) -> dict[str, Any]:
    """Return the battle that waits on a hex, if there is one."""
    here = [card for card in now.cards(names) if card.contest.tile == number]
    return {"battle": here[0] if here else None, "phase": now.phase}


def mode_context(now: Situation, game: CampaignGame, state: State, number: int) -> dict[str, Any]:
    """Return how land battles on a hex are decided this month, and whether the reader may set it.

    Nothing is said of water, outside of Summer, and where it goes without saying.
    """
    place = game.board.index[number]
    if not state.summer.month or now.phase is None or not game.board.land[place]:
        return {}
    usual = game.rules.battle_mode
    modes = {str(tile): mode for tile, mode in state.summer.modes} | now.phase.modes
    mode = modes.get(str(number), usual)
    may_set = now.access.may(Action.RUN) and now.phase.kind != REPORT
    return {
        "mode": mode_word(mode) if mode != usual or usual != SIMPLE or may_set else "",
        "modes": modes_but(mode, at_once=False)
        if may_set and now.phase.status == now.phase.Status.OPEN
        else [],
        "key": uuid.uuid4().hex if may_set else "",
    }
