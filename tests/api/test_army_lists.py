"""Army lists by program: read out of a text, kept until a sheet carries them, handed in."""

from __future__ import annotations

import pytest

from campaign.models import RosterDraft
from games.engine.contract import Json
from tests.api.client import Api, is_problem, one, player
from tests.factories import Table, make_table, make_user
from tests.services.war import FIELD

pytestmark = pytest.mark.django_db

UNIT: dict[str, Json] = {
    "name": "Spearmen", "size": 20, "points": 110, "strength": 1, "legend": False,
    "ally": False, "extras": [["Banner", 15, False]],
}  # fmt: skip


def tabletop() -> Table:
    return make_table(3, position=FIELD, options={"rules": {"battle_mode": "tabletop"}})


def test_a_text_is_read_and_nothing_of_it_is_dropped() -> None:
    text = "20 Spearmen 110 pts\n- Banner [15]\nthe captain rides along\nTotal: 130\n+ HQ [9pts] +"

    found = Api(make_user()).post("lists/read/", {"text": text}).json()

    assert found["list"] == {"units": [UNIT]}
    assert (found["stated"], found["counted"]) == (130, 125)
    assert found["aside"] == [{"line": 5, "text": "+ HQ [9pts] +"}]
    assert found["unread"] == [{"line": 3, "text": "the captain rides along"}]
    assert [warning["code"] for warning in found["warnings"]] == ["total_differs"]


def test_a_list_is_kept_as_it_was_seen_and_handed_in_as_part_of_a_sheet() -> None:
    table = tabletop()
    api, path = player(table, 0), one(table, "armies/1/")

    first = api.put(path, {"list": {"units": [UNIT]}}, If_None_Match="*")
    tag = first.headers["ETag"]
    second = api.put(path, {"list": {"units": [{**UNIT, "size": 25}]}}, If_Match=tag)

    assert (first.status_code, second.status_code) == (200, 200)
    assert is_problem(api.put(path, {"list": {"units": [UNIT]}}, If_Match=tag), 412, "list_changed")
    assert is_problem(
        api.put(path, {"list": {"units": [UNIT]}}, If_None_Match="*"), 412, "list_changed"
    )
    assert is_problem(api.put(path, {"list": {"units": [UNIT]}}), 428, "precondition_required")
    army, recruit = api.get(one(table, "armies/")).json()
    assert (army["number"], army["points"], army["list"]) == (1, 500, None)
    assert army["draft"]["list"]["units"][0]["size"] == 25
    assert (recruit["number"], recruit["draft"]) == (0, None)
    sheet = {"lists": [{"army": 1, **army["draft"]["list"]}]}
    handed_in = api.put(one(table, "phases/1/sheet/"), sheet, If_None_Match="*")
    assert handed_in.status_code == 201
    assert handed_in.json()["sheet"]["lists"] == sheet["lists"]


def test_what_is_wrong_with_a_list_is_told_by_its_place() -> None:
    table = tabletop()
    dear = {**UNIT, "points": 900}

    refused = player(table, 0).put(
        one(table, "armies/1/"), {"list": {"units": [dear]}}, If_None_Match="*"
    )
    shapeless = player(table, 0).put(
        one(table, "armies/1/"), {"list": {"units": [{"name": "x"}]}}, If_None_Match="*"
    )

    assert is_problem(refused, 422, "list_too_dear")
    assert shapeless.json()["problems"][0]["where"] == "list.units.0"
    assert not RosterDraft.objects.exists()


def test_a_list_is_thrown_away_as_it_was_seen() -> None:
    table = tabletop()
    api, path = player(table, 0), one(table, "armies/1/")
    tag = api.put(path, {"list": {"units": [UNIT]}}, If_None_Match="*").headers["ETag"]

    assert is_problem(api.delete(path, If_Match='"list.1.9"'), 412, "list_changed")
    assert is_problem(api.delete(path, If_Match='"list.2.1"'), 412, "list_changed")
    assert api.delete(path, If_Match=tag).status_code == 204
    assert api.delete(path, If_Match=tag).status_code == 204
    assert not RosterDraft.objects.exists()


def test_armies_that_are_not_and_campaigns_without_a_table_take_no_list() -> None:
    table, dice = tabletop(), make_table(2)
    body = {"list": {"units": [UNIT]}}

    none = player(table, 0).put(one(table, "armies/4/"), body, If_None_Match="*")
    unused = player(dice, 0).put(one(dice, "armies/1/"), body, If_None_Match="*")

    assert is_problem(none, 404, "no_army")
    assert is_problem(unused, 409, "lists_unused")
