"""What the four kinds of clock say."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from games.hosting.errors import ServiceError
from games.services.clocks import again, parse_clock, settled, started, stopped

NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)
VIENNA = {"kind": "until", "weekday": 6, "time": "20:00", "zone": "Europe/Vienna"}


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ({"kind": "none"}, {"kind": "none"}),
        ({"kind": "move", "minutes": 1}, {"kind": "move", "minutes": 1}),
        (
            {"kind": "total", "minutes": 60},
            {"kind": "total", "minutes": 60, "increment": 0},
        ),
        (
            {"kind": "total", "minutes": 60, "increment": 30},
            {"kind": "total", "minutes": 60, "increment": 30},
        ),
        (VIENNA, VIENNA),
        (
            {"kind": "until", "at": "2026-12-06T20:00:00+01:00"},
            {"kind": "until", "at": "2026-12-06T19:00:00+00:00"},
        ),
    ],
)
def test_clocks_are_kept_in_one_form(written: Any, kept: Any):
    assert parse_clock(written) == kept
    assert parse_clock(kept) == kept


@pytest.mark.parametrize(
    "written",
    [
        None,
        "none",
        {},
        {"kind": ["none"]},
        {"kind": "none", "minutes": 5},
        {"kind": "move"},
        {"kind": "move", "minutes": 0},
        {"kind": "move", "minutes": 86401},
        {"kind": "move", "minutes": "60"},
        {"kind": "move", "minutes": True},
        {"kind": "move", "minutes": 60, "increment": 5},
        {"kind": "total", "minutes": 60, "increment": -1},
        {"kind": "total", "minutes": 60, "increment": 86401},
        {"kind": "until"},
        {"kind": "until", "at": "Sunday"},
        {"kind": "until", "at": "2026-12-06T20:00:00"},
        {"kind": "until", "at": "0001-01-01T00:00:00+14:00"},
        {"kind": "until", "at": 7},
        {**VIENNA, "weekday": 7},
        {**VIENNA, "at": "2026-12-06T20:00:00Z"},
    ],
)
def test_what_is_no_clock_is_refused(written: Any):
    with pytest.raises(ServiceError) as refused:
        parse_clock(written)

    assert refused.value.code == "bad_clock"


def test_a_zone_and_a_time_of_day_that_are_not_are_refused():
    for wrong in ({"zone": "Europe/Atlantis"}, {"zone": 3}, {"time": "25:00"}, {"time": 20}):
        with pytest.raises(ServiceError):
            parse_clock({**VIENNA, **wrong})


@pytest.mark.parametrize(
    ("now", "moment"),
    [
        # Monday noon: the Sunday of that week, 20:00 of winter time.
        (datetime(2026, 1, 5, 12, tzinfo=UTC), "2026-01-11T19:00:00+00:00"),
        # Saturday 19:00 UTC is 24 hours before: that Sunday still.
        (datetime(2026, 1, 10, 19, tzinfo=UTC), "2026-01-11T19:00:00+00:00"),
        # A second later it is too near: the Sunday after.
        (datetime(2026, 1, 10, 19, 0, 1, tzinfo=UTC), "2026-01-18T19:00:00+00:00"),
        # Over the change to summer time on Sunday 29 March 2026: 20:00 is 18:00 UTC.
        (datetime(2026, 3, 27, 12, tzinfo=UTC), "2026-03-29T18:00:00+00:00"),
        # Over the change back on Sunday 25 October 2026: 20:00 is 19:00 UTC.
        (datetime(2026, 10, 23, 12, tzinfo=UTC), "2026-10-25T19:00:00+00:00"),
    ],
)
def test_f30_until_a_weekday_is_that_local_hour_over_both_clock_changes(now: datetime, moment: str):
    clock = settled(parse_clock(VIENNA), now)

    assert clock == {**VIENNA, "at": moment}


@pytest.mark.parametrize(
    ("now", "moment"),
    [
        # 02:30 is skipped on 29 March: it strikes as 03:30 summer time, 01:30 UTC.
        (datetime(2026, 3, 26, 12, tzinfo=UTC), "2026-03-29T01:30:00+00:00"),
        # 02:30 comes twice on 25 October: the first counts, 00:30 UTC.
        (datetime(2026, 10, 22, 12, tzinfo=UTC), "2026-10-25T00:30:00+00:00"),
    ],
)
def test_f30_an_hour_that_is_skipped_or_comes_twice_strikes_once(now: datetime, moment: str):
    assert settled({**VIENNA, "time": "02:30"}, now)["at"] == moment


def test_a_moment_stays_that_moment():
    clock = parse_clock({"kind": "until", "at": "2026-12-06T19:00:00Z"})

    assert settled(clock, NOON) == clock


def test_a_rematch_has_the_same_clock_but_no_moment_that_passed():
    moment = {"kind": "until", "at": "2026-12-06T19:00:00+00:00"}

    assert again({"kind": "move", "minutes": 5}) == {"kind": "move", "minutes": 5}
    assert again(settled(VIENNA, NOON)) == VIENNA
    assert again(moment) == {"kind": "none"}


def test_without_a_clock_nobody_is_hurried():
    assert started({"kind": "none"}, {}, NOON) == {
        "since": "2026-01-05T12:00:00+00:00",
        "due": None,
        "told": "",
    }


def test_each_answer_has_its_own_time():
    timing = started({"kind": "move", "minutes": 90}, {"defaults": 1}, NOON)

    assert timing["due"] == "2026-01-05T13:30:00+00:00"
    assert timing["defaults"] == 1


def test_a_total_clock_runs_only_while_its_seat_is_asked_and_grows_with_each_answer():
    clock = {"kind": "total", "minutes": 10, "increment": 30}

    asked = started(clock, {}, NOON)
    answered = stopped(clock, asked, NOON + timedelta(minutes=4), missed=False)
    asked_again = started(clock, answered, NOON + timedelta(hours=3))

    assert asked["due"] == "2026-01-05T12:10:00+00:00"
    assert answered == {"defaults": 0, "left": 390}  # 600 - 240 + 30
    assert asked_again["due"] == "2026-01-05T15:06:30+00:00"


def test_when_a_total_clock_has_run_out_each_answer_has_a_minute():
    clock = {"kind": "total", "minutes": 10, "increment": 0}

    missed = stopped(clock, started(clock, {}, NOON), NOON + timedelta(minutes=10), missed=True)
    overtime = started(clock, missed, NOON + timedelta(hours=1))
    answered = stopped(clock, overtime, NOON + timedelta(hours=1, seconds=50), missed=False)

    assert missed == {"defaults": 1, "left": 0}
    assert overtime["due"] == "2026-01-05T13:01:00+00:00"
    assert answered == {"defaults": 0, "left": 0}


def test_a_missed_answer_earns_no_increment():
    clock = {"kind": "total", "minutes": 1, "increment": 30}

    missed = stopped(clock, started(clock, {}, NOON), NOON + timedelta(minutes=1), missed=True)

    assert missed["left"] == 0


def test_defaults_are_counted_in_a_row():
    clock = {"kind": "move", "minutes": 5}

    twice = stopped(clock, {"defaults": 1}, NOON, missed=True)
    answered = stopped(clock, twice, NOON, missed=False)

    assert (twice["defaults"], answered["defaults"]) == (2, 0)
