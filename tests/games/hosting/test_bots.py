"""Bots: they answer when they are asked, whatever became of the task that should move them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError

from games.models import Match
from games.services import bots, clocks
from games.services.answers import BOT_TASK, bot_answer
from games.services.bots import bots_move
from games.services.sweeping import sweep
from games.services.verify import verify_match
from tests.conftest import ErrorLog
from tests.games.hosting.toys import HOARD, START, Played, begun

pytestmark = pytest.mark.django_db


def against_bot(**new: Any) -> Played:
    return begun("heap", 1, "random", **new)


def test_a_bot_answers_when_it_is_asked(seat_bot):
    seat_bot("take 3")
    played = against_bot()
    played.say(0, "take 1")

    answered = bots_move(played.pk)

    assert answered == 1
    assert (played.match.turn, played.match.asked) == (2, [0])
    turn = played.turns[2]
    assert (turn.answers, turn.sources, turn.authors) == (
        {"1": "take 3"},
        {"1": "bot"},
        {"1": None},
    )
    assert verify_match(played.match) == []


def test_a_bot_that_stays_asked_answers_on(seat_bot):
    seat_bot("take 1")
    played = begun("heap", 1, "random", "random")
    played.say(0, "take 1")

    answered = bots_move(played.pk)

    assert answered == 2
    assert played.match.asked == [0]


def test_a_task_that_comes_late_or_twice_does_nothing(seat_bot):
    seat_bot("take 1")
    played = against_bot()
    played.say(0, "take 1")

    counts = [bots_move(played.pk), bots_move(played.pk)]

    assert counts == [1, 0]
    assert played.match.turn == 2
    assert bots_move(played.pk + 1000) == 0


def test_bots_play_each_other_to_the_end(seat_bot):
    seat_bot("take 1")
    played = begun("heap", 1, "random", "random", options={"heap": 7})
    for _ in range(3):
        if played.match.status == Match.Status.RUNNING:
            played.say(0, "take 1")
            bots_move(played.pk)

    assert played.match.ending == "rules"
    assert played.match.outcome["winners"] == [0]


def test_a_bot_sees_its_seats_view_and_no_more(seat_bot):
    player = seat_bot(None)
    played = begun(HOARD, 1, "random")
    mine, theirs = played.match.state["hands"]
    player.given = theirs[0]

    bots_move(played.pk)

    assert player.saw == [{"hand": theirs, "left": 3, "gold": [0, 0], "played": []}]
    assert not set(mine) & set(player.saw[0]["hand"])


def test_in_a_simultaneous_phase_a_bot_waits_for_the_people(seat_bot):
    player = seat_bot(None)
    played = begun(HOARD, 1, "random")
    mine, theirs = played.match.state["hands"]
    player.given = theirs[0]

    moved = bots_move(played.pk)
    between = (played.match.turn, played.match.asked)
    played.say(0, mine[0])

    assert (moved, between) == (1, (0, [0]))
    assert played.turns[1].answers == {"0": mine[0], "1": theirs[0]}


def test_f11_a_bots_answer_to_a_state_that_is_gone_is_dropped():
    played = against_bot()
    played.say(0, "take 1")

    old = bot_answer(match_id=played.pk, seat=1, revision=0, answer="take 1")
    other_seat = bot_answer(match_id=played.pk, seat=0, revision=1, answer="take 1")

    assert (old, other_seat) == (False, False)
    assert played.match.turn == 1


def test_a_worker_is_woken_for_a_bot_after_the_commit(woken, django_capture_on_commit_callbacks):
    played = against_bot()

    with django_capture_on_commit_callbacks(execute=True):
        played.say(0, "take 1")

    assert woken == [(BOT_TASK, played.pk)]


def test_one_call_gives_so_many_answers_and_another_goes_on(seat_bot, woken, monkeypatch):
    seat_bot("take 1")
    monkeypatch.setattr(bots, "MOST_ANSWERS", 1)
    played = begun("heap", 1, "random", "random")
    played.say(0, "take 1")

    first = bots_move(played.pk)
    second = bots_move(played.pk)

    assert (first, second) == (1, 1)
    assert woken[0] == (BOT_TASK, played.pk)
    assert played.match.asked == [0]


def test_f23_the_bot_of_a_killed_worker_is_woken_again_by_the_sweep(
    woken, django_capture_on_commit_callbacks
):
    played = against_bot()
    played.say(0, "take 1", now=START)
    woken.clear()
    due = START + clocks.BOT_PATIENCE

    with django_capture_on_commit_callbacks(execute=True):
        early = sweep(now=due - timedelta(seconds=1))
        swept = sweep(now=due)

    assert (early, swept) == (0, 1)
    assert woken == [(BOT_TASK, played.pk)]
    assert played.match.wake_at == due + clocks.BOT_PATIENCE


@pytest.mark.parametrize("fault", [RuntimeError("no idea"), "take 99", 17])
def test_f05_a_bot_that_fails_stops_its_match_and_holds_up_no_other(
    seat_bot, fault, error_log: ErrorLog
):
    player = seat_bot("take 1")
    stuck, other = against_bot(), against_bot()
    stuck.say(0, "take 1")
    other.say(0, "take 1")
    player.given = fault

    moved = bots_move(stuck.pk)
    player.given = "take 1"

    assert moved == 0
    assert stuck.match.status == Match.Status.PARKED
    assert stuck.match.wake_at is None
    assert stuck.match.failure
    assert stuck.match.turn == 1
    assert bots_move(stuck.pk) == 0
    assert bots_move(other.pk) == 1
    assert error_log.take() == [f"match {stuck.pk} was stopped by a fault"]


def test_a_database_that_fails_stops_no_match(seat_bot):
    seat_bot(OperationalError("gone away"))
    played = against_bot()
    played.say(0, "take 1")

    with pytest.raises(OperationalError):
        bots_move(played.pk)

    assert played.match.status == Match.Status.RUNNING
