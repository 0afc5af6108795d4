"""The Winter's stages: what each does when it is played, and what comes next.

Recall, Gather, Court, Tithe, Build, Feed, Deploy; after Deploy the year is over.
Source: campaign.md 4.
"""

from __future__ import annotations

from collections.abc import Mapping

from campaign.rules.courts.stage import play_court
from campaign.rules.state import BUILD, COURT, DEPLOY, FEED, RECALL, TITHE
from campaign.rules.table import Table
from campaign.rules.winter.deploy import deploy, stage_armies
from campaign.rules.winter.feed import feed
from campaign.rules.winter.gather import gather
from campaign.rules.winter.recall import recall
from campaign.rules.winter.sheets import DeploySheet, Sheet, WinterSheet
from campaign.rules.winter.spend_build import PURCHASES
from campaign.rules.winter.spend_tithe import TITHES
from campaign.rules.winter.wishes import play_lists
from campaign.rules.year import end_campaign, end_year
from games.engine.contract import Chance, Json

NEXT = {RECALL: COURT, COURT: TITHE, TITHE: BUILD, BUILD: FEED, FEED: DEPLOY}


def play_stage(
    table: Table, sheets: Mapping[int, Sheet], chance: Chance, courts: Json = None
) -> None:
    """Play the running stage by everybody's sheets and go on to the next.

    ``courts`` are those that were held, as they come from outside.
    """
    stage = table.stage
    winter = {seat: sheet for seat, sheet in sheets.items() if isinstance(sheet, WinterSheet)}
    if stage == RECALL:
        recall(table, {seat: sheet.recall for seat, sheet in winter.items()})
    elif stage == COURT:
        play_court(table, courts)
    elif stage == TITHE:
        play_lists(table, TITHES, {seat: sheet.tithes for seat, sheet in winter.items()})
    elif stage == BUILD:
        play_lists(table, PURCHASES, {seat: sheet.purchases for seat, sheet in winter.items()})
    elif stage == FEED:
        feed(table, {seat: sheet.feed for seat, sheet in winter.items()})
    else:
        deploy(
            table,
            {
                seat: sheet.placements
                for seat, sheet in sheets.items()
                if isinstance(sheet, DeploySheet)
            },
        )
    leave_stage(table, chance)


def leave_stage(table: Table, chance: Chance) -> None:
    """Do what follows the running stage, now that it is played, and enter the next."""
    stage = table.stage
    if stage == DEPLOY:
        end_year(table)
        return
    if stage == RECALL:
        if len(table.living()) < 2:
            end_campaign(table)
            return
        gather(table)
    elif stage == FEED:
        stage_armies(table, chance)
    table.stage, table.turn, table.passes = NEXT[stage], 0, 0
