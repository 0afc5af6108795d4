"""The course of the year: Setup, six months of Summer, Winter, the next year, the end.

Each function enters a part of the year and tells of it; what happens inside is elsewhere.
Sources: campaign.md 3, 4d (a new Summer, the end), 7.
"""

from __future__ import annotations

from campaign.rules import scoring
from campaign.rules.ruleset import MONTHS
from campaign.rules.state import ORDERS, OVER, RECALL
from campaign.rules.table import Table


def begin_year(table: Table) -> None:
    """Enter the year that ``table.year`` says, with its first month."""
    table.clear_season()
    table.tell("year_began", year=table.year)
    begin_month(table, 1)


def begin_month(table: Table, month: int) -> None:
    """Enter a month of Summer, 1 to 6: orders are next."""
    table.month, table.stage = month, ORDERS
    table.clear_month()
    table.tell("month_began", year=table.year, month=month)


def end_month(table: Table) -> None:
    """Go on after a month's Reform: the next month, the Winter, or the end (4d)."""
    if len(table.living()) < 2:
        end_campaign(table)
    elif table.month < MONTHS:
        begin_month(table, table.month + 1)
    else:
        begin_winter(table)


def begin_winter(table: Table) -> None:
    """Leave Summer: everybody is recalled next."""
    table.month = 0
    table.clear_month()
    table.clear_season()
    table.stage = RECALL


def end_year(table: Table) -> None:
    """Count the year, then score the campaign or go on with the next one."""
    for seat in table.living():
        table.years[seat] += 1
    table.tell("year_ended", year=table.year)
    if table.year == table.rules.years:
        end_campaign(table)
        return
    table.year += 1
    begin_year(table)


def end_campaign(table: Table) -> None:
    """Score everybody; nothing is asked any more."""
    table.month = 0
    table.clear_month()
    table.clear_season()
    table.stage = OVER
    standing = scoring.standings(table.freeze(), table.rules)
    for seat, place in enumerate(scoring.places(standing)):
        table.tell("scored", kingdom=seat, score=standing[seat].score, place=place)
    reason = scoring.ending(len(table.living()))
    table.tell("campaign_ended", year=table.year, reason=reason)
