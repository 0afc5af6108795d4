"""`manage.py resume_match MATCH ...`: let matches that a fault stopped go on."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.hosting.errors import NotThere
from games.services.answers import resume


class Command(BaseCommand):
    """Put parked matches back under way, where they stood, once the fault is mended."""

    help = "Let matches that were stopped by a fault go on where they stood."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the numbers of the matches."""
        parser.add_argument("match", nargs="+", type=int, help="the match's number")

    def handle(self, *args: Any, **options: Any) -> None:
        """Resume each; end with exit code 1 if one was not stopped."""
        for number in options["match"]:
            try:
                resumed = resume(number)
            except NotThere as error:
                raise CommandError(f"match {number}: {error.message}") from None
            if not resumed:
                raise CommandError(f"match {number} was not stopped by a fault")
            self.stdout.write(f"match {number} goes on")
