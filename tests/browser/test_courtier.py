"""The end of games of Courtier in two browsers: a thumb on a phone, a keyboard on a desk."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from games.engine.contract import Json
from games.models import Match
from games.services.bots import bots_move
from games.services.openings import NewMatch, match_join, match_open
from games.services.rulebook import game_of
from tests.browser.phones import log_in
from tests.browser.test_phone import fits
from tests.factories import make_user

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

BOT = {"kind": "bot", "bot": "random"}
FOUR = [{"kind": "me"}, BOT, BOT, {"kind": "free"}]
TWO = [{"kind": "me"}, {"kind": "free"}]

LATE: Json = {
    "courtiers": {
        "admiral": {"0": 3},
        "painter": {"0": 1},
        "playwright": {"3": 3},
        "philosopher": {"3": 1},
        "emeritus": {"neutral": 1},
        "palatine": {"0": 4},
    },
    "hands": [
        ["inf_any_culture", "inf_king", "inf_prince", "pow_generous", "pow_ruthless"],
        ["inf_princess", "inf_merchant"],
        ["inf_cardinal", "pow_scholarly"],
        ["inf_senator", "inf_general", "inf_captain", "pow_charismatic", "pow_meddlesome"],
    ],
    "petitions": ["pet_08", "pet_24", "pet_25", "pet_23"],
    "petition_deck": ["pet_26", "pet_21"],
    "secrets": ["pet_09", "pet_10", "pet_11", "pet_02"],
    "fashion": ["fas_royal"],
    "fashion_left": 2,
    "first": 0,
}
"""Anna lacks one marker at the Painter for pet_08; Ben has his secret pet_02 already."""

GIANNI: Json = {
    "courtiers": {
        "cardinal": {"0": 2, "neutral": 2},
        "prince": {"gianni": 3},
        "general": {"gianni": 4},
        "inventor": {"gianni": 1},
        "guildmaster": {"gianni": 1},
        "princess": {"gianni": 3},
        "bishop": {"gianni": 4},
        "emeritus": {"gianni": 1},
    },
    "hands": [
        ["inf_king", "inf_prince", "inf_any", "pow_generous", "pow_ruthless"],
        ["inf_senator", "inf_general", "inf_captain", "pow_charismatic", "pow_meddlesome"],
    ],
    "decks": {"influence": ["inf_cardinal", "inf_guildmaster"]},
    "petitions": ["pet_19", "pet_21", "pet_24", "pet_25"],
    "secrets": ["pet_09", "pet_10"],
    "fashion_left": 1,
    "to_move": 1,
    "first": 1,
}
"""Gianni lacks one marker at the Guildmaster for two petitions of 12 points each."""


def tap(control: Locator) -> None:
    control.click()


def press(control: Locator) -> None:
    control.press("Enter")


def begun(seats: list[dict[str, str]], position: Json) -> Match:
    """Begin a match of Anna and Ben at that position."""
    anna, ben = make_user("anna"), make_user("ben")
    new = NewMatch(game="courtier", options={"first": position["first"]}, seats=seats)
    match = match_join(person=ben, token=match_open(person=anna, new=new).invite_token)
    game = game_of(match)
    state = game.position(position)
    asked = [ask.seat for ask in game.asks(state)]
    Match.objects.filter(pk=match.pk).update(state=game.encode(state), asked=asked)
    return match


@contextmanager
def both(
    browser: Browser, live_server: LiveServer, page: Page, match: Match, *, scripts: bool
) -> Iterator[Page]:
    """Show the match to Anna on the phone; give Ben's page on a desk, with or without scripts."""
    desk = browser.new_context(
        base_url=live_server.url,
        viewport={"width": 1280, "height": 900},
        java_script_enabled=scripts,
    )
    desk.set_default_timeout(10_000)
    other = desk.new_page()
    for one, name in ((page, "anna"), (other, "ben")):
        log_in(one, name)
        one.goto(f"/matches/{match.pk}/")
    yield other
    desk.close()


def prompt(page: Page) -> Locator:
    return page.locator("#board .lake-prompt")


def button(page: Page, name: str) -> Locator:
    return page.locator("#board").get_by_role("button", name=name)


def test_four_play_courtier_to_its_end(
    page: Page, browser: Browser, live_server: LiveServer
) -> None:
    match = begun(FOUR, LATE)
    with both(browser, live_server, page, match, scripts=True) as desk:
        # Anna: looks at a card, sees what its places would change, plays it, completes pet_08.
        tap(page.locator("#card-inf_any_culture"))
        expect(page.locator(".courtier.is-open", has_text="Painter")).to_contain_text(
            "you can complete “Portraits for the Fleet” (7)"
        )
        assert fits(page)
        tap(button(page, "Play it"))
        expect(prompt(page)).to_have_text("Choose where your marker goes.")
        expect(page.locator("#at-playwright")).to_have_count(0)  # full, and Ben holds no Royals
        tap(page.locator("#at-painter"))
        expect(page.locator(".courtier-offer")).to_contain_text("Portraits for the Fleet")
        assert fits(page)
        tap(button(page, "Complete it"))
        expect(prompt(page)).to_contain_text("Fill up your hand")
        tap(button(page, "Draw an influence card"))
        expect(page.locator("#headline")).not_to_have_text("Your turn")

        # The bots: whatever they do, nobody can complete anything.
        while Match.objects.get(pk=match.pk).asked != [3]:
            assert bots_move(match.pk) > 0
        # Ben: gains a marker, completes his secret petition; the end card is the last.
        expect(desk.locator("#headline")).to_have_text("Your turn")
        press(button(desk, "Gain a marker from the reserve"))
        expect(desk.locator(".courtier-offers")).to_contain_text("it ends the game")
        press(button(desk, "Complete it"))

        expect(desk.locator("#headline")).to_have_text("Anna won", ignore_case=True)
        page.goto(f"/matches/{match.pk}/")
        expect(page.get_by_text("The hand of ben")).to_be_visible()
        assert fits(page)
    over = Match.objects.get(pk=match.pk)
    assert (over.status, over.ending) == (Match.Status.OVER, "rules")
    assert over.outcome is not None
    assert over.outcome["reason"] == "queen_arrested"
    assert over.outcome["scores"][0] == 17
    assert over.outcome["scores"][3] == 6  # with a point for Culture, which Anna gave up


def test_two_play_courtier_and_decide_for_gianni(
    page: Page, browser: Browser, live_server: LiveServer
) -> None:
    match = begun(TWO, GIANNI)
    with both(browser, live_server, page, match, scripts=False) as desk:
        # Ben gains a marker; the Cardinal is turned up for Gianni, who has the Church: twice.
        press(button(desk, "Gain a marker from the reserve"))
        expect(prompt(desk)).to_contain_text("Decide for Gianni")
        press(desk.get_by_role("button", name="Cardinal, in place of anna's marker"))
        expect(desk.locator("#board")).to_contain_text("anna 1, Gianni 1, neutral 2, full")
        press(desk.get_by_role("button", name="Cardinal, in place of a neutral marker"))
        expect(desk.locator("#headline")).to_have_text("Waiting for anna")

        # Anna gains one; the Guildmaster makes two petitions of Gianni's complete.
        expect(page.locator("#headline")).to_have_text("Your turn")
        tap(button(page, "Gain a marker from the reserve"))
        expect(prompt(page)).to_contain_text("Decide for Gianni")
        expect(page.locator(".courtier-offer")).to_have_count(2)
        assert fits(page)
        tap(page.locator(".courtier-offer", has_text="Arm the City Foundry").get_by_role("button"))

        expect(page.locator("#headline")).to_contain_text("Gianni")
        assert fits(page)
    over = Match.objects.get(pk=match.pk)
    assert over.status == Match.Status.OVER
    assert over.state is not None
    assert over.state["courtiers"]["cardinal"] == {"0": 1, "gianni": 2, "neutral": 1}
    assert over.state["completed"][2] == ["pet_21"]
    assert over.outcome is not None
    assert over.outcome["winners"] == []
