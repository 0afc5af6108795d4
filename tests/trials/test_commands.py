"""`manage.py chaos` as it is called: on ground of its own, and gone without a trace."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path

import pytest

from tests.trials.beside import still_running, trial

pytestmark = pytest.mark.postgresql

PATIENCE = 240
"""Seconds after which a command hangs, on a busy machine too."""


def chaos(repository: Path, *arguments: str, site: Path) -> subprocess.Popen[str]:
    """Start chaos beside a site."""
    return trial(repository, "chaos", *arguments, site=site)


def test_a_few_rounds_of_chaos_lose_nothing_and_leave_nothing(repository: Path, tmp_path: Path):
    kinds = ("endless", "duels", "mixed", "courts")

    running = chaos(repository, "--rounds", "7", "--seed", "3", "--kinds", *kinds, site=tmp_path)
    told, _ = running.communicate(timeout=PATIENCE)

    assert running.returncode == 0, told
    assert told.splitlines()[-1] == "rounds 7 duplicated 0 lost 0 stuck 0"
    assert " battles and courts: " in told
    assert " 0 battles and courts: " not in told
    assert still_running(tmp_path) == []
    assert list(tmp_path.iterdir()) == []


def test_a_kind_of_campaign_that_is_unknown_is_refused(repository: Path, tmp_path: Path):
    running = chaos(repository, "--kinds", "chess", site=tmp_path)

    told, _ = running.communicate(timeout=PATIENCE)

    assert running.returncode != 0
    assert "endless" in told


def test_ctrl_c_stops_everything(repository: Path, tmp_path: Path):
    running = chaos(repository, "--rounds", "1000", site=tmp_path)
    assert running.stdout is not None
    assert running.stdout.readline().startswith("seed ")
    assert running.stdout.readline().endswith("rounds\n")  # the workers are starting

    running.send_signal(signal.SIGINT)
    running.communicate(timeout=PATIENCE)

    assert running.returncode == 130
    assert still_running(tmp_path) == []
    assert list(tmp_path.iterdir()) == []
