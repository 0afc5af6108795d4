"""People, bots and the clock who want to move the same match on at the same instant.

After each race: one turn per number, and the state is that of the turns played again.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import pytest

from games.models import Held, Match, Note, Seat
from games.services.answers import Answered, bot_answer
from games.services.bots import bots_move
from games.services.seats import seat_take, seat_to_bot
from games.services.sweeping import sweep
from games.services.table import sit
from tests.factories import make_user
from tests.games.hosting.toys import (
    DAY,
    HEAP,
    HOARD,
    START,
    at,
    begun,
)
from tests.races.matches import codes, rounds, sound
from tests.races.together import (
    alone,
    at_once,
    errors,
    holding,
    process,
    results,
)

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("toys", "steady_bots"),
]


# Answers


def test_f16_a_double_click_from_two_connections_is_one_turn():
    played = begun()

    outcomes = at_once(*[partial(played.say, 0, "take 3", revision=0)] * 4)

    assert errors(outcomes) == []
    assert [answered.is_new for answered in outcomes].count(True) == 1
    assert {answered.answer for answered in outcomes} == {"take 3"}
    assert sound(played).match.state["heap"] == 7


def test_f16_of_two_different_answers_at_once_one_is_taken():
    played = begun()

    outcomes = at_once(
        partial(played.say, 0, "take 3", revision=0), partial(played.say, 0, "take 1", revision=0)
    )

    assert codes(outcomes) == ["moved_on"]
    (taken,) = results(outcomes)
    assert sound(played).turns[1].answers == {"0": taken.answer}


def test_f12_both_seats_of_a_simultaneous_phase_at_once_are_both_kept():
    def race() -> None:
        played = begun(HOARD)
        mine, theirs = played.match.state["hands"]

        outcomes = at_once(
            partial(played.say, 0, mine[2], revision=0),
            partial(played.say, 1, theirs[1], revision=0),
        )

        assert errors(outcomes) == []
        assert sorted(answered.waits for answered in outcomes) == [False, True]
        assert sound(played).turns[1].answers == {"0": mine[2], "1": theirs[1]}
        assert len(played.turns) == 2

    rounds(race)


def test_f16_both_seats_and_each_twice_are_one_turn():
    played = begun(HOARD)
    mine, theirs = played.match.state["hands"]
    click = partial(played.say, 0, mine[0], revision=0)
    other = partial(played.say, 1, theirs[0], revision=0)

    outcomes = at_once(click, other, click, other)

    assert errors(outcomes) == []
    assert [answered.is_new for answered in outcomes].count(True) == 2
    assert len(sound(played).turns) == 2


# The clock


def test_an_answer_in_the_second_of_the_time_out_counts_or_is_refused():
    def race() -> None:
        played = begun(clock=DAY)

        answered, swept = at_once(
            partial(played.say, 0, "take 3", revision=0, now=at(days=1)),
            partial(sweep, now=at(days=1)),
        )

        turn = sound(played).turns[1]
        assert not isinstance(swept, Exception)
        if isinstance(answered, Answered):
            assert (turn.sources, turn.answers) == ({"0": "person"}, {"0": "take 3"})
        else:
            assert codes([answered]) == ["moved_on"]
            assert (turn.sources, turn.answers) == ({"0": "default"}, {"0": "take 1"})
        assert len(played.turns) == 2

    rounds(race)


def test_f01_sweeps_at_once_take_one_default():
    played, other = begun(clock=DAY), begun(clock=DAY)

    swept = at_once(*[partial(sweep, now=at(days=1))] * 4)

    assert errors(swept) == []
    for match in (played, other):
        sweep(now=at(days=1))
        assert [turn.sources for turn in sound(match).turns] == [{}, {"0": "default"}]
    assert Note.objects.filter(kind="default_taken").count() == 2


def test_f01_sweeps_at_once_end_a_match_once():
    played = begun(clock={"kind": "until", "at": "2026-01-06T12:00:00Z"})

    swept = at_once(*[partial(sweep, now=at(days=1))] * 3)

    assert errors(swept) == []
    assert [turn.kind for turn in sound(played).turns] == ["start", "end"]
    assert played.match.ending == "until"


@pytest.mark.postgresql
def test_the_sweep_passes_over_a_match_that_somebody_holds():
    held, other = begun(clock=DAY), begun(clock=DAY)

    with holding(lambda: sit(held.pk)):
        swept = sweep(now=at(days=1))

    assert swept == 1
    assert (held.match.turn, other.match.turn) == (0, 1)
    assert sweep(now=at(days=1)) == 1
    sound(held)


@pytest.mark.postgresql
def test_matches_do_not_wait_for_each_other():
    held, other = begun(), begun()

    with holding(lambda: sit(held.pk)):
        answered = alone(partial(other.say, 0, "take 1", revision=0))

    assert answered.turn == 1


# Bots


def test_the_bots_task_twice_at_once_is_one_answer():
    def race() -> None:
        played = begun(HEAP, 1, "random")
        played.say(0, "take 1")

        outcomes = at_once(*[partial(bots_move, played.pk)] * 3)

        assert errors(outcomes) == []
        assert [turn.sources for turn in sound(played).turns[1:]] == [
            {"0": "person"},
            {"1": "bot"},
        ]
        assert played.match.status == Match.Status.RUNNING

    rounds(race)


def test_f12_a_bot_and_a_person_asked_at_once_are_both_kept():
    def race() -> None:
        played = begun(HOARD, 1, "random")
        mine, theirs = played.match.state["hands"]

        outcomes = at_once(
            partial(bots_move, played.pk), partial(played.say, 0, mine[2], revision=0)
        )

        assert errors(outcomes) == []
        assert sound(played).turns[1].answers == {"0": mine[2], "1": theirs[0]}

    rounds(race)


def test_f11_a_bot_that_thought_while_the_seat_was_taken_over_says_nothing():
    played, carla = begun(), make_user()
    seat_to_bot(person=played.people[0], match_id=played.pk, seat=0, bot="random", now=START)
    Seat.objects.filter(match=played.pk, number=0).update(hand_over_token="token")

    taken, moved = at_once(
        partial(seat_take, person=carla, token="token", now=START),
        partial(bot_answer, match_id=played.pk, seat=0, revision=0, answer="take 1"),
    )

    assert isinstance(taken, Match)
    assert sound(played).match.turn == int(moved)
    assert played.seat(0).user == carla


KILLED = """
import os, signal
from django.db import transaction
from games.engine import registry
registry.PLACES = (*registry.PLACES, "tests.games.hosting.systems.{{name}}")
from games.services.table import sit
from games.services import answers
from games.models import Match

def die(*args, **how):
    open({mark!r}, "w").close()
    os.kill(os.getpid(), signal.SIGKILL)

answers.settle = die
answers.bot_answer(match_id={match}, seat=1, revision=1, answer="take 1")
"""


def test_f04_a_worker_killed_in_a_turn_leaves_nothing_behind(site_env: Mapping[str, str], tmp_path):
    played = begun(HEAP, 1, "random", clock=DAY)
    played.say(0, "take 1")
    mark = tmp_path / "reached"

    with process(site_env, KILLED.format(mark=str(mark), match=played.pk)) as running:
        running.wait(60)
    left = (mark.exists(), sound(played).match.turn, Held.objects.count())
    moved = bots_move(played.pk)

    assert left == (True, 1, 0)
    assert moved == 1
    assert sound(played).match.turn == 2
