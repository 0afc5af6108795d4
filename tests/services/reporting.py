"""Agreeing on the report of a battle, and ruling it: for the table of ``tests.services.war``."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from campaign.models import Event, Phase
from campaign.services.policy import access_campaign
from campaign.services.rulings import battle_rule, filed_reports, report_confirm
from games.engine.contract import Json
from tests.factories import Table
from tests.services.war import FOUGHT, REPORTS_DUE, TILE

SOON = FOUGHT + timedelta(hours=2)
GRACE_ENDS = REPORTS_DUE + timedelta(days=3)


def rule(table: Table, report: Json, key: str = "k", **fields: Any) -> Phase:
    given = {"phase": 2, "tile": TILE, "reason": "I was there.", "now": SOON} | fields
    person = given.pop("person", table.master)
    return battle_rule(
        person=person, campaign_id=table.campaign.pk, report=report, key=key, **given
    )


def confirm(table: Table, seat: int, **fields: Any) -> Any:
    given = {"phase": 2, "tile": TILE, "now": SOON} | fields
    return report_confirm(person=table.players[seat], campaign_id=table.campaign.pk, **given)


def reported(table: Table) -> list[dict[str, object]]:
    return [event.data for event in Event.objects.filter(phase=table.phase(2), kind="reported")]


def read_as(table: Table, person: Any) -> dict[int, Json]:
    (battle,) = filed_reports(access_campaign(person, table.campaign.pk), table.phase(2))
    return dict(battle.lines)
