"""Opening a match, joining it, calling it off."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from games.engine.contract import BadOptions
from games.hosting.errors import Conflict, NotAllowed, NotThere, ServiceError
from games.models import Match, Note, Turn
from games.services import openings
from games.services.openings import (
    NewMatch,
    match_call_off,
    match_find,
    match_join,
    match_leave,
    match_open,
)
from games.services.verify import verify_match
from tests.factories import make_user
from tests.games.hosting.toys import HEAP, HOARD, START, STICKS, at, begun, me

pytestmark = pytest.mark.django_db


def opened(*seats: str, person: Any = None, **new: Any) -> Match:
    seats = seats or ("free",)
    return match_open(
        person=person or make_user(), new=NewMatch(HEAP, seats=me(*seats), **new), now=START
    )


def code_of(call: Any) -> str:
    with pytest.raises(ServiceError) as refused:
        call()
    return refused.value.code


def test_a_match_with_a_free_seat_waits():
    anna = make_user()

    match = opened("free", person=anna)

    assert match.status == Match.Status.OPEN
    assert match.opened_by == anna
    assert [(seat.number, seat.kind, seat.user) for seat in match.seats.all()] == [
        (0, "person", anna),
        (1, "free", None),
    ]
    assert not Turn.objects.exists()
    assert (match.state, match.asked, match.wake_at) == (None, [], None)
    assert match.rules_version == "1"


def test_a_match_against_a_bot_begins_at_once():
    match = opened("random")

    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert match.asked == [0]
    assert match.started_at == START
    assert [(seat.kind, seat.bot) for seat in match.seats.all()] == [
        ("person", ""),
        ("bot", "random"),
    ]
    assert [(turn.number, turn.kind) for turn in match.turns.all()] == [(0, "start")]
    assert verify_match(match) == []


def test_whoever_opens_need_not_play():
    anna, berta = make_user(), make_user()
    new = NewMatch(HEAP, seats=[{"kind": "free"}, {"kind": "bot", "bot": "greedy"}])

    match = match_open(person=anna, new=new, now=START)
    joined = match_join(person=berta, token=match.invite_token, now=START)

    assert joined.status == Match.Status.RUNNING
    assert match.seats.get(number=0).user == berta


def test_the_match_begins_when_the_last_seat_is_taken():
    match = opened("free", "free")
    berta, carla = make_user(), make_user()

    first = match_join(person=berta, token=match.invite_token, now=START)
    status_between = first.status
    second = match_join(person=carla, token=match.invite_token, now=at(hours=1))

    assert status_between == Match.Status.OPEN
    assert second.status == Match.Status.RUNNING
    assert second.started_at == at(hours=1)
    assert [seat.user for seat in match.seats.all()][1:] == [berta, carla]


def test_one_takes_the_seat_one_names():
    match = opened("free", "free")
    berta = make_user()

    match_join(person=berta, token=match.invite_token, seat=2, now=START)

    assert match.seats.get(number=2).user == berta
    assert match.seats.get(number=1).user is None


def test_a_listed_match_is_joined_by_its_number():
    listed = opened(is_listed=True)

    joined = match_join(person=make_user(), match_id=listed.pk, now=START)

    assert joined.status == Match.Status.RUNNING


def test_an_unlisted_match_is_not_there_without_its_link():
    match = opened()

    with pytest.raises(NotThere) as refused:
        match_join(person=make_user(), match_id=match.pk, now=START)

    assert refused.value.code == "no_match"
    assert match.seats.get(number=1).user is None


def test_a_seat_taken_a_moment_ago_is_not_taken_twice():
    match = opened("free", "free")
    match_join(person=make_user(), token=match.invite_token, seat=1, now=START)

    code = code_of(
        lambda: match_join(person=make_user(), token=match.invite_token, seat=1, now=START)
    )

    assert code == "seat_taken"


def test_nobody_sits_twice_at_a_match():
    anna = make_user()
    match = opened("free", person=anna, is_listed=True)

    code = code_of(lambda: match_join(person=anna, match_id=match.pk, now=START))

    assert code == "already_seated"


def test_a_match_that_has_begun_is_joined_by_nobody():
    played = begun(is_listed=True)
    late = make_user()

    by_number = code_of(lambda: match_join(person=late, match_id=played.pk, now=START))
    by_link = code_of(lambda: match_join(person=late, token=played.match.invite_token, now=START))

    assert (by_number, by_link) == ("not_open", "no_invite")


def test_only_who_is_logged_in_opens_and_joins():
    match = opened(is_listed=True)
    gone = make_user(is_active=False)

    for person in (AnonymousUser(), gone):
        with pytest.raises(NotAllowed):
            match_open(person=person, new=NewMatch(HEAP), now=START)
        with pytest.raises(NotAllowed):
            match_join(person=person, match_id=match.pk, now=START)


def test_an_invitation_shows_the_match_it_is_for():
    match = opened()

    assert match_find(token=match.invite_token) == match
    with pytest.raises(NotThere):
        match_find(token="no such token")


def test_who_joined_leaves_before_the_match_begins_and_their_seat_is_free_again():
    match, ben = opened("free", "free", is_listed=True), make_user()
    match_join(person=ben, match_id=match.pk, now=START)

    match_leave(person=ben, match_id=match.pk, now=at(hours=1))

    assert [(seat.kind, seat.user_id) for seat in match.seats.all()] == [
        ("person", match.opened_by_id),
        ("free", None),
        ("free", None),
    ]
    with pytest.raises(NotAllowed):
        match_leave(person=ben, match_id=match.pk)
    assert match_join(person=ben, match_id=match.pk, now=at(hours=2)).status == "open"


def test_nobody_leaves_a_match_that_has_begun():
    played = begun()

    assert code_of(lambda: match_leave(person=played.people[1], match_id=played.pk)) == "not_open"


def test_who_opened_a_match_calls_it_off():
    anna = make_user()
    match = opened(person=anna)

    match_call_off(person=anna, match_id=match.pk, now=at(hours=1))

    match.refresh_from_db()
    assert match.status == Match.Status.CALLED_OFF
    assert match.ended_at == at(hours=1)
    assert code_of(lambda: match_find(token=match.invite_token)) == "no_invite"


def test_nobody_else_calls_it_off_and_nobody_once_it_has_begun():
    listed = opened(is_listed=True)
    played = begun()

    with pytest.raises(NotAllowed):
        match_call_off(person=make_user(), match_id=listed.pk)
    with pytest.raises(NotAllowed):
        match_call_off(person=played.people[1], match_id=played.pk)
    with pytest.raises(Conflict):
        match_call_off(person=played.people[0], match_id=played.pk)


BAD_SEATS = [
    [],
    [{"kind": "me"}],
    [{"kind": "me"}, {"kind": "me"}],
    [{"kind": "free"}] * 5,
    [{"kind": "me"}, {"kind": "bot"}],
    [{"kind": "me"}, {"kind": "bot", "bot": "oracle"}],
    [{"kind": "me"}, {"kind": "free", "bot": "random"}],
    [{"kind": "me"}, {"kind": "person", "user": 1}],
    [{"kind": "me"}, "free"],
]


@pytest.mark.parametrize("seats", BAD_SEATS)
def test_seats_that_cannot_be_are_refused(seats: Any):
    new = NewMatch(HEAP, seats=seats)

    assert code_of(lambda: match_open(person=make_user(), new=new)) == "bad_seats"
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"delay": -1}, "bad_settings"),
        ({"delay": 1441}, "bad_settings"),
        ({"delay": True}, "bad_settings"),
        ({"most_defaults": 100}, "bad_settings"),
        ({"is_listed": "yes"}, "bad_settings"),
        ({"options": ["heap"]}, "bad_settings"),
        ({"game": "chess"}, "unknown_game"),
        ({"game": "campaign"}, "unknown_game"),
        ({"clock": {"kind": "sundial"}}, "bad_clock"),
        ({"clock": {"kind": "until", "at": "2026-01-05T11:59:00Z"}}, "bad_clock"),
        ({"clock": {"kind": "until", "at": "2027-02-01T00:00:00Z"}}, "bad_clock"),
    ],
)
def test_settings_that_cannot_be_are_refused(fields: dict[str, Any], code: str):
    new = NewMatch(**{"game": HEAP, **fields})

    assert code_of(lambda: match_open(person=make_user(), new=new, now=START)) == code
    assert not Match.objects.exists()


def test_options_are_checked_by_the_rules():
    new = NewMatch(HEAP, options={"heap": 0})

    with pytest.raises(BadOptions) as refused:
        match_open(person=make_user(), new=new, now=START)

    assert refused.value.code == "bad_heap"
    assert not Match.objects.exists()


def test_a_game_that_is_played_by_two_has_two_seats():
    new = NewMatch(STICKS, seats=me("free", "free"))

    assert code_of(lambda: match_open(person=make_user(), new=new, now=START)) == "bad_seats"


def test_one_person_cannot_fill_the_lobby(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(openings, "MOST_OPEN", 2)
    anna = make_user()
    first = opened(person=anna)
    opened(person=anna)

    assert code_of(lambda: opened(person=anna)) == "too_many_matches"
    match_call_off(person=anna, match_id=first.pk)
    assert opened(person=anna).status == Match.Status.OPEN


def test_a_moment_that_passed_while_the_match_waited_begins_nothing():
    clock = {"kind": "until", "at": "2026-01-06T12:00:00Z"}
    match = opened(clock=clock)

    code = code_of(lambda: match_join(person=make_user(), token=match.invite_token, now=at(days=2)))

    assert code == "bad_clock"
    match.refresh_from_db()
    assert match.status == Match.Status.OPEN


def test_simultaneous_games_ask_everybody_at_the_start():
    played = begun(HOARD)

    assert played.match.asked == [0, 1]
    assert played.turns[0].reveals is True
    assert not Note.objects.exists()
