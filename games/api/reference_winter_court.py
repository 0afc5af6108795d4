"""Winter Court in words for programs; ``reference`` puts it among the games."""

from __future__ import annotations

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

OPTIONS: list[dict[str, Any]] = [
    {
        "name": "first",
        "values": [None, 0, 1],
        "default": None,
        "about": _("The seat that begins; null: it is drawn."),
    },
]

ASKS: dict[str, Promise] = {
    "act": _("Play a card, use a power, pass, or end your play."),
    "draw": _("Say how many cards you draw."),
    "keep": _("Keep one of the two cards that you have just drawn."),
}

ANSWERS: dict[str, Promise] = {
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
}

EVENTS: dict[str, tuple[tuple[str, ...], Promise]] = {
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
}  # fmt: skip
