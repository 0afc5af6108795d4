"""Winter Court in plain words: suits, cards, members, powers, answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.winter_court.components import (
    CARD_READ,
    DECK,
    MEMBER_OF,
    MEMBERS,
    NAME,
    POWER_OF,
    RANK,
    SUIT,
    WORD,
)

SUITS = {
    "Lands": gettext_lazy("Lands"),
    "Might": gettext_lazy("Might"),
    "Wealth": gettext_lazy("Wealth"),
    "Knowledge": gettext_lazy("Knowledge"),
    "Devotion": gettext_lazy("Devotion"),
    "Wit": gettext_lazy("Wit"),
}
POWERS = {
    "wizard": gettext_lazy("a second play this turn"),
    "steward": gettext_lazy("draw two cards now"),
    "sage": gettext_lazy("take a card from the discard pile"),
    "charlatan": gettext_lazy("discard the influence of an unclaimed member"),
    "knight": gettext_lazy("add a Might card to a play"),
    "lover": gettext_lazy("add a Devotion card to a play"),
    "matchmaker": gettext_lazy("add a card of the member's other suit"),
    "fool": gettext_lazy("play below the influence instead of above it"),
}
SHORT_POWERS = {
    "wizard": gettext_lazy("second play"),
    "steward": gettext_lazy("draw two"),
    "sage": gettext_lazy("take a discard"),
    "charlatan": gettext_lazy("clear a member"),
    "knight": gettext_lazy("add Might"),
    "lover": gettext_lazy("add Devotion"),
    "matchmaker": gettext_lazy("add other suit"),
    "fool": gettext_lazy("play lower"),
}


def suit_name(number: int) -> str:
    """Return what a suit is called."""
    name = DECK.suits[number]
    return str(SUITS.get(name, name))


def card_name(card: str) -> str:
    """Return a card in words; what is no card stays as it is.

    >>> card_name("Wi10")
    'Wit 10'
    """
    number = CARD_READ.get(card.lower())
    return card if number is None else f"{suit_name(SUIT[number])} {RANK[number]}"


def cards_words(cards: Sequence[str]) -> str:
    """Return cards in words, one after the other."""
    return str(get_text_list([card_name(card) for card in cards], _("and"))) or "–"


def member_name(letter: str) -> str:
    """Return a member's name."""
    return NAME[MEMBER_OF[letter]] if letter in MEMBER_OF else letter


def power_name(word: str) -> str:
    """Return the name of the member that has a power."""
    return NAME[POWER_OF[word]] if word in POWER_OF else word


def power_of(letter: str) -> str:
    """Say a member's power; empty for one that has none."""
    return str(POWERS.get(WORD[MEMBER_OF[letter]], ""))


def short_power_of(letter: str) -> str:
    """Say a member's power in the few words that its tile has room for."""
    return str(SHORT_POWERS.get(WORD[MEMBER_OF[letter]], ""))


def suits_of(letter: str) -> str:
    """Return the suits that a member takes: "Lands or Wealth"."""
    suits = MEMBERS[MEMBER_OF[letter]].suits
    return str(get_text_list([suit_name(suit) for suit in suits], _("or")))


def place_words(holder: int | None, names: Sequence[str], reader: int | None) -> str:
    """Say where a pawn stands."""
    if holder is None:
        return _("unclaimed")
    if holder == reader:
        return _("yours")
    return _("of %(name)s") % {"name": names[holder]}


def influence_words(there: Mapping[str, Any], names: Sequence[str], reader: int | None) -> str:
    """Say what influence lies at a member, and on whose side."""
    if not there["cards"]:
        return _("no influence")
    side = there["side"]
    text = _("influence %(rank)s (%(cards)s) on your side")
    if side != reader:
        text = _("influence %(rank)s (%(cards)s) on the side of %(name)s")
    return text % {
        "rank": there["rank"],
        "cards": cards_words(there["cards"]),
        "name": names[side],
    }


# Answers


def answer_words(answer: str) -> str:
    """Say an answer in plain words; what is no answer of this game stays as it is."""
    verb, *rest = answer.split() or [""]
    says = {
        "pass": _("Pass"),
        "end": _("End your plays"),
        "steward": _("Use the Steward: draw two cards"),
    }
    if verb in says and not rest:
        return says[verb]
    if verb == "draw" and rest:
        return _draw_words(rest[0])
    if verb == "keep" and rest:
        return _("Keep %(card)s") % {"card": card_name(rest[0])}
    if verb == "sage" and rest:
        return _("Use the Sage: take %(card)s") % {"card": card_name(rest[0])}
    if verb == "charlatan" and rest:
        return _("Use the Charlatan on the %(member)s") % {"member": member_name(rest[0])}
    if verb == "play" and len(rest) >= 2:
        return _play_words(rest)
    return answer


def _draw_words(count: str) -> str:
    return {
        "0": _("Draw nothing"),
        "1": _("Draw a card"),
        "2": _("Draw two, keep one and throw the other away"),
    }.get(count, count)


def _play_words(rest: Sequence[str]) -> str:
    text = _("Play %(card)s on the %(member)s") % {
        "card": card_name(rest[0]),
        "member": member_name(rest[1]),
    }
    boosts = [extra[1:] for extra in rest[2:] if extra.startswith("+")]
    extras = [_extra_words(extra) for extra in rest[2:] if not extra.startswith("+")]
    if boosts:
        extras.append(_("boosted by %(cards)s") % {"cards": cards_words(boosts)})
    return ", ".join([text, *extras])


def _extra_words(extra: str) -> str:
    power, _is, card = extra.partition("=")
    if card:
        return _("%(card)s by the %(power)s") % {
            "card": card_name(card),
            "power": power_name(power),
        }
    return _("with the %(power)s") % {"power": power_name(power)}
