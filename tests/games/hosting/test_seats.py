"""Seats that change hands: to a bot, or by a link to somebody else."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from games.hosting.errors import Conflict, NotAllowed, NotThere, ServiceError
from games.models import Match, Note, Plan
from games.services import clocks
from games.services.answers import BOT_TASK
from games.services.bots import bots_move
from games.services.news import News
from games.services.offers import draw_accept, draw_offer, resign
from games.services.plans import plan_write
from games.services.policy import access_match
from games.services.seats import (
    seat_link,
    seat_link_drop,
    seat_offered,
    seat_take,
    seat_to_bot,
)
from games.services.sweeping import sweep
from games.services.verify import verify_match
from tests.factories import make_user
from tests.games.hosting.nested import Battles, opened
from tests.games.hosting.toys import DAY, START, Played, at, begun

pytestmark = pytest.mark.django_db


def to_bot(played: Played, by: int, seat: int, bot: str = "random", **how: Any) -> Match:
    how.setdefault("person", played.people[by])
    how.setdefault("now", START)
    return seat_to_bot(match_id=played.pk, seat=seat, bot=bot, **how)


def link(played: Played, seat: int) -> str:
    return seat_link(person=played.people[seat], match_id=played.pk, seat=seat, now=START)


# To a bot


def test_f45_who_gives_the_seat_to_a_bot_is_out_at_once():
    played = begun()

    to_bot(played, by=0, seat=0)

    seat = played.seat(0)
    assert (seat.kind, seat.bot, seat.user, seat.is_substitute) == ("bot", "random", None, True)
    assert access_match(played.people[0], played.pk).seat is None  # opened it: an outsider now
    with pytest.raises(NotAllowed):
        played.say(0, "take 1")
    to_bot(played, by=1, seat=1)
    with pytest.raises(NotThere):
        access_match(played.people[1], played.pk)


def test_a_bot_that_takes_over_moves_at_once_if_it_is_asked(
    woken, django_capture_on_commit_callbacks
):
    played = begun()

    with django_capture_on_commit_callbacks(execute=True):
        to_bot(played, by=0, seat=0)
    moved = bots_move(played.pk)

    assert woken[0] == (BOT_TASK, played.pk)
    assert moved >= 1
    assert played.turns[1].sources == {"0": "bot"}
    assert verify_match(played.match) == []


def test_a_bot_that_is_not_asked_is_not_woken(woken, django_capture_on_commit_callbacks):
    played = begun()

    with django_capture_on_commit_callbacks(execute=True):
        to_bot(played, by=1, seat=1)

    assert woken == []


def test_a_present_opponents_seat_is_not_ones_to_give():
    played = begun(clock=DAY)

    with pytest.raises(NotAllowed) as refused:
        to_bot(played, by=1, seat=0)

    assert refused.value.code == "not_absent"
    assert played.seat(0).user == played.people[0]


def test_an_absent_opponents_seat_is_given_to_a_bot_once_its_time_ran_out():
    played = begun(clock=DAY, most_defaults=0)
    sweep(now=at(days=1))
    played.say(1, "take 1", now=at(days=1))

    to_bot(played, by=1, seat=0, now=at(days=1))

    assert played.seat(0).kind == "bot"
    assert played.match.timing["0"]["defaults"] == 0
    with pytest.raises(NotAllowed):
        played.say(0, "take 1")


def test_who_answers_again_is_absent_no_more():
    played = begun(clock=DAY)
    sweep(now=at(days=1))
    played.say(1, "take 1", now=at(days=1))
    played.say(0, "take 1", now=at(days=1))

    with pytest.raises(NotAllowed) as refused:
        to_bot(played, by=1, seat=0)

    assert refused.value.code == "not_absent"


@pytest.mark.parametrize("gone", ["closed", "deleted"])
def test_f23_the_seat_of_somebody_who_is_gone_can_be_given_to_a_bot(gone: str):
    played = begun()
    if gone == "closed":
        type(played.people[0]).objects.filter(pk=played.people[0].pk).update(is_active=False)
    else:
        played.people[0].delete()

    to_bot(played, by=1, seat=0)

    assert played.seat(0).kind == "bot"


def test_what_cannot_be_given_is_refused():
    played = begun("heap", 2, "random")

    with pytest.raises(Conflict) as already:
        to_bot(played, by=0, seat=2)
    with pytest.raises(ServiceError) as unknown:
        to_bot(played, by=0, seat=0, bot="oracle")
    for number in (-1, 3):
        with pytest.raises(NotThere) as none:
            to_bot(played, by=0, seat=number)
        assert none.value.code == "no_seat"

    assert (already.value.code, unknown.value.code) == ("bot_already", "unknown_bot")


def test_nothing_is_given_once_the_match_is_over():
    played = begun()
    resign(person=played.people[0], match_id=played.pk, now=START)

    with pytest.raises(Conflict):
        to_bot(played, by=1, seat=1)
    with pytest.raises(Conflict):
        link(played, 1)


def test_what_the_one_before_planned_and_offered_goes_with_them():
    played = begun()
    lines = [{"if": "*", "then": ["take 3"]}]
    plan_write(person=played.people[1], match_id=played.pk, revision=0, lines=lines)
    draw_offer(person=played.people[1], match_id=played.pk, revision=0, now=START)

    to_bot(played, by=1, seat=1)

    assert not Plan.objects.exists()
    assert (played.match.planned, played.match.draw_offered_by) == ([], None)
    with pytest.raises(Conflict):
        draw_accept(person=played.people[0], match_id=played.pk, revision=0)


# By a link


def test_whoever_has_the_link_takes_the_seat_and_until_then_one_plays_on():
    played, carla = begun(), make_user()
    token = link(played, 0)
    played.say(0, "take 2")

    match = seat_take(person=carla, token=token, now=at(hours=1))

    seat = played.seat(0)
    assert match.pk == played.pk
    assert (seat.user, seat.kind, seat.is_substitute) == (carla, "person", True)
    assert seat.hand_over_token is None
    played.say(1, "take 1")
    played.say(0, "take 1", person=carla)
    assert played.match.turn == 3
    kinds = [(note.kind, note.seat) for note in Note.objects.all()]
    assert kinds == [("seat_taken", 0)]


def test_f45_the_former_player_is_shut_out_at_once():
    played, carla = begun(), make_user()

    seat_take(person=carla, token=link(played, 1), now=START)

    with pytest.raises(NotThere):
        access_match(played.people[1], played.pk)
    played.say(0, "take 1")
    with pytest.raises(NotThere):
        played.say(1, "take 1")


def test_the_former_player_is_told(told: list[News]):
    played, carla = begun(), make_user()
    token = link(played, 1)
    told.clear()

    seat_take(person=carla, token=token, now=START)

    assert [(one.kind, one.user_id) for one in told] == [("match_taken", played.people[1].pk)]


def test_who_was_absent_is_told_that_a_bot_plays_on(told: list[News]):
    played = begun(clock=DAY)
    sweep(now=at(days=1))
    told.clear()

    to_bot(played, by=1, seat=0, now=at(days=1))

    assert [(one.kind, one.user_id) for one in told] == [("match_taken", played.people[0].pk)]


def test_a_substitute_has_the_whole_time_of_an_answer():
    played, carla = begun(clock=DAY), make_user()
    token = link(played, 0)

    seat_take(person=carla, token=token, now=at(hours=23))

    assert clocks.due_of(played.match, 0) == at(hours=47)


def test_a_link_stays_the_same_works_once_and_can_be_ended():
    played = begun()
    token, again = link(played, 0), link(played, 0)
    seat_take(person=make_user(), token=token, now=START)
    other = link(played, 1)
    for _ in range(2):
        seat_link_drop(person=played.people[1], match_id=played.pk, seat=1)

    assert token == again
    for used in (token, other, "no such token"):
        with pytest.raises(NotThere) as refused:
            seat_take(person=make_user(), token=used)
        assert refused.value.code == "no_seat_link"


def test_a_link_shows_the_seat_it_is_for_while_the_match_runs():
    played = begun()
    token = link(played, 1)

    found = seat_offered(token=token)
    resign(person=played.people[0], match_id=played.pk, now=START)

    assert (found.number, found.match) == (1, played.match)
    with pytest.raises(NotThere):
        seat_offered(token=token)
    with pytest.raises(NotThere):
        seat_take(person=make_user(), token=token)


def test_who_sits_there_already_takes_no_second_seat():
    played = begun()
    token = link(played, 0)

    for person in played.people:
        with pytest.raises(Conflict) as refused:
            seat_take(person=person, token=token)
        assert refused.value.code == "already_seated"
    with pytest.raises(NotAllowed):
        seat_take(person=AnonymousUser(), token=token)


def test_only_ones_own_seat_is_offered_by_a_link():
    played = begun("heap", 2, "random", clock=DAY)
    sweep(now=at(days=1))

    for seat in (0, 2):
        with pytest.raises(NotAllowed) as refused:
            seat_link(person=played.people[1], match_id=played.pk, seat=seat)
        assert refused.value.code == "not_your_seat"
    with pytest.raises(NotThere):
        seat_link(person=make_user(), match_id=played.pk, seat=0)


def test_a_bot_that_takes_the_seat_ends_its_link():
    played = begun()
    token = link(played, 0)

    to_bot(played, by=0, seat=0)

    with pytest.raises(NotThere):
        seat_take(person=make_user(), token=token)


def test_a_seat_of_something_elses_match_is_offered_to_nobody(battles: Battles):
    played = opened()
    anna = played.people[0]

    with pytest.raises(NotAllowed) as refused:
        seat_link(person=anna, match_id=played.pk, seat=0, now=START)

    assert refused.value.code == "not_your_seat"
    assert seat_to_bot(person=anna, match_id=played.pk, seat=0, bot="random", now=START)
