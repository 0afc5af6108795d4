"""A player whose kingdom the steward plays is told so everywhere, and takes it back."""

from __future__ import annotations

import pytest
from django.test import Client

from campaign.models import Ask
from campaign.services.regents import kingdom_set_regent
from campaign.services.submissions import sheet_submit
from tests.factories import Table, make_table
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db

TOLD = "The steward plays for you"


def ruled(**fields: object) -> tuple[Table, Client]:
    """A table of two whose first kingdom the steward plays; its player looks."""
    table = make_table(2, **fields)
    kingdom_set_regent(
        person=table.master, campaign_id=table.campaign.pk, seat=0, regent="steward", key="a"
    )
    return table, client_of(table.players[0])


def read(client: Client, table: Table, page: str = "") -> str:
    return client.get(f"/campaigns/{table.campaign.pk}/{page}").content.decode()


def take_back(client: Client, table: Table) -> str:
    address = f"/campaigns/{table.campaign.pk}/kingdom/take-back/"
    return client.post(address, follow=True).content.decode()


def test_every_page_says_that_the_steward_plays_and_offers_the_way_back() -> None:
    table, client = ruled()
    address = f"/campaigns/{table.campaign.pk}/kingdom/"

    home = client.get("/").content.decode()
    campaign, hand_in = read(client, table), read(client, table, "hand-in/")
    kingdom = read(client, table, "kingdom/")

    assert TOLD in home
    assert f'href="{address}"' in home
    assert "Nothing waits for you" not in home
    assert TOLD in campaign
    assert "Your sheet is in" not in campaign
    for html in (hand_in, kingdom):
        assert TOLD in html
        assert f'action="{address}take-back/"' in html
        assert "I am back" in html


def test_nobody_else_is_told_so() -> None:
    table, _ = ruled()
    other = client_of(table.players[1])

    pages = [other.get("/").content.decode()]
    pages += [read(other, table, page) for page in ("", "hand-in/", "kingdom/")]

    assert not any(TOLD in html for html in pages)


def test_a_sheet_of_the_stewards_is_shown_as_the_stewards() -> None:
    table, client = ruled()

    html = read(client, table, "hand-in/")

    assert "The steward handed this in for you" in html
    assert ">Handed in<" not in html
    assert "A sheet of yours replaces it." in html


def test_a_sheet_of_ones_own_beside_a_regent_is_shown_as_ones_own() -> None:
    table, client = ruled(ends_early=False)
    sheet_submit(
        person=table.players[0],
        campaign_id=table.campaign.pk,
        phase=1,
        sheet={"tithes": [{"to": 1, "gold": 1, "food": 0}]},
    )

    html = read(client, table, "hand-in/")

    assert ">Handed in<" in html
    assert "The steward handed this in for you" not in html
    assert TOLD in html


def test_who_is_back_is_asked_again_and_reads_it_in_the_log() -> None:
    table, client = ruled()

    html = take_back(client, table)
    home, campaign = client.get("/").content.decode(), read(client, table)

    assert "Welcome back. You play Kingdom 1 yourself again." in html
    assert "The steward handed this in for you" in html
    assert "more thing" not in html, "the sheet itself is all that waits"
    for page in (html, home, campaign):
        assert TOLD not in page
    assert "Do it now" in home
    assert "Do it now" in campaign
    assert "Your sheet is in" not in campaign
    assert "took Kingdom 1 back from the steward" in campaign
    assert Ask.objects.get(kingdom=table.kingdom(0)).submission is not None


def test_the_page_that_a_reader_holds_is_no_longer_true_after_the_way_back() -> None:
    table, client = ruled()
    address = f"/campaigns/{table.campaign.pk}/"
    tag = client.get(address)["ETag"]
    take_back(client, table)

    again = client.get(address, headers={"If-None-Match": tag})

    assert again.status_code == 200
