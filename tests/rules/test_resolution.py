"""Resolution token by token. Source: campaign.md 3b and worked examples 3, 19 and 30."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import given

from campaign.rules.field import Field
from campaign.rules.summer.orders import possible_orders
from campaign.rules.summer.reform import reform
from campaign.rules.summer.resolution import resolve_orders
from campaign.rules.tokens import Token
from games.engine.chance import Scripted, Seeded
from tests.rules.fields import (
    COAST,
    army,
    crowded,
    do,
    lay_table,
    owner,
    resolve,
    ship,
    standing,
    told,
)
from tests.rules.play import examples, seeds

FOUND = {
    **dict.fromkeys((2, 3, 4, 5, 6, 7), None),
    8: "village",
    9: "village",
    10: "city",
    11: "fortress",
    12: "fortress",
}


# A move to an unexplored tile


@pytest.mark.parametrize(("first", "second"), [*product(range(1, 7), repeat=2)])
def test_exploration_finds_a_settlement_by_the_sum_of_two_dice(first, second):
    table = lay_table([army(0, 1, 40)], owners={40: 0})

    resolve(table, {0: [do("move", 41, army=1)]}, {"explore.41": [first, second]})

    found = FOUND[first + second]
    assert standing(table, 41) == found
    assert owner(table, 41) == 0
    assert told(table, "explored") == [
        {"kingdom": 0, "tile": 41, "first": first, "second": second, "settlement": found or ""}
    ]


def test_a_ship_explores_a_coast_and_holds_it():
    table = lay_table([ship(1, 1, 40)], tiles={40: COAST, 41: COAST}, owners={40: 1})

    resolve(table, {1: [do("move", 41, ship=1)]}, [6, 4])

    assert (owner(table, 41), standing(table, 41)) == (1, "city")


def test_open_ocean_is_neither_explored_nor_controlled():
    table = lay_table([ship(0, 1, 40)], tiles={40: COAST, 41: {"terrain": "ocean"}}, owners={40: 0})

    resolve(table, {0: [do("move", 41, ship=1)]})

    assert owner(table, 41) is None
    assert told(table, "moved") == [{"kingdom": 0, "army": 0, "ship": 1, "start": 40, "tile": 41}]


def test_only_the_first_to_enter_explores():
    table = lay_table([army(0, 1, 40), army(1, 1, 42)], owners={40: 0, 42: 1})

    resolve(table, {0: [do("move", 41, army=1)], 1: [do("move", 41, army=1)]}, [3, 5])

    assert (owner(table, 41), standing(table, 41)) == (0, "village")


# A move to an explored tile


def test_an_empty_tile_is_taken_and_an_enemy_capital_becomes_a_city():
    table = lay_table([army(0, 1, 40)], owners={40: 0, 41: 1}, settlements={41: "capital"})

    resolve(table, {0: [do("move", 41, army=1)]})

    assert (owner(table, 41), standing(table, 41)) == (0, "city")
    assert told(table, "capital_fell") == [{"kingdom": 1, "tile": 41, "captor": 0}]


@pytest.mark.parametrize("upright", [True, False])
@pytest.mark.parametrize("piece", [army, ship])
def test_any_enemy_token_keeps_its_tile_even_on_its_side(piece, upright):
    guard = piece(1, 1, 41, upright=upright)
    table = lay_table([army(0, 1, 40), guard], tiles={41: COAST}, owners={40: 0, 41: 1})

    resolve(table, {0: [do("move", 41, army=1)], 1: []})

    assert owner(table, 41) == 1


def test_a_third_kingdoms_tile_is_not_taken_from_under_an_enemy():
    table = lay_table([army(0, 1, 40), army(2, 1, 41)], owners={40: 0, 41: 1})

    resolve(table, {0: [do("move", 41, army=1)]})

    assert owner(table, 41) == 1


def test_a_lone_ship_takes_control():
    table = lay_table([ship(0, 1, 40)], tiles={40: COAST, 41: COAST}, owners={40: 0, 41: 1})

    resolve(table, {0: [do("move", 41, ship=1)]})

    assert owner(table, 41) == 0


def test_the_state_of_the_moment_counts():
    """The defender has left when the second kingdom's token enters, but not before."""
    pieces = [army(0, 1, 40), army(1, 1, 41)]
    owners = {40: 0, 41: 1, 42: 1}
    orders = {0: [do("move", 41, army=1)], 1: [do("move", 42, army=1)]}
    early = lay_table(pieces, owners=owners, order=[0, 1, 2])
    late = lay_table(pieces, owners=owners, order=[1, 0, 2])

    resolve(early, orders)
    resolve(late, orders)

    assert (owner(early, 41), owner(late, 41)) == (1, 0)


@pytest.mark.parametrize(("edition", "again"), [("classic", "capital"), ("capitals", "city")])
def test_example_30_a_retaken_original_capital(edition, again):
    table = lay_table(
        [army(0, 1, 40), army(1, 1, 42)],
        owners={40: 0, 41: 0, 42: 1},
        settlements={41: "capital"},
        order=[1, 0, 2],
        edition=edition,
    )
    table.original[0] = 41

    resolve(table, {1: [do("move", 41, army=1)]})
    between = (owner(table, 41), standing(table, 41))
    resolve(table, {1: [do("move", 42, army=1)], 0: [do("move", 41, army=1)]})

    assert between == (1, "city")
    assert (owner(table, 41), standing(table, 41)) == (0, again)


def test_example_30_no_second_capital_beside_one_founded_meanwhile():
    table = lay_table(
        [army(0, 1, 40)],
        owners={40: 0, 41: 1},
        settlements={40: "capital", 41: "city"},
    )
    table.original[0] = 41

    resolve(table, {0: [do("move", 41, army=1)]})

    assert (standing(table, 40), standing(table, 41)) == ("capital", "city")


def test_example_19_a_swap():
    table = lay_table([army(0, 1, 40), army(1, 1, 41)], owners={40: 0, 41: 1})

    field = resolve(table, {0: [do("move", 41, army=1)], 1: [do("move", 40, army=1)]})
    after_resolution = (owner(table, 40), owner(table, 41))
    reform(table, field, Scripted({"order.year1.month1.1": [6, 1]}))

    assert after_resolution == (1, 1)
    assert (owner(table, 41), owner(table, 40)) == (0, 1)


# Raze


@pytest.mark.parametrize("what", ["village", "city", "capital", "fortress"])
@pytest.mark.parametrize("holder", [0, 1])
def test_a_raze_removes_any_settlement(what, holder):
    table = lay_table([army(0, 1, 40)], owners={40: holder}, settlements={40: what})

    resolve(table, {0: [do("raze", army=1)]})

    assert (standing(table, 40), owner(table, 40)) == (None, holder)
    assert told(table, "razed") == [{"kingdom": 0, "tile": 40, "settlement": what}]


@pytest.mark.parametrize("upright", [True, False])
def test_a_raze_fails_beside_an_enemy_token(upright):
    table = lay_table(
        [army(0, 1, 40), army(1, 1, 40, upright=upright)], owners={40: 1}, settlements={40: "city"}
    )

    resolve(table, {0: [do("raze", army=1)]})

    assert standing(table, 40) == "city"
    assert told(table, "raze_failed") == [{"kingdom": 0, "tile": 40}]


def test_a_raze_succeeds_when_the_enemy_has_left_by_then():
    table = lay_table(
        [army(0, 1, 40), army(1, 1, 40)], owners={40: 1}, settlements={40: "city"}, order=[1, 0, 2]
    )

    resolve(table, {0: [do("raze", army=1)], 1: [do("move", 41, army=1)]}, [1, 1])

    assert standing(table, 40) is None


def test_of_two_razes_the_second_does_nothing():
    table = lay_table(
        [army(0, 1, 40), ship(0, 1, 40)],
        tiles={40: COAST},
        owners={40: 0},
        settlements={40: "city"},
    )

    resolve(table, {0: [do("raze", ship=1), do("raze", army=1)]})

    assert standing(table, 40) is None
    assert [event.kind for event in table.events] == ["razed", "raze_failed"]


# Defend, regroup, hold


def test_an_army_that_defends_is_marked():
    table = lay_table([army(0, 1, 40), army(0, 2, 40)], owners={40: 0})

    resolve(table, {0: [do("defend", army=1), do("move", 41, army=2)]}, [1, 1])

    assert table.defending == {(0, 1)}
    assert told(table, "defended") == [{"kingdom": 0, "army": 1, "tile": 40}]


def test_the_mark_goes_when_the_army_leaves_the_tile_and_when_it_is_lost():
    table = lay_table([army(0, 1, 40), army(0, 2, 40)], owners={40: 0})
    field = resolve(table, {})

    field.move(Token(0, None, 1), table.board.index[41])
    field.remove(Token(0, None, 2), "no_retreat")

    assert table.defending == set()


def test_tokens_on_their_side_stand_up_a_pair_as_one():
    table = lay_table(
        [
            army(0, 1, 40, upright=False),
            army(0, 2, 40, upright=False, aboard=1),
            ship(0, 1, 40, upright=False),
            ship(0, 2, 40, upright=False),
        ],
        tiles={40: COAST},
        owners={40: 0},
    )
    orders = [do("regroup", army=2, ship=1), do("regroup", army=1), do("regroup", ship=2)]

    resolve(table, {0: orders})

    assert all(one.upright for one in (*table.armies[0].values(), *table.ships[0].values()))
    assert [(e["army"], e["ship"]) for e in told(table, "regrouped")] == [(2, 1), (1, 0), (0, 2)]


def test_a_ship_that_holds_does_nothing():
    table = lay_table([ship(0, 1, 40)], tiles={40: COAST}, owners={40: 1})
    before = table.freeze()

    resolve(table, {0: [do("hold", ship=1)]})

    assert table.freeze() == before
    assert table.events == []


# What holds whatever is ordered


@examples
@given(seeds)
def test_f05_f51_any_orders_leave_every_token_on_a_tile_it_may_be_on(seed):
    rng = Random(seed)
    table = crowded(rng)
    before = table.freeze()
    field = Field(table)
    orders = {seat: wild_orders(table, seat, rng) for seat in range(3)}

    resolve_orders(table, field, orders, Seeded(rng))

    after = table.freeze()
    assert keys(after.armies) == keys(before.armies)
    assert keys(after.ships) == keys(before.ships)
    for one in after.armies:
        terrain = table.board.tiles[table.board.index[one.tile]].terrain
        assert terrain != "marsh"
        assert terrain != "ocean" or one.aboard is not None
        assert one.aboard is None or table.ships[one.kingdom][one.aboard].tile == one.tile


@examples
@given(seeds)
def test_the_field_agrees_with_its_table_after_any_orders(seed):
    rng = Random(seed)
    table = crowded(rng)
    field = Field(table)

    resolve_orders(table, field, {s: wild_orders(table, s, rng) for s in range(3)}, Seeded(rng))

    fresh = Field(table)
    assert field.tiles() == fresh.tiles()
    for tile in fresh.tiles():
        assert field.seats_on(tile) == fresh.seats_on(tile)
        for seat in range(3):
            assert field.on(tile, seat) == fresh.on(tile, seat)
            assert all(field.position(token) == tile for token in field.on(tile, seat))


def keys(pieces):
    return [(piece.kingdom, piece.number) for piece in pieces]


def wild_orders(table, seat, rng):
    """Return possible orders in any number, some to one token twice, in any sequence."""
    possible = possible_orders(table, Field(table), seat)
    return rng.sample(possible, rng.randint(0, len(possible)))
