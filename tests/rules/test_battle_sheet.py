"""The battle sheet: the facts of a battle on a real table. Source: campaign.md 5."""

from __future__ import annotations

import pytest

from campaign.rules.state import Battle
from campaign.rules.tabletop.battle_sheet import ArmyFacts, SideFacts, battle_sheet
from tests.rules.fields import army
from tests.rules.lists import at_war, roster

# what the defending side gets: terrain pieces it may change, area pieces, obstacles
BARE, VILLAGE, CITY, FORTRESS = (1, 0, 0), (0, 1, 2), (0, 2, 2), (0, 2, 4)


def fought(attackers=(1,), defenders=(1,), **facts):
    return Battle(2, 40, 0, 1, "tabletop", tuple(attackers), tuple(defenders), **facts)


def defended(settlement=None, owner=1, defenders=((1, 1),), **facts):
    """Return the sheet of a battle on a hex with a settlement; these armies defend."""
    table = at_war(**facts)
    table.claim(owner, table.board.index[40], settlement)
    table.defending = set(defenders)
    return battle_sheet(table, fought())


def pieces(sheet):
    assert sheet.defence is not None
    return sheet.defence.changes, sheet.defence.areas, sheet.defence.obstacles


def test_a_sheet_names_the_place_the_time_and_both_sides():
    table = at_war(roster(0, 1, opened=True), roster(1, 1), tiles={40: {"river": True}})
    table.claim(1, table.board.index[40], "village")
    table.races = ["Dwarfs", "Elves"]
    table.year, table.month = 2, 4
    table.put_army(army(0, 2, 40, points=300))

    sheet = battle_sheet(table, fought((1, 2), (1,), cards=((3, 7), ()), last_stand=True))

    assert (sheet.number, sheet.year, sheet.month, sheet.mode) == (2, 2, 4, "tabletop")
    assert (sheet.tile, sheet.terrain, sheet.river) == (40, "plain", True)
    assert (sheet.settlement, sheet.controller, sheet.last_stand) == ("village", 1, True)
    first = ArmyFacts(1, 500, False, table.rosters[0, 1])
    assert sheet.attacker == SideFacts(
        0, "Dwarfs", 800, (first, ArmyFacts(2, 300, False, None)), (3, 7)
    )
    assert sheet.defender == SideFacts(1, "Elves", 500, (ArmyFacts(1, 500, False, None),), ())


@pytest.mark.parametrize(
    ("mine", "theirs", "size"),
    [
        (1, 1, (4, 4)),
        (2, 1, (4, 4)),
        (1, 3, (5, 4)),
        (4, 3, (6, 4)),
        (2, 5, (6, 4)),
        (6, 6, (8, 4)),
        (7, 1, (8, 4)),
    ],
)
def test_the_larger_side_gives_the_size_of_the_table(mine, theirs, size):
    table = at_war(numbers=7, max_armies=8)

    sheet = battle_sheet(table, fought(range(1, mine + 1), range(1, theirs + 1)))

    assert sheet.size == size


@pytest.mark.parametrize(
    ("settlement", "expected", "objectives"),
    [
        (None, BARE, 0),
        ("village", VILLAGE, 0),
        ("city", CITY, 1),
        ("capital", CITY, 1),
        ("fortress", FORTRESS, 2),
    ],
)
def test_classic_defending_gives_terrain_and_objectives_by_settlement(
    settlement, expected, objectives
):
    sheet = defended(settlement)

    assert (sheet.garrison, pieces(sheet)) == (1, expected)
    assert (sheet.objectives, sheet.scenario) == (objectives, "rolled")


@pytest.mark.parametrize(
    ("settlement", "expected", "scenario"),
    [
        (None, BARE, "rolled"),
        ("village", VILLAGE, "rolled"),
        ("city", CITY, "rolled"),
        ("fortress", FORTRESS, "defended_fortress"),
    ],
)
def test_capitals_has_no_objectives_but_the_defended_fortress(settlement, expected, scenario):
    sheet = defended(settlement, edition="capitals")

    assert pieces(sheet) == expected
    assert (sheet.objectives, sheet.scenario) == (0, scenario)


@pytest.mark.parametrize(
    ("edition", "objectives", "expected"),
    [("classic", False, (0, "defended_fortress")), ("capitals", True, (2, "rolled"))],
)
def test_the_toggle_decides_between_objectives_and_the_scenario(edition, objectives, expected):
    sheet = defended("fortress", edition=edition, battle_objectives=objectives)

    assert (sheet.objectives, sheet.scenario) == expected


def test_without_an_army_that_defends_nobody_gets_anything():
    sheet = defended("fortress", defenders=((1, 2), (0, 2)))

    assert (sheet.garrison, sheet.defence, sheet.objectives) == (None, None, 0)
    assert sheet.scenario == "rolled"


def test_an_attacker_that_defends_its_fortress_has_its_walls():
    sheet = defended("fortress", owner=0, defenders=((0, 1),))

    assert (sheet.garrison, pieces(sheet)) == (0, FORTRESS)
    assert sheet.attacker.armies[0].defends


def test_a_foreign_settlement_helps_nobody():
    assert pieces(defended("fortress", owner=0, defenders=((1, 1),))) == BARE


def test_if_both_defend_the_controller_counts_else_the_side_attacked():
    both = ((0, 1), (1, 1))

    assert defended("village", owner=0, defenders=both).garrison == 0
    assert defended("village", owner=1, defenders=both).garrison == 1
    table = at_war()
    table.defending = set(both)
    assert battle_sheet(table, fought()).garrison == 1


def test_conditions_are_named_once_rolled():
    table = at_war(edition="capitals", tiles={40: {"terrain": "mountain"}})

    rolled, none = battle_sheet(table, fought(weather=2)), battle_sheet(table, fought())

    assert (rolled.die, rolled.weather) == (2, "unstable")
    assert (none.die, none.weather) == (0, "")


def test_f05_an_army_that_is_gone_is_left_out():
    table = at_war(numbers=1)

    sheet = battle_sheet(table, fought((1, 2), (1,)))

    assert [each.number for each in sheet.attacker.armies] == [1]


def test_f43_a_list_that_is_still_closed_is_on_no_sheet():
    table = at_war(roster(0, 1), roster(1, 1, opened=True))

    sheet = battle_sheet(table, fought())

    assert sheet.attacker.armies[0].roster is None
    assert sheet.defender.armies[0].roster == table.rosters[1, 1]
