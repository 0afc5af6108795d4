"""What each stage does when everybody's sheets are in, whatever part of the year it is.

Source: campaign.md 2-4.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from campaign.rules.outside import Outside
from campaign.rules.setup.sheet import SetupSheet
from campaign.rules.setup.steps import raise_banners, set_up
from campaign.rules.state import BANNER, BATTLE, FOUND, ORDERS, REPORT, SETUP
from campaign.rules.summer.month import play_month, play_reports
from campaign.rules.summer.report_sheet import ReportSheet
from campaign.rules.summer.sheet import MonthSheet
from campaign.rules.table import Table
from campaign.rules.tabletop.reports import agree
from campaign.rules.turns import battle_on, leave_setup_step
from campaign.rules.winter.sheets import DeploySheet, WinterSheet
from campaign.rules.winter.steps import play_stage as play_winter
from campaign.rules.year import begin_year
from games.engine.contract import Chance

Sheet = SetupSheet | MonthSheet | ReportSheet | WinterSheet | DeploySheet
Kind = TypeVar("Kind")
NOTHING = Outside()


def play_stage(
    table: Table,
    sheets: Mapping[int, Sheet],
    chance: Chance,
    outside: Outside = NOTHING,
    *,
    in_turns: bool,
) -> None:
    """Play the running stage by everybody's sheets and go on to the next.

    ``outside``: what matches decided. ``in_turns``: the campaign is played openly, so that
    battles go on choice by choice.
    """
    stage = table.stage
    if stage == SETUP:
        set_up(table, _only(sheets, SetupSheet), chance)
        begin_year(table)
    elif stage == BANNER:
        raise_banners(table, _only(sheets, SetupSheet), chance)
        table.stage = FOUND
        leave_setup_step(table)
    elif stage == ORDERS:
        play_month(table, _only(sheets, MonthSheet), chance)
    elif stage == REPORT and in_turns:
        reports = _only(sheets, ReportSheet)
        agree(table, {seat: sheet.reports for seat, sheet in reports.items()}, outside)
        table.stage = BATTLE
        battle_on(table, None, chance)
    elif stage == REPORT:
        play_reports(table, _only(sheets, ReportSheet), chance, outside)
    else:
        winter = {s: v for s, v in sheets.items() if isinstance(v, WinterSheet | DeploySheet)}
        play_winter(table, winter, chance, list(outside.courts))


def _only(sheets: Mapping[int, Sheet], kind: type[Kind]) -> dict[int, Kind]:
    return {seat: sheet for seat, sheet in sheets.items() if isinstance(sheet, kind)}
