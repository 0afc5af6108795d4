"""Putting a play of Winter Court together by links: the card, its member, what is added."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.contract import Problem
from games.hosting.errors import problem_text
from games.web.boards import winter_court_words as words
from games.web.boards.winter_court_desk import ADDERS, LETTER_OF, Desk
from games.web.boards.winter_court_drawing import card_face
from games.winter_court.reckoning import Composition, reckon

SHORT_WHYS = {
    "no_influence": gettext_lazy("no influence"),
    "not_unclaimed": gettext_lazy("is controlled"),
    "charlatan_itself": gettext_lazy("not its own"),
}


def prompt(desk: Desk) -> str:
    """Say what the reader can do now."""
    if desk.view["plays"] == 0:
        return _("Choose a card to play, use a power, or pass.")
    if desk.bare.powers["wizard"] is None:
        return _("Play a second card by the Wizard, or end your plays.")
    return _("Your play is made. Use a power, or end your plays.")


# The court


def target(desk: Desk, letter: str) -> dict[str, Any]:
    """Return whether a member can be chosen now: its link, what it would be, or why not."""
    if desk.deed == "charlatan":
        return _aimed(desk, letter, desk.bare.clearable[letter], _("discard its influence"))
    if not desk.parts.get("main"):
        return {}
    fault = desk.reckoning.members[letter]
    total, rank = desk.reckoning.total, desk.view["court"][letter]["rank"]
    fool = desk.composition.fool
    how = _("with %(card)s") % {"card": words.card_name(desk.parts["main"])}
    aimed = _aimed(desk, letter, fault, compared(total, rank, fool=fool), how)
    return aimed | {"is_enough": (total < rank) if fool else (total > rank)}


def _aimed(
    desk: Desk, letter: str, fault: Problem | None, says: str, how: str = ""
) -> dict[str, Any]:
    is_chosen = desk.parts.get("to") == letter
    label = _("%(member)s: %(what)s") % {
        "member": words.member_name(letter),
        "what": ", ".join(filter(None, (how, says))),
    }
    return {
        "url": desk.url(to="" if is_chosen else letter) if fault is None or is_chosen else "",
        "is_chosen": is_chosen,
        "label": label,
        "says": says if fault is None else "",
        "why": _short_why(fault, letter),
    }


def compared(total: int, rank: int, *, fool: bool) -> str:
    """Say a total against the rank on a member."""
    says = {"total": total, "rank": rank}
    if fool:
        return (
            _("%(total)s is below %(rank)s") if total < rank else _("%(total)s, not below %(rank)s")
        ) % says
    return (
        _("%(total)s beats %(rank)s") if total > rank else _("%(total)s, not above %(rank)s")
    ) % says


def _short_why(fault: Problem | None, letter: str) -> str:
    """Say in the few words that a member has room for why it cannot be chosen."""
    if fault is None:
        return ""
    if fault.code == "wrong_suit":
        return _("needs %(suits)s") % {"suits": words.suits_of(letter)}
    if fault.code == "out_of_reach":
        return _("%(total)s at most, not above %(current)s") % fault.params
    return str(SHORT_WHYS.get(fault.code, "")) or problem_text(fault)


# The hand


def hand_card(desk: Desk, card: str) -> dict[str, Any]:
    """Return a card of the hand; choosing it makes it the main card, or lets it go again."""
    parts = desk.parts
    is_main = parts.get("main") == card
    is_used = card in desk.boosts or any(parts.get(power) == card for power in ADDERS)
    fault = desk.bare.cards[card]["main"]
    can_choose = is_main or (fault is None and not is_used)
    return card_face(card) | {
        "url": _main_url(desk, card, is_main=is_main) if can_choose else "",
        "is_main": is_main,
        "is_used": is_used,
        "why": problem_text(fault) if fault else "",
    }


def _main_url(desk: Desk, card: str, *, is_main: bool) -> str:
    """Return where a card leads: it stays aimed at the chosen member if it fits there."""
    if is_main:
        return desk.anew()
    aim, fits = desk.parts.get("to", ""), False
    if aim and not desk.deed:
        alone = Composition(target=aim, main=card, wizard=desk.view["plays"] > 0)
        fits = reckon(desk.view, desk.seat, alone).members[aim] is None
    return desk.anew(main=card, to=aim if fits else "")


# The composition


def play(desk: Desk) -> dict[str, Any] | None:
    """Return the composition: total, rank to beat, the answer or why not, what can be added."""
    if not desk.parts.get("main"):
        return None
    reckoning, fool = desk.reckoning, desk.composition.fool
    rank = reckoning.to_beat
    return {
        "sum": _sum(reckoning.total, rank, fool=fool),
        "is_enough": reckoning.answer is not None,
        "answer": reckoning.answer,
        "words": words.answer_words(reckoning.answer) if reckoning.answer else "",
        "why": problem_text(reckoning.problem) if reckoning.problem else "",
        "extras": list(_extras(desk)),
        "wizard": _second(desk),
        "clear": desk.anew(),
        "clear_label": _("Choose another card"),
        "send_label": _("Play it"),
    }


def _sum(total: int, rank: int | None, *, fool: bool) -> str:
    """Say the total against the rank to beat: "8 against 7: enough"."""
    says = {"total": total, "rank": rank}
    if rank is None:
        return _("%(total)s so far") % says
    if fool:
        low = _("%(total)s below %(rank)s: low enough")
        return (low if total < rank else _("%(total)s below %(rank)s: too high")) % says
    enough = _("%(total)s against %(rank)s: enough")
    return (enough if total > rank else _("%(total)s against %(rank)s: not enough")) % says


def _second(desk: Desk) -> str:
    if not desk.view["plays"]:
        return ""
    return _("Your second play: the Wizard's pawn goes back to its tile.")


def _extras(desk: Desk) -> Iterator[dict[str, Any]]:
    """Give what may be added to the play, and what has been: each with the link to change it."""
    for card in desk.hand:
        if card != desk.parts["main"]:
            yield from _roles(desk, card)
    is_on = bool(desk.parts.get("fool"))
    if is_on or desk.reckoning.powers["fool"] is None:
        label, url = _("play below, with the Fool"), desk.url(fool="" if is_on else "1")
        yield _extra("fool", label, url, is_on=is_on)


def _roles(desk: Desk, card: str) -> Iterator[dict[str, Any]]:
    """Give the places in the play that a card of the hand has, or could have."""
    places, parts = desk.reckoning.cards[card], desk.parts
    is_boost = card in desk.boosts
    if is_boost or places["boosts"] is None:
        others = [other for other in desk.boosts if other != card]
        url = desk.url(boosts=",".join(others if is_boost else [*others, card]))
        label = _("boost with %(card)s") % {"card": words.card_name(card)}
        yield _extra(f"boost-{card}", label, url, is_on=is_boost)
    for power in ADDERS:
        is_added = parts.get(power) == card
        if is_added or (not parts.get(power) and places[power] is None):
            url = desk.url(**{power: "" if is_added else card})
            yield _extra(f"{power}-{card}", _added(card, power), url, is_on=is_added)


def _extra(key: str, label: str, url: str, *, is_on: bool) -> dict[str, Any]:
    return {"key": key, "label": label, "url": url, "is_on": is_on}


def _added(card: str, power: str) -> str:
    return _("add %(card)s by the %(power)s") % {
        "card": words.card_name(card),
        "power": words.member_name(LETTER_OF[power]),
    }
