"""Every sentence with which Winter Court refuses an answer, an option or a position.

A message is a template for ``str.format``. Codes are stable: pages show the
sentence beside the choice it speaks of, which ``where`` names (``main``,
``target``, ``knight``, ``boosts``, ``fool``, ``wizard`` ...).
"""

from __future__ import annotations

from games.engine.contract import Json, Problem
from games.engine.texts import gettext_noop as _

MESSAGES = {
    # the shape of an answer
    "not_asked": _("You are not asked anything now."),
    "bad_answer": _("This answer cannot be read. Write it like this: {example}"),
    "not_now": _("That is not asked now. Write your answer like this: {example}"),
    # when an action is possible
    "already_played": _("You have played this turn; end the play instead of passing."),
    "nothing_played": _("You have not played yet; play a card or pass."),
    "no_play_left": _("You have made your play of this turn."),
    "wizard_needed": _("A second play this turn needs the {power}."),
    "wizard_first_play": _("The {power} grants a second play; this is your first."),
    "power_not_usable": _(
        "You cannot use the {power}: you must control it since your turn began, and each"
        " power works once in a turn."
    ),
    # cards
    "not_in_hand": _("{card} is not in your hand."),
    "same_card": _("{card} is used twice."),
    "wrong_suit": _("{card} has no suit of the {member}."),
    "power_twice": _("The {power} is named twice."),
    "wrong_addition": _("The {power} adds {suit} cards only, and {card} is none."),
    "no_other_suit": _("The {member} has one suit only, so the {power} adds nothing there."),
    "not_the_other_suit": _(
        "The {power} adds the other suit of the {member}; {card} is not of it."
    ),
    "addition_must_match": _("The {member} takes no {suit}, so the {power} adds nothing there."),
    "not_a_boost": _("{card} cannot boost; only {ranks} can."),
    "boost_suit": _("{card} has the suit of no main or added card of this play."),
    # the total
    "too_weak": _("{total} is not above the {current} on the {member}."),
    "not_lower": _("With the {power} you must stay below: {total} is not below {current}."),
    "nothing_to_undercut": _("There is nothing on the {member} that the {power} could go below."),
    # direct powers
    "not_in_discard": _("{card} is not on the discard pile."),
    "charlatan_itself": _("The {power} cannot discard its own influence."),
    "not_unclaimed": _("The {member} is controlled; only an unclaimed member loses its influence."),
    "no_influence": _("There is no influence on the {member}."),
    # drawing
    "must_draw": _("After a pass you must draw at least one card."),
    "one_at_most": _("After a play you may draw one card at most."),
    "pile_too_small": _("Only one card is left; draw that one."),
    "not_drawn": _("{card} is not one of the two cards you have just drawn."),
    # only while a play is being put together
    "no_main": _("Choose the main card first."),
    "no_target": _("Choose the member to play on."),
    "no_card_for": _("You hold no card with a suit of the {member}."),
    "out_of_reach": _("You reach {total} at most, and must be above {current} on the {member}."),
    "accepted_nowhere": _("Whatever you add to {card}, it is accepted nowhere now."),
    "nothing_to_add": _("You hold no card that the {power} could add here."),
    "empty_discard": _("The discard pile is empty."),
    "nothing_to_clear": _("No unclaimed member has influence that the {power} could discard."),
    # options
    "bad_seats": _("Winter Court is a game for two."),
    "bad_options": _("The options are a table."),
    "unknown_option": _("There is no option called {name}."),
    "bad_first": _("The first player is seat 0 or 1, or left to chance."),
    # positions
    "bad_position": _("This is no position of Winter Court."),
    "unknown_field": _("A position has no field called {name}."),
    "bad_field": _("{name} cannot be read."),
    "card_twice": _("{card} is in two places."),
    "wrong_main": _("{card} has no suit of the {member}."),
    "no_cards": _("The {member} is controlled, so there must be influence on it."),
    "too_many_cards": _("Influence on the {member} is one to four cards."),
    "pile_size": _("The draw pile cannot have that size."),
    "empty_pile": _("The draw pile of a running game holds at least one card."),
    "four_royals": _("Whoever controls all royals has won already."),
    "bad_turn": _("These plays, powers and stage do not fit together."),
    "bad_drawn": _("Two cards have been drawn, and both are in the hand."),
}


def problem(code: str, where: str = "", **params: Json) -> Problem:
    """Return the problem with that code."""
    return Problem(code, MESSAGES[code], where, params)
