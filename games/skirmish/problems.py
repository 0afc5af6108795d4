"""Every sentence with which the skirmish refuses an answer, a team, an option or a position.

A message is a template for ``str.format``; a host translates it. Codes are stable.
"""

from __future__ import annotations

from games.engine.contract import Json, Problem
from games.engine.texts import gettext_noop as _

MESSAGES = {
    # the shape of an answer
    "not_asked": _("You are not asked anything now."),
    "bad_answer": _("This answer cannot be read. Write it like this: {example}"),
    "not_offered": _("That is not among the choices now. One of them is: {example}"),
    # teams
    "unknown_entry": _("The faction has nobody called {entry}."),
    "bad_count": _("Say how many of {entry} with a whole number."),
    "entry_twice": _("{entry} is named twice."),
    "too_many": _("At most {most} of {entry}, and these are {count}."),
    "too_few": _("At least {least} of {entry}, and these are {count}."),
    "one_entry_of_type": _("A team has one kind of {type} only: {entry} or {other}."),
    "over_points": _("The team costs {cost} points; it may cost {points}."),
    "empty_team": _("A team needs at least {count} piece."),
    # set-up
    "square_taken": _("{square} is not free."),
    "tree_ranks": _("Trees stand in ranks {low} to {high}."),
    "home_ranks": _("Deploy in one of the {count} ranks nearest to you."),
    "not_in_hand": _("You have no {entry} left to deploy."),
    # activations
    "no_piece": _("There is no piece on {square}."),
    "not_your_piece": _("The piece on {square} is not yours."),
    "has_activated": _("The piece on {square} has been Activated this turn."),
    "not_active": _("It is the Activation of the piece on {square}."),
    "starts_first": _(
        "{entry} has a rule at the start of its Activation; write: activate {square}"
    ),
    "no_start": _("{entry} has no rule at the start of its Activation; say what it does."),
    "cannot_move": _("{entry} cannot Move."),
    "out_of_reach": _("{entry} cannot get from {from} to {to}."),
    "must_move": _("{entry} can Move, so it has to Move or Attack."),
    "own_piece": _("{square} holds a piece of your own."),
    "cannot_attack": _("{entry} may not Attack now."),
    "protected": _("The piece on {square} cannot be Attacked now."),
    "not_on_attack_path": _("{entry} cannot Attack {to} from {from}."),
    "cannot_castle": _("{entry} cannot Castle with the piece on {to}."),
    # options
    "bad_seats": _("The skirmish is a game for two."),
    "bad_options": _("The options must be named fields."),
    "unknown_option": _("There is no option called {name}."),
    "bad_factions": _("Name two different factions of: {known}."),
    "bad_points": _("Points are two whole numbers from 1 to {most}."),
    "bad_teams": _("Teams are two tables of counts by entry, or null where it is chosen in play."),
    "bad_trees": _("There are 0 to {most} Trees."),
    "bad_first": _("The first player is seat 0, seat 1, or rolled for."),
    # positions
    "bad_position": _("The position is impossible: {what}."),
}

EXAMPLES = {
    "team": "team captain 1 spearman 4",
    "tree": "tree d4",
    "deploy": "deploy captain e1",
    "activate": "move e2 e3",
    "act": "attack e2 d3",
    "spend": "spend",
    "bump": "bump d6",
    "order": "rule 1",
    "promotion": "promote outrider",
    "fools_endeavour": "turn down",
    "redeploy": "redeploy e1",
    "keep_card": "keep KS",
    "wonder": "more",
    "wonderland": "turn down",
    "around": "around c8",
    "chill": "chill d5",
    "melt": "melt disadvantage d5",
    "frostbite": "frostbite c8",
    "obelisk": "curse",
    "jig": "jig d5",
    "prowl": "prowl conjure",
    "steady_command": "encourage e2",
    "benediction": "bless e2",
    "snare": "snare d5",
    "sapling": "sapling d4 e5",
}
"""An answer of the right form for each kind of ask."""


def problem(code: str, where: str = "", **params: Json) -> Problem:
    """Return the problem with that code."""
    return Problem(code, MESSAGES[code], where, params)
