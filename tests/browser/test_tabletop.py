"""A battle on a real table from the first list to the ruling, on three phones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from campaign.services.phases import sweep
from campaign.services.submissions import sheet_submit
from tests.browser.phones import log_in
from tests.browser.test_phone import fits
from tests.conftest import PHONE
from tests.factories import Table, make_table
from tests.services.war import FIELD, TILE

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HOST = """Iron Host, 500 points

20 Spearmen [120 pts]
- Banner of the North [15]
5 Winter Knights (150 points)
- Blade of Frost (magic) [25]
the captain rides with them
Total: 310 points
"""
WOLVES = "Wolves, 12 models, 90\nFrost Giants, 3 models, 160\n"


@pytest.fixture
def phone(browser: Browser, live_server: LiveServer) -> Iterator[Callable[[str], Page]]:
    """Return a function that opens a phone on which that person is logged in."""
    contexts, faults = [], []

    def note(message: Any) -> None:
        if message.type == "error":
            faults.append(message.text)

    def opened(name: str) -> Page:
        size: Any = PHONE
        context = browser.new_context(base_url=live_server.url, viewport=size)
        context.set_default_timeout(10_000)
        contexts.append(context)
        page = context.new_page()
        page.on("console", note)
        log_in(page, name)
        return page

    yield opened

    for context in contexts:
        context.close()
    assert faults == [], "the pages reported errors"


def write_list(page: Page, table: Table, text: str) -> None:
    """Paste a list for army 1 and keep it."""
    page.goto(f"/campaigns/{table.campaign.pk}/armies/")
    page.click("#army-1 a:has-text('Write the list')")
    page.fill("[name=text]", text)
    page.click("button[value=read]")
    page.wait_for_selector("#unit-1")


def hand_in_lists_and_march(attacker: Page, defender: Page, table: Table) -> None:
    """Both write a list and hand it in with their orders; the attacker marches."""
    write_list(attacker, table, HOST)
    assert attacker.is_visible("#unread >> text=the captain rides with them")
    assert attacker.is_visible("text=310 of 500 points")
    assert fits(attacker)
    attacker.click("#unread button:has-text('Leave it out')")
    attacker.wait_for_selector("#unread", state="detached")
    attacker.click("button[value=keep]")
    attacker.wait_for_selector("text=The list is kept.")
    assert fits(attacker)
    attacker.click("text=Go to your sheet")
    assert attacker.is_checked("[name='army-list']")
    attacker.select_option("[name='orders.0.order']", f"move:{TILE}")
    assert fits(attacker)
    attacker.click("button[value=hand_in]")
    attacker.wait_for_selector(".receipt:has-text('Handed in')")
    write_list(defender, table, WOLVES)
    defender.click("button[value=keep]")
    defender.wait_for_selector("text=The list is kept.")
    defender.goto(f"/campaigns/{table.campaign.pk}/hand-in/")
    defender.click("button[value=hand_in]")
    defender.wait_for_selector(".receipt:has-text('Handed in')")
    defender.goto(f"/campaigns/{table.campaign.pk}/armies/")
    assert not defender.is_visible("text=Spearmen")


def read_the_battle_sheet(page: Page) -> None:
    """On a phone the whole list is in sight, its boxes to tick too; then back to the report."""
    address = page.get_attribute("a:has-text('The battle sheet, for printing')", "href")
    sheet = page.context.new_page()
    sheet.goto(address or "")
    assert fits(sheet)
    tables = sheet.locator(".table-scroll")
    assert tables.count() == 2
    for hidden in tables.evaluate_all("all => all.map(one => one.scrollWidth - one.clientWidth)"):
        assert hidden == 0
    sheet.close()


def report_and_contradict(attacker: Page, defender: Page, table: Table) -> None:
    """The attacker says that it won; the defender reads that, and says something else."""
    attacker.goto("/")
    attacker.click("text=Do it now")
    attacker.wait_for_selector(f"#battle-{TILE}")
    attacker.click("summary:has-text('Units that were routed')")
    attacker.select_option("[name='rout.1.1.1']", "0.1.2")
    attacker.check("[name=winner][value='0']")
    assert fits(attacker)
    read_the_battle_sheet(attacker)
    attacker.click("button[value=file]")
    attacker.wait_for_selector("text=Waiting for Kingdom 2")
    defender.goto(f"/campaigns/{table.campaign.pk}/battles/")
    assert defender.is_visible("text=Wolves (Kingdom 2, army 1) was routed by Winter Knights")
    assert defender.is_visible("button:has-text('Confirm this')")
    assert fits(defender)
    defender.click("summary:has-text('It went otherwise')")
    defender.check("[name=winner][value=draw]")
    defender.click("button[value=file]")
    defender.wait_for_selector("text=The reports differ")
    assert fits(defender)


def rule_for_the_attacker(master: Page, table: Table) -> None:
    """The game master reads both reports and accepts one."""
    master.goto(f"/campaigns/{table.campaign.pk}/run/")
    assert master.is_visible("text=Only Kingdom 2 says: It was a draw.")
    assert fits(master)
    master.fill(f"#reason-{TILE}", "I stood beside the table.")
    master.click("button:has-text('Accept what Kingdom 1 says')")
    master.wait_for_selector("text=You have ruled. Everybody reads your reason.")


def test_a_battle_on_the_table_from_the_list_to_the_ruling(
    phone: Callable[[str], Page],
) -> None:
    table = make_table(3, position=FIELD, options={"rules": {"battle_mode": "tabletop"}})
    pk = table.campaign.pk
    attacker, defender = (phone(person.username) for person in table.players[:2])

    hand_in_lists_and_march(attacker, defender, table)
    sheet_submit(person=table.players[2], campaign_id=pk, phase=1, sheet={})
    assert sweep() == 1
    defender.goto(f"/campaigns/{pk}/armies/")
    defender.click("#open-lists summary")
    assert defender.is_visible("#open-lists >> text=Spearmen")
    assert fits(defender)

    report_and_contradict(attacker, defender, table)
    rule_for_the_attacker(phone(table.master.username), table)
    assert sweep() == 1

    defender.goto(f"/campaigns/{pk}/")
    assert defender.is_visible("text=I stood beside the table.")
    assert table.campaign.tiles.get(number=TILE).owner == table.kingdom(0)
    defender.goto(f"/campaigns/{pk}/armies/")
    defender.click("#army-1 summary")
    # Routed once: the Wolves' strength of 1 is played as 0.
    assert "(-1)" in defender.inner_text("#army-1 tbody tr:first-child")
