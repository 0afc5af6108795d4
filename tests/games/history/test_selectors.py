"""Lists of matches: what waits for whom, who finds what, and what it costs to know."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaign.config.celery import app
from campaign.models import Heartbeat, User
from campaign.services.waiting import waiting_count
from campaign.tasks import sweep_matches
from games.models import Match, Seat
from games.services import selectors
from games.services.openings import NewMatch, match_call_off, match_join, match_open
from tests.factories import make_table, make_user
from tests.games.history.matches import hoard, resign
from tests.games.hosting.toys import HEAP, HOARD, START, Played, at, begun, me

pytestmark = pytest.mark.django_db

NOBODY = AnonymousUser()


def opened(person: User, **new: Any) -> Match:
    return match_open(person=person, new=NewMatch(HEAP, **new), now=START)


def against(person: User, game: str = HEAP, **new: Any) -> Match:
    """Begin a match of the person, who has the first seat, against somebody new."""
    match = match_open(person=person, new=NewMatch(game, **new), now=START)
    return match_join(person=make_user(), token=match.invite_token, now=START)


def queries(act: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as captured:
        act()
    return len(captured)


# What waits


def test_a_match_waits_for_whom_it_asks_and_for_nobody_else():
    played = begun(HEAP)

    counts = [waiting_count(person) for person in (*played.people, make_user())]

    assert counts == [1, 0, 0]
    assert [selectors.is_asked(played.match, person.pk) for person in played.people] == [
        True,
        False,
    ]
    assert selectors.matches_waiting_for(played.people[0]) == [played.match]
    assert selectors.matches_waiting_for(played.people[1]) == []


def test_when_all_are_asked_it_waits_for_those_who_have_not_answered():
    played = hoard()
    both = [waiting_count(person) for person in played.people]
    played.say(0, played.match.state["hands"][0][0])

    assert both == [1, 1]
    assert [waiting_count(person) for person in played.people] == [0, 1]


@pytest.mark.parametrize("status", [Match.Status.PARKED, Match.Status.OVER])
def test_a_match_that_is_stopped_or_over_waits_for_nobody(status: str):
    played = begun(HEAP)
    Match.objects.filter(pk=played.pk).update(status=status)

    assert waiting_count(played.people[0]) == 0
    assert selectors.matches_waiting_for(played.people[0]) == []
    assert not selectors.is_asked(played.match, played.people[0].pk)


def test_what_is_due_soonest_comes_first_and_what_nobody_hurries_last():
    person = make_user()
    idle = against(person)
    late = against(person, clock={"kind": "move", "minutes": 90})
    soon = against(person, clock={"kind": "until", "at": "2026-01-05T13:00:00+00:00"})

    waiting = selectors.matches_waiting_for(person)

    assert waiting == [soon, late, idle]
    dues = [line.due for line in selectors.lines_for(waiting, person)]
    assert dues == [at(minutes=60), at(minutes=90), None]


def test_f53_what_waits_costs_the_same_however_many_matches_there_are():
    person = make_user()
    costs = []
    for _ in range(3):
        against(person)
        counted = queries(lambda: waiting_count(person))
        listed = queries(lambda: selectors.lines_for(selectors.matches_waiting_for(person), person))
        costs.append((counted, listed))

    assert costs == [(1, 2)] * 3


def test_the_header_counts_campaigns_and_matches_with_one_query():
    table = make_table(1)
    person = table.players[0]
    before = waiting_count(person)
    against(person)

    cost = queries(lambda: waiting_count(person))

    assert (before, waiting_count(person)) == (1, 2)
    assert cost == 1


def test_f53_the_first_page_costs_the_same_however_many_matches_wait(
    log_in: Callable[[User], Client],
):
    person = make_user()
    client = log_in(person)
    costs = []
    for _ in range(3):
        against(person)
        client.get("/")
        costs.append(queries(lambda: client.get("/")))

    assert costs[0] == costs[1] == costs[2]


# Names


def test_seats_are_called_by_person_bot_or_free():
    match = opened(make_user("anna"), seats=me("free", "search"))

    assert selectors.seat_names(match.seats.all()) == ["anna", "a free seat", "Thinker (bot)"]


def test_two_bots_of_one_name_are_told_apart():
    match = opened(make_user("anna"), seats=me("greedy", "greedy"))

    names = selectors.seat_names(match.seats.all())

    assert names == ["anna", "Greedy (bot), seat 2", "Greedy (bot), seat 3"]


def test_who_closed_their_account_has_left():
    played = begun(HEAP)
    played.people[1].delete()

    names = selectors.seat_names(Seat.objects.filter(match=played.pk))

    assert names == [played.people[0].username, "somebody who left"]


# The lobby


def test_only_listed_matches_are_found_by_everybody():
    listed = opened(make_user(), is_listed=True)
    opened(make_user())

    assert list(selectors.lobby_open(NOBODY)) == [listed]
    assert list(selectors.lobby_open(make_user())) == [listed]


def test_ones_own_matches_are_found_once_each():
    person = make_user()
    waiting, running = opened(person), against(person, is_listed=True)

    assert list(selectors.lobby_open(person)) == [waiting]
    assert list(selectors.lobby_running(person)) == [running]
    assert list(selectors.matches_of(person)) == [running, waiting]
    (line,) = selectors.lines_for(selectors.lobby_running(person), person)
    assert (line.seat, line.is_asked, line.game) == (0, True, "Heap")


def test_a_match_called_off_is_in_no_lobby():
    person = make_user()
    match = opened(person, is_listed=True)
    match_call_off(person=person, match_id=match.pk)

    lobbies = (selectors.lobby_open, selectors.lobby_running, selectors.lobby_over)
    assert [list(lobby(person)) for lobby in lobbies] == [[], [], []]
    assert list(selectors.matches_of(person)) == [match]


def test_a_match_that_is_over_stands_among_those():
    played = begun(HEAP, is_listed=True)
    resign(played, 0)

    assert list(selectors.lobby_running(NOBODY)) == []
    assert list(selectors.lobby_over(NOBODY)) == [played.match]


def lobby_seen(person: Any) -> str:
    lines = selectors.lines_for(selectors.lobby_running(person), person)
    return repr([(line.match.pk, line.names, line.seat, line.is_asked, line.due) for line in lines])


def test_f43_the_lobby_tells_an_outsider_nothing_of_how_far_a_match_is():
    matches: list[Played] = [begun(HEAP, is_listed=True, delay=60) for _ in range(2)]
    before = lobby_seen(NOBODY)
    matches[0].say(0, "take 1", now=at(minutes=1))
    matches[1].say(0, "take 1", now=at(minutes=2))

    assert lobby_seen(NOBODY) == before


def test_f53_a_lobby_costs_the_same_however_full_it_is():
    costs = []
    for _ in range(3):
        begun(HOARD, is_listed=True)
        costs.append(queries(lambda: selectors.lines_for(selectors.lobby_running(NOBODY), NOBODY)))

    assert costs == [2, 2, 2]


# The tasks


def test_the_sweep_of_matches_leaves_a_sign_of_life():
    played = begun(HEAP, now=START, clock={"kind": "move", "minutes": 60})

    done = sweep_matches()

    assert done == 1
    assert played.match.turn == 1
    assert Heartbeat.objects.filter(name="matches").exists()


def test_the_worker_knows_the_tasks_of_matches_and_beat_sends_the_sweep():
    app.loader.import_default_modules()

    assert {"games.tasks.move_bot", "games.tasks.tell_listener"} <= set(app.tasks)
    beat = app.conf.beat_schedule["matches"]
    assert (beat["task"], beat["schedule"]) == ("campaign.tasks.sweep_matches", 3.0)
