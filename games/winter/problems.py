"""Every sentence with which Winter refuses an answer, an option or a position.

A message is a template for ``str.format``; a host translates it. Codes are stable.
"""

from __future__ import annotations

from typing import Any

from games.engine.contract import BadOptions, NotAsked, Problem, Refusal
from games.engine.texts import gettext_noop as _

MESSAGES = {
    "not_asked": _("You are not asked anything now."),
    "bad_answer": _("This is no answer here; one looks like “{example}”."),
    "unknown_card": _("There is no card called {card}."),
    # laying a card
    "overlap": _("The card would lie on another card."),
    "no_contact": _("The card must share an edge with a card of the lake."),
    "same_face": _("This card looks the same after a half turn; lay it with rotation 0."),
    # tokens
    "no_supply": _("You have no token left."),
    "not_your_square": _("There is no square of your colour at {x},{y}."),
    "has_token": _("A token lies on the square at {x},{y} already."),
    "not_your_token": _("You have no token at {x},{y}."),
    # moving and removing
    "not_in_lake": _("Card {card} is not in the lake."),
    "carries_token": _("Card {card} carries a token; only a free card can go."),
    "same_place": _("A move takes a card to another place; turning it is no move."),
    "no_new_square": _("The move must make a new square of your colour."),
    "squares_not_needed": _("You have a token for each new square; name none."),
    "choose_squares": _("You have fewer tokens than new squares: name {count} of them."),
    "not_new_square": _("The move makes no new square of your colour at {x},{y}."),
    # groups
    "not_largest_group": _("Card {card} is in none of the largest groups."),
    # options
    "bad_options": _("The options must be named fields."),
    "unknown_option": _("There is no option called {field}."),
    "bad_first": _("The first player is seat 0, seat 1, or nobody yet."),
    "bad_seats": _("Winter is a game for two."),
    # positions
    "bad_position": _("The position is impossible: {what}."),
}

EXAMPLES = {
    "setup_place": "place 2,-1 180",
    "choose_colour": "colour L",
    "freeze": "draw",
    "freeze_place": "place 2,-1 180",
    "thaw": "remove w05",
    "keep_group": "keep w03",
}
"""An answer of the right form for each kind of ask."""


def problem(code: str, where: str = "", **params: Any) -> Problem:
    """Build the problem ``code``."""
    return Problem(code, MESSAGES[code], where, params)


def refusal(code: str, **params: Any) -> Refusal:
    """Build the refusal of an answer."""
    return Refusal(problem(code, **params))


def not_asked() -> NotAsked:
    """Build the refusal for who is not asked anything."""
    return NotAsked(problem("not_asked"))


def bad_options(code: str, where: str = "", **params: Any) -> BadOptions:
    """Build the error for options, seats or a position that make no game."""
    return BadOptions(problem(code, where, **params))
