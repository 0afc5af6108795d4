"""Pages of matches for more than two: the form, the link, seats, offers, an owner's deck."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.courtier.deckfile import HOUSE
from games.models import Deck, Match
from games.services.decks import deck_add
from games.services.offers import draw_accept, draw_offer
from games.services.openings import NewMatch, match_join, match_open
from tests.factories import make_user
from tests.web.matches import FREE, ME, address, text
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db

NEW = "/matches/new/"
GREEDY = {"kind": "bot", "bot": "greedy"}


def deck() -> Deck:
    """Add an owner's deck: the house deck with a Doge for its King."""
    data = HOUSE.read_bytes().replace(b'name = "King"', b'name = "Doge"')
    return deck_add(name="Doges", data=data).deck


def seats_of(match: Match) -> list[str]:
    """Return who sits where: kinds, and bots by name."""
    return [seat.bot or seat.kind for seat in match.seats.order_by("number")]


def four(**new: object) -> tuple[Match, list[Client]]:
    """Begin a match of Courtier between three people and a bot; seat 0 begins."""
    people = [make_user() for _ in range(3)]
    options = {"first": 0, "auction": False}
    seats = [ME, FREE, FREE, GREEDY]
    match = match_open(person=people[0], new=NewMatch("courtier", options, seats=seats, **new))
    for person in people[1:]:
        match_join(person=person, token=match.invite_token)
    return Match.objects.get(pk=match.pk), [client_of(person) for person in people]


def test_a_table_of_four_is_opened_with_its_own_terms():
    sent = {
        "game": "courtier", "seats": "4", "against": "link", "seat_3": "lobby", "seat_4": "search",
        "first": "third", "opening": "dealt", "length": "short", "fast_start": "on",
        "no_cheese": "on", "deck": str(deck().pk),
    }  # fmt: skip

    client_of(make_user()).post(NEW, sent)

    match = Match.objects.get()
    assert seats_of(match) == ["person", "free", "free", "search"]
    assert match.options == {
        "first": 2,
        "auction": False,
        "fast_start": True,
        "no_cheese": True,
        "fashion_top": 4,
        "fashion_bottom": 4,
    }
    assert (match.is_listed, match.deck) == (True, Deck.objects.get())


def test_as_usual_means_no_options_of_ones_own():
    client_of(make_user()).post(NEW, {"game": "courtier", "against": "bot"})

    match = Match.objects.get()
    assert (match.options, match.deck, match.status) == ({}, None, "running")
    assert seats_of(match) == ["person", "greedy"]


def test_a_longer_game_has_all_fashion_cards_and_no_more():
    client_of(make_user()).post(NEW, {"game": "courtier", "against": "bot", "length": "long"})

    assert Match.objects.get().options == {"fashion_top": 8, "fashion_bottom": 8}


def test_what_is_courtiers_alone_does_not_touch_another_game():
    sent = {"game": "winter", "seats": "4", "opening": "dealt", "length": "short", "against": "bot",
            "fast_start": "on", "seat_3": "lobby", "deck": str(deck().pk)}  # fmt: skip

    client_of(make_user()).post(NEW, sent)

    match = Match.objects.get()
    assert (match.options, match.is_listed, match.deck) == ({}, False, None)
    assert seats_of(match) == ["person", "greedy"]


def test_a_seat_that_is_not_there_cannot_begin():
    sent = {"game": "courtier", "seats": "3", "first": "fourth"}

    answer = client_of(make_user()).post(NEW, sent)

    assert answer.status_code == 422
    assert "There is no such seat." in answer.content.decode()
    assert not Match.objects.exists()


def test_what_was_chosen_for_courtier_is_kept_when_something_is_wrong():
    chosen = deck()
    sent = {
        "game": "courtier", "seats": "4", "seat_3": "lobby", "seat_4": "random", "first": "fourth",
        "opening": "dealt", "length": "long", "fast_start": "on", "no_cheese": "on",
        "deck": str(chosen.pk), "clock": "total", "whole": "0",
    }  # fmt: skip

    answer = client_of(make_user()).post(NEW, sent)

    html = answer.content.decode()
    assert answer.status_code == 422
    for name in ("seats", "seat_3", "seat_4", "opening", "length", "deck"):
        select = re.search(rf'<select name="{name}".*?</select>', html, re.S)
        assert select is not None
        assert f'value="{sent[name]}" selected' in select[0]
    for name in ("fast_start", "no_cheese"):
        assert re.search(rf'name="{name}"[^>]* checked', html)
    assert 'name="first" value="fourth" checked' in html


def test_a_deck_that_is_not_offered_is_refused():
    chosen = deck()
    chosen.is_offered = False
    chosen.save()

    offered = deck_add(name="Other", data=HOUSE.read_bytes().replace(b'"Prince"', b'"Heir"')).deck
    answer = client_of(make_user()).post(NEW, {"game": "courtier", "deck": str(chosen.pk)})
    offered.is_offered = False
    page = text(client_of(make_user()), NEW)
    offered.save()
    none = text(client_of(make_user()), NEW)

    assert answer.status_code == 422
    assert f'<option value="{offered.pk}">Other</option>' in page
    assert "Doges" not in page
    assert 'name="deck"' not in none


def test_one_link_fills_all_seats_and_says_how_many_are_free():
    anna, berta, clara = make_user("anna"), make_user("berta"), make_user("clara")
    match = match_open(
        person=anna,
        new=NewMatch("courtier", seats=[ME, FREE, FREE], deck=deck().pk, is_listed=True),
    )
    link = f"/match-invites/{match.invite_token}/"

    waiting = text(client_of(anna), address(match))
    invited = text(client_of(berta), link)
    client_of(berta).post(link)
    lobby = text(client_of(clara), "/matches/")
    client_of(clara).post(link)

    assert "the 2 who shall play" in waiting
    assert "begins when the last is taken" in waiting
    assert "Take a free seat?" in invited
    assert "Cards: Doges" in invited
    assert "anna – berta – a free seat" in lobby
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING


def test_the_page_of_a_match_names_its_deck_and_uses_its_names():
    match, clients = four(deck=deck().pk)

    page = text(clients[0], address(match))

    assert "cards: Doges" in page
    assert "hands as for a first game" in page
    assert "Doge" in page


def test_who_has_agreed_to_a_draw_is_not_asked_again():
    people = [make_user() for _ in range(3)]
    match = match_open(person=people[0], new=NewMatch("courtier", seats=[ME, FREE, FREE]))
    for person in people[1:]:
        match_join(person=person, token=match.invite_token)
    draw_offer(person=people[0], match_id=match.pk, revision=0)
    draw_accept(person=people[1], match_id=match.pk, revision=0)

    pages = [text(client_of(person), address(match)) for person in people]

    assert "You have offered a draw" in pages[0]
    assert "You have agreed to a draw. The others are asked still." in pages[1]
    assert "Accept: a draw when all do" in pages[2]
    assert "A bot plays on in your seat" in pages[2]


def test_a_seat_of_four_that_resigns_is_a_bots_and_its_person_watches_no_more():
    match, clients = four()

    clients[1].post(address(match, "resign/"))

    match.refresh_from_db()
    assert seats_of(match) == ["person", "greedy", "person", "greedy"]
    assert match.status == Match.Status.RUNNING
    assert clients[1].get(address(match)).status_code == 404
    assert "Greedy (bot), seat 2" in text(clients[0], address(match))
