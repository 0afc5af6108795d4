"""The program that `manage.py load` runs on ground of its own.

It starts the site's programs, makes the campaigns, plays the scenes and audits. Exit
status 0: nothing was lost, nobody was turned away, nothing failed.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import django

from campaign.trials.findings import Findings
from campaign.trials.ground import say

if TYPE_CHECKING:
    from campaign.trials.load.audit import Sent
    from campaign.trials.load.wire import Book
    from campaign.trials.worlds import World

SECONDS_TO_SET_OUT = 4.0
"""Readers are there so long before the rush begins."""
SECONDS_TO_RESOLVE = 120.0
SEATS_OF_DUE = 3
LOG_LINES = 40


@dataclass
class Result:
    """What all scenes found, and how late each phase was."""

    findings: Findings = field(default_factory=Findings)
    broken: list[str] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    campaigns: list[int] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        """Whether nothing at all was found."""
        return self.findings.is_clean and not self.broken


def main(arguments: list[str]) -> int:
    """Run the scenes and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("campaigns", "players", "visitors", "due", "workers", "tiles", "seed"):
        parser.add_argument(f"--{name}", type=int, required=True)
    parser.add_argument("--pause", type=float, required=True)
    options = parser.parse_args(arguments)
    directory = Path(os.environ["WINTERTIDE_TRIAL"])
    os.environ["REDIS_URL"] = f"redis+socket://{directory / 'redis.sock'}"
    django.setup()
    result = Result()
    try:
        with _site(directory, options.workers) as port:
            _rush(options, port, result)
            if options.due:
                _all_due(options, result)
            _audit(result)
            if result.broken:
                _tell_log(directory / "web.log")
    except KeyboardInterrupt:
        say("stopped")
        return 130
    return _report(result)


@contextlib.contextmanager
def _site(directory: Path, workers: int) -> Iterator[int]:
    """Run the whole site, with so many workers; yield its port."""
    from django.core.management import call_command

    from campaign.trials.fleet import Fleet
    from campaign.trials.server import free_port, running, web_server

    call_command("migrate", verbosity=0, interactive=False)
    call_command("collectstatic", verbosity=0, interactive=False)
    fleet = Fleet(directory, workers)
    try:
        fleet.start()
        with web_server(directory) as (port, _), running("beat", free_port(), directory):
            yield port
    finally:
        fleet.stop()


def _worlds(name: str, number: int, seats: int, options: argparse.Namespace) -> list[World]:
    from campaign.trials.worlds import make_world

    begun = time.monotonic()
    worlds = [
        make_world(
            f"{name}-{each}",
            seats=seats,
            tiles=options.tiles,
            seed=options.seed * 1000 + each,
            is_public=True,
        )
        for each in range(number)
    ]
    say(f"{number} campaigns of {seats} kingdoms made in {time.monotonic() - begun:.0f} s")
    return worlds


def _rush(options: argparse.Namespace, port: int, result: Result) -> None:
    """Everybody hands in within two seconds before one deadline, while others read the map."""
    from campaign.trials.load import hand_ins
    from campaign.trials.load.readers import Readers, turned_away
    from campaign.trials.load.watch import seen_done
    from campaign.trials.load.wire import Book

    rng, book = Random(options.seed), Book()
    seats = options.players // options.campaigns
    worlds = _worlds("rush", options.campaigns, seats, options)
    players = [player for world in worlds for player in hand_ins.players_of(world, rng)]
    pks = [world.campaign.pk for world in worlds]
    hand_ins.open_forms(port, players)
    readers = Readers(port, pks, book, options.pause)
    readers.begin(options.visitors, rng)
    deadline = time.time() + SECONDS_TO_SET_OUT + hand_ins.RUSH
    phases = hand_ins.set_deadline(worlds, deadline)
    rush = hand_ins.Rush(port, deadline, book, rng)
    hands = hand_ins.all_at_once([lambda: rush.run(players)])
    hand_ins.wait_until(deadline)
    seen = seen_done(phases, SECONDS_TO_RESOLVE)
    hands[0].join()
    readers.end()
    say(f"{len(players)} players hand in before one deadline, {options.visitors} visitors read:")
    _resolved(phases, seen, deadline, result)
    _judge(rush.sent, deadline, pks, result)
    _heard(book, result)
    result.findings.other += turned_away(book)
    result.campaigns += pks


def _resolved(
    phases: Sequence[int], seen: dict[int, float], deadline: float, result: Result
) -> None:
    from campaign.trials.load.wire import told

    late = [moment - deadline for moment in seen.values()]
    missing = sorted(set(phases) - set(seen))
    result.findings.stuck += [f"phase {pk} was not resolved" for pk in missing]
    result.late += late
    say(f"  {len(late)} of {len(phases)} phases resolved, late by {told(late, 1, 's')}")


def _judge(sent: list[Sent], deadline: float, pks: list[int], result: Result) -> None:
    """Compare what was answered with what is on record."""
    from campaign.models import Submission
    from campaign.trials.load import audit

    rows = Submission.objects.filter(kingdom__campaign__in=pks)
    named = rows.values_list("kingdom__campaign_id", "kingdom__seat", "receipt")
    kept = [audit.Kept(*row) for row in named]
    result.findings.lost += audit.lost(sent, kept)
    result.findings.other += audit.unjust(sent, deadline)
    result.findings.other += audit.too_late(sent, deadline)
    taken = sum(each.is_taken for each in sent)
    say(
        f"  {taken} of {len(sent)} sheets taken ({len(kept)} on record); refused as too late: "
        f"{len(sent) - taken}, of them sent before the deadline: "
        f"{audit.overtaken(sent, deadline)}"
    )


def _heard(book: Book, result: Result) -> None:
    result.broken += [each.line for each in book.broken()]
    for line in book.lines():
        say(line)


def _all_due(options: argparse.Namespace, result: Result) -> None:
    """So many campaigns are due in the same instant."""
    from campaign.trials.load.hand_ins import set_deadline
    from campaign.trials.load.watch import seen_done

    worlds = _worlds("due", options.due, SEATS_OF_DUE, options)
    _hand_in_everything(worlds, Random(options.seed))
    deadline = time.time() + 1.0
    phases = set_deadline(worlds, deadline)
    time.sleep(max(0.0, deadline - time.time()))
    seen = seen_done(phases, SECONDS_TO_RESOLVE)
    say(f"{len(phases)} campaigns due at once, {options.workers} workers:")
    _resolved(phases, seen, deadline, result)
    result.campaigns += [world.campaign.pk for world in worlds]


def _hand_in_everything(worlds: list[World], rng: Random) -> None:
    from campaign.services.rulebook import game_of, state_of
    from campaign.services.submissions import sheet_submit
    from campaign.trials.worlds import lively_answer, running_phase

    for world in worlds:
        phase = running_phase(world.campaign.pk)
        assert phase is not None
        game = game_of(world.campaign)
        state = state_of(game, phase)
        for seat, user in enumerate(world.players):
            sheet = lively_answer(game, state, seat, rng)
            sheet_submit(
                person=user, campaign_id=world.campaign.pk, phase=phase.ordinal, sheet=sheet
            )


def _audit(result: Result) -> None:
    """Look at the rows of all campaigns, and compute everything again."""
    from campaign.models import Campaign
    from campaign.services.verify import verify_campaign
    from campaign.trials import audit_rows

    findings = result.findings
    for campaign in Campaign.objects.filter(pk__in=result.campaigns).order_by("pk"):
        audit_rows.check_ordinals(campaign, findings)
        audit_rows.check_counted(campaign, findings)
        audit_rows.check_rest(campaign, findings)
        findings.other += [
            f"campaign {campaign.pk}: {line}" for line in verify_campaign(campaign).differences
        ]
    audit_rows.check_events(findings)


def _tell_log(log: Path) -> None:
    """Show what the web server said last."""
    for line in log.read_text(errors="replace").splitlines()[-LOG_LINES:]:
        say(f"  {log.name}: {line}")


def _report(result: Result) -> int:
    from campaign.trials.load.wire import share

    for line in result.findings.lines():
        say(line)
    for line in result.broken:
        say(f"broken: {line}")
    found = result.findings
    others = len(found.duplicated) + len(found.stuck) + len(found.other)
    say(
        f"lost {len(found.lost)} 5xx {len(result.broken)} amiss {others} "
        f"late p50 {share(result.late, 0.5):.1f} s p95 {share(result.late, 0.95):.1f} s"
    )
    return 0 if result.is_clean else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
