"""What the sweep does when nobody answers: defaults, adjudication, mails."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Held, Match, Note
from games.services import clocks
from games.services.news import News
from games.services.plans import plan_write
from games.services.sweeping import sweep
from games.services.verify import verify_match
from tests.conftest import ErrorLog
from tests.games.hosting.toys import DAY, HOARD, START, STICKS, Played, at, begun

pytestmark = pytest.mark.django_db

TEN = {"kind": "total", "minutes": 10, "increment": 0}


def kinds(messages: list[News]) -> list[tuple[str, int]]:
    """Return what was told to whom, and forget it."""
    seen = [(message.kind, message.user_id) for message in messages]
    messages.clear()
    return seen


def sources(played: Played) -> list[tuple[str, str]]:
    """Return by whom each turn after the start was answered, and what."""
    return [
        (*turn.sources.values(), *turn.answers.values())
        for turn in played.turns
        if turn.kind == "play"
    ]


# Defaults


def test_nothing_is_taken_before_the_time_is_up():
    played = begun(clock=DAY)

    sweep(now=at(days=1, seconds=-1))

    assert played.match.turn == 0


def test_the_default_is_taken_when_the_time_is_up():
    played = begun(clock=DAY)

    swept = sweep(now=at(days=1))

    assert swept == 1
    assert sources(played) == [("default", "take 1")]
    assert played.turns[1].authors == {"0": None}
    match = played.match
    assert match.asked == [1]
    assert clocks.due_of(match, 1) == at(days=2)
    assert match.timing["0"]["defaults"] == 1
    assert [(note.kind, note.seat) for note in Note.objects.all()] == [("default_taken", 0)]
    assert verify_match(match) == []


def test_of_a_sheet_the_default_is_taken_too():
    played = begun(STICKS, clock=DAY)

    sweep(now=at(days=1))

    assert played.turns[1].answers == {"0": {"take": 1}}


def test_two_sweeps_take_one_default():
    played = begun(clock=DAY)

    swept = [sweep(now=at(days=1)), sweep(now=at(days=1))]

    assert swept == [1, 0]
    assert played.match.turn == 1


def test_a_plan_is_answered_after_a_default():
    played = begun(clock=DAY)
    lines = [{"if": "take 1", "then": ["take 3"]}]
    plan_write(person=played.people[1], match_id=played.pk, revision=0, lines=lines, now=START)

    sweep(now=at(days=1))

    assert sources(played) == [("default", "take 1"), ("plan", "take 3")]


def test_after_too_many_defaults_in_a_row_the_match_ends_as_it_stands():
    played = begun(clock=DAY, most_defaults=2)
    played.say(0, "take 3")

    sweep(now=at(days=1))  # seat 1 misses: take 1
    played.say(0, "take 1", now=at(days=1))
    sweep(now=at(days=2))  # seat 1 misses a second time

    match = played.match
    assert (match.status, match.ending) == (Match.Status.OVER, "adjudicated")
    assert match.outcome["scores"] == [4, 2]
    assert (match.outcome["places"], match.outcome["winners"]) == ([1, 2], [0])
    assert match.outcome["reason"] == "standing"
    last = played.turns[-1]
    assert (last.kind, last.events[0]["data"]) == (
        "end",
        {"ending": "adjudicated", "seat": 1},
    )
    assert verify_match(match) == []


def test_ones_own_answer_begins_the_count_anew():
    played = begun(clock=DAY, most_defaults=2)
    sweep(now=at(days=1))  # seat 0 misses
    played.say(1, "take 1", now=at(days=1))
    played.say(0, "take 1", now=at(days=1))
    played.say(1, "take 1", now=at(days=1))

    sweep(now=at(days=2))  # seat 0 misses again, but not in a row

    assert played.match.status == Match.Status.RUNNING
    assert played.match.timing["0"]["defaults"] == 1


def test_a_default_that_ends_the_game_ends_it_by_its_rules():
    played = begun(clock=DAY, most_defaults=1, options={"heap": 1})

    sweep(now=at(days=1))

    assert played.match.ending == "rules"
    assert played.match.outcome["winners"] == [0]


def test_without_a_limit_defaults_go_on():
    played = begun(clock=DAY, most_defaults=0, options={"heap": 99})

    for day in range(1, 9):
        sweep(now=at(days=day))

    assert played.match.turn == 8
    assert played.match.status == Match.Status.RUNNING


def test_in_a_simultaneous_phase_each_seat_has_its_own_time():
    played = begun(HOARD, clock=TEN)
    mine, theirs = played.match.state["hands"]
    played.say(1, theirs[2], now=at(minutes=3))

    sweep(now=at(minutes=10))

    assert played.turns[1].answers == {"0": mine[0], "1": theirs[2]}
    assert played.turns[1].sources == {"0": "default", "1": "person"}
    match = played.match
    assert (match.timing["0"]["left"], match.timing["1"]["left"]) == (0, 420)
    assert clocks.due_of(match, 0) == at(minutes=11)
    assert clocks.due_of(match, 1) == at(minutes=17)


def test_f24_two_absent_seats_are_both_defaulted_and_the_phase_is_resolved_once():
    played = begun(HOARD, clock=DAY)

    swept = [sweep(now=at(days=1)) for _ in range(3)]

    assert swept == [1, 1, 0]
    assert played.turns[1].sources == {"0": "default", "1": "default"}
    assert (played.match.turn, Held.objects.filter(turn=1).count()) == (1, 0)
    assert verify_match(played.match) == []


def test_f05_one_match_that_cannot_go_on_holds_up_no_other(error_log: ErrorLog):
    broken, other = begun(clock=DAY), begun(clock=DAY)
    Match.objects.filter(pk=broken.pk).update(state={"nothing": "readable"})

    swept = sweep(now=at(days=1))

    assert swept == 1
    assert broken.match.status == Match.Status.PARKED
    assert other.match.turn == 1
    assert sweep(now=at(days=1)) == 0
    assert error_log.take() == [f"match {broken.pk} was stopped by a fault"]


# The whole match


def test_at_its_moment_a_match_ends_as_it_stands():
    played = begun(clock={"kind": "until", "at": "2026-01-06T12:00:00Z"})
    played.say(0, "take 3")
    before = sweep(now=at(days=1, seconds=-1))

    sweep(now=at(days=1))

    match = played.match
    assert before == 1  # the mail that it is somebody's turn
    assert (match.status, match.ending, match.ended_at) == ("over", "until", at(days=1))
    assert match.outcome["winners"] == [0]
    assert verify_match(match) == []


def test_f30_a_match_until_sunday_evening_ends_at_the_local_hour():
    friday = START.replace(month=3, day=27)
    clock = {"kind": "until", "weekday": 6, "time": "20:00", "zone": "Europe/Vienna"}
    played = begun(clock=clock, now=friday)
    end = friday.replace(day=29, hour=18, minute=0)

    sweep(now=end - timedelta(seconds=1))
    early = played.match.status
    sweep(now=end)

    assert early == Match.Status.RUNNING
    assert played.match.ending == "until"


# Mails


def test_f52_turn_and_reminder_are_told_once_each(told: list[News]):
    played = begun(clock=DAY)
    asked = played.people[0].pk
    told.clear()

    sweep(now=at(minutes=9, seconds=59))
    nothing_yet = kinds(told)
    sweep(now=at(minutes=10))
    sweep(now=at(minutes=11))
    turn = list(told)
    told.clear()
    sweep(now=at(hours=17, minutes=59))
    still_nothing = kinds(told)
    sweep(now=at(hours=18))
    sweep(now=at(hours=18, minutes=1))

    assert (nothing_yet, still_nothing) == ([], [])
    assert [(one.kind, one.user_id, one.not_after) for one in turn] == [
        ("match_turn", asked, at(days=1))
    ]
    assert kinds(told) == [("match_reminder", asked)]
    assert played.match.wake_at == at(days=1)


def test_f52_after_an_outage_nobody_gets_both(told: list[News]):
    played = begun(clock=DAY)
    told.clear()

    sweep(now=at(days=2))

    assert kinds(told) == []
    assert played.match.turn == 1


def test_who_answers_soon_gets_no_mail(told: list[News]):
    played = begun(clock=DAY)
    told.clear()
    played.say(0, "take 1", now=at(minutes=9))

    sweep(now=at(minutes=15))
    early = kinds(told)
    sweep(now=at(minutes=19))

    assert early == []
    assert kinds(told) == [("match_turn", played.people[1].pk)]


@pytest.mark.parametrize("clock", [TEN, {"kind": "move", "minutes": 119}])
def test_fast_clocks_send_no_mail(told: list[News], clock: dict):
    played = begun(clock=clock)
    told.clear()

    assert played.match.wake_at == clocks.due_of(played.match, 0)
    sweep(now=at(minutes=9))
    assert kinds(told) == []


def test_without_a_clock_one_is_told_once_and_never_hurried(told: list[News]):
    played = begun()
    told.clear()

    sweep(now=at(minutes=10))
    first = kinds(told)
    sweep(now=at(days=300))

    assert first == [("match_turn", played.people[0].pk)]
    assert kinds(told) == []
    assert played.match.wake_at is None
    assert played.match.turn == 0


def test_the_reminder_of_a_match_until_a_moment_comes_before_its_end(told: list[News]):
    played = begun(clock={"kind": "until", "at": "2026-01-06T12:00:00Z"})
    told.clear()

    sweep(now=at(minutes=10))
    sweep(now=at(hours=18))

    asked = played.people[0].pk
    assert kinds(told) == [("match_turn", asked), ("match_reminder", asked)]


def test_everybody_is_told_once_that_a_match_began_and_that_it_is_over(told: list[News]):
    played = begun(options={"heap": 1})
    opener, joiner = (person.pk for person in played.people)
    at_the_start = kinds(told)

    played.say(0, "take 1")

    assert at_the_start == [("match_begun", opener)]
    assert kinds(told) == [("match_over", opener), ("match_over", joiner)]


def test_f23_a_match_whose_player_deleted_the_account_is_not_woken_for_ever(told: list[News]):
    played = begun()
    played.people[0].delete()
    told.clear()

    swept = [sweep(now=at(minutes=10)), sweep(now=at(minutes=10))]

    assert swept == [1, 0]
    assert kinds(told) == []
    assert played.match.wake_at is None
