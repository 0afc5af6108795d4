"""`manage.py load`: everybody at the last moment, on the site's own programs."""

from __future__ import annotations

import secrets
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaign.trials.ground import ground

DATABASES = ("postgresql", "sqlite")


class Command(BaseCommand):
    help = (
        "Starts the whole site on ground of its own, has many players hand in within the last "
        "two seconds before one deadline while others read the map, has many campaigns be due "
        "at once, and reports what was lost and how late it was. The site is not touched."
    )

    requires_system_checks = ()  # nothing of the site is used in this process

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--campaigns", type=int, default=40, help="with one deadline")
        parser.add_argument("--players", type=int, default=200, help="in all of these together")
        parser.add_argument("--visitors", type=int, default=50, help="who read the map meanwhile")
        parser.add_argument("--due", type=int, default=100, help="campaigns due at once, later")
        parser.add_argument("--workers", type=int, default=2, help="Celery workers")
        parser.add_argument("--tiles", type=int, default=60, help="hexes of each map")
        parser.add_argument("--pause", type=float, default=1.0, help="seconds a visitor reads")
        parser.add_argument("--seed", type=int, help="repeat the choices of another run")
        parser.add_argument("--database", choices=DATABASES, default="postgresql")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["campaigns"] < 1 or options["workers"] < 1:
            raise CommandError("The load needs at least one campaign and one worker.")
        if not 2 <= options["players"] // options["campaigns"] <= 8:
            raise CommandError("A campaign has two to eight players.")
        if options["seed"] is None:
            options["seed"] = secrets.randbelow(10**6)
        names = ["campaigns", "players", "visitors", "due", "workers", "tiles", "pause", "seed"]
        extra = {"DJANGO_SETTINGS_MODULE": "campaign.trials.settings", "LOG_LEVEL": "WARNING"}
        self.stdout.write(f"seed {options['seed']}, {options['database']}")
        self.stdout.flush()
        try:
            with ground(options["database"], extra=extra) as own:
                given = (part for name in names for part in (f"--{name}", str(options[name])))
                status = own.run("campaign.trials.load", *given)
        except KeyboardInterrupt:
            status = 130
        sys.exit(status)
