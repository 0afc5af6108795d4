"""Pages without a campaign: the rules in plain words, robots.txt, the dice checker."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from campaign.rules.ruleset import (
    EDITIONS,
    EXPLORATION,
    FLAT_DEFENCE,
    HIT_POINTS,
    MONTHS,
    SINKS_ON,
    SKIRMISH,
    make_ruleset,
)
from campaign.web.house_rules import numbers_of
from games.engine import dice_check
from games.hosting.pages import page

ROBOTS = """User-agent: *
Disallow: /accounts/
Disallow: /settings/
Disallow: /invites/
Disallow: /api/
Disallow: /campaigns/*/status/
Disallow: /campaigns/*/reports/
Disallow: /campaigns/*/history
Disallow: /campaigns/*/years/
Disallow: /campaigns/*/map/
Disallow: /campaigns/*/battles/
Disallow: /campaigns/*/courts/
Disallow: /match-invites/
Disallow: /match-seats/
Disallow: /matches/*/
Allow: /matches/$
Crawl-delay: 10
"""
"""Public maps may be found; reports, one address a phase for ever, are not for crawlers."""


@require_safe
@page
def how_to_play(request: HttpRequest) -> HttpResponse:
    """Explain the year; every number is read from the rules."""
    rules = {edition: make_ruleset(edition) for edition in EDITIONS}
    context = {
        "rules": rules[EDITIONS[0]],
        "later": rules[EDITIONS[-1]],
        "months": MONTHS,
        "finds": finds(),
        "battle": {
            "sinks_on": SINKS_ON,
            "hit_points": HIT_POINTS,
            "flat_defence": FLAT_DEFENCE,
        },
        "skirmish": SKIRMISH,
        "numbers": numbers_of(rules),
    }
    return render(request, "pages/how_to_play.html", context)


def finds() -> dict[str, str]:
    """Say by which totals of two dice an explorer finds what."""
    totals = {kind: [t for t in sorted(EXPLORATION) if EXPLORATION[t] == kind] for kind in FOUND}
    return {kind: alternatives(each) for kind, each in totals.items()}


def alternatives(totals: list[int]) -> str:
    """Join totals: "8 or 9"."""
    *some, last = [str(total) for total in totals]
    return _("%(some)s or %(last)s") % {"some": ", ".join(some), "last": last} if some else last


FOUND = ("village", "city", "fortress")


@require_safe
@cache_control(public=True, max_age=86_400)
def robots(request: HttpRequest) -> HttpResponse:
    """Tell crawlers what to leave alone."""
    return HttpResponse(ROBOTS, content_type="text/plain")


@require_safe
def dice_script(request: HttpRequest) -> HttpResponse:
    """Give the stand-alone script that derives every die again."""
    response = HttpResponse(_script(), content_type="text/x-python; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="dice_check.py"'
    return response


@cache
def _script() -> str:
    return Path(dice_check.__file__).read_text(encoding="utf-8")
