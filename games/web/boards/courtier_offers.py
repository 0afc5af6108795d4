"""The two larger choices of Courtier: a bid in the auction, a petition with what covers it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.contract import Json
from games.web.boards import courtier_words as words
from games.web.boards.courtier_changes import held, said
from games.web.boards.courtier_choosing import answer_label
from games.web.boards.courtier_desk import Desk
from games.web.boards.courtier_drawing import faces, mark

GIANNI_COMPLETES = "gianni_petition"


# The auction


def auction(desk: Desk) -> list[dict[str, Any]]:
    """Return the hands of the auction: what is in each, who has bid most, what can be bid."""
    return [
        {
            "number": number,
            "cards": faces(desk.names, hand["cards"]),
            "maker": desk.scene.names[hand["maker"]],
            "bidder": mark(desk.table, str(hand["seat"])) if hand["seat"] is not None else None,
            "amount": hand["amount"],
            **_bids(desk, str(number)),
        }
        for number, hand in enumerate(desk.scene.view["bids"] or (), start=1)
    ]


def _bids(desk: Desk, number: str) -> dict[str, Any]:
    """Return the lowest and highest bid on a hand, and the bid that is being made up."""
    made = [answer.split() for answer in desk.legal if answer.startswith(f"bid {number} ")]
    amounts = [int(parts[2]) for parts in made]
    if not amounts:
        return {"lowest": None, "is_beyond": desk.kind == "bid"}
    hand, amount = desk.bid
    typed = f"bid {number} {amount}" if hand == number else ""
    answer = typed if typed in desk.legal else f"bid {number} {min(amounts)}"
    return {
        "lowest": min(amounts),
        "highest": max(amounts),
        "bid": answer.split()[2],
        "send": desk.said(answer) | {"label": answer_label(desk, answer)},
    }


def auction_cards(desk: Desk) -> list[dict[str, Any]]:
    """Return every kind of card in the auction once, for what it does."""
    return faces(
        desk.names, [card for hand in desk.scene.view["bids"] or () for card in hand["cards"]]
    )


# Petitions


def completions(desk: Desk) -> list[dict[str, Any]]:
    """Return the petitions that can be completed now, each with the ways to cover it."""
    ways: dict[str, list[str]] = {}
    for answer in desk.legal:
        verb, *rest = answer.split()
        if verb == "complete":
            ways.setdefault(rest[0], []).append(answer)
    found = [_completion(desk, petition, answers) for petition, answers in ways.items()]
    return sorted(found, key=lambda offer: -int(offer["points"]))


def _completion(desk: Desk, petition: str, answers: Sequence[str]) -> dict[str, Any]:
    view, seat = desk.scene.view, desk.scene.seat
    return {
        "id": petition,
        "title": desk.names.petition(petition),
        "points": desk.names.points(petition),
        "is_secret": seat is not None and view["secrets"][seat] == petition,
        "is_giannis": desk.kind == GIANNI_COMPLETES,
        "more": len(answers) - 1,
        "ways": [_way(desk, petition, answer) for answer in answers],
    }


def _way(desk: Desk, petition: str, answer: str) -> dict[str, Any]:
    """Return one way to complete a petition: what covers what, what is cleared, what is lost."""
    covers = dict(part.split("=") for part in answer.split()[2:])
    cleared = [one for one in desk.names.asked_for(petition) if one not in covers]
    if "minister" in covers.values():
        cleared.append(desk.table.deputy[1])
    after = desk.table.court.cleared(cleared)
    gone = list(held(desk.table.court, after))
    return desk.said(answer) | {
        "covered": words.listed(words.covered(covers, desk.names)) if covers else "",
        "cleared": words.listed(desk.names.courtier(one) for one in cleared),
        "back": _back(desk, cleared),
        "lost": said(gone) if gone else "",
        "is_main": True,
    }


def _back(desk: Desk, cleared: Sequence[str]) -> str:
    """Say how many of the reader's markers come back to the pool."""
    count = sum(desk.table.court.count(courtier, desk.table.own) for courtier in cleared)
    if not count:
        return ""
    text = ngettext(
        "%(count)s marker of yours comes back", "%(count)s markers of yours come back", count
    )
    return text % {"count": count}


# The turn so far


def turn(desk: Desk) -> dict[str, Any]:
    """Return whose turn it is, what was played in it, and what that still allows."""
    view: Json = desk.scene.view
    on_turn = desk.table.on_turn
    return {
        "mark": mark(desk.table, on_turn) if on_turn else None,
        "is_told": on_turn != desk.table.own or bool(view["played"]),
        "played": words.cards_words(view["played"], desk.names) if view["played"] else "",
        "allows": list(_allowed(desk, view)),
    }


def _allowed(desk: Desk, view: Json) -> list[str]:
    plays, told = view["plays"], []
    if plays["any"]:
        text = ngettext(
            "%(n)s card more may be played", "%(n)s cards more may be played", plays["any"]
        )
        told.append(text % {"n": plays["any"]})
    if plays["influence"]:
        text = ngettext(
            "%(n)s influence card more", "%(n)s influence cards more", plays["influence"]
        )
        told.append(text % {"n": plays["influence"]})
    if view["stand_ins"]:
        coteries = words.listed(map(desk.names.coterie, view["stand_ins"]))
        told.append(_("a card stands in for %(coteries)s") % {"coteries": coteries})
    if view["lifted"]:
        told.append(_("protection is lifted"))
    if view["penalty"]:
        told.append(_("the refill draws %(n)s fewer") % {"n": view["penalty"]})
    return told
