"""Courtier in words for programs; ``reference`` puts it among the games."""

from __future__ import annotations

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.courtier.deckfile import house_table

SETUP = house_table()["setup"]
SIZES = list(range(house_table()["counts"]["fashion"]))

OPTIONS: list[dict[str, Any]] = [
    {
        "name": "first",
        "values": [None, 0, 1, 2, 3],
        "default": None,
        "about": _("The seat that begins; null: it is drawn."),
    },
    {
        "name": "auction",
        "values": [True, False],
        "default": True,
        "about": _("The first hands are auctioned; false: they are dealt, as for a first game."),
    },
    {
        "name": "fast_start",
        "values": [False, True],
        "default": False,
        "about": _("A neutral marker lies on every courtier outside the Atheneum."),
    },
    {
        "name": "fashion_top",
        "values": SIZES,
        "default": SETUP["fashion_top"],
        "about": _("Fashion cards above those among which the end lies; fewer: a shorter game."),
    },
    {
        "name": "fashion_bottom",
        "values": SIZES,
        "default": SETUP["fashion_bottom"],
        "about": _(
            "Fashion cards among which the end lies; with fashion_top as many as there are."
        ),
    },
    {
        "name": "no_cheese",
        "values": [False, True],
        "default": False,
        "about": _("A petition needs an own marker on one of its courtiers, or a Resourceful."),
    },
    {
        "name": "turn_cap",
        "values": [None, 60, 120, 200],
        "default": None,
        "about": _("After so many turns of all players the game ends as it stands; null: never."),
    },
    {
        "name": "gianni_can_win",
        "values": [True, False],
        "default": True,
        "about": _("Of two players: whether Gianni is ranked with them."),
    },
]

ASKS: dict[str, Promise] = {
    "hands": _("Make a hand for the auction: how many of its cards are influence cards."),
    "bid": _("Bid markers on a hand; you cannot pass."),
    "trade": _("Draw a card for Commerce, or skip."),
    "action": _("Play a card, gain a marker, or discard; with the Atheneum review cards besides."),
    "discard_more": _("Discard another card, or be done."),
    "review_more": _("Review another card, or be done."),
    "spend": _("Your pool is empty: from which courtier do you spend a marker?"),
    "place": _("Place a marker where the card allows it."),
    "place_extra": _("Place a further marker for the Church, or skip."),
    "choose_step": _("Choose one of the card's two effects."),
    "place_own": _("Place a marker of yours in a free slot."),
    "place_neutral": _("Place a neutral marker in a free slot."),
    "remove_neutral": _("Take a neutral marker from the board."),
    "move_own": _("Choose the marker of yours that moves."),
    "move_own_to": _("Choose where it goes."),
    "move_other": _("Choose the marker of another player that moves."),
    "move_other_to": _("Choose where it goes, in the same coterie."),
    "remove_other": _("Take a marker of another player from the board."),
    "swap": _("Choose the first of two markers to exchange."),
    "swap_with": _("Choose the other, of another owner on another courtier."),
    "draw": _("Choose the deck that you draw from."),
    "repeat": _("Resolve the card once more for the Military, or stop."),
    "play_more": _("Play another card, or stop."),
    "petition": _("Complete a petition, or be done."),
    "refill": _("Draw a card, or buy one that lies face up."),
    "gianni_place": _("Place Gianni's marker."),
    "gianni_petition": _("Choose the petition that Gianni completes, of those worth most."),
}
"""The kinds of asks; one that leaves no choice is not asked."""

ANSWERS: dict[str, Promise] = {
    "hand 3": _("A hand with three influence cards; the rest are power cards."),
    "bid 2 3": _("Three markers on the second hand that was made."),
    "play inf_king": _("Play that card."),
    "gain": _("Gain a marker."),
    "discard inf_king": _("Discard that card, as the action."),
    "review inf_king": _("Discard that card for free, with the Atheneum."),
    "pass": _("Do nothing; only where nothing else can be done."),
    "spend king": _("Spend your marker on that courtier."),
    "place king": _("Place a marker in a free slot of that courtier."),
    "place king 1": _("Place it in place of a marker of seat 1; the same with neutral and gianni."),
    "step 1": _("Carry out the first effect."),
    "take king": _("That courtier's marker: yours, or a neutral one, whichever is asked for."),
    "take king 1": _("The marker of seat 1 there; the same with neutral and gianni."),
    "put prince": _("Put it on that courtier."),
    "draw influence": _("Draw the top card of that deck; the other is power."),
    "buy power": _("Buy the face-up card of that deck; the other is influence."),
    "repeat": _("Resolve the card once more."),
    "complete pet_12": _("Complete that petition."),
    "complete pet_19 princess=card bishop=minister": _(
        "The same with courtiers covered by a Resourceful (card) or by the Minister."
    ),
    "skip": _("Do without."),
    "stop": _("Play no more."),
    "done": _("Go on with what follows."),
}

EVENTS: dict[str, tuple[tuple[str, ...], Promise]] = {
    "began": (("first",), _("the game begins with that seat")),
    "petition_dealt": (("seat", "petition"), _("your secret petition")),
    "petitions_shown": (("petitions",), _("petitions were turned up")),
    "offer_shown": (("deck", "card"), _("the card that can be bought; null: none is left")),
    "hand_dealt": (("seat", "cards"), _("your own first hand")),
    "hand_made": (("seat", "hand", "cards"), _("a hand for the auction")),
    "bid": (("seat", "hand", "amount", "outbid"), _("a bid; outbid: who had bid before, or null")),
    "hand_won": (("seat", "hand", "amount"), _("a hand went to a seat for its bid")),
    "turn_began": (("seat", "turn"), _("a seat's turn began; turn counts those of all")),
    "scored": (("owner", "points", "why"), _("points on the track: culture or fashion")),
    "drew": (("seat", "deck"), _("a seat drew a card")),
    "drew_card": (("seat", "deck", "card"), _("which card you drew")),
    "card_played": (("seat", "deck", "card"), _("a card was played")),
    "discarded": (("seat", "card", "free"), _("a card was discarded; free: with the Atheneum")),
    "gained": (("owner", "count", "why"), _("markers came to a pool: action, card or fashion")),
    "spent": (
        ("seat", "count", "courtier"),
        _("markers were spent; courtier: from there, or null"),
    ),
    "marker_placed": (
        ("seat", "owner", "courtier", "replaced"),
        _("a marker was placed; replaced: whose marker left, or null"),
    ),
    "marker_taken": (("seat", "owner", "courtier"), _("a marker was taken from the board")),
    "marker_moved": (("seat", "owner", "from", "to"), _("a marker was moved")),
    "markers_swapped": (("seat", "owners", "courtiers"), _("two markers changed places")),
    "holder_changed": (
        ("coterie", "before", "after"),
        _("who holds a coterie's card, before and after, or null"),
    ),
    "stand_in": (("seat", "coterie"), _("a Resourceful stands for a courtier of that coterie")),
    "protection_lifted": (("seat",), _("the Royal Family stops that seat no more this turn")),
    "plays_granted": (
        ("seat", "kind", "count", "penalty"),
        _("further plays: of any card or of influence cards; penalty: fewer cards to refill"),
    ),
    "no_effect": (("seat", "card"), _("a card had no effect")),
    "passed": (("seat",), _("a seat could do nothing")),
    "petition_completed": (
        ("owner", "petition", "points", "covered", "cleared", "secret"),
        _("a petition was completed; covered: by courtier, card or minister"),
    ),
    "fashion_shown": (("card",), _("a fashion card was turned up")),
    "neutral_placed": (("courtiers",), _("neutral markers were placed, by courtier")),
    "neutral_cleared": (("courtiers",), _("neutral markers were taken away, by courtier")),
    "petitions_returned": (("petitions",), _("the row went under the petition deck")),
    "bought": (("seat", "deck", "card"), _("a seat bought a face-up card")),
    "deck_shuffled": (("deck",), _("a discard pile was shuffled into a new deck")),
    "gianni_turned": (("card",), _("the influence card by which Gianni acts")),
    "game_over": (
        ("reason", "winners", "scores"),
        _("the rules ended the game; scores: of all colours, Gianni last"),
    ),
}
"""Owners are "0" to "3", "gianni" and "neutral"."""
