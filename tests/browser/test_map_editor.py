"""The map editor in a real browser: tap, click and keys; undo; save; two windows; a phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from campaign.models import Campaign, MapDraft
from campaign.rules.maps import load_map
from campaign.rules.maps.generator import generate
from campaign.services.map_drafts import draft_create
from tests.browser.phones import log_in
from tests.browser.test_phone import fits
from tests.factories import make_user

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DESK = {"width": 1280, "height": 900}


def opened(page: Page, document=None) -> MapDraft:
    """Open the editor on a map."""
    owner = make_user("anna")
    draft = draft_create(user=owner, document=document or load_map("sound"))
    log_in(page, "anna")
    page.goto(f"/maps/editor/{draft.pk}/")
    page.wait_for_selector("#tools:visible")
    return draft


def choose(page: Page, tool: str) -> None:
    page.locator(f".tool:has([value='{tool}'])").click()


def drawn(page: Page, number: int) -> str:
    """Return the terrain that a hex shows."""
    href = page.locator(f"#hex-{number} use").get_attribute("href")
    return str(href).removeprefix("#map-")


def save(page: Page) -> dict[int, dict]:
    """Save, and return the hexes that are kept."""
    page.click("button[value=save]")
    page.wait_for_selector("#editor-state:has-text('Saved.')")
    return {tile["n"]: tile for tile in MapDraft.objects.get().document["tiles"]}


def original(number: int) -> dict:
    return next(tile for tile in load_map("sound")["tiles"] if tile["n"] == number)


def test_hexes_are_painted_by_tap_undone_redone_and_saved(page: Page) -> None:
    opened(page)

    choose(page, "mountain")
    page.click("#hex-12")
    page.click("#hex-13")
    assert (drawn(page, 12), drawn(page, 13)) == ("mountain", "mountain")
    page.click("#undo")
    assert (drawn(page, 12), drawn(page, 13)) == ("mountain", "plain")
    page.click("#undo")
    page.click("#redo")
    choose(page, "river")
    page.click("#hex-13")
    choose(page, "bridge")
    page.click("#hex-13")
    assert page.is_visible("text=Not saved yet.")
    assert fits(page)

    kept = save(page)
    assert kept[12] == original(12) | {"terrain": "mountain"}
    assert kept[13] == original(13) | {"river": True, "bridge": True}
    assert kept[11] == original(11)


def test_marks_are_drawn_anew_after_a_change(page: Page) -> None:
    opened(page)
    before = page.locator("path.river").get_attribute("d")

    choose(page, "river")
    page.click("#hex-13")

    page.wait_for_function("d => document.querySelector('path.river').getAttribute('d') !== d",
                           arg=before)  # fmt: skip
    choose(page, "start")
    page.click("#hex-43")
    page.wait_for_selector(".start-rank:text-is('4')")


def test_everything_is_done_by_keyboard(page: Page) -> None:
    opened(page)

    page.focus("#hex-20")
    page.keyboard.press("ArrowRight")  # 21
    page.keyboard.press("ArrowUp")  # 12: up and to the right, then up and to the left
    page.keyboard.press("m")
    page.keyboard.press("ArrowUp")  # 3
    page.keyboard.press("f")
    page.keyboard.press("r")
    page.keyboard.press("ArrowDown")  # 12
    page.keyboard.press("b")
    page.keyboard.press("5")
    page.keyboard.press("u")
    assert page.evaluate("document.activeElement.id") == "hex-12"
    assert page.input_value("[name=n]") == "12"

    kept = save(page)
    assert kept[12] == original(12) | {"terrain": "mountain", "bridge": True}
    assert kept[3] == original(3) | {"terrain": "forest", "river": True}


def test_edges_are_painted_where_they_are_tapped(page: Page) -> None:
    opened(page)
    box = page.locator("#hex-30").bounding_box()
    assert box is not None

    choose(page, "edge-water")
    page.mouse.click(box["x"] + box["width"] * 0.85, box["y"] + box["height"] * 0.5)
    choose(page, "edge-none")
    page.mouse.click(box["x"] + box["width"] * 0.15, box["y"] + box["height"] * 0.5)

    kept = save(page)
    assert kept[30]["edges"] == {"e": "water", "w": "none"}
    assert kept[29]["edges"] == {"e": "none"}


def test_the_fields_change_the_hex_that_was_tapped(page: Page) -> None:
    opened(page)

    page.click("#hex-43")
    page.select_option("[name=terrain]", "marsh")
    page.fill("[name=place]", "Low Fen")
    page.fill("[name=start]", "1")
    page.click("summary:has-text('Its edges')")
    page.select_option("[name=edge_se]", "forest")

    kept = save(page)
    assert kept[43] == original(43) | {
        "terrain": "marsh", "name": "Low Fen", "start": 1, "edges": {"se": "forest"},
    }  # fmt: skip
    assert "start" not in kept[39]


def test_a_mouse_paints_a_line_in_one_step(page: Page) -> None:
    page.set_viewport_size(DESK)
    opened(page)
    choose(page, "forest")
    boxes = [page.locator(f"#hex-{n}").bounding_box() for n in (30, 31, 32)]

    page.mouse.move(boxes[0]["x"] + 30, boxes[0]["y"] + 40)
    page.mouse.down()
    for box in boxes[1:]:
        page.mouse.move(box["x"] + 30, box["y"] + 40, steps=4)
    page.mouse.up()
    assert [drawn(page, n) for n in (30, 31, 32)] == ["forest"] * 3
    page.click("#undo")

    assert [drawn(page, n) for n in (30, 31, 32)] == ["plain"] * 3
    assert page.locator("#undo").is_disabled()


def test_a_check_leads_to_the_hex_it_names(page: Page) -> None:
    opened(page)
    choose(page, "marsh")
    page.click("#hex-30")

    page.select_option("[name=kingdoms]", "2")
    page.click("button[value=check]")
    page.wait_for_selector("#map-check:focus:has-text('cannot play on this map yet')")
    page.click("#map-check a:has-text('Hex 39 is a start hex')")

    assert page.evaluate("document.activeElement.id") == "hex-39"
    assert page.input_value("[name=n]") == "39"
    assert MapDraft.objects.get().revision == 1


def test_f15_a_second_window_is_told_and_keeps_its_map(page: Page, live_server) -> None:
    draft = opened(page)
    context = page.context.browser.new_context(base_url=live_server.url, viewport=DESK)
    second = context.new_page()  # its console says 412, which is what is tested
    log_in(second, "anna")
    second.goto(f"/maps/editor/{draft.pk}/")
    choose(page, "marsh")
    page.click("#hex-13")
    save(page)

    choose(second, "mountain")
    second.click("#hex-14")
    second.click("button[value=save]")
    second.wait_for_selector("#editor-state:has-text('saved elsewhere')")
    second.click("summary:has-text('As text, export, copy')")
    second.click("button[value=copy]")
    second.wait_for_selector("text=This is a map of its own now.")
    context.close()

    first, copy = (
        {tile["n"]: tile["terrain"] for tile in made.document["tiles"]}
        for made in MapDraft.objects.order_by("pk")
    )
    assert (first[13], first[14]) == ("marsh", "forest")
    assert (copy[13], copy[14]) == ("plain", "mountain")


def test_what_was_drawn_is_exported_and_the_text_taken_over(page: Page) -> None:
    opened(page)
    choose(page, "marsh")
    page.click("#hex-13")
    page.click("summary:has-text('As text, export, copy')")

    with page.expect_download() as caught:
        page.click("button[value=export_text]")
    text = caught.value.path().read_text(encoding="utf-8")
    page.fill("[name=text]", text.replace("name: The Sound", "name: The Mire"))
    page.click("button[value=text]")

    page.wait_for_selector("h1:has-text('The Mire')")
    kept = MapDraft.objects.get().document
    assert next(t for t in kept["tiles"] if t["n"] == 13)["terrain"] == "marsh"


def test_a_map_of_400_hexes_is_drawn_on_a_phone_and_opens_a_campaign(page: Page) -> None:
    opened(page, generate(7, tiles=400, kingdoms=8, water=30, mountains=12))
    assert fits(page)
    sizes = page.evaluate(
        "[...document.querySelectorAll('.tool, .editor-bar button, .map-zoom label')]"
        ".map(e => e.getBoundingClientRect()).map(b => Math.min(b.width, b.height))"
    )
    assert min(sizes) >= 44

    page.click("text=Open a campaign on this map")
    page.fill("[name=name]", "The Drawn Land")
    page.fill("[name=seats]", "8")
    page.wait_for_selector("#map-picture svg")
    page.click("button:has-text('Open the campaign')")

    page.wait_for_selector("text=8 kingdoms have no player yet")
    assert len(Campaign.objects.get().options["map"]["tiles"]) == 400


def test_a_map_from_a_seed_is_shown_while_it_is_chosen(page: Page) -> None:
    make_user("anna")
    log_in(page, "anna")
    page.goto("/campaigns/new/")

    page.check("[name=map][value=seed]")
    page.wait_for_selector("#map-picture:has-text('180 hexes, for up to 4 kingdoms.')")
    page.fill("[name=tiles]", "60")
    page.fill("[name=seats]", "8")
    page.locator("[name=seats]").blur()

    page.wait_for_selector("#map-picture:has-text('8 kingdoms need 144 hexes of land')")
    assert fits(page)


def test_fewer_kingdoms_choose_a_map_that_fits_them(page: Page) -> None:
    make_user("anna")
    log_in(page, "anna")
    page.goto("/campaigns/new/")
    assert page.is_checked("[name=map][value=rivers]")

    page.fill("[name=seats]", "2")
    page.locator("[name=seats]").blur()

    page.wait_for_selector("#unfit-rivers:has-text('Not for 2 kingdoms.')")
    assert page.is_checked("[name=map][value=sound]")
    assert not page.is_checked("[name=map][value=rivers]")
    assert page.inner_text("#unfit-sound") == ""
    assert fits(page)


def test_another_seed_draws_another_map_below_what_was_typed(page: Page) -> None:
    make_user("anna")
    log_in(page, "anna")
    page.goto("/campaigns/new/")
    page.fill("[name=name]", "The Long Thaw")
    before = page.input_value("[name=seed]")

    page.click("button[name=another]")
    page.wait_for_selector("#map-picture svg")

    assert page.input_value("[name=seed]") != before
    assert page.input_value("[name=name]") == "The Long Thaw"
    assert page.evaluate(
        "document.querySelector('#id_map').getBoundingClientRect().top < innerHeight"
    )
