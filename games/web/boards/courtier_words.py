"""Courtier in plain words: owners, cards, answers, and what a seat is asked.

>>> answer_words("place king 1", house_names(), ["Ann", "Ben"])
"Place a marker on the King in place of Ben's"
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.contract import Ask, Json
from games.web.boards.courtier_names import Names, house_names

__all__ = [
    "answer_words",
    "asked",
    "cards_words",
    "count_words",
    "house_names",
    "listed",
    "owner_name",
    "whose",
]

GIANNI, NEUTRAL = "gianni", "neutral"


def listed(words: Iterable[str]) -> str:
    """Join words: "A, B and C"."""
    return str(get_text_list(list(words), _("and")))


def owner_name(owner: str | None, seats: Sequence[str]) -> str:
    """Return who owns a marker, or holds something: a seat's name, Gianni, neutral, nobody."""
    if owner is None:
        return _("nobody")
    if owner == GIANNI:
        return _("Gianni")
    if owner == NEUTRAL:
        return _("neutral")
    number = int(owner)
    return seats[number] if number < len(seats) else _("seat %(seat)s") % {"seat": number + 1}


def whose(owner: str, seats: Sequence[str], reader: int | None = None) -> str:
    """Say a marker by its owner: "Ann's", "yours", "a neutral one"."""
    if owner == NEUTRAL:
        return _("a neutral one")
    if owner == str(reader):
        return _("yours")
    return _("%(name)s's") % {"name": owner_name(owner, seats)}


def marker_of(owner: str, seats: Sequence[str], reader: int | None = None) -> str:
    """Say a marker by its owner: "Ann's marker", "your marker", "a neutral marker"."""
    if owner == NEUTRAL:
        return _("a neutral marker")
    if owner == str(reader):
        return _("your marker")
    return _("%(name)s's marker") % {"name": owner_name(owner, seats)}


def cards_words(cards: Iterable[str], names: Names) -> str:
    """Return cards by name, equal ones together: "Influence the King (2)"."""
    counts: dict[str, int] = {}
    for card in cards:
        counts[card] = counts.get(card, 0) + 1
    named = [(names.card(card), count) for card, count in counts.items()]
    return listed(name if count == 1 else f"{name} ({count})" for name, count in named)


def count_words(influence: int, power: int) -> str:
    """Say how many cards of each type."""
    texts = [
        (influence, ngettext("%(n)s influence card", "%(n)s influence cards", influence)),
        (power, ngettext("%(n)s power card", "%(n)s power cards", power)),
    ]
    return listed(text % {"n": n} for n, text in texts if n) or _("no cards")


def petition_words(petition: str, names: Names) -> str:
    """Say a petition by its title, its courtiers and its worth."""
    points = names.points(petition)
    text = ngettext(
        "%(title)s (%(courtiers)s; %(points)s point)",
        "%(title)s (%(courtiers)s; %(points)s points)",
        points,
    )
    courtiers = ", ".join(map(names.courtier, names.asked_for(petition)))
    return text % {"title": names.petition(petition), "courtiers": courtiers, "points": points}


# Answers

DRAW = {
    "influence": gettext_lazy("Draw an influence card"),
    "power": gettext_lazy("Draw a power card"),
}
BUY = {
    "influence": gettext_lazy("Buy the influence card that lies open"),
    "power": gettext_lazy("Buy the power card that lies open"),
}
ALONE = {
    "gain": gettext_lazy("Gain a marker from the reserve"),
    "pass": gettext_lazy("Pass"),
    "skip": gettext_lazy("Skip"),
    "done": gettext_lazy("Done"),
    "stop": gettext_lazy("Stop here"),
    "repeat": gettext_lazy("Carry it out once more"),
}
ALONE_AT = {
    ("skip", "trade"): gettext_lazy("Draw nothing"),
    ("skip", "place_extra"): gettext_lazy("Place no further marker"),
    ("done", "discard_more"): gettext_lazy("Discard no more"),
    ("done", "review_more"): gettext_lazy("Discard no more"),
    ("done", "petition"): gettext_lazy("Go on to the refill"),
    ("done", "refill"): gettext_lazy("Draw no more"),
    ("stop", "repeat"): gettext_lazy("Leave it at that"),
    ("stop", "play_more"): gettext_lazy("Play no further card"),
}
"""What a word means that answers more than one kind of ask."""

PLACED = {
    "place_neutral": gettext_lazy("Put a neutral marker on the %(courtier)s"),
    "gianni_place": gettext_lazy("Gianni: a marker on the %(courtier)s"),
}
TAKEN = {
    "remove_neutral": gettext_lazy("Take a neutral marker off the %(courtier)s"),
    "remove_other": gettext_lazy("Send %(marker)s on the %(courtier)s back to its pool"),
    "move_own": gettext_lazy("Move a marker away from the %(courtier)s"),
    "move_other": gettext_lazy("Move %(marker)s away from the %(courtier)s"),
    "swap": gettext_lazy("Exchange %(marker)s on the %(courtier)s"),
    "swap_with": gettext_lazy("Exchange it with %(marker)s on the %(courtier)s"),
}


def answer_words(
    answer: str, names: Names, seats: Sequence[str] = (), kind: str = "", card: str = ""
) -> str:
    """Say an answer in plain words; what is no answer of this game stays as it is.

    ``kind``: of the ask that it answers, ``card``: the card that is being carried out.
    """
    verb, *rest = answer.lower().split() or [""]
    if not rest:
        return str(ALONE_AT.get((verb, kind)) or ALONE.get(verb) or answer)
    if verb == "step" and rest[0].isdecimal():
        return names.step_text(card, int(rest[0]))
    if verb in SAYERS and all(map(_is_owner, rest[1:2] if verb in OWNED else ())):
        return SAYERS[verb](rest, names, seats, kind) or answer
    return answer


def _is_owner(word: str) -> bool:
    return word in (GIANNI, NEUTRAL) or (word.isdecimal() and len(word) < 3)


Sayer = Callable[[list[str], Names, Sequence[str], str], str]


def _with_card(text: str | Any) -> Sayer:
    def say(rest: list[str], names: Names, _seats: Sequence[str], _kind: str) -> str:
        return str(text) % {"card": names.card(rest[0])}

    return say


def _of_deck(texts: dict[str, Any]) -> Sayer:
    def say(rest: list[str], _names: Names, _seats: Sequence[str], _kind: str) -> str:
        return str(texts.get(rest[0], ""))

    return say


def _on_courtier(text: str | Any) -> Sayer:
    def say(rest: list[str], names: Names, _seats: Sequence[str], _kind: str) -> str:
        return str(text) % {"courtier": names.courtier(rest[0])}

    return say


def _hand(rest: list[str], names: Names, _seats: Sequence[str], _kind: str) -> str:
    if not rest[0].isdecimal() or len(rest[0]) > 2 or int(rest[0]) > names.hand_size:
        return ""
    cards = count_words(int(rest[0]), names.hand_size - int(rest[0]))
    return _("Make a hand of %(cards)s") % {"cards": cards}


def _bid(rest: list[str], _names: Names, _seats: Sequence[str], _kind: str) -> str:
    if len(rest) != 2 or not all(word.isdecimal() and len(word) < 4 for word in rest):
        return ""
    text = ngettext(
        "Bid %(amount)s marker on hand %(hand)s",
        "Bid %(amount)s markers on hand %(hand)s",
        int(rest[1]),
    )
    return text % {"hand": rest[0], "amount": rest[1]}


def _place(rest: list[str], names: Names, seats: Sequence[str], kind: str) -> str:
    text = str(PLACED.get(kind, _("Place a marker on the %(courtier)s")))
    said = text % {"courtier": names.courtier(rest[0])}
    if len(rest) == 1:
        return said
    return _("%(placed)s in place of %(whose)s") % {"placed": said, "whose": whose(rest[1], seats)}


def _take(rest: list[str], names: Names, seats: Sequence[str], kind: str) -> str:
    text = str(TAKEN.get(kind, _("Take %(marker)s on the %(courtier)s")))
    marker = marker_of(rest[1], seats) if len(rest) > 1 else _("the marker")
    return text % {"courtier": names.courtier(rest[0]), "marker": marker}


def _complete(rest: list[str], names: Names, _seats: Sequence[str], kind: str) -> str:
    text = _("Complete %(petition)s")
    if kind == "gianni_petition":
        text = _("Gianni completes %(petition)s")
    covers = dict(word.split("=", 1) for word in rest[1:] if "=" in word)
    parts = [text % {"petition": names.petition(rest[0])}, *covered(covers, names)]
    return ", ".join(parts)


def covered(covers: dict[str, str], names: Names) -> list[str]:
    """Say what stands in for courtiers of a petition: the card, or the Minister."""
    texts = {
        "card": _("a card for the %(courtier)s"),
        "minister": _("%(minister)s for the %(courtier)s"),
    }
    minister = names.able("substitute")
    return [
        texts.get(by, by) % {"courtier": names.courtier(courtier), "minister": minister}
        for courtier, by in covers.items()
    ]


OWNED = {"place", "take"}
"""Verbs behind whose courtier an owner can stand."""

SAYERS: dict[str, Sayer] = {
    "hand": _hand,
    "bid": _bid,
    "draw": _of_deck(DRAW),
    "buy": _of_deck(BUY),
    "play": _with_card(gettext_lazy("Play %(card)s")),
    "discard": _with_card(gettext_lazy("Discard %(card)s")),
    "review": _with_card(gettext_lazy("Discard %(card)s for free")),
    "spend": _on_courtier(gettext_lazy("Pay with the marker on the %(courtier)s")),
    "place": _place,
    "put": _on_courtier(gettext_lazy("Put it on the %(courtier)s")),
    "take": _take,
    "complete": _complete,
}


# What is asked

ASKED = {
    "hands": gettext_lazy("Make a hand for the auction: how many of its cards are influence?"),
    "bid": gettext_lazy("Bid for a hand."),
    "trade": gettext_lazy("%(draw)s: draw a card before your action, or none."),
    "action": gettext_lazy("Play a card, discard cards, or gain a marker."),
    "discard_more": gettext_lazy("Discard another card, or that is all."),
    "review_more": gettext_lazy("%(free_discard)s: discard another card, or that is all."),
    "spend": gettext_lazy("Your pool is empty. Which of your markers on the board pays?"),
    "place": gettext_lazy("Choose where your marker goes."),
    "place_extra": gettext_lazy("%(extra_marker)s: place one more, or skip."),
    "choose_step": gettext_lazy("%(card)s: choose one."),
    "place_own": gettext_lazy("Choose a free slot for your marker."),
    "place_neutral": gettext_lazy("Choose a free slot for a neutral marker."),
    "remove_neutral": gettext_lazy("Choose the neutral marker that leaves the board."),
    "move_own": gettext_lazy("Choose the marker of yours that moves."),
    "move_own_to": gettext_lazy("Choose where your marker from the %(taken)s goes."),
    "move_other": gettext_lazy("Choose the marker to move; it stays in its coterie."),
    "move_other_to": gettext_lazy("Choose where the marker from the %(taken)s goes."),
    "remove_other": gettext_lazy("Choose the marker that goes back to its owner's pool."),
    "swap": gettext_lazy("Choose one of the two markers to exchange."),
    "swap_with": gettext_lazy("Choose what to exchange the marker on the %(taken)s with."),
    "draw": gettext_lazy("Choose the deck to draw a card from."),
    "repeat": gettext_lazy("%(repeat)s: carry out %(card)s once more?"),
    "play_more": gettext_lazy("You may play another card."),
    "petition": gettext_lazy("You may complete a petition."),
    "refill": gettext_lazy("Fill up your hand: draw a card, or buy one that lies open."),
    "gianni_place": gettext_lazy("Decide for Gianni: whose marker does he replace?"),
    "gianni_petition": gettext_lazy("Decide for Gianni: which petition does he complete?"),
}
"""The sentence at the top of the page, for each kind of ask."""

ABILITIES = ("draw", "free_discard", "extra_marker", "repeat")


def asked(ask: Ask, view: Json, names: Names) -> str:
    """Say what a seat is asked."""
    text = _special(ask, view) or ASKED.get(ask.kind, ask.kind)
    pending = view["pending"] or {}
    taken = pending.get("taken")
    says = {operation: names.able(operation) for operation in ABILITIES}
    says["card"] = names.card(pending.get("card") or "")
    says["taken"] = names.courtier(taken["courtier"]) if taken else ""
    said = str(text) % says
    if pending.get("repeating"):
        said = _("%(repeat)s, once more: %(asked)s") % {**says, "asked": said}
    left = pending.get("left") or 0
    return f"{said} {_('(%(left)s left)') % {'left': left}}" if left > 1 else said


def _special(ask: Ask, view: Json) -> str:
    """Return the sentence where the moment decides it."""
    if ask.kind == "action":
        return _action(ask)
    if ask.kind == "petition" and view["petition_done"]:
        return _("%(free_discard)s: before the refill you may discard cards.")
    if ask.kind == "play_more" and not view["plays"]["any"]:
        count = view["plays"]["influence"]
        text = ngettext(
            "You may play an influence card.", "You may play %(n)s influence cards.", count
        )
        return text % {"n": count}
    return ""


def _action(ask: Ask) -> str:
    """Return the sentence for an action of which not everything is open."""
    verbs = {str(answer).partition(" ")[0] for answer in ask.legal or ()}
    if verbs == {"pass"}:
        return _("You can do nothing but pass.")
    if "gain" not in verbs:
        return _("Play a card or discard cards; your reserve is empty.")
    return "" if "discard" in verbs else _("You have no card: gain a marker.")
