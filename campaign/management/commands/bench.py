"""`manage.py bench`: measure the site beside bare work on this machine, into ``var/bench.json``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaign.trials.bench.figures import Figure, load, save, table
from campaign.trials.ground import Ground, ground

DATABASES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
PARTS = {
    "core": ("sqlite",),
    "month": ("sqlite",),
    "games": ("sqlite",),
    "database": ("sqlite", "postgresql"),
    "web": ("sqlite", "postgresql"),
    "matches": ("sqlite", "postgresql"),
    "memory": ("postgresql",),
}
"""What is measured, and on which databases."""


class Command(BaseCommand):
    help = "Measures speed and size on databases of its own and writes var/bench.json."
    requires_system_checks = ()  # nothing of the site is used in this process

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--only", choices=PARTS, action="append", help="measure only this part")
        parser.add_argument("--quick", action="store_true", help="fewer repeats, rougher figures")
        parser.add_argument("--out", type=Path, help="where to write instead of var/bench.json")

    def handle(self, *args: Any, **options: Any) -> None:
        out = options["out"] or Path(settings.VAR_DIR) / "bench.json"
        figures: list[Figure] = []
        failed: list[str] = []
        try:
            for part in options["only"] or PARTS:
                for database in PARTS[part]:
                    found = self.measure(part, database, quick=options["quick"])
                    figures += found
                    failed += [] if found else [f"{part} ({DATABASES[database]})"]
                    save(figures, out)
        except KeyboardInterrupt:
            sys.exit(130)
        self.stdout.write(table(figures))
        missed = sum(figure.met is False for figure in figures)
        self.stdout.write(f"\n{len(figures)} figures in {out}, {missed} aims missed")
        if failed:
            raise CommandError(f"not measured, see above: {', '.join(failed)}")

    def measure(self, part: str, database: str, *, quick: bool) -> list[Figure]:
        """Measure one part on one database of its own; nothing if it fails."""
        self.stderr.write(f"measuring {part} ({DATABASES[database]}) ...")
        extra = {
            "DJANGO_SETTINGS_MODULE": "campaign.trials.bench.settings",
            "LOG_LEVEL": "ERROR",
            # Two people play whole matches in a second: what stops that is not measured here.
            "API_RATE_USER": "1000000/min",
            "API_RATE_WRITE": "1000000/min",
        }
        with ground(database, durable=True, extra=extra) as own:
            return _run(own, part, DATABASES[database], quick=quick)


def _run(own: Ground, part: str, database: str, *, quick: bool) -> list[Figure]:
    out = own.directory / "figures.json"
    options = ["--database", database, "--out", str(out), *(["--quick"] if quick else [])]
    own.run("campaign.trials.bench", part, *options)
    return load(out)
