"""What the steward hands in for the kingdoms that have a regent.

It hands in as people do, a real submission with a receipt, and knows no more than its kingdom
may know. Should it ever fail, the kingdom's defaults count and nothing stops.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime
from random import Random

from campaign.models import Ask, Campaign, Kingdom, Phase
from campaign.rules.state import BANNER, REPORT, SETUP, State
from campaign.rules.steward.answer import steward_answer
from campaign.rules.system import CampaignGame
from campaign.services.all_in import close_if_all_in
from campaign.services.reports import note_disputes
from campaign.services.rulebook import game_of
from campaign.services.submissions import Author, append
from games.engine import contract
from games.engine.contract import Json

logger = logging.getLogger(__name__)

STEWARD = Author(None, str(Kingdom.Regent.STEWARD), is_regent=True)


def hand_in_for_regents(
    campaign: Campaign, state: State, phase: Phase, asks: Iterable[Ask], now: datetime
) -> None:
    """Hand in the steward's sheets for these asks of an open phase, under its lock."""
    game = game_of(campaign)
    asked = {ask.seat: ask for ask in game.asks(state)}
    for row in asks:
        sheet = steward_sheet(game, state, asked[row.kingdom.seat])
        if sheet is not None:
            append(campaign, phase, row, _under_banner(row, sheet), STEWARD, now)
    if phase.kind == REPORT:
        note_disputes(campaign, phase, now)
    close_if_all_in(campaign, phase, now)


def _under_banner(row: Ask, sheet: Json) -> Json:
    """Return a sheet of Setup with the banner that the kingdom's player wished for, if any."""
    if row.kind not in (SETUP, BANNER):
        return sheet
    kingdom = row.kingdom
    wishes = {"race": kingdom.race_wish, "faction": kingdom.faction_wish}
    return {**sheet, **{name: wish for name, wish in wishes.items() if wish}}


def steward_sheet(game: CampaignGame, state: State, ask: contract.Ask) -> Json | None:
    """Return what the steward answers to an ask, from what its seat may know.

    ``None`` when it fails, which is logged: the default counts then.
    """
    try:
        seen = game.imagine(game.view(state, ask.seat), ask.seat, Random(0))
        return game.check(state, ask.seat, steward_answer(game, seen, ask.seat, ask))
    except Exception:  # a bot's failure must not stop the campaign
        logger.exception("the steward had no answer for seat %s", ask.seat)
        return None
