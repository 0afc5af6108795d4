"""What attacks are made of: calls to make at the same instant, and how a phase is ended."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from campaign.models import Phase, User
from campaign.services.memberships import kingdom_hand_over
from campaign.trials.chaos.matches import plays
from campaign.trials.chaos.table import Table
from games.hosting.errors import ServiceError

Attack = Callable[[Table], None]
Call = Callable[[], object]


def sheets(table: Table) -> list[Call]:
    """Return one hand-in for every seat that is asked, and for some a second at once."""
    calls: list[Call] = []
    for seat, user in table.players().items():
        for _copy in range(table.rng.choice((1, 1, 2))):
            calls.append(partial(table.hand_in, seat, user, table.sheet(seat)))
    return table.rng.sample(calls, len(calls))


def doings(table: Table) -> list[Call]:
    """Return the hand-ins, and what goes on at the phase's matches meanwhile."""
    calls = [*plays(table), *sheets(table)]
    return table.rng.sample(calls, len(calls))


def at_any_moment(table: Table, calls: list[Call]) -> None:
    """Make calls at the same instant, mixed, beside sweeps and doubled messages."""
    calls = [*calls, partial(table.wake, 3), table.sweep_here, table.resolve_here]
    table.together(*table.rng.sample(calls, len(calls)))


def keep_sending(table: Table, seat: int, user: User) -> None:
    """Hand one sheet after the other in, until one is refused."""
    for _time in range(40):
        if table.hand_in(seat, user, table.sheet(seat)) is not None:
            return
        time.sleep(0.005)


def keep_waking(table: Table) -> None:
    """Wake workers for the phase, again and again."""
    for _time in range(8):
        table.wake()
        time.sleep(0.05)


def keep_sweeping(table: Table) -> None:
    """Sweep in this process, again and again."""
    for _time in range(8):
        table.sweep_here()
        time.sleep(0.05)


def close_with_workers(table: Table) -> None:
    """End the phase and leave it to the workers."""
    table.press("resolve_now", table.key("now"))
    table.wake(2)


def hand_over(table: Table, seat: int, successor: User) -> None:
    """Give a kingdom to somebody else."""
    try:
        kingdom_hand_over(
            person=table.master,
            campaign_id=table.campaign_id,
            seat=seat,
            username=successor.username,
        )
    except ServiceError as refusal:
        table.ledger.note(f"campaign {table.campaign_id}: hand-over refused, {refusal.code}")


def finish(table: Table) -> None:
    """See to it that the phase ends, and wait for it."""
    if table.status() == Phase.Status.OPEN:
        table.press("resume", table.key("resume"))
        table.press("resolve_now", table.key("end"))
    status = table.await_status(Phase.Status.DONE, Phase.Status.PARKED)
    if status == Phase.Status.PARKED:
        failure = Phase.objects.values_list("failure", flat=True).get(pk=table.phase.pk)
        table.ledger.note(
            f"campaign {table.campaign_id}, phase {table.phase.ordinal} parked:\n{failure}"
        )
        table.press("retry", table.key("retry"))
        table.await_status(Phase.Status.DONE)
