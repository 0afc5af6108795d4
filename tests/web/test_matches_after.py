"""Offers, hand-overs and the end of a match on its pages; replay and shuffle."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from campaign.models import User
from games.models import Match, Seat, Turn
from games.services.answers import answer_give
from games.services.offers import resign
from games.services.seats import seat_link
from tests.factories import make_user
from tests.web.matches import address, make_match, text
from tests.web.pages import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def offer(person: User, match: Match, do: str) -> int:
    sent = {"revision": match.turn, "do": do}
    return client_of(person).post(address(match, "offer/"), sent).status_code


def test_a_draw_is_offered_and_accepted_on_the_page():
    match, one, other = make_match()
    offer(one, match, "draw_offer")
    offered = text(client_of(other), address(match))

    offer(other, match, "draw_accept")

    assert "You are offered a draw" in offered
    html = text(client_of(one), address(match))
    assert '<h1 id="headline">A draw</h1>' in html
    assert "As all agreed." in html


def test_an_undo_is_asked_for_and_granted_on_the_page():
    match, one, other = make_match()
    answer_give(person=one, match_id=match.pk, revision=0, answer="pass")
    match.refresh_from_db()
    offer(one, match, "undo_ask")
    asked = text(client_of(other), address(match))

    offer(other, match, "undo_accept")

    assert "You are asked to let the last answer be taken back" in asked
    html = text(client_of(one), address(match))
    assert "Taken back." in html
    assert 'class=" log-undone"' in html


def test_resigning_says_who_won_and_why_and_offers_what_comes_next():
    match, one, other = make_match()

    client_of(one).post(address(match, "resign/"))

    html = text(client_of(other), address(match))
    assert f'<h1 id="headline">{other.username} won</h1>' in html
    assert "By resignation." in html
    assert html.count(f"{one.username} resigned.") == 1
    for words in ("Rematch, seats swapped", "Replay it step by step", "Check the shuffle"):
        assert words in html


def test_a_seat_goes_to_a_bot_and_its_owner_watches_from_then_on():
    match, one, other = make_match()

    answer = client_of(one).post(
        address(match, "seats/"), {"do": "bot", "seat": 0, "bot": "random"}
    )

    assert answer.status_code == 302
    assert Seat.objects.get(match=match, number=0).bot == "random"
    assert "Random (bot)" in text(client_of(other), address(match))
    assert "Seat 1 was handed over to a bot." in text(client_of(other), address(match))


def test_a_seat_is_taken_over_by_link_and_the_substitute_is_called_one():
    match, one, other = make_match()
    client_of(one).post(address(match, "seats/"), {"do": "link", "seat": 0})
    token = Seat.objects.get(match=match, number=0).hand_over_token
    friend = make_user()

    page = text(client_of(friend), f"/match-seats/{token}/")
    taken = client_of(friend).post(f"/match-seats/{token}/")

    assert f"Play on for {one.username}?" in page
    assert taken["Location"] == address(match)
    assert "substitute" in text(client_of(other), address(match))
    assert client_of(one).get(address(match)).status_code == 200  # who opened it may look on


def test_the_link_of_a_seat_can_be_dropped():
    match, one, _other = make_match()
    token = seat_link(person=one, match_id=match.pk, seat=0)

    client_of(one).post(address(match, "seats/"), {"do": "drop", "seat": 0})

    assert client_of(make_user()).get(f"/match-seats/{token}/").status_code == 404


def test_a_rematch_waits_for_the_other_and_begins_when_they_ask_too():
    match, one, other = make_match()
    resign(person=one, match_id=match.pk)

    first = client_of(one).post(address(match, "rematch/"))["Location"]
    second = client_of(other).post(address(match, "rematch/"))["Location"]

    again = Match.objects.get(rematch_of=match)
    assert first == second == address(again)
    assert again.status == Match.Status.RUNNING
    assert list(again.seats.values_list("user", flat=True)) == [other.pk, one.pk]


def test_who_sat_at_the_match_sees_that_a_rematch_has_been_asked_for():
    match, one, other = make_match()
    resign(person=one, match_id=match.pk)
    asked_for = "A rematch has been asked for"
    before = text(client_of(other), address(match))
    (news,) = set(re.findall(r'hx-get="([^"]+status/[?]seen=[^"]+)"', before))
    quiet = client_of(other).get(news)

    client_of(one).post(address(match, "rematch/"))

    assert asked_for not in before
    assert quiet.status_code == 204
    assert asked_for in text(client_of(other), news)
    assert asked_for in text(client_of(other), address(match))
    assert asked_for not in text(client_of(make_user()), address(match))
    client_of(other).post(address(match, "rematch/"))
    assert asked_for not in text(client_of(other), address(match))


# After the end


def test_the_clocks_are_gone_when_the_match_is_over():
    match, one, _other = make_match(clock={"kind": "total", "minutes": 60, "increment": 0})
    running = text(client_of(one), address(match))

    resign(person=one, match_id=match.pk)

    assert " left</span>" in running
    assert " left</span>" not in text(client_of(one), address(match))


def test_a_replay_shows_every_step_with_both_hands_and_the_ways_on():
    match, one, other = make_match()
    answer_give(person=one, match_id=match.pk, revision=0, answer="pass")
    resign(person=other, match_id=match.pk)
    hands = Match.objects.get(pk=match.pk).state["hands"]

    pages = [text(client_of(other), address(match, f"replay/{step}/")) for step in range(3)]

    assert len({len(page) for page in pages}) > 1
    assert all(f"Step {step} of 2" in page for step, page in enumerate(pages))
    assert f'href="{address(match, "replay/2/")}" data-way="next"' in pages[1]
    assert f'href="{address(match, "replay/0/")}" data-way="prev"' in pages[1]
    assert "The hand of" in pages[0]
    assert len(hands) == 2
    assert client_of(other).get(address(match, "replay/3/")).status_code == 404


def test_the_shuffle_can_be_checked_when_the_match_is_over_and_not_before():
    match, one, _other = make_match()
    before = text(client_of(one), address(match, "shuffle/"))
    resign(person=one, match_id=match.pk)

    after = text(client_of(one), address(match, "shuffle/"))
    file = client_of(one).get(address(match, "match.json"))

    assert match.secret not in before
    assert "Published when the match is over." in before
    assert match.secret in after
    assert f"python3 dice_check.py wintertide-match-{match.pk}.json" in after
    assert f'filename="wintertide-match-{match.pk}.json"' in file["Content-Disposition"]
    assert file.json()["secret"] == match.secret


def test_who_watches_late_sees_the_match_as_it_was():
    match, one, _other = make_match(is_listed=True, delay=30)
    stranger = client_of(make_user())
    nothing = text(stranger, address(match))
    Turn.objects.filter(match=match).update(at=timezone.now() - timedelta(hours=1))
    answer_give(person=one, match_id=match.pk, revision=0, answer="pass")

    html = text(stranger, address(match))

    assert "there is nothing to see yet" in nothing
    assert "you see it 30 minutes late" in html
    assert f'<h1 id="headline">Waiting for {one.username}</h1>' in html
    assert f"{one.username} passed" not in html
