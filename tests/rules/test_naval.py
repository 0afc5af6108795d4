"""Naval battles, dice in the sequence of section 6. Source: campaign.md 3c.2."""

from __future__ import annotations

import pytest

from campaign.rules.state import Plan
from tests.rules.war import army, fought, owner, places, ship, told, war


def test_a_river_takes_one_from_each_die_and_an_army_aboard_adds_one_example_12():
    # A's pair rolls 4: 4 + 1 - 1 = 4 sinks. B's bare ship rolls 4: 4 - 1 = 3 misses.
    tokens = [ship(0, 1, 2), army(0, 1, 2, aboard=1), ship(1, 1, 2)]
    table = war("prp", held={2: 1}, tokens=tokens)

    events = fought(table, 4, 4)

    assert told(events, "ship_lost", "kingdom", "ship", "reason") == [(1, 1, "sunk")]
    assert told(events, "battle_ended", "result", "winner") == [("win", 0)]
    assert owner(table, 2) == 0


@pytest.mark.parametrize(("terrain", "die", "sinks"), [("c", 4, 1), ("c", 3, 0), ("e", 4, 0)])
def test_a_bare_ship_sinks_by_a_4_and_on_a_river_mouth_by_a_5(terrain, die, sinks):
    table = war(f"p{terrain}p", tokens=[ship(0, 1, 2), ship(1, 1, 2)])

    events = fought(table, die, 1, *(() if sinks else (6, 1)))

    assert told(events, "ship_lost", "kingdom")[0] == 1
    assert len(told(events, "battle_rolled", "round")) == (2 if sinks else 4)


def test_a_pair_on_the_coast_sinks_by_a_3():
    tokens = [ship(0, 1, 2), army(0, 1, 2, aboard=1), ship(1, 1, 2)]
    table = war("pcp", tokens=tokens)

    events = fought(table, 3, 1)

    assert told(events, "ship_lost", "kingdom") == [1]


def test_both_volleys_count_together_and_there_may_be_no_result_example_23():
    tokens = [ship(0, 1, 2), ship(1, 1, 2), army(0, 1, 2, down=True), army(1, 1, 2, down=True)]
    table = war("pcp", held={2: 1}, tokens=tokens)

    events = fought(table, 4, 6)

    assert told(events, "ship_lost", "kingdom") == [0, 1]
    assert told(events, "battle_ended", "result", "winner") == [("none", -1)]
    assert places(table) == {"0a1": (2, False), "1a1": (2, False)}
    assert owner(table, 2) == 1


def test_a_mixed_battle_on_the_coast_example_24():
    # Round 1: A's pair 3 + 1 sinks one of two, B rolls 1 and 2. Round 2: 5 + 1 sinks, B's 3 misses.
    tokens = [ship(0, 1, 2), army(0, 1, 2, aboard=1), army(0, 2, 2), ship(1, 1, 2), ship(1, 2, 2)]
    table = war("pcp", held={1: 0, 2: 1, 3: 1}, tokens=tokens, winner_advance=False)

    events = fought(table, 3, 1, 2, 5, 3)

    assert told(events, "battle_rolled", "kingdom", "round", "dice") == [
        (0, 1, "3"),
        (1, 1, "1,2"),
        (0, 2, "5"),
        (1, 2, "3"),
    ]
    assert told(events, "ship_lost", "ship") == [2, 1]
    assert owner(table, 2) == 0
    assert places(table) == {"0a1": (2, True), "0a2": (2, True), "0s1": (2, True)}


def test_the_armies_of_the_loser_must_retreat_too_example_24():
    # B sinks A's pair, its army with it; A's lone army goes to tile 1 and lies down.
    tokens = [ship(0, 1, 2), army(0, 1, 2, aboard=1), army(0, 2, 2), ship(1, 1, 2), ship(1, 2, 2)]
    table = war("pcp", held={1: 0, 2: 1, 3: 1}, tokens=tokens)

    events = fought(table, 2, 1, 4)

    assert told(events, "army_lost", "army", "reason") == [(1, "sunk")]
    assert told(events, "ship_lost", "kingdom", "ship") == [(0, 1)]
    assert places(table)["0a2"] == (1, False)


def test_only_upright_ships_fight_and_can_be_sunk():
    # A hits twice, but B has one upright ship; the other, on its side, flees as a loser's token.
    tokens = [ship(0, 1, 2), ship(0, 2, 2), ship(1, 1, 2), ship(1, 2, 2, down=True)]
    table = war("ror", held={1: 0, 3: 1}, tokens=tokens)

    events = fought(table, 6, 6, 1)

    assert told(events, "ship_lost", "ship") == [1]
    assert places(table)["1s2"] == (3, False)


def test_the_loser_of_ships_picks_which_by_its_instruction():
    tokens = [ship(0, 1, 2), *(ship(1, n, 2) for n in (1, 2, 3))]
    plans = (Plan(), Plan(sacrifice=((None, 2),)))
    table = war("oco", tokens=tokens, plans=plans)

    events = fought(table, 6, 4, 1, 1)

    assert told(events, "ship_lost", "kingdom", "ship") == [(0, 1), (1, 2)]


def test_a_named_army_means_the_ship_that_carries_it():
    tokens = [ship(0, 1, 2), ship(1, 1, 2), ship(1, 2, 2), army(1, 5, 2, aboard=1)]
    plans = (Plan(), Plan(sacrifice=((5, None),)))
    table = war("oco", tokens=tokens, plans=plans)

    events = fought(table, 6, 1, 4)

    assert told(events, "ship_lost", "kingdom", "ship") == [(0, 1), (1, 1)]


def test_by_default_bare_ships_go_first_and_of_equals_the_highest_number():
    tokens = [ship(0, n, 2) for n in (1, 2, 3)]
    tokens += [ship(1, n, 2) for n in (1, 2, 3, 4)] + [army(1, 1, 2, aboard=4)]
    table = war("oco", tokens=tokens)

    events = fought(table, 6, 6, 6, 4, 4, 4, 3)

    assert told(events, "ship_lost", "kingdom", "ship")[3:] == [(1, 3), (1, 2), (1, 1)]


def test_who_breaks_off_does_so_as_soon_as_it_has_fewer():
    # Even at first: no. A loses one of two: beaten, and flees to its river tile.
    tokens = [ship(0, 1, 2), ship(0, 2, 2), ship(1, 1, 2), ship(1, 2, 2)]
    plans = (Plan(break_off=True), Plan(break_off=True))
    table = war("rco", held={1: 0, 2: 0}, tokens=tokens, plans=plans)

    events = fought(table, 1, 1, 1, 1, 3, 3, 4, 1)

    assert told(events, "beaten", "kingdom", "round") == [(0, 2)]
    assert told(events, "battle_ended", "result", "winner") == [("win", 1)]
    assert places(table)["0s1"] == (1, False)
    assert owner(table, 2) == 1


def test_by_default_a_kingdom_fights_to_the_end():
    tokens = [ship(0, 1, 2), ship(0, 2, 2), ship(1, 1, 2), ship(1, 2, 2)]
    table = war("rco", tokens=tokens)

    events = fought(table, 1, 1, 4, 1, 1, 4, 1)

    assert told(events, "beaten", "kingdom") == []
    assert told(events, "ship_lost", "kingdom") == [0, 0]


def test_after_twenty_rounds_the_attacker_is_beaten():
    table = war("roo", held={1: 0}, tokens=[ship(0, 1, 2), ship(1, 1, 2)])

    events = fought(table, *[1] * 40)

    assert told(events, "beaten", "kingdom", "round") == [(0, 20)]
    assert places(table) == {"0s1": (1, False), "1s1": (2, True)}


def test_nobody_comes_to_control_the_ocean():
    table = war("roo", held={1: 1}, tokens=[ship(0, 1, 2), ship(1, 1, 2)], winner_advance=False)

    events = fought(table, 6, 1)

    assert told(events, "battle_ended", "winner") == [0]
    assert owner(table, 2) is None
