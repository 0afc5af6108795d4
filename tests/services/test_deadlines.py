"""Deadlines, worked out by hand from the calendar of Europe/Berlin and UTC.

In 2026 Berlin's clocks go forward on 29 March (02:00 to 03:00) and back on 25 October
(03:00 to 02:00).
"""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from campaign.services.schedules import DEFAULT_SCHEDULE, parse_schedule
from games.hosting.deadlines import (
    Daily,
    Length,
    extended,
    next_deadline,
    parse_rule,
    parse_zone,
    reminder_at,
)
from games.hosting.errors import ServiceError

BERLIN = ZoneInfo("Europe/Berlin")
UTC_ZONE = ZoneInfo("UTC")


def utc(month: int, day: int, hour: int, minute: int = 0) -> datetime:
    return datetime(2026, month, day, hour, minute, tzinfo=UTC)


def test_a_daily_deadline_is_the_next_local_time_that_leaves_enough_time():
    rule = Daily(time(20, 0), days=1, at_least=12 * 60)

    assert next_deadline(rule, BERLIN, utc(1, 5, 6), None) == utc(1, 5, 19)
    assert next_deadline(rule, BERLIN, utc(1, 5, 7, 1), None) == utc(1, 6, 19)


def test_f30_a_nightly_deadline_keeps_its_local_hour_when_the_clocks_go_forward():
    rule = Daily(time(20, 0), days=1, at_least=60)

    before = next_deadline(rule, BERLIN, utc(3, 27, 20), None)
    after = next_deadline(rule, BERLIN, before, before)

    assert before == utc(3, 28, 19)
    assert after == utc(3, 29, 18)


def test_f30_a_deadline_in_the_hour_that_is_skipped_comes_once():
    rule = Daily(time(2, 30), days=1, at_least=1)

    first = next_deadline(rule, BERLIN, utc(3, 28, 12), None)
    second = next_deadline(rule, BERLIN, first, first)

    assert first == utc(3, 29, 1, 30)
    assert second == utc(3, 30, 0, 30)


def test_f30_a_deadline_in_the_hour_that_comes_twice_comes_once():
    rule = Daily(time(2, 30), days=1, at_least=1)

    first = next_deadline(rule, BERLIN, utc(10, 24, 12), None)
    second = next_deadline(rule, BERLIN, first, first)

    assert first == utc(10, 25, 0, 30)
    assert second == utc(10, 26, 1, 30)


def test_f32_an_early_end_leaves_the_days_and_the_hour_of_the_grid():
    rule = Daily(time(20, 0), days=2, at_least=12 * 60)
    planned = utc(1, 10, 20)

    early = next_deadline(rule, UTC_ZONE, utc(1, 9, 7), planned)
    in_time = next_deadline(rule, UTC_ZONE, planned + timedelta(seconds=2), planned)

    assert early == utc(1, 10, 20)
    assert in_time == utc(1, 12, 20)


def test_a_phase_of_some_days_has_at_least_half_of_them():
    rule = Daily(time(20, 0), days=2, at_least=12 * 60)
    week = Daily(time(20, 0), days=7, at_least=12 * 60)

    # Opened on Monday the 5th: late in the evening Tuesday's hour is too near, before it is not.
    assert next_deadline(rule, UTC_ZONE, utc(1, 5, 22), None) == utc(1, 7, 20)
    assert next_deadline(rule, UTC_ZONE, utc(1, 5, 2), None) == utc(1, 6, 20)
    # Sundays: ended on a Tuesday the next Sunday counts, on a Friday the one after it.
    sunday = utc(1, 11, 20)
    assert next_deadline(week, UTC_ZONE, utc(1, 6, 10), sunday) == utc(1, 11, 20)
    assert next_deadline(week, UTC_ZONE, utc(1, 9, 10), sunday) == utc(1, 18, 20)


def test_f32_a_long_phase_that_ends_early_does_not_delay_a_shorter_one():
    months = Daily(time(20, 0), days=2, at_least=12 * 60)

    # Reports were planned for Saturday the 10th and all in on Monday the 5th at ten.
    due = next_deadline(months, UTC_ZONE, utc(1, 5, 10), utc(1, 10, 20))

    # Every second day from the 10th: the 6th leaves a day and a half.
    assert due == utc(1, 6, 20)


def test_f32_a_length_of_whole_days_keeps_the_agreed_hour_after_an_early_end():
    rule = Length(2 * 24 * 60)
    planned = utc(1, 10, 20)

    assert next_deadline(rule, UTC_ZONE, utc(1, 9, 14), planned) == utc(1, 11, 20)
    assert next_deadline(rule, UTC_ZONE, planned + timedelta(seconds=3), planned) == utc(1, 12, 20)


def test_f30_a_length_of_whole_days_keeps_the_local_hour_over_a_clock_change():
    opened = utc(3, 28, 19)

    assert next_deadline(Length(24 * 60), BERLIN, opened, None) == utc(3, 29, 18)
    assert next_deadline(Length(24 * 60), BERLIN, opened, opened) == utc(3, 29, 18)


def test_a_length_in_hours_counts_real_time_over_a_clock_change():
    assert next_deadline(Length(12 * 60), BERLIN, utc(3, 28, 19), None) == utc(3, 29, 7)


def test_f06_a_deadline_a_hundred_days_away_is_a_deadline():
    due = next_deadline(Length(100 * 24 * 60), UTC_ZONE, utc(1, 1, 0), None)

    assert due == utc(4, 11, 0)


def test_after_an_outage_the_next_deadline_is_counted_from_now():
    rule = Daily(time(20, 0), days=2, at_least=6 * 60)
    planned = utc(1, 10, 20)

    due = next_deadline(rule, UTC_ZONE, utc(1, 15, 10), planned)

    assert due == utc(1, 16, 20)


def test_a_reminder_comes_a_quarter_before_the_end_but_at_most_twelve_hours():
    assert reminder_at(utc(1, 1, 0), utc(1, 1, 8)) == utc(1, 1, 6)
    assert reminder_at(utc(1, 1, 0), utc(1, 11, 0)) == utc(1, 10, 12)


def test_f31_extensions_add_up_to_a_limit():
    week = timedelta(days=7)

    assert extended(None, week) == week
    assert extended(week, week) == timedelta(days=14)
    with pytest.raises(ServiceError) as refused:
        extended(timedelta(days=14), timedelta(minutes=1))

    assert refused.value.code == "extension_too_long"


@pytest.mark.parametrize(
    "entry",
    [
        None,
        "daily",
        {"kind": "weekly"},
        {"kind": "length", "minutes": 4},
        {"kind": "length", "minutes": True},
        {"kind": "length", "minutes": 1e9},
        {"kind": "length", "minutes": 60, "at": "20:00"},
        {"kind": "daily", "at": "25:00"},
        {"kind": "daily", "at": 20},
        {"kind": "daily", "at": "20:00", "days": 0},
        {"kind": "daily", "at": "20:00", "at_least": -1},
    ],
)
def test_a_bad_rule_is_refused_with_a_code(entry: object):
    with pytest.raises(ServiceError) as refused:
        parse_rule(entry)

    assert refused.value.code == "bad_schedule"


def test_a_schedule_is_completed_with_the_defaults():
    given = {"turn": {"kind": "length", "minutes": 90}}

    schedule = parse_schedule(given)

    assert schedule == {**DEFAULT_SCHEDULE, **given}


def test_an_unknown_zone_or_kind_is_refused():
    with pytest.raises(ServiceError) as zone:
        parse_zone("Middle/Earth")
    with pytest.raises(ServiceError) as kind:
        parse_schedule({"summer": {}})

    assert zone.value.code == "bad_time_zone"
    assert kind.value.code == "bad_schedule"
