"""The campaign's page: what is read first comes first, and reports are few and named apart."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaign.models import Phase
from campaign.services.selectors import phases_done
from campaign.web.board_page import ReportLine, report_lines
from tests.factories import Table, make_table
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db


def test_the_table_of_every_hex_stands_below_standings_and_reports_and_is_led_to() -> None:
    table = make_table(2)

    html = client_of(table.players[0]).get(f"/campaigns/{table.campaign.pk}/").content.decode()

    places = [html.index(part) for part in ('id="standings"', 'id="reports"', 'id="tiles"')]
    assert places == sorted(places)
    assert html.index('href="#tiles"') < places[0]
    assert html.count('id="tile-1"') == html.count('href="#tile-1"') == 1


def test_the_map_beside_a_form_brings_its_table_along() -> None:
    table = make_table(2)

    html = client_of(table.players[0]).get(f"/campaigns/{table.campaign.pk}/map/").content.decode()

    assert html.index('class="map-frame"') < html.index('id="tiles"')
    assert html.count('id="tile-1"') == 1


# Reports


def over(table: Table, *turns: tuple[str, int]) -> None:
    """Put phases that are over behind the campaign's first, the oldest first."""
    Phase.objects.bulk_create(
        Phase(
            campaign=table.campaign,
            ordinal=100 + place,
            kind=kind,
            year=2,
            month=month,
            is_turn=True,
            status=Phase.Status.DONE,
            opened_at=datetime(2026, 1, 5, 12, place, tzinfo=UTC),
            done_at=datetime(2026, 1, 5, 12, place, tzinfo=UTC),
            state={},
            commitment="",
        )
        for place, (kind, month) in enumerate(turns)
    )


def reports_of(table: Table) -> str:
    html = client_of(table.players[0]).get(f"/campaigns/{table.campaign.pk}/").content.decode()
    return html.partition('id="reports"')[2].partition("</section>")[0]


def test_in_open_play_the_turns_of_a_stage_are_one_entry_that_leads_to_its_first() -> None:
    table = make_table(2, options={"play": "open"})
    over(table, *[("order", 6), ("battle", 6), ("order", 6)], *[("build", 0)] * 30, ("feed", 0))

    html = reports_of(table)

    titles = re.findall(r'class="row-title" href="([^"]*)">([^<]*)<', html)
    pk = table.campaign.pk
    assert [title for _, title in titles][:3] == [
        "Feed, year 2",
        "Build and recruit, year 2",
        "Month 6, year 2",
    ]
    assert [address for address, _ in titles][:3] == [
        f"/campaigns/{pk}/reports/133/",
        f"/campaigns/{pk}/history/103/",
        f"/campaigns/{pk}/history/100/",
    ]
    assert "30 turns" in html
    assert "3 turns" in html


def test_in_sealed_play_every_phase_has_its_entry() -> None:
    table = make_table(2)
    over(table, ("month", 1), ("report", 1))

    found = report_lines(phases_done(table.campaign), is_open=False)

    assert found[:2] == [
        ReportLine(101, 2, "Month 1: Battles", 1, datetime(2026, 1, 5, 12, 1, tzinfo=UTC)),
        ReportLine(100, 2, "Month 1", 1, datetime(2026, 1, 5, 12, tzinfo=UTC)),
    ]


def test_f53_the_list_takes_as_many_queries_for_many_turns_as_for_few() -> None:
    counts = []
    for turns in (1, 40):
        table = make_table(2, options={"play": "open"})
        over(table, *[("order", 1)] * turns)
        client, address = client_of(table.players[0]), f"/campaigns/{table.campaign.pk}/"
        client.get(address)
        caches["default"].clear()
        caches["pictures"].clear()
        with CaptureQueriesContext(connection) as captured:
            client.get(address)
        counts.append(len(captured))

    assert counts[0] == counts[1]
