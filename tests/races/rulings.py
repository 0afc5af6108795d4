"""The game master's word on a battle, to be said while others act."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any

from campaign.services.rulings import battle_rule
from tests.factories import Table
from tests.services.nested import SOON
from tests.services.war import TILE


def ruling(
    table: Table, winner: int | None, key: str = "", now: datetime = SOON
) -> Callable[[], Any]:
    """Return the call by which the battle on hex 15 is ruled so; each winner has a key."""
    return partial(
        battle_rule,
        person=table.master,
        campaign_id=table.campaign.pk,
        phase=2,
        tile=TILE,
        report={"winner": winner},
        reason="Seen.",
        key=key or f"ruling {winner}",
        now=now,
    )
