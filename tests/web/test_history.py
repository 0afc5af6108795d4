"""The past: every phase with its map, report and sheets; a page a year; one file of all."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from campaign.models import Event, Phase
from campaign.services.phases import phase_resolve
from campaign.services.submissions import sheet_submit
from tests.factories import Table, make_table, make_user
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db

POSITION = {
    "stage": "orders",
    "summer": {"month": 1},
    "tiles": {"1": {"owner": 0, "settlement": "city"}, "30": {"owner": 1, "settlement": "city"}},
    "armies": [{"kingdom": 0, "tile": 1}, {"kingdom": 1, "tile": 30}],
}
MARCH = {"orders": [{"army": 1, "order": "move", "to": 2}]}


def resolve(table: Table, ordinal: int) -> None:
    phase_resolve(
        phase_id=table.phase(ordinal).pk, now=timezone.now() + timedelta(days=99 * ordinal)
    )


def marched(months: int = 1) -> Table:
    """A campaign after so many months; kingdom 0 marched to hex 2 in the first."""
    table = make_table(2, position=POSITION, is_public=True, ends_early=False)
    sheet_submit(person=table.players[0], campaign_id=table.campaign.pk, phase=1, sheet=MARCH)
    for ordinal in range(1, months + 1):
        resolve(table, ordinal)
    table.campaign.refresh_from_db()
    return table


def page(table: Table, part: str, person: Any = None, **headers: str) -> str:
    answer = client_of(person).get(f"/campaigns/{table.campaign.pk}/{part}", headers=headers)
    assert answer.status_code == 200, part
    return answer.getvalue().decode()


# The slider


def test_a_position_shows_how_things_stood_when_its_phase_was_over() -> None:
    table = marched(2)

    before, first, second = (page(table, f"history/{ordinal}/") for ordinal in (0, 1, 2))

    def army(html: str) -> str:
        return re.findall(r'<tr id="tile-(\d+)"[^\n]*Kingdom 1: army 1', html)[0]

    assert [army(html) for html in (before, first, second)] == ["1", "2", "2"]
    assert "Kingdom 1: army 1 came from 1" in first
    assert "came from" not in second
    assert "Kingdom 1’s army 1 moves from hex 1 to hex 2." in first
    assert "Month 1, year 1" in first
    assert "Month 2, year 1" in second


def test_without_scripts_the_slider_is_a_form_and_every_position_a_link() -> None:
    table = marched(2)
    pk, nobody = table.campaign.pk, Client()
    html = page(table, "history/")

    moved = nobody.get(f"/campaigns/{pk}/history/", {"at": "2"})
    beyond = nobody.get(f"/campaigns/{pk}/history/", {"at": "999"})
    odd = nobody.get(f"/campaigns/{pk}/history/", {"at": "²"})

    assert 'type="range" id="at" name="at" min="0" max="2"' in html
    assert re.findall(r'href="(/campaigns/\d+/history/\d+/)" data-place', html) == [
        f"/campaigns/{pk}/history/{ordinal}/" for ordinal in (0, 1, 2)
    ]
    assert moved.headers["Location"] == beyond.headers["Location"]
    assert moved.headers["Location"] == f"/campaigns/{pk}/history/2/"
    assert odd.headers["Location"] == f"/campaigns/{pk}/history/0/"


def test_a_script_gets_the_piece_that_changes() -> None:
    table = marched()

    piece = page(table, "history/1/", **{"HX-Request": "true"})

    assert "<html" not in piece
    for part in ('class="map-frame"', 'class="tiles-scroll"', 'id="moment-steps"',
                 'id="moment-story"'):  # fmt: skip
        assert piece.count(part) == 1


def test_a_phase_that_runs_and_one_that_never_was_are_not_found() -> None:
    table = marched()
    forming = make_table(2, started=False, is_public=True)

    for campaign, part in ((table, "history/2/"), (table, "history/99/"), (forming, "history/")):
        assert Client().get(f"/campaigns/{campaign.campaign.pk}/{part}").status_code == 404


@pytest.mark.parametrize("part", ["history/{}/", "years/{}/", "battles/{}/1/", "map/{}/"])
def test_numbers_beyond_all_measure_are_not_found(part: str) -> None:
    table = marched(0)

    for number in (99_999, 10**30):
        address = f"/campaigns/{table.campaign.pk}/{part.format(number)}"
        assert Client().get(address).status_code == 404


def test_the_past_is_a_304_for_who_has_it() -> None:
    table = marched()
    client = client_of(table.players[0])
    address = f"/campaigns/{table.campaign.pk}/history/1/"

    tag = client.get(address).headers["ETag"]

    assert client.get(address, headers={"If-None-Match": tag}).status_code == 304


# What is revealed


def test_f40_a_months_sheets_are_secret_until_the_month_is_over_and_open_then() -> None:
    table = marched()
    order = {"orders": [{"army": 1, "order": "move", "to": 3}]}
    sheet_submit(person=table.players[0], campaign_id=table.campaign.pk, phase=2, sheet=order)
    readers = (None, table.players[1], table.master)

    done = [page(table, "history/1/", reader) for reader in readers]
    exports = [json.loads(page(table, "history.json", reader)) for reader in readers]
    own = json.loads(page(table, "history.json", table.players[0]))

    assert all("What was handed in" in html for html in done)
    assert all("Army 1 moves to hex 2" in html for html in done)
    for export in exports:
        assert [phase["sheets"] for phase in export["phases"]][2] == []
        assert export["phases"][1]["sheets"][0]["sheet"] == MARCH
    assert own["phases"][2]["sheets"][0]["sheet"] == order


def test_f43_private_events_are_in_nobody_elses_history_year_or_export() -> None:
    table = marched()
    Event.objects.create(
        phase=table.phase(1),
        index=900,
        kind="line_unused",
        data={"kingdom": 0, "list": "orders", "line": 6, "reason": "illegal", "code": "x"},
        seen_by=[0],
    )
    told = "Line 7 of your orders was not carried out"
    pages = ("history/1/", "years/1/")

    for part in pages:
        assert told in page(table, part, table.players[0])
        for reader in (None, table.players[1], table.master):
            assert told not in page(table, part, reader)
    assert "line_unused" in page(table, "history.json", table.players[0])
    for reader in (None, table.players[1], table.master):
        assert "line_unused" not in page(table, "history.json", reader)


def test_f40_sheets_of_the_winter_stay_their_kingdoms_own() -> None:
    table = make_table(2, is_public=True, ends_early=False)
    sheet = {"tithes": [{"to": 1, "gold": 1}], "purchases": [{"buy": "army", "tile": 9999}]}
    sheet["purchases"] = []
    sheet_submit(person=table.players[0], campaign_id=table.campaign.pk, phase=1, sheet=sheet)
    resolve(table, 1)

    own = page(table, "history/1/", table.players[0])
    others = [page(table, "history/1/", reader) for reader in (table.players[1], None)]

    assert "To Kingdom 2: 1 gold" in own
    assert all("To Kingdom 2: 1 gold" not in html for html in others)
    assert all("What was handed in" not in html for html in others)


def test_f45_who_may_not_look_finds_nothing() -> None:
    table = marched()
    table.campaign.is_public = False
    table.campaign.save()

    for part in ("history/", "history/1/", "history.json", "years/1/"):
        for reader in (None, make_user()):
            answer = client_of(reader).get(f"/campaigns/{table.campaign.pk}/{part}")
            assert answer.status_code == 404


# The export


def test_the_export_is_a_file_of_every_phase() -> None:
    table = marched(2)

    answer = client_of(table.master).get(f"/campaigns/{table.campaign.pk}/history.json")
    text = answer.getvalue().decode()
    export = json.loads(text)

    name = f"wintertide-{table.campaign.pk}.json"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{name}"'
    assert [(p["ordinal"], p["status"]) for p in export["phases"]] == [
        (0, "done"), (1, "done"), (2, "done"), (3, "open"),
    ]  # fmt: skip
    assert table.campaign.secret not in text
    assert answer.streaming


# A year on paper


def test_a_year_is_one_page_of_map_standings_reports_and_dice() -> None:
    table = marched(2)
    rolled = sum(
        len(draw["outcome"]) for ordinal in (0, 1, 2) for draw in table.phase(ordinal).draws
    )

    html = page(table, "years/1/")

    assert html.index("How it stands at the end") < html.index("What happened")
    assert html.index("<h3>Month 1</h3>") < html.index("<h3>Month 2</h3>")
    assert "Kingdom 1’s army 1 moves from hex 1 to hex 2." in html
    assert f"{rolled} dice were rolled." in html
    assert "came from" not in html
    assert Client().get(f"/campaigns/{table.campaign.pk}/years/2/").status_code == 404


def test_a_month_that_was_many_phases_is_one_part_of_its_year() -> None:
    """As in open play, or when battles are reported after the orders."""
    table = marched(2)
    Phase.objects.filter(campaign=table.campaign, ordinal=2).update(month=1, kind="report")

    html = page(table, "years/1/")

    assert html.count("<h3>Month 1</h3>") == 1
    assert "Month 1: Battles" in page(table, "history/2/")


# What it costs


def queries(table: Table, part: str) -> int:
    client = client_of(table.players[0])
    path = f"/campaigns/{table.campaign.pk}/{part}"
    client.get(path)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(path).status_code == 200
    return len(captured)


def test_f53_the_past_costs_the_same_however_long_it_is() -> None:
    parts = ("history/", "history/1/", "years/1/", "history.json")
    short, long = marched(1), marched(5)

    few = {part: queries(short, part) for part in parts}
    many = {part: queries(long, part) for part in parts}

    assert many == few
    assert max(many.values()) <= 12
