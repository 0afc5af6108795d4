"""The games that are offered, the opened game behind a match, and where its chance comes from."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.engine.chance import CommitReveal, Recording, commitment
from games.engine.contract import Game, Json, System
from games.engine.registry import load_system
from games.hosting.errors import Conflict, ServiceError
from games.models import Deck, Match

OFFERED = ("winter_court", "winter", "courtier", "skirmish")
"""The rule systems that people may open a match of, in the order of the lobby."""

BOTS = ("random", "greedy", "search")
"""The bots that may sit at a match, weakest first."""

DECK = "deck"
"""The option under which a game takes the table of an owner's deck."""


def offered_system(name: str) -> System:
    """Return the rule system of a game on offer; raise ``ServiceError`` (``unknown_game``)."""
    if name not in OFFERED:
        raise ServiceError("unknown_game", _("There is no such game here."))
    return load_system(name)


def seat_counts(system: System) -> tuple[int, ...]:
    """Return for how many seats a game can be opened, smallest first."""
    return tuple(getattr(system, "playout_seats", (2,)))


def game_of(match: Match) -> Game[Any]:
    """Return the game of a match; raise ``Conflict`` (``other_rules``) when the rules changed."""
    if load_system(match.game).version != match.rules_version:
        raise Conflict(
            "other_rules", _("This match was begun under other rules and can only be read.")
        )
    options = json.dumps(match.options, sort_keys=True)
    return _opened(match.game, options, match.deck_id, match.seat_count)


@lru_cache(maxsize=256)
def _opened(system: str, options: str, deck: str | None, seats: int) -> Game[Any]:
    return load_system(system).open(_with_deck(json.loads(options), deck), seats)


# Owners' decks


def whole_options(match: Match) -> Json:
    """Return the options of a match with the table of its deck among them: all it depends on."""
    return _with_deck(match.options, match.deck_id)


def _with_deck(options: Json, digest: str | None) -> Json:
    return options if digest is None else {**options, DECK: deck_table(digest)}


@lru_cache(maxsize=16)
def deck_table(digest: str) -> Json:
    """Return the table of a deck; it is one object for all, not to be changed."""
    return Deck.objects.values_list("table", flat=True).get(digest=digest)


# Chance


def chance_context(match: Match, turn: int) -> str:
    """Return the context that goes into every draw of one turn, besides its label."""
    return f"match/{match.public_id}/{turn}"


def turn_chance(match: Match, turn: int) -> Recording:
    """Return the source of one turn's shuffles and dice, recording what is drawn."""
    return Recording(CommitReveal(bytes.fromhex(match.secret), chance_context(match, turn)))


def match_commitment(match: Match) -> str:
    """Return the published commitment (SHA-256, hex) of a match's secret."""
    return commitment(bytes.fromhex(match.secret))
