"""Setup in words: banners, capitals, homelands, first armies. Source: campaign.md 2."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.web.faction_words import faction_name
from campaign.web.report_words import Data, Names, Teller, facts, teller
from campaign.web.words import joined


def _banner(data: Data, names: Names) -> str:
    if data["race"]:
        return _("%(kingdom)s raises its banner: %(race)s.") % facts(data, names)
    return _("%(kingdom)s raises its banner and names no race.") % facts(data, names)


def _faction(data: Data, names: Names) -> str:
    words = {**facts(data, names), "faction": faction_name(str(data["faction"]))}
    return _("%(kingdom)s’s army in skirmishes: %(faction)s.") % words


def _homeland(data: Data, names: Names) -> str:
    places = zip(data.get("tiles", [data["tile"]]), _kinds(data), strict=True)
    claims = joined(_claim(tile, kind, names) for tile, kind in places)
    return _("%(kingdom)s claims %(claims)s.") % {**facts(data, names), "claims": claims}


def _kinds(data: Data) -> list[str]:
    kinds: list[str] = data.get("settlements", [data["settlement"]])
    return kinds


def _claim(tile: int, kind: str, names: Names) -> str:
    text = _("hex %(tile)s with a %(settlement)s") if kind else _("hex %(tile)s")
    return text % facts({"tile": tile, "settlement": kind}, names)


TELLERS: dict[str, Teller] = {
    "banner_raised": _banner,
    "faction_chosen": _faction,
    "capital_founded": teller(gettext_lazy("%(kingdom)s founds its capital on hex %(tile)s.")),
    "homeland_claimed": _homeland,
    "army_raised": teller(
        gettext_lazy("%(kingdom)s raises %(armies)s on hex %(tile)s (%(points)s points).")
    ),
}

STEP_OF = dict.fromkeys(TELLERS, "setup")
