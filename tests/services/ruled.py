"""A table of kingdoms that get a steward for a regent."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from campaign.models import Ask, Kingdom, Submission
from campaign.services.regents import kingdom_set_regent
from campaign.services.submissions import sheet_submit
from games.engine.contract import Json
from tests.factories import Table

START = datetime(2026, 1, 5, 12, tzinfo=UTC)
SOON = START + timedelta(hours=1)
DUE = START + timedelta(days=2)


def appoint(table: Table, seat: int, regent: str = "steward", **fields: Any) -> Kingdom:
    given = {"person": table.master, "key": f"{seat} {regent}", "now": SOON} | fields
    return kingdom_set_regent(campaign_id=table.campaign.pk, seat=seat, regent=regent, **given)


def hand_in(table: Table, seat: int, sheet: Json, *, phase: int = 1, **fields: Any) -> Any:
    fields.setdefault("now", SOON)
    pk = table.campaign.pk
    return sheet_submit(
        person=table.players[seat], campaign_id=pk, phase=phase, sheet=sheet, **fields
    )


def sheet_of(table: Table, seat: int, phase: int = 1) -> Submission | None:
    return Ask.objects.get(phase=table.phase(phase), kingdom__seat=seat).submission
