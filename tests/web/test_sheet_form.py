"""The sheet's form: what was typed comes back, and every button does one thing."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import QueryDict

from campaign.web.sheet_form import (
    Draft,
    draft_from_text,
    draft_of,
    edited,
    read_draft,
    sheet_of,
    where_in_form,
)

WINTER = {
    "recall": {"place": 7, "berths": [[1, 9], [2, 4]]},
    "tithes": [{"to": 1, "gold": 1, "food": 0, "if": [{"stock": {"gold": 2, "food": 0}}]}],
    "purchases": [
        {"buy": "village", "tile": 12},
        {"buy": "army", "tile": 7, "disband": 3},
        {
            "buy": "city",
            "tile": 9,
            "if": [{"received": {"from": "all", "gold": 1, "food": 0}}],
        },
    ],
    "feed": {"first": [3, 1], "dismiss": [2]},
}


def posted(text: str) -> QueryDict:
    return QueryDict(text)


def form_of(draft: Draft) -> QueryDict:
    """Write a draft as the page's fields do."""
    data = QueryDict(mutable=True)
    data["recall.place"] = str(draft.place or "")
    for name, token, pairs in (
        ("recall.berths", "ship", draft.berths),
        ("placements", "army", draft.placements),
    ):
        for i, (first, second) in enumerate(pairs):
            data[f"{name}.{i}.{token}"], data[f"{name}.{i}.tile"] = str(first), str(second)
    for name, lines in (("tithes", draft.tithes), ("purchases", draft.purchases)):
        for i, line in enumerate(lines):
            for key, value in line.items():
                if key != "if":
                    data[f"{name}.{i}.{key}"] = str(value)
            for j, condition in enumerate(line.get("if", [])):
                ((kind, amount),) = condition.items()
                data[f"{name}.{i}.if.{j}.kind"] = kind
                for key, value in amount.items():
                    data[f"{name}.{i}.if.{j}.{key}"] = str(value)
    order = [*draft.first, *draft.dismiss]
    data["feed.named"] = str(len(draft.first))
    for i, army in enumerate(order):
        data[f"feed.order.{i}"] = str(army)
    data.setlist("feed.dismiss", [str(army) for army in draft.dismiss])
    return data


def test_a_sheet_survives_the_way_through_the_form() -> None:
    draft = draft_of("winter", WINTER)

    back = read_draft(form_of(draft))

    assert sheet_of("winter", back) == WINTER


@pytest.mark.parametrize(
    ("kind", "sheet"),
    [
        ("winter", {}),
        ("recall", {"place": 7, "berths": [[1, 9]]}),
        ("tithe", {"tithes": [{"to": 1, "gold": 0, "food": 1}]}),
        ("build", {"purchases": [{"buy": "ship", "tile": 3}]}),
        ("feed", {"first": [2], "dismiss": [1]}),
        ("deploy", {"placements": [[1, 7], [2, 7]]}),
    ],
)
def test_every_kind_of_sheet_is_read_and_written(kind: str, sheet: dict[str, Any]) -> None:
    assert sheet_of(kind, draft_of(kind, sheet)) == sheet


def test_what_is_no_number_stays_as_typed_for_the_rules_to_refuse() -> None:
    draft = read_draft(posted("tithes.0.to=1&tithes.0.gold=many&tithes.0.food="))

    assert sheet_of("tithe", draft) == {"tithes": [{"to": 1, "gold": "many", "food": 0}]}


def test_berths_and_placements_left_to_the_default_are_not_sent() -> None:
    draft = read_draft(
        posted("placements.0.army=1&placements.0.tile=&placements.1.army=2&placements.1.tile=9")
    )

    assert sheet_of("deploy", draft) == {"placements": [[2, 9]]}


def test_a_dismissed_army_is_not_named_to_be_fed() -> None:
    draft = read_draft(
        posted("feed.named=2&feed.order.0=1&feed.order.1=2&feed.order.2=3&feed.dismiss=2")
    )

    assert sheet_of("feed", draft) == {"first": [1], "dismiss": [2]}


def test_adding_puts_a_line_at_the_end() -> None:
    draft = draft_of("build", {"purchases": [{"buy": "village", "tile": 4}]})

    after, touched = edited(draft, "add:purchases:city:4")

    assert sheet_of("build", after) == {
        "purchases": [{"buy": "village", "tile": 4}, {"buy": "city", "tile": 4}]
    }
    assert touched == "purchases.1"


def test_adding_a_tithe_takes_its_amounts() -> None:
    after, _ = edited(Draft(), "add:tithes:2:1:0")

    assert sheet_of("tithe", after) == {"tithes": [{"to": 2, "gold": 1, "food": 0}]}


@pytest.mark.parametrize(
    ("operation", "tiles"),
    [
        ("up:purchases:2", [1, 3, 2]),
        ("down:purchases:0", [2, 1, 3]),
        ("remove:purchases:1", [1, 3]),
        ("up:purchases:0", [1, 2, 3]),
        ("down:purchases:2", [1, 2, 3]),
        ("remove:purchases:-1", [1, 2, 3]),
        ("remove:purchases:9", [1, 2, 3]),
        ("remove:tithes:0", [1, 2, 3]),
        ("explode:purchases:0", [1, 2, 3]),
        ("up:purchases", [1, 2, 3]),
        ("up:secrets:0", [1, 2, 3]),
        ("add:purchases:village:here", [1, 2, 3]),
        ("", [1, 2, 3]),
    ],
)
def test_lines_move_and_go_and_nonsense_changes_nothing(operation: str, tiles: list[int]) -> None:
    lines = [{"buy": "village", "tile": tile} for tile in (1, 2, 3)]
    draft = draft_of("build", {"purchases": lines})

    after, _ = edited(draft, operation)

    assert [line["tile"] for line in after.purchases] == tiles


def test_a_condition_is_added_and_dropped() -> None:
    draft = draft_of("build", {"purchases": [{"buy": "village", "tile": 4}]})

    with_one, _ = edited(draft, "condition:purchases:0")
    with_two, _ = edited(with_one, "condition:purchases:0")
    after, _ = edited(with_two, "uncondition:purchases:0:0")
    bare, _ = edited(after, "uncondition:purchases:0:0")

    condition = {"received": {"from": "all", "gold": 1, "food": 0}}
    assert with_one.purchases == ({"buy": "village", "tile": 4, "if": [condition]},)
    assert with_two.purchases[0]["if"] == [condition, condition]
    assert after == with_one
    assert bare == draft


def test_moving_an_army_names_all_down_to_it() -> None:
    draft = Draft(order=(4, 2, 7, 1))

    after, touched = edited(draft, "up:feed:2")

    assert after.order == (4, 7, 2, 1)
    assert after.first == (4, 7, 2)
    assert touched == "feed.order.1"


def test_clearing_leaves_the_empty_sheet() -> None:
    after, _ = edited(draft_of("winter", WINTER), "clear")

    assert sheet_of("winter", after) == {}


@pytest.mark.parametrize(
    "text", ["", "[", "[[[[", "null", '"x"', '{"purchases": 3, "tithes": [1]}', '{"feed": []}']
)
def test_a_draft_that_makes_no_sense_is_an_empty_one(text: str) -> None:
    assert draft_from_text("winter", text) == Draft()


def test_the_rules_paths_of_a_step_are_the_forms_paths() -> None:
    assert where_in_form("recall", "berths.0") == "recall.berths.0"
    assert where_in_form("feed", "first.1") == "feed.first.1"
    assert where_in_form("winter", "recall.place") == "recall.place"
    assert where_in_form("build", "purchases.1") == "purchases.1"
    assert where_in_form("feed", "") == ""
