"""`manage.py check_deck FILE`: say what is wrong with a deck of Courtier, by line and card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.courtier.deckfile import MOST_PROBLEMS, DeckRefused, digest_of
from games.engine.contract import BadOptions
from games.management.files import read_file
from games.services.decks import deck_read


class Command(BaseCommand):
    """Check a deck file; nothing is kept."""

    help = "Check a deck file of Courtier and name everything wrong in it by line and card."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file."""
        parser.add_argument("file", help="a TOML file of the form of courtier_deck.toml")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print what is wrong and end with exit code 1, or a summary."""
        table = checked(self, options["file"])
        for line in summary(table):
            self.stdout.write(line)


def checked(command: BaseCommand, name: str) -> Mapping[str, Any]:
    """Return the table of a file; print what is wrong with it and raise ``CommandError``."""
    try:
        table: Mapping[str, Any] = deck_read(read_file(name))
        return table
    except DeckRefused as refused:
        problems = [str(problem) for problem in refused.problems]
    except BadOptions as refusal:
        problems = [str(problem) for problem in refusal.problems]
    for problem in problems:
        command.stdout.write(f"{name}: {problem}")
    count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
    if len(problems) == MOST_PROBLEMS:
        count = f"{count} or more"
    raise CommandError(f"{name} is no deck that can be played with: {count}")


def summary(table: Mapping[str, Any]) -> list[str]:
    """Say in a few lines what is in a deck."""
    counts, slots = table["counts"], sum(one["slots"] for one in table["courtier"])
    points = sum(one["points"] for one in table["petition"])
    return [
        f"{len(table['coterie'])} coteries, {len(table['courtier'])} courtiers, {slots} slots",
        f"{counts['influence']} influence cards, {counts['power']} power cards",
        f"{counts['petition']} petitions worth {points} points, {counts['fashion']} fashion cards",
        f"digest {digest_of(table)}",
        "It can be played with.",
    ]
