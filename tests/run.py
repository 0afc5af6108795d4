"""Run the whole suite: `python -m tests.run [--database sqlite|postgresql|both] [pytest's own...]`.

First everything on SQLite, then all that touches a database once more on a
PostgreSQL that is started for it. The last line sums both runs up as pytest
does; the exit status is 0 only when both passed.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from xml.etree import ElementTree

from campaign.serving.postgres import postgres_server

DATABASES = ("sqlite", "postgresql")
LEFT_OUT = ("DATABASE_URL", "REDIS_URL", "PYTHONDONTWRITEBYTECODE")
"""The services are the run's own; a hundred programs would each compile the site anew."""


def main(arguments: list[str]) -> int:
    """Run what ``arguments`` ask for and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", choices=(*DATABASES, "both"), default="both")
    options, for_pytest = parser.parse_known_args(arguments)
    signal.signal(signal.SIGTERM, give_up)
    databases = DATABASES if options.database == "both" else (options.database,)
    begun = time.monotonic()
    tally: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="wintertide-") as directory:
        for database in databases:
            print(f"\nThe suite on {database}:", flush=True)
            tally += run_on(database, Path(directory), for_pytest)
    print(f"\n{summary(tally, time.monotonic() - begun)}", flush=True)
    return 1 if tally["failed"] or tally["error"] else 0


def give_up(number: int, frame: object) -> None:
    """Stop what was started and leave; a second signal must not disturb that."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit(128 + number)


def run_on(database: str, directory: Path, for_pytest: list[str]) -> Counter[str]:
    """Start what the run needs, run pytest, stop it all; return the counts by outcome."""
    report = directory / f"{database}.xml"
    with ExitStack() as services:
        environment = {k: v for k, v in os.environ.items() if k not in LEFT_OUT}
        if database == "postgresql":
            environment["DATABASE_URL"] = services.enter_context(postgres_server(directory))
        command = [sys.executable, "-m", "pytest", f"--junitxml={report}", *for_pytest]
        status = subprocess.run(command, env=environment, check=False).returncode
    return counts(report, status)


def counts(report: Path, status: int) -> Counter[str]:
    """Read the outcomes out of ``report``; a run that broke off counts as an error."""
    tally: Counter[str] = Counter()
    if report.exists():
        for suite in ElementTree.parse(report).iter("testsuite"):
            number = {
                key: int(suite.get(key, 0)) for key in ("tests", "failures", "errors", "skipped")
            }
            tally["failed"] += number["failures"]
            tally["error"] += number["errors"]
            tally["skipped"] += number["skipped"]
            tally["passed"] += number["tests"] - sum(
                number[key] for key in ("failures", "errors", "skipped")
            )
    nothing_to_run = 5
    if status not in (0, nothing_to_run) and not (tally["failed"] or tally["error"]):
        tally["error"] += 1
    return tally


def summary(tally: Counter[str], seconds: float) -> str:
    """Return pytest's closing line for these counts."""
    words = {"error": "errors" if tally["error"] > 1 else "error"}
    parts = [
        f"{tally[outcome]} {words.get(outcome, outcome)}"
        for outcome in ("failed", "passed", "skipped", "error")
        if tally[outcome] or outcome == "passed"
    ]
    return f" {', '.join(parts)} in {seconds:.2f}s ".center(80, "=")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
