"""The map on a phone with scripts off: it zooms, a tap tells about the hex, the keyboard works."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from campaign.rules.maps.generator import generate
from tests.browser.phones import log_in
from tests.conftest import PHONE
from tests.factories import make_table
from tests.web.sheets import own_tile

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


def generated(page: Page, near: bool = True) -> None:
    """Open a campaign of eight kingdoms on 400 hexes."""
    document = generate(7, tiles=400, kingdoms=8, water=30, mountains=12)
    table = make_table(8, seats=8, options={"map": document})
    log_in(page, table.players[0].username)
    page.goto(f"/campaigns/{table.campaign.pk}/")
    if near:
        page.click("label[for=map-near]")


def test_400_hexes_are_panned_and_a_drag_opens_no_sheet(page: Page) -> None:
    page.set_viewport_size({"width": 900, "height": 800})
    generated(page)
    frame = page.locator(".map-frame")
    frame.scroll_into_view_if_needed()
    frame.evaluate("frame => { frame.scrollLeft = 300; frame.scrollTop = 100; }")
    box = frame.bounding_box()
    assert box is not None

    page.mouse.move(box["x"] + 300, box["y"] + 200)
    page.mouse.down()
    page.mouse.move(box["x"] + 180, box["y"] + 150, steps=6)
    page.mouse.up()

    moved = frame.evaluate("frame => [frame.scrollLeft, frame.scrollTop]")
    assert moved == pytest.approx([420, 150], abs=6)
    assert "#tile" not in page.url


def pinched(page: Page, frm: float, to: float) -> None:
    """Put two fingers on the middle of the map and move them apart (or together)."""
    box = page.locator(".map-frame").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    cdp = page.context.new_cdp_session(page)

    def fingers(kind: str, apart: float) -> None:
        points = [{"x": x - apart / 2, "y": y}, {"x": x + apart / 2, "y": y}]
        cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    fingers("touchStart", frm)
    for step in range(1, 9):
        fingers("touchMove", frm + (to - frm) * step / 8)
    cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_two_fingers_zoom_400_hexes_and_the_buttons_take_over_again(page: Page) -> None:
    generated(page, near=False)
    page.locator(".map-frame").scroll_into_view_if_needed()
    whole = width(page, "#hex-100")

    pinched(page, 60, 240)
    larger = width(page, "#hex-100")
    pinched(page, 240, 120)
    smaller = width(page, "#hex-100")
    page.click("label[for=map-close]")

    assert larger == pytest.approx(4 * whole, rel=0.1)
    assert smaller == pytest.approx(2 * whole, rel=0.1)
    assert width(page, "#hex-100") > 90
    assert page.evaluate("visualViewport.scale") == 1


def test_a_tap_on_one_of_400_hexes_shows_its_sheet_and_keeps_it_in_sight(page: Page) -> None:
    generated(page)

    page.locator("#hex-200").scroll_into_view_if_needed()
    page.click("#hex-200")
    page.wait_for_selector("#hex-sheet h2:has-text('Hex 200')")

    page.wait_for_function(
        "document.querySelector('#hex-200').getBoundingClientRect().bottom"
        " <= document.querySelector('#hex-sheet').getBoundingClientRect().top"
    )
