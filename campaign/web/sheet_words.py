"""A sheet in words, line by line: for receipts, forecasts and what somebody else handed in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.rules.winter.open_play import PASS
from campaign.web.answer_words import ANSWERS, seat_word
from campaign.web.sheet_form import Draft, draft_of
from campaign.web.words import BUYS, amount_words, armies_words
from games.engine.contract import Json

Names = Sequence[str]


def sheet_lines(kind: str, sheet: Json, names: Names) -> list[str]:
    """Say a whole sheet, or one answer of open play; empty when it leaves all to the defaults."""
    if kind in ANSWERS:
        return ANSWERS[kind](sheet, names)
    if sheet == PASS:
        return [_("Pass")]
    if isinstance(sheet, list):
        return [placement_words(*sheet)] if len(sheet) == 2 else []
    if isinstance(sheet, dict) and "buy" in sheet:
        return [purchase_words(sheet, names)]
    if isinstance(sheet, dict) and "to" in sheet:
        return [tithe_words(sheet, names)]
    return draft_lines(draft_of(kind, sheet), names)


def ruling_lines(rulings: dict[str, Json], names: Names) -> list[str]:
    """Say what the game master ruled of a phase's battles, which counted instead of reports."""
    return sheet_lines("report", {"reports": list(rulings.values())}, names)


def draft_lines(draft: Draft, names: Names) -> list[str]:
    """Say everything a draft holds."""
    lines = []
    if draft.place:
        lines.append(_("Winter on hex %(tile)s") % {"tile": draft.place})
    lines += [berth_words(ship, tile) for ship, tile in draft.berths if tile]
    lines += [tithe_words(line, names) for line in draft.tithes]
    lines += [purchase_words(line, names) for line in draft.purchases]
    if draft.first:
        lines.append(_("Feed first: %(armies)s") % {"armies": armies_words(draft.first)})
    if draft.dismiss:
        lines.append(_("Let go: %(armies)s") % {"armies": armies_words(draft.dismiss)})
    return lines + [placement_words(army, tile) for army, tile in draft.placements if tile]


def berth_words(ship: Json, tile: Json) -> str:
    """Say a berth."""
    return _("Ship %(ship)s winters on hex %(tile)s") % {"ship": ship, "tile": tile}


def placement_words(army: Json, tile: Json) -> str:
    """Say a placement."""
    return _("Army %(army)s on hex %(tile)s") % {"army": army, "tile": tile}


def number_of(value: Json) -> int:
    """Return an amount, or nothing for what is none."""
    return value if type(value) is int else 0


def tithe_words(line: dict[str, Any], names: Names) -> str:
    """Say a tithe with its conditions."""
    amount = amount_words(number_of(line.get("gold")), number_of(line.get("food")))
    text = _("To %(name)s: %(amount)s") % {
        "name": seat_word(names, line.get("to")),
        "amount": amount,
    }
    return with_conditions(text, line, names)


def purchase_words(line: dict[str, Any], names: Names) -> str:
    """Say a purchase with its conditions."""
    buy = line.get("buy")
    word = str(BUYS.get(buy, buy)) if isinstance(buy, str) else "?"
    text = _("%(buy)s on hex %(tile)s") % {
        "buy": word[:1].upper() + word[1:],
        "tile": str(line.get("tile"))[:10],
    }
    if line.get("disband") is not None:
        text += _(", disbanding army %(army)s") % {"army": str(line["disband"])[:10]}
    return with_conditions(text, line, names)


def with_conditions(text: str, line: dict[str, Any], names: Names) -> str:
    """Add the conditions of a line to its words."""
    conditions = line.get("if")
    if not isinstance(conditions, list):
        return text
    parts = [condition_words(each, names) for each in conditions if isinstance(each, dict)]
    return "; ".join([text, *parts])


def condition_words(condition: dict[str, Any], names: Names) -> str:
    """Say one condition."""
    kind, amount = next(iter(condition.items()), ("", {}))
    amount = amount if isinstance(amount, dict) else {}
    words = amount_words(number_of(amount.get("gold")), number_of(amount.get("food")))
    if kind == "stock":
        return _("only if I hold %(amount)s") % {"amount": words}
    source = amount.get("from", "all")
    if source == "all":
        return _("only if I have received %(amount)s in all") % {"amount": words}
    name = seat_word(names, source)
    return _("only if I have received %(amount)s from %(name)s") % {"amount": words, "name": name}


def meals_words(enough: int | None, *, spends: bool) -> str:
    """Say how many armies the food feeds (``None``: they need none), before what is spent."""
    if enough is None:
        return _("Armies need no food.")
    if spends:
        text = ngettext(
            "Your food is enough for %(count)s army, less what you spend.",
            "Your food is enough for %(count)s armies, less what you spend.",
            enough,
        )
    else:
        text = ngettext(
            "Your food is enough for %(count)s army.",
            "Your food is enough for %(count)s armies.",
            enough,
        )
    return text % {"count": enough}
