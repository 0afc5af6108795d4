"""Every kind of bad sheet by API: refused with its line, and nothing changed."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from campaign.models import Phase, Submission
from tests.api.client import is_problem, one, player, sheet_path
from tests.api.sheets import GIFT, resolve, stored
from tests.factories import Table, make_table

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def table() -> Table:
    return make_table(ends_early=False)


def foreign(table: Table) -> int:
    """A tile of the other kingdom, the lowest bare one."""
    view = player(table, 0).get(one(table, "map/")).json()["position"]["tiles"]
    return min(
        int(n) for n, tile in view.items() if tile["owner"] == 1 and tile["settlement"] is None
    )


RULES = [
    ({"gifts": []}, "unknown_field", ""),
    ({"tithes": {}}, "not_a_list", "tithes"),
    ({"tithes": [{"to": "1", "gold": 1}]}, "not_a_number", "tithes.0.to"),
    ({"tithes": [{"to": 1, "gold": 1.5}]}, "not_a_number", "tithes.0.gold"),
    ({"tithes": [{"to": 1, "gold": True}]}, "not_a_number", "tithes.0.gold"),
    ({"tithes": [{"to": 1, "gold": 1}, {"to": 0, "gold": 1}]}, "gift_to_self", "tithes.1"),
    ({"purchases": [{"buy": "castle", "tile": 1}]}, "unknown_purchase", "purchases.0.buy"),
    ({"purchases": [{"buy": "village", "tile": 9999}]}, "unknown_tile", "purchases.0"),
    ({"feed": {"dismiss": [7]}}, "unknown_army", "feed.dismiss.0"),
    ({"recall": {"berths": [[1, 2]]}}, "unknown_ship", "recall.berths.0"),
    ([], "not_a_sheet", ""),
    ("pass", "not_a_sheet", ""),
    (None, "not_a_sheet", ""),
]


@pytest.mark.parametrize(("sheet", "code", "where"), RULES, ids=lambda value: str(value)[:40])
def test_f13_f14_a_bad_sheet_is_refused_with_its_line(
    sheet: Any, code: str, where: str, table: Table
):
    me, before = player(table, 0), stored(table)

    answer = me.put(sheet_path(table), raw=json.dumps(sheet))

    assert is_problem(answer, 422, code)
    line = answer.json()["problems"][0]
    assert line["code"] == code
    assert line["where"].startswith(where), line
    assert line["message"].strip()
    assert stored(table) == before


def test_f13_another_kingdoms_tile_is_refused(table: Table):
    before, tile = stored(table), foreign(table)

    answer = player(table, 0).put(
        sheet_path(table), {"purchases": [{"buy": "village", "tile": tile}]}
    )

    assert is_problem(answer, 422, "foreign_tile")
    assert answer.json()["problems"][0]["where"].startswith("purchases.0")
    assert str(tile) in answer.json()["detail"]
    assert stored(table) == before


def test_f13_more_than_the_limit_or_than_one_may_own_is_refused(table: Table):
    me, before = player(table, 0), stored(table)

    too_much = me.put(sheet_path(table), {"tithes": [{"to": 1, "gold": 2, "food": 0}]})
    two_capitals = me.get(one(table, "ask/")).json()["ask"]["choices"]["settlements"]
    city = next(place["tile"] for place in two_capitals if place["kind"] == "city")
    capital = me.put(sheet_path(table), {"purchases": [{"buy": "capital", "tile": city}]})

    assert is_problem(too_much, 422, "out_of_range")
    assert is_problem(capital, 422, "has_capital")
    assert stored(table) == before


def test_f14_every_fault_of_a_sheet_is_named_at_once(table: Table):
    sheet = {"tithes": [{"to": 0, "gold": 1}], "feed": {"dismiss": [7]}}

    lines = player(table, 0).put(sheet_path(table), sheet).json()["problems"]

    assert [line["code"] for line in lines] == ["gift_to_self", "unknown_army"]


UNREADABLE = [
    (b"{", 400, "parse_error"),
    (b"\xff\xfe", 400, "parse_error"),
    (b"", 400, "no_body"),
    (b'{"feed": NaN}', 400, "not_a_number"),
    (b'{"feed": -Infinity}', 400, "not_a_number"),
    (b'{"feed": 1e999}', 400, "not_a_number"),
    (b'{"feed": {}, "feed": {}}', 400, "duplicate_key"),
    (b"[" * 40 + b"]" * 40, 400, "too_deep"),
    (b"[" * 100_000, 400, "too_deep"),
    (b'{"a\\u0000": 1}', 400, "bad_text"),
    (b'{"a": "\\ud800"}', 400, "bad_text"),
    (b'{"tithes": [{"to": ' + b"9" * 5000 + b"}]}", 400, "not_a_number"),
    (b'{"tithes": [{"to": ' + b"9" * 41 + b"}]}", 400, "not_a_number"),
]


@pytest.mark.parametrize(("raw", "status", "code"), UNREADABLE, ids=lambda v: str(v)[:24])
def test_what_is_no_clean_json_is_refused(raw: bytes, status: int, code: str, table: Table):
    me, before = player(table, 0), stored(table)

    assert is_problem(me.put(sheet_path(table), raw=raw), status, code)
    assert stored(table) == before


@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
@pytest.mark.parametrize("key", [{}, {"Idempotency_Key": "k"}])
def test_only_json_is_read(content_type: str, key: dict[str, str], table: Table):
    me, before = player(table, 0), stored(table)

    answer = me.put(sheet_path(table), {}, content_type=content_type, **key)

    assert is_problem(answer, 415, "unsupported_media_type")
    assert stored(table) == before


def test_a_body_over_256_kb_is_refused(table: Table):
    me, before = player(table, 0), stored(table)
    raw = json.dumps({"tithes": "x" * (256 * 1024)})

    assert is_problem(me.put(sheet_path(table), raw=raw), 413, "request_too_large")
    assert stored(table) == before


def test_a_sheet_that_is_over_256_kb_once_written_out_is_refused(table: Table):
    me, before = player(table, 0), stored(table)
    raw = json.dumps({"tithes": "ö" * 60_000}, ensure_ascii=False).encode()

    assert is_problem(me.put(sheet_path(table), raw=raw), 413, "sheet_too_large")
    assert stored(table) == before


def test_f11_a_sheet_for_a_past_phase_is_refused_and_not_carried_into_the_next(table: Table):
    resolve(table)

    answer = player(table, 0).put(sheet_path(table), GIFT)

    assert is_problem(answer, 409, "phase_over")
    assert Submission.objects.count() == 0


def test_f11_a_sheet_for_a_phase_to_come_is_refused(table: Table):
    answer = player(table, 0).put(sheet_path(table, 2), {})

    assert is_problem(answer, 404, "no_phase")
    assert Submission.objects.count() == 0


def test_f07_after_the_deadline_the_phase_is_locked(table: Table):
    Phase.objects.filter(pk=table.phase().pk).update(due_at=timezone.now() - timedelta(seconds=1))
    before = stored(table)

    assert is_problem(player(table, 0).put(sheet_path(table), GIFT), 409, "deadline_passed")
    assert stored(table) == before


def test_a_parked_phase_takes_no_sheet(table: Table):
    Phase.objects.filter(pk=table.phase().pk).update(status=Phase.Status.PARKED, failure="Oh\nno")
    before = stored(table)

    answer = player(table, 0).put(sheet_path(table), GIFT)

    assert is_problem(answer, 409, "phase_parked")
    assert b"Oh" not in answer.content
    assert stored(table) == before


@pytest.mark.parametrize("ordinal", ["99999999999999999999", "9" * 5000, "-1", "1.0", "one"])
def test_an_address_that_names_no_phase_is_not_found(ordinal: str, table: Table):
    answer = player(table, 0).put(one(table, f"phases/{ordinal}/sheet/"), {})

    assert answer.status_code == 404
    assert answer.headers["Content-Type"] == "application/problem+json"
