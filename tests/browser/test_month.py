"""A year's beginning on a phone: a game master and two players, six kingdoms for the steward.

The whole of it goes through the pages: the campaign is opened, joined, begun; Setup, two
months and a Winter are handed in by tapping, by the map and by the keyboard alone. With
``SHOTS`` in the environment the pages are kept as pictures in that folder.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import UUID

import pytest

from campaign.models import Campaign, Phase, Submission
from campaign.services.phases import sweep
from tests.browser.phones import log_in
from tests.browser.test_phone import fits
from tests.conftest import PHONE
from tests.factories import make_table, make_user
from tests.web.shore import MAP, WAR

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


class Phones:
    """One phone a person, each logged in."""

    def __init__(self, browser: Browser, server: LiveServer) -> None:
        self.browser, self.server = browser, server
        self.pages: dict[str, Page] = {}

    def of(self, name: str, *, scripts: bool = True) -> Page:
        """Return a person's phone, with them logged in."""
        if name not in self.pages:
            context = self.browser.new_context(
                base_url=self.server.url,
                viewport=PHONE,  # type: ignore[arg-type]
                java_script_enabled=scripts,
                color_scheme="dark" if name == "bert" else "light",
            )
            context.set_default_timeout(10_000)
            self.pages[name] = context.new_page()
            log_in(self.pages[name], name)
            self.pages[name].goto("/")
        return self.pages[name]

    def close(self) -> None:
        """Put all phones away."""
        for page in self.pages.values():
            page.context.close()


@pytest.fixture
def phones(browser: Browser, live_server: LiveServer) -> Iterator[Phones]:
    """Return a phone for everybody who is asked for."""
    opened = Phones(browser, live_server)
    yield opened
    opened.close()


def shot(page: Page, name: str) -> None:
    """Keep a picture of a page, if pictures are wanted; it must fit the phone in any case."""
    assert fits(page), name
    folder = os.environ.get("SHOTS")
    if folder:
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


def current(campaign: Campaign) -> Phase:
    return Phase.objects.get(campaign=campaign, status=Phase.Status.OPEN)


def begin_with_six_stewards(phones: Phones) -> Campaign:
    """Open a campaign of eight, let two join by the link and the steward play the others."""
    for name in ("keeper", "anna", "bert"):
        make_user(name)
    keeper = phones.of("keeper")
    keeper.click("main a:has-text('Open a campaign')")
    keeper.fill("[name=name]", "The Long Thaw")
    keeper.fill("[name=seats]", "8")
    keeper.check("input[name=map][value=ring]")
    keeper.click("button:has-text('Open the campaign')")
    keeper.click("text=Make an invitation link >> nth=0")
    link = keeper.input_value("#invite-link").partition("/invites/")[2]
    for name, kingdom, race in (("anna", "Norn", "Dwarfs"), ("bert", "Vale", "")):
        phone = phones.of(name)
        phone.goto(f"/invites/{link}")
        phone.fill("[name=name]", kingdom)
        phone.fill("[name=race]", race)
        phone.click("button:has-text('Join')")
        phone.wait_for_selector("h1:has-text('The Long Thaw')")
    keeper.reload()
    while keeper.locator("#hand-over li:has-text('nobody')").count():
        keeper.click(
            "#hand-over li:has-text('nobody') >> button:has-text('Let the steward play it')"
        )
        keeper.wait_for_load_state()
    shot(keeper, "run-forming")
    # The same dice each time: with others a neighbour may leave nothing to spend by Winter.
    Campaign.objects.update(secret=SECRET, public_id=UUID(int=7))
    keeper.click("button:has-text('Begin')")
    keeper.wait_for_selector("text=Standings now")
    return Campaign.objects.get()


SECRET = "5e" * 32


def open_next_thing(page: Page) -> None:
    """Go to what waits for the person first, as its start page shows it."""
    page.goto("/")
    page.click("text=Do it now")
    page.wait_for_selector("#sheet")


def send(page: Page) -> None:
    page.click("button[value=hand_in]")
    page.wait_for_selector(".receipt:has-text('Handed in')")


def play_setup(anna: Page, bert: Page) -> None:
    """Anna writes her Setup, Bert takes the defaults."""
    open_next_thing(anna)
    assert anna.input_value("[name=race]") == "Dwarfs"
    anna.click("button[value='best:starts:2']")
    anna.wait_for_selector("#line-starts-0.wish-moved")
    anna.click("button:has-text('Begin with the default')")
    anna.wait_for_selector("text=as you placed it")
    anna.select_option("[name=army]", index=1)
    shot(anna, "setup")
    send(anna)
    shot(anna, "setup-in")
    open_next_thing(bert)
    shot(bert, "setup-dark")
    send(bert)
    assert sweep() == 1


def play_first_month(anna: Page, bert: Page) -> None:
    """Anna orders by tapping and looks at the forecast, Bert has the keyboard alone."""
    open_next_thing(anna)
    goal = anna.locator("#army-1 option[value^='move:']").first.get_attribute("value")
    anna.select_option("#army-1", goal)
    anna.click("button[value=forecast]")
    anna.wait_for_selector("#forecast:focus:has-text('army 1 moves')")
    shot(anna, "month-forecast")
    send(anna)
    open_next_thing(bert)
    bert.focus("#army-1")
    while not bert.input_value("#army-1").startswith("move:"):
        bert.keyboard.press("ArrowDown")
    while not bert.evaluate("document.activeElement.value === 'hand_in'"):
        bert.keyboard.press("Tab")
    shot(bert, "month-dark")
    bert.keyboard.press("Enter")
    bert.wait_for_selector(".receipt:has-text('Handed in')")
    assert sweep() == 1


def play_second_month(campaign: Campaign, anna: Page, bert: Page) -> int:
    """Anna taps her goal on the map, Bert lets things be; return the goal."""
    anna.goto(f"/campaigns/{campaign.pk}/reports/2/")
    shot(anna, "month-report")
    open_next_thing(anna)
    value = anna.locator("#army-1 option[value^='move:']").first.get_attribute("value")
    number = int(str(value).partition(":")[2])
    anna.click("summary:has-text('Look at the map')")
    anna.wait_for_selector(f".map-here #hex-{number}")
    anna.locator(f"#hex-{number}").focus()
    anna.keyboard.press("Enter")
    anna.wait_for_selector("#hex-sheet a:has-text('Order army 1 here')")
    shot(anna, "month-hex")
    anna.click("#hex-sheet a:has-text('Order army 1 here')")
    anna.wait_for_selector(".map-says:has-text('Army 1: to hex')")
    anna.wait_for_selector(".map-here .orders .arrow", state="attached")
    assert anna.input_value("#army-1") == value
    shot(anna, "month-map")
    send(anna)
    open_next_thing(bert)
    send(bert)
    assert sweep() == 1
    return number


def play_winter(campaign: Campaign, anna: Page, bert: Page) -> None:
    """Anna buys something, Bert nothing."""
    open_next_thing(anna)
    shot(anna, "winter")
    anna.click(".chip[value^='add:purchases:']:not(.chip-dear) >> nth=0")
    anna.wait_for_selector("#line-purchases-0")
    send(anna)
    open_next_thing(bert)
    send(bert)
    assert sweep() == 1
    winter = Phase.objects.get(campaign=campaign, kind="winter")
    anna.goto(f"/campaigns/{campaign.pk}/reports/{winter.ordinal}/")
    anna.wait_for_selector("text=Norn gathers")
    shot(anna, "winter-report")


def test_setup_two_months_and_a_winter_on_three_phones(phones: Phones) -> None:
    campaign = begin_with_six_stewards(phones)
    anna, bert, keeper = phones.of("anna"), phones.of("bert"), phones.of("keeper")

    play_setup(anna, bert)
    play_first_month(anna, bert)
    assert current(campaign).month == 2
    goal = play_second_month(campaign, anna, bert)
    for month in range(3, 7):  # these the game master does not wait for
        assert current(campaign).month == month
        keeper.goto(f"/campaigns/{campaign.pk}/run/")
        keeper.click("button:has-text('Resolve now')")
        keeper.wait_for_selector("text=The phase is being resolved")
        assert sweep() == 1
    play_winter(campaign, anna, bert)

    sheet = Submission.objects.get(phase__month=2, kingdom__name="Norn").sheet
    assert sheet == {"orders": [{"army": 1, "order": "move", "to": goal}]}
    assert Submission.objects.filter(by_regent=True).count() >= 6 * 8
    anna.goto(f"/campaigns/{campaign.pk}/")
    shot(anna, "campaign")


def test_orders_are_given_by_keyboard_alone_and_change_places(page: Page) -> None:
    table = make_table(2, options={"map": MAP}, position=WAR)
    log_in(page, table.players[0].username)
    page.goto(f"/campaigns/{table.campaign.pk}/hand-in/")

    page.focus("#army-2")
    page.keyboard.type("to 13")
    page.focus("button[value='up:orders:1']")
    page.keyboard.press("Enter")
    page.wait_for_selector("#line-orders-0.wish-moved:has-text('Army 2')")
    page.wait_for_selector("button[value='down:orders:0']:focus")
    page.focus("button[value='pair:1:4']")
    page.keyboard.press("Enter")
    page.wait_for_selector("#ship-1:focus")
    page.keyboard.type("to 31")
    page.focus("summary:has-text('If it comes to battle')")
    page.keyboard.press("Enter")
    page.focus("[name='retreat.0']")
    page.keyboard.type("12")
    page.focus("button[value=hand_in]")
    page.keyboard.press("Enter")

    page.wait_for_selector(".receipt:has-text('Handed in')")
    assert Submission.objects.get().sheet == {
        "orders": [
            {"army": 2, "order": "move", "to": 13},
            {"ship": 1, "army": 4, "order": "move", "to": 31},
        ],
        "retreat": [12],
    }


def test_the_same_orders_are_given_without_scripts(phones: Phones) -> None:
    table = make_table(2, options={"map": MAP}, position=WAR)
    page = phones.of(table.players[0].username, scripts=False)

    page.goto(f"/campaigns/{table.campaign.pk}/map/13/")
    page.click("a:has-text('Order army 2 here')")
    assert page.input_value("#army-2") == "move:13"
    page.click("button[value='up:orders:1']")
    page.click("button[value='pair:1:4']")
    page.select_option("#ship-1", "move:31")
    page.click("button[value=forecast]")
    assert page.is_visible("text=Dice decide the battle")
    shot(page, "month-without-scripts")
    page.click("button[value=hand_in]")

    assert Submission.objects.get().sheet == {
        "orders": [
            {"army": 2, "order": "move", "to": 13},
            {"ship": 1, "army": 4, "order": "move", "to": 31},
        ]
    }


def test_a_token_is_tapped_then_its_goal(page: Page) -> None:
    table = make_table(2, options={"map": MAP}, position=WAR)
    log_in(page, table.players[0].username)
    page.goto(f"/campaigns/{table.campaign.pk}/hand-in/")
    page.click("summary:has-text('Look at the map')")
    page.wait_for_selector(".map-here #hex-12")

    for goal, says in (("13", "Army 1: to hex 13."), ("63", "Army 1 cannot move to hex 63.")):
        page.locator("#hex-12").focus()
        page.keyboard.press("Enter")
        page.click("#hex-sheet a:has-text('Order army 1')")
        page.wait_for_selector(".map-says:has-text('Tap the hex where it is to go: Army 1.')")
        page.locator(f"#hex-{goal}").focus()
        page.keyboard.press("Enter")
        page.wait_for_selector(f".map-says:has-text('{says}')")

    assert page.input_value("#army-1") == "move:13"
    page.wait_for_selector(".map-here .orders .arrow", state="attached")
    assert page.locator("#tile-12 .ordered").inner_text() == "Army 1 ordered to 13"
