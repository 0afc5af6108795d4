"""Winter in words for programs; ``reference`` puts it among the games."""

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
    "setup_place": _("Lay the second card of the lake beside the first."),
    "choose_colour": _("Choose your colour; the other seat plays the other one."),
    "freeze": _("Draw a card, or put a token on one of your squares."),
    "freeze_place": _("Lay the card that you have just drawn."),
    "thaw": _("Move a free card, take one out of the game, or take a token of yours back."),
    "keep_group": _("The lake has parted and the largest groups are equal: keep one."),
}

ANSWERS: dict[str, Promise] = {
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
}

EVENTS: dict[str, tuple[tuple[str, ...], Promise]] = {
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
}  # fmt: skip
