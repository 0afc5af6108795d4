"""The end of a game of Winter Court in two browsers: a thumb on a phone, a keyboard on a desk."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from games.models import Match
from games.services.openings import NewMatch, match_join, match_open
from games.services.rulebook import game_of
from games.web.boards.winter_court_words import card_name
from tests.browser.phones import log_in
from tests.browser.test_phone import fits
from tests.factories import make_user

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOST_STEPS = 80
LATE = {
    "court": {"F": {"card": "L7", "holder": 0}, "B": {"card": "K4", "holder": 1}},
    "hands": [["W5", "W1", "W2", "Mi4"], ["K9", "D9", "D2", "Wi6"]],
    "pile_size": 9,
}


def tap(control: Locator) -> None:
    control.click()


def press(control: Locator) -> None:
    control.focus()
    control.page.keyboard.press("Enter")


def answer(page: Page, act: object, stage: str, plays: int) -> None:
    """Play the first card that can go anywhere, on the first member it can reach; else go on."""
    assert callable(act)
    page.goto(page.url.split("?")[0])
    cards = page.locator("a.court-card")
    if stage == "act" and not plays and cards.count():
        act(cards.last)
        page.wait_for_selector(".court-play")
        act(page.locator("a.member-link").first)
        page.wait_for_selector(".member.is-chosen")
        boost = page.locator(".court-extras a:not(.is-on)")
        play = page.get_by_role("button", name="Play it")
        while play.is_disabled() and boost.count():
            before = page.locator(".court-extras .is-on").count()
            act(boost.first)
            page.wait_for_function(
                f"document.querySelectorAll('.court-extras .is-on').length > {before}"
            )
        if not play.is_disabled():
            return act(play)
        page.goto(page.url.split("?")[0])
    return act(page.locator(".court-acts > .button-row form.send button").last)


def named(page: str, cards: list[str]) -> list[str]:
    """Return those of the cards that a page names in words."""
    return [card for card in cards if re.search(rf"{card_name(card)}(?!\d)", page)]


def test_two_people_play_winter_court_to_its_end(
    page: Page, browser: Browser, live_server: LiveServer
) -> None:
    anna, ben = make_user("anna"), make_user("ben")
    opened = match_open(person=anna, new=NewMatch(game="winter_court", options={"first": 0}))
    match = match_join(person=ben, token=opened.invite_token)
    game = game_of(match)
    Match.objects.filter(pk=match.pk).update(state=game.encode(game.position(LATE)))
    desk = browser.new_context(base_url=live_server.url, viewport={"width": 1280, "height": 900})
    desk.set_default_timeout(10_000)
    pages = [page, desk.new_page()]
    for one, name in zip(pages, ("anna", "ben"), strict=True):
        log_in(one, name)
        one.goto(f"/matches/{match.pk}/")

    for _ in range(MOST_STEPS):
        match = Match.objects.get(pk=opened.pk)
        if match.status == Match.Status.OVER:
            break
        seat = match.asked[0]
        answer(pages[seat], (tap, press)[seat], match.state["stage"], match.state["plays"])
        pages[seat].wait_for_function(
            f"() => !document.querySelector('#match input[name=revision][value=\"{match.turn}\"]')"
        )
        assert fits(pages[seat])
        now = Match.objects.get(pk=opened.pk)
        assert now.turn == match.turn + 1
        if now.status == Match.Status.RUNNING:
            hand = pages[seat].locator(".court-hand").inner_html()
            assert named(hand, now.state["hands"][seat]) == now.state["hands"][seat]
            assert named(hand, now.state["hands"][1 - seat]) == []

    match = Match.objects.get(pk=opened.pk)
    assert (match.status, match.ending) == (Match.Status.OVER, "rules")
    page.goto(f"/matches/{match.pk}/")
    assert page.get_by_text("The hand of ben").count() == 1
    desk.close()
