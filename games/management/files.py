"""Reading a file that is named on the command line."""

from __future__ import annotations

from pathlib import Path

from django.core.management.base import CommandError

from games.courtier.deckfile import MOST_BYTES


def read_file(name: str) -> bytes:
    """Return what a file holds, no more of it than a deck may have and one byte."""
    try:
        with Path(name).open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except OSError as error:
        raise CommandError(f"{name} cannot be read: {error.strerror or error}") from None
