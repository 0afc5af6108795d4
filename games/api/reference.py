"""The games in words for programs: options, what is asked, how answers are written.

``GET games/`` shows this; the texts say what each game's own package reads and tells. A game
has them in ``games.api.reference_<game>``: ``OPTIONS``, ``ASKS``, ``ANSWERS``, ``EVENTS``.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.services.decks import decks_offered
from games.services.rulebook import BOTS, OFFERED, offered_system, seat_counts
from games.services.selectors import BOT_NAMES, game_name

Words = dict[str, Promise]
Told = dict[str, tuple[tuple[str, ...], Promise]]


def words_of(game: str) -> Any:
    """Return the module that has a game's words."""
    return import_module(f"games.api.reference_{game}")


OPTIONS: dict[str, list[dict[str, Any]]] = {game: words_of(game).OPTIONS for game in OFFERED}
"""What may be chosen when a match of each game is opened."""

ASKS: dict[str, Words] = {game: words_of(game).ASKS for game in OFFERED}
"""The kinds of asks of each game, and what they ask."""

ANSWERS: dict[str, Words] = {game: words_of(game).ANSWERS for game in OFFERED}
"""How answers are written, by example. Case and spacing do not matter."""

EVENTS: dict[str, Told] = {game: words_of(game).EVENTS for game in OFFERED}
"""What a game tells: by kind the keys of the event's data, and what they mean."""

HOSTED: Told = {
    "undone": (("seat", "back_to"), _("all after turn back_to was taken back; seat asked for it")),
    "match_ended": (
        ("ending", "seat"),
        _("the match ended otherwise than by its rules; seat: who resigned or ran out of time"),
    ),
}
"""What the site tells among the events of any game."""


def game_shape(name: str) -> dict[str, Any]:
    """Return all there is to know about a game on offer."""
    system = offered_system(name)
    return {
        "game": name,
        "name": game_name(name),
        "version": system.version,
        "seats": list(seat_counts(system)),
        "bots": [{"bot": bot, "name": BOT_NAMES[bot]} for bot in BOTS],
        "decks": [{"id": deck.id, "name": deck.name} for deck in decks_offered(name)],
        "options": OPTIONS[name],
        "asks": [{"kind": kind, "about": about} for kind, about in ASKS[name].items()],
        "answers": [{"answer": text, "about": about} for text, about in ANSWERS[name].items()],
        "events": [
            {"kind": kind, "data": list(keys), "about": about}
            for kind, (keys, about) in (EVENTS[name] | HOSTED).items()
        ],
    }


def games_shape() -> list[dict[str, Any]]:
    """Return the games on offer; each of them is put into words above."""
    return [game_shape(name) for name in ASKS]
