"""A worker's memory is bounded, however many campaigns pass through it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping

import pytest

from tests.factories import make_table

pytestmark = pytest.mark.django_db(transaction=True)

LIMIT_MB = 160
ROUNDS = """
from datetime import timedelta
from pathlib import Path
from django.utils import timezone
from campaign.services import phases
now = timezone.now()
for _ in range(4):
    now += timedelta(days=3)
    resolved = phases.sweep(now=now)
    # Not getrusage: that begins with the size of the process which started this one.
    lines = Path("/proc/self/status").read_text().splitlines()
    print(resolved, next(line for line in lines if line.startswith("VmHWM")).split()[1])
"""


def test_a_worker_with_many_large_campaigns_stays_small(site_env: Mapping[str, str]):
    campaigns = 30
    for _ in range(campaigns):
        make_table(2, seats=6, size=(20, 20))

    code = f"import django; django.setup()\nimport campaign.tasks\n{ROUNDS}"
    told = subprocess.run(
        [sys.executable, "-c", code], env=dict(site_env), check=True, capture_output=True
    )

    lines = [line.split() for line in told.stdout.decode().splitlines()]
    assert [int(resolved) for resolved, _ in lines] == [campaigns] * 4
    peaks = [int(peak) / 1024 for _, peak in lines]
    assert peaks[-1] < LIMIT_MB
    # More campaigns than are kept at hand have passed by in every round: nothing piles up.
    assert peaks[-1] - peaks[1] < 8
