"""A month's orders, moves and Reform in words. Source: campaign.md 3a, 3b, 3e."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.web.report_words import (
    Data,
    Names,
    Teller,
    as_start,
    facts,
    listed,
    teller,
    unit_words,
)
from campaign.web.words import joined

ORDERS: dict[str, Promise] = {
    "move": gettext_lazy("%(kingdom)s orders %(token)s to hex %(tile)s."),
    "defend": gettext_lazy("%(kingdom)s orders %(token)s to defend."),
    "raze": gettext_lazy("%(kingdom)s orders %(token)s to raze."),
    "regroup": gettext_lazy("%(kingdom)s orders %(token)s to regroup."),
    "hold": gettext_lazy("%(kingdom)s orders %(token)s to hold."),
}


def _order(data: Data, names: Names) -> str:
    text = ORDERS.get(data["order"], gettext_lazy("%(kingdom)s orders %(token)s."))
    return str(text) % facts(data, names)


def _explored(data: Data, names: Names) -> str:
    if data["settlement"]:
        return _("It finds a %(settlement)s.") % facts(data, names)
    return _("It finds nothing there.")


def _taken(data: Data, names: Names) -> str:
    if data["loser"] == -1:
        return _("%(kingdom)s takes hex %(tile)s.") % facts(data, names)
    return _("%(kingdom)s takes hex %(tile)s from %(loser)s.") % facts(data, names)


def _defended(data: Data, names: Names) -> str:
    if isinstance(data["army"], list):
        return _("%(kingdom)s’s %(armies)s defend.") % facts(data, names)
    return _("%(kingdom)s’s %(armies)s defends on hex %(tile)s.") % facts(data, names)


def _regrouped(data: Data, names: Names) -> str:
    tokens = data.get("tokens")
    if not tokens:
        return _("%(kingdom)s’s %(token)s stands up on hex %(tile)s.") % facts(data, names)
    words = facts(data, names) | {"tokens": joined(tokens)}
    return _("%(kingdom)s’s %(tokens)s stand up.") % words


def _laid_down(data: Data, names: Names) -> str:
    if len(listed(data["army"])) > 1:
        return _("Rough ground lays %(kingdom)s’s %(armies)s down.") % facts(data, names)
    text = _("Rough ground lays %(kingdom)s’s %(armies)s down on hex %(tile)s.")
    return text % facts(data, names)


def _struck(data: Data, names: Names) -> str:
    words = {"unit": as_start(unit_words(data, names)), "points": data["points"]}
    return _("%(unit)s is struck off its list; %(points)s points are left.") % words


TELLERS: dict[str, Teller] = {
    "order_given": _order,
    "pair_made": teller(
        gettext_lazy("%(kingdom)s’s army %(army)s goes aboard ship %(ship)s on hex %(tile)s.")
    ),
    "pair_split": teller(
        gettext_lazy("%(kingdom)s’s army %(army)s leaves ship %(ship)s on hex %(tile)s.")
    ),
    "moved": teller(
        gettext_lazy("%(kingdom)s’s %(token)s moves from hex %(start)s to hex %(tile)s.")
    ),
    "explored": _explored,
    "tile_taken": _taken,
    "capital_fell": teller(
        gettext_lazy("%(kingdom)s’s capital on hex %(tile)s falls to %(captor)s and is a city now.")
    ),
    "capital_restored": teller(
        gettext_lazy("%(kingdom)s has its old capital on hex %(tile)s again.")
    ),
    "defended": _defended,
    "regrouped": _regrouped,
    "razed": teller(gettext_lazy("%(kingdom)s razes the %(settlement)s on hex %(tile)s.")),
    "raze_failed": teller(gettext_lazy("%(kingdom)s fails to raze anything on hex %(tile)s.")),
    "laid_down": _laid_down,
    "unit_struck": _struck,
    "month_began": teller(gettext_lazy("Month %(month)s of year %(year)s begins.")),
    "year_began": teller(gettext_lazy("Year %(year)s begins.")),
}

STEP_OF = dict.fromkeys(TELLERS, "moves") | {
    "order_given": "orders",
    "pair_made": "orders",
    "pair_split": "orders",
    "laid_down": "reform",
    "unit_struck": "reform",
    "month_began": "end",
    "year_began": "end",
}
