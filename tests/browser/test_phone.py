"""The site on a phone, in a real browser: joining, handing in with and without scripts, running."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from campaign.models import Campaign, Invite, Submission
from campaign.services.phases import sweep
from tests.browser.phones import log_in
from tests.conftest import PHONE
from tests.factories import PASSWORD, Table, make_table, make_user

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def plain_page(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    """A phone-sized page without scripts."""
    context = browser.new_context(
        base_url=live_server.url,
        viewport=PHONE,  # type: ignore[arg-type]
        java_script_enabled=False,
    )
    context.set_default_timeout(10_000)
    yield context.new_page()
    context.close()


def bare_tile(table: Table, seat: int) -> int:
    tile = table.kingdom(seat).tiles.filter(settlement=None).first()
    assert tile is not None
    return int(tile.number)


def village(table: Table, seat: int) -> int:
    tile = table.kingdom(seat).tiles.filter(settlement__kind="village").first()
    assert tile is not None
    return int(tile.number)


def fits(page: Page) -> bool:
    """Whether nothing sticks out at the side of the phone."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_guest_signs_up_by_invitation_and_chooses_a_kingdom(page: Page) -> None:
    table = make_table(1, seats=2, started=False, name="Winterhall")

    page.goto(f"/invites/{Invite.objects.get().token}/")
    page.click("text=Sign up and join")
    page.fill("[name=username]", "nora")
    page.fill("[name=email]", "nora@example.org")
    page.fill("[name=password1]", PASSWORD)
    page.fill("[name=password2]", PASSWORD)
    page.click("main button[type=submit]")
    page.fill("[name=name]", "Norn")
    page.fill("[name=race]", "Dwarfs")
    page.click("button:has-text('Join')")

    page.wait_for_selector("h1:has-text('Winterhall')")
    assert table.kingdom(1).name == "Norn"
    assert page.is_visible("text=Gathering players")
    assert fits(page)


def test_a_winter_is_handed_in_with_scripts(page: Page) -> None:
    table = make_table(2)
    bare, built = bare_tile(table, 0), village(table, 0)

    log_in(page, table.players[0].username)
    page.goto("/")
    page.click("text=Do it now")
    page.click(f"#chip-add-purchases-village-{bare}")
    page.wait_for_selector("#line-purchases-0")
    page.click(f"#chip-add-purchases-city-{built}")
    page.wait_for_selector("#line-purchases-1")
    page.click("#line-purchases-1 button[value='up:purchases:1']")
    page.wait_for_selector(f"#line-purchases-0:has-text('City on hex {built}')")
    page.wait_for_selector("button[value='down:purchases:0']:focus")
    page.click("button[value=forecast]")
    page.wait_for_selector(f"#forecast:focus:has-text('builds a village on hex {bare}')")
    assert fits(page)
    page.click("button[value=hand_in]")

    page.wait_for_selector(".receipt:has-text('Handed in')")
    submission = Submission.objects.get()
    assert submission.sheet == {
        "purchases": [{"buy": "city", "tile": built}, {"buy": "village", "tile": bare}]
    }
    assert page.is_visible("text=You can change it until then.")
    assert not page.is_visible("button[value=hand_in]")
    page.click("#change > summary")
    assert page.is_visible("button[value=hand_in]")
    page.goto("/")
    assert page.is_visible("text=Handed in, can still be changed")


def test_the_same_winter_is_handed_in_without_scripts(plain_page: Page) -> None:
    table = make_table(2)
    bare, built = bare_tile(table, 0), village(table, 0)
    page = plain_page

    log_in(page, table.players[0].username)
    page.goto("/")
    page.click("text=Do it now")
    page.click(f"#chip-add-purchases-village-{bare}")
    page.click(f"#chip-add-purchases-city-{built}")
    page.click("button[value='up:purchases:1']")
    page.click("button[value='condition:purchases:1']")
    page.fill("[name='purchases.1.if.0.gold']", "0")
    page.fill("[name='purchases.1.if.0.food']", "1")
    page.click("button[value=forecast]")
    assert page.is_visible("text=its condition did not hold")
    page.click("button[value='uncondition:purchases:1:0']")
    page.click("button[value=hand_in]")

    page.wait_for_selector(".receipt:has-text('Handed in')")
    assert Submission.objects.get().sheet == {
        "purchases": [{"buy": "city", "tile": built}, {"buy": "village", "tile": bare}]
    }


def test_a_refused_line_without_scripts_is_marked_and_nothing_is_lost(plain_page: Page) -> None:
    table = make_table(2)
    bare = bare_tile(table, 0)
    page = plain_page

    log_in(page, table.players[0].username)
    page.goto(f"/campaigns/{table.campaign.pk}/hand-in/")
    page.click(f"#chip-add-purchases-village-{bare}")
    page.click("button[value='condition:purchases:0']")
    page.fill("[name='purchases.0.if.0.gold']", "0")
    page.click("button[value=hand_in]")

    assert page.is_visible("#problems >> text=the condition asks for nothing")
    assert page.input_value("[name='purchases.0.if.0.gold']") == "0"
    assert not Submission.objects.exists()


def test_a_game_master_creates_invites_begins_resolves_and_reads(page: Page) -> None:
    make_user("keeper")

    log_in(page, "keeper")
    page.goto("/")
    page.click("main a:has-text('Open a campaign')")
    page.fill("[name=name]", "The Long Thaw")
    page.fill("[name=seats]", "2")
    page.check("input[name=map][value=sound]")
    page.click("summary:has-text('Limits')")
    page.fill("[name='rule.years']", "3")
    page.click("button:has-text('Open the campaign')")
    page.wait_for_selector("text=2 kingdoms have no player yet")
    page.click("text=Make an invitation link >> nth=0")
    page.wait_for_selector("#invite-link")
    campaign = Campaign.objects.get()
    assert page.input_value("#invite-link").endswith(f"/invites/{Invite.objects.get().token}/")
    assert fits(page)
    page.click("button:has-text('Copy')")
    page.wait_for_selector("button:has-text('Copied')")
    page.click("text=Begin with empty kingdoms")
    page.wait_for_selector("text=Standings now")
    page.click("text=Run it")
    page.click("button:has-text('Resolve now')")
    page.wait_for_selector("text=The phase is being resolved")
    assert sweep() == 1
    page.goto(f"/campaigns/{campaign.pk}/")
    page.click("a:has-text('Setup, year 1')")

    page.wait_for_selector("h2:has-text('Setup, year 1')")
    assert page.is_visible("text=Kingdom 1 founds its capital on hex")
    assert fits(page)


def test_every_tab_of_a_campaign_is_seen_without_scrolling_aside(page: Page) -> None:
    table = make_table(2, options={"rules": {"battle_mode": "tabletop"}})
    log_in(page, table.players[0].username)

    page.goto(f"/campaigns/{table.campaign.pk}/")

    tabs = [tab.bounding_box() for tab in page.locator(".subnav a").all()]
    assert len(tabs) == 6
    assert all(tab and tab["x"] + tab["width"] <= PHONE["width"] for tab in tabs)
    assert len({tab["y"] for tab in tabs if tab}) == 1
    assert fits(page)


def test_the_page_looks_for_news_and_shows_them_by_itself(page: Page) -> None:
    table = make_table(2)
    log_in(page, table.players[0].username)
    page.goto(f"/campaigns/{table.campaign.pk}/")
    assert page.is_visible("text=Winter, year 1")
    assert "zone" in {cookie["name"] for cookie in page.context.cookies()}

    table.campaign.phases.filter(ordinal=1).update(due_at=table.phase().opened_at)
    assert sweep() == 1
    page.evaluate(
        "() => { htmx.ajax('GET', document.querySelector('#status').getAttribute('hx-get')) }"
    )

    page.wait_for_selector("text=Deploy, year 1")
    page.wait_for_selector("#reports >> text=Winter, year 1")


def test_the_map_and_the_sheet_are_used_by_keyboard(page: Page) -> None:
    table = make_table(2)
    bare = bare_tile(table, 0)
    log_in(page, table.players[0].username)
    page.goto(f"/campaigns/{table.campaign.pk}/hand-in/")

    page.focus("summary:has-text('Look at the map')")
    page.keyboard.press("Enter")
    page.wait_for_selector(f".map-here #hex-{bare}")
    page.focus(f"#hex-{bare}")
    page.keyboard.press("Enter")
    assert page.url.endswith(f"#tile-{bare}")
    page.focus(f"#chip-add-purchases-village-{bare}")
    page.keyboard.press("Enter")
    page.wait_for_selector("#line-purchases-0")
    page.focus("button[value='remove:purchases:0']")
    page.keyboard.press("Space")

    page.wait_for_selector("#line-purchases-0", state="detached")
    assert not Submission.objects.exists()
