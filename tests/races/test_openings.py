"""Matches that are opened, joined, passed on and ended from several sides at the same instant."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from django.db import transaction

from games.models import Match, Seat
from games.services import listeners
from games.services.bots import bots_move
from games.services.listeners import Finished, listen, tell
from games.services.offers import (
    resign,
)
from games.services.openings import NewMatch, match_call_off, match_join, match_open
from games.services.rematches import rematch_ask
from games.services.sourced import abort, open_for, reclock, reseat
from games.services.sweeping import sweep
from tests.factories import make_user
from tests.games.hosting.toys import (
    DAY,
    HEAP,
    START,
    Played,
    at,
    begun,
    me,
)
from tests.races.matches import codes, rounds, sound
from tests.races.together import (
    at_once,
    blocked,
    errors,
    eventually,
    results,
)
from tests.races.together import (
    begun as begun_calls,
)

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("toys", "steady_bots"),
]


# Opening and joining


def test_f50_a_free_seat_goes_to_one_of_those_who_want_it():
    match = match_open(person=make_user(), new=NewMatch(HEAP), now=START)
    people = [make_user() for _ in range(4)]

    outcomes = at_once(
        *(
            partial(match_join, person=one, token=match.invite_token, seat=1, now=START)
            for one in people
        )
    )

    assert set(codes(outcomes)) <= {"not_open", "no_invite"}
    assert len(results(outcomes)) == 1
    played = sound(Played(match.pk, people))
    assert played.match.status == Match.Status.RUNNING
    assert played.seat(1).user in people


def test_f16_joining_pressed_twice_takes_one_seat():
    match = match_open(person=make_user(), new=NewMatch(HEAP, seats=me("free", "free")), now=START)
    berta = make_user()

    outcomes = at_once(
        *[partial(match_join, person=berta, token=match.invite_token, now=START)] * 3
    )

    assert codes(outcomes) == ["already_seated"] * 2
    assert Seat.objects.filter(match=match, user=berta).count() == 1


def test_f02_calling_off_beside_joining_is_one_of_both():
    def race() -> None:
        anna, berta = make_user(), make_user()
        match = match_open(person=anna, new=NewMatch(HEAP), now=START)

        outcomes = at_once(
            partial(match_call_off, person=anna, match_id=match.pk, now=START),
            partial(match_join, person=berta, token=match.invite_token, now=START),
        )

        assert len(results(outcomes)) == 1
        assert set(codes(outcomes)) <= {"not_open", "no_invite"}
        match.refresh_from_db()
        is_running = match.status == Match.Status.RUNNING
        assert is_running == (match.turns.count() == 1)

    rounds(race)


def test_both_who_ask_for_a_rematch_at_once_play_the_same_one():
    def race() -> None:
        played = begun()
        resign(person=played.people[0], match_id=played.pk, now=START)

        outcomes = at_once(
            *(
                partial(rematch_ask, person=one, match_id=played.pk, now=START)
                for one in (*played.people, *played.people)
            )
        )

        assert errors(outcomes) == []
        (number,) = {match.pk for match in outcomes}
        again = sound(Played(number, played.people))
        assert again.match.status == Match.Status.RUNNING
        assert [again.seat(n).user for n in (0, 1)] == played.people[::-1]
        assert Match.objects.filter(rematch_of=played.pk).count() == 1

    rounds(race)


# Listeners


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[Finished]:
    """Return what the listener of ``battles`` was told, kept as rows would be: on commit."""
    told: list[Finished] = []
    monkeypatch.setattr(listeners, "_listeners", {})

    def listener(finished: Finished) -> None:
        transaction.on_commit(lambda: told.append(finished))

    listen("battles", listener)
    return told


def battle(key: str = "7", stand_in: str = "", **options: Any) -> Played:
    people = [make_user(), make_user()]
    match = open_for(
        source="battles",
        key=key,
        game=HEAP,
        options=options,
        seats=people,
        clock=DAY,
        stand_in=stand_in,
        now=START,
    )
    return Played(match.pk, people)


def test_a_match_opened_twice_at_once_for_the_same_key_is_one(heard):
    open_it = partial(
        open_for,
        source="battles",
        key="7",
        game=HEAP,
        options={},
        seats=["random", "random"],
        clock=DAY,
        now=START,
    )

    outcomes = at_once(*[open_it] * 3)

    assert errors(outcomes) == []
    assert {match.pk for match in outcomes} == {Match.objects.get().pk}
    assert Match.objects.get().turns.count() == 1


def test_the_listener_is_told_once_by_tasks_and_sweeps_at_once(heard):
    def race() -> None:
        heard.clear()
        played = battle(key=str(Match.objects.count()), heap=1)
        played.say(0, "take 1")

        outcomes = at_once(
            partial(tell, played.pk, START),
            partial(sweep, now=at(hours=1)),
            partial(tell, played.pk, START),
        )

        assert errors(outcomes) == []
        assert [one.match_id for one in heard] == [played.pk]

    rounds(race)


def test_f01_a_last_answer_beside_an_abort_ends_the_match_once(heard):
    def race() -> None:
        heard.clear()
        played = battle(key=str(Match.objects.count()), heap=1)

        answered, aborted = at_once(
            partial(played.say, 0, "take 1", revision=0), partial(abort, match_id=played.pk)
        )
        sweep(now=at(days=1))

        assert isinstance(aborted, Finished)
        assert sound(played).match.status == Match.Status.OVER
        assert aborted.ending == played.match.ending
        if isinstance(answered, Exception):
            assert codes([answered]) == ["not_running"]
        assert heard == []  # who aborts knows

    rounds(race)


def test_a_seat_passed_on_beside_its_answer_is_answered_by_one_of_both(heard):
    def race() -> None:
        played, carla = battle(key=str(Match.objects.count())), make_user()

        outcomes = at_once(
            partial(played.say, 0, "take 1", revision=0),
            partial(reseat, match_id=played.pk, seat=0, occupant=carla, now=START),
            partial(played.say, 0, "take 2", revision=0, person=carla),
        )

        assert outcomes[1] is True
        assert played.seat(0).user == carla
        assert len(sound(played).turns) == len(results(outcomes))  # the start, and one at most
        assert set(codes(outcomes)) <= {"no_match", "moved_on"}

    rounds(race)


def test_a_seat_passed_on_from_two_sides_and_ended_between_is_whole(heard):
    def race() -> None:
        played, carla = battle(key=str(Match.objects.count())), make_user()

        outcomes = at_once(
            partial(reseat, match_id=played.pk, seat=0, occupant=carla, now=START),
            partial(reseat, match_id=played.pk, seat=1, occupant=carla, now=START),
            partial(reclock, match_id=played.pk, clock={"kind": "total", "minutes": 9}, now=START),
            partial(abort, match_id=played.pk, now=START),
        )

        assert errors(outcomes) == []
        assert sum(outcomes[:2]) <= 1
        assert Seat.objects.filter(match=played.pk, user=carla).count() == sum(outcomes[:2])
        assert sound(played).match.status == Match.Status.OVER

    rounds(race)


def test_who_comes_back_as_their_stand_in_answers_is_one_of_both(heard):
    def race() -> None:
        played = battle(key=str(Match.objects.count()), stand_in="random")

        outcomes = at_once(
            partial(played.say, 0, "take 3", revision=0, now=at(days=1)),
            partial(bots_move, played.pk, at(days=1)),
            partial(bots_move, played.pk, at(days=1)),
            partial(sweep, now=at(days=1)),
        )

        assert set(codes(outcomes)) <= {"moved_on"}
        assert len(sound(played).turns) == 2
        (source,) = played.turns[1].sources.values()
        assert source == ("bot" if codes(outcomes) else "person")

    rounds(race)


@pytest.mark.postgresql
def test_a_listener_that_locks_its_own_rows_never_blocks_who_aborts(heard, monkeypatch):
    """The phase of a campaign is locked, its battle ends, and both want what the other has."""
    played, other = battle(heap=1), battle(key="8")
    played.say(0, "take 1")

    def listener(finished: Finished) -> None:
        Match.objects.select_for_update().get(pk=other.pk)  # stands for the phase
        transaction.on_commit(lambda: heard.append(finished))

    listen("battles", listener)
    with begun_calls(partial(tell, played.pk, START)) as (telling,), transaction.atomic():
        Match.objects.select_for_update().get(pk=other.pk)
        eventually(lambda: blocked() == 1 or telling.done())
        finished = abort(match_id=played.pk, now=START)

    assert finished.outcome.winners == (0,)
    assert telling.result() is False
    assert heard == []
