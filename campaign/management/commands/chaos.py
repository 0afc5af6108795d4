"""`manage.py chaos --rounds N`: attack the resolution of phases and audit what is left."""

from __future__ import annotations

import secrets
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaign.trials.ground import ground


class Command(BaseCommand):
    help = (
        "Plays campaigns on a PostgreSQL, a Redis and workers of its own, kills and doubles "
        "what it can, and reports what was duplicated, lost or stuck. The site is not touched."
    )

    requires_system_checks = ()  # nothing of the site is used in this process

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--rounds", type=int, default=100, help="phases to fight over")
        parser.add_argument("--seed", type=int, help="repeat the choices of another run")
        parser.add_argument("--seconds", type=float, help="begin no further round after so long")
        parser.add_argument("--workers", type=int, default=3, help="Celery workers to keep up")
        parser.add_argument(
            "--kinds", nargs="+", metavar="KIND", help="fight over these kinds of campaign only"
        )
        parser.add_argument(
            "--database-url", help="an empty PostgreSQL to use instead of one of its own"
        )
        parser.add_argument("--redis-url", help="a Redis to use; it is then never cut off")

    def handle(self, *args: Any, **options: Any) -> None:
        rounds, workers = options["rounds"], options["workers"]
        if rounds < 1 or workers < 1:
            raise CommandError("Chaos needs at least one round and one worker.")
        seed = secrets.randbelow(10**6) if options["seed"] is None else options["seed"]
        seconds = options["seconds"] or 60 + 4 * rounds
        extra = {"LOG_LEVEL": "CRITICAL"}
        if options["redis_url"]:
            extra["REDIS_URL"] = options["redis_url"]
        try:
            with ground(options["database_url"] or "postgresql", extra=extra) as own:
                status = own.run(
                    "campaign.trials.chaos",
                    *("--rounds", str(rounds), "--workers", str(workers)),
                    *("--seed", str(seed), "--seconds", str(seconds)),
                    *(["--kinds", *options["kinds"]] if options["kinds"] else ()),
                )
        except KeyboardInterrupt:
            status = 130
        sys.exit(status)
