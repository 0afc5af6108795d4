"""The attacks: each fights over the end of one phase and returns when the phase is resolved."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial

from django.db import IntegrityError, connection, transaction
from django.db.models import F

from campaign.models import Campaign, Kingdom, Phase, User
from campaign.rules.state import REPORT, Battle
from campaign.services.memberships import kingdom_hand_over
from campaign.trials.chaos.table import STEWARD, Table
from games.engine.contract import Json
from games.hosting.errors import ServiceError

Attack = Callable[[Table], None]
Call = Callable[[], object]


def everybody_in(table: Table) -> None:
    """All hand in at the same instant, some twice, beside sweeps and doubled messages."""
    calls = _sheets(table)
    calls += [partial(table.wake, 3), table.sweep_here, table.resolve_here]
    table.together(*table.rng.sample(calls, len(calls)))
    _finish(table)


def at_the_deadline(table: Table) -> None:
    """Everybody keeps changing their sheet while the deadline passes."""
    table.cut_deadline(table.rng.uniform(0.02, 0.4))
    calls: list[Call] = [
        partial(_keep_sending, table, seat, user) for seat, user in table.players().items()
    ]
    table.together(*calls, partial(_keep_waking, table), partial(_keep_sweeping, table))
    _finish(table)


def button_beside_the_last(table: Table) -> None:
    """The game master resolves now, twice and with two keys, as the last sheet comes in."""
    key = table.key("now")
    calls = _sheets(table)
    calls += [partial(table.press, "resolve_now", key)] * 2
    calls += [partial(table.press, "resolve_now", table.key("again")), table.resolve_here]
    table.together(*calls)
    table.wake(2)
    _finish(table)


def clock_in_motion(table: Table) -> None:
    """Pause, resume and extend, each pressed more than once, while sheets come in."""
    pause, resume, more = table.key("pause"), table.key("resume"), table.key("extend")
    extend = partial(table.press, "extend", more, minutes=10, reason="chaos")
    stop = partial(table.press, "pause", pause)
    table.together(*_sheets(table), extend, extend, stop, stop)
    table.together(partial(table.press, "resume", resume), partial(table.press, "resume", resume))
    extended = Phase.objects.values_list("extended", flat=True).get(pk=table.phase.pk)
    if extended is not None and extended.total_seconds() != 600:
        table.ledger.note(f"campaign {table.campaign_id}: one extension counted as {extended}")
    _finish(table)


def kingdom_changes_hands(table: Table) -> None:
    """A kingdom is handed over while both its old and its new player hand in."""
    players = table.players()
    seat = table.rng.choice(sorted(players))
    before, after = players[seat], table.substitute()
    table.together(
        partial(table.hand_in, seat, before, table.sheet(seat)),
        partial(_hand_over, table, seat, after),
        partial(table.hand_in, seat, before, table.sheet(seat)),
        partial(table.hand_in, seat, after, table.sheet(seat)),
    )
    table.hand_in(seat, after, table.sheet(seat))
    _finish(table)


def worker_dies_in_the_middle(table: Table) -> None:
    """Hold a resolution up half-way in a worker's transaction, and kill that worker there."""
    hold = table.rng.choice((_hold_campaign, _hold_next_phase))
    calls: list[Call] = [*_sheets(table), partial(_close_with_workers, table)]
    running: list[Future[object]] = []
    # A turn that a regent took may be over by now: then the next phase is there already.
    with contextlib.suppress(IntegrityError), transaction.atomic():
        hold(table)
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            holder = cursor.fetchone()[0]
        # Whoever needs the phase's row waits for the worker, and the worker for us.
        running = table.start(*calls)
        victim = table.watch.submit(table.worker_held_up, holder).result()
        if victim is not None:
            table.fleet.kill(victim)
            table.killed_inside += 1
        transaction.set_rollback(True)
    table.finish(running)
    _finish(table)


def regent_comes_and_goes(table: Table) -> None:
    """A kingdom gets a regent, pressed twice, and loses it, while its player hands in."""
    players = table.players()
    seat = table.rng.choice(sorted(players))
    came, went = table.key("regent"), table.key("no-regent")
    calls = _sheets(table)
    calls += [partial(table.appoint, seat, STEWARD, came)] * 2
    calls += [partial(table.appoint, seat, "", went), table.resolve_here]
    table.together(*table.rng.sample(calls, len(calls)))
    table.appoint(seat, table.rng.choice(("", STEWARD)), table.key("regent"))
    _finish(table)


def reports_beside_a_ruling(table: Table) -> None:
    """Both sides report and confirm as the game master rules twice and the deadline passes."""
    if table.rng.random() < 0.5:
        table.cut_deadline(table.rng.uniform(0.02, 0.4))
    calls = _sheets(table)
    for battle in table.battles():
        calls += _confirmations(table, battle)
        if table.rng.random() < 0.6:
            calls += _rulings(table, battle)
    calls += [partial(table.wake, 3), table.sweep_here, table.resolve_here]
    table.together(*table.rng.sample(calls, len(calls)))
    _finish(table)


def _confirmations(table: Table, battle: Battle) -> list[Call]:
    """Return what each side of a battle says to the other's report: yes, twice."""
    players = table.players()
    where = table.campaign_id, table.phase.ordinal
    return [
        partial(table.ledger.confirm, players[seat], *where, seat, battle.tile)
        for seat in (battle.attacker, battle.defender) * 2
        if seat in players
    ]


def _rulings(table: Table, battle: Battle) -> list[Call]:
    """Return one ruling pressed twice, and another beside it."""
    calls: list[Call] = []
    where = table.campaign_id, table.phase.ordinal
    for times in (2, 1):
        winner = table.rng.choice((battle.attacker, battle.defender, None))
        report: Json = table.rng.choice(({"winner": winner}, {"simple": True}))
        key = table.key("ruling")
        calls += [
            partial(table.ledger.rule, table.master, *where, battle.tile, report, key)
        ] * times
    return calls


def rules_fail(table: Table) -> None:
    """Resolution fails and parks the phase; it is repaired and tried again, by two clicks."""
    table.together(*_sheets(table))
    if _spoil(table, 7):
        _park(table)
        key = table.key("retry")
        table.together(*[partial(table.press, "retry", key)] * 3, partial(table.wake, 3))
    _finish(table)


def _park(table: Table) -> None:
    """Let a spoilt phase fail, try to hand in to it, and repair it."""
    try:
        table.press("resolve_now", table.key("now"))
        table.await_status(Phase.Status.PARKED)
        for seat, user in table.players().items():
            table.hand_in(seat, user, table.sheet(seat))
    finally:
        _spoil(table, -7)


ATTACKS: tuple[tuple[Attack, int], ...] = (
    (everybody_in, 6),
    (at_the_deadline, 5),
    (button_beside_the_last, 4),
    (clock_in_motion, 2),
    (kingdom_changes_hands, 3),
    (worker_dies_in_the_middle, 3),
    (regent_comes_and_goes, 2),
    (rules_fail, 1),
)
"""Every attack and how often it comes, relative to the others."""

OF_REPORTS: tuple[tuple[Attack, int], ...] = (*ATTACKS, (reports_beside_a_ruling, 24))
"""The attacks on a phase of reports."""


def attack(table: Table) -> str:
    """Carry out one attack at random on the table's running phase; return its name."""
    attacks = OF_REPORTS if table.phase.kind == REPORT else ATTACKS
    chosen = table.rng.choices([each for each, _ in attacks], [weight for _, weight in attacks])[0]
    previous = table.phase.ordinal - 1
    chosen(table)
    for seat, user in table.players().items():
        code = table.hand_in(seat, user, table.sheet(seat), phase=previous)
        if code != "phase_over":
            table.ledger.note(f"campaign {table.campaign_id}: a sheet for phase {previous}: {code}")
    return chosen.__name__


def _sheets(table: Table) -> list[Call]:
    """Return one hand-in for every seat that is asked, and for some a second at once."""
    calls: list[Call] = []
    for seat, user in table.players().items():
        for _copy in range(table.rng.choice((1, 1, 2))):
            calls.append(partial(table.hand_in, seat, user, table.sheet(seat)))
    return table.rng.sample(calls, len(calls))


def _keep_sending(table: Table, seat: int, user: User) -> None:
    for _time in range(40):
        if table.hand_in(seat, user, table.sheet(seat)) is not None:
            return
        time.sleep(0.005)


def _keep_waking(table: Table) -> None:
    for _time in range(8):
        table.wake()
        time.sleep(0.05)


def _keep_sweeping(table: Table) -> None:
    for _time in range(8):
        table.sweep_here()
        time.sleep(0.05)


def _hand_over(table: Table, seat: int, successor: User) -> None:
    try:
        kingdom_hand_over(
            person=table.master,
            campaign_id=table.campaign_id,
            seat=seat,
            username=successor.username,
        )
    except ServiceError as refusal:
        table.ledger.note(f"campaign {table.campaign_id}: hand-over refused, {refusal.code}")


def _hold_campaign(table: Table) -> None:
    """Make whoever resolves wait where it writes the board."""
    Campaign.objects.select_for_update(no_key=True).values_list("pk").get(pk=table.campaign_id)


def _hold_next_phase(table: Table) -> None:
    """Make whoever resolves wait at its very last step, opening the phase that follows."""
    phase = Phase.objects.get(pk=table.phase.pk)
    phase.pk, phase.ordinal, phase.status = None, phase.ordinal + 1, Phase.Status.DONE
    phase.save(force_insert=True)


def _close_with_workers(table: Table) -> None:
    """End the phase and leave it to the workers."""
    table.press("resolve_now", table.key("now"))
    table.wake(2)


def _spoil(table: Table, gold: int) -> bool:
    """Change the board behind the rules' back while the phase is open or parked."""
    with transaction.atomic():
        row = Phase.objects.select_for_update().values_list("status").get(pk=table.phase.pk)
        if row[0] == Phase.Status.DONE:
            return False
        Kingdom.objects.filter(campaign_id=table.campaign_id, seat=0).update(gold=F("gold") + gold)
    return True


def _finish(table: Table) -> None:
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
