"""Winter, player order and the end in words, and what a sheet could not do.

Sources: campaign.md 1 (player order), 4, 4e.
"""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.web.report_words import Data, Names, Teller, facts, teller
from campaign.web.words import joined, phase_word, settlement_words

LISTS: dict[str, Promise] = {
    "orders": gettext_lazy("orders"),
    "tithes": gettext_lazy("tithes"),
    "purchases": gettext_lazy("purchases"),
    "placements": gettext_lazy("placements"),
    "berths": gettext_lazy("berths"),
}

ILLEGAL: dict[str, Promise] = {
    "already_tithed": gettext_lazy("you had tithed to that kingdom already"),
    "dead_kingdom": gettext_lazy("that kingdom was out"),
    "foreign_tile": gettext_lazy("the hex was not yours"),
    "not_empty": gettext_lazy("the hex had a settlement"),
    "needs_village": gettext_lazy("the hex had no village"),
    "needs_city": gettext_lazy("the hex had no city"),
    "needs_fortress": gettext_lazy("the hex had no fortress"),
    "has_capital": gettext_lazy("you held a capital"),
    "already_built": gettext_lazy("the hex had its one building of this winter"),
    "berth_taken": gettext_lazy("the city had its ship"),
    "fortress_used": gettext_lazy("the fortress could recruit no more this winter"),
    "needs_disband": gettext_lazy("you had all the armies you may have, and it disbanded none"),
}
"""Why a line of a sheet was illegal when its step ended, by code."""


ARMY_LOSSES: dict[str, Promise] = {
    "no_place": gettext_lazy("%(kingdom)s loses %(armies)s: there is no place to winter."),
    "cut_off": gettext_lazy(
        "%(kingdom)s loses %(armies)s on hex %(tile)s: it is cut off from supply."
    ),
    "no_room": gettext_lazy(
        "%(kingdom)s loses %(armies)s: there is no settlement with room for it."
    ),
    "hits": gettext_lazy("%(kingdom)s loses %(armies)s: it has no points left."),
    "slaughter": gettext_lazy("%(kingdom)s loses %(armies)s: it is slain where it lies."),
    "sunk": gettext_lazy("%(kingdom)s loses %(armies)s: it goes down with its ship."),
    "no_retreat": gettext_lazy("%(kingdom)s loses %(armies)s: there is nowhere to retreat to."),
    "struck": gettext_lazy("%(kingdom)s loses %(armies)s: no unit is left on its list."),
    "slain": gettext_lazy("%(kingdom)s loses %(armies)s: it is slain in the skirmish."),
}

SHIP_LOSSES: dict[str, Promise] = {
    "no_berth": gettext_lazy("%(kingdom)s loses ship %(ship)s: no city has a free berth."),
    "sunk": gettext_lazy("%(kingdom)s loses ship %(ship)s: it is sunk."),
    "slaughter": gettext_lazy("%(kingdom)s loses ship %(ship)s: it is destroyed where it lies."),
    "no_retreat": gettext_lazy("%(kingdom)s loses ship %(ship)s: there is nowhere to retreat to."),
}


def _army_lost(data: Data, names: Names) -> str:
    text = ARMY_LOSSES.get(data["reason"], gettext_lazy("%(kingdom)s loses %(armies)s."))
    return str(text) % facts(data, names)


def _ship_lost(data: Data, names: Names) -> str:
    text = SHIP_LOSSES.get(data["reason"], gettext_lazy("%(kingdom)s loses ship %(ship)s."))
    return str(text) % facts(data, names)


def _order_rolled(data: Data, names: Names) -> str:
    text = (
        _("%(kingdom)s rolled:") if data.get("tied") else _("%(kingdom)s rolls for player order:")
    )
    return text % facts(data, names)


def _order_set(data: Data, names: Names) -> str:
    if "order" in data:
        text = _("Player order: %(kingdoms)s.")
        return text % {"kingdoms": joined(names[seat] for seat in data["order"])}
    text = _("%(kingdom)s is number %(place)s in player order, armies: %(armies)s.")
    return text % facts(data, names)


def _gathered(data: Data, names: Names) -> str:
    counts = (
        ("capital", data["capitals"]),
        ("city", data["cities"]),
        ("village", data["villages"]),
        ("fortress", data["fortresses"]),
    )
    sources = [settlement_words(kind, count) for kind, count in counts if count]
    text = _("%(kingdom)s gathers %(amount)s (%(sources)s).")
    return text % {**facts(data, names), "sources": joined(sources) or _("no settlements")}


def _line_unused(data: Data, names: Names) -> str:
    reasons = {
        "illegal": ILLEGAL.get(data["code"], _("it was not allowed by then")),
        "condition": _("its condition did not hold"),
        "too_poor": _("there was not enough left to pay for it"),
    }
    values = {
        "line": data["line"] + 1,
        "list": str(LISTS.get(data["list"], data["list"])),
        "reason": reasons.get(data["reason"], data["reason"]),
    }
    return _("Line %(line)s of your %(list)s was not carried out: %(reason)s.") % values


def _sheet_void(data: Data, names: Names) -> str:
    text = _("Your answer for “%(stage)s” no longer made sense by then; the default counted.")
    return text % {"stage": phase_word(data["stage"])}


def _ended(data: Data, names: Names) -> str:
    texts = {
        "years": _("The campaign ends with year %(year)s, as agreed."),
        "one_left": _("The campaign ends in year %(year)s: one kingdom is left."),
        "nobody_left": _("The campaign ends in year %(year)s: no kingdom is left."),
    }
    return texts.get(data["reason"], _("The campaign ends in year %(year)s.")) % data


TELLERS: dict[str, Teller] = {
    "order_rolled": _order_rolled,
    "order_set": _order_set,
    "seat_chosen": teller(gettext_lazy("%(kingdom)s has no capital and winters on hex %(tile)s.")),
    "recalled": teller(gettext_lazy("%(kingdom)s recalls %(armies)s to hex %(tile)s.")),
    "army_lost": _army_lost,
    "ship_docked": teller(gettext_lazy("%(kingdom)s’s ship %(ship)s winters on hex %(tile)s.")),
    "ship_lost": _ship_lost,
    "kingdom_out": teller(gettext_lazy("%(kingdom)s holds no hex any more and is out.")),
    "gathered": _gathered,
    "tithe_given": teller(gettext_lazy("%(giver)s gives %(receiver)s %(amount)s.")),
    "bought": teller(gettext_lazy("%(kingdom)s builds a %(buy)s on hex %(tile)s (%(amount)s).")),
    "ship_built": teller(
        gettext_lazy("%(kingdom)s builds ship %(ship)s on hex %(tile)s (%(amount)s).")
    ),
    "army_recruited": teller(
        gettext_lazy(
            "%(kingdom)s recruits %(armies)s on hex %(tile)s, %(points)s points (%(amount)s)."
        )
    ),
    "army_disbanded": teller(
        gettext_lazy("%(kingdom)s disbands %(armies)s to make room for a recruit.")
    ),
    "army_fed": teller(gettext_lazy("%(kingdom)s feeds %(armies)s.")),
    "army_dismissed": teller(gettext_lazy("%(kingdom)s lets %(armies)s go.")),
    "army_starved": teller(gettext_lazy("%(kingdom)s has no food for %(armies)s: it is gone.")),
    "leftover_lost": teller(gettext_lazy("%(kingdom)s loses what it did not spend: %(amount)s.")),
    "army_stayed": teller(
        gettext_lazy("%(kingdom)s’s recruit, %(armies)s, stays in its fortress on hex %(tile)s.")
    ),
    "army_deployed": teller(gettext_lazy("%(kingdom)s places %(armies)s on hex %(tile)s.")),
    "year_ended": teller(gettext_lazy("Year %(year)s is over.")),
    "scored": teller(gettext_lazy("%(kingdom)s scores %(score)s and takes place %(place)s.")),
    "campaign_ended": _ended,
    "line_unused": _line_unused,
    "sheet_void": _sheet_void,
}

STEP_OF = {
    "order_rolled": "order",
    "order_set": "order",
    "seat_chosen": "recall",
    "recalled": "recall",
    "army_lost": "recall",
    "ship_docked": "recall",
    "ship_lost": "recall",
    "kingdom_out": "recall",
    "gathered": "gather",
    "tithe_given": "tithe",
    "bought": "build",
    "ship_built": "build",
    "army_recruited": "build",
    "army_disbanded": "build",
    "army_fed": "feed",
    "army_dismissed": "feed",
    "army_starved": "feed",
    "leftover_lost": "feed",
    "army_stayed": "deploy",
    "army_deployed": "deploy",
    "year_ended": "end",
    "scored": "end",
    "campaign_ended": "end",
    "line_unused": "sheet",
    "sheet_void": "sheet",
}
