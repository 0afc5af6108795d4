"""Winter Court in plain words: cards, powers, events, answers, the whole state as text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.contract import Json
from games.winter_court.components import CARD_READ, DECK, LETTERS, MEMBER_OF, NAME, RANK, SUIT

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
STAGES = {
    "act": gettext_lazy("Powers and plays"),
    "draw": gettext_lazy("Drawing"),
    "keep": gettext_lazy("One of two drawn cards is kept"),
    "over": gettext_lazy("The game is over"),
}
REASONS = {
    "four_royals": gettext_lazy("all four royals at once"),
    "status": gettext_lazy("more status when the pile was empty"),
    "letter": gettext_lazy("equal status, and the first letter"),
    "empty_court": gettext_lazy("nobody controls anybody"),
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
    return ", ".join(map(card_name, cards)) or "–"


def member_name(letter: str) -> str:
    """Return a member's name."""
    return NAME[MEMBER_OF[letter]] if letter in MEMBER_OF else letter


# Events


def line(event: Mapping[str, Json], names: Sequence[str], seat: int | None) -> str:
    """Say an event in plain words; the count of drawn cards is left out beside the cards."""
    data, kind = event["data"], event["kind"]
    tell = TELLERS.get(kind)
    if kind == "dealt":
        return _("First player: %(name)s.") % {"name": _who(data["first"], names, seat)}
    if kind == "game_over":
        return _over(data, names, seat)
    if tell is None or (kind == "drew" and data["seat"] == seat):
        return ""
    return tell(data, _who(data["seat"], names, seat) if "seat" in data else "")


def _who(number: int, names: Sequence[str], reader: int | None) -> str:
    return _("You") if number == reader else names[number]


def _played(data: Mapping[str, Any], name: str) -> str:
    text = _("%(name)s: played %(card)s on the %(member)s") % {
        "name": name,
        "card": card_name(data["main"]),
        "member": member_name(data["target"]),
    }
    for added in data["added"]:
        text += _(", with %(card)s by the %(power)s") % {
            "card": card_name(added["card"]),
            "power": str(added["power"]).capitalize(),
        }
    if data["boosts"]:
        text += _(", boosted by %(cards)s") % {"cards": cards_words(data["boosts"])}
    than = _("below") if data["fool"] else _("against")
    return text + f": {data['total']} {than} {data['beaten']}."


def _over(data: Mapping[str, Any], names: Sequence[str], seat: int | None) -> str:
    says = {"why": str(REASONS.get(data["reason"], data["reason"]))}
    if len(data["winners"]) != 1:
        return _("A draw: %(why)s.") % says
    winner = data["winners"][0]
    if winner == seat:
        return _("You win: %(why)s.") % says
    return _("%(name)s wins: %(why)s.") % (says | {"name": names[winner]})


def _drew(data: Mapping[str, Any], name: str) -> str:
    text = ngettext("%(name)s: drew a card.", "%(name)s: drew %(count)s cards.", data["count"])
    return text % {"name": name, "count": data["count"]}


def _cards_told(template: str) -> Callable[[Mapping[str, Any], str], str]:
    def tell(data: Mapping[str, Any], name: str) -> str:
        cards = data["cards"] if "cards" in data else [data["card"]]
        return _(template) % {"name": name, "cards": cards_words(cards)}

    return tell


TELLERS: dict[str, Callable[[Mapping[str, Any], str], str]] = {
    "played": _played,
    "power_used": lambda data, name: (
        _("%(name)s: used the %(power)s, whose pawn goes back.")
        % {"name": name, "power": member_name(data["member"])}
    ),
    "influence_discarded": lambda data, _name: (
        _("The influence on the %(member)s is discarded: %(cards)s.")
        % {"member": member_name(data["member"]), "cards": cards_words(data["cards"])}
    ),
    "passed": lambda data, name: _("%(name)s: passed.") % {"name": name},
    "drew": _drew,
    "drew_cards": _cards_told("%(name)s: drew %(cards)s."),
    "hand_dealt": _cards_told("%(name)s: were dealt %(cards)s."),
    "card_taken": _cards_told("%(name)s: took %(cards)s from the discard pile."),
    "kept": _cards_told("%(name)s: kept %(cards)s."),
    "thrown": _cards_told("%(name)s: threw %(cards)s away."),
}


# Answers


def answer_words(answer: str) -> str:
    """Say an answer in plain words; what is no answer of this game stays as it is."""
    verb, *rest = answer.split()
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
    extras = [_extra_words(extra) for extra in rest[2:]]
    return ", ".join([text, *extras])


def _extra_words(extra: str) -> str:
    if extra.startswith("+"):
        return _("boosted by %(card)s") % {"card": card_name(extra[1:])}
    power, _is, card = extra.partition("=")
    if card:
        return _("%(card)s by the %(power)s") % {
            "card": card_name(card),
            "power": power.capitalize(),
        }
    return _("with the %(power)s") % {"power": power.capitalize()}


# The whole state


def as_text(view: Json, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the court, the hands one may see, and the piles."""
    texts = [(_("Part of the turn"), str(STAGES[view["stage"]]))]
    for seat, name in enumerate(names):
        hand = view["hands"][seat]
        shown = cards_words(hand) if hand else _("not to be seen")
        text = _("status %(status)s, %(count)s cards: %(cards)s") % {
            "status": view["status"][seat],
            "count": view["hand_sizes"][seat],
            "cards": shown if view["hand_sizes"][seat] else _("none"),
        }
        texts.append((name, text))
    for letter in LETTERS:
        there = view["court"][letter]
        texts.append((f"{letter} {member_name(letter)}", _member_words(there, names)))
    texts.append((_("Draw pile"), str(view["pile"])))
    texts.append((_("Discard pile"), cards_words(view["discard"])))
    return texts


def _member_words(there: Mapping[str, Any], names: Sequence[str]) -> str:
    holder = there["holder"]
    text = _("unclaimed") if holder is None else _("of %(name)s") % {"name": names[holder]}
    if there["cards"]:
        text += _(", influence %(rank)s (%(cards)s) on the side of %(name)s") % {
            "rank": there["rank"],
            "cards": cards_words(there["cards"]),
            "name": names[there["side"]],
        }
    return text
