"""Two kingdoms whose armies met on a real table: the campaign waits for their reports.

Seat 0 marched from hex 14 into hex 15, where seat 1 defends. Phase 1 was that month, phase 2
is that of reports. Seat 2 looks on.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from campaign.services.phases import sweep
from campaign.services.submissions import Receipt, sheet_submit
from games.engine.contract import Json
from tests.factories import Table, make_table

START = datetime(2026, 1, 5, 12, tzinfo=UTC)
FOUGHT = START + timedelta(days=2)
"""When the month was resolved and the reports were asked for; they have three days."""

REPORTS_DUE = FOUGHT + timedelta(days=3)
TILE, ASIDE = 15, 51

FIELD: dict[str, Any] = {
    "stage": "orders",
    "summer": {"month": 1},
    "kingdoms": [{}, {}, {}],
    "tiles": {
        "13": {"owner": 0, "settlement": "city"},
        "14": {"owner": 0, "settlement": "capital"},
        "15": {"owner": 1, "settlement": "village"},
        "16": {"owner": 1, "settlement": "capital"},
        "51": {"owner": 2, "settlement": "capital"},
    },
    "armies": [{"kingdom": 0, "tile": 14}, {"kingdom": 1, "tile": 15}, {"kingdom": 2, "tile": 51}],
}

WON = {"tile": TILE, "winner": 0}
LOST = {"tile": TILE, "winner": 1}


def at_war(
    *,
    position: Json = None,
    rules: Json = None,
    before_month: Callable[[Table], object] = id,
    month_ends: bool = True,
    **new: Any,
) -> Table:
    """Make the table and play its month; phase 2 waits for the reports of a battle.

    ``before_month`` happens when the orders of seat 0 are in; unless ``month_ends``, the
    month is left to be resolved at ``FOUGHT``.
    """
    table = make_table(
        3,
        now=START,
        position=position or FIELD,
        options={"rules": {"battle_mode": "tabletop", **(rules or {})}},
        **new,
    )
    march = {"orders": [{"army": 1, "order": "move", "to": TILE}]}
    hand_in(table, 0, march, phase=1, now=START)
    before_month(table)
    if not month_ends:
        return table
    assert sweep(now=FOUGHT) == 1
    table.campaign.refresh_from_db()
    return table


def hand_in(table: Table, seat: int, sheet: Json, *, phase: int = 2, **fields: Any) -> Receipt:
    """Hand in as the player of a seat, an hour after the battle."""
    fields.setdefault("now", FOUGHT + timedelta(hours=1))
    pk = table.campaign.pk
    return sheet_submit(
        person=table.players[seat], campaign_id=pk, phase=phase, sheet=sheet, **fields
    )


def file(table: Table, seat: int, line: Json, **fields: Any) -> Receipt:
    """File one report."""
    return hand_in(table, seat, {"reports": [line]}, **fields)
