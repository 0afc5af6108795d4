"""What Courtier's pictures are made of: markers, courtiers in their coteries, petitions, cards.

An owner of markers is told apart by a shape and a letter as well as by a colour; neutral
markers are grey and have no letter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.contract import Json
from games.web.boards.courtier_names import Names
from games.web.boards.courtier_table import GIANNI, NEUTRAL, Court, Table
from games.web.boards.courtier_words import cards_words, listed

SHAPES = (
    "M10 1a9 9 0 1 1 0 18 9 9 0 0 1 0-18z",
    "M2 2h16v16H2z",
    "M10-.5 21 10 10 20.5-1 10z",
    "M10 0 21 19H-1z",
)
"""A marker's outline for each seat, in a box of 20; the seat's colour goes with it."""

MIDDLE, LOW = "14.5", "16.5"
"""Where the letter in a marker stands: in the last shape, a triangle, lower."""

GIANNI_SHAPE = "M5 1h10l5 9-5 9H5L0 10z"
NEUTRAL_SHAPE = "M10 4a6 6 0 1 1 0 12 6 6 0 0 1 0-12z"

SHORT_ABILITIES = {
    "protect": gettext_lazy("protects markers"),
    "end_bonus": gettext_lazy("+%(amount)s at the end"),
    "extra_marker": gettext_lazy("+%(amount)s marker on influence"),
    "repeat": gettext_lazy("power cards twice"),
    "draw": gettext_lazy("a card each turn"),
    "vp": gettext_lazy("+%(amount)s each turn"),
    "substitute": gettext_lazy("stands in on a petition"),
    "free_discard": gettext_lazy("free discards"),
}
"""Abilities by their op (courtier.md 4), in the few words that a coterie's head has room for."""


# Owners


def mark(table: Table, owner: str) -> dict[str, Any]:
    """Return what one of an owner's markers looks like."""
    return {
        "owner": owner,
        "path": _shape(owner),
        "letter": table.letters.get(owner, ""),
        "base": LOW if _shape(owner) == SHAPES[3] else MIDDLE,
        "name": table.name(owner),
        "is_mine": owner == table.own,
    }


def _shape(owner: str) -> str:
    if owner in (NEUTRAL, GIANNI):
        return NEUTRAL_SHAPE if owner == NEUTRAL else GIANNI_SHAPE
    return SHAPES[int(owner) % len(SHAPES)]


def who(table: Table, owner: str | None) -> str:
    """Say an owner: "you" to the reader."""
    if owner is None:
        return _("nobody")
    return _("you") if owner == table.own else table.name(owner)


def players(table: Table, court: Court) -> list[dict[str, Any]]:
    """Return all colours with what is theirs, the reader's own first."""
    view = table.view
    rows = [
        {
            "mark": mark(table, owner),
            "is_on_turn": owner == table.on_turn,
            "score": view["scores"][number],
            "track": view["track"][number],
            "pool": view["pools"][number],
            "reserve": view["reserves"][number],
            "done": [_done(table.names, one) for one in view["completed"][number]],
            "hand": _hand_size(view, owner),
            "known": _known(table, owner),
            "holds": listed(
                table.names.coterie(one)
                for one in table.names.coteries
                if court.holder(one) == owner
            ),
        }
        for number, owner in enumerate(table.colours)
    ]
    return sorted(rows, key=lambda row: not row["mark"]["is_mine"])


def _done(names: Names, petition: str) -> dict[str, Any]:
    return {"title": names.petition(petition), "points": names.points(petition)}


def _hand_size(view: Json, owner: str) -> dict[str, int] | None:
    if owner == GIANNI:
        return None
    influence, power = view["hand_sizes"][int(owner)]
    return {"influence": influence, "power": power}


def _known(table: Table, owner: str) -> str:
    """Name the cards that everybody has seen go into a hand."""
    if owner == GIANNI or not table.view["known"][int(owner)]:
        return ""
    return cards_words(table.view["known"][int(owner)], table.names)


# The court


def coteries(
    table: Table, court: Court, fresh: frozenset[str], options: Mapping[str, Sequence[Json]]
) -> list[dict[str, Any]]:
    """Return the coteries with their courtiers, and at each what can be chosen there."""
    return [
        {
            "id": one,
            "name": table.names.coterie(one),
            "holder": mark(table, holder) if (holder := court.holder(one)) else None,
            "held": _held_words(table, holder),
            "counts": _counts(table, court, one),
            "ability": table.names.ability(one),
            "short": _short_ability(table.names, one),
            "text": table.names.ability_text(one),
            "courtiers": [
                _courtier(table, court, courtier, courtier in fresh)
                | {"options": list(options.get(courtier, ()))}
                for courtier in table.names.members(one)
            ],
        }
        for one in table.names.coteries
    ]


def pairs(listed_once: Sequence[Json]) -> list[Sequence[Json]]:
    """Return things two by two, as they lie below one another."""
    return [listed_once[start : start + 2] for start in range(0, len(listed_once), 2)]


def _held_words(table: Table, holder: str | None) -> str:
    if holder is None:
        return _("held by nobody")
    if holder == table.own:
        return _("held by you")
    return _("held by %(name)s") % {"name": table.name(holder)}


def _counts(table: Table, court: Court, coterie: str) -> list[dict[str, Any]]:
    counted = zip(table.colours, court.counts(coterie), strict=True)
    return [{"mark": mark(table, owner), "count": count} for owner, count in counted if count]


def _short_ability(names: Names, coterie: str) -> str:
    ability = names.abilities.get(coterie)
    if ability is None:
        return ""
    return str(SHORT_ABILITIES.get(ability["op"], "")) % {"amount": ability["amount"]}


def _courtier(table: Table, court: Court, courtier: str, is_new: bool) -> dict[str, Any]:
    controller = court.controller(courtier)
    lying = dict(zip(table.owners, court.markers[courtier], strict=True))
    marks = [mark(table, owner) for owner, count in lying.items() for _each in range(count)]
    free = max(0, table.names.slots(courtier) - len(marks))
    return {
        "id": courtier,
        "name": table.names.courtier(courtier),
        "marks": marks,
        "free": range(free),
        "is_full": not free,
        "controller": mark(table, controller) if controller else None,
        "is_mine": controller is not None and controller == table.own,
        "words": _courtier_words(table, lying, free, controller),
        "is_new": is_new,
    }


def _courtier_words(
    table: Table, lying: Mapping[str, int], free: int, controller: str | None
) -> str:
    """Say what lies at a courtier: "you 2, Ben 1, 1 free; you control it"."""
    parts = [f"{who(table, owner)} {count}" for owner, count in lying.items() if count]
    parts.append(_("full") if not free else _("%(count)s free") % {"count": free})
    text = ", ".join(parts)
    if controller is None:
        return text
    if controller == table.own:
        return _("%(markers)s; you control it") % {"markers": text}
    return _("%(markers)s; %(name)s controls it") % {
        "markers": text,
        "name": table.name(controller),
    }


def fresh_of(events: Iterable[Mapping[str, Json]]) -> frozenset[str]:
    """Return the courtiers that the latest events changed."""
    found: set[str] = set()
    for event in events:
        data = event["data"]
        for key in ("courtier", "from", "to"):
            if isinstance(data.get(key), str):
                found.add(data[key])
        for key in ("courtiers", "cleared"):
            found.update(data.get(key) or ())
    return frozenset(found)


# Petitions


def petitions(table: Table, court: Court) -> list[dict[str, Any]]:
    """Return the petitions in sight with what each of their courtiers is to the reader."""
    secret = table.petitions[: len(table.petitions) - len(table.view["petitions"])]
    return [petition(table, court, one, is_secret=one in secret) for one in table.petitions]


def petition(table: Table, court: Court, one: str, *, is_secret: bool = False) -> dict[str, Any]:
    """Return a petition: its courtiers, how many of them the reader has, who else is near."""
    asked = table.names.asked_for(one)
    ready = court.ready(one, table.own)
    return {
        "id": one,
        "title": table.names.petition(one),
        "points": table.names.points(one),
        "is_secret": is_secret,
        "courtiers": [_asked(table, court, courtier) for courtier in asked],
        "have": len(ready),
        "all": len(asked),
        "can": bool(table.own) and court.can_complete(one, table.own),
        "others": [] if is_secret else _others(table, court, one),
    }


def _asked(table: Table, court: Court, courtier: str) -> dict[str, Any]:
    """Return a courtier of a petition: full and the reader's, theirs but not full, or neither."""
    is_mine = bool(table.own) and court.controller(courtier) == table.own
    is_ready = bool(table.own) and court.is_ready(courtier, table.own)
    state = "ready" if is_ready else "mine" if is_mine else "not" if table.own else "plain"
    lacking = table.names.slots(courtier) - sum(court.markers[courtier])
    says = {
        "ready": _("ready"),
        "mine": ngettext("yours, %(count)s free", "yours, %(count)s free", lacking),
        "not": _("not yours"),
        "plain": "",
    }
    return {
        "name": table.names.courtier(courtier),
        "state": state,
        "words": says[state] % {"count": lacking},
    }


def _others(table: Table, court: Court, one: str) -> list[dict[str, Any]]:
    """Return who else has courtiers of a petition ready on a turn of theirs."""
    found = [
        {
            "mark": mark(table, owner),
            "have": len(court.ready(one, owner)),
            "can": court.can_complete(one, owner),
        }
        for owner in table.colours
        if owner != table.own
    ]
    return [other for other in found if other["have"]]


# Cards


def card_face(names: Names, card: str, count: int = 1) -> dict[str, Any]:
    """Return what a card in hand shows."""
    return {
        "id": card,
        "name": names.card(card),
        "text": names.card_text(card),
        "is_influence": names.is_influence(card),
        "count": count,
    }


def faces(names: Names, cards: Sequence[str]) -> list[dict[str, Any]]:
    """Return cards, each kind once with how many of it there are."""
    return [card_face(names, card, list(cards).count(card)) for card in dict.fromkeys(cards)]


def drawn_of(events: Iterable[Mapping[str, Json]], seat: int | None) -> frozenset[str]:
    """Return the cards that the latest events brought into a seat's hand."""
    kinds = ("drew_card", "bought")
    found = [event["data"] for event in events if event["kind"] in kinds]
    return frozenset(data["card"] for data in found if data["seat"] == seat)


def decks(table: Table) -> list[dict[str, Any]]:
    """Return the two decks: the face-up card, how many lie face down and on the discard pile."""
    view, titles = table.view, {"influence": _("Influence"), "power": _("Power")}
    return [
        {
            "id": deck,
            "name": titles[deck],
            "face": card_face(table.names, card) if (card := view["offers"][deck]) else None,
            "left": view["decks"][deck],
            "discards": faces(table.names, view["discards"][deck][::-1]),
            "discarded": len(view["discards"][deck]),
        }
        for deck in ("influence", "power")
    ]


def fashion(table: Table) -> dict[str, Any]:
    """Return how long the fashion deck is, where its end may be, and what has come of it."""
    left, among = table.view["fashion"]["left"], table.view["fashion"]["end_among"]
    return {
        "left": left,
        "is_near": bool(left) and among >= left,
        "above": max(0, left - among),
        "among": among,
        "seen": [
            {"name": table.names.fashion(one), "text": table.names.fashion_text(one)}
            for one in table.view["fashion"]["seen"]
        ],
    }
