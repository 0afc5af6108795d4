"""The games in words for programs: options, what is asked, how answers are written.

``GET games/`` shows this; the texts say what each game's own package reads and tells.
"""

from __future__ import annotations

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.api import reference_courtier as courtier
from games.api import reference_skirmish as skirmish
from games.services.decks import decks_offered
from games.services.rulebook import BOTS, offered_system, seat_counts
from games.services.selectors import BOT_NAMES, game_name

Words = dict[str, Promise]
Told = dict[str, tuple[tuple[str, ...], Promise]]

FIRST = {
    "name": "first",
    "values": [None, 0, 1],
    "default": None,
    "about": _("The seat that begins; null: it is drawn."),
}
OPTIONS = {
    "winter": [FIRST],
    "winter_court": [FIRST],
    "courtier": courtier.OPTIONS,
    "skirmish": skirmish.OPTIONS,
}

ASKS: dict[str, Words] = {
    "winter": {
        "setup_place": _("Lay the second card of the lake beside the first."),
        "choose_colour": _("Choose your colour; the other seat plays the other one."),
        "freeze": _("Draw a card, or put a token on one of your squares."),
        "freeze_place": _("Lay the card that you have just drawn."),
        "thaw": _("Move a free card, take one out of the game, or take a token of yours back."),
        "keep_group": _("The lake has parted and the largest groups are equal: keep one."),
    },
    "winter_court": {
        "act": _("Play a card, use a power, pass, or end your play."),
        "draw": _("Say how many cards you draw."),
        "keep": _("Keep one of the two cards that you have just drawn."),
    },
    "courtier": courtier.ASKS,
    "skirmish": skirmish.ASKS,
}
"""The kinds of asks of each game, and what they ask."""

ANSWERS: dict[str, Words] = {
    "winter": {
        "place 2,-1 180": _("Lay the drawn card at x,y, with its rotation, 0 or 180."),
        "colour L": _("Take the light colour (L) or the dark one (D)."),
        "draw": _("Draw a card."),
        "token 1,0": _("Put a token on your square at x,y."),
        "move w05 2,0 180": _("Lay a free card of the lake elsewhere; it makes a square of yours."),
        "move w05 2,0 180 on 1,0 1,1": _(
            "The same with fewer tokens than new squares: those that get one."
        ),
        "remove w05": _("Take a free card out of the game."),
        "take 1,0": _("Take your token at x,y back."),
        "keep w03": _("Keep the group in which that card lies."),
    },
    "winter_court": {
        "play K4 B": _("Play a card, suit and rank, on a member, A to L."),
        "play K4 B knight=Mi2 lover=D3 matchmaker=Wi4 +K1 +Wi2 fool wizard": _(
            "The same with added cards (knight=, lover=, matchmaker=), boosts (+), below the "
            "rank there (fool), and as a second play (wizard); each part may be missing."
        ),
        "steward": _("Use the steward: draw up to two cards."),
        "sage W5": _("Use the sage: take that card from the discard pile."),
        "charlatan A": _("Use the charlatan: discard all influence on an unclaimed member."),
        "pass": _("Play nothing this turn."),
        "end": _("Play nothing more this turn."),
        "draw 1": _("Draw so many cards: 0 or 1 after a play, 1 or 2 after a pass."),
        "keep W5": _("Keep that card; the other goes to the discard pile."),
    },
    "courtier": courtier.ANSWERS,
    "skirmish": skirmish.ANSWERS,
}
"""How answers are written, by example. Case and spacing do not matter."""

EVENTS: dict[str, Told] = {
    "winter": {
        "dealt": (("first", "card", "pattern"), _("who begins, and the first card of the lake")),
        "card_drawn": (("seat", "card", "pattern"), _("a card was drawn, for all to see")),
        "card_placed": (
            ("seat", "card", "pattern", "x", "y", "rot"),
            _("a card was laid; rot is 0 or 180"),
        ),
        "colour_chosen": (("seat", "colour"), _("a seat chose L or D")),
        "token_placed": (("seat", "colour", "x", "y"), _("a token was put on a square")),
        "thaw_began": (("seat",), _("the deck is used up; that seat thaws first")),
        "card_moved": (
            ("seat", "card", "pattern", "from", "to", "squares"),
            _("places as [x, y, rot]; squares: the new ones that got a token"),
        ),
        "card_removed": (
            ("seat", "card", "pattern", "x", "y", "rot"),
            _("a card was taken out of the game"),
        ),
        "token_taken": (("seat", "colour", "x", "y"), _("a token was taken back")),
        "groups_parted": (("groups",), _("the sizes of the groups, when one must be chosen")),
        "group_left": (("cards", "tokens"), _("what floated away; tokens by colour")),
        "game_over": (("reason", "winners"), _("the rules ended the game")),
    },
    "winter_court": {
        "dealt": (("first",), _("hands are dealt; who begins")),
        "hand_dealt": (("seat", "cards"), _("your own hand")),
        "played": (
            (
                "seat", "target", "main", "added", "boosts", "fool", "wizard", "total", "beaten",
                "holder",
            ),
            _("a play; beaten: the rank before, holder: whose pawn it is now, or null"),
        ),
        "power_used": (("seat", "power", "member"), _("a power was used, its pawn returns")),
        "influence_discarded": (("member", "cards"), _("by the charlatan")),
        "card_taken": (("seat", "card"), _("by the sage, from the discard pile")),
        "passed": (("seat",), _("a turn without a play")),
        "drew": (("seat", "count"), _("how many cards a seat drew")),
        "drew_cards": (("seat", "cards"), _("which cards you drew")),
        "kept": (("seat", "card"), _("the card you kept")),
        "thrown": (("seat", "card"), _("the card a seat did not keep")),
        "game_over": (
            ("reason", "winners", "status"),
            _("the rules ended the game; status: members by seat"),
        ),
    },
    "courtier": courtier.EVENTS,
    "skirmish": skirmish.EVENTS,
}  # fmt: skip
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
