"""Sheets of every kind of ask: read, review, write back. One door to all of their modules.

Source: campaign.md 2 (setup), 3a (month), 4 (winter), 5 (report).
"""

from __future__ import annotations

from campaign.rules.problems import refuse
from campaign.rules.reader import Limits, Reader
from campaign.rules.setup.sheet import (
    SetupSheet,
    read_banner,
    read_setup,
    review_setup,
    setup_json,
)
from campaign.rules.stages import Sheet
from campaign.rules.state import BANNER, MONTH, REPORT, SETUP
from campaign.rules.summer.report_sheet import (
    ReportSheet,
    read_report_sheet,
    report_sheet_json,
    review_report_sheet,
)
from campaign.rules.summer.review import review_month
from campaign.rules.summer.sheet import MonthSheet, month_json, read_month
from campaign.rules.table import Table
from campaign.rules.winter import sheets
from campaign.rules.winter.review import review as review_winter
from games.engine.contract import Json, Problem


def read_answer(kind: str, seat: int, answer: Json, limits: Limits) -> Sheet:
    """Read the sheet of an ask; raise ``Refusal`` with every problem of its shape."""
    reader = Reader(limits)
    sheet: Sheet
    if kind == SETUP:
        sheet = read_setup(reader, answer, seat)
    elif kind == BANNER:
        sheet = read_banner(reader, answer)
    elif kind == MONTH:
        sheet = read_month(reader, answer, seat)
    elif kind == REPORT:
        sheet = read_report_sheet(reader, answer)
    else:
        return sheets.read_sheet(kind, answer, limits)
    refuse(reader.problems)
    return sheet


def review(table: Table, kind: str, seat: int, sheet: Sheet) -> list[Problem]:
    """Return everything in a sheet that could never be carried out; plays on the table."""
    if isinstance(sheet, SetupSheet):
        return review_setup(table, seat, sheet)
    if isinstance(sheet, MonthSheet):
        return review_month(table, seat, sheet)
    if isinstance(sheet, ReportSheet):
        return review_report_sheet(table, seat, sheet)
    return review_winter(table, kind, seat, sheet)


def as_json(sheet: Sheet, kind: str) -> Json:
    """Write a sheet in canonical form, as the ask of this kind takes it."""
    if isinstance(sheet, SetupSheet):
        return setup_json(sheet)
    if isinstance(sheet, MonthSheet):
        return month_json(sheet)
    if isinstance(sheet, ReportSheet):
        return report_sheet_json(sheet)
    return sheets.as_json(sheet, kind)
