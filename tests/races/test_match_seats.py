"""Seats that change hands, offers and ends of a match at the same instant as its moves.

After each race: one turn per number, and the state is that of the turns played again.
"""

from __future__ import annotations

from functools import partial

import pytest

from games.hosting.errors import NotThere, Stale
from games.models import Match
from games.services.answers import Answered
from games.services.offers import (
    draw_accept,
    draw_offer,
    resign,
    undo_accept,
    undo_ask,
)
from games.services.plans import plan_write
from games.services.seats import seat_link, seat_take, seat_to_bot
from tests.factories import make_user
from tests.games.hosting.toys import (
    START,
    begun,
)
from tests.races.matches import codes, rounds, sound
from tests.races.together import (
    at_once,
    errors,
    results,
)

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("toys", "steady_bots"),
]


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
