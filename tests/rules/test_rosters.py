"""Army lists: their shape, what a kingdom may have, who may know. Source: campaign.md 5."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import event, given

from campaign.rules.rosters import Extra, Roster, Unit, visible
from campaign.rules.tabletop.roster_review import list_problems, lists_problems, recruit_problems
from campaign.rules.tabletop.roster_sheet import list_json, read_list
from campaign.rules.winter.deploy import destroy_staged
from campaign.rules.winter.feed import feed
from campaign.rules.winter.recall import recall
from campaign.rules.winter.sheets import FeedSheet
from tests.rules.fields import lay_table, told
from tests.rules.lists import SHORT, at_war, codes, item, reader, roster, unit, winter
from tests.rules.play import examples, played, seeds

WRITTEN = {
    "ally": "Dwarfs",
    "units": [
        {
            "name": "Axemen",
            "size": 20,
            "points": 110,
            "strength": 2,
            "legend": False,
            "ally": True,
            "extras": [["Banner", 15, False], ["Ring of Frost", 20, True]],
        }
    ],
}


# the shape


def test_a_list_is_read_and_written_back():
    read = reader()

    found = read_list(read, WRITTEN, "list", 1, 4)

    extras = (Extra("Banner", 15), Extra("Ring of Frost", 20, magic=True))
    assert found == Roster(1, 4, (Unit("Axemen", 20, 110, 2, False, True, extras),), "Dwarfs")
    assert read.problems == []
    assert list_json(found) == WRITTEN
    assert found.cost == 145


def test_what_is_left_out_of_a_unit_is_ordinary():
    found = read_list(reader(), {"units": [SHORT]}, "list", 0, 1)

    assert found.units == (Unit("Spearmen", 20, 120, strength=1),)
    assert list_json(found) == {
        "units": [SHORT | {"strength": 1, "legend": False, "ally": False, "extras": []}]
    }


@pytest.mark.parametrize(
    ("given_list", "code"),
    [
        ("x", "not_a_sheet"),
        ({}, "list_empty"),
        ({"units": []}, "list_empty"),
        ({"units": "x"}, "not_a_list"),
        ({"units": [SHORT] * 41}, "too_many_lines"),
        ({"units": [SHORT], "army": 1}, "unknown_field"),
        ({"units": [SHORT], "ally": 3}, "not_a_name"),
        ({"units": ["x"]}, "not_a_sheet"),
        ({"units": [SHORT | {"name": ""}]}, "not_a_name"),
        ({"units": [SHORT | {"name": "a\x00b"}]}, "not_a_name"),
        ({"units": [SHORT | {"name": "a" * 61}]}, "not_a_name"),
        ({"units": [SHORT | {"name": "\ud800"}]}, "not_a_name"),
        ({"units": [{"name": "x", "size": 1}]}, "missing_field"),
        ({"units": [SHORT | {"points": -1}]}, "out_of_range"),
        ({"units": [SHORT | {"points": 10**400}]}, "out_of_range"),
        ({"units": [SHORT | {"size": 0}]}, "out_of_range"),
        ({"units": [SHORT | {"size": True}]}, "not_a_number"),
        ({"units": [SHORT | {"strength": 4}]}, "out_of_range"),
        ({"units": [SHORT | {"legend": 1}]}, "not_yes_or_no"),
        ({"units": [SHORT | {"extras": [["Banner", 15]]}]}, "not_an_extra"),
        ({"units": [SHORT | {"extras": [["Banner", "15", False]]}]}, "not_a_number"),
        ({"units": [SHORT | {"extras": [["Banner", 15, None]]}]}, "not_yes_or_no"),
        ({"units": [SHORT | {"extras": [["Banner", 15, False]] * 21}]}, "too_many_lines"),
    ],
)
def test_f13_a_list_of_the_wrong_shape_is_refused(given_list, code):
    read = reader()

    read_list(read, given_list, "purchases.2.list", 0, 0)

    assert code in codes(read.problems)


def test_a_problem_of_a_recruits_list_names_the_purchase():
    read = reader()

    read_list(read, {"units": [SHORT | {"size": 0}]}, "purchases.2.list", 0, 0)

    assert str(read.problems[0]).startswith("Purchases, line 3:")
    assert read.problems[0].where == "purchases.2.list.units.0.size"


# what a kingdom may have


def test_a_list_may_cost_as_many_points_as_an_army_has():
    table = at_war()
    full = roster(0, 1, unit(points=480, extras=(item(points=20),)))
    dear = roster(0, 1, unit(points=481, extras=(item(points=20),)))

    assert list_problems(table, 0, full) == []
    (problem,) = list_problems(table, 0, dear, "lists.0")
    assert str(problem) == (
        "Army lists, line 1: the list costs 501 points; at most 500 are allowed."
    )


def test_without_a_real_table_there_are_no_lists():
    table = lay_table()

    assert codes(list_problems(table, 0, roster(0, 1))) == ["lists_unused"]
    assert codes(recruit_problems(table, 0, roster(0, 0))) == ["lists_unused"]


def test_a_list_needs_its_army():
    assert codes(list_problems(at_war(), 0, roster(0, 3))) == ["unknown_army"]


def test_a_fixed_list_stands_and_one_that_fought_too():
    table = at_war(roster(0, 1), roster(0, 2, opened=True))

    assert codes(list_problems(table, 0, roster(0, 1))) == ["list_fixed"]
    assert codes(list_problems(table, 0, roster(0, 2))) == ["list_fought"]


def test_in_capitals_a_fresh_list_may_be_given_any_month():
    table = at_war(roster(0, 1, opened=True), edition="capitals")

    assert list_problems(table, 0, roster(0, 1, unit(points=500))) == []


def test_legends_and_magic_items_are_unique_in_the_kingdom():
    table = at_war(
        roster(0, 2, unit("Duke Aldric", legend=True), unit(extras=(item("Ring of Frost"),))),
        roster(1, 1, unit("Old Mother", legend=True)),
    )
    legend = roster(0, 1, unit("duke  ALDRIC", legend=True))
    ring = roster(0, 1, unit(extras=(item("ring of frost"),)))
    theirs = roster(0, 1, unit("Old Mother", legend=True))
    namesake = roster(0, 1, unit("Duke Aldric"), unit("Ring of Frost"))

    assert codes(list_problems(table, 0, legend)) == ["not_unique"]
    assert codes(list_problems(table, 0, ring)) == ["not_unique"]
    assert list_problems(table, 0, theirs) == []
    assert list_problems(table, 0, namesake) == []


def test_a_legend_stands_once_in_its_own_list_in_either_edition():
    twice = roster(0, 1, unit("Duke Aldric", legend=True), unit("Duke Aldric", legend=True))

    assert codes(list_problems(at_war(), 0, twice)) == ["not_unique"]
    assert codes(list_problems(at_war(edition="capitals"), 0, twice)) == ["not_unique"]


def test_in_capitals_nothing_is_unique_across_armies():
    table = at_war(roster(0, 2, unit("Duke Aldric", legend=True)), edition="capitals")

    assert list_problems(table, 0, roster(0, 1, unit("Duke Aldric", legend=True))) == []


def test_a_legend_struck_off_may_come_again():
    table = at_war(roster(0, 2, unit("Duke Aldric", legend=True, struck=True), opened=True))

    assert list_problems(table, 0, roster(0, 1, unit("Duke Aldric", legend=True))) == []


def test_lists_of_one_sheet_are_judged_together():
    table = at_war()
    legend = unit("Duke Aldric", legend=True)
    lists = [roster(0, 1, legend), roster(0, 2, legend), roster(0, 1)]

    problems = lists_problems(table, 0, lists)

    assert codes(problems) == ["not_unique", "list_twice"]
    assert [problem.where for problem in problems] == ["lists.1", "lists.2"]


def test_an_allied_army_is_wholly_allied():
    table = at_war(numbers=4)
    mixed = roster(0, 4, unit(), unit(ally=True), ally="Dwarfs")
    stray = roster(0, 4, unit(), unit(ally=True))

    assert codes(list_problems(table, 0, mixed)) == ["ally_mixed"]
    assert codes(list_problems(table, 0, stray)) == ["ally_mixed"]
    assert list_problems(table, 0, roster(0, 4, ally="Dwarfs")) == []


def test_an_allied_army_needs_three_others_beside_it():
    three = at_war(numbers=3)
    four = at_war(numbers=4)

    (problem,) = list_problems(three, 0, roster(0, 3, ally="Dwarfs"))
    assert (problem.code, problem.params["least"]) == ("ally_too_soon", 3)
    assert list_problems(four, 0, roster(0, 3, ally="Dwarfs")) == []


def test_a_kingdom_has_one_allied_army_and_never_as_its_first():
    table = at_war(roster(0, 5, ally="Elves"), numbers=5)
    fresh = at_war(numbers=4)

    assert codes(list_problems(table, 0, roster(0, 4, ally="Dwarfs"))) == ["ally_second"]
    assert codes(list_problems(fresh, 0, roster(0, 1, ally="Dwarfs"))) == ["ally_first"]
    both = [roster(0, 3, ally="Elves"), roster(0, 4, ally="Elves")]
    assert codes(lists_problems(at_war(numbers=5), 0, both)) == ["ally_second"]


def test_in_capitals_the_allies_of_an_army_are_settled_when_it_is_bought():
    table = at_war(roster(0, 3, ally="Dwarfs", opened=True), numbers=4, edition="capitals")

    assert list_problems(table, 0, roster(0, 3, ally="dwarfs")) == []
    assert codes(list_problems(table, 0, roster(0, 3))) == ["ally_fixed"]
    assert codes(list_problems(table, 0, roster(0, 4, ally="Elves"))) == ["ally_fixed"]


# armies that go take their lists along


def test_an_army_lost_in_recall_loses_its_list():
    table = winter(roster(0, 1), roster(1, 1), armies=1)
    table.claim(1, table.board.index[44], "city")

    recall(table, {})

    assert told(table, "army_lost")
    assert list(table.rosters) == [(1, 1)]


def test_armies_unfed_or_dismissed_lose_their_lists():
    table = winter(roster(0, 1), roster(0, 2), roster(0, 3))
    table.food[0] = 1

    feed(table, {0: FeedSheet(first=(1,), dismiss=(3,))})

    assert list(table.rosters) == [(0, 1)]


def test_an_army_without_room_loses_its_list():
    table = winter(roster(0, 1), armies=1)
    table.put_army(replace(table.armies[0][1], tile=None))

    destroy_staged(table, 0)

    assert table.rosters == {}


@examples
@given(seeds)
def test_f51_there_are_lists_of_standing_armies_only(seed):
    rules = {"battle_mode": "tabletop", "years": 2}
    listed = 0
    for _, _, step in played(seed, begin="winter", rules=rules):
        standing = {(army.kingdom, army.number) for army in step.state.armies}
        assert {(each.kingdom, each.army) for each in step.state.rosters} <= standing
        listed += len(step.state.rosters)
    event(f"lists seen: {min(listed, 1)}")


# who may know


def test_f43_of_closed_lists_only_the_owner_knows():
    mine, theirs = roster(0, 1), roster(1, 1)
    seen = roster(1, 2, opened=True)

    assert visible((mine, theirs, seen), 0) == (mine, seen)
    assert visible((mine, theirs, seen), None) == (seen,)


def test_where_lists_are_not_fixed_the_race_of_an_allied_army_is_public():
    lists = (roster(0, 1), roster(0, 4, ally="Dwarfs"), roster(1, 4, ally="Elves"))

    assert visible(lists, 0, name_allies=True) == (*lists[:2], Roster(1, 4, (), "Elves"))
    assert visible(lists, None, name_allies=True) == (
        Roster(0, 4, (), "Dwarfs"),
        Roster(1, 4, (), "Elves"),
    )
