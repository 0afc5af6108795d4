"""Which orders are legal for whom. Source: campaign.md 3a."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from campaign.rules.field import Field
from campaign.rules.problems import MESSAGES
from campaign.rules.state import Order
from campaign.rules.summer.orders import default_order, default_orders, order_fault, possible_orders
from campaign.rules.tokens import Token
from tests.rules.fields import SHORE, army, crowded, do, laid, lay_table, ship
from tests.rules.play import examples, seeds


def fault(table, order, seat=0):
    return order_fault(table, Field(table), seat, order)


def actions(table, seat=0):
    return [(o.army, o.ship, o.do, o.to) for o in possible_orders(table, Field(table), seat)]


@pytest.mark.parametrize(
    ("order", "code"),
    [
        (do("move", 41, army=1), ""),
        (do("move", 30, army=1), ""),
        (do("move", 51, army=1), ""),
        (do("move", 39, army=1), "enters_ocean"),
        (do("move", 29, army=1), "enters_marsh"),
        (do("move", 52, army=1), "water_edge"),
        (do("move", 42, army=1), "not_adjacent"),
        (do("move", 40, army=1), "not_adjacent"),
        (do("move", 999, army=1), "unknown_tile"),
        (do("defend", army=1), ""),
        (do("raze", army=1), ""),
        (do("hold", army=1), "army_cannot_hold"),
        (do("regroup", army=1), "stands_already"),
        (do("dance", army=1), "unknown_order"),
        (do("defend", army=2), "unknown_army"),
    ],
)
def test_orders_to_an_upright_army(order, code):
    table = laid(army(0, 1, 40))

    assert fault(table, order) == code


@pytest.mark.parametrize(
    ("order", "code"),
    [
        (do("move", 39, ship=1), ""),
        (do("move", 30, ship=1), ""),
        (do("move", 51, ship=1), ""),
        (do("move", 29, ship=1), "enters_marsh"),
        (do("move", 41, ship=1), "no_water"),
        (do("move", 52, ship=1), "no_water"),
        (do("move", 42, ship=1), "not_adjacent"),
        (do("raze", ship=1), ""),
        (do("hold", ship=1), ""),
        (do("defend", ship=1), "ship_cannot_defend"),
        (do("regroup", ship=1), "stands_already"),
        (do("hold", ship=2), "unknown_ship"),
        (do("hold"), "no_token"),
    ],
)
def test_orders_to_an_upright_ship(order, code):
    table = laid(ship(0, 1, 40))

    assert fault(table, order) == code


@pytest.mark.parametrize(
    ("order", "code"),
    [
        (do("move", 39, army=1, ship=1), ""),
        (do("move", 41, army=1, ship=1), "no_water"),
        (do("raze", army=1, ship=1), ""),
        (do("hold", army=1, ship=1), ""),
        (do("defend", army=1, ship=1), "ship_cannot_defend"),
        (do("defend", army=1), ""),
        (do("move", 41, army=1), ""),
        (do("hold", ship=1), ""),
    ],
)
def test_orders_to_a_pair_in_port_and_to_its_halves(order, code):
    table = laid(army(0, 1, 40, aboard=1), ship(0, 1, 40))

    assert fault(table, order) == code


def test_a_ship_may_cross_an_edge_that_bears_water():
    table = lay_table([ship(0, 1, 40)], tiles=SHORE | {52: {"terrain": "coast"}})

    assert fault(table, do("move", 52, ship=1)) == ""


def test_water_on_the_far_side_of_an_edge_stops_an_army_too():
    table = lay_table([army(0, 1, 40)], tiles={41: {"edges": {"w": "water"}}})

    assert fault(table, do("move", 41, army=1)) == "water_edge"


def test_a_token_on_its_side_can_only_regroup():
    table = laid(
        army(0, 1, 40, upright=False),
        army(0, 2, 40, upright=False, aboard=1),
        ship(0, 1, 40, upright=False),
        ship(0, 2, 40, upright=False),
    )

    for named in ({"army": 1}, {"ship": 2}, {"army": 2, "ship": 1}, {"army": 2}, {"ship": 1}):
        assert fault(table, do("regroup", **named)) == ""
        for order in (do("raze", **named), do("move", 51, **named)):
            assert fault(table, order) == "must_regroup"
    assert fault(table, do("defend", army=1)) == "must_regroup"
    assert fault(table, do("hold", ship=2)) == "must_regroup"


def test_nothing_to_raze_on_a_bare_tile():
    table = laid(army(0, 1, 42))

    assert fault(table, do("raze", army=1)) == "nothing_to_raze"


def test_a_settlement_of_anybody_can_be_razed():
    table = lay_table([army(0, 1, 40)], owners={40: 1}, settlements={40: "capital"})

    assert fault(table, do("raze", army=1)) == ""


@pytest.mark.parametrize(
    ("loaded", "carrier", "code"),
    [
        (army(0, 1, 40), ship(0, 1, 40), ""),
        (army(0, 1, 51), ship(0, 1, 40), "not_together"),
        (army(0, 1, 40, upright=False), ship(0, 1, 40), "pair_on_side"),
        (army(0, 1, 40), ship(0, 1, 40, upright=False), "pair_on_side"),
    ],
)
def test_a_new_pair_needs_both_upright_on_one_tile(loaded, carrier, code):
    table = laid(loaded, carrier)

    assert fault(table, do("hold", army=1, ship=1)) == code


def test_neither_half_of_a_new_pair_may_have_an_order():
    for earlier in (do("defend", army=1), do("hold", ship=1)):
        table = laid(army(0, 1, 40), ship(0, 1, 40))
        table.orders.append((0, earlier))

        assert fault(table, do("hold", army=1, ship=1)) == "already_ordered"


def test_no_token_gets_two_orders_and_others_orders_do_not_count():
    table = laid(army(0, 1, 40), army(1, 1, 42))
    table.orders.append((1, do("defend", army=1)))

    assert fault(table, do("defend", army=1)) == ""
    assert fault(table, do("defend", army=1), seat=1) == "already_ordered"


@pytest.mark.parametrize(
    "order", [do("hold", ship=1), do("defend", army=1), do("hold", army=1, ship=2)]
)
def test_a_pair_does_not_part_on_open_ocean(order):
    table = laid(army(0, 1, 39, aboard=1), ship(0, 1, 39), ship(0, 2, 39))

    assert fault(table, order) == "parts_at_sea"


def test_an_army_may_change_ships_in_port():
    table = laid(army(0, 1, 40, aboard=1), ship(0, 1, 40), ship(0, 2, 40))

    assert fault(table, do("move", 39, army=1, ship=2)) == ""


def test_possible_orders_name_each_token_alone_and_each_pair_that_can_be():
    table = lay_table([army(0, 1, 34), ship(0, 1, 34)], tiles={34: {"terrain": "coast"}})
    # 34 is at the west end of row four: neighbours 35, 23, 24, 45 and 46, all land.
    moves = [(1, None, "move", to) for to in (23, 24, 35, 45, 46)]

    assert actions(table) == [
        *moves,
        (1, None, "defend", None),
        (None, 1, "hold", None),
        (1, 1, "hold", None),
    ]


def test_possible_orders_leave_out_what_is_ordered():
    table = lay_table(
        [army(0, 1, 34, aboard=1), ship(0, 1, 34), army(0, 2, 34)],
        tiles={34: {"terrain": "coast"}},
    )
    table.orders.append((0, do("move", 35, army=1)))

    # The ship stands alone now, and army 2 may go aboard instead.
    named = {(army, ship) for army, ship, _, _ in actions(table)}
    assert named == {(2, None), (None, 1), (2, 1)}


def test_defaults_defend_hold_and_regroup_armies_first():
    table = laid(
        army(0, 2, 40),
        army(0, 3, 40, aboard=2),
        army(0, 1, 42, upright=False),
        ship(0, 1, 40, upright=False),
        ship(0, 2, 40),
    )

    assert default_orders(table, Field(table), 0) == [
        do("regroup", army=1),
        do("defend", army=2),
        do("regroup", ship=1),
        do("hold", army=3, ship=2),
    ]
    assert default_order(Field(table), Token(0, None, 2)) == do("defend", army=2)


def test_defaults_are_for_tokens_without_an_order():
    table = laid(army(0, 1, 40, aboard=1), ship(0, 1, 40), army(0, 2, 42))
    table.orders.append((0, do("hold", ship=1)))

    assert default_orders(table, Field(table), 0) == [
        do("defend", army=1),
        do("defend", army=2),
    ]


@examples
@given(seeds)
def test_f23_open_orders_come_to_an_end_with_every_token_ordered(seed):
    rng = Random(seed)
    table = crowded(rng)
    for seat in range(3):
        field = Field(table)
        while orders := possible_orders(table, field, seat):
            table.orders.append((seat, rng.choice(orders)))
        given_to = [order for giver, order in table.orders if giver == seat]

        assert default_orders(table, field, seat) == []
        assert sorted(o.army for o in given_to if o.army) == sorted(table.armies[seat])
        assert sorted(o.ship for o in given_to if o.ship) == sorted(table.ships[seat])


@examples
@given(seeds)
def test_f14_every_fault_has_its_sentence(seed):
    rng = Random(seed)
    table = crowded(rng)
    field = Field(table)
    orders = possible_orders(table, field, 0)
    kinds = ["move", "defend", "raze", "regroup", "hold", "else"]
    for _ in range(60):
        numbers = [rng.choice([None, 1, 2, 3, 9]) for _ in range(2)]
        kind = rng.choice(kinds)
        to = rng.choice([39, 40, 41, 51, 999]) if kind == "move" else None
        order = Order(*numbers, kind, to)
        code = order_fault(table, field, 0, order)

        assert (code == "") == (order in orders)
        assert code == "" or code in MESSAGES
