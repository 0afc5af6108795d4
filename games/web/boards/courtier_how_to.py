"""What the page that explains Courtier shows: its pictures, its cards, and which rules are ours."""

from __future__ import annotations

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.courtier import SYSTEM
from games.courtier.deckfile import house_table
from games.engine.contract import Json
from games.web.boards import courtier_drawing as drawing
from games.web.boards.courtier_names import Names, house_names
from games.web.boards.courtier_table import Court, Table
from games.web.boards.courtier_words import listed

EXAMPLE: Json = {
    "courtiers": {
        "king": {"0": 1, "1": 1, "neutral": 1},
        "prince": {"0": 2, "1": 1},
        "admiral": {"neutral": 3},
        "palatine": {"1": 2, "2": 1},
        "bishop": {"0": 1, "1": 2, "2": 1},
        "painter": {"0": 1},
    },
}
"""The court of the pictures; the reader has seat 0 and is on turn."""

CONTROL = {
    "prince": gettext_lazy("You have most markers here, and control him."),
    "king": gettext_lazy("Equal: nobody controls him. Neutral markers do not count."),
    "admiral": gettext_lazy("Full of neutral markers alone: yours on your turn, Tom's on his."),
}
"""Examples of who controls a courtier."""

REPLACED, REPLACER, PLACE = "1", "0", "bishop"
PETITION = "pet_15"
CARDS = ("inf_bishop", "inf_any_church", "inf_any", "pow_energetic")

RULINGS: tuple[tuple[tuple[int, ...], Promise], ...] = (
    (
        (1, 2, 3, 4, 5),
        gettext_lazy(
            "Many courtiers, their coteries and nearly all numbers of slots; the examples of the"
            " rulebook show a few."
        ),
    ),
    (
        (6, 7),
        gettext_lazy(
            "What most petitions ask for, and their points, which follow from the slots; the"
            " courtiers of one petition are of different coteries."
        ),
    ),
    ((8,), gettext_lazy("What Commerce does.")),
    (
        (9,),
        gettext_lazy("Subversive lifts the protection for its turn and allows another card."),
    ),
    (
        (10,),
        gettext_lazy("The Military repeats no Resourceful, no Energetic and no Subversive."),
    ),
    ((11,), gettext_lazy("The Royal Family protects from every card, not from replacing alone.")),
    ((12,), gettext_lazy("How many markers Charismatic gains.")),
    ((13,), gettext_lazy("Influence Any Courtier needs a free slot.")),
    ((14, 25), gettext_lazy("A card, or a choice of a card, may be played without effect.")),
    (
        (15,),
        gettext_lazy(
            "The further marker of the Church may be left out, and may go to any courtier that"
            " the card allows."
        ),
    ),
    ((16,), gettext_lazy("The Minister stands in only when full, yours, and with his card held.")),
    (
        (17,),
        gettext_lazy(
            "Gianni scores and can win, uses courtiers that are full of neutral markers, and"
            " completes public petitions only."
        ),
    ),
    ((18,), gettext_lazy("Neutral markers come in the order of the board, cards in turn order.")),
    ((19,), gettext_lazy("A new petition is turned up before the fashion.")),
    ((20,), gettext_lazy("Both sides of a coterie's card mean the same.")),
    ((21, 29), gettext_lazy("A match may end after a number of turns, all players' together.")),
    (
        (22,),
        gettext_lazy("A card lies on the discard pile already while it is carried out."),
    ),
    (
        (23,),
        gettext_lazy(
            "The Atheneum's discards come at any time of your turn before the refill, but not"
            " within a card."
        ),
    ),
    ((24,), gettext_lazy("Gianni always places the further marker of the Church.")),
    ((26,), gettext_lazy("Nobody ever has to buy a card.")),
    (
        (27,),
        gettext_lazy(
            "A card or the Minister may stand in even for a courtier that you have; it keeps its"
            " markers then."
        ),
    ),
    ((28,), gettext_lazy("No Cheese binds Gianni too.")),
    (
        (30,),
        gettext_lazy(
            "The mix of influence cards and most fashions, chosen so that a match does not drag on."
        ),
    ),
    (
        (31, 33),
        gettext_lazy(
            "Further plays of influence cards are used up first; stand-ins, a lifted protection and"
            " fewer cards to draw end with the refill, before Gianni acts."
        ),
    ),
    (
        (32,),
        gettext_lazy(
            "You are asked even where you can only say no, wherever the others could else learn"
            " something about your cards or your secret petition."
        ),
    ),
    (
        (34, 36),
        gettext_lazy(
            "With cards of another deck: abilities that are not optional there, and cards that"
            " Gianni does not ignore."
        ),
    ),
    ((35,), gettext_lazy("For somebody who is away nothing is bought.")),
    ((37,), gettext_lazy("A marker that moves, or two that are exchanged, move at one stroke.")),
)
"""Our rulings, by their numbers in the rules specification (courtier.md 17)."""


def pictures() -> dict[str, Any]:
    """Return what the page shows."""
    names = house_names()
    table = _example(names)
    return {
        **_court(names, table),
        "petition": drawing.petition(table, table.court, PETITION),
        "cards": drawing.faces(names, CARDS),
        "told_cards": [drawing.card_face(names, one) for one in CARDS],
        "power": _power(names),
        "numbers": _numbers(names),
        "own_cards": listed(_own_cards(names)),
        "rulings": [text for _numbers, text in RULINGS],
    }


def _example(names: Names) -> Table:
    view = SYSTEM.open({}, 3).view(SYSTEM.open({}, 3).position(EXAMPLE), 0)
    return Table(view, names, [_("You"), "Tom", "Jane"], 0)


def _court(names: Names, table: Table) -> dict[str, Any]:
    """Return the empty board, who controls what, and a marker before and after it is replaced."""
    markers = [(PLACE, REPLACED, -1), (PLACE, REPLACER, 1)]
    return {
        "coteries": drawing.coteries(table, table.court.cleared(names.courtiers), frozenset(), {}),
        "control": [
            {"courtier": _tile(table, table.court, one), "text": text}
            for one, text in CONTROL.items()
        ],
        "before": _tile(table, table.court, PLACE),
        "after": _tile(table, table.court.moved(markers), PLACE),
    }


def _tile(table: Table, court: Court, courtier: str) -> dict[str, Any]:
    coteries = drawing.coteries(table, court, frozenset(), {})
    found = (one for coterie in coteries for one in coterie["courtiers"] if one["id"] == courtier)
    return next(found)


def _power(names: Names) -> list[dict[str, Any]]:
    """Return the power cards, each kind once, with how many there are."""
    return [
        {"name": names.card(one), "text": names.card_text(one), "count": record["qty"]}
        for one, record in names.power.items()
    ]


def _own_cards(names: Names) -> list[str]:
    """Return the power cards that the rulebook does not name."""
    return [names.card(one) for one, card in names.power.items() if card["source_name"] == "house"]


def _numbers(names: Names) -> dict[str, int]:
    """Return the numbers that the page names, as the deck has them."""
    table = house_table()
    setup, counts = table["setup"], table["counts"]
    named = sum(one["qty"] for one in names.influence.values() if one["kind"] == "named")
    return {
        **setup,
        "named": named,
        "wild": counts["influence"] - named,
        "courtiers": len(names.courtiers),
        "coteries": len(names.coteries),
        "reserve": counts["markers_per_player"] - setup["pool_start"] - 1,
        "markers": counts["markers_per_player"],
        "fashions": setup["fashion_top"] + setup["fashion_bottom"] + 1,
        "last": setup["fashion_bottom"] + 1,
        "most_slots": max(map(names.slots, names.courtiers)),
        "bonus": next(
            one["amount"] for one in names.abilities.values() if one["op"] == "end_bonus"
        ),
    }
