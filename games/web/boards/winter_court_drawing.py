"""What Winter Court's pictures are made of: suits, cards, pawns, the members of the court.

A member is drawn as three bands, one above the other: the other side, the tile, the
reader's side. Its pawn stands in one of them, its influence lies in the first or the last.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.engine.contract import Json
from games.web.boards import winter_court_words as words
from games.winter_court.components import CARD_OF, DECK, LETTERS, MEMBER_OF, MEMBERS, RANK, SUIT

GLYPHS = (
    "M1 17 7 6l4 6 2-3 6 8z",
    "M10 2 17 5v6c0 4-3 6-7 8-4-2-7-4-7-8V5z",
    "M10 2a8 8 0 1 1 0 16 8 8 0 0 1 0-16zm0 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8z",
    "M2 4c3-1 6 0 8 2 2-2 5-3 8-2v13c-3-1-6 0-8 2-2-2-5-3-8-2z",
    "M8 2h4v6h6v4h-6v6H8v-6H2V8h6z",
    "M10 1l3 6 6 1-5 4 2 7-6-4-6 4 2-7-5-4 6-1z",
)
"""A shape for each suit, in the order of the deck, in a box of 20."""

PAWNS = {
    0: "M10 1a4.5 4.5 0 0 1 2.6 8.2L15 16h1v3H4v-3h1l2.4-6.8A4.5 4.5 0 0 1 10 1z",
    1: "M10 0l5 5-2.5 4L15 16h1v3H4v-3h1l2.5-7L5 5z",
}
"""The pawn in the hands of each seat, in a box of 20; one without an owner is an outline."""


def glyph(suit: int) -> dict[str, Any]:
    """Return what a suit shows: its shape, its letters, its name."""
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
        "suit": glyph(SUIT[number]),
        "rank": RANK[number],
        "name": words.card_name(card),
    }


def suit_piles(cards: Iterable[str]) -> list[dict[str, Any]]:
    """Return cards by suit, each pile in the order of the ranks."""
    piles: dict[int, list[str]] = {}
    for card in sorted(cards, key=CARD_OF.__getitem__):
        piles.setdefault(SUIT[CARD_OF[card]], []).append(card)
    return [
        {"suit": glyph(suit), "cards": [card_face(card) for card in piles[suit]]}
        for suit in sorted(piles)
    ]


def member_facts(letter: str) -> dict[str, Any]:
    """Return what is printed on a member's tile."""
    member = MEMBERS[MEMBER_OF[letter]]
    return {
        "letter": letter,
        "name": words.member_name(letter),
        "royal": member.royal,
        "status": member.status,
        "suits": [glyph(suit) for suit in member.suits],
        "power": words.power_of(letter),
        "short": words.short_power_of(letter),
    }


def near_seat(seat: int | None) -> int:
    """Return who sits at the near side: the reader, or the first seat for who looks on."""
    return 1 if seat == 1 else 0


def member_on_table(
    view: Json, names: Sequence[str], seat: int | None, letter: str, fresh: frozenset[str]
) -> dict[str, Any]:
    """Return a member with its pawn and its influence, as it lies before that reader."""
    there = view["court"][letter]
    near, holder = near_seat(seat), there["holder"]
    return member_facts(letter) | {
        "holder": holder,
        "place": words.place_words(holder, names, seat),
        "rank": there["rank"],
        "influence": words.influence_words(there, names, seat),
        "bands": [
            _band("theirs", 1 - near, there),
            _band("tile", None, there),
            _band("mine", near, there),
        ],
        "is_new": letter in fresh,
    }


def _band(name: str, owner: int | None, there: Mapping[str, Any]) -> dict[str, Any]:
    has_cards = owner is not None and there["side"] == owner and bool(there["cards"])
    has_pawn = there["holder"] == owner
    return {
        "name": name,
        "has_pawn": has_pawn,
        "pawn": pawn(owner) if has_pawn else None,
        "cards": [card_face(card) for card in there["cards"]] if has_cards else [],
        "rank": there["rank"],
    }


def pawn(owner: int | None) -> dict[str, Any]:
    """Return a pawn's shape and whose it is now."""
    return {"path": PAWNS[owner or 0], "owner": "none" if owner is None else owner}


def fresh_of(events: Iterable[Mapping[str, Json]]) -> frozenset[str]:
    """Return the members that the latest events changed."""
    found = (event["data"] for event in events)
    letters = (data.get("target") or data.get("member") for data in found)
    return frozenset(letter for letter in letters if letter in MEMBER_OF)


def drawn_of(events: Iterable[Mapping[str, Json]], seat: int | None) -> frozenset[str]:
    """Return the cards that the latest events brought into a seat's hand."""
    cards: set[str] = set()
    for event in events:
        data = event["data"]
        if data.get("seat") != seat:
            continue
        if event["kind"] == "drew_cards":
            cards.update(data["cards"])
        elif event["kind"] == "card_taken":
            cards.add(data["card"])
    return frozenset(cards)


def players(view: Json, names: Sequence[str], seat: int | None) -> list[dict[str, Any]]:
    """Return both players, the far one first."""
    near = near_seat(seat)
    return [
        {
            "number": number,
            "name": names[number],
            "is_mine": number == seat,
            "to_move": number == view["to_move"],
            "status": view["status"][number],
            "cards": view["hand_sizes"][number],
            "pawn": pawn(number),
        }
        for number in (1 - near, near)
    ]


def example(view: Json, letter: str) -> dict[str, Any]:
    """Return a member of an example, seen by the first of two players."""
    return member_on_table(view, [_("You"), _("Opponent")], 0, letter, frozenset())


def every_member() -> list[dict[str, Any]]:
    """Return all tiles, for the page that explains the game."""
    return [member_facts(letter) for letter in LETTERS]
