"""The first page: the next thing is the most visible one, for players and game masters."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from campaign.models import Phase, User
from campaign.services.clock import clock_act
from campaign.services.health import beat
from campaign.services.memberships import kingdom_hand_over
from campaign.services.submissions import sheet_submit
from tests.factories import Table, make_table
from tests.web.pages import client_of
from tests.web.sheets import resolve

pytestmark = pytest.mark.django_db


def home(person: User) -> str:
    return client_of(person).get("/").content.decode()


def overdue(table: Table, minutes: int) -> None:
    due = timezone.now() - timedelta(minutes=minutes)
    Phase.objects.filter(pk=table.phase().pk).update(due_at=due)


def test_a_game_master_is_offered_the_running_campaign_and_reads_how_many_are_in() -> None:
    table = make_table(2, name="Frostholm")
    sheet_submit(person=table.players[0], campaign_id=table.campaign.pk, phase=1, sheet={})

    html = home(table.master)

    assert "Run this campaign" in html
    assert "Winter, year 1: 1 of 2 is in." in html
    assert f'href="/campaigns/{table.campaign.pk}/run/"' in html
    assert "Run this campaign" not in home(table.players[0])


def test_a_late_campaign_comes_before_everything_else_with_its_reason() -> None:
    table = make_table(2, name="Frostholm")
    beat("sweep")
    on_time = home(table.master)
    overdue(table, 9)

    late = home(table.master)

    assert "Frostholm is late" not in on_time
    assert "Frostholm is late" in late
    assert "Resolution is 9 minutes late" in late
    assert "is late" not in home(table.players[0])


def test_what_waits_is_still_listed_below_what_is_urgent() -> None:
    table = make_table(2, name="Frostholm")
    kingdom_hand_over(
        person=table.master,
        campaign_id=table.campaign.pk,
        seat=0,
        username=table.master.username,
    )
    waits = home(table.master)
    Phase.objects.filter(pk=table.phase().pk).update(
        status=Phase.Status.PARKED, failure="x", failed_at=timezone.now()
    )

    parked = home(table.master)

    assert "Do it now" in waits
    assert "Run this campaign" not in waits
    assert parked.index("A phase could not be resolved") < parked.index("Hand in your Winter")
    assert "<h2>Then</h2>" in parked


def test_a_player_reads_that_the_clock_is_stopped() -> None:
    table = make_table(2)
    clock_act(person=table.master, campaign_id=table.campaign.pk, phase=1, action="pause", key="k")

    campaign = client_of(table.players[0]).get(f"/campaigns/{table.campaign.pk}/").content.decode()

    assert "The clock is stopped." in home(table.players[0])
    assert "The clock is stopped." in campaign


def test_who_waits_for_the_start_is_not_told_that_something_is_handed_in() -> None:
    table = make_table(2, started=False)

    html = home(table.players[0])

    assert "Nothing waits for you" in html
    assert "handed in" not in html
    assert "Gather your players" in home(table.master)


def test_what_is_handed_in_is_called_by_its_name_and_no_more_a_task() -> None:
    table = make_table(2)
    sheet_submit(person=table.players[0], campaign_id=table.campaign.pk, phase=1, sheet={})

    html = home(table.players[0])
    sheet = client_of(table.players[0]).get(f"/campaigns/{table.campaign.pk}/hand-in/")

    assert "Your Winter" in html
    assert "Hand in your Winter" not in html
    assert "<h2>Your Winter</h2>" in sheet.content.decode()


def test_the_last_report_is_one_tap_from_the_next_thing() -> None:
    table = make_table(2)
    pk = table.campaign.pk
    first = home(table.players[0])
    resolve(table, 1)

    pages = [home(table.players[0]), home(table.master)]
    pages += [client_of(p).get(f"/campaigns/{pk}/").content.decode() for p in table.players[:1]]

    link = f'href="/campaigns/{pk}/reports/1/"'
    assert "reports/" not in first
    assert [page.split('id="reports"')[0].count(link) > 0 for page in pages] == [True] * 3


def test_a_report_leads_on_to_what_is_next() -> None:
    table = make_table(2)
    pk = table.campaign.pk
    resolve(table, 1)

    player = client_of(table.players[0]).get(f"/campaigns/{pk}/reports/1/").content.decode()
    master = client_of(table.master).get(f"/campaigns/{pk}/reports/1/").content.decode()
    laid_out = client_of(table.master).get(f"/campaigns/{pk}/reports/0/").content.decode()

    assert "On to what is next" in player
    assert "On to what is next" not in master
    assert "Sheets carried out" in master
    assert "Sheets carried out" not in laid_out


def test_a_report_says_that_the_campaign_began_from_a_prepared_position() -> None:
    position = {
        "kingdoms": [{}, {}],
        "tiles": {
            "14": {"owner": 0, "settlement": "capital"},
            "51": {"owner": 1, "settlement": "capital"},
        },
    }
    table = make_table(2, position=position)

    html = client_of(table.master).get(f"/campaigns/{table.campaign.pk}/reports/0/")

    assert "This campaign began from a prepared position." in html.content.decode()
    assert "Resolved" not in html.content.decode()
