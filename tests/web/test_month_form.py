"""The month's form and its page: one row a token, preferences for battle with their defaults.

The board is that of ``shore``.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.http import QueryDict

from campaign.models import Submission
from campaign.web.month_form import (
    MonthDraft,
    OrderLine,
    edit_month,
    month_draft_of,
    month_sheet_of,
    read_month_form,
    token_line,
    token_name,
)
from tests.web.pages import form_fields
from tests.web.sheets import opened, press, url
from tests.web.shore import at_war, options

# The form alone

SHEET = {
    "orders": [
        {"army": 2, "order": "move", "to": 13},
        {"ship": 1, "army": 4, "order": "hold"},
        {"army": 1, "order": "defend"},
    ],
    "battles": [{"tile": 13, "enemy": 1}, {"tile": 31, "enemy": 1, "kind": "naval"}],
    "sacrifice": [{"ship": 2}, {"army": 1}],
    "retreat": [12, 11],
    "advance": [{"army": 2, "to": 12}],
    "concede": [22],
    "break_off": True,
    "last_stand": False,
    "lists": [{"army": 1, "units": [{"name": "Spears", "size": 20, "points": 100}]}],
}


def test_a_sheet_becomes_a_draft_and_the_same_sheet_again() -> None:
    assert month_sheet_of(month_draft_of(SHEET)) == SHEET
    assert month_sheet_of(MonthDraft()) == {}


@pytest.mark.parametrize("odd", [None, 3, "x", [1], {"orders": 3}, {"orders": [1, {}]}])
def test_whatever_was_sent_as_a_sheet_becomes_a_draft(odd: Any) -> None:
    assert isinstance(month_draft_of(odd), MonthDraft)


def test_tokens_without_an_order_and_empty_preferences_are_no_lines() -> None:
    posted = QueryDict(
        "orders.0.army=1&orders.0.ship=&orders.0.order=&orders.1.army=2&orders.1.ship="
        "&orders.1.order=move:13&retreat.0=&retreat.1=12&battles.0.tile=&battles.0.enemy="
        "&battles.1.tile=13&battles.1.enemy=1&battles.1.kind="
    )

    assert month_sheet_of(read_month_form(posted)) == {
        "orders": [{"army": 2, "order": "move", "to": 13}],
        "battles": [{"tile": 13, "enemy": 1}],
        "retreat": [12],
    }


@pytest.mark.parametrize(
    ("name", "line"),
    [("army-2", {"army": 2}), ("ship-1", {"ship": 1}), ("army-4-ship-1", {"army": 4, "ship": 1})],
)
def test_a_token_is_one_value_of_a_field(name: str, line: dict[str, Any]) -> None:
    assert token_line(name) == line
    assert token_name(line) == name


ROWS = (OrderLine(1, None), OrderLine(4, None), OrderLine(None, 1), OrderLine(None, 2))


def test_an_army_goes_aboard_and_ashore_and_rows_change_places() -> None:
    draft = MonthDraft(ROWS)

    paired, place = edit_month(draft, "pair:1:4")
    apart, _ = edit_month(paired, "unpair:1")
    moved, _ = edit_month(draft, "down:orders:0")

    assert [(row.army, row.ship) for row in paired.rows] == [(1, None), (4, 1), (None, 2)]
    assert place == "orders.1"
    pairs = [(row.army, row.ship) for row in apart.rows]
    assert pairs == [(1, None), (None, 1), (4, None), (None, 2)]
    assert [row.army for row in moved.rows] == [4, 1, None, None]


def test_who_was_aboard_makes_room_for_another() -> None:
    draft = MonthDraft((OrderLine(4, 1), OrderLine(5, None)))

    changed, _ = edit_month(draft, "pair:1:5")

    assert [(row.army, row.ship) for row in changed.rows] == [(5, 1), (4, None)]


def test_a_tap_on_the_map_orders_a_pair_by_either_half() -> None:
    draft = MonthDraft((OrderLine(4, 1), OrderLine(1, None)))

    by_army, place = edit_month(draft, "go:army-4-31")
    by_ship, _ = edit_month(draft, "go:ship-1-31")

    assert by_army == by_ship
    assert by_army.rows[0] == OrderLine(4, 1, "move", 31)
    assert place == "orders.0"


@pytest.mark.parametrize(
    "operation",
    ["up:orders:0", "down:orders:3", "up:orders:-1", "up:retreat:1", "pair:9:1", "pair:1:9",
     "unpair:2", "go:army-9-3", "go:x", "nonsense", "up", ""],
)  # fmt: skip
def test_a_button_that_makes_no_sense_changes_nothing(operation: str) -> None:
    draft = MonthDraft(ROWS)

    assert edit_month(draft, operation) == (draft, "")


# The page

pytest_db = pytest.mark.django_db


@pytest_db
def test_every_token_has_a_row_with_its_orders_and_their_goals() -> None:
    table = at_war()

    _, html = opened(table)

    first, lying = options(html, "army-1"), options(html, "army-3")
    assert first[""] == "No order: it defends"
    assert first["raze"] == "Raze the fortress here"
    assert list(first)[-1] == "raze"  # a slip of the finger beside the default razes nothing
    assert first["move:11"] == "to 11: plain, your capital"
    assert first["move:13"] == "to 13: plain, Kingdom 2’s fortress, 2 tokens of Kingdom 2"
    assert first["move:3"] == "to 3: plain, unexplored"
    assert first["move:21"] == "to 21: forest, yours; it is on its side then"
    assert lying == {"": "No order: it stands up"}
    # Ships go to coast, river and open water; on the open sea nobody goes ashore.
    assert list(options(html, "ship-2")) == ["", "move:30", "move:40"]
    assert "Defending: army 1, army 2 and army 4. Standing up: army 3." in html


@pytest_db
def test_the_rows_are_handed_in_in_their_order() -> None:
    table = at_war()
    client, html = opened(table)

    html = press(
        client, table, html, "down:orders:0",
        **{"orders.0.order": ["move:13"], "orders.1.order": ["move:11"]},
    ).content.decode()  # fmt: skip
    sent = press(client, table, html, "hand_in")

    assert sent.status_code == 302
    assert Submission.objects.get().sheet == {
        "orders": [
            {"army": 2, "order": "move", "to": 11},
            {"army": 1, "order": "move", "to": 13},
        ]
    }
    assert form_fields(opened(table)[1])["orders.0.army"] == ["2"]


@pytest_db
def test_a_pair_is_made_ordered_and_parted_again() -> None:
    table = at_war()
    client, html = opened(table)

    html = press(client, table, html, "pair:1:4").content.decode()
    aboard = options(html, "ship-1")
    sent = press(client, table, html, "hand_in", **{"orders.3.order": ["move:31"]})
    again = opened(table)[1]
    parted = press(client, table, again, "unpair:1").content.decode()
    press(client, table, parted, "hand_in")

    assert "Ship 1 with army 4" in html
    assert "" not in aboard
    assert aboard["hold"] == "Stay"
    assert sent.status_code == 302
    sheets = list(Submission.objects.order_by("sequence").values_list("sheet", flat=True))
    assert sheets == [{"orders": [{"ship": 1, "army": 4, "order": "move", "to": 31}]}, {}]


@pytest_db
def test_standing_instructions_are_told_with_their_defaults_and_handed_in() -> None:
    table = at_war()
    client, html = opened(table)

    sent = press(
        client, table, html, "hand_in",
        **{
            "battles.0.tile": ["13"], "battles.0.enemy": ["1"], "retreat.0": ["11"],
            "sacrifice.0.token": ["ship-2"], "advance.0.token": ["army-1"],
            "advance.0.to": ["12"], "break_off": ["yes"],
        },
    )  # fmt: skip

    assert "Without this: your ships fight to the end." in html
    assert "Battles to concede" not in html  # a rule of the other edition
    assert sent.status_code == 302
    assert Submission.objects.get().sheet == {
        "battles": [{"tile": 13, "enemy": 1}],
        "sacrifice": [{"ship": 2}],
        "retreat": [11],
        "advance": [{"army": 1, "to": 12}],
        "break_off": True,
    }
    again = opened(table)[1]
    assert '<details class="instructions" open' in again
    assert form_fields(again)["retreat.0"] == ["11"]
    assert form_fields(again)["sacrifice.0.token"] == ["ship-2"]


@pytest_db
def test_another_line_of_preferences_takes_the_focus() -> None:
    table = at_war()
    client, html = opened(table)

    html = press(client, table, html, "more:retreat", **{"retreat.0": ["11"]}).content.decode()

    assert '<details class="instructions" open' in html
    assert '<select id="retreat.1" name="retreat.1" autofocus>' in html
    assert form_fields(html)["retreat.0"] == ["11"]


@pytest_db
def test_the_other_edition_asks_for_what_its_rules_have() -> None:
    table = at_war("capitals")
    client, html = opened(table)

    sent = press(client, table, html, "hand_in", **{"concede.0": ["13"], "no_last_stand": ["yes"]})

    assert "Battles to concede" in html
    assert "After a win" not in html
    assert sent.status_code == 302
    assert Submission.objects.get().sheet == {"concede": [13], "last_stand": False}


@pytest_db
def test_where_nobody_can_be_met_no_instructions_are_asked_for() -> None:
    alone = [{"kingdom": 0, "tile": 11}, {"kingdom": 1, "tile": 63}]
    table = at_war(armies=alone, ships=[])

    _, html = opened(table)

    assert "If it comes to battle" not in html
    assert "there will be no battle of yours" in html


@pytest_db
def test_an_order_in_the_pages_address_is_written_and_not_handed_in() -> None:
    table = at_war()
    client, _ = opened(table)

    html = client.get(url(table) + "?go=army-1-13&go=ship-9-4").content.decode()

    assert form_fields(html)["orders.0.order"] == ["move:13"]
    assert "?go=army-1-13" in html.split("map-on-demand")[1][:200]
    assert not Submission.objects.exists()
