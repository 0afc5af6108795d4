"""`manage.py leaks`: look for what anybody is told that they may not know."""

from __future__ import annotations

import secrets
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaign.trials.ground import ground

EXTRA = {
    "DJANGO_SETTINGS_MODULE": "campaign.trials.leaks.settings",
    "LOG_LEVEL": "CRITICAL",
}


class Command(BaseCommand):
    help = (
        "Plays matches and campaigns at random on a database of its own, changes what a viewer "
        "may not know, and compares all that the viewer is told. The site is not touched."
    )

    requires_system_checks = ()  # nothing of the site is used in this process

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--matches", type=int, default=8, help="matches to play (8)")
        parser.add_argument("--campaigns", type=int, default=6, help="campaigns to play (6)")
        parser.add_argument("--seed", type=int, help="repeat the choices of another run")
        parser.add_argument("--seconds", type=float, default=600, help="look no longer (600)")

    def handle(self, *args: Any, **options: Any) -> None:
        if min(options["matches"], options["campaigns"], options["seconds"]) < 0:
            raise CommandError("Numbers of matches, campaigns and seconds are not negative.")
        given = options["seed"]
        options["seed"] = secrets.randbelow(10**6) if given is None else given
        words = ("seed", "matches", "campaigns", "seconds")
        arguments = [part for word in words for part in (f"--{word}", str(options[word]))]
        try:
            with ground("sqlite", extra=EXTRA) as own:
                status = own.run("campaign.trials.leaks", *arguments)
        except KeyboardInterrupt:
            status = 130
        sys.exit(status)
