"""The program that `manage.py bench` runs on ground of its own, one part at a time."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import django

from campaign.trials.bench.timing import Effort

if TYPE_CHECKING:
    from campaign.trials.bench.figures import Figure

QUICK = {
    "core": Effort(20, 3),
    "month": Effort(20, 3),
    "games": Effort(300, 2),
    "database": Effort(4, 1),
    "web": Effort(15, 3),
    "matches": Effort(40, 3),
    "memory": Effort(10, 1),
}
FULL = {
    "core": Effort(60, 7),
    "month": Effort(60, 7),
    "games": Effort(700, 5),
    "database": Effort(12, 1),
    "web": Effort(40, 7),
    "matches": Effort(60, 7),
    "memory": Effort(100, 1),
}
PARTS = tuple(FULL)
PURE = ("core", "month", "games")
"""The parts that need no database."""


def main(arguments: list[str]) -> int:
    """Measure one part and save its figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", choices=PARTS)
    parser.add_argument("--database", default="")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args(arguments)
    django.setup()
    from campaign.trials.bench.figures import save

    effort = (QUICK if options.quick else FULL)[options.part]
    save(measure(options.part, effort, options.database), options.out)
    return 0


def measure(part: str, effort: Effort, database_name: str) -> Sequence[Figure]:
    """Return the figures of one part, on this database if it needs one."""
    from campaign.trials.bench import core, month, playouts

    pure = {"core": core.measure, "month": month.measure, "games": playouts.measure}
    return pure[part](effort) if part in PURE else measure_kept(part, effort, database_name)


def measure_kept(part: str, effort: Effort, database_name: str) -> Sequence[Figure]:
    """Return the figures of a part that keeps rows."""
    from django.core.management import call_command

    from campaign.trials.bench import database, matches, memory, web

    call_command("migrate", verbosity=0, interactive=False)
    if part == "memory":
        return memory.measure(effort.calls, database_name)
    kept = {"database": database.measure, "web": web.measure, "matches": matches.measure}
    return kept[part](effort, database_name)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
