"""The program that `manage.py bench` runs on ground of its own, one part at a time."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import django

from campaign.trials.bench.timing import Effort

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
    from django.core.management import call_command

    from campaign.trials.bench import core, database, matches, memory, month, playouts, web
    from campaign.trials.bench.figures import save

    effort = (QUICK if options.quick else FULL)[options.part]
    if options.part not in PURE:
        call_command("migrate", verbosity=0, interactive=False)
    if options.part == "core":
        figures = core.measure(effort)
    elif options.part == "month":
        figures = month.measure(effort)
    elif options.part == "games":
        figures = playouts.measure(effort)
    elif options.part == "database":
        figures = database.measure(effort, options.database)
    elif options.part == "web":
        figures = web.measure(effort, options.database)
    elif options.part == "matches":
        figures = matches.measure(effort, options.database)
    else:
        figures = memory.measure(effort.calls, options.database)
    save(figures, options.out)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
