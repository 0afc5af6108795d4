"""The lobby, and opening and joining matches."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Match
from games.services.openings import NewMatch, match_open
from games.services.rulebook import OFFERED
from games.web.views.lobby import OPENED_A_MINUTE
from tests.factories import make_user
from tests.web.matches import address, make_match, text
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db


def test_an_empty_lobby_offers_the_games_and_says_that_nothing_is_there():
    html = text(client_of(make_user()), "/matches/")

    assert html.count("Play a bot now") == len(OFFERED)
    assert html.count("Invite a friend") == len(OFFERED)
    assert "Nobody waits for anybody just now." in html
    assert "No match has been finished yet." in html


def test_the_lobby_lists_each_match_where_it_belongs_to_for_its_reader():
    match, one, other = make_match(is_listed=True)
    match_open(person=make_user("gustav"), new=NewMatch("winter", is_listed=True))

    mine, theirs, strangers = (
        text(client_of(person), "/matches/") for person in (one, other, make_user())
    )

    assert "Winter Court: your turn" in mine
    assert "Mine, waiting for others" not in mine
    assert "Mine, waiting for others" in theirs
    assert "To watch" in strangers
    assert all("gustav – a free seat" in html for html in (mine, theirs, strangers))


def test_a_match_against_a_bot_is_one_tap_from_the_lobby_and_begins_at_once():
    person = make_user()

    answer = client_of(person).post("/matches/new/", {"game": "winter", "against": "bot"})

    match = Match.objects.get()
    assert answer["Location"] == address(match)
    assert (match.game, match.status, match.is_listed) == ("winter", "running", False)
    assert match.clock == {"kind": "none"}
    assert list(match.seats.values_list("kind", "bot")) == [("person", ""), ("bot", "greedy")]


def test_a_friend_gets_a_link_comes_back_after_the_log_in_and_sits_down():
    person, friend = make_user(), make_user()
    opened = client_of(person).post("/matches/new/", {"game": "winter_court", "against": "link"})
    match = Match.objects.get()
    link = f"/match-invites/{match.invite_token}/"

    waiting = text(client_of(person), opened["Location"])
    outside = text(Client(), link)
    joined = client_of(friend).post(link)

    assert f"http://testserver{link}" in waiting
    assert f"/accounts/login/?next={link}" in outside
    assert joined["Location"] == address(match)
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING


def test_what_was_chosen_for_a_match_is_kept_when_something_is_wrong():
    sent = {"game": "winter", "against": "lobby", "first": "me", "clock": "total",
            "whole": "0", "increment": "45", "delay": "15"}  # fmt: skip

    answer = client_of(make_user()).post("/matches/new/", sent)

    html = answer.content.decode()
    assert answer.status_code == 422
    assert Match.objects.count() == 0
    for name, value in {**sent, "whole": ""}.items():
        if name in ("game", "against", "first", "clock"):
            assert f'name="{name}" value="{value}" checked' in html
    assert 'value="45"' in html
    assert 'value="15"' in html
    assert "greater than or equal to 1" in html


@pytest.mark.parametrize(
    ("sent", "clock"),
    [
        ({"clock": "none"}, {"kind": "none"}),
        ({"clock": "move", "each": "480"}, {"kind": "move", "minutes": 480}),
        (
            {"clock": "total", "whole": "90", "increment": "10"},
            {"kind": "total", "minutes": 90, "increment": 10},
        ),
        (
            {"clock": "until", "weekday": "6", "time": "19:30"},
            {"kind": "until", "weekday": 6, "time": "19:30", "zone": "Europe/Oslo"},
        ),
    ],
)
def test_every_clock_can_be_chosen(sent: dict[str, str], clock: dict[str, object]):
    client = client_of(make_user(time_zone="Europe/Oslo"))

    client.post("/matches/new/", {"against": "link", **sent})

    assert Match.objects.get().clock == clock


def test_a_seat_in_the_lobby_can_be_taken_and_a_seat_by_link_only_with_it():
    listed, hidden = (
        match_open(person=make_user(), new=NewMatch("winter", is_listed=is_listed))
        for is_listed in (True, False)
    )
    client = client_of(make_user())

    assert client.post(address(listed, "join/"))["Location"] == address(listed)
    assert client.post(address(hidden, "join/")).status_code == 404


def test_an_open_match_can_be_called_off_by_who_opened_it():
    person = make_user()
    match = match_open(person=person, new=NewMatch("winter"))

    client_of(person).post(address(match, "call-off/"))

    match.refresh_from_db()
    assert match.status == Match.Status.CALLED_OFF


def test_who_joined_finds_a_way_out_until_the_match_begins():
    seats = ({"kind": "me"}, {"kind": "free"}, {"kind": "free"})
    new = NewMatch("courtier", seats=seats, is_listed=True)
    match, client = match_open(person=make_user(), new=new), client_of(make_user())
    client.post(address(match, "join/"))

    offered = address(match, "leave/") in client.get(address(match)).content.decode()
    answer = client.post(address(match, "leave/"), follow=True)

    assert offered
    assert "You left the match; your seat is free again." in answer.content.decode()
    assert match.seats.filter(kind="free").count() == 2


def test_opening_matches_has_a_limit():
    client = client_of(make_user())
    statuses = [
        client.post("/matches/new/", {"game": "chess"}).status_code
        for _ in range(OPENED_A_MINUTE + 1)
    ]

    assert statuses == [422] * OPENED_A_MINUTE + [429]


def test_a_match_that_waits_stands_on_the_first_page_and_in_the_header():
    match, one, other = make_match()

    mine, theirs = (text(client_of(person), "/") for person in (one, other))

    assert "Winter Court: your turn" in mine
    assert f'href="{address(match)}"' in mine
    assert "1 thing waits for me" in mine
    assert "waits for me</span>" not in theirs
    assert address(match) not in theirs
