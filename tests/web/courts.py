"""A Winter's courts, and the pages about them as each kingdom sees them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from campaign.models import Phase
from tests.factories import Table
from tests.services.courtly import at_court
from tests.web.pages import client_of, page_as


def courtly(**new: Any) -> Table:
    """Return the table with the deadline of its courts ahead of the real clock."""
    table = at_court(**new)
    due = timezone.now() + timedelta(days=2)
    Phase.objects.filter(pk=table.phase(1).pk).update(due_at=due)
    return table


def html(table: Table, seat: int | None, part: str = "courts/") -> str:
    """Return a page of the campaign as a kingdom, or (``None``) the game master, sees it."""
    return page_as(table, seat, part)


def post(table: Table, seat: int | None, /, **fields: Any) -> Any:
    """Send a form of the page of courts."""
    person = table.master if seat is None else table.players[seat]
    path = f"/campaigns/{table.campaign.pk}/courts/"
    return client_of(person).post(path, {"phase": "1", **fields})
