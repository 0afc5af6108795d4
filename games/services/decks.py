"""Owners' decks: adding one, ending its offer, and which can be chosen.

A deck is stored as the table that the rules checked, under the digest of what is in it, and
never changes. To correct one, add the corrected file and retire the old: matches go on with
the deck they were begun with.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from games.courtier.deckfile import digest_of, read_bytes
from games.engine.contract import Json
from games.engine.names import is_plain, one_line
from games.engine.registry import load_system
from games.hosting.errors import Conflict, NotThere, ServiceError
from games.models import Deck
from games.services.rulebook import DECK, seat_counts

GAMES = ("courtier",)
"""The games that can be played with an owner's deck."""

LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Choice:
    """A deck as people choose and see it."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Added:
    """What became of a deck: ``is_new``, or its cards were here already under ``deck.name``."""

    deck: Deck
    is_new: bool


def deck_read(data: bytes) -> Json:
    """Return the table of a deck file; raise ``DeckRefused`` with everything wrong with it.

    A table that no game can be opened with raises ``BadOptions``.
    """
    table = read_bytes(data)
    system = load_system(GAMES[0])
    for seats in seat_counts(system):
        system.open({DECK: table}, seats)
    return table


def deck_add(*, name: str, data: bytes) -> Added:
    """Keep the deck of a file and offer it by a name.

    The same cards are kept once: if they are here, they are offered (again) under the name
    they have. Raises ``DeckRefused``, ``BadOptions``, ``ServiceError`` (``bad_deck_name``),
    ``Conflict`` (``deck_name_taken``: another deck is offered by that name).
    """
    table = deck_read(data)
    name = _checked_name(name)
    try:
        with transaction.atomic():
            digest = digest_of(table)
            deck, is_new = Deck.objects.get_or_create(
                digest=digest, defaults={"game": GAMES[0], "name": name, "table": table}
            )
            if not deck.is_offered:
                deck.is_offered = True
                deck.save(update_fields=["is_offered"])
            return Added(deck, is_new)
    except IntegrityError:
        raise Conflict(
            "deck_name_taken", _("Another deck is offered by that name; retire it first.")
        ) from None


def deck_retire(*, name: str) -> Deck:
    """Offer a deck no more; its matches go on. Raise ``NotThere`` (``no_deck``)."""
    with transaction.atomic():
        deck = Deck.objects.select_for_update().filter(name=name, is_offered=True).first()
        if deck is None:
            raise NotThere("no_deck", _("No deck is offered by that name."))
        deck.is_offered = False
        deck.save(update_fields=["is_offered"])
        return deck


def decks_offered(game: str) -> list[Choice]:
    """Return the decks that a new match of a game may be played with, by name; one query.

    None where the game has no such cards.
    """
    if game not in GAMES:
        return []
    rows = Deck.objects.filter(game=game, is_offered=True).order_by("name")
    return [Choice(*row) for row in rows.values_list("pk", "name")]


def deck_offered(game: str, deck_id: int) -> Deck:
    """Return a deck on offer; raise ``ServiceError`` (``unknown_deck``)."""
    deck = None
    if type(deck_id) is int and 0 < deck_id < 2**63:
        deck = Deck.objects.filter(pk=deck_id, game=game, is_offered=True).first()
    if deck is None:
        raise ServiceError("unknown_deck", _("There is no such deck for this game."))
    return deck


def _checked_name(name: str) -> str:
    kept = one_line(name)
    if not kept or len(kept) > LONGEST_NAME or not is_plain(kept):
        raise ServiceError(
            "bad_deck_name", _("A deck's name has 1 to %(most)s characters."), most=LONGEST_NAME
        )
    return kept
