"""Whose order is carried out when, and what becomes of pairs. Source: campaign.md 3b."""

from __future__ import annotations

from campaign.rules.state import Crossing
from tests.rules.fields import (
    COAST,
    army,
    do,
    lay_table,
    resolve,
    ship,
    told,
)

# Who comes when


def test_round_and_round_in_player_order_by_each_kingdoms_own_sequence():
    pieces = [army(seat, number, 34 + 3 * seat) for seat in range(3) for number in (1, 2, 3)]
    table = lay_table(pieces[:2] + pieces[3:4] + pieces[6:], order=[2, 0, 1])
    orders = {
        0: [do("defend", army=2), do("defend", army=1)],
        1: [do("defend", army=1)],
        2: [do("defend", army=3), do("defend", army=1), do("defend", army=2)],
    }

    resolve(table, orders)

    assert [(e["kingdom"], e["army"]) for e in told(table, "defended")] == [
        (2, 3),
        (0, 2),
        (1, 1),
        (2, 1),
        (0, 1),
        (2, 2),
    ]


def test_unnamed_tokens_come_last_armies_by_number_then_ships():
    table = lay_table(
        [
            army(0, 1, 40),
            army(0, 2, 40, upright=False),
            army(0, 3, 40, aboard=2),
            army(0, 4, 40),
            ship(0, 1, 40, upright=False),
            ship(0, 2, 40),
        ],
        tiles={40: COAST},
        owners={40: 0},
    )

    resolve(table, {0: [do("defend", army=4)]})

    assert [(e["army"], e.get("ship")) for e in told(table, "defended", "regrouped")] == [
        (4, None),
        (1, None),
        (2, 0),
        (0, 1),
    ]
    assert table.armies[0][3].aboard == 2


def test_a_kingdom_that_is_out_is_passed_over():
    table = lay_table([army(0, 1, 40), army(1, 1, 42)])
    table.alive[1] = False

    resolve(table, {1: [do("move", 41, army=1)]})

    assert [e["kingdom"] for e in told(table, "defended", "moved")] == [0]


def test_an_order_that_is_illegal_by_then_counts_as_not_given():
    table = lay_table([army(0, 1, 40), army(0, 2, 40)], owners={40: 0})
    orders = [do("move", 55, army=1), do("raze", army=7), do("defend", army=2)]

    resolve(table, {0: orders})

    assert [e["army"] for e in told(table, "defended")] == [2, 1]
    unused = [e for e in table.events if e.kind == "line_unused"]
    assert [(e.data["line"], e.data["code"], e.seen_by) for e in unused] == [
        (0, "not_adjacent", (0,)),
        (1, "unknown_army", (0,)),
    ]


def test_the_second_order_to_a_token_counts_as_not_given():
    table = lay_table([army(0, 1, 40)], owners={40: 0})

    resolve(table, {0: [do("defend", army=1), do("move", 41, army=1)]})

    assert table.armies[0][1].tile == 40


# Pairs


def test_all_pairings_come_before_the_first_order():
    table = lay_table(
        [army(0, 1, 34), army(1, 1, 40), ship(1, 1, 40)],
        tiles={40: COAST, 41: COAST},
        owners={34: 0, 35: 0, 40: 1, 41: 1},
    )

    resolve(table, {0: [do("move", 35, army=1)], 1: [do("move", 41, army=1, ship=1)]})

    assert [e.kind for e in table.events] == ["pair_made", "moved", "moved"]
    assert (table.armies[1][1].tile, table.armies[1][1].aboard) == (41, 1)
    assert table.ships[1][1].tile == 41


def test_an_order_to_one_half_parts_the_pair_and_the_other_half_takes_its_default():
    table = lay_table(
        [army(0, 1, 40, aboard=1), ship(0, 1, 40)],
        tiles={40: COAST},
        owners={40: 0, 41: 0},
    )

    resolve(table, {0: [do("move", 41, army=1)]})

    assert told(table, "pair_split") == [{"kingdom": 0, "army": 1, "ship": 1, "tile": 40}]
    assert (table.armies[0][1].tile, table.armies[0][1].aboard) == (41, None)
    assert table.ships[0][1].tile == 40


def test_two_pairs_may_exchange_their_armies_in_port():
    table = lay_table(
        [army(0, 1, 40, aboard=1), army(0, 2, 40, aboard=2), ship(0, 1, 40), ship(0, 2, 40)],
        tiles={40: COAST},
        owners={40: 0},
    )

    resolve(table, {0: [do("hold", army=2, ship=1), do("hold", army=1, ship=2)]})

    assert [table.armies[0][number].aboard for number in (1, 2)] == [2, 1]


def test_an_order_to_part_at_sea_counts_as_not_given():
    table = lay_table(
        [army(0, 1, 40, aboard=1), ship(0, 1, 40)], tiles={40: {"terrain": "ocean"}, 41: COAST}
    )

    resolve(table, {0: [do("move", 41, army=1)]})

    assert (table.armies[0][1].tile, table.armies[0][1].aboard) == (40, 1)


def test_only_a_lone_army_crosses_an_edge():
    table = lay_table(
        [army(0, 1, 40, aboard=1), ship(0, 1, 40), army(0, 2, 40), ship(0, 2, 40)],
        tiles={40: COAST, 41: COAST},
        owners={40: 0, 41: 0},
    )
    orders = [do("move", 41, army=1, ship=1), do("move", 41, ship=2), do("move", 41, army=2)]

    resolve(table, {0: orders})

    assert table.crossings == [Crossing(0, 2, 40, 41)]
