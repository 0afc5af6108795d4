"""Prepare the database and the static files, then run the whole site: `make run` does this."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from io import StringIO
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command

from campaign.serving.site import CannotServe, check_port, claim_directory, serve


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
            os.set_inheritable(lock.fileno(), True)
            serve(host, port, demo=demo)
        except CannotServe as reason:
            raise CommandError(str(reason)) from None
        except KeyboardInterrupt:
            sys.exit(130)

    def prepare(self, demo: bool) -> None:
        """Bring the database, the static files and the demo up to date."""
        self.say("Preparing the database and the static files ...")
        call_command("migrate", verbosity=0, interactive=False)
        call_command("collectstatic", verbosity=0, interactive=False)
        if demo:
            call_command("seed_demo", stdout=StringIO())  # the greeting says it all

    def say(self, line: str) -> None:
        """Write a line at once."""
        self.stdout.write(line)
        self.stdout.flush()
