"""The skirmish in words for programs; ``reference`` puts it among the games."""

from __future__ import annotations

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.skirmish.faction import faction_ids
from games.skirmish.house import HOUSE
from games.skirmish.setup import DEFAULT_FACTIONS, MOST_POINTS, MOST_TREES

OPTIONS: list[dict[str, Any]] = [
    {
        "name": "factions",
        "values": [[a, b] for a in faction_ids() for b in faction_ids() if a != b],
        "default": list(DEFAULT_FACTIONS),
        "about": _("The factions by seat; two different ones."),
    },
    {
        "name": "points",
        "values": [[HOUSE.points, HOUSE.points], [MOST_POINTS, MOST_POINTS]],
        "default": [HOUSE.points, HOUSE.points],
        "about": _("What a team may cost, by seat; from 1 to the most that is named here."),
    },
    {
        "name": "teams",
        "values": [[None, None]],
        "default": [None, None],
        "about": _("Teams by seat, as tables of counts by entry; null: chosen in play, in secret."),
    },
    {
        "name": "trees",
        "values": list(range(MOST_TREES + 1)),
        "default": HOUSE.trees,
        "about": _("How many Trees are placed."),
    },
    {
        "name": "first",
        "values": [None, 0, 1],
        "default": None,
        "about": _("The first player; null: it is rolled for."),
    },
]

ASKS: dict[str, Promise] = {
    "team": _("Choose a team; both seats at once, shown when the Trees stand."),
    "tree": _("Put a Tree on a free square of the middle ranks."),
    "deploy": _("Put a piece on one of your two ranks."),
    "activate": _("Activate a piece: what it does, or only which, if a rule of its comes first."),
    "act": _("The action of the piece that is Activated."),
    "spend": _("Spend an Advantage on this roll, or keep it; the Attacker says first."),
    "bump": _("Your piece cannot be slain: where does it step aside?"),
    "order": _("Which of the piece's rules comes first?"),
    "promotion": _("Which slain piece takes the place of the Pawn, if any?"),
    "fools_endeavour": _("Turn a Joker card over, or do not."),
    "redeploy": _("Where does the piece come back?"),
    "keep_card": _("Name a card to keep; done, when enough are named."),
    "wonder": _("What does a face-down Joker card do in this Conjure?"),
    "wonderland": _("Turn a Joker card down to Conjure, or do not."),
    "around": _("Around which of your pieces do the enemies get Disadvantage?"),
    "chill": _("Which enemy gets 1 Disadvantage?"),
    "melt": _("The Thaw: which token of an enemy goes?"),
    "frostbite": _("The Thaw: which of your pieces gets Disadvantage?"),
    "obelisk": _("Curse the piece that slew the Totem, or do not."),
    "jig": _("Where does the Barbegazi dance, if at all?"),
    "prowl": _("Conjure, gain Advantage, or neither."),
    "steady_command": _("Which ally gets 1 Advantage?"),
    "benediction": _("Which ally is Blessed, if any?"),
    "snare": _("Which enemy beside a Tree gets Disadvantage, if any?"),
    "sapling": _("Which Tree goes where, if any?"),
}

ANSWERS: dict[str, Promise] = {
    "team captain 1 spearman 4": _("Counts by entry, in any order."),
    "tree d4": _("The square of the Tree."),
    "deploy captain e1": _("An entry of your team, and its square."),
    "move e2 e3": _("Move the piece on the first square to the second."),
    "attack e2 d3": _("Attack from the first square the piece on the second."),
    "castle a1 e1": _("Castle: the Rook's square, its partner's."),
    "stay a1": _("Stay put; only where no Move is legal."),
    "activate e4": _("Activate a piece that has a rule at the start of its Activation."),
    "spend": _("Spend 1 Advantage on this roll."),
    "keep": _("Do not spend it."),
    "bump d6": _("Step aside to that square."),
    "rule 1": _("The piece's rule with that number first."),
    "promote outrider": _("The entry of the slain piece that comes back."),
    "turn up": _("Turn a Joker card up."),
    "turn down": _("Turn a Joker card down."),
    "decline": _("Do not use the rule."),
    "redeploy e1": _("The square where the piece comes back."),
    "keep KS": _("Keep that card; jack behind it: it counts as a Jack."),
    "done": _("Keep no more."),
    "more": _("Turn over one card more."),
    "jack": _("One kept card may count as a Jack."),
    "around c8": _("The enemies around your piece on that square."),
    "chill d5": _("The enemy on that square."),
    "melt disadvantage d5": _("The token, disadvantage or curse, and the enemy's square."),
    "frostbite c8": _("Your piece on that square."),
    "curse": _("Curse it."),
    "jig d5": _("Dance to that square."),
    "prowl conjure": _("Conjure Winter; prowl advantage: gain Advantage."),
    "encourage e2": _("The ally on that square."),
    "bless e2": _("The ally on that square."),
    "snare d5": _("The enemy on that square."),
    "sapling d4 e5": _("The Tree on the first square goes to the second."),
}

PIECE = ("seat", "piece", "entry")

EVENTS: dict[str, tuple[tuple[str, ...], Promise]] = {
    "rolled_off": (("rolls",), _("the dice for the first player, by seat")),
    "tree_placed": (("seat", "square"), _("a Tree was put on the board")),
    "teams_revealed": (("teams",), _("the teams by seat, as counts by entry")),
    "deployed": ((*PIECE, "square"), _("a piece was deployed")),
    "turn_began": (("turn", "first"), _("a turn began; first: its first player")),
    "activated": ((*PIECE, "square"), _("a piece was Activated")),
    "moved": ((*PIECE, "from", "to"), _("a piece Moved")),
    "stayed": ((*PIECE, "square"), _("a piece stayed put")),
    "castled": (
        (*PIECE, "partner", "partner_entry", "from", "to"),
        _("a Rook and its partner swapped squares"),
    ),
    "attacked": (
        (*PIECE, "target", "target_entry", "from", "square"),
        _("an Attack was named; square: the target's"),
    ),
    "token_spent": ((*PIECE, "token"), _("a token was spent on a roll")),
    "fought": (
        (
            "seat", "attacker", "attacker_entry", "target", "target_entry", "dice", "die", "net",
            "sources", "disadvantage", "flat", "totals", "success", "bumped",
        ),
        _("the dice of an Attack; pairs are the Attacker's and the Defender's"),
    ),
    "slain": ((*PIECE, "square", "by"), _("a piece was slain; by: the piece that did it")),
    "moved_in": ((*PIECE, "from", "to"), _("the Attacker entered the square")),
    "bumped": ((*PIECE, "from", "to"), _("a piece stepped aside instead of being slain")),
    "placed": ((*PIECE, "from", "to"), _("a piece was placed elsewhere")),
    "redeployed": ((*PIECE, "from", "to"), _("a piece came back; from: null, if it was slain")),
    "square_rolled": (("rolls", "square"), _("a square was rolled for: the rank, then the file")),
    "token_given": (
        (*PIECE, "token", "count", "square"),
        _("a piece got advantage, disadvantage, blessing or curse"),
    ),
    "token_removed": ((*PIECE, "token", "count", "square"), _("a piece lost tokens")),
    "conjured": (("seat", "cards"), _("cards were turned over")),
    "card_kept": (("seat", "card", "counts_as"), _("a card was kept; counts_as: its kind")),
    "cards_discarded": (("cards",), _("cards went to the discard pile")),
    "thaw_began": (("seat",), _("the Thaw is in force against that seat's Conjures")),
    "kept_discarded": (("seat", "card"), _("a kept card was given up in the Thaw")),
    "deck_shuffled": (("count",), _("the discard pile became the deck")),
    "joker_turned": (("up", "jokers_up"), _("a Joker card was turned; how many lie face up")),
    "tree_moved": ((*PIECE, "from", "to"), _("a Tree was moved by a piece's rule")),
    "promoted": (
        (*PIECE, "newcomer", "newcomer_entry", "square"),
        _("a slain piece took the place of a Pawn"),
    ),
    "game_over": (("reason", "winners", "points"), _("the game is over; points by seat")),
}  # fmt: skip
