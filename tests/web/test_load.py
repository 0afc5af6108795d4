"""Pages cost the same whatever the size of the map, and unchanged ones cost a 304."""

from __future__ import annotations

from datetime import timedelta
from time import time

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from campaign.models import Phase
from campaign.services.submissions import sheet_submit
from tests.factories import Table, make_table
from tests.web.pages import client_of
from tests.web.sheets import resolve

pytestmark = pytest.mark.django_db

PLAYER = ["", "map/", "status/", "hand-in/", "receipts/", "reports/0/"]
MASTER = ["", "run/"]


def queries(client: Client, path: str) -> int:
    """Return how many queries a page takes once what is drawn is drawn."""
    client.get(path)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(path).status_code in (200, 204)
    return len(captured)


def costs(table: Table) -> dict[str, int]:
    pk = table.campaign.pk
    player, master = client_of(table.players[0]), client_of(table.master)
    return {
        **{f"player {page}": queries(player, f"/campaigns/{pk}/{page}") for page in PLAYER},
        **{f"master {page}": queries(master, f"/campaigns/{pk}/{page}") for page in MASTER},
        "home": queries(player, "/"),
        "list": queries(player, "/campaigns/"),
    }


def test_queries_are_the_same_for_more_tiles_kingdoms_and_phases() -> None:
    small = make_table(2, size=(12, 8))
    few = costs(small)
    large = make_table(8, size=(20, 20))
    for ordinal in range(1, 7):
        resolve(large, ordinal)

    many = costs(large)

    assert large.campaign.tiles.count() == 400
    assert many == few


def test_the_pages_take_few_queries() -> None:
    found = costs(make_table(2))

    assert found["player "] <= 14
    assert found["player status/"] <= 8
    assert found["player hand-in/"] <= 10
    assert max(found.values()) <= 16


def test_a_fresh_process_draws_with_a_fixed_number_of_queries() -> None:
    def first_look(table: Table) -> int:
        caches["pictures"].clear()
        client = client_of(table.players[0])
        with CaptureQueriesContext(connection) as captured:
            client.get(f"/campaigns/{table.campaign.pk}/")
        return len(captured)

    assert first_look(make_table(8, size=(20, 20))) == first_look(make_table(2))


@pytest.mark.parametrize("page", ["", "reports/0/"])
def test_a_page_that_has_not_changed_costs_a_304(page: str) -> None:
    table = make_table(2)
    client = client_of(table.players[0])
    path = f"/campaigns/{table.campaign.pk}/{page}"

    first = client.get(path)
    again = client.get(path, headers={"If-None-Match": first.headers["ETag"]})

    assert again.status_code in (200, 304)
    if first.headers["ETag"] == again.headers["ETag"]:  # else the minute has turned
        assert again.status_code == 304
        assert again.content == b""
    assert "private" in first.headers["Cache-Control"]
    assert "no-cache" in first.headers["Cache-Control"]


def status_path(table: Table) -> str:
    table.campaign.refresh_from_db()
    phase = table.campaign.phases.filter(status="open").first()
    mark = f"{table.campaign.revision}.{phase.ordinal if phase else 'none'}"
    return f"/campaigns/{table.campaign.pk}/status/?board={mark}"


def test_the_fragment_looks_for_news_and_has_the_whole_page_loaded_when_the_board_changed() -> None:
    table = make_table(2)
    client = client_of(table.players[0])
    old = status_path(table)

    same = client.get(old)
    resolve(table)
    changed = client.get(old)

    assert same.status_code == 200
    assert same.content.decode().lstrip().startswith('<div id="status"')
    assert changed.status_code == 204
    assert changed.headers["HX-Refresh"] == "true"


def test_f43_no_tag_tells_when_others_hand_in() -> None:
    table = make_table(3, ends_early=False, is_public=True)
    pk = table.campaign.pk
    readers = [client_of(table.players[0]), client_of(table.players[2]), Client()]
    paths = [f"/campaigns/{pk}/", f"/campaigns/{pk}/map/", status_path(table)]

    def tags() -> list[str]:
        return [reader.get(path).headers["ETag"] for reader in readers for path in paths]

    for sheet in ({}, {"feed": {"first": [1]}}, {"feed": {"dismiss": [1]}}):
        minute = int(time()) // 60
        before = tags()
        sheet_submit(person=table.players[1], campaign_id=pk, phase=1, sheet=sheet)
        after = tags()
        if int(time()) // 60 == minute:  # tags change by the minute, with "in 3 hours"
            break

    assert before == after


def test_my_own_sheet_and_the_clock_change_the_fragment() -> None:
    table = make_table(2, ends_early=False)
    client = client_of(table.players[0])
    path = status_path(table)
    tags = [client.get(path).headers["ETag"]]

    sheet_submit(person=table.players[0], campaign_id=table.campaign.pk, phase=1, sheet={})
    tags.append(client.get(path).headers["ETag"])
    Phase.objects.filter(pk=table.phase().pk).update(due_at=timezone.now() + timedelta(hours=99))
    tags.append(client.get(path).headers["ETag"])

    assert len(set(tags)) == 3


def test_two_readers_never_share_a_tag() -> None:
    table = make_table(2, is_public=True)
    path = f"/campaigns/{table.campaign.pk}/"

    tags = {
        client_of(person).get(path).headers["ETag"]
        for person in (*table.players, table.master, None)
    }

    assert len(tags) == 4
