"""The end of a month. Source: campaign.md 3e and worked examples 14 and 15."""

from __future__ import annotations

import pytest

from campaign.rules.field import Field
from campaign.rules.order import set_order
from campaign.rules.rosters import Roster, Unit
from campaign.rules.summer.reform import reform
from campaign.rules.tokens import Token
from games.engine.chance import Scripted
from tests.rules.fields import army, do, lay_table, owner, resolve, ship, standing, told

FOREST, MOUNTAIN, COAST = {"terrain": "forest"}, {"terrain": "mountain"}, {"terrain": "coast"}
RIVER = {"river": True}
FAR = (army(1, 1, 55), army(1, 2, 55), army(2, 1, 55), army(2, 2, 55), army(2, 3, 55))
"""Others with two and three armies, so that the player order needs no dice."""


def close(table, field, dice=()):
    """Reform; without dice no two kingdoms have equally many armies."""
    reform(table, field, Scripted(dice))


def crossed(tiles, order=None, pieces=None, **more):
    """Move a token from 40 to 41, reform, and tell whether it stands upright."""
    pieces = pieces or [army(0, 1, 40)]
    table = lay_table([*pieces, *FAR], tiles=tiles, owners={40: 0, 41: 0}, **more)
    field = resolve(table, {0: [order or do("move", 41, army=1)]})
    close(table, field)
    return all(one.upright for one in (*table.armies[0].values(), *table.ships[0].values()))


# Terrain


@pytest.mark.parametrize(
    ("tiles", "upright"),
    [
        ({}, True),
        ({40: FOREST}, False),
        ({41: FOREST}, False),
        ({40: MOUNTAIN}, False),
        ({41: MOUNTAIN}, False),
        ({40: {"edges": {"e": "forest"}}}, False),
        ({41: {"edges": {"w": "mountain"}}}, False),
        ({40: {"edges": {"w": "mountain"}}}, True),
        ({40: FOREST | {"edges": {"e": "none"}}}, True),
        ({41: RIVER}, False),
        ({40: RIVER}, True),
        ({41: RIVER | {"bridge": True}}, False),
        ({41: COAST | RIVER}, False),
        ({41: COAST}, True),
    ],
)
def test_terrain_lays_an_army_down(tiles, upright):
    assert crossed(tiles) is upright


@pytest.mark.parametrize("tiles", [{40: COAST, 41: FOREST | RIVER}, {40: RIVER, 41: RIVER}])
@pytest.mark.parametrize("pair", [True, False])
def test_example_14_ships_and_pairs_are_never_laid_down(tiles, pair):
    pieces = [ship(0, 1, 40), *([army(0, 1, 40, aboard=1)] if pair else [])]

    assert crossed(tiles, do("move", 41, army=1 if pair else None, ship=1), pieces)


def test_example_14_an_army_that_left_a_forest_lies_down_over_any_edge():
    for to, start in ((41, 40), (39, 40), (29, 40), (52, 40)):
        table = lay_table([army(0, 1, start), *FAR], tiles={40: FOREST}, owners={40: 0, to: 0})
        field = resolve(table, {0: [do("move", to, army=1)]})
        close(table, field)

        assert told(table, "laid_down") == [{"kingdom": 0, "army": 1, "tile": to}]


@pytest.mark.parametrize("town", ["city", "capital"])
@pytest.mark.parametrize("place", [40, 41])
def test_roads_of_a_city_spare_armies_coming_and_going(town, place):
    tiles, settlements = {41: FOREST | RIVER}, {place: town}

    assert crossed(tiles, settlements=settlements, roads=True)
    assert not crossed(tiles, settlements=settlements, roads=False)


@pytest.mark.parametrize("place", [40, 41])
def test_roads_do_not_lead_to_villages_and_fortresses(place):
    for what in ("village", "fortress"):
        assert not crossed({41: FOREST}, settlements={place: what}, roads=True)


def test_roads_count_as_the_tiles_stand_in_reform():
    table = lay_table(
        [army(0, 1, 40), army(0, 2, 41), *FAR],
        tiles={40: FOREST},
        owners={40: 0, 41: 0},
        settlements={41: "city"},
        roads=True,
    )
    table.armies[1].pop(2)
    table.armies[2].clear()

    field = resolve(table, {0: [do("move", 41, army=1), do("raze", army=2)]})
    close(table, field)

    assert [table.armies[0][number].upright for number in (1, 2)] == [False, True]


def test_a_bridge_spares_from_its_river_but_not_from_the_forest():
    bridged = RIVER | {"bridge": True}

    assert crossed({41: bridged}, roads=True)
    assert not crossed({41: bridged}, roads=False)
    assert not crossed({41: bridged, 40: FOREST}, roads=True)
    assert not crossed({41: RIVER}, roads=True)


def test_every_crossing_counts_a_retreat_or_advance_too():
    table = lay_table([army(0, 1, 40), *FAR], tiles={40: FOREST}, owners={40: 0, 41: 0, 42: 0})
    field = Field(table)

    field.move(Token(0, None, 1), table.board.index[41])
    field.move(Token(0, None, 1), table.board.index[42])
    close(table, field)

    assert told(table, "laid_down") == [{"kingdom": 0, "army": 1, "tile": 42}]


def test_what_lies_already_or_is_lost_is_not_laid_down():
    table = lay_table([army(0, 1, 40), army(0, 2, 40), *FAR], tiles={40: FOREST}, owners={40: 0})
    field, tile = Field(table), table.board.index[41]
    for number in (1, 2):
        field.move(Token(0, None, number), tile)
    field.lay(Token(0, None, 1))
    field.remove(Token(0, None, 2), "no_retreat")
    table.armies[1].pop(2)
    table.armies[2].clear()

    close(table, field, {"order.year1.month1.1": [2, 1]})

    assert told(table, "laid_down") == []
    assert not table.armies[0][1].upright


# Control


@pytest.mark.parametrize("upright", [True, False])
@pytest.mark.parametrize("piece", [army, ship])
def test_a_tile_with_tokens_of_one_kingdom_becomes_theirs(piece, upright):
    table = lay_table(
        [piece(0, 1, 40, upright=upright), army(0, 2, 52), *FAR[1:]],
        tiles={40: COAST},
        owners={40: 1, 52: 0},
        settlements={40: "capital"},
    )
    table.armies[0] |= {number: army(0, number, 52) for number in (3, 4, 5)}

    close(table, Field(table))

    assert (owner(table, 40), standing(table, 40)) == (0, "city")


def test_a_tile_with_tokens_of_two_kingdoms_stays_as_it_is():
    table = lay_table([army(0, 1, 40), *FAR[:2], army(1, 3, 40)], owners={40: 2})

    close(table, Field(table))

    assert owner(table, 40) == 2


def test_an_empty_tile_stays_its_owners_and_the_ocean_nobodys():
    table = lay_table(
        [ship(0, 1, 41), *FAR], tiles={41: {"terrain": "ocean"}}, owners={42: 0, 44: 2}
    )

    close(table, Field(table))

    assert (owner(table, 41), owner(table, 42), owner(table, 44)) == (None, 0, 2)


def test_the_founder_who_gets_the_original_tile_back_has_a_capital_again():
    table = lay_table([army(0, 1, 40), *FAR], owners={40: 1}, settlements={40: "city"})
    table.original[0] = 40

    close(table, Field(table))

    assert standing(table, 40) == "capital"


# Units struck off


@pytest.mark.parametrize(
    ("mode", "strength", "left"),
    [("tabletop", True, []), ("tabletop", False, [1]), ("simple", True, [1])],
)
def test_an_army_without_units_is_gone_before_the_order_is_set(mode, strength, left):
    """The army still takes its tile: control (3) comes before the lists (4)."""
    pieces = [army(0, 1, 40), *FAR[2:]]
    table = lay_table(pieces, owners={42: 1}, battle_mode=mode, unit_strength=strength)
    table.rosters[0, 1] = Roster(0, 1, (Unit("Spearmen", 20, 500, strength=1, change=-3),))

    close(table, Field(table), {"order.year1.month1.1": [6, 1]} if not left else ())

    assert list(table.armies[0]) == left
    assert owner(table, 40) == 0
    assert table.order == [2, 0, 1]


# Out


def test_a_kingdom_without_tiles_and_tokens_is_out():
    table = lay_table(FAR, owners={55: 1})

    close(table, Field(table))

    assert table.alive == [False, True, True]
    assert told(table, "kingdom_out") == [{"kingdom": 0, "year": 1}]
    assert table.order == [2, 1, 0]


@pytest.mark.parametrize(("pieces", "owners"), [([], {40: 0}), ([ship(0, 1, 40)], {})])
def test_a_tile_or_a_ship_alone_keeps_a_kingdom_in(pieces, owners):
    table = lay_table([*pieces, *FAR], tiles={40: {"terrain": "coast"}}, owners=owners)

    close(table, Field(table))

    assert table.alive[0]


def test_who_lost_the_last_tile_to_this_reforms_control_is_out():
    table = lay_table(FAR, owners={55: 0})
    table.armies[1].clear()

    close(table, Field(table))

    assert owner(table, 55) == 2
    assert [each["kingdom"] for each in told(table, "kingdom_out")] == [0, 1]


def test_f22_a_kingdom_goes_out_once():
    table = lay_table(FAR)
    table.alive[0] = False

    close(table, Field(table))

    assert told(table, "kingdom_out") == []


# Player order


def test_example_15_the_two_tied_roll():
    pieces = [
        army(seat, n, 40 + seat)
        for seat, most in ((0, 3), (1, 5), (2, 3))
        for n in range(1, most + 1)
    ]
    table = lay_table(pieces, owners={40: 0, 41: 1, 42: 2})

    reform(table, Field(table), Scripted({"order.year1.month1.1": [2, 5]}))

    assert table.order == [1, 2, 0]


def test_armies_count_upright_or_not_aboard_or_not_and_ships_do_not():
    table = lay_table(
        [
            army(0, 1, 40, upright=False),
            army(0, 2, 40, aboard=1),
            ship(0, 1, 40),
            army(1, 1, 42),
            *(ship(1, number, 40) for number in (1, 2, 3)),
            *FAR[2:],
        ],
        tiles={40: COAST},
    )

    reform(table, Field(table), Scripted())

    assert table.order == [2, 0, 1]


def test_the_dice_of_winter_keep_the_label_of_the_year():
    table = lay_table([army(0, 1, 40), army(1, 1, 42), *FAR[2:]])
    table.month = 0

    set_order(table, Scripted({"order.year1.1": [1, 6]}))

    assert table.order == [2, 1, 0]


def test_the_stage_stays_as_it_is():
    table = lay_table(FAR, owners={40: 0})

    close(table, Field(table))

    assert (table.stage, table.month) == ("orders", 1)
