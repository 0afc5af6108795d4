"""A battle that waits for its match, and the pages about it as each of its kingdoms sees them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from campaign.models import Phase
from tests.factories import Table
from tests.services.nested import at_match, contest, match_of
from tests.services.war import TILE
from tests.web.pages import client_of, page_as


def waiting(mode: str = "winter_court", **new: Any) -> Table:
    """Return the table with a battle that waits, its deadline ahead of the real clock."""
    table = at_match(mode, **new)
    due = timezone.now() + timedelta(days=3)
    Phase.objects.filter(pk=table.phase(2).pk).update(due_at=due)
    return table


def html(table: Table, seat: int | None, part: str = "battles/") -> str:
    """Return a page of the campaign as a kingdom, or (``None``) the game master, sees it."""
    return page_as(table, seat, part)


def post(table: Table, seat: int | None, part: str, **fields: Any) -> Any:
    """Send a form about the battle."""
    person = table.master if seat is None else table.players[seat]
    path = f"/campaigns/{table.campaign.pk}/{part}"
    return client_of(person).post(path, {"phase": "2", "tile": str(TILE), **fields})


def mover(table: Table) -> int:
    """Return the kingdom whose turn it is at the match."""
    return contest(table).seats[match_of(table).asked[0]]
