"""What can be sent from Courtier's board: the cards of the hand, and the answers of one button."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.web.boards import courtier_words as words
from games.web.boards.courtier_desk import SHED, Desk
from games.web.boards.courtier_drawing import card_face, drawn_of, faces

BY_CARD = ("play", "discard", "review")
"""The verbs whose answers are reached by the cards of the hand."""
ELSEWHERE = (*BY_CARD, "complete", "bid", "place", "take", "put", "spend")
"""The verbs whose answers have a place of their own on the page."""


def answer_label(desk: Desk, answer: str) -> str:
    """Say an answer as a button has it."""
    pending = desk.scene.view["pending"] or {}
    return words.answer_words(
        answer, desk.names, desk.scene.names, desk.kind, pending.get("card", "")
    )


# The hand


def hand(desk: Desk) -> list[dict[str, Any]]:
    """Return the reader's cards: each leads to a closer look, or is thrown away at one tap."""
    fresh = drawn_of(desk.scene.events, desk.scene.seat)
    return [
        face
        | {
            "is_new": face["id"] in fresh,
            "is_chosen": face["id"] == desk.card,
            "url": desk.url(play="" if face["id"] == desk.card else face["id"]),
            "send": _shed(desk, face),
            "can_play": f"play {face['id']}" in desk.legal,
            "is_shut": _is_shut(desk, face["id"]),
        }
        for face in faces(desk.names, desk.hand)
    ]


def _shed(desk: Desk, face: dict[str, Any]) -> dict[str, str] | None:
    """Return what throws a card away, while that is all that is asked."""
    answer = f"{SHED[desk.kind]} {face['id']}" if desk.kind in SHED else ""
    if answer not in desk.legal:
        return None
    return {"answer": answer, "label": answer_label(desk, answer)}


def _is_shut(desk: Desk, card: str) -> bool:
    """Tell whether cards can be played now, but not this one."""
    asks_to_play = any(answer.startswith("play ") for answer in desk.legal)
    return asks_to_play and f"play {card}" not in desk.legal


def chosen_card(desk: Desk) -> dict[str, Any] | None:
    """Return the card that is looked at: what it says, what it would do, what can be sent."""
    if not desk.card:
        return None
    answers = [f"{verb} {desk.card}" for verb in BY_CARD]
    legal = [answer for answer in answers if answer in desk.legal]
    return card_face(desk.names, desk.card) | {
        "sends": [_card_send(desk, answer) for answer in legal],
        "says": [*desk.forecast.says, *_promised(desk)] if answers[0] in legal else [],
        "why": _why_not(desk, answers[0]) if answers[0] not in legal else "",
        "places": sum(map(len, desk.forecast.options.values())),
        "leave": desk.url(),
    }


def _card_send(desk: Desk, answer: str) -> dict[str, Any]:
    verb = answer.split()[0]
    labels = {"play": _("Play it"), "discard": _("Discard it"), "review": _("Discard it for free")}
    notes = {
        "discard": _("Discarding is your whole action; more cards can follow."),
        "review": _("By %(ability)s: your action stays.")
        % {"ability": desk.names.able("free_discard")},
    }
    return desk.said(answer) | {
        "label": labels[verb],
        "note": notes.get(verb, ""),
        "is_main": verb == "play",
    }


def _why_not(desk: Desk, answer: str) -> str:
    """Say why the card cannot be played, where cards are asked for at all."""
    if desk.kind not in ("action", "play_more"):
        return ""
    return desk.foresight.why_not(answer)


def _promised(desk: Desk) -> list[str]:
    """Say what abilities add to the card: one more marker, a second time."""
    view, card = desk.scene.view, desk.card
    mine = [one for one, there in view["coteries"].items() if there["holder"] == desk.table.own]
    held = [desk.names.abilities[one] for one in mine if one in desk.names.abilities]
    told = []
    for ability in held:
        if ability["op"] == "extra_marker" and desk.names.is_influence(card):
            count = ability["amount"]
            text = ngettext(
                "Then %(count)s marker more, if you like.",
                "Then %(count)s markers more, if you like.",
                count,
            )
            told.append(text % {"count": count})
        if ability["op"] == "repeat" and desk.names.power.get(card, {}).get("repeatable"):
            told.append(_("Then once more, if you like."))
    return told


# One button each


def sends(desk: Desk) -> list[dict[str, Any]]:
    """Return the answers that are one button each, with what follows from them."""
    return [
        desk.said(answer) | {"label": _short_label(desk, answer), "note": note(desk, answer)}
        for answer in desk.legal
        if answer.split()[0] not in ELSEWHERE
    ]


def _short_label(desk: Desk, answer: str) -> str:
    """Say an answer shorter than the log does, where the page shows what it is about."""
    verb, *rest = answer.split()
    if verb == "hand":
        says = {"influence": rest[0], "power": desk.names.hand_size - int(rest[0])}
        return _("%(influence)s influence, %(power)s power") % says
    if verb == "buy":
        card = desk.names.card(desk.scene.view["offers"][rest[0]])
        return _("Buy %(card)s") % {"card": card}
    return answer_label(desk, answer)


def note(desk: Desk, answer: str) -> str:
    """Say what an answer costs, brings or leads to."""
    verb, *rest = answer.split()
    view, seat = desk.scene.view, desk.scene.seat
    if verb == "gain":
        pool = view["pools"][seat]
        return _("your pool goes from %(old)s to %(new)s") % {"old": pool, "new": pool + 1}
    if verb == "draw":
        return _face_down(view["decks"][rest[0]])
    if verb == "buy":
        return price(desk)
    if verb == "step":
        return _step_note(desk, answer)
    return ""


def _face_down(left: int) -> str:
    if not left:
        return _("the discard pile is shuffled first")
    return ngettext("%(left)s face down", "%(left)s face down", left) % {"left": left}


def price(desk: Desk) -> str:
    """Say what an open card costs the reader."""
    pool = desk.scene.view["pools"][desk.scene.seat]
    if pool:
        return _("for a marker from your pool (%(pool)s)") % {"pool": pool}
    return _("for one of your markers on the board: your pool is empty")


def _step_note(desk: Desk, answer: str) -> str:
    forecast = desk.foresight.forecast(answer)
    places = sum(map(len, forecast.options.values()))
    if places:
        return ngettext("%(n)s place", "%(n)s places", places) % {"n": places}
    return " ".join(forecast.says)
