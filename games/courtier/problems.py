"""Every sentence with which Courtier refuses an answer, an option or a position.

A message is a template for ``str.format``. Codes are stable; ``where`` names the
option or the field of a position.
"""

from __future__ import annotations

from games.engine.contract import Json, Problem
from games.engine.texts import gettext_noop as _

MESSAGES = {
    # the shape of an answer
    "not_asked": _("You are not asked anything now."),
    "bad_answer": _("This answer cannot be read. Write it like this: {example}"),
    "not_now": _("That is not asked now. Write your answer like this: {example}"),
    "not_legal": _("That is not possible now. You may answer, for example: {example}"),
    # hands and bids
    "not_enough_cards": _("The decks have no such hand left."),
    "bid_too_low": _("A bid on hand {hand} is at least {least}."),
    "bid_too_high": _("You have {pool} markers to bid, not {amount}."),
    # cards
    "not_in_hand": _("{card} is not in your hand."),
    "wrong_kind": _("Only an influence card may be played now, and {card} is none."),
    "cannot_pay": _("That costs {cost}, and you have not so many markers left."),
    "no_reserve": _("Your reserve is empty, so there is nothing to gain."),
    "must_act": _("You can do something, so you cannot pass."),
    "no_review": _("A free discard needs the Atheneum's card, once in your turn."),
    "no_cards_left": _("There is no face-down {deck} card."),
    "no_offer": _("There is no face-up {deck} card to buy."),
    "must_draw": _("You draw while there are cards to draw."),
    "must_choose": _("This cannot be declined."),
    # markers
    "no_target": _("This does not allow the {courtier}."),
    "no_marker": _("There is no such marker on the {courtier}."),
    "courtier_full": _("The {courtier} has no free slot."),
    "slot_free": _("The {courtier} has a free slot, so nothing is replaced there."),
    "own_marker": _("You do not replace a marker of your own."),
    "protected": _("The Royal Family protects the markers of that player."),
    "not_another": _("It must be a marker of another player."),
    "nowhere_to_go": _("No other courtier could take that marker."),
    "same_courtier": _("It must be another courtier than the {courtier}."),
    "same_owner": _("The two markers must belong to different owners."),
    "no_partner": _("There is no marker it could be exchanged with."),
    "other_coterie": _("The {courtier} is not of the same coterie as the {other}."),
    # petitions
    "not_your_petition": _("{petition} is neither in the row nor your secret petition."),
    "not_eligible": _("{petition} cannot be completed like that: not covered are {courtiers}."),
    "counted_twice": _("{petition} cannot be completed like that: one courtier counts twice."),
    "one_a_turn": _("You have completed a petition this turn."),
    "no_cheese": _("You need a marker of your own on one of the courtiers, or a Resourceful."),
    "not_dearest": _("Gianni completes the petition that is worth most."),
    # options
    "bad_seats": _("Courtier is a game for {least} to {most}."),
    "bad_options": _("The options are a table."),
    "unknown_option": _("There is no option called {name}."),
    "bad_option": _("{name} cannot be {value}."),
    "too_many_fashions": _("The two stacks together hold at most {most} fashion cards."),
    "bad_deck": _("The deck cannot be played with: {problem}"),
    # positions
    "bad_position": _("This is no position of Courtier."),
    "unknown_field": _("A position has no field called {name}."),
    "bad_field": _("{name} cannot be read."),
    "too_many_markers": _("The {courtier} has {slots} slots."),
    "markers_lost": _("Pool, reserve and board of {owner} do not add up to {markers}."),
    "card_twice": _("{card} is in more places than there are copies of it."),
    "too_many_cards": _("There are not so many cards in the {deck} deck."),
    "bad_stage": _("A position cannot begin there."),
}


def problem(code: str, where: str = "", **params: Json) -> Problem:
    """Return the problem with that code."""
    return Problem(code, MESSAGES[code], where, params)
