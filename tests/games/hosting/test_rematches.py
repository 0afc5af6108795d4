"""Playing once more with the seats changed round."""

from __future__ import annotations

import pytest

from games.hosting.errors import Conflict, NotAllowed, NotThere
from games.models import Match
from games.services.news import News
from games.services.offers import resign
from games.services.openings import match_call_off, match_join
from games.services.rematches import rematch_ask
from games.services.seats import seat_link, seat_take
from games.services.selectors import lobby_open
from tests.factories import make_user
from tests.games.hosting.toys import DAY, START, Played, at, begun

pytestmark = pytest.mark.django_db


def over(seats: int = 2, *bots: str, **new) -> Played:
    played = begun("heap", seats, *bots, **new)
    for person in played.people[: max(1, seats - 1)]:
        if played.match.status == Match.Status.RUNNING:
            resign(person=person, match_id=played.pk, now=START)
    return played


def again(played: Played, seat: int) -> Match:
    return rematch_ask(person=played.people[seat], match_id=played.pk, now=at(hours=1))


def who(match: Match) -> list:
    return [seat.user or seat.bot or None for seat in match.seats.order_by("number")]


def test_the_first_who_asks_opens_it_and_the_second_begins_it():
    played = over(options={"heap": 7}, clock=DAY, most_defaults=5)

    first = again(played, 0)
    waiting = (first.status, who(first))
    second = again(played, 1)

    assert waiting == (Match.Status.OPEN, [None, played.people[0]])
    assert second.pk == first.pk
    assert second.status == Match.Status.RUNNING
    assert who(second) == [played.people[1], played.people[0]]
    assert second.rematch_of == played.match
    assert (second.options, second.clock, second.most_defaults) == ({"heap": 7}, DAY, 5)
    assert second.opened_by == played.people[0]


def test_asking_twice_opens_one():
    played = over()

    first, second = again(played, 0), again(played, 0)
    again(played, 1)
    third = again(played, 0)

    assert first.pk == second.pk == third.pk
    assert Match.objects.count() == 2


def test_against_a_bot_it_begins_at_once_on_the_other_seat():
    played = over(1, "random")

    match = again(played, 0)

    assert match.status == Match.Status.RUNNING
    assert who(match) == ["random", played.people[0]]


def test_the_others_are_told_that_a_rematch_waits(told: list[News]):
    played = over()
    told.clear()

    match = again(played, 0)

    assert [(one.kind, one.match_id, one.user_id) for one in told] == [
        ("match_rematch", match.pk, played.people[1].pk)
    ]


def test_a_rematch_of_a_listed_match_is_listed_once_both_are_there():
    played = over(is_listed=True)

    waiting = again(played, 0)
    listed_while_waiting = waiting.is_listed
    in_lobby = list(lobby_open(make_user()))
    running = again(played, 1)

    assert listed_while_waiting is False
    assert waiting not in in_lobby
    assert running.is_listed is True


def test_whoever_has_the_invitation_may_play_instead():
    played, carla = over(), make_user()
    match = again(played, 0)

    joined = match_join(person=carla, token=match.invite_token, now=at(hours=1))

    assert who(joined) == [carla, played.people[0]]
    with pytest.raises(Conflict) as refused:
        again(played, 1)
    assert refused.value.code == "not_open"


def test_a_rematch_that_was_called_off_can_be_asked_again():
    played = over()
    first = again(played, 0)
    match_call_off(person=played.people[0], match_id=first.pk, now=at(hours=1))

    second = again(played, 1)

    assert second.pk != first.pk
    assert who(second) == [played.people[1], None]


def test_there_is_no_rematch_of_a_match_that_goes_on():
    played = begun()

    with pytest.raises(Conflict) as refused:
        again(played, 0)

    assert refused.value.code == "not_over"


def test_only_who_sat_there_at_the_end_asks_for_one():
    played, carla = begun(is_listed=True), make_user()
    token = seat_link(person=played.people[1], match_id=played.pk, seat=1, now=START)
    seat_take(person=carla, token=token, now=START)
    resign(person=carla, match_id=played.pk, now=START)

    with pytest.raises(NotAllowed):
        again(played, 1)
    match = rematch_ask(person=carla, match_id=played.pk, now=START)

    assert who(match) == [carla, None]


def test_strangers_see_no_match_to_play_again():
    played = over()

    with pytest.raises(NotThere):
        rematch_ask(person=make_user(), match_id=played.pk)


def test_seats_of_a_larger_table_move_on_by_one():
    played = over(3, "random")
    Match.objects.filter(pk=played.pk).update(status=Match.Status.OVER)

    match = rematch_ask(person=played.people[2], match_id=played.pk, now=START)

    # Seats 0 and 1 were resigned to bots; the person of seat 2 moves to 3, bot 3 to 0.
    assert who(match) == ["random", "greedy", "greedy", played.people[2]]


def test_a_moment_that_passed_is_no_clock_for_a_rematch():
    played = over(clock={"kind": "until", "at": "2026-01-05T13:00:00Z"})

    match = rematch_ask(person=played.people[0], match_id=played.pk, now=at(days=3))

    assert match.clock == {"kind": "none"}
