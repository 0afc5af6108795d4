"""A whole game of Winter in two browsers: one thumb on a phone, one keyboard on a desk."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import pytest

from games.models import Match
from games.services.answers import answer_give
from games.services.openings import NewMatch, match_join, match_open
from games.services.rulebook import game_of
from games.services.verify import verify_match
from tests.browser.phones import log_in
from tests.browser.test_phone import fits
from tests.factories import make_user

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page
    from pytest_django.live_server_helper import LiveServer

    from campaign.models import User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOST_STEPS = 120
ENOUGH = 2
"""How often each of the two does each kind of thing by hand."""


def tap(link: Locator) -> None:
    link.click(force=True)  # places lie close together: the middle is what a thumb hits


def press(link: Locator) -> None:
    link.focus()
    link.page.keyboard.press("Enter")


def targets(page: Page) -> Locator:
    return page.locator(".winter-lake a:has(.target)")


def sends(page: Page) -> Locator:
    return page.locator(".lake-sends form.send button")


def answer(page: Page, act: object, stage: str) -> None:
    """Answer what is asked through the controls of the page, as simply as it goes."""
    assert callable(act)
    page.goto(page.url.split("?")[0])
    wanted = targets(page)
    if stage in ("setup_place", "freeze_place") or (wanted.count() and stage in ("freeze", "thaw")):
        act(wanted.first)
        page.wait_for_selector(".winter-lake a[aria-current] .target")
    elif stage == "thaw":
        act(page.locator(".winter-lake a:has(.card-free)").first)
        page.wait_for_selector(".card-lifted")
    act(sends(page).first)


def simply(match: Match, person: User) -> None:
    """Answer past the pages."""
    game = game_of(match)
    state = game.decode(match.state)
    answer = game.sample(state, game.asks(state)[0], Random(match.turn))
    answer_give(person=person, match_id=match.pk, revision=match.turn, answer=answer)


def wait_for_turn(page: Page, match: int, turn: int) -> None:
    """Wait until the answer that was sent has become a turn; a browser sends in its own time."""
    for _ in range(200):
        if Match.objects.get(pk=match).turn == turn:
            return
        page.wait_for_timeout(50)
    pytest.fail(f"the answer for turn {turn} has not arrived")


def test_two_people_play_winter_to_its_end(
    page: Page, browser: Browser, live_server: LiveServer
) -> None:
    anna, ben = make_user("anna"), make_user("ben")
    opened = match_open(person=anna, new=NewMatch(game="winter"))
    Match.objects.filter(pk=opened.pk).update(secret="11" * 32)  # the same cards every time
    match_join(person=ben, token=opened.invite_token)
    desk = browser.new_context(base_url=live_server.url, viewport={"width": 1280, "height": 900})
    desk.set_default_timeout(10_000)
    pages = [page, desk.new_page()]
    for one, name in zip(pages, ("anna", "ben"), strict=True):
        log_in(one, name)
        one.goto(f"/matches/{opened.pk}/")

    by_hand: Counter[tuple[int, str]] = Counter()
    for _ in range(MOST_STEPS):
        match = Match.objects.get(pk=opened.pk)
        if match.status == Match.Status.OVER:
            break
        seat, stage = match.asked[0], match.state["stage"]
        by_hand[seat, stage] += 1
        if by_hand[seat, stage] > ENOUGH:
            simply(match, (anna, ben)[seat])
            continue
        answer(pages[seat], (tap, press)[seat], stage)
        wait_for_turn(pages[seat], opened.pk, match.turn + 1)
        pages[seat].wait_for_function(
            "() => !document.querySelector('.winter-lake a[aria-current]')"
        )
        assert fits(pages[seat])

    match = Match.objects.get(pk=opened.pk)
    assert (match.status, match.ending) == (Match.Status.OVER, "rules")
    pages[1].goto(f"/matches/{opened.pk}/replay/3/")
    assert pages[1].locator(".winter-lake .card").count() >= 2
    page.goto(f"/matches/{opened.pk}/")
    assert page.locator(".winter-lake").count() == 1
    desk.close()
    assert verify_match(match) == []
