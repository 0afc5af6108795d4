"""The page of a match in a real browser: what stays in sight, and what becomes of a lost seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games.engine.contract import Json
from games.models import Match
from games.services.answers import answer_give
from games.services.offers import resign
from games.services.openings import NewMatch, match_join, match_open
from games.services.rulebook import game_of
from games.services.seats import seat_link, seat_take
from tests.browser.phones import log_in
from tests.factories import make_user

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

    from campaign.models import User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

COURT = {
    "court": {"F": {"card": "L7", "holder": 1}},
    "hands": [["W5", "W1", "W2", "Mi4"], ["K9", "D9", "W10", "Wi10"]],
}

STICKS_OUT = """
    Array.from(document.querySelectorAll(".member-name, .member-suits *, .member-foot *"))
        .filter(part => !part.closest(".visually-hidden"))
        .filter(part => part.getBoundingClientRect().right
                        > part.closest(".member").getBoundingClientRect().right)
        .map(part => part.textContent)
"""


ROWS = ("LDLD", "LDLD", "LLDD", "LLDD", "LDDL", "LDDL")
LAKE = {
    "stage": "freeze_place",
    "lake": [f"{pattern}@(0,{2 * row})0" for row, pattern in enumerate(ROWS)],
    "drawn": "LLLD",
}


def court(first: int, **more: int) -> tuple[Match, User, User]:
    """Open a match of Winter Court in which that seat plays from the hands above."""
    return opened("winter_court", first, {**COURT, "first": first, "to_move": first, **more})


def opened(game_name: str, first: int, position: Json) -> tuple[Match, User, User]:
    anna, ben = make_user("anna"), make_user("ben")
    begun = match_open(person=anna, new=NewMatch(game=game_name, options={"first": first}))
    match = match_join(person=ben, token=begun.invite_token)
    game = game_of(match)
    Match.objects.filter(pk=match.pk).update(state=game.encode(game.position(position)))
    return match, anna, ben


def stays_in_sight(page: Page) -> None:
    """Check that the lower half of the screen shows some of the board, once the page has settled.

    What was swapped in is scrolled to a moment later: that moment is waited for.
    """
    bottom = "document.getElementById('board').getBoundingClientRect().bottom"
    page.wait_for_function(f"{bottom} >= innerHeight / 2", timeout=5_000)


def test_the_board_stays_in_sight_when_an_answer_makes_it_shorter(
    page: Page, live_server: LiveServer
) -> None:
    match, _anna, _ben = court(first=0)
    log_in(page, "anna")
    page.goto(f"/matches/{match.pk}/?main=W5&to=D")

    for label in ("Play it", "End your plays", "Draw nothing"):
        page.get_by_role("button", name=label).click()
        page.get_by_role("button", name=label).wait_for(state="detached")
        stays_in_sight(page)

    assert Match.objects.get(pk=match.pk).asked == [1]


def test_the_board_stays_in_sight_when_the_other_ends_the_match(
    page: Page, live_server: LiveServer
) -> None:
    match, _anna, ben = court(first=0)
    log_in(page, "anna")
    page.goto(f"/matches/{match.pk}/?main=W5&to=D")
    page.get_by_text("Type an answer instead").scroll_into_view_if_needed()
    page.evaluate("scrollBy(0, document.getElementById('board').getBoundingClientRect().bottom"
                  " - innerHeight * 0.6)")  # fmt: skip

    resign(person=ben, match_id=match.pk)
    page.get_by_role("link", name="Replay it step by step").wait_for(timeout=15_000)

    stays_in_sight(page)


def test_the_end_of_a_match_comes_into_sight(page: Page, live_server: LiveServer) -> None:
    match, anna, _ben = court(first=0, pile_size=1)
    answer_give(person=anna, match_id=match.pk, revision=match.turn, answer="pass")
    log_in(page, "anna")
    page.goto(f"/matches/{match.pk}/")

    page.get_by_role("button", name="Draw a card").click()
    page.get_by_role("link", name="Replay it step by step").wait_for()

    assert page.locator("#headline").inner_text() == "ben won"
    assert page.evaluate("document.getElementById('headline').getBoundingClientRect().top") >= 0


def test_the_mark_of_what_is_new_covers_no_influence(page: Page, live_server: LiveServer) -> None:
    match, _anna, ben = court(first=1)
    answer_give(person=ben, match_id=match.pk, revision=match.turn, answer="play Wi10 C")
    log_in(page, "anna")

    page.goto(f"/matches/{match.pk}/")

    mark = page.locator(".member-new").bounding_box()
    cards = page.locator(".member:has(.member-new) .band-cards").bounding_box()
    assert mark is not None
    assert cards is not None
    assert mark["y"] + mark["height"] <= cards["y"] or mark["x"] >= cards["x"] + cards["width"]


def test_a_place_that_is_chosen_low_on_the_lake_is_lifted_over_the_bar(
    page: Page, live_server: LiveServer
) -> None:
    match, _anna, _ben = opened("winter", 0, LAKE)
    log_in(page, "anna")
    page.goto(f"/matches/{match.pk}/")

    page.locator('.winter-lake a[href*="to=0%2C12"]').evaluate(
        "place => place.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}))"
    )
    page.get_by_role("button", name="Lay it here").wait_for()
    chosen = page.locator(".winter-lake a[data-here]").bounding_box()
    bar = page.locator("#board [data-bar]").bounding_box()

    assert chosen is not None
    assert bar is not None
    assert chosen["y"] >= 0
    assert chosen["y"] + chosen["height"] <= bar["y"]


def test_what_stands_on_a_member_of_the_court_stays_within_it(
    page: Page, live_server: LiveServer
) -> None:
    match, _anna, _ben = court(first=0)
    log_in(page, "anna")
    out = {}

    for width in (320, 360, 390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        page.goto(f"/matches/{match.pk}/")
        out[width] = page.evaluate(STICKS_OUT)

    assert page.locator(".member").count() == 12
    assert out == {320: [], 360: [], 390: [], 1280: []}


def test_who_lost_a_seat_is_told_so(browser: Browser, live_server: LiveServer) -> None:
    match, _anna, ben = court(first=0)
    desk = browser.new_context(base_url=live_server.url, viewport={"width": 1280, "height": 900})
    page = desk.new_page()
    log_in(page, "ben")
    page.goto(f"/matches/{match.pk}/")

    token = seat_link(person=ben, match_id=match.pk, seat=1)
    seat_take(person=make_user("carl"), token=token)
    page.locator("#shut-out").wait_for(timeout=15_000)

    assert "somebody else has your seat" in page.locator("#shut-out").inner_text()
    assert page.locator("#watch").count() == 0
    assert page.locator("#board").count() == 0
    assert page.get_by_text("There is nothing here").count() == 0
    desk.close()


def test_what_cannot_be_sent_says_so_and_can_be_sent_again(
    browser: Browser, live_server: LiveServer
) -> None:
    match, _anna, _ben = court(first=0)
    desk = browser.new_context(base_url=live_server.url, viewport={"width": 1280, "height": 900})
    page = desk.new_page()
    log_in(page, "anna")
    page.goto(f"/matches/{match.pk}/?main=W5&to=D")
    unreached = page.locator("#unreached")

    desk.set_offline(True)
    page.get_by_role("button", name="Play it").click()
    unreached.wait_for(state="visible")
    page.locator("#anew").click()
    desk.set_offline(False)
    unreached.wait_for(state="hidden", timeout=15_000)
    page.get_by_role("button", name="Play it").click()
    page.get_by_role("button", name="End your plays").wait_for()

    assert Match.objects.get(pk=match.pk).turn == match.turn + 1
    desk.close()
