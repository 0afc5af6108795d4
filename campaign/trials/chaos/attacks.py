"""The attacks: each fights over the end of one phase and returns when the phase is resolved."""

from __future__ import annotations

import contextlib
from concurrent.futures import Future
from functools import partial

from django.db import IntegrityError, transaction
from django.db.models import F

from campaign.models import Campaign, Kingdom, Phase
from campaign.rules.state import COURT, REPORT, Battle
from campaign.trials.chaos import courting, nested
from campaign.trials.chaos.matches import contests_open, plays
from campaign.trials.chaos.nested import rulings
from campaign.trials.chaos.steps import (
    Attack,
    Call,
    at_any_moment,
    close_with_workers,
    doings,
    finish,
    hand_over,
    keep_sending,
    keep_sweeping,
    keep_waking,
    sheets,
)
from campaign.trials.chaos.table import STEWARD, Table, backend

Weights = tuple[tuple[Attack, int], ...]


def everybody_in(table: Table) -> None:
    """All hand in at the same instant, some twice, beside sweeps and doubled messages."""
    at_any_moment(table, doings(table))
    finish(table)


def at_the_deadline(table: Table) -> None:
    """Everybody keeps changing their sheet while the deadline passes."""
    table.cut_deadline(table.rng.uniform(0.02, 0.4))
    calls: list[Call] = [
        partial(keep_sending, table, seat, user) for seat, user in table.players().items()
    ]
    wakes = partial(keep_waking, table), partial(keep_sweeping, table)
    table.together(*calls, *wakes, *plays(table))
    finish(table)


def button_beside_the_last(table: Table) -> None:
    """The game master resolves now, twice and with two keys, as the last sheet comes in."""
    key = table.key("now")
    calls = doings(table)
    calls += [partial(table.press, "resolve_now", key)] * 2
    calls += [partial(table.press, "resolve_now", table.key("again")), table.resolve_here]
    table.together(*calls)
    table.wake(2)
    finish(table)


def clock_in_motion(table: Table) -> None:
    """Pause, resume and extend, each pressed more than once, while sheets come in."""
    pause, resume, more = table.key("pause"), table.key("resume"), table.key("extend")
    extend = partial(table.press, "extend", more, minutes=10, reason="chaos")
    stop = partial(table.press, "pause", pause)
    table.together(*doings(table), extend, extend, stop, stop)
    table.together(partial(table.press, "resume", resume), partial(table.press, "resume", resume))
    extended = Phase.objects.values_list("extended", flat=True).get(pk=table.phase.pk)
    if extended is not None and extended.total_seconds() != 600:
        table.ledger.note(f"campaign {table.campaign_id}: one extension counted as {extended}")
    finish(table)


def kingdom_changes_hands(table: Table) -> None:
    """A kingdom is handed over while both its old and its new player hand in."""
    players = table.players()
    seat = table.rng.choice(sorted(players))
    before, after = players[seat], table.substitute()
    table.together(
        partial(table.hand_in, seat, before, table.sheet(seat)),
        partial(hand_over, table, seat, after),
        partial(table.hand_in, seat, before, table.sheet(seat)),
        partial(table.hand_in, seat, after, table.sheet(seat)),
    )
    table.hand_in(seat, after, table.sheet(seat))
    finish(table)


def worker_dies_in_the_middle(table: Table) -> None:
    """Hold a resolution up half-way in a worker's transaction, and kill that worker there."""
    hold = table.rng.choice((_hold_campaign, _hold_next_phase))
    calls: list[Call] = [*sheets(table), partial(close_with_workers, table), *plays(table)]
    running: list[Future[object]] = []
    # A turn that a regent took may be over by now: then the next phase is there already.
    with contextlib.suppress(IntegrityError), table.fleet.hunt(), transaction.atomic():
        hold(table)
        # Whoever needs the phase's row waits for the worker, and the worker for us.
        running = table.start(*calls)
        victim = table.watch.submit(table.worker_held_up, backend()).result()
        if victim is not None:
            table.fleet.kill(victim)
            table.killed_inside += 1
        transaction.set_rollback(True)
    table.finish(running)
    finish(table)


def regent_comes_and_goes(table: Table) -> None:
    """A kingdom gets a regent, pressed twice, and loses it, while its player hands in."""
    players = table.players()
    seat = table.rng.choice(sorted(players))
    came, went = table.key("regent"), table.key("no-regent")
    calls = doings(table)
    calls += [partial(table.appoint, seat, STEWARD, came)] * 2
    calls += [partial(table.appoint, seat, "", went), table.resolve_here]
    table.together(*table.rng.sample(calls, len(calls)))
    table.appoint(seat, table.rng.choice(("", STEWARD)), table.key("regent"))
    finish(table)


def reports_beside_a_ruling(table: Table) -> None:
    """Both sides report and confirm as the game master rules twice and the deadline passes."""
    if table.rng.random() < 0.5:
        table.cut_deadline(table.rng.uniform(0.02, 0.4))
    calls = doings(table)
    for battle in table.battles():
        calls += _confirmations(table, battle)
        if table.rng.random() < 0.6:
            calls += rulings(table, battle)
    at_any_moment(table, calls)
    finish(table)


def _confirmations(table: Table, battle: Battle) -> list[Call]:
    """Return what each side of a battle says to the other's report: yes, twice."""
    players = table.players()
    where = table.campaign_id, table.phase.ordinal
    return [
        partial(table.ledger.confirm, players[seat], *where, seat, battle.tile)
        for seat in (battle.attacker, battle.defender) * 2
        if seat in players
    ]


def rules_fail(table: Table) -> None:
    """Resolution fails and parks the phase; it is repaired and tried again, by two clicks."""
    table.together(*doings(table))
    if _spoil(table, 7):
        _park(table)
        key = table.key("retry")
        table.together(*[partial(table.press, "retry", key)] * 3, partial(table.wake, 3))
    finish(table)


def _park(table: Table) -> None:
    """Let a spoilt phase fail, try to hand in to it, and repair it."""
    try:
        table.press("resolve_now", table.key("now"))
        table.await_status(Phase.Status.PARKED)
        for seat, user in table.players().items():
            table.hand_in(seat, user, table.sheet(seat))
        table.together(*plays(table), table.sweep_here)
    finally:
        _spoil(table, -7)


ATTACKS: Weights = (
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

OF_REPORTS: Weights = ((reports_beside_a_ruling, 24),)
"""The attacks on battles that are reported, besides."""


def attacks_on(table: Table) -> Weights:
    """Return the attacks that fit the table's phase."""
    fitting = ATTACKS
    if table.phase.kind == REPORT:
        fitting += nested.OF_BATTLES if contests_open(table) else OF_REPORTS
    if table.phase.kind == COURT:
        fitting += courting.OF_COURTS
    return fitting + (nested.OF_MATCHES if contests_open(table) else ())


def attack(table: Table) -> str:
    """Carry out one attack at random on the table's running phase; return its name."""
    if table.phase.kind == COURT:
        courting.hold_more(table)
    attacks = attacks_on(table)
    chosen = table.rng.choices([each for each, _ in attacks], [weight for _, weight in attacks])[0]
    previous = table.phase.ordinal - 1
    chosen(table)
    for seat, user in table.players().items():
        code = table.hand_in(seat, user, table.sheet(seat), phase=previous)
        if code != "phase_over":
            table.ledger.note(f"campaign {table.campaign_id}: a sheet for phase {previous}: {code}")
    return chosen.__name__


def _hold_campaign(table: Table) -> None:
    """Make whoever resolves wait where it writes the board."""
    Campaign.objects.select_for_update(no_key=True).values_list("pk").get(pk=table.campaign_id)


def _hold_next_phase(table: Table) -> None:
    """Make whoever resolves wait at its very last step, opening the phase that follows."""
    phase = Phase.objects.get(pk=table.phase.pk)
    phase.pk, phase.ordinal, phase.status = None, phase.ordinal + 1, Phase.Status.DONE
    phase.save(force_insert=True)


def _spoil(table: Table, gold: int) -> bool:
    """Change the board behind the rules' back while the phase is open or parked."""
    with transaction.atomic():
        row = Phase.objects.select_for_update().values_list("status").get(pk=table.phase.pk)
        if row[0] == Phase.Status.DONE:
            return False
        Kingdom.objects.filter(campaign_id=table.campaign_id, seat=0).update(gold=F("gold") + gold)
    return True
