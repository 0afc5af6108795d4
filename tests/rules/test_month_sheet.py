"""The month's sheet: its shape, its canonical form and its review. Source: campaign.md 3a."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.rules.field import Field
from campaign.rules.reader import Limits, Reader
from campaign.rules.ruleset import Price
from campaign.rules.state import Plan
from campaign.rules.summer.orders import possible_orders
from campaign.rules.summer.review import review_month
from campaign.rules.summer.sheet import MonthSheet, month_json, read_month, read_order
from campaign.rules.summer_codec import order_json
from tests.rules.fields import army, crowded, do, laid, lay_table, ship
from tests.rules.play import examples, seeds

WHOLE = {
    "orders": [
        {"army": 1, "order": "move", "to": 41},
        {"ship": 2, "army": 3, "order": "hold"},
        {"ship": 1, "order": "raze"},
    ],
    "battles": [{"tile": 41, "enemy": 1, "kind": "naval"}, {"tile": 40, "enemy": 2}],
    "sacrifice": [{"army": 1}, {"ship": 2}, {"ship": 2, "army": 3}],
    "break_off": True,
    "retreat": [40, 42],
    "advance": [{"army": 1, "to": 42}, {"ship": 1, "to": 39}],
    "concede": [41],
    "last_stand": False,
}
LIST = {"units": [{"name": "Spearmen", "size": 20, "points": 110}]}

json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 12_000) | st.sampled_from(["move", "land", ""]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [*WHOLE, "army", "ship", "order", "to", "tile", "enemy", "kind", "lists"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


def read(answer, seat=0):
    reader = Reader(Limits(Price(1, 1)))
    return read_month(reader, answer, seat), [(each.code, each.where) for each in reader.problems]


def reviewed(table, *orders, **plan):
    problems = review_month(table, 0, MonthSheet(orders, Plan(**plan)))
    return [(each.code, each.where) for each in problems]


# Shape


def test_a_whole_sheet_is_read_and_written_back():
    sheet, problems = read(WHOLE)

    assert problems == []
    assert sheet.orders == (do("move", 41, army=1), do("hold", army=3, ship=2), do("raze", ship=1))
    assert sheet.plan == Plan(
        battles=((41, 1, "naval"), (40, 2, "")),
        sacrifice=((1, None), (None, 2), (3, 2)),
        break_off=True,
        retreat=(40, 42),
        advance=((1, None, 42), (None, 1, 39)),
        concede=(41,),
        last_stand=False,
    )
    assert month_json(sheet) == WHOLE


def test_the_empty_sheet_orders_nothing_and_has_the_default_instructions():
    sheet, problems = read({"orders": [], "break_off": False, "last_stand": True, "retreat": []})

    assert (sheet, problems) == (MonthSheet(), [])
    assert month_json(sheet) == {}


def test_a_sheet_may_carry_army_lists():
    sheet, problems = read({"lists": [{"army": 4, **LIST}]}, 2)

    assert problems == []
    assert [(each.kingdom, each.army) for each in sheet.lists] == [(2, 4)]
    assert read(month_json(sheet), 2)[0] == sheet


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ([], ("not_a_sheet", "")),
        ({"moves": []}, ("unknown_field", "")),
        ({"orders": {}}, ("not_a_list", "orders")),
        ({"orders": [7]}, ("not_a_sheet", "orders.0")),
        ({"orders": [{"order": "hold"}]}, ("no_token", "orders.0")),
        ({"orders": [{"army": 0, "order": "defend"}]}, ("out_of_range", "orders.0.army")),
        ({"orders": [{"army": None, "order": "defend"}]}, ("not_a_number", "orders.0.army")),
        ({"orders": [{"army": 1}]}, ("unknown_order", "orders.0.order")),
        ({"orders": [{"army": 1, "order": ["move"]}]}, ("unknown_order", "orders.0.order")),
        ({"orders": [{"army": 1, "order": "move"}]}, ("missing_field", "orders.0")),
        (
            {"orders": [{"army": 1, "order": "move", "to": "e"}]},
            ("not_a_number", "orders.0.to"),
        ),
        (
            {"orders": [{"army": 1, "order": "defend", "to": 3}]},
            ("goal_without_move", "orders.0.to"),
        ),
        ({"orders": [{"army": 1, "order": "hold", "at": 3}]}, ("unknown_field", "orders.0")),
        ({"battles": [{"tile": 41}]}, ("missing_field", "battles.0")),
        (
            {"battles": [{"tile": 41, "enemy": 1, "kind": "sea"}]},
            ("unknown_battle", "battles.0.kind"),
        ),
        ({"sacrifice": [{}]}, ("no_token", "sacrifice.0")),
        ({"sacrifice": [1]}, ("not_a_sheet", "sacrifice.0")),
        ({"break_off": 1}, ("not_yes_or_no", "break_off")),
        ({"last_stand": "no"}, ("not_yes_or_no", "last_stand")),
        ({"retreat": [0]}, ("out_of_range", "retreat.0")),
        ({"advance": [{"army": 1}]}, ("missing_field", "advance.0")),
        ({"concede": 41}, ("not_a_list", "concede")),
        ({"lists": [LIST]}, ("missing_field", "lists.0")),
    ],
)
def test_f13_a_sheet_of_the_wrong_shape_is_refused(answer, problem):
    assert problem in read(answer)[1]


@examples
@given(json_values)
def test_f05_f13_any_json_is_read_without_an_error(answer):
    sheet, problems = read(answer)

    if not problems:
        assert read(month_json(sheet)) == (sheet, [])


@examples
@given(seeds)
def test_every_possible_order_can_be_written_and_read(seed):
    table = crowded(Random(seed))
    for order in possible_orders(table, Field(table), 0):
        reader = Reader(Limits(Price(1, 1)))

        assert read_order(reader, order_json(order), "") == order
        assert reader.problems == []


# Review


def test_legal_orders_to_every_token_pass():
    table = laid(army(0, 1, 40), army(0, 2, 40, aboard=1), ship(0, 1, 40), army(0, 3, 42))

    assert (
        reviewed(
            table,
            do("move", 41, army=1),
            do("move", 39, army=2, ship=1),
            do("defend", army=3),
        )
        == []
    )


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        (do("defend", army=9), "Orders, line 1: you have no army 9."),
        (do("hold", ship=9), "Orders, line 1: you have no ship 9."),
        (do("move", 44, army=1), "Orders, line 1: hex 44 is not next to hex 40."),
        (do("move", 99, army=1), "Orders, line 1: there is no hex 99 on this map."),
        (do("move", 52, army=1), "Orders, line 1: there is water between hex 40 and hex 52."),
        (do("move", 29, army=1), "Orders, line 1: hex 29 is marsh, which nobody enters."),
        (
            do("move", 39, army=1),
            "Orders, line 1: hex 39 is open water; an army crosses it only aboard a ship.",
        ),
        (
            do("move", 41, ship=1),
            "Orders, line 1: ships go to coast, open water and rivers; hex 41 is none of them.",
        ),
        (do("regroup", army=1), "Orders, line 1: only a token on its side can regroup."),
        (do("defend", army=2), "Orders, line 1: a token on its side can only regroup."),
        (do("raze", army=3), "Orders, line 1: no settlement stands on hex 42."),
        (do("hold", army=3, ship=1), "Orders, line 1: army 3 and ship 1 are not on one hex."),
        (do("defend", ship=1), "Orders, line 1: a ship cannot defend; it can hold."),
        (do("hold", army=1), "Orders, line 1: only a ship can hold; an army defends."),
        (
            do("hold", army=2, ship=1),
            "Orders, line 1: only an upright army can go aboard, and only an upright ship.",
        ),
        (do("defend", army=4), "Orders, line 1: ship and army cannot part on open water."),
    ],
)
def test_f14_an_illegal_order_is_refused_with_its_reason(order, sentence):
    table = laid(
        army(0, 1, 40),
        army(0, 2, 40, upright=False),
        army(0, 3, 42),
        army(0, 4, 39, aboard=2),
        ship(0, 1, 40),
        ship(0, 2, 39),
    )

    problems = review_month(table, 0, MonthSheet((order,)))

    assert [str(each) for each in problems] == [sentence]


@pytest.mark.parametrize(
    "second", [do("defend", army=1), do("hold", ship=1), do("hold", army=1, ship=1)]
)
def test_a_token_in_two_lines_is_refused(second):
    table = laid(army(0, 1, 40), ship(0, 1, 40), army(0, 2, 40))

    problems = review_month(
        table, 0, MonthSheet((do("defend", army=2), do("hold", army=1, ship=1), second))
    )

    assert [(each.code, each.where) for each in problems] == [("ordered_twice", "orders.2")]
    assert str(problems[0]) == "Orders, line 3: line 2 has an order for this token already."


def test_both_halves_of_a_pair_may_have_a_line_of_their_own_in_port():
    table = laid(army(0, 1, 40, aboard=1), ship(0, 1, 40))

    assert reviewed(table, do("move", 41, army=1), do("move", 39, ship=1)) == []


def test_a_review_changes_nothing():
    table = laid(army(0, 1, 40, aboard=1), ship(0, 1, 40))
    before = table.freeze()

    reviewed(table, do("move", 41, army=1), do("hold", ship=1))

    assert table.freeze() == before


def test_instructions_may_name_whatever_there_is_and_repeat_it():
    table = laid(army(0, 1, 40), ship(0, 1, 40))

    assert (
        reviewed(
            table,
            battles=((41, 1, "naval"), (41, 1, "naval")),
            sacrifice=((1, None), (1, None), (None, 1)),
            retreat=(39, 29, 39),
            advance=((1, None, 41), (1, None, 41)),
            concede=(40, 40),
        )
        == []
    )


@pytest.mark.parametrize(
    ("plan", "problem"),
    [
        ({"battles": ((99, 1, ""),)}, ("unknown_tile", "battles.0")),
        ({"battles": ((41, 3, ""),)}, ("unknown_kingdom", "battles.0")),
        ({"battles": ((41, 0, ""),)}, ("battle_with_self", "battles.0")),
        ({"battles": ((41, 2, ""),)}, ("dead_kingdom", "battles.0")),
        ({"sacrifice": ((2, None),)}, ("unknown_army", "sacrifice.0")),
        ({"sacrifice": ((None, 1),)}, ("unknown_ship", "sacrifice.0")),
        ({"advance": ((1, None, 99),)}, ("unknown_tile", "advance.0")),
        ({"advance": ((2, None, 41),)}, ("unknown_army", "advance.0")),
        ({"retreat": (40, 99)}, ("unknown_tile", "retreat.1")),
        ({"concede": (99,)}, ("unknown_tile", "concede.0")),
    ],
)
def test_instructions_that_name_nothing_are_refused(plan, problem):
    table = laid(army(0, 1, 40))
    table.alive[2] = False

    assert reviewed(table, **plan) == [problem]


def test_army_lists_are_judged_with_the_sheet():
    sheet = read({"lists": [{"army": 1, **LIST}, {"army": 7, **LIST}]})[0]
    table = lay_table([army(0, 1, 40)], battle_mode="tabletop")

    problems = review_month(table, 0, sheet)

    assert [(each.code, each.where) for each in problems] == [("unknown_army", "lists.1")]


@examples
@given(seeds)
def test_what_is_possible_passes_the_review(seed):
    table = crowded(Random(seed))

    faults = [reviewed(table, order) for order in possible_orders(table, Field(table), 0)]

    assert faults
    assert not any(faults)
