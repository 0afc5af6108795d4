"""Battles on a real table: before, after, and what Reform strikes off. Source: 3c, 3e.4, 5."""

from __future__ import annotations

from dataclasses import replace

import pytest

from campaign.rules.field import Field
from campaign.rules.rosters import Extra, Roster
from campaign.rules.state import Battle, Report, Rout
from campaign.rules.summer.reform import reform
from campaign.rules.tabletop.effects import apply_report, begin, played_strength, strike_off
from games.engine.chance import Scripted
from tests.rules.fields import army, ship, told
from tests.rules.lists import at_war, roster, unit


def battle(**facts):
    """Return a battle on hex 40 of army 1 of kingdom 0 against army 1 of kingdom 1."""
    standard = {"attackers": (1,), "defenders": (1,)} | facts
    return Battle(3, 40, 0, 1, "tabletop", **standard)


def begun(table, dice=(), shuffles=(), **facts):
    """Begin a battle with these dice and shuffles, all of which must be used."""
    chance = Scripted(dice, shuffles)
    started = begin(table, battle(**facts), chance)
    assert chance.unused() == ()
    return started


# before the battle


def test_in_classic_a_battle_begins_without_dice_and_cards():
    table = at_war()
    table.strategies = [2, 2]

    assert begun(table) == battle()
    assert table.events == []


@pytest.mark.parametrize(
    ("tile", "die", "weather"),
    [
        ({"river": True}, 1, "boggy"),
        ({"river": True}, 3, "boggy"),
        ({"river": True}, 4, "clear"),
        ({"river": True, "terrain": "mountain"}, 2, "boggy"),
        ({"river": True, "terrain": "coast"}, 6, "clear"),
        ({"terrain": "mountain"}, 1, "unstable"),
        ({"terrain": "mountain"}, 3, "unstable"),
        ({"terrain": "mountain"}, 4, "clear"),
        ({"terrain": "coast"}, 3, "reduced_visibility"),
        ({"terrain": "forest"}, 2, "reduced_visibility"),
        ({"terrain": "forest"}, 5, "clear"),
        ({"terrain": "plain"}, 1, "passing_engagement"),
        ({"terrain": "plain"}, 2, "clear"),
        ({"terrain": "plain"}, 5, "clear"),
        ({"terrain": "plain"}, 6, "scouting_failure"),
    ],
)
def test_one_die_gives_the_conditions_by_terrain(tile, die, weather):
    table = at_war(edition="capitals", tiles={40: tile})

    started = begun(table, {"battle.3.weather": [die]})

    assert started.weather == die
    assert told(table, "weather_rolled") == [
        {"battle": 3, "tile": 40, "die": die, "weather": weather}
    ]


def test_each_side_draws_as_many_strategy_cards_as_it_has_learned():
    table = at_war(edition="capitals")
    table.strategies = [2, 0]

    started = begun(table, {"battle.3.weather": [4]}, {"battle.3.strategies.0": [10, 4]})

    assert started.cards == ((5, 11), ())
    assert told(table, "strategy_drawn") == [
        {"battle": 3, "kingdom": 0, "card": 5},
        {"battle": 3, "kingdom": 0, "card": 11},
    ]


def test_nobody_draws_more_cards_than_the_deck_holds():
    table = at_war(edition="capitals", strategy_cards=3)
    table.strategies = [1, 9]
    shuffles = {"battle.3.strategies.0": [2], "battle.3.strategies.1": []}

    started = begun(table, {"battle.3.weather": [4]}, shuffles)

    assert started.cards == ((3,), (1, 2, 3))


def test_the_lists_of_all_who_fight_are_opened_and_no_others():
    table = at_war(*(roster(seat, n) for seat in range(2) for n in (1, 2)), numbers=3)

    begun(table, attackers=(1, 3), defenders=(2,))

    assert [key for key, each in table.rosters.items() if each.open] == [(0, 1), (1, 2)]
    assert told(table, "roster_opened") == [
        {"kingdom": 0, "army": 1},
        {"kingdom": 1, "army": 2},
    ]
    begun(table, attackers=(1,), defenders=(2,))
    assert len(told(table, "roster_opened")) == 2


# what a report changes


def reported(*routs, **facts):
    """Return a battle that kingdom 0 won with these routs."""
    return battle(report=Report(0, tuple(sorted(routs))), **facts)


def changes(table, seat, number=1):
    return [each.change for each in table.rosters[seat, number].units]


def test_a_unit_loses_strength_when_routed_and_gains_it_for_its_first_rout():
    table = at_war(roster(0, 1, unit(), unit()), roster(1, 1, unit(), unit()))
    routs = (Rout(1, 1, 1, 0, 1, 2), Rout(1, 1, 2, 0, 1, 2), Rout(0, 1, 1))

    apply_report(table, reported(*routs))

    assert changes(table, 0) == [-1, 1]
    assert changes(table, 1) == [-1, -1]
    assert told(table, "unit_grew") == [{"kingdom": 0, "army": 1, "unit": 2, "change": 1}]
    assert [(e["kingdom"], e["unit"], e["by_unit"]) for e in told(table, "unit_routed")] == [
        (0, 1, 0),
        (1, 1, 2),
        (1, 2, 2),
    ]


def test_a_unit_that_routs_and_is_routed_stays_as_it_was():
    table = at_war(roster(0, 1), roster(1, 1))

    apply_report(table, reported(Rout(1, 1, 1, 0, 1, 1), Rout(0, 1, 1, 1, 1, 1)))

    assert changes(table, 0) == changes(table, 1) == [0]


def test_changes_add_up_from_battle_to_battle():
    table = at_war(roster(0, 1), roster(1, 1, unit(), unit()))

    apply_report(table, reported(Rout(1, 1, 1, 0, 1, 1)))
    apply_report(table, reported(Rout(1, 1, 1, 0, 1, 1)))

    assert changes(table, 0) == [2]
    assert changes(table, 1) == [-2, 0]


def test_without_the_rule_units_rout_and_stay_as_they_are():
    table = at_war(roster(0, 1), roster(1, 1), edition="capitals")

    apply_report(table, reported(Rout(1, 1, 1, 0, 1, 1)))

    assert changes(table, 0) == changes(table, 1) == [0]
    assert len(told(table, "unit_routed")) == 1
    assert told(table, "unit_grew") == []


def test_f05_a_report_of_armies_without_lists_changes_nothing():
    table = at_war()

    apply_report(table, reported(Rout(1, 1, 40, 0, 1, 7)))

    assert table.rosters == {}
    assert told(table, "unit_grew") == []


def test_a_battle_left_to_the_dice_routs_nobody():
    table = at_war(roster(0, 1), roster(1, 1))

    apply_report(table, battle(report=Report(None, (), simple=True)))

    assert table.events == []


@pytest.mark.parametrize(
    ("own", "change", "played"),
    [(1, 0, 1), (1, 1, 2), (2, 4, 3), (3, 1, 3), (1, -2, 0), (0, -1, 0), (0, 3, 3)],
)
def test_on_the_table_strength_is_played_from_0_to_3(own, change, played):
    assert played_strength(unit(strength=own, change=change)) == played


# what Reform strikes off


def test_a_unit_at_minus_2_is_struck_off_with_its_points():
    spent = unit("Axemen", 120, change=-3, extras=(Extra("Banner", 15),))
    table = at_war(roster(0, 1, unit("Spearmen", 365, change=-2), spent, opened=True))

    strike_off(table, Field(table))

    assert [each.struck for each in table.rosters[0, 1].units] == [False, True]
    assert table.rosters[0, 1].cost == 365
    assert table.armies[0][1].points == 365
    assert told(table, "unit_struck") == [{"kingdom": 0, "army": 1, "unit": 2, "points": 365}]


def test_a_unit_is_struck_off_once():
    table = at_war(roster(0, 1, unit(), unit(points=200, change=-3), opened=True))
    field = Field(table)

    strike_off(table, field)
    strike_off(table, field)

    assert table.armies[0][1].points == 300
    assert len(told(table, "unit_struck")) == 1


def test_the_own_strength_counts_too():
    table = at_war(
        roster(0, 1, unit(strength=3, change=-4), unit(strength=0, change=-2), unit(), opened=True)
    )

    strike_off(table, Field(table))

    assert [each.struck for each in table.rosters[0, 1].units] == [False, True, False]


def test_an_army_without_units_is_removed_with_its_list():
    table = at_war(roster(0, 1, unit(points=500, change=-3), opened=True), roster(0, 2))
    field = Field(table)

    strike_off(table, field)

    assert sorted(table.armies[0]) == [2]
    assert list(table.rosters) == [(0, 2)]
    assert [t.army for t in field.on(table.board.index[40], 0)] == [2]
    assert told(table, "army_lost") == [
        {"kingdom": 0, "army": 1, "tile": 40, "points": 0, "reason": "struck"}
    ]


def test_a_cheap_army_is_removed_all_the_same():
    table = at_war(roster(0, 1, unit(points=300, change=-3), opened=True))

    strike_off(table, Field(table))

    assert told(table, "army_lost")[0]["points"] == 200


def test_an_army_without_points_is_removed_even_with_units_left():
    """The dice took 400 of its 500 points before: at 0 it is destroyed (6)."""
    table = at_war(roster(0, 1, unit(points=300, change=-3), unit(points=200), opened=True))
    table.put_army(replace(table.armies[0][1], points=100))

    strike_off(table, Field(table))

    assert told(table, "unit_struck") == [{"kingdom": 0, "army": 1, "unit": 1, "points": 0}]
    assert sorted(table.armies[0]) == [2]


def test_a_struck_army_aboard_goes_with_its_ship():
    table = at_war(roster(0, 1, unit(change=-3), opened=True), tiles={40: {"terrain": "coast"}})
    table.ships[0][1] = ship(0, 1, 40)
    table.put_army(army(0, 1, 40, aboard=1))

    strike_off(table, Field(table))

    assert sorted(table.armies[0]) == [2]
    assert table.ships[0] == {}
    assert [event["reason"] for event in told(table, "ship_lost")] == ["struck"]


def test_armies_without_lists_or_with_hidden_ones_are_left_alone():
    table = at_war()
    table.rosters[0, 1] = Roster(0, 1, (), "Dwarfs")

    strike_off(table, Field(table))

    assert table.events == []
    assert sorted(table.armies[0]) == [1, 2]


def test_reform_strikes_off_only_with_the_rule_and_at_the_table():
    for rules, struck in (
        ({}, True),
        ({"unit_strength": False}, False),
        ({"battle_mode": "simple"}, False),
    ):
        table = at_war(roster(0, 1, unit(change=-3), unit(), opened=True), numbers=1, **rules)
        table.claim(0, table.board.index[40], None)
        table.claim(1, table.board.index[1], None)

        reform(table, Field(table), Scripted([1, 2, 3, 4]))

        assert bool(told(table, "unit_struck")) == struck
