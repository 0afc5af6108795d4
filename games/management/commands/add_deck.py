"""`manage.py add_deck FILE --name NAME`: let people play Courtier with an owner's own cards.

`manage.py add_deck --retire NAME` offers a deck no more; matches begun with it go on.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.hosting.errors import ServiceError
from games.management.commands.check_deck import checked
from games.management.files import read_file
from games.services.decks import deck_add, deck_retire


class Command(BaseCommand):
    """Check a deck file, keep it and offer it; or end the offer of one."""

    help = "Offer a checked deck of Courtier to those who open a match."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take a file and a name, or a name to retire."""
        parser.add_argument("file", nargs="?", help="a TOML file of the form of courtier_deck.toml")
        parser.add_argument("--name", help="what people call the deck")
        parser.add_argument("--retire", metavar="NAME", help="offer the deck of that name no more")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do one of the two; what is refused ends with exit code 1."""
        file, name, retire = options["file"], options["name"], options["retire"]
        if bool(file and name) == bool(retire) or bool(file) != bool(name):
            raise CommandError("Give a file and --name, or --retire and a name.")
        try:
            said = _retired(retire) if retire else self._added(file, name)
        except ServiceError as error:
            raise CommandError(error.message) from None
        self.stdout.write(said)

    def _added(self, file: str, name: str) -> str:
        checked(self, file)
        added = deck_add(name=name, data=read_file(file))
        if added.is_new:
            return f"Deck {added.deck.pk}, {added.deck.name}, is offered."
        return f"These cards are here already: deck {added.deck.pk}, {added.deck.name}, is offered."


def _retired(name: str) -> str:
    deck = deck_retire(name=name)
    return f"Deck {deck.pk}, {deck.name}, is offered no more."
