"""Who may watch a match that something else opened, and what they are told it belongs to."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.test import Client

from campaign.models import User
from games.hosting.errors import Conflict, NotAllowed, NotThere
from games.services import histories, listeners, replays
from games.services.answers import answer_give
from games.services.listeners import tell
from games.services.offers import draw_accept, draw_offer, resign, undo_accept, undo_ask
from games.services.openings import match_join
from games.services.policy import access_match, belongs_to
from games.services.rematches import rematch_ask
from games.services.selectors import (
    lobby_over,
    lobby_running,
    matches_of,
    seat_names,
    seat_player,
)
from games.services.sourced import reseat
from tests.api.client import Api, is_problem
from tests.factories import make_user
from tests.games.hosting.nested import PLACE, Battles, opened
from tests.games.hosting.toys import HOARD, START, Played, begun

pytestmark = pytest.mark.django_db

NOBODY = AnonymousUser()


def test_whom_its_opener_lets_in_watches_as_an_outsider_at_once(battles: Battles):
    friend, played = make_user(), opened(game=HOARD)
    battles.friends = {friend}

    access = access_match(friend, played.pk)
    shown = histories.shown(access, START)

    assert (access.seat, access.is_watching) == (None, True)
    assert (shown.turn, shown.is_late, shown.ask, shown.hands) == (0, False, None, None)
    assert shown.view == shown.game.view(shown.state, None)


def test_nobody_else_learns_that_it_is_there(battles: Battles):
    played = opened()
    battles.friends = {make_user()}

    for person in (make_user(), NOBODY):
        with pytest.raises(NotThere):
            access_match(person, played.pk)


def test_people_who_are_not_logged_in_may_be_let_in(battles: Battles):
    played = opened()
    battles.friends = {NOBODY}

    assert access_match(NOBODY, played.pk).seat is None


def test_who_watches_may_do_nothing_there(battles: Battles):
    friend, played = make_user(), opened()
    battles.friends = {friend}

    with pytest.raises(NotAllowed):
        answer_give(person=friend, match_id=played.pk, revision=0, answer="take 1", now=START)
    with pytest.raises(Conflict) as refused:
        match_join(person=friend, match_id=played.pk)

    assert refused.value.code == "not_open"
    assert played.match.turn == 0


def test_it_is_in_no_list_of_those_who_watch(battles: Battles):
    friend, running, over = make_user(), opened(), opened("8", heap=1)
    battles.friends = {friend}
    over.say(0, "take 1")

    for found in (lobby_running(friend), lobby_over(friend), matches_of(friend)):
        assert not found.exists()
    assert [match.pk for match in lobby_running(running.people[0])] == [running.pk]


def test_the_end_opens_all_of_it_to_those_who_watched(battles: Battles):
    friend, played = make_user(), opened(heap=1)
    battles.friends = {friend}
    with pytest.raises(Conflict):
        replays.replay(access_match(friend, played.pk))

    played.say(0, "take 1")

    steps = replays.replay(access_match(friend, played.pk))
    assert [step.number for step in steps] == [0, 1]


def test_its_opener_is_asked_of_nobody_who_sits_there_and_of_no_other_match(
    battles: Battles, django_assert_num_queries
):
    played, listed, other = opened(), begun(is_listed=True), begun()

    with django_assert_num_queries(2):
        access_match(played.people[0], played.pk)
    access_match(NOBODY, listed.pk)
    with pytest.raises(NotThere):
        access_match(NOBODY, other.pk)

    assert battles.asked_about == []


def test_f05_a_match_whose_opener_is_gone_is_seen_by_those_who_sit_there(
    battles: Battles, monkeypatch: pytest.MonkeyPatch
):
    played = opened()
    battles.friends = {NOBODY}
    monkeypatch.setattr(listeners, "_listeners", {})

    access = access_match(played.people[0], played.pk)

    assert (access.seat, belongs_to(access)) == (0, None)
    with pytest.raises(NotThere):
        access_match(NOBODY, played.pk)


# What it belongs to


def test_what_it_belongs_to_is_told_to_those_who_may_see_that(battles: Battles):
    friend, played = make_user(), opened()
    battles.friends = {friend, played.people[0]}

    watching = belongs_to(access_match(friend, played.pk))
    seated = belongs_to(access_match(played.people[0], played.pk))
    shut_out = belongs_to(access_match(played.people[1], played.pk))

    assert (watching, seated, shut_out) == (PLACE, PLACE, None)


def test_what_belongs_nowhere_says_so(battles: Battles):
    friend, nowhere, plain = make_user(), opened("8"), begun(is_listed=True)
    battles.friends = {friend}

    assert belongs_to(access_match(friend, nowhere.pk)) is None
    assert belongs_to(access_match(friend, plain.pk)) is None


# Pages and API


def page(person: User | None, played: Played, part: str = "") -> HttpResponse:
    client = Client()
    if person is not None:
        client.force_login(person)
    return client.get(f"/matches/{played.pk}/{part}")


def test_its_page_says_what_it_belongs_to_and_leads_there(battles: Battles):
    friend, played = make_user(), opened()
    battles.friends = {friend, played.people[0]}

    texts = [page(one, played).content.decode() for one in (friend, *played.people)]

    line = f'This match belongs to: <a href="{PLACE[1]}">{PLACE[0]}</a>'
    assert [line in text for text in texts] == [True, True, False]
    assert "belongs to" not in texts[2]


def test_the_api_says_what_it_belongs_to(battles: Battles):
    friend, played = make_user(), opened()
    battles.friends = {friend}

    seen = [Api(one).get(f"matches/{played.pk}/").json() for one in (friend, played.people[0])]

    assert seen[0]["belongs_to"] == {"label": PLACE[0], "address": PLACE[1]}
    assert seen[1]["belongs_to"] is None
    assert Api(make_user()).get(f"matches/{played.pk}/").status_code == 404


def test_f43_a_page_that_says_more_now_is_another_page(battles: Battles):
    played = opened()
    person = played.people[0]
    before = [page(person, played)["ETag"], Api(person).get(f"matches/{played.pk}/")["ETag"]]

    battles.friends = {person}

    after = [page(person, played)["ETag"], Api(person).get(f"matches/{played.pk}/")["ETag"]]
    assert all(one != other for one, other in zip(before, after, strict=True))


@pytest.mark.parametrize("part", ["", "board/", "status/", "shuffle/", "replay/0/", "match.json"])
def test_pages_are_open_to_those_let_in_and_to_nobody_else(battles: Battles, part: str):
    friend, stranger, played = make_user(), make_user(), opened(heap=1)
    battles.friends = {friend}
    played.say(0, "take 1")

    assert page(friend, played, part).status_code == 200
    assert page(stranger, played, part).status_code == 404
    assert page(None, played, part).status_code == 404


# Once more


def test_there_is_no_rematch_of_a_match_that_is_part_of_something(battles: Battles):
    played = opened(heap=1)
    played.say(0, "take 1")
    person = played.people[0]

    with pytest.raises(Conflict) as refused:
        rematch_ask(person=person, match_id=played.pk)

    assert refused.value.code == "no_rematch"
    assert is_problem(Api(person).post(f"matches/{played.pk}/rematch/"), 409, "no_rematch")
    assert "Rematch" not in page(person, played).content.decode()


def test_resigning_a_draw_and_an_undo_are_as_in_any_match(battles: Battles):
    resigned, drawn, undone = opened("7"), opened("8"), opened("9")
    undone.say(0, "take 1")

    resign(person=resigned.people[0], match_id=resigned.pk, now=START)
    draw_offer(person=drawn.people[0], match_id=drawn.pk, revision=0, now=START)
    draw_accept(person=drawn.people[1], match_id=drawn.pk, revision=0, now=START)
    undo_ask(person=undone.people[0], match_id=undone.pk, revision=1, now=START)
    undo_accept(person=undone.people[1], match_id=undone.pk, revision=1, now=START)
    told = [tell(one.pk, START) for one in (resigned, drawn, undone)]

    assert told == [True, True, False]
    assert [(one.key, one.ending, one.outcome.winners) for one in battles.heard] == [
        ("7", "resigned", (1,)),
        ("8", "agreed", (0, 1)),
    ]
    assert undone.match.asked == [0]


# What a seat stands for


def test_a_seat_is_called_what_it_stands_for_whoever_sits_there(battles: Battles):
    anna, bert = make_user(), make_user()
    played = opened(seats=[anna, "random"], labels=["Hollowmere", "Saltmarch"])

    rows = list(played.match.seats.select_related("user"))
    before = seat_names(rows), [seat_player(row) for row in rows]
    reseat(match_id=played.pk, seat=0, occupant=bert)
    rows = list(played.match.seats.select_related("user"))

    assert before == (["Hollowmere", "Saltmarch"], [anna.username, "Random (bot)"])
    assert seat_names(rows) == ["Hollowmere", "Saltmarch"]
    assert seat_player(rows[0]) == bert.username


def test_seats_of_one_name_bear_their_numbers(battles: Battles):
    played = opened(seats=["random", "random"], labels=["Hollowmere", "Hollowmere"])

    assert seat_names(played.match.seats.all()) == ["Hollowmere, seat 1", "Hollowmere, seat 2"]
