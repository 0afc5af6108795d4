"""Pressing the buttons of a sheet's page, and what its tests look up."""

from __future__ import annotations

from typing import Any

from django.test import Client

from campaign.services.clock import clock_act
from campaign.services.phases import phase_resolve
from tests.factories import Table
from tests.web.pages import client_of, form_fields


def url(table: Table) -> str:
    return f"/campaigns/{table.campaign.pk}/hand-in/"


def press(client: Client, table: Table, html: str, button: str, **changes: Any) -> Any:
    """Press a button of the sheet that the page shows, as a browser would."""
    fields = {**form_fields(html), "do": [button], **changes}
    return client.post(url(table), fields)


def opened(table: Table, seat: int = 0) -> tuple[Client, str]:
    client = client_of(table.players[seat])
    return client, client.get(url(table)).content.decode()


def own_tile(table: Table, seat: int, kind: str | None) -> int:
    """Return a tile of the kingdom with that settlement (``None``: with none)."""
    tiles = table.kingdom(seat).tiles.select_related("settlement")
    return next(
        tile.number for tile in tiles
        if getattr(getattr(tile, "settlement", None), "kind", None) == kind
    )  # fmt: skip


def resolve(table: Table, ordinal: int = 1) -> None:
    phase = table.phase(ordinal)
    clock_act(
        person=table.master,
        campaign_id=table.campaign.pk,
        phase=ordinal,
        action="resolve_now",
        key=f"now{ordinal}",
    )
    phase_resolve(phase_id=phase.pk)
