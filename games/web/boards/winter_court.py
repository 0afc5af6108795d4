"""The board of Winter Court: the court, the hand, and a play that is put together by links.

What a composition comes to, and why something cannot be chosen, is said by
``games.winter_court.reckoning``, which judges by the rules' own checks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.contract import Json, Problem
from games.hosting.errors import problem_text
from games.web.boards import Scene
from games.web.boards import winter_court_words as words
from games.winter_court.components import (
    CARD_OF,
    DECK,
    LETTERS,
    MEMBER_OF,
    MEMBERS,
    RANK,
    SUIT,
    WORD,
)
from games.winter_court.reckoning import Composition, Reckoning, reckon

ADDERS = ("knight", "lover", "matchmaker")
GLYPHS = (
    "M1 17 7 6l4 6 2-3 6 8z",
    "M10 2 17 5v6c0 4-3 6-7 8-4-2-7-4-7-8V5z",
    "M10 2a8 8 0 1 1 0 16 8 8 0 0 1 0-16zm0 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8z",
    "M2 4c3-1 6 0 8 2 2-2 5-3 8-2v13c-3-1-6 0-8 2-2-2-5-3-8-2z",
    "M8 2h4v6h6v4h-6v6H8v-6H2V8h6z",
    "M10 1l3 6 6 1-5 4 2 7-6-4-6 4 2-7-5-4 6-1z",
)
"""A shape for each suit, in the order of the deck, in a box of 20."""

PROMPTS = {
    "act": gettext_lazy("Choose a card to play, use a power, or pass."),
    "draw": gettext_lazy("Your turn ends with the draw."),
    "keep": gettext_lazy("Keep one of the two cards; the other is thrown away."),
}


@dataclass(frozen=True)
class Chosen:
    """What has been chosen on the page: only what is in the hand and in the court."""

    scene: Scene
    parts: Mapping[str, str]

    @property
    def composition(self) -> Composition:
        """The play that is being put together; a second one is the Wizard's."""
        parts = self.parts
        return Composition(
            target=parts.get("to"),
            main=parts.get("main"),
            knight=parts.get("knight"),
            lover=parts.get("lover"),
            matchmaker=parts.get("matchmaker"),
            boosts=tuple(parts["boosts"].split(",")) if parts.get("boosts") else (),
            fool="fool" in parts,
            wizard=self.scene.view["plays"] > 0,
        )

    def url(self, **changes: str) -> str:
        """Return the page with these choices changed; an empty one is dropped."""
        chosen = {**self.parts, **changes}
        query = urlencode({key: value for key, value in chosen.items() if value}, safe=",")
        return f"{self.scene.address}?{query}" if query else self.scene.address


def _chosen(scene: Scene, hand: Sequence[str]) -> Chosen:
    query, parts = scene.query, {}
    for key in ("main", *ADDERS):
        if query.get(key) in hand:
            parts[key] = query[key]
    if query.get("to") in MEMBER_OF:
        parts["to"] = query["to"]
    boosts = [card for card in dict.fromkeys(query.get("boosts", "").split(",")) if card in hand]
    if boosts:
        parts["boosts"] = ",".join(boosts)
    if query.get("fool"):
        parts["fool"] = "1"
    return Chosen(scene, parts)


class WinterCourtBoard:
    """Shows the court and lets the reader put a play together."""

    template = "matches/winter_court/board.html"
    how_to = "matches/winter_court/how_to.html"
    label = gettext_lazy("Winter Court")
    summary = gettext_lazy("Cards of influence win twelve members of the court, and their powers.")

    def context(self, scene: Scene) -> dict[str, Any]:
        """Return the court, the hands, the composition and what can be sent."""
        view, seat = scene.view, scene.seat
        hand = view["hands"][seat] if seat is not None else []
        chosen = _chosen(scene, hand)
        acts = scene.ask is not None and scene.ask.kind == "act" and seat is not None
        reckoning = reckon(view, seat, chosen.composition) if acts and seat is not None else None
        return {
            "prompt": PROMPTS[scene.ask.kind] if scene.ask else "",
            "players": _players(scene),
            "members": [_member(scene, chosen, reckoning, letter) for letter in LETTERS],
            "hand": [_hand_card(chosen, reckoning, card) for card in hand],
            "has_hand": seat is not None and not scene.hands,
            "hands": _open_hands(scene),
            "play": _play(chosen, reckoning) if reckoning else None,
            "powers": _powers(scene, reckoning) if reckoning else [],
            "sends": _sends(scene),
            "pile": view["pile"],
            "discard": _by_suit(view["discard"]),
            "discarded": len(view["discard"]),
        }

    def how_to_pictures(self) -> dict[str, Any]:
        """Return the suits, the members and their powers."""
        return {
            "suits": [_glyph(suit) for suit in range(len(DECK.suits))],
            "members": [_facts(letter) for letter in LETTERS],
        }

    def line(self, event: Mapping[str, Json], names: Sequence[str], seat: int | None) -> str:
        """Say an event in plain words."""
        return words.line(event, names, seat)

    def answer_words(self, answer: str) -> str:
        """Say an answer in plain words."""
        return words.answer_words(answer)

    def as_text(self, view: Json, names: Sequence[str]) -> list[tuple[str, str]]:
        """Return the whole view as headings and texts."""
        return words.as_text(view, names)


# Cards and members


def _glyph(suit: int) -> dict[str, Any]:
    return {
        "number": suit,
        "path": GLYPHS[suit % len(GLYPHS)],
        "code": DECK.codes[suit],
        "name": words.suit_name(suit),
    }


def card_face(card: str) -> dict[str, Any]:
    """Return what a card shows."""
    number = CARD_OF[card]
    return {
        "code": card,
        "suit": _glyph(SUIT[number]),
        "rank": RANK[number],
        "name": words.card_name(card),
    }


def _facts(letter: str) -> dict[str, Any]:
    number = MEMBER_OF[letter]
    member = MEMBERS[number]
    return {
        "letter": letter,
        "name": member.name,
        "royal": member.royal,
        "status": member.status,
        "suits": [_glyph(suit) for suit in member.suits],
        "power": words.POWERS.get(WORD[number], ""),
    }


def _member(
    scene: Scene, chosen: Chosen, reckoning: Reckoning | None, letter: str
) -> dict[str, Any]:
    there = scene.view["court"][letter]
    fault = reckoning.members[letter] if reckoning else None
    can_choose = reckoning is not None and chosen.parts.get("main") and fault is None
    is_chosen = chosen.parts.get("to") == letter
    return _facts(letter) | {
        "holder": there["holder"],
        "place": _place(scene, there["holder"]),
        "is_mine": there["holder"] is not None and there["holder"] == scene.seat,
        "rank": there["rank"],
        "cards": [card_face(card) for card in there["cards"]],
        "side": "" if there["side"] is None else scene.names[there["side"]],
        "url": chosen.url(to="" if is_chosen else letter) if can_choose or is_chosen else "",
        "is_chosen": is_chosen,
        "why": _why(fault) if reckoning and chosen.parts.get("main") else "",
    }


def _place(scene: Scene, holder: int | None) -> str:
    if holder is None:
        return _("unclaimed")
    return _("yours") if holder == scene.seat else scene.names[holder]


def _why(fault: Problem | None) -> str:
    return problem_text(fault) if fault else ""


def _players(scene: Scene) -> list[dict[str, Any]]:
    view = scene.view
    return [
        {
            "number": seat,
            "name": name,
            "is_mine": seat == scene.seat,
            "status": view["status"][seat],
            "cards": view["hand_sizes"][seat],
        }
        for seat, name in enumerate(scene.names)
    ]


def _open_hands(scene: Scene) -> list[dict[str, Any]]:
    """Return all hands of a match that is over."""
    return [
        {"name": scene.names[seat], "cards": [card_face(card) for card in own["hands"][seat]]}
        for seat, own in enumerate(scene.hands or ())
    ]


def _by_suit(cards: Sequence[str]) -> list[dict[str, Any]]:
    piles: dict[int, list[int]] = {}
    for card in cards:
        piles.setdefault(SUIT[CARD_OF[card]], []).append(RANK[CARD_OF[card]])
    return [{"suit": _glyph(suit), "ranks": sorted(piles[suit])} for suit in sorted(piles)]


# Putting a play together


def _hand_card(chosen: Chosen, reckoning: Reckoning | None, card: str) -> dict[str, Any]:
    """Return a card of the hand; choosing it makes it the main card, or lets it go again."""
    face = card_face(card)
    parts = chosen.parts
    used = [key for key in ("main", *ADDERS) if parts.get(key) == card]
    is_boost = card in parts.get("boosts", "").split(",")
    fault = reckoning.cards[card]["main"] if reckoning else None
    url = ""
    if reckoning and parts.get("main") == card:
        url = chosen.scene.address
    elif reckoning and fault is None and not used and not is_boost:
        url = Chosen(chosen.scene, {}).url(main=card)
    return face | {
        "url": url,
        "is_main": parts.get("main") == card,
        "is_used": bool(used) or is_boost,
        "why": _why(fault) if reckoning and fault else "",
    }


def _play(chosen: Chosen, reckoning: Reckoning) -> dict[str, Any] | None:
    """Return the composition: total, rank to beat, the answer or why not, what can be added."""
    if not chosen.parts.get("main"):
        return None
    compared = reckoning.to_beat is not None
    sign = _("against") if not chosen.composition.fool else _("below")
    return {
        "total": reckoning.total,
        "sum": f"{reckoning.total} {sign} {reckoning.to_beat}" if compared else "",
        "main": words.card_name(chosen.parts["main"]),
        "member": words.member_name(chosen.parts["to"]) if chosen.parts.get("to") else "",
        "answer": reckoning.answer,
        "words": words.answer_words(reckoning.answer) if reckoning.answer else "",
        "why": _why(reckoning.problem),
        "extras": _extras(chosen, reckoning),
        "clear": chosen.scene.address,
    }


def _extras(chosen: Chosen, reckoning: Reckoning) -> list[dict[str, Any]]:
    """Return what may be added to the play, and what has been: each with the link to change it."""
    parts, extras = chosen.parts, []
    boosts = [card for card in parts.get("boosts", "").split(",") if card]
    for card in boosts:
        rest = ",".join(other for other in boosts if other != card)
        extras.append(_extra(_boost(card), chosen.url(boosts=rest), is_on=True))
    for power in ADDERS:
        if chosen_card := parts.get(power):
            extras.append(_extra(_added(chosen_card, power), chosen.url(**{power: ""}), is_on=True))
    for card, places in reckoning.cards.items():
        if card == parts["main"]:
            continue
        if card not in boosts and places["boosts"] is None:
            more = ",".join([*boosts, card])
            extras.append(_extra(_boost(card), chosen.url(boosts=more)))
        for power in ADDERS:
            if not parts.get(power) and places[power] is None:
                extras.append(_extra(_added(card, power), chosen.url(**{power: card})))
    if parts.get("fool") or reckoning.powers["fool"] is None:
        is_on = bool(parts.get("fool"))
        label = _("play below, with the Fool")
        extras.append(_extra(label, chosen.url(fool="" if is_on else "1"), is_on=is_on))
    return extras


def _extra(label: str, url: str, *, is_on: bool = False) -> dict[str, Any]:
    return {"label": label, "url": url, "is_on": is_on}


def _boost(card: str) -> str:
    return _("boost with %(card)s") % {"card": words.card_name(card)}


def _added(card: str, power: str) -> str:
    return _("add %(card)s by the %(power)s") % {
        "card": words.card_name(card),
        "power": power.capitalize(),
    }


# Powers, passing, drawing


def _powers(scene: Scene, reckoning: Reckoning) -> list[dict[str, Any]]:
    """Return the direct powers of the members one controls, with their answers or why not."""
    view, powers = scene.view, []
    held = {x for x in LETTERS if view["court"][x]["holder"] == scene.seat}
    for word in ("steward", "sage", "charlatan"):
        letter = LETTERS[WORD.index(word)]
        if letter in held:
            fault = reckoning.powers[word]
            answers = [] if fault else _power_answers(word, view, reckoning)
            powers.append(
                {
                    "name": words.member_name(letter),
                    "power": words.POWERS[word],
                    "answers": [(one, words.answer_words(one)) for one in answers],
                    "why": _why(fault),
                }
            )
    return powers


def _power_answers(word: str, view: Json, reckoning: Reckoning) -> list[str]:
    if word == "sage":
        return [f"sage {card}" for card in sorted(view["discard"], key=CARD_OF.__getitem__)]
    if word == "charlatan":
        free = [letter for letter, fault in reckoning.clearable.items() if fault is None]
        return [f"charlatan {letter}" for letter in free]
    return ["steward"]


def _sends(scene: Scene) -> list[dict[str, str]]:
    """Return the answers that are one button: pass, end, draw, keep."""
    if scene.ask is None or scene.ask.legal is None:
        return []
    if scene.ask.kind == "act":
        return [{"answer": scene.ask.default, "label": words.answer_words(scene.ask.default)}]
    return [{"answer": text, "label": words.answer_words(text)} for text in scene.ask.legal]


BOARD = WinterCourtBoard()
