"""Two armies that met on a real table, and how their players fill in the page of reports."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from campaign.models import Phase, Submission
from games.engine.contract import Json
from tests.factories import Table
from tests.services.war import FIELD, TILE, at_war
from tests.web.pages import client_of, form_fields

UNIT: dict[str, Json] = {
    "size": 10, "points": 100, "strength": 1, "legend": False, "ally": False, "extras": [],
    "change": 0, "struck": False,
}  # fmt: skip


def roster(kingdom: int, *names: str) -> Json:
    units = [{**UNIT, "name": name} for name in names]
    return {"kingdom": kingdom, "army": 1, "ally": "", "open": False, "units": units}


def at_war_now(*, lists: bool = False, rules: Json = None) -> Table:
    """Two armies that met on hex 15; the deadline of their reports lies ahead of the real clock."""
    rosters = [roster(0, "Spearmen", "Riders"), roster(1, "Wolves", "Giants")] if lists else []
    table = at_war(position={**FIELD, "rosters": rosters}, rules=rules)
    due = timezone.now() + timedelta(days=3)
    Phase.objects.filter(pk=table.phase(2).pk).update(due_at=due)
    return table


def path(table: Table) -> str:
    return f"/campaigns/{table.campaign.pk}/battles/"


def look(table: Table, seat: int) -> str:
    return client_of(table.players[seat]).get(path(table)).content.decode()


def file(table: Table, seat: int, html: str = "", **typed: str) -> Any:
    """Fill in the form of the one battle, and hand in."""
    fields = form_fields(html or look(table, seat), f"report-{TILE}")
    data = fields | {name: [value] for name, value in typed.items()}
    return client_of(table.players[seat]).post(path(table), {**data, "do": "file"})


def line(table: Table, seat: int) -> Json:
    """Return what a seat's sheet says of the battle."""
    submission = Submission.objects.filter(phase__ordinal=2, kingdom__seat=seat).last()
    assert submission is not None
    (only,) = submission.sheet["reports"]
    return only
