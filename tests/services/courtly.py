"""Three kingdoms in a Winter's phase of courts: the ground of ``tests.rules.courtyard``."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from campaign.models import Contest, Event, LogEntry, Phase
from campaign.services.courts import court_answer, court_challenge, court_set, court_withdraw
from campaign.services.phases import phase_resolve
from campaign.services.regents import kingdom_set_regent
from campaign.services.submissions import sheet_submit
from games.engine.contract import Json, Refusal
from games.services import listeners
from games.services.offers import resign
from tests.factories import TWO_DAYS, Table, make_table
from tests.rules.courtyard import MAP, TILES

START = datetime(2026, 1, 5, 12, tzinfo=UTC)
SOON = START + timedelta(hours=1)
DUE = START + timedelta(days=2)

SCHEDULE = {**TWO_DAYS, "court": {"kind": "length", "minutes": 2880}}

HONOUR: dict[str, Any] = {"kind": "honour"}
GOLD: dict[str, Any] = {"kind": "purse", "gold": 2, "from": "seats"}


def at_court(
    players: int = 3, *, rules: Json = None, position: dict[str, Any] | None = None, **new: Any
) -> Table:
    """Make the table: its first phase is that of courts; every kingdom has 3 gold and 2 food."""
    stock = [{"gold": 3, "food": 2} for _ in range(3)]
    return make_table(
        players,
        seats=3,
        options={"map": MAP, "rules": {"courts": True, **(rules or {})}},
        position={"stage": "court", "kingdoms": stock, "tiles": TILES, **(position or {})},
        now=START,
        **{"schedule": SCHEDULE, **new},
    )


def set_court(
    table: Table, *seats: int, stake: Json = None, key: str = "s", **more: Any
) -> Contest:
    """Let the game master set a court."""
    game = "courtier" if len(seats) > 2 else "winter"
    given: dict[str, Any] = {"phase": 1, "game": game, "now": SOON, **more}
    return court_set(
        person=table.master,
        campaign_id=table.campaign.pk,
        seats=seats,
        stake=stake or HONOUR,
        key=key,
        **given,
    )


def challenge(
    table: Table, seat: int, *seats: int, stake: Json = None, key: str = "c", **more: Any
) -> Contest:
    """Let a kingdom challenge others."""
    game = "courtier" if len(seats) > 1 else "winter"
    given: dict[str, Any] = {"phase": 1, "game": game, "now": SOON, **more}
    return court_challenge(
        person=table.players[seat],
        campaign_id=table.campaign.pk,
        seats=seats,
        stake=stake or HONOUR,
        key=key,
        **given,
    )


def answer(
    table: Table, seat: int, number: int = 1, *, accept: bool = True, **more: Any
) -> Contest:
    """Let a kingdom answer a challenge."""
    given: dict[str, Any] = {"phase": 1, "now": SOON, **more}
    return court_answer(
        person=table.players[seat],
        campaign_id=table.campaign.pk,
        number=number,
        accept=accept,
        **given,
    )


def withdraw(table: Table, seat: int, number: int = 1, **more: Any) -> Contest:
    """Let a kingdom take its challenge back."""
    given: dict[str, Any] = {"phase": 1, "now": SOON, **more}
    return court_withdraw(
        person=table.players[seat], campaign_id=table.campaign.pk, number=number, **given
    )


def done_with_courts(table: Table, *seats: int, now: datetime = SOON) -> None:
    """Let kingdoms say that they are done."""
    for seat in seats:
        sheet_submit(
            person=table.players[seat], campaign_id=table.campaign.pk, phase=1, sheet={}, now=now
        )


def court(table: Table, number: int = 1) -> Contest:
    """Return a court of the first phase as it is now."""
    return Contest.objects.get(campaign=table.campaign, phase__ordinal=1, number=number)


def won(table: Table, seat: int, number: int = 1, now: datetime = SOON) -> None:
    """Let a kingdom win the match of a court of two (the other resigns), and all hear of it."""
    contest = court(table, number)
    (loser,) = set(contest.seats) - {seat}
    assert contest.match_id is not None
    resign(person=table.players[loser], match_id=contest.match_id, now=now)
    listeners.tell(contest.match_id, now)


def resolve(table: Table, now: datetime = DUE) -> Phase:
    """Resolve the phase of courts and return it."""
    assert phase_resolve(phase_id=table.phase(1).pk, now=now) is not None
    return table.phase(1)


def told(table: Table, *kinds: str) -> list[tuple[str, dict[str, Any]]]:
    """Return the events of some kinds in the phase of courts."""
    events = Event.objects.filter(phase=table.phase(1), kind__in=kinds)
    return [(event.kind, event.data) for event in events]


def logged(table: Table) -> list[str]:
    """Return what was done to courts, in order."""
    rows = LogEntry.objects.filter(campaign=table.campaign, action__startswith="court")
    return list(rows.order_by("pk").values_list("action", flat=True))


def gold(table: Table) -> list[int]:
    """Return what gold each kingdom has."""
    return [table.kingdom(seat).gold for seat in range(3)]


def codes(refused: pytest.ExceptionInfo[Refusal]) -> list[str]:
    """Return the codes of everything that was wrong."""
    return [problem.code for problem in refused.value.problems]


def regent(table: Table, seat: int) -> None:
    """Give a kingdom to the steward."""
    kingdom_set_regent(
        person=table.master,
        campaign_id=table.campaign.pk,
        seat=seat,
        regent="steward",
        key=f"regent {seat}",
        now=SOON,
    )
