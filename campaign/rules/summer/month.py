"""A month in sealed play: everybody's sheets at once, down to its Reform.

A land battle that is fought on a real table, or by a match, interrupts the month: its sides
are asked for reports and instructions, and the month goes on from there. Source: campaign.md 3.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from campaign.rules.battle.battles import fight
from campaign.rules.battle.choosing import sealed
from campaign.rules.field import Field
from campaign.rules.outside import Outside
from campaign.rules.rosters import Roster
from campaign.rules.state import REPORT, Plan
from campaign.rules.summer.reform import reform
from campaign.rules.summer.report_sheet import ReportSheet, take_instructions
from campaign.rules.summer.resolution import resolve_orders
from campaign.rules.summer.sheet import MonthSheet
from campaign.rules.table import Table
from campaign.rules.tabletop.reports import agree
from campaign.rules.tabletop.roster_review import list_problems
from campaign.rules.year import end_month
from games.engine.contract import Chance


def play_month(table: Table, sheets: Mapping[int, MonthSheet], chance: Chance) -> None:
    """Play the running month by everybody's sheets."""
    field = Field(table)
    for sheet in sheets.values():
        take_lists(table, sheet.lists)
    nothing = Plan()
    table.plans = tuple(
        sheets[seat].plan if seat in sheets else nothing for seat in range(len(table.kingdoms))
    )
    resolve_orders(table, field, {seat: sheet.orders for seat, sheet in sheets.items()}, chance)
    table.turn = 0
    _fight_on(table, field, chance)


def take_lists(table: Table, lists: Iterable[Roster]) -> None:
    """Keep the army lists that are legal by now (5)."""
    for roster in lists:
        if not list_problems(table, roster.kingdom, roster):
            table.rosters[roster.kingdom, roster.army] = roster


def play_reports(
    table: Table, sheets: Mapping[int, ReportSheet], chance: Chance, outside: Outside
) -> None:
    """Settle the waiting battles, and go on with the month."""
    take_instructions(table, sheets)
    agree(table, {seat: sheet.reports for seat, sheet in sheets.items()}, outside)
    _fight_on(table, Field(table), chance)


def _fight_on(table: Table, field: Field, chance: Chance) -> None:
    fight(table, field, sealed, chance)
    if table.waiting:
        table.stage = REPORT
    else:
        close_month(table, field, chance)


def close_month(table: Table, field: Field, chance: Chance) -> None:
    """Reform, and enter what comes next."""
    reform(table, field, chance)
    end_month(table)
