"""A match's clock: what may be chosen, and what it says of each seat asked.

Shapes, as people and programs write them and the match keeps them:

* ``{"kind": "none"}``: nobody is hurried;
* ``{"kind": "move", "minutes": 1440}``: so long for each answer;
* ``{"kind": "total", "minutes": 60, "increment": 30}``: so long for the whole match, and so
  many seconds more with each answer;
* ``{"kind": "until", "weekday": 6, "time": "20:00", "zone": "Europe/Vienna"}`` (0: Monday):
  the match ends there as it stands; or ``{"kind": "until", "at": "2026-12-06T19:00:00Z"}``.

The arithmetic is in ``games.hosting.deadlines``; this module applies it to the JSON of
``Match.timing``. Times in it are ISO texts in UTC, ``left`` is seconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.hosting.deadlines import next_weekly, parse_time_of_day, parse_zone, reminder_at
from games.hosting.errors import ServiceError
from games.models import Match, Seat

NONE = {"kind": "none"}
SHORTEST, LONGEST = 1, 60 * 24 * 60
"""Of a length in minutes."""
MOST_INCREMENT = 24 * 60 * 60
AT_LEAST = timedelta(hours=24)
"""What "by Sunday 20:00" leaves at least; else the Sunday after is meant."""
FARTHEST = timedelta(days=366)
OVERTIME = timedelta(minutes=1)
"""What each further answer has when a total clock has run out."""
TELL_AFTER = timedelta(minutes=10)
"""Whoever answers within this time gets no mail that it is their turn."""
BOT_PATIENCE = timedelta(seconds=20)
"""When the sweep moves a bot whose task got lost."""
SHORT = timedelta(hours=2)
"""Answers with less time than this are not worth a mail."""

Timing = dict[str, Any]


def parse_clock(data: Any) -> dict[str, Any]:
    """Return a clock in its kept form; raise ``ServiceError`` (``bad_clock``)."""
    kind = data.get("kind") if isinstance(data, Mapping) else None
    if kind == "none" and set(data) == {"kind"}:
        return dict(NONE)
    if kind == "move" and set(data) == {"kind", "minutes"}:
        return {"kind": kind, "minutes": _whole(data["minutes"], SHORTEST, LONGEST)}
    if kind == "total" and {"kind", "minutes"} <= set(data) <= {"kind", "minutes", "increment"}:
        return {
            "kind": kind,
            "minutes": _whole(data["minutes"], SHORTEST, LONGEST),
            "increment": _whole(data.get("increment", 0), 0, MOST_INCREMENT),
        }
    if kind == "until" and set(data) == {"kind", "at"}:
        return {"kind": kind, "at": _moment(data["at"]).isoformat()}
    if kind == "until" and set(data) == {"kind", "weekday", "time", "zone"}:
        parse_zone(data["zone"])
        parse_time_of_day(data["time"])
        return {**data, "weekday": _whole(data["weekday"], 0, 6)}
    raise ServiceError("bad_clock", _("We do not know this kind of clock."))


def _whole(value: Any, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise ServiceError(
            "bad_clock",
            _("In a clock, %(value)s is not a whole number from %(low)s to %(high)s."),
            value=str(value)[:40],
            low=low,
            high=high,
        )
    return value


def _moment(value: Any) -> datetime:
    try:
        moment = datetime.fromisoformat(value)
        if moment.tzinfo is not None:
            return moment.astimezone(UTC)
    except (TypeError, ValueError, OverflowError):
        pass
    raise ServiceError(
        "bad_clock", _("A moment is written like 2026-12-06T19:00:00Z, with its zone.")
    )


def settled(clock: Mapping[str, Any], now: datetime) -> dict[str, Any]:
    """Return the clock as a match that begins now keeps it: a weekday has become a moment."""
    if clock["kind"] != "until" or "at" in clock:
        return dict(clock)
    zone, at = parse_zone(clock["zone"]), parse_time_of_day(clock["time"])
    moment = next_weekly(clock["weekday"], at, zone, now + AT_LEAST)
    return {**clock, "at": moment.isoformat()}


def again(clock: Mapping[str, Any]) -> dict[str, Any]:
    """Return the clock for a rematch: a weekday comes again, a moment does not."""
    if clock["kind"] == "until" and "weekday" not in clock:
        return dict(NONE)
    if clock["kind"] == "until":
        return {key: value for key, value in clock.items() if key != "at"}
    return dict(clock)


def check_future(clock: Mapping[str, Any], now: datetime) -> None:
    """Refuse a moment that has passed or lies over a year ahead (``bad_clock``)."""
    if "at" in clock and not now < _moment(clock["at"]) <= now + FARTHEST:
        raise ServiceError("bad_clock", _("The match must end within a year from now."))


def started(clock: Mapping[str, Any], timing: Mapping[str, Any], now: datetime) -> Timing:
    """Return a seat's timing when it is asked something now."""
    due = None
    if clock["kind"] == "move":
        due = now + timedelta(minutes=clock["minutes"])
    elif clock["kind"] == "total":
        left = timedelta(seconds=timing.get("left", clock["minutes"] * 60))
        due = now + (left if left > timedelta() else OVERTIME)
    return {
        **rested(timing),
        "since": now.isoformat(),
        "due": due and due.isoformat(),
        "told": "",
    }


def stopped(
    clock: Mapping[str, Any],
    timing: Mapping[str, Any],
    now: datetime,
    *,
    missed: bool,
    again: bool = False,
) -> Timing:
    """Return a seat's timing after its answer, or after the default was taken for it.

    ``again``: it was absent already when it was asked, and its time has not run out anew.
    """
    kept: Timing = {"defaults": timing.get("defaults", 0) + (not again) if missed else 0}
    if clock["kind"] == "total":
        left = timing.get("left", clock["minutes"] * 60)
        since = _when(timing.get("since"))
        used = (now - since).total_seconds() if since else 0
        kept["left"] = max(left - used, 0) if missed else max(left - used, 0) + clock["increment"]
    return kept


def used_up(timing: Mapping[str, Any], now: datetime) -> Timing:
    """Return the timing of an absent seat that is asked once more in the same turn of its own.

    Its time is up at once, and does not count as missed anew (``is_again``).
    """
    return {**timing, "due": now.isoformat(), "again": True}


def is_again(match: Match, seat: int) -> bool:
    """Whether a seat was absent already when it was asked."""
    return bool(match.timing.get(str(seat), {}).get("again", False))


def rested(timing: Mapping[str, Any]) -> Timing:
    """Return a seat's timing when what it was asked is not asked any more."""
    return {key: timing[key] for key in ("left", "defaults") if key in timing}


def fresh(timing: Mapping[str, Any]) -> Timing:
    """Return a seat's timing when its match gets another clock: nothing of its time is used."""
    return {"defaults": timing.get("defaults", 0)}


def _when(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def due_of(match: Match, seat: int) -> datetime | None:
    """Return when a seat's time for its present ask is up; ``None``: it is not hurried."""
    return _when(match.timing.get(str(seat), {}).get("due"))


def since_of(match: Match, seat: int) -> datetime | None:
    """Return since when a seat is asked."""
    return _when(match.timing.get(str(seat), {}).get("since"))


def missed_by(match: Match, seat: int) -> int:
    """Return how many times in a row a seat's time ran out without an answer of its own."""
    return int(match.timing.get(str(seat), {}).get("defaults", 0))


def ends_at(match: Match) -> datetime | None:
    """Return when the match ends as it stands, if its clock says so."""
    return _when(match.clock.get("at"))


def mail_at(match: Match, seat: int) -> tuple[datetime, str] | None:
    """Return when to tell an asked person, and of what: ``turn`` or ``reminder``.

    Nobody is told of a turn with less than ``SHORT`` time, nor twice of the same.
    """
    since, due = since_of(match, seat), due_of(match, seat)
    told = match.timing.get(str(seat), {}).get("told", "")
    if since is None or (due is not None and due - since < SHORT):
        return None
    if told == "":
        return since + TELL_AFTER, "turn"
    limit = min(filter(None, (due, ends_at(match))), default=None)
    if told == "turn" and limit is not None:
        return reminder_at(since, limit), "reminder"
    return None


def is_stood_in(match: Match, seat: Seat, now: datetime) -> bool:
    """Whether a bot answers for a person who is asked: their time is up."""
    if not match.stand_in or seat.kind != Seat.Kind.PERSON or seat.number not in match.asked:
        return False
    due = due_of(match, seat.number)
    return due is not None and due <= now


def wake_at(match: Match, seats: Iterable[Seat], now: datetime) -> datetime | None:
    """Return when the sweep must look at a match next: clock, mail, bot."""
    moments = [ends_at(match)]
    for seat in seats:
        if is_stood_in(match, seat, now):
            moments.append(now + BOT_PATIENCE)
        elif seat.number in match.asked:
            moments += _moments(match, seat, now)
    return min(filter(None, moments), default=None)


def _moments(match: Match, seat: Seat, now: datetime) -> list[datetime | None]:
    due = due_of(match, seat.number)
    if seat.kind == Seat.Kind.BOT:
        return [due, now + BOT_PATIENCE]
    mail = mail_at(match, seat.number) if seat.user_id else None
    return [due, mail and mail[0]]
