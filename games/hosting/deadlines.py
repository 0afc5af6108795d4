"""All deadline arithmetic, pure: no clock is read and no row is touched here.

What is played in phases has a ``Rule`` for each kind of them. A ``daily`` rule
names a local time of day in the table's zone, every so many days; a ``length``
rule a number of minutes. Deadlines stay on their grid when a phase ends early: a
daily rule counts its days from the deadline that was planned, and a length of
whole days keeps that deadline's hour. A deadline is worked out from the moment the
phase opens, so after an outage nothing is due at once.

Local times that the spring clock change skips mean the same distance after it
(02:30 becomes 03:30); of two equal ones in autumn the first counts (PEP 495).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django.utils.translation import gettext_lazy as _

from games.hosting.errors import ServiceError

DAY_MINUTES = 24 * 60
SHORTEST, LONGEST = 5, 366 * DAY_MINUTES
MOST_EXTENSION = timedelta(days=14)
TOLERANCE = timedelta(hours=1)
"""A phase opened this little after the planned hour still keeps that hour."""


@dataclass(frozen=True, slots=True)
class Daily:
    """Due at ``at`` (local) every ``days`` days, counted from the deadline planned before.

    It leaves at least ``at_least`` minutes, and of more days than one at least half: a phase
    that opens shortly before such a day passes it over.
    """

    at: time
    days: int
    at_least: int

    @property
    def least(self) -> timedelta:
        """How much time a phase has at least."""
        half = timedelta(days=self.days) / 2 if self.days > 1 else timedelta(minutes=1)
        return max(timedelta(minutes=self.at_least), half)


@dataclass(frozen=True, slots=True)
class Length:
    """Due ``minutes`` after the phase opens."""

    minutes: int


Rule = Daily | Length


def parse_zone(name: str) -> ZoneInfo:
    """Return the IANA zone called ``name``; raise ``ServiceError`` (``bad_time_zone``)."""
    if not isinstance(name, str) or name not in zone_names():
        raise ServiceError(
            "bad_time_zone", _("We do not know the time zone “%(name)s”."), name=str(name)[:40]
        )
    return ZoneInfo(name)


@cache
def zone_names() -> frozenset[str]:
    """Return every time zone's name; looking them up reads the whole zone database once."""
    return frozenset(available_timezones())


def parse_rule(entry: Any) -> Rule:
    """Return the rule an entry of a schedule describes; raise ``ServiceError``."""
    kind = entry.get("kind") if isinstance(entry, Mapping) else None
    if kind == "length" and set(entry) == {"kind", "minutes"}:
        return Length(_whole(entry["minutes"], SHORTEST, LONGEST))
    if kind == "daily" and {"kind", "at"} <= set(entry) <= {"kind", "at", "days", "at_least"}:
        return Daily(
            parse_time_of_day(entry["at"]),
            _whole(entry.get("days", 1), 1, 366),
            _whole(entry.get("at_least", 0), 0, LONGEST),
        )
    raise ServiceError("bad_schedule", _("A deadline is a length in minutes or a time of day."))


def _whole(value: Any, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise ServiceError(
            "bad_schedule",
            _("In a schedule, %(value)s is not a whole number from %(low)s to %(high)s."),
            value=str(value)[:40],
            low=low,
            high=high,
        )
    return value


def parse_time_of_day(value: Any) -> time:
    """Return the time of day that a text like ``20:00`` names; raise ``ServiceError``."""
    if not isinstance(value, str) or not re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", value):
        raise ServiceError(
            "bad_schedule", _("“%(value)s” is not a time of day like 20:00."), value=str(value)[:40]
        )
    return time.fromisoformat(value)


def next_deadline(
    rule: Rule, zone: ZoneInfo, opened: datetime, planned: datetime | None
) -> datetime:
    """Return (in UTC) when a phase opened at ``opened`` is due.

    ``planned`` is the deadline planned for the phase before, early or late as it ended.
    """
    if isinstance(rule, Daily):
        return _on_days(
            zone,
            rule.at,
            rule.days if planned else 1,
            start=planned or opened,
            earliest=opened + rule.least,
        )
    length = timedelta(minutes=rule.minutes)
    if rule.minutes % DAY_MINUTES:
        return _utc(opened) + length
    earliest = (opened.astimezone(zone) + length).astimezone(UTC)
    if planned is None:
        return earliest
    hour = planned.astimezone(zone).time()
    start = earliest - timedelta(days=2)
    return _on_days(zone, hour, 1, start=start, earliest=earliest - TOLERANCE)


def _on_days(
    zone: ZoneInfo, at: time, days: int, *, start: datetime, earliest: datetime
) -> datetime:
    """Return the first local ``at`` on a day that lies a multiple of ``days`` from ``start``'s.

    That day may come before ``start``: a phase of another kind may have been planned for longer.
    """
    first = start.astimezone(zone).date()
    gap = (earliest.astimezone(zone).date() - first).days - days
    day = first + timedelta(days=gap - gap % days)
    while True:
        due = datetime.combine(day, at, tzinfo=zone).astimezone(UTC)
        if due >= earliest:
            return due
        day += timedelta(days=days)


def next_weekly(weekday: int, at: time, zone: ZoneInfo, earliest: datetime) -> datetime:
    """Return (in UTC) the first ``weekday`` (0: Monday), ``at`` that local time, from then on."""
    first = earliest.astimezone(zone).date()
    day = first + timedelta(days=(weekday - first.weekday()) % 7)
    due = datetime.combine(day, at, tzinfo=zone).astimezone(UTC)
    if due >= earliest:
        return due
    return datetime.combine(day + timedelta(days=7), at, tzinfo=zone).astimezone(UTC)


def _utc(moment: datetime) -> datetime:
    return moment.astimezone(UTC)


def reminder_at(opened: datetime, due: datetime) -> datetime:
    """Return when to remind: a quarter of the phase before its end, twelve hours at most."""
    return due - min((due - opened) / 4, timedelta(hours=12))


def extended(already: timedelta | None, by: timedelta) -> timedelta:
    """Return the sum of a phase's extensions; raise when it passes ``MOST_EXTENSION``."""
    total = (already or timedelta()) + by
    if by <= timedelta():
        raise ServiceError("bad_extension", _("An extension is longer than nothing."))
    if total > MOST_EXTENSION:
        raise ServiceError(
            "extension_too_long",
            _("All extensions of one phase together are at most %(days)s days."),
            days=MOST_EXTENSION.days,
        )
    return total
