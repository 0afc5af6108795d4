"""A broker that is gone, hangs or comes back: pages go on, and all is caught up with once."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.utils import timezone

from campaign.models import Campaign, Heartbeat, Phase
from campaign.services.phases import sweep
from campaign.services.submissions import sheet_submit
from campaign.services.verify import verify_campaign
from campaign.serving.redis import redis_command, redis_server, wait_for_redis
from tests.factories import Table, make_table
from tests.races.together import eventually, kill, process

pytestmark = pytest.mark.django_db(transaction=True)

QUICK = 8.0
"""Seconds within which a page has its answer, broker or not, on a busy machine too; one that
waited for the broker would have none within the twenty that the process is given."""

HAND_IN = """
import sys, time
from campaign.models import User
from campaign.services.submissions import sheet_submit
for name in sys.argv[1:]:
    person = User.objects.get(username=name)
    kingdom = person.kingdoms.get()
    begun = time.monotonic()
    sheet_submit(person=person, campaign_id=kingdom.campaign_id, phase=1, sheet={})
    print(time.monotonic() - begun)
"""


def hand_in_elsewhere(table: Table, environment: Mapping[str, str]) -> float:
    """Have everybody hand in through another web process; return the longest wait."""
    code = f"import django; django.setup()\n{HAND_IN}"
    names = [player.username for player in table.players]
    told = subprocess.run(
        [sys.executable, "-c", code, *names],
        env=dict(environment),
        check=True,
        capture_output=True,
        timeout=60,
    )
    return max(float(line) for line in told.stdout.split())


@contextmanager
def worker(environment: Mapping[str, str], log: Path):
    """Run one of the site's workers."""
    command = [sys.executable, "-m", "celery", "-A", "campaign.config.celery", "worker"]
    quiet = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    with log.open("wb") as output:
        running = subprocess.Popen(
            [*command, *quiet],
            env=dict(environment),
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    try:
        yield running
    finally:
        kill(running)


def assert_resolved_once(table: Table) -> None:
    phases = Phase.objects.filter(campaign=table.campaign)
    assert list(phases.values_list("ordinal", "status")) == [(0, "done"), (1, "done"), (2, "open")]
    assert set(table.phase().receipts) == {"0", "1"}
    assert verify_campaign(Campaign.objects.get()).differences == []


def test_without_redis_the_last_sheet_is_taken_at_once_and_the_sweep_resolves_once():
    table = make_table(now=timezone.now(), ends_early=True)

    waits = []
    for player in table.players:
        begun = time.monotonic()
        sheet_submit(person=player, campaign_id=table.campaign.pk, phase=1, sheet={})
        waits.append(time.monotonic() - begun)

    assert max(waits) < QUICK
    assert table.phase().closing == "all_in"
    assert [sweep(), sweep()] == [1, 0]
    assert_resolved_once(table)


def test_a_redis_that_hangs_keeps_no_page_waiting(elsewhere: Mapping[str, str], tmp_path: Path):
    table = make_table(now=timezone.now(), ends_early=True)
    socket = tmp_path / "redis.sock"
    redis = subprocess.Popen(redis_command(socket), stdout=subprocess.DEVNULL)
    try:
        wait_for_redis(socket)
        redis.send_signal(signal.SIGSTOP)

        wait = hand_in_elsewhere(table, elsewhere)
    finally:
        redis.kill()
        redis.wait(10)

    assert wait < QUICK
    assert [sweep(), sweep()] == [1, 0]
    assert_resolved_once(table)


def test_f01_a_worker_that_is_woken_again_and_again_resolves_once(
    elsewhere: Mapping[str, str], tmp_path: Path
):
    table = make_table(now=timezone.now(), ends_early=True)
    with redis_server(tmp_path):
        hand_in_elsewhere(table, elsewhere)
        again = (
            "from celery import current_app\n"
            "for task in ('resolve_phase', 'resolve_phase', 'resolve_phase'):\n"
            f"    current_app.send_task(f'campaign.tasks.{{task}}', args=[{table.phase().pk}])\n"
            "for _ in range(3):\n"
            "    current_app.send_task('campaign.tasks.sweep')\n"
        )
        with process(elsewhere, again) as sender:
            assert sender.wait(20) == 0
        with worker(elsewhere, tmp_path / "worker.log"):
            eventually(lambda: table.phase().status == Phase.Status.DONE)
            eventually(lambda: Heartbeat.objects.filter(name="sweep").exists())

    assert_resolved_once(table)


def test_redis_gone_and_back_the_worker_goes_on(elsewhere: Mapping[str, str], tmp_path: Path):
    table = make_table(now=timezone.now(), ends_early=True)
    beat = "from celery import current_app\ncurrent_app.send_task('campaign.tasks.sweep')\n"

    with worker(elsewhere, tmp_path / "worker.log") as running:
        hand_in_elsewhere(table, elsewhere)
        with redis_server(tmp_path), process(elsewhere, beat) as sender:
            assert sender.wait(20) == 0
            eventually(lambda: table.phase().status == Phase.Status.DONE)
        assert running.poll() is None

    assert_resolved_once(table)
