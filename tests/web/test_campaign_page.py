"""The campaign's page: what is read first comes first, and reports are few and named apart."""

from __future__ import annotations

import pytest

from tests.factories import make_table
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
