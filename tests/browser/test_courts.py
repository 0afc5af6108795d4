"""A court by challenge, from the form to its payment, on phones without scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.utils import timezone

from campaign.services.phases import sweep
from games.services import listeners
from tests.browser.phones import log_in, phones_of
from tests.browser.test_phone import fits
from tests.factories import Table, make_table
from tests.rules.courtyard import MAP, TILES
from tests.services.courtly import challenge as made
from tests.services.courtly import court
from tests.web.courts import courtly

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def challenge(page: Page, table: Table) -> None:
    """Challenge the second kingdom for two gold; the first try asks for more than may be."""
    page.goto(f"/campaigns/{table.campaign.pk}/hand-in/")
    page.click("summary:has-text('Challenge somebody')")
    page.check("[name=game][value=winter]")
    page.check("[name=seat][value='1']")
    page.check("[name=stake][value=seats]")
    page.fill("[name='seats.gold']", "3")
    assert fits(page)
    page.click("button[value=challenge]")
    page.wait_for_selector("#problems:has-text('gold must be between 0 and 2')")
    assert page.is_checked("[name=stake][value=seats]")
    assert page.input_value("[name='seats.gold']") == "3"
    page.fill("[name='seats.gold']", "2")
    page.click("button[value=challenge]")
    page.wait_for_selector("text=Waiting for Kingdom 2.")
    assert fits(page)


def accept(page: Page, table: Table) -> None:
    """Find the challenge on the campaign's page, and accept it."""
    page.goto(f"/campaigns/{table.campaign.pk}/")
    assert page.is_visible("#next-thing:has-text('Kingdom 1 challenges you')")
    page.click("text=Answer")
    assert page.is_visible("text=a purse: the loser pays the winner 2 gold")
    assert fits(page)
    page.click("button:has-text('Accept')")
    page.wait_for_selector("text=the match is open")


def resign(page: Page, table: Table) -> None:
    """Go to the match and give it up."""
    page.goto(f"/campaigns/{table.campaign.pk}/courts/")
    page.click("#open-courts ~ article a.button")
    page.wait_for_url("**/matches/*/")
    page.click("#deeds > summary")
    page.click(".sure > summary")
    page.click("text=Yes, I resign")
    page.wait_for_selector("text=resigned")
    match_id = court(table).match_id
    assert match_id is not None
    listeners.tell(match_id, timezone.now())


def be_done(page: Page, table: Table) -> None:
    """Say that one is done with courts."""
    page.goto(f"/campaigns/{table.campaign.pk}/courts/")
    page.click("text=I am done with courts")
    page.wait_for_selector("text=You are done with courts")
    assert fits(page)


def test_a_challenge_is_played_and_paid(browser: Browser, live_server: LiveServer) -> None:
    stock = [{"gold": 3, "food": 2} for _ in range(3)]
    table = make_table(
        3,
        options={"map": MAP, "rules": {"courts": True}},
        position={"stage": "court", "kingdoms": stock, "tiles": TILES},
    )
    with phones_of(browser, live_server, java_script_enabled=False) as phone:
        one, other, third = (phone(person.username) for person in table.players)
        challenge(one, table)
        accept(other, table)
        third.goto(f"/campaigns/{table.campaign.pk}/")
        assert third.is_visible("#contests >> text=Watch")
        resign(other, table)
        for page in (one, other, third):
            be_done(page, table)
        assert sweep() == 1

        third.goto(f"/campaigns/{table.campaign.pk}/reports/1/")
        assert third.is_visible("text=Kingdom 2 pays 2 gold.")
        assert third.is_visible("text=Kingdom 1 takes the purse: 2 gold.")
        assert fits(third)
        one.goto(f"/campaigns/{table.campaign.pk}/hand-in/")
        assert one.inner_text(".stock div:has-text('Gold') dd") == "5"


def test_a_challenge_appears_by_itself_and_leaves_what_is_being_written(page: Page) -> None:
    table = courtly()
    page.clock.install()
    log_in(page, table.players[0].username)
    page.goto(f"/campaigns/{table.campaign.pk}/courts/")
    page.click("summary:has-text('Challenge somebody')")
    page.check("[name=stake][value=seats]")

    made(table, 1, 0)
    page.clock.fast_forward(21_000)

    page.wait_for_selector("#courts-now >> text=Kingdom 2 challenges you")
    assert page.is_checked("[name=stake][value=seats]")
    assert page.is_visible("[name='seats.gold']")
    assert page.locator("#courts-now").count() == 1
