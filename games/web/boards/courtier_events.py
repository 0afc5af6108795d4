"""What happened in a match of Courtier, event by event, in plain words.

Every event is said from the reader's side: "You placed a marker on the Bishop in place of
Ann's.", to Ann "Ben placed a marker on the Bishop in place of yours.". The events themselves
are told only to who may know them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.contract import Json
from games.web.boards import courtier_moves as moves
from games.web.boards.courtier_names import Names
from games.web.boards.courtier_telling import Teller, Telling, Text, said
from games.web.boards.courtier_words import GIANNI, covered, listed, petition_words

SILENT = frozenset({"turn_began", "plays_granted", "stand_in"})
"""Kinds that need no words: the card that was played says it, or the next line does."""

REASONS = {
    "queen_arrested": gettext_lazy("The Queen was arrested"),
    "turn_cap": gettext_lazy("The last turn was over"),
    "standing": gettext_lazy("As it stood"),
}


def line(event: Mapping[str, Json], names: Names, seats: Sequence[str], reader: int | None) -> str:
    """Say an event to a seat (``None``: an outsider); empty for one that needs no words."""
    tell = TELLERS.get(event["kind"])
    return tell(Telling(event["data"], names, seats, reader)) if tell else ""


# The start


def _petition_dealt(told: Telling) -> str:
    petition = petition_words(told.data["petition"], told.names)
    mine, theirs = _("Your secret petition: %(petition)s."), _("Secret of %(name)s: %(petition)s.")
    return told.says(mine, theirs, told.data["seat"], petition=petition)


def _petitions_shown(told: Telling) -> str:
    shown = [petition_words(one, told.names) for one in told.data["petitions"]]
    text = ngettext("New petition: %(shown)s.", "New petitions: %(shown)s.", len(shown))
    return text % {"shown": listed(shown)} if shown else ""


def _offer_shown(told: Telling) -> str:
    if told.data["card"] is None:
        text = {
            "influence": _("No influence card lies open."),
            "power": _("No power card lies open."),
        }
        return text[told.data["deck"]]
    return _("%(card)s lies open.") % {"card": told.names.card(told.data["card"])}


def _bid(told: Telling) -> str:
    amount, outbid = told.data["amount"], told.data["outbid"]
    mine = ngettext(
        "You bid %(amount)s marker on hand %(hand)s",
        "You bid %(amount)s markers on hand %(hand)s",
        amount,
    )
    theirs = ngettext(
        "%(name)s bid %(amount)s marker on hand %(hand)s",
        "%(name)s bid %(amount)s markers on hand %(hand)s",
        amount,
    )
    hand = told.data["hand"]
    words = told.says(mine, theirs, told.data["seat"], amount=amount, hand=hand)
    if outbid is None:
        return f"{words}."
    more = told.says(_("and outbid you."), _("and outbid %(name)s."), outbid)
    return f"{words} {more}"


def _hand_won(told: Telling) -> str:
    amount = told.data["amount"]
    mine = ngettext(
        "Hand %(hand)s is yours for %(amount)s marker.",
        "Hand %(hand)s is yours for %(amount)s markers.",
        amount,
    )
    theirs = ngettext(
        "%(name)s gets hand %(hand)s for %(amount)s marker.",
        "%(name)s gets hand %(hand)s for %(amount)s markers.",
        amount,
    )
    hand = told.data["hand"]
    return told.says(mine, theirs, told.data["seat"], amount=amount, hand=hand)


# Points, cards, markers in and out


def _scored(told: Telling) -> str:
    points = told.data["points"]
    mine = ngettext("You score %(points)s point", "You score %(points)s points", points)
    theirs = ngettext(
        "%(name)s scores %(points)s point", "%(name)s scores %(points)s points", points
    )
    words = told.says(mine, theirs, told.data["owner"], points=points)
    if told.data["why"] != "culture":
        return f"{words}."
    return f"{words}: {told.names.able('vp')}."


DREW = {
    "influence": gettext_lazy("%(name)s drew an influence card."),
    "power": gettext_lazy("%(name)s drew a power card."),
}


def _drew(told: Telling) -> str:
    """Say that a card was drawn; who drew it is told the card itself."""
    seat = told.data["seat"]
    return "" if told.is_mine(seat) else str(DREW[told.data["deck"]]) % {"name": told.name(seat)}


def _discarded(told: Telling) -> str:
    tell = said(
        gettext_lazy("You discarded %(cards)s."), gettext_lazy("%(name)s discarded %(cards)s.")
    )
    if not told.data["free"]:
        return tell(told)
    return f"{tell(told)[:-1]}: {told.names.able('free_discard')}."


def _gained(told: Telling) -> str:
    count = told.data["count"]
    mine = ngettext("You gained a marker.", "You gained %(count)s markers.", count)
    theirs = ngettext("%(name)s gained a marker.", "%(name)s gained %(count)s markers.", count)
    return told.says(mine, theirs, told.data["owner"], count=count) if count else ""


def _spent(told: Telling) -> str:
    seat, count = told.data["seat"], told.data["count"]
    if told.data["courtier"] is not None:
        mine = _("You paid with your marker on the %(courtier)s.")
        theirs = _("%(name)s paid with a marker on the %(courtier)s.")
        return told.says(mine, theirs, seat, courtier=told.courtier())
    mine = ngettext("You spent a marker.", "You spent %(count)s markers.", count)
    theirs = ngettext("%(name)s spent a marker.", "%(name)s spent %(count)s markers.", count)
    return told.says(mine, theirs, seat, count=count)


# Petitions and fashions


def _petition_completed(told: Telling) -> str:
    data, names = told.data, told.names
    mine = ngettext(
        "You completed %(petition)s for %(points)s point",
        "You completed %(petition)s for %(points)s points",
        data["points"],
    )
    theirs = ngettext(
        "%(name)s completed %(petition)s for %(points)s point",
        "%(name)s completed %(petition)s for %(points)s points",
        data["points"],
    )
    things = {"petition": names.petition(data["petition"]), "points": data["points"]}
    parts = [told.says(mine, theirs, data["owner"], **things), *covered(data["covered"], names)]
    if data["secret"]:
        parts.insert(1, _("a secret one"))
    words = f"{', '.join(parts)}."
    if not data["cleared"]:
        return words
    cleared = listed(map(names.courtier, data["cleared"]))
    return f"{words} {_('Cleared: %(courtiers)s.') % {'courtiers': cleared}}"


def _fashion_shown(told: Telling) -> str:
    fashion = told.data["card"]
    name, text = told.names.fashion(fashion), told.names.fashion_text(fashion)
    return _("Fashion: %(name)s. %(text)s") % {"name": name, "text": text}


def _neutral(text: Text) -> Teller:
    """Return what says where neutral markers came or went."""

    def tell(told: Telling) -> str:
        parts = [
            told.names.courtier(one) + ("" if count == 1 else f" ({count})")
            for one, count in told.data["courtiers"].items()
        ]
        return str(text) % {"courtiers": listed(parts)} if parts else ""

    return tell


def _petitions_returned(told: Telling) -> str:
    titles = listed(map(told.names.petition, told.data["petitions"]))
    return _("Under the petition deck: %(titles)s.") % {"titles": titles} if titles else ""


def _deck_shuffled(told: Telling) -> str:
    texts = {
        "influence": _("The discarded influence cards are a new deck now."),
        "power": _("The discarded power cards are a new deck now."),
    }
    return texts[told.data["deck"]]


def _gianni_turned(told: Telling) -> str:
    return _("Gianni turned up %(card)s.") % {"card": told.names.card(told.data["card"])}


def _over(told: Telling) -> str:
    winners, scores = told.data["winners"], told.data["scores"]
    owners = [str(seat) for seat in range(len(told.seats))] + [GIANNI]
    points = ", ".join(
        f"{told.name(owner)} {score}" for owner, score in zip(owners, scores, strict=False)
    )
    if not winners:
        won = _("Gianni won")
    elif told.reader is not None and list(winners) == [told.reader]:
        won = _("You won")
    else:
        won = _("%(names)s won") % {"names": listed(map(told.name, winners))}
    why = str(REASONS.get(told.data["reason"], told.data["reason"]))
    return _("%(why)s. %(won)s. Points: %(points)s.") % {"why": why, "won": won, "points": points}


TELLERS: dict[str, Teller] = {
    "began": lambda told: told.says(_("You begin."), _("%(name)s begins."), told.data["first"]),
    "petition_dealt": _petition_dealt,
    "petitions_shown": _petitions_shown,
    "offer_shown": _offer_shown,
    "hand_dealt": said(
        gettext_lazy("You were dealt %(cards)s."), gettext_lazy("%(name)s was dealt %(cards)s.")
    ),
    "hand_made": said(
        gettext_lazy("You made hand %(hand)s: %(cards)s."),
        gettext_lazy("%(name)s made hand %(hand)s: %(cards)s."),
    ),
    "bid": _bid,
    "hand_won": _hand_won,
    "scored": _scored,
    "drew": _drew,
    "drew_card": said(
        gettext_lazy("You drew %(cards)s."),
        gettext_lazy("What %(name)s drew: %(cards)s."),  # after the end, beside the count
    ),
    "card_played": said(
        gettext_lazy("You played %(cards)s."), gettext_lazy("%(name)s played %(cards)s.")
    ),
    "discarded": _discarded,
    "gained": _gained,
    "spent": _spent,
    "marker_placed": moves.marker_placed,
    "marker_taken": moves.marker_taken,
    "marker_moved": moves.marker_moved,
    "markers_swapped": moves.markers_swapped,
    "holder_changed": moves.holder_changed,
    "protection_lifted": moves.protection_lifted,
    "no_effect": moves.no_effect,
    "passed": said(gettext_lazy("You passed."), gettext_lazy("%(name)s passed.")),
    "petition_completed": _petition_completed,
    "fashion_shown": _fashion_shown,
    "neutral_placed": _neutral(gettext_lazy("Neutral markers came to %(courtiers)s.")),
    "neutral_cleared": _neutral(gettext_lazy("Neutral markers left %(courtiers)s.")),
    "petitions_returned": _petitions_returned,
    "bought": said(
        gettext_lazy("You bought %(cards)s."), gettext_lazy("%(name)s bought %(cards)s.")
    ),
    "deck_shuffled": _deck_shuffled,
    "gianni_turned": _gianni_turned,
    "game_over": _over,
}
