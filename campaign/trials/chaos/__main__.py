"""The program that `manage.py chaos` runs on ground of its own.

It owns the Redis and the workers, sends the workers their beats (each twice), kills
what may be killed, and at the end audits. Exit status 0: nothing was found.
"""

from __future__ import annotations

import argparse
import os
import sys
import threading
import time
import traceback
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import django

from campaign.trials.chaos.turns import Turns
from campaign.trials.ground import say

if TYPE_CHECKING:
    from campaign.trials.chaos.ledger import Ledger
    from campaign.trials.chaos.table import Table
    from campaign.trials.findings import Findings
    from campaign.trials.fleet import Fleet

BEAT = 0.4
SECONDS_TO_REST = 60.0
TABLES_AT_ONCE = 7
"""So many campaigns are fought over at a time; the tables take turns."""


@dataclass
class Score:
    """How many rounds were played, of how many, and with which attacks."""

    wanted: int
    begun: int = 0
    done: Counter[str] = field(default_factory=Counter)
    is_ending: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def begin(self) -> bool:
        """Take one round, unless none are left."""
        with self._lock:
            if self.is_ending or self.begun >= self.wanted:
                return False
            self.begun += 1
            return True

    def finish(self, attack: str) -> None:
        """Count a round as done."""
        with self._lock:
            self.done[attack] += 1


def main(arguments: list[str]) -> int:
    """Run chaos and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--workers", type=int, default=3)
    parser.add_argument("--kinds", nargs="+", default=[])
    options = parser.parse_args(arguments)
    directory = Path(os.environ["WINTERTIDE_TRIAL"])
    from campaign.trials.fleet import Fleet

    redis_is_ours = not os.environ.get("REDIS_URL")
    if redis_is_ours:
        os.environ["REDIS_URL"] = f"redis+socket://{directory / 'redis.sock'}"
    django.setup()
    from campaign.trials.chaos.table import KINDS

    names = [kind.name for kind in KINDS]
    if not set(options.kinds) <= set(names):
        parser.error(f"the kinds of campaign are {', '.join(names)}")
    fleet = Fleet(directory, options.workers, redis_is_ours=redis_is_ours)
    try:
        return _run(options, fleet, directory)
    except KeyboardInterrupt:
        say("stopped")
        return 130
    finally:
        fleet.stop()


def _run(options: argparse.Namespace, fleet: Fleet, directory: Path) -> int:
    from django.conf import settings
    from django.core.management import call_command

    from campaign.trials.chaos import witness
    from campaign.trials.chaos.audit import audit
    from campaign.trials.chaos.ledger import Ledger
    from campaign.trials.chaos.table import KINDS, Table

    call_command("migrate", verbosity=0, interactive=False)
    witness.install()
    fleet.start()
    rng = Random(options.seed)
    ledger, score = Ledger(), Score(options.rounds)
    kinds = [kind for kind in KINDS if kind.name in (options.kinds or kind.name)]
    tables = [Table(kind, Random(rng.getrandbits(32)), ledger, fleet) for kind in kinds]
    say(f"seed {options.seed}: {options.rounds} rounds, {options.workers} workers")
    _fight(tables, score, fleet, rng, options.seconds)
    _come_to_rest(tables, fleet)
    for table in tables:
        table.pool.shutdown(cancel_futures=True)
        table.watch.shutdown()
    ids = [campaign_id for table in tables for campaign_id in table.campaigns]
    findings = audit(ledger, ids, Path(settings.EMAIL_FILE_PATH))
    _report(score, ledger, fleet, tables, findings)
    return 0 if findings.is_clean and score.done.total() else 1


def _fight(tables: list[Table], score: Score, fleet: Fleet, rng: Random, seconds: float) -> None:
    """Let tables fight in threads of their own; this one keeps beat, kills and mends."""
    turns = Turns.of(tables)
    drivers = [
        threading.Thread(target=_drive, args=(turns, score), daemon=True)
        for _driver in tables[:TABLES_AT_ONCE]
    ]
    for driver in drivers:
        driver.start()
    begun = time.monotonic()
    next_beat = next_word = begun
    next_kill, next_cut = begun + 6, begun + 20
    while any(driver.is_alive() for driver in drivers):
        now = time.monotonic()
        if now - begun > seconds:
            score.is_ending = True
        if now >= next_beat:
            _beat_twice()
            next_beat = now + BEAT
        if now >= next_kill:
            _kill_one(fleet, rng)
            next_kill = now + rng.uniform(3, 9)
        if now >= next_cut:
            fleet.cut_redis(rng.uniform(0.2, 2.0))
            next_cut = now + rng.uniform(20, 40)
        if now >= next_word:
            say(f"  {now - begun:5.0f} s  {score.done.total()} rounds")
            next_word = now + 10
        fleet.tend()
        time.sleep(0.02)


def _drive(turns: Turns[Table], score: Score) -> None:
    """Fight one round after the other, each at the table whose turn it is."""
    from django.db import connections

    try:
        while score.begin():
            table = turns.take()
            if not _fight_once(table, score):
                turns.drop(table)
                return
            turns.put_back(table)
    finally:
        connections.close_all()


def _fight_once(table: Table, score: Score) -> bool:
    """Fight one round; false when the table is stuck, or fell over."""
    from campaign.trials.chaos.attacks import attack
    from campaign.trials.chaos.table import Stuck

    try:
        table.sit_down()
        score.finish(attack(table))
        return True
    except Stuck as stuck:
        table.ledger.note(f"stuck: {stuck}")
    except Exception as error:  # a table that falls over must not hang the others
        table.ledger.note(f"{table.kind.name}: {traceback.format_exception(error)[-2:]}")
    return False


def _beat_twice() -> None:
    """Do as two schedulers would."""
    from campaign.trials.chaos.table import send

    for task in ("sweep", "sweep_matches", "deliver_outbox"):
        send(f"campaign.tasks.{task}")
        send(f"campaign.tasks.{task}")


def _kill_one(fleet: Fleet, rng: Random) -> None:
    names = fleet.names()
    if len(names) > 1:
        fleet.kill(rng.choice(names), only_child=rng.random() < 0.4)


def _come_to_rest(tables: list[Table], fleet: Fleet) -> None:
    """Kill nobody any more and wait until nothing is due."""
    from django.utils import timezone

    from campaign.models import Outbox, Phase

    until = time.monotonic() + SECONDS_TO_REST
    while time.monotonic() < until:
        fleet.tend()
        _beat_twice()
        now = timezone.now()
        due = Phase.objects.filter(status=Phase.Status.OPEN, due_at__lte=now).exists()
        waiting = Outbox.objects.filter(status=Outbox.Status.WAITING, not_before__lte=now)
        if not due and not waiting.exists() and not _matches_are_due():
            return
        time.sleep(BEAT)


def _matches_are_due() -> bool:
    """Tell whether a listener has to be told yet, or a bot to answer."""
    from games.models import Match, Seat

    matches = Match.objects.filter(source="campaign")
    bots = Seat.objects.filter(match__in=matches.filter(status=Match.Status.RUNNING))
    asked = bots.filter(kind=Seat.Kind.BOT).values_list("number", "match__asked")
    untold = matches.filter(status=Match.Status.OVER, heard_at=None)
    return untold.exists() or any(number in seats for number, seats in asked)


def _nested(ledger: Ledger, campaign_ids: Iterable[int]) -> str:
    """Tell how many contests came to an end, and how."""
    from campaign.models import Contest

    rows = Contest.objects.filter(campaign__in=list(campaign_ids))
    ended = Counter(f"{row.kind} {row.decided_by or row.status}" for row in rows)
    return (
        f"{len(rows)} battles and courts: {dict(ended)}; {len(ledger.moved)} moves, "
        f"{len(ledger.resigned)} resignations, {len(ledger.modes)} changes of mode, "
        f"{len(ledger.said)} words about courts"
    )


def _report(
    score: Score, ledger: Ledger, fleet: Fleet, tables: list[Table], findings: Findings
) -> None:
    inside = sum(table.killed_inside for table in tables)
    listening = sum(table.killed_listening for table in tables)
    campaigns = sum(len(table.campaigns) for table in tables)
    say(f"attacks: {dict(score.done)}")
    say(
        f"{campaigns} campaigns, {len(ledger.accepted)} sheets accepted (the slowest took "
        f"{ledger.slowest:.2f} s), refused: {dict(ledger.refused)}"
    )
    say(_nested(ledger, [pk for table in tables for pk in table.campaigns]))
    say(
        f"{fleet.kills} workers killed, {inside} of them in the middle of a resolution, "
        f"{listening} as they heard how a match ended; {fleet.outages} times no Redis"
    )
    for line in findings.lines():
        say(line)
    say(
        f"rounds {score.done.total()} duplicated {len(findings.duplicated)} "
        f"lost {len(findings.lost)} stuck {len(findings.stuck)}"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
