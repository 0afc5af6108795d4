"""The past in a browser: slider, keys, play, no scripts; a hex's sheet and the map's lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from campaign.services.submissions import sheet_submit
from tests.browser.phones import log_in
from tests.conftest import PHONE
from tests.web.test_history import marched

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def told(page: Page) -> str:
    """Return the heading of the story beside the slider."""
    return page.locator("#moment-story h2").first.inner_text()


def wait_for(page: Page, title: str) -> None:
    page.wait_for_function(
        "title => document.querySelector('#moment-story h2').textContent === title", arg=title
    )


def test_the_slider_moves_by_keys_and_keeps_the_zoom(page: Page) -> None:
    table = marched(2)
    page.goto(f"/campaigns/{table.campaign.pk}/history/")
    page.click("label[for=map-near]")

    page.focus("#at")
    page.keyboard.press("End")
    wait_for(page, "Month 2, year 1")
    page.keyboard.press("ArrowLeft")
    wait_for(page, "Month 1, year 1")

    assert page.url.endswith("/history/1/")
    assert page.locator("#moment-title").inner_text() == "Month 1, year 1"
    assert page.locator("#at").get_attribute("aria-valuetext") == "Month 1, year 1"
    assert page.locator("#map-near").is_checked()
    assert "came from 1" in page.locator("#tile-2").inner_text()


def test_back_and_on_change_the_page_in_place_and_keep_the_focus(page: Page) -> None:
    table = marched(1)
    page.goto(f"/campaigns/{table.campaign.pk}/history/0/")

    page.click("a[rel=next]")
    wait_for(page, "Month 1, year 1")

    assert page.locator("a[rel=next]").count() == 0
    assert page.evaluate("document.activeElement.id") == "at"


def test_play_goes_to_the_end_and_stops(page: Page) -> None:
    table = marched(1)
    page.goto(f"/campaigns/{table.campaign.pk}/history/0/")
    assert page.locator("#play").inner_text() == "Play"

    page.click("#play")
    assert page.locator("#play").inner_text() == "Pause"
    wait_for(page, "Month 1, year 1")
    page.wait_for_function("() => document.querySelector('#play').textContent === 'Play'")

    assert page.locator("#at").input_value() == "1"


def test_nothing_plays_for_who_asked_for_no_motion(
    browser: Browser, live_server: LiveServer
) -> None:
    table = marched(1)
    context = browser.new_context(base_url=live_server.url, reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"/campaigns/{table.campaign.pk}/history/0/")

    page.click("a[rel=next]")
    wait_for(page, "Month 1, year 1")

    assert page.locator("#play").is_hidden()
    context.close()


def test_without_scripts_the_past_and_the_maps_lines_work_too(
    browser: Browser, live_server: LiveServer
) -> None:
    table = marched(1)
    context = browser.new_context(
        base_url=live_server.url,
        viewport=PHONE,  # type: ignore[arg-type]
        java_script_enabled=False,
    )
    page = context.new_page()
    page.goto(f"/campaigns/{table.campaign.pk}/history/0/")

    page.focus("#at")
    page.keyboard.press("End")
    page.click("#show")
    title = told(page)
    shown = page.locator(".map-frame .moves").is_visible()
    page.click("label[for=map-moves]")

    assert title == "Month 1, year 1"
    assert page.url.endswith("/history/1/")
    assert shown
    assert page.locator(".map-frame .moves").is_hidden()
    assert page.locator("label[for=map-orders]").is_hidden()
    assert page.locator("#play").is_hidden()
    context.close()


def test_a_tapped_hex_opens_its_sheet_over_the_map_and_leads_to_its_orders(page: Page) -> None:
    table = marched(1)
    order = {"orders": [{"army": 1, "order": "move", "to": 3}]}
    sheet_submit(person=table.players[0], campaign_id=table.campaign.pk, phase=2, sheet=order)
    log_in(page, table.players[0].username)
    page.goto(f"/campaigns/{table.campaign.pk}/")
    page.click("label[for=map-near]")

    page.click("#hex-2 use")
    page.wait_for_selector("#hex-sheet h2:has-text('Hex 2')")
    link = page.locator("#hex-sheet .order-link").get_attribute("href")
    card, tapped = (page.locator(each).bounding_box() for each in ("#hex-sheet", "#hex-2"))
    page.click("#hex-sheet .ways a:has-text('3')")
    page.wait_for_selector("#hex-sheet h2:has-text('Hex 3')")
    page.keyboard.press("Escape")

    assert link == f"/campaigns/{table.campaign.pk}/hand-in/#army-1"
    assert card is not None
    assert tapped is not None
    assert tapped["y"] + tapped["height"] <= card["y"] + 1
    assert page.locator("#hex-sheet h2").count() == 0
    assert page.locator(".map-frame .orders .head").is_visible()


def test_by_keyboard_the_table_leads_into_a_hexs_sheet_and_back(page: Page) -> None:
    table = marched(1)
    log_in(page, table.players[0].username)
    page.goto(f"/campaigns/{table.campaign.pk}/")

    page.focus("#tile-2 a.more")
    page.keyboard.press("Enter")
    page.wait_for_selector("#hex-sheet h2:has-text('Hex 2')")
    page.wait_for_function("document.activeElement.id === 'hex-sheet'")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    order = page.evaluate("document.activeElement.getAttribute('href')")
    page.keyboard.press("Escape")

    assert order == f"/campaigns/{table.campaign.pk}/hand-in/#army-1"
    assert page.locator("#hex-sheet h2").count() == 0
    assert page.evaluate("document.activeElement.closest('tr').id") == "tile-2"
