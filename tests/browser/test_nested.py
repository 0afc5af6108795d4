"""A battle that a skirmish decides, from the orders to the report, on two phones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.utils import timezone

from campaign.models import Contest
from campaign.services.phases import sweep
from campaign.services.submissions import sheet_submit
from games.services import listeners
from tests.browser.phones import phones_of
from tests.browser.test_phone import fits
from tests.factories import Table, make_table
from tests.services.war import FIELD, TILE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def march(page: Page, table: Table) -> None:
    """Order the army into the hex where the other one stands."""
    page.goto(f"/campaigns/{table.campaign.pk}/hand-in/")
    page.select_option("[name='orders.0.order']", f"move:{TILE}")
    page.click("button[value=hand_in]")
    page.wait_for_selector(".receipt:has-text('Handed in')")


def give_the_skirmish_up(page: Page, table: Table) -> None:
    """Go from the campaign to the match, and resign it."""
    page.goto(f"/campaigns/{table.campaign.pk}/battles/")
    assert page.is_visible(f"text=for hex {TILE}")
    assert fits(page)
    page.click("text=Play the skirmish")
    page.wait_for_url("**/matches/*/")
    page.click("#deeds > summary")
    page.click(".sure > summary")
    page.click("text=Yes, I resign")
    page.wait_for_selector("text=resigned")
    contest = Contest.objects.get(campaign=table.campaign)
    assert contest.match_id is not None
    listeners.tell(contest.match_id, timezone.now())


def say_where_tokens_go(page: Page, table: Table, retreat: str) -> None:
    """Fill in the sheet beside the match and hand it in."""
    page.goto(f"/campaigns/{table.campaign.pk}/battles/")
    assert page.is_visible("text=Kingdom 2 won.")
    assert fits(page)
    page.select_option("[name='retreat.0']", retreat)
    page.click("button[value=steps]")
    page.wait_for_selector(".receipt:has-text('Handed in')")


def test_a_skirmish_decides_a_battle_from_orders_to_report(
    browser: Browser, live_server: LiveServer
) -> None:
    table = make_table(3, position=FIELD, options={"rules": {"battle_mode": "skirmish"}})
    pk = table.campaign.pk
    with phones_of(browser, live_server) as phone:
        attacker, defender = (phone(person.username) for person in table.players[:2])
        march(attacker, table)
        for person in table.players[1:]:
            sheet_submit(person=person, campaign_id=pk, phase=1, sheet={})
        assert sweep() == 1

        attacker.goto(f"/campaigns/{pk}/")
        assert attacker.is_visible("#contests >> text=Skirmish")
        assert fits(attacker)
        give_the_skirmish_up(attacker, table)
        assert sweep() == 0  # both sides are waited for: where do their tokens go?

        say_where_tokens_go(attacker, table, "14")
        say_where_tokens_go(defender, table, "16")
        assert sweep() == 1

        defender.goto(f"/campaigns/{pk}/reports/2/")
        assert defender.is_visible(f"text=The battle on hex {TILE} is decided by a skirmish.")
        assert defender.is_visible("text=Kingdom 1’s army 1 retreats to hex 14")
        assert fits(defender)
        defender.click("text=Look at the match")
        defender.wait_for_url("**/matches/*/")
        assert defender.is_visible("text=resigned")
