"""A campaign's schedule: a rule of ``games.hosting.deadlines`` for each kind of phase."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.hosting.deadlines import DAY_MINUTES, Rule, parse_rule
from games.hosting.errors import ServiceError

KINDS = ("setup", "month", "report", "sheet", "court", "deploy", "turn")
"""What a schedule says the deadline of. ``sheet`` is the Winter, or a step of it; ``report`` is
the time for battles on a table and in matches, ``court`` that for a Winter's courts."""

DEFAULT_SCHEDULE: dict[str, dict[str, Any]] = {
    "setup": {"kind": "daily", "at": "20:00", "days": 2, "at_least": 12 * 60},
    "month": {"kind": "daily", "at": "20:00", "days": 2, "at_least": 12 * 60},
    "report": {"kind": "daily", "at": "20:00", "days": 5, "at_least": 48 * 60},
    "sheet": {"kind": "daily", "at": "20:00", "days": 2, "at_least": 12 * 60},
    "court": {"kind": "daily", "at": "20:00", "days": 3, "at_least": 24 * 60},
    "deploy": {"kind": "daily", "at": "20:00", "days": 1, "at_least": 6 * 60},
    "turn": {"kind": "length", "minutes": DAY_MINUTES},
}


def parse_schedule(data: Any) -> dict[str, dict[str, Any]]:
    """Check a schedule as people or programs write it and fill in the missing kinds."""
    if not isinstance(data, Mapping) or set(data) - set(KINDS):
        raise ServiceError(
            "bad_schedule",
            _("A schedule has the entries %(kinds)s and no other."),
            kinds=", ".join(KINDS),
        )
    whole = {kind: data.get(kind, DEFAULT_SCHEDULE[kind]) for kind in KINDS}
    for entry in whole.values():
        parse_rule(entry)
    return {kind: dict(entry) for kind, entry in whole.items()}


def rule_of(schedule: Mapping[str, Any], kind: str) -> Rule:
    """Return a campaign's rule for a kind; a schedule from before that kind has the usual one."""
    return parse_rule(schedule.get(kind, DEFAULT_SCHEDULE[kind]))
