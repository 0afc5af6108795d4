"""People, bots and the clock who want to move the same match on at the same instant.

After each race: one turn per number, and the state is that of the turns played again.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import pytest

from games.hosting.errors import NotThere, Stale
from games.models import Held, Match, Note, Seat
from games.services.answers import Answered, bot_answer
from games.services.bots import bots_move
from games.services.offers import (
    draw_accept,
    draw_offer,
    resign,
    undo_accept,
    undo_ask,
)
from games.services.plans import plan_write
from games.services.seats import seat_link, seat_take, seat_to_bot
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


# Seats that change hands


def test_f45_an_answer_beside_a_hand_over_counts_before_or_is_refused_after():
    def race() -> None:
        played, carla = begun(), make_user()
        token = seat_link(person=played.people[1], match_id=played.pk, seat=1, now=START)
        played.say(0, "take 1")

        answered, taken = at_once(
            partial(played.say, 1, "take 3", revision=1),
            partial(seat_take, person=carla, token=token, now=START),
        )

        assert isinstance(taken, Match)
        if isinstance(answered, Exception):
            assert isinstance(answered, NotThere)
            assert sound(played).match.turn == 1
            played.say(1, "take 1", person=carla)
        assert sound(played).match.turn == 2
        with pytest.raises(NotThere):
            played.say(1, "take 1", revision=2)

    rounds(race)


def test_a_link_pressed_by_two_at_once_seats_one():
    played = begun()
    token = seat_link(person=played.people[1], match_id=played.pk, seat=1, now=START)
    people = [make_user() for _ in range(3)]

    outcomes = at_once(*(partial(seat_take, person=one, token=token, now=START) for one in people))

    assert codes(outcomes) == ["no_seat_link"] * 2
    assert played.seat(1).user in people


def test_a_seat_given_to_a_bot_and_by_its_link_at_once_has_one_player():
    played, carla = begun(), make_user()
    token = seat_link(person=played.people[0], match_id=played.pk, seat=0, now=START)

    outcomes = at_once(
        partial(seat_take, person=carla, token=token, now=START),
        partial(
            seat_to_bot,
            person=played.people[0],
            match_id=played.pk,
            seat=0,
            bot="random",
            now=START,
        ),
    )

    seat = played.seat(0)
    assert len(results(outcomes)) == 1
    assert set(codes(outcomes)) <= {"no_seat_link", "not_absent", "not_allowed"}
    assert (seat.user == carla) != (seat.bot == "random")


# Offers


def test_an_answer_beside_the_consent_to_an_undo_is_one_of_both():
    def race() -> None:
        played = begun()
        played.say(0, "take 3")
        undo_ask(person=played.people[0], match_id=played.pk, revision=1, now=START)
        consent = partial(
            undo_accept, person=played.people[1], match_id=played.pk, revision=1, now=START
        )

        outcomes = at_once(consent, partial(played.say, 1, "take 2", revision=1))

        assert codes(outcomes) == ["moved_on"]
        assert sound(played).turns[2].kind in ("undo", "play")
        assert len(played.turns) == 3

    rounds(race)


def test_consent_pressed_twice_takes_back_once():
    played = begun()
    played.say(0, "take 3")
    undo_ask(person=played.people[0], match_id=played.pk, revision=1, now=START)

    outcomes = at_once(
        *[partial(undo_accept, person=played.people[1], match_id=played.pk, revision=1, now=START)]
        * 3
    )

    assert codes(outcomes) == ["moved_on"] * 2
    assert [turn.kind for turn in sound(played).turns] == ["start", "play", "undo"]


def test_both_who_offer_a_draw_at_once_have_agreed():
    played = begun()

    outcomes = at_once(
        *(
            partial(draw_offer, person=one, match_id=played.pk, revision=0, now=START)
            for one in played.people
        )
    )

    assert errors(outcomes) == []
    assert sound(played).match.ending == "agreed"


def test_a_match_that_two_end_at_once_ends_once():
    def race() -> None:
        played = begun()
        draw_offer(person=played.people[0], match_id=played.pk, revision=0, now=START)

        outcomes = at_once(
            partial(resign, person=played.people[0], match_id=played.pk, now=START),
            partial(
                draw_accept, person=played.people[1], match_id=played.pk, revision=0, now=START
            ),
            partial(resign, person=played.people[1], match_id=played.pk, now=START),
        )

        assert len(results(outcomes)) == 1
        assert codes(outcomes) == ["not_running"] * 2
        assert [turn.kind for turn in sound(played).turns] == ["start", "end"]

    rounds(race)


def test_a_plan_beside_the_answer_it_is_for_is_played_or_refused():
    def race() -> None:
        played = begun()
        lines = [{"if": "take 1", "then": ["take 3"]}]

        written, answered = at_once(
            partial(
                plan_write,
                person=played.people[1],
                match_id=played.pk,
                revision=0,
                lines=lines,
                now=START,
            ),
            partial(played.say, 0, "take 1", revision=0),
        )

        assert isinstance(answered, Answered)
        if isinstance(written, Exception):
            assert isinstance(written, Stale)
            assert sound(played).match.turn == 1
        else:
            assert sound(played).match.turn == 2

    rounds(race)
