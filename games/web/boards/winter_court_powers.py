"""The powers of Winter Court that stand alone, what is refused and why, answers of one button."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from games.engine.contract import Json, Problem
from games.hosting.errors import problem_text
from games.web.boards import winter_court_words as words
from games.web.boards.winter_court_desk import ADDERS, DIRECT, LETTER_OF, Desk
from games.winter_court.components import CARD_OF, DECK, RANK


def powers(desk: Desk) -> list[dict[str, Any]]:
    """Return the direct powers of the members one controls, those that can be used with links."""
    return [
        {
            "word": word,
            "name": words.member_name(LETTER_OF[word]),
            "power": words.POWERS[word],
            "url": desk.anew(do=word) if desk.bare.powers[word] is None else "",
            "is_on": desk.deed == word,
        }
        for word in DIRECT
        if desk.holds(word)
    ]


def modifiers(desk: Desk) -> str:
    """Name the powers that can go with a play now."""
    usable = [
        words.member_name(LETTER_OF[word])
        for word in (*ADDERS, "fool")
        if desk.holds(word) and desk.bare.powers[word] is None
    ]
    return str(get_text_list(usable, _("and"))) if usable else ""


def deed(desk: Desk) -> dict[str, Any] | None:
    """Return the power that is about to be used, with its answer or what is still to choose."""
    if not desk.deed:
        return None
    answer = _deed_answer(desk)
    missing = {
        "sage": _("Choose a card of the discard pile."),
        "charlatan": _("Choose an unclaimed member with influence."),
    }
    return {
        "sum": _("The %(member)s") % {"member": words.member_name(LETTER_OF[desk.deed])},
        "is_enough": bool(answer),
        "answer": answer,
        "words": words.answer_words(answer) if answer else "",
        "why": missing.get(desk.deed, ""),
        "wizard": _("Its pawn goes back to its tile; its influence stays."),
        "clear": desk.anew(),
        "clear_label": _("Do something else"),
        "send_label": _("Use the %(member)s") % {"member": words.member_name(LETTER_OF[desk.deed])},
    }


def _deed_answer(desk: Desk) -> str:
    if desk.deed == "sage":
        card = desk.parts.get("card", "")
        return f"sage {card}" if card else ""
    if desk.deed == "charlatan":
        letter = desk.parts.get("to", "")
        return f"charlatan {letter}" if letter and desk.bare.clearable[letter] is None else ""
    return desk.deed


def discard_url(desk: Desk | None, card: str) -> str:
    """Return where a card of the discard pile leads while the Sage looks through it."""
    return desk.anew(do="sage", card=card) if desk and desk.deed == "sage" else ""


# Why not


def refused(desk: Desk) -> list[tuple[str, str]]:
    """Return what cannot be chosen now, each with the reason."""
    main = desk.parts.get("main")
    found = [(words.card_name(card), fault) for card, fault in _refused_cards(desk, main)]
    for word in (*DIRECT, *ADDERS, "fool", "wizard"):
        fault = desk.reckoning.powers[word]
        if fault and (desk.holds(word) or LETTER_OF[word] in desk.view["returned"]):
            found.append((words.member_name(LETTER_OF[word]), fault))
    return [(name, problem_text(fault)) for name, fault in found]


def _refused_cards(desk: Desk, main: str | None) -> Iterator[tuple[str, Problem]]:
    for card in desk.hand:
        if card == main or card in desk.boosts:
            continue
        fault = desk.reckoning.cards[card]["boosts" if main else "main"]
        if fault and (not main or RANK[CARD_OF[card]] in DECK.boost_ranks):
            yield card, fault


def sends(view: Json, answers: Sequence[str]) -> list[dict[str, str]]:
    """Return the answers that are one button each, with what follows from them."""
    return [
        {"answer": text, "label": words.answer_words(text), "note": _follows(view, text)}
        for text in answers
    ]


def _follows(view: Json, answer: str) -> str:
    if answer == "pass":
        return _("Then you draw one card, or two of which you keep one.")
    if answer == "end":
        return _("Then you draw one card or none.")
    if answer in ("draw 1", "draw 2") and int(answer[-1]) >= view["pile"]:
        return _("With the last card the game ends at once.")
    return ""
