"""Whoever opened a match passes a seat on: to a person or to a bot, in the midst of anything."""

from __future__ import annotations

import pytest

from games.hosting.errors import NotAllowed, NotThere
from games.models import Match, Note, Plan
from games.services.histories import shown
from games.services.news import News
from games.services.offers import draw_offer, resign
from games.services.plans import plan_write
from games.services.policy import access_match
from games.services.seats import seat_to_bot
from games.services.sourced import reseat
from games.services.sweeping import sweep
from games.services.verify import verify_match
from tests.factories import make_user
from tests.games.hosting.nested import Battles, opened
from tests.games.hosting.toys import DAY, HOARD, at, begun

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _opener(battles: Battles) -> Battles:
    return battles


def test_the_new_person_plays_on_and_the_old_one_is_an_outsider():
    played, carla = opened(), make_user()
    played.say(0, "take 1")

    given = reseat(match_id=played.pk, seat=1, occupant=carla, now=at(hours=1))
    played.say(1, "take 3", person=carla, now=at(hours=2))

    seat = played.seat(1)
    assert given is True
    assert (seat.kind, seat.user, seat.is_substitute) == ("person", carla, True)
    with pytest.raises(NotThere):
        access_match(played.people[1], played.pk)
    assert played.turns[2].authors == {"1": carla.pk}
    assert verify_match(played.match) == []


def test_who_asked_the_old_one_asks_the_new_one_with_a_whole_clock():
    played = opened()

    reseat(match_id=played.pk, seat=0, occupant=make_user(), now=at(hours=23))

    assert played.match.timing["0"]["due"] == at(hours=47).isoformat()
    assert played.match.asked == [0]


def test_what_the_old_one_planned_or_offered_is_gone():
    played = opened()
    lines = [{"if": "*", "then": ["take 1"]}]
    plan_write(person=played.people[1], match_id=played.pk, revision=0, lines=lines)
    draw_offer(person=played.people[1], match_id=played.pk, revision=0)

    reseat(match_id=played.pk, seat=1, occupant=make_user())

    match = played.match
    assert (match.planned, match.draw_offered_by, Plan.objects.count()) == ([], None, 0)


def test_an_answer_that_waited_for_others_stays_given():
    played, carla = opened(game=HOARD), make_user()
    cards = [shown(access_match(person, played.pk)).ask.default for person in played.people]
    played.say(0, cards[0])

    reseat(match_id=played.pk, seat=0, occupant=carla)
    played.say(1, cards[1])

    assert played.turns[1].answers == {"0": cards[0], "1": cards[1]}
    assert played.turns[1].authors == {"0": played.people[0].pk, "1": played.people[1].pk}


def test_both_are_told(told: list[News]):
    played, carla = opened(), make_user()
    told.clear()

    reseat(match_id=played.pk, seat=1, occupant=carla)

    assert [(one.kind, one.user_id) for one in told] == [
        ("match_taken", played.people[1].pk),
        ("match_begun", carla.pk),
    ]


def test_a_bot_that_is_asked_is_woken(
    woken: list[tuple[str, int]], told: list[News], django_capture_on_commit_callbacks
):
    played = opened()
    told.clear()

    with django_capture_on_commit_callbacks(execute=True):
        given = [
            reseat(match_id=played.pk, seat=seat, occupant="greedy", now=at(hours=1))
            for seat in (1, 0)
        ]

    assert given == [True, True]
    assert (played.seat(0).kind, played.seat(0).bot, played.seat(0).user) == ("bot", "greedy", None)
    assert woken == [("games.tasks.move_bot", played.pk)]
    assert [one.user_id for one in told] == [played.people[1].pk, played.people[0].pk]
    assert [note.kind for note in Note.objects.all()] == ["seat_to_bot", "seat_to_bot"]


def test_a_person_takes_a_bots_seat(told: list[News]):
    played, carla = opened(seats=[make_user(), "greedy"]), make_user()
    told.clear()

    assert reseat(match_id=played.pk, seat=1, occupant=carla) is True

    seat = played.seat(1)
    assert (seat.kind, seat.user, seat.bot) == ("person", carla, "")
    assert [(one.kind, one.user_id) for one in told] == [("match_begun", carla.pk)]


def test_f16_the_same_again_changes_nothing_and_tells_nobody(told: list[News]):
    played = opened(seats=[make_user(), "greedy"])
    told.clear()

    person = reseat(match_id=played.pk, seat=0, occupant=played.people[0])
    bot = reseat(match_id=played.pk, seat=1, occupant="greedy")

    assert (person, bot, told, Note.objects.count()) == (True, True, [], 0)
    assert not played.seat(0).is_substitute


def test_who_sits_there_already_gets_no_second_seat(told: list[News]):
    played = opened()
    told.clear()

    given = reseat(match_id=played.pk, seat=1, occupant=played.people[0])

    assert given is False
    assert [played.seat(number).user for number in (0, 1)] == played.people
    assert told == []


def test_a_match_that_is_over_keeps_those_who_played_it(told: list[News]):
    played = opened()
    resign(person=played.people[0], match_id=played.pk)
    told.clear()

    for occupant in (make_user(), "greedy"):
        assert reseat(match_id=played.pk, seat=1, occupant=occupant) is False

    assert played.seat(1).user == played.people[1]
    assert told == []


def test_f05_a_match_that_was_stopped_passes_its_seats_on_too():
    played, carla = opened(game=HOARD), make_user()
    Match.objects.filter(pk=played.pk).update(
        status=Match.Status.PARKED, state={"nothing": "readable"}, wake_at=None
    )

    given = reseat(match_id=played.pk, seat=1, occupant=carla)

    assert given is True
    assert played.seat(1).user == carla
    assert (played.match.status, played.match.wake_at) == (Match.Status.PARKED, None)


def test_what_does_not_exist_is_no_seat_and_no_bot():
    played = opened()

    assert reseat(match_id=played.pk, seat=2, occupant=make_user()) is False
    assert reseat(match_id=played.pk, seat=-1, occupant=make_user()) is False
    with pytest.raises(ValueError, match="no bot"):
        reseat(match_id=played.pk, seat=1, occupant="nobody")


def test_nobody_gives_an_absent_persons_seat_to_a_bot_where_the_opener_says_who_sits():
    played = opened(most_defaults=0)
    sweep(now=at(days=1))

    with pytest.raises(NotAllowed) as refused:
        seat_to_bot(person=played.people[1], match_id=played.pk, seat=0, bot="random")
    seat_to_bot(person=played.people[1], match_id=played.pk, seat=1, bot="greedy")

    assert refused.value.code == "not_your_seat"
    assert [played.seat(number).kind for number in (0, 1)] == ["person", "bot"]


def test_who_has_left_may_answer_no_more():
    played = begun(is_listed=True, clock=DAY)

    reseat(match_id=played.pk, seat=0, occupant=make_user())

    with pytest.raises(NotAllowed):
        played.say(0, "take 1")
