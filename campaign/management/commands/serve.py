"""Prepare the database and the static files, then run the whole site: `make run` does this."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from io import StringIO
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command

from campaign.serving.site import CannotServe, address, check_port, claim_directory, serve


class Command(BaseCommand):
    help = "Runs web server, worker, scheduler and Redis (unless REDIS_URL is set) until Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--demo", action="store_true", help="make the demo campaign first")

    def handle(self, *args: Any, demo: bool, **options: Any) -> None:
        host, port = settings.HOST, settings.PORT
        try:
            lock = claim_directory(settings.VAR_DIR)
            check_port(host, port)
            self.prepare(demo)
            status = serve(host, port, self.say, self.greeting(host, port, demo))
        except CannotServe as reason:
            raise CommandError(str(reason)) from None
        except KeyboardInterrupt:
            status = 130
        lock.close()
        sys.exit(status)

    def prepare(self, demo: bool) -> None:
        """Bring the database, the static files and the demo up to date."""
        self.say("Preparing the database and the static files ...")
        call_command("migrate", verbosity=0, interactive=False)
        call_command("collectstatic", verbosity=0, interactive=False)
        if demo:
            call_command("seed_demo", stdout=StringIO())  # the greeting says it all

    def greeting(self, host: str, port: int, demo: bool) -> list[str]:
        """Return the lines that say where the site is and who may enter the demo."""
        shown = {"0.0.0.0": "localhost", "::": "localhost"}.get(host, host)  # noqa: S104
        lines = ["", f"Wintertide is at http://{address(shown, port)}/"]
        if demo:
            from campaign.services.demo import demo_logins

            lines += ["", "Log in to the demo with a name and its password:"]
            lines += [f"  {name:<10} {word:<18} {role}" for role, name, word in demo_logins()]
        return [*lines, "", "Ctrl-C stops everything.", ""]

    def say(self, line: str) -> None:
        """Write a line at once."""
        self.stdout.write(line)
        self.stdout.flush()
