"""The map on a phone with scripts off: it zooms, a tap tells about the hex, the keyboard works."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser.test_phone import log_in
from tests.conftest import PHONE
from tests.factories import make_table
from tests.web.test_hand_in import own_tile

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def map_page(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    """Open a public campaign's page on a phone without scripts."""
    table = make_table(2, is_public=True)
    context = browser.new_context(
        base_url=live_server.url,
        viewport=PHONE,  # type: ignore[arg-type]
        java_script_enabled=False,
    )
    page = context.new_page()
    page.goto(f"/campaigns/{table.campaign.pk}/")

    yield page

    context.close()


def width(page: Page, selector: str) -> float:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["width"]


def test_zoomed_hexes_are_large_enough_to_tap(map_page: Page) -> None:
    page = map_page

    whole = width(page, "#hex-1")
    page.click("label[for=map-near]")
    near = width(page, "#hex-1")
    page.click("label[for=map-close]")
    close = width(page, "#hex-1")

    assert whole < 44 <= near < close


def test_the_page_itself_never_scrolls_sideways(map_page: Page) -> None:
    page = map_page
    page.click("label[for=map-close]")

    body = page.locator("body").bounding_box()
    frame = page.locator(".map-frame").bounding_box()

    assert body is not None
    assert frame is not None
    assert body["width"] == PHONE["width"]
    assert frame["width"] <= PHONE["width"]


def test_a_tap_opens_the_hexs_card_without_moving_the_map_and_its_number_closes_it(
    map_page: Page,
) -> None:
    page = map_page
    page.click("label[for=map-near]")
    page.locator("#hex-14").scroll_into_view_if_needed()
    before = page.locator("#hex-14").bounding_box()

    page.click("#hex-14 use")
    card = page.locator("#tile-14").bounding_box()
    after = page.locator("#hex-14").bounding_box()
    page.click("#tile-14 a")

    assert card is not None
    assert card["y"] + card["height"] == pytest.approx(PHONE["height"], abs=1)
    assert after == before
    assert page.url.endswith("#hex-14")


def test_a_hex_opens_from_the_keyboard(map_page: Page) -> None:
    page = map_page
    page.locator("#hex-3").focus()

    page.keyboard.press("Tab")
    page.keyboard.press("Enter")

    assert page.url.endswith("#tile-4")


def test_the_map_beside_a_sheet_opens_at_the_readers_land(page: Page) -> None:
    table = make_table(2, size=(20, 12))
    homes = [own_tile(table, seat, "capital") for seat in (0, 1)]
    seat = homes.index(max(homes))
    log_in(page, table.players[seat].username)
    page.goto(f"/campaigns/{table.campaign.pk}/hand-in/")

    page.click("text=Look at the map")
    page.wait_for_selector(".map-frame")
    page.wait_for_function("document.querySelector('.map-frame').scrollLeft > 0")
    frame, home = (page.locator(f).bounding_box() for f in (".map-frame", f"#hex-{homes[seat]}"))

    assert frame is not None
    assert home is not None
    assert frame["x"] <= home["x"]
    assert home["x"] + home["width"] <= frame["x"] + frame["width"]
    assert frame["y"] <= home["y"]
    assert home["y"] + home["height"] <= frame["y"] + frame["height"]
