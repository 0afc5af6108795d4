"""What happened in a Winter Court, event by event, in plain words.

``line`` says "You drew Wealth 5." to who drew it and "Ben drew a card." to everybody else:
the events themselves are told only to who may know them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.contract import Json
from games.web.boards.winter_court_words import card_name, cards_words, member_name, power_name

Text = str | Promise
Teller = Callable[[Mapping[str, Any], Sequence[str], "int | None"], str]

REASONS = {
    "four_royals": gettext_lazy("all four royals at once"),
    "status": gettext_lazy("more status when the pile was empty"),
    "letter": gettext_lazy("equal status, and the first letter"),
    "empty_court": gettext_lazy("nobody controls anybody"),
}


def line(event: Mapping[str, Json], names: Sequence[str], seat: int | None) -> str:
    """Say an event to a seat; empty for one that needs no words."""
    tell = TELLERS.get(event["kind"])
    return tell(event["data"], names, seat) if tell else ""


def _said(mine: Text, theirs: Text) -> Teller:
    """Return what says an event in one of two sentences: one's own deed, or another's."""

    def tell(data: Mapping[str, Any], names: Sequence[str], reader: int | None) -> str:
        template = mine if data["seat"] == reader else theirs
        return str(template) % {"name": names[data["seat"]], **_things(data)}

    return tell


def _things(data: Mapping[str, Any]) -> dict[str, str]:
    """Return the cards and members of an event in words."""
    things = {key: member_name(data[key]) for key in ("member", "target") if key in data}
    if "cards" in data or "card" in data:
        things["cards"] = cards_words(data["cards"] if "cards" in data else [data["card"]])
    if "main" in data:
        things["main"] = card_name(data["main"])
    return things


_PLAYED = _said(
    gettext_lazy("You played %(main)s on the %(target)s"),
    gettext_lazy("%(name)s played %(main)s on the %(target)s"),
)


def _played(data: Mapping[str, Any], names: Sequence[str], reader: int | None) -> str:
    parts = [_PLAYED(data, names, reader)]
    for added in data["added"]:
        says = {"card": card_name(added["card"]), "power": power_name(added["power"])}
        parts.append(_("with %(card)s by the %(power)s") % says)
    if data["boosts"]:
        parts.append(_("boosted by %(cards)s") % {"cards": cards_words(data["boosts"])})
    return f"{', '.join(parts)}: {_sum(data)}; {_holder(data, names, reader)}."


def _sum(data: Mapping[str, Any]) -> str:
    text = _("%(total)s below %(beaten)s") if data["fool"] else _("%(total)s against %(beaten)s")
    return text % {"total": data["total"], "beaten": data["beaten"]}


def _holder(data: Mapping[str, Any], names: Sequence[str], reader: int | None) -> str:
    """Say where the pawn stands after a play."""
    holder = data["holder"]
    if holder is None:
        return _("now unclaimed")
    if holder == reader:
        return _("now yours")
    return _("now with %(name)s") % {"name": names[holder]}


def _dealt(data: Mapping[str, Any], names: Sequence[str], reader: int | None) -> str:
    if data["first"] == reader:
        return _("You begin.")
    return _("%(name)s begins.") % {"name": names[data["first"]]}


def _drew(data: Mapping[str, Any], names: Sequence[str], reader: int | None) -> str:
    """Say how many cards were drawn; who drew them is told the cards themselves."""
    if data["seat"] == reader:
        return ""
    text = ngettext("%(name)s drew a card.", "%(name)s drew %(count)s cards.", data["count"])
    return text % {"name": names[data["seat"]], "count": data["count"]}


def _discarded(data: Mapping[str, Any], _names: Sequence[str], _reader: int | None) -> str:
    return _("The influence on the %(member)s was discarded: %(cards)s.") % _things(data)


def _over(data: Mapping[str, Any], names: Sequence[str], reader: int | None) -> str:
    says = {"why": str(REASONS.get(data["reason"], data["reason"]))}
    if len(data["winners"]) != 1:
        return _("A draw: %(why)s.") % says
    winner = data["winners"][0]
    if winner == reader:
        return _("You won: %(why)s.") % says
    return _("%(name)s won: %(why)s.") % (says | {"name": names[winner]})


TELLERS: dict[str, Teller] = {
    "dealt": _dealt,
    "hand_dealt": _said(
        gettext_lazy("You were dealt %(cards)s."), gettext_lazy("%(name)s was dealt %(cards)s.")
    ),
    "played": _played,
    "power_used": _said(
        gettext_lazy("You used the %(member)s, whose pawn went back."),
        gettext_lazy("%(name)s used the %(member)s, whose pawn went back."),
    ),
    "influence_discarded": _discarded,
    "card_taken": _said(
        gettext_lazy("You took %(cards)s from the discard pile."),
        gettext_lazy("%(name)s took %(cards)s from the discard pile."),
    ),
    "passed": _said(gettext_lazy("You passed."), gettext_lazy("%(name)s passed.")),
    "drew": _drew,
    "drew_cards": _said(
        gettext_lazy("You drew %(cards)s."),
        gettext_lazy("What %(name)s drew: %(cards)s."),  # after the end, beside the count
    ),
    "kept": _said(gettext_lazy("You kept %(cards)s."), gettext_lazy("%(name)s kept %(cards)s.")),
    "thrown": _said(
        gettext_lazy("You threw %(cards)s away."), gettext_lazy("%(name)s threw %(cards)s away.")
    ),
    "game_over": _over,
}
