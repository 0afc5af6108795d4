"""What the steward hands in for the kingdoms that have a regent.

It hands in as people do, a real submission with a receipt, and knows no more than its kingdom
may know. Should it ever fail, the kingdom's defaults count and nothing stops.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from random import Random

from campaign.models import Ask, Campaign, Kingdom, Phase
from campaign.rules.outside import TABLETOP
from campaign.rules.state import BANNER, REPORT, SETUP, State
from campaign.rules.steward.answer import left_to_dice, steward_answer
from campaign.rules.system import CampaignGame
from campaign.services.all_in import close_if_all_in
from campaign.services.contest_rows import battles_of
from campaign.services.reports import line_of, note_disputes, with_line
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
    on_tables = _on_tables(phase) if phase.kind == REPORT else {}
    for row in asks:
        sheet = steward_sheet(game, state, asked[row.kingdom.seat])
        if sheet is not None:
            whole = _with_reports(row, _under_banner(row, sheet), on_tables)
            append(campaign, phase, row, whole, STEWARD, now)
    if phase.kind == REPORT:
        note_disputes(campaign, phase, now)
    close_if_all_in(campaign, phase, now)


def report_for_regents(campaign: Campaign, phase: Phase, now: datetime) -> None:
    """Have stewards report battles that came to the table after they had handed in.

    What a player has handed in stays as it is. The caller closes the phase if all is in.
    """
    by_stewards = Ask.objects.filter(phase=phase, submission__by_regent=True)
    ruled = by_stewards.exclude(kingdom__regent=Kingdom.Regent.NOBODY)
    on_tables = _on_tables(phase)
    for row in ruled.select_related("kingdom", "submission"):
        assert row.submission is not None  # the filter's word
        sheet = _with_reports(row, row.submission.sheet, on_tables)
        if sheet != row.submission.sheet:
            append(campaign, phase, row, sheet, STEWARD, now)
    note_disputes(campaign, phase, now)


def _on_tables(phase: Phase) -> dict[int, list[int]]:
    """Return the sides of the battles that wait for reports, by tile."""
    battles = battles_of(phase).items()
    return {tile: row.seats for tile, row in battles if row.is_open and row.mode == TABLETOP}


def _with_reports(row: Ask, sheet: Json, sides: Mapping[int, Sequence[int]]) -> Json:
    """Return a steward's sheet that says something of each of its kingdom's battles."""
    for tile, seats in sides.items():
        if row.kingdom.seat in seats and line_of(sheet, tile) is None:
            sheet = with_line(sheet, left_to_dice(tile))
    return sheet


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
