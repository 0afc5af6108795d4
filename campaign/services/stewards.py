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
from campaign.rules.state import State
from campaign.rules.steward import steward_answer
from campaign.rules.system import CampaignGame
from campaign.services.all_in import close_if_all_in
from campaign.services.rulebook import game_of
from campaign.services.submissions import Author, append
from games.engine.contract import Json

logger = logging.getLogger(__name__)

STEWARD = Author(None, str(Kingdom.Regent.STEWARD), is_regent=True)


def hand_in_for_regents(
    campaign: Campaign, state: State, phase: Phase, asks: Iterable[Ask], now: datetime
) -> None:
    """Hand in the steward's sheets for these asks of an open phase, under its lock."""
    game = game_of(campaign)
    for ask in asks:
        sheet = steward_sheet(game, state, ask.kingdom.seat)
        if sheet is not None:
            append(campaign, phase, ask, sheet, STEWARD, now)
    close_if_all_in(campaign, phase, now)


def steward_sheet(game: CampaignGame, state: State, seat: int) -> Json | None:
    """Return what the steward answers for a seat, from what that seat may know.

    ``None`` when it fails, which is logged: the default counts then.
    """
    try:
        seen = game.imagine(game.view(state, seat), seat, Random(0))
        ask = next(ask for ask in game.asks(state) if ask.seat == seat)
        return game.check(state, seat, steward_answer(game, seen, seat, ask))
    except Exception:  # a bot's failure must not stop the campaign
        logger.exception("the steward had no answer for seat %s", seat)
        return None
