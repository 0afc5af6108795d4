"""The sheet while battles wait: reports of those on the table, and what tokens do afterwards.

::

    {"reports": [{"tile": 17, "winner": 0}], "retreat": [12, 13],
     "advance": [{"army": 1, "to": 18}]}

``retreat`` and ``advance`` replace those instructions of the month's sheet for what is left
of the month; left out, they stay as they are. Source: campaign.md 3a, 3d, 5.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from campaign.rules.reader import Reader
from campaign.rules.state import Plan
from campaign.rules.summer.review import review_plan
from campaign.rules.summer.sheet import Step, read_advance
from campaign.rules.summer_codec import plan_json
from campaign.rules.table import Table
from campaign.rules.tabletop.reports import Reports, read_reports, reports_json, review_reports
from games.engine.contract import Json, Problem


@dataclass(frozen=True, slots=True)
class ReportSheet:
    """What one kingdom says while its battles wait; ``None``: as the month's sheet says."""

    reports: Reports = ()
    retreat: tuple[int, ...] | None = None
    advance: tuple[Step, ...] | None = None


def read_report_sheet(reader: Reader, answer: Json) -> ReportSheet:
    """Read a sheet's shape; what is wrong goes to the reader."""
    reports = read_reports(reader, answer, ("retreat", "advance"))
    given = answer if isinstance(answer, dict) else {}
    retreat = reader.numbers(given["retreat"], "retreat", "tile") if "retreat" in given else None
    advance = read_advance(reader, given["advance"]) if "advance" in given else None
    return ReportSheet(reports, retreat, advance)


def report_sheet_json(sheet: ReportSheet) -> Json:
    """Write a sheet in canonical form."""
    written: dict[str, Json] = dict(reports_json(sheet.reports))
    if sheet.retreat is not None:
        written["retreat"] = list(sheet.retreat)
    if sheet.advance is not None:
        written["advance"] = plan_json(Plan(advance=sheet.advance)).get("advance", [])
    return written


def review_report_sheet(table: Table, seat: int, sheet: ReportSheet) -> list[Problem]:
    """Return everything of a sheet that the position does not allow."""
    plan = Plan(retreat=sheet.retreat or (), advance=sheet.advance or ())
    return [*review_reports(table, seat, sheet.reports), *review_plan(table, seat, plan)]


def take_instructions(table: Table, sheets: Mapping[int, ReportSheet]) -> None:
    """Put what the sheets say of retreats and advances in the place of the month's (3a).

    Open play has no standing instructions: there each choice is asked.
    """
    plans = list(table.plans)
    for seat, sheet in sheets.items():
        if seat >= len(plans):
            continue
        if sheet.retreat is not None:
            plans[seat] = replace(plans[seat], retreat=sheet.retreat)
        if sheet.advance is not None:
            plans[seat] = replace(plans[seat], advance=sheet.advance)
    table.plans = tuple(plans)
