"""What battles bring: retreats, control, the winner's step, might. Source: campaign.md 3d."""

from __future__ import annotations

from dataclasses import replace

import pytest

from campaign.rules.battle.results import havens
from campaign.rules.field import Field
from campaign.rules.state import Crossing, Plan, Report
from campaign.rules.tokens import Token
from tests.rules.war import army, fought, owner, places, ship, told, war

STEP = ("kingdom", "army", "ship", "start", "tile", "upright")


def beaten_army(*rows: str, plan: Plan | None = None, **field):
    """Let B's lone army 1 on tile 2 lose against A by 6 against 1, and fall to 400."""
    plans = (Plan(), plan or Plan())
    tokens = [army(0, 1, 2), army(1, 1, 2), *field.pop("more", ())]
    table = war(*rows, tokens=tokens, plans=plans, **field)
    fought(table, 6, 1)
    return table


def test_the_loser_retreats_to_a_tile_it_controls_and_lies_down():
    table = beaten_army("ppp", held={1: 0, 2: 1, 3: 1})

    assert told(table.events, "retreated", *STEP) == [(1, 1, 0, 2, 3, 0)]
    assert places(table)["1a1"] == (3, False)
    assert owner(table, 2) == 0


def test_every_token_of_the_loser_retreats_armies_then_ships_a_pair_as_one():
    # The two on their side and the ships go too; the pair is its ship's, B's tile 3 is a river.
    more = [
        army(1, 3, 2, down=True),
        army(1, 2, 2, down=True, aboard=1),
        ship(1, 1, 2, down=True),
        ship(1, 2, 2, down=True),
    ]
    table = beaten_army("pcr", held={2: 1, 3: 1}, more=more)

    assert told(table.events, "retreated", *STEP) == [
        (1, 1, 0, 2, 3, 0),
        (1, 3, 0, 2, 3, 0),
        (1, 2, 1, 2, 3, 0),
        (1, 0, 2, 2, 3, 0),
    ]


def test_an_army_that_can_go_nowhere_is_destroyed():
    table = beaten_army("ppp", held={1: 0, 2: 1, 3: 0})

    assert told(table.events, "army_lost", "army", "points", "reason") == [(1, 400, "no_retreat")]


def test_a_water_edge_and_marsh_stop_an_army_but_ocean_takes_a_ship_example_26():
    # B controls 2 itself and 6, which does not touch it; marsh 4 takes nobody. The ship goes to 3.
    more = [ship(1, 1, 2, down=True)]
    table = beaten_army("pco", "xpp", held={1: 0, 2: 1, 5: 0, 6: 1}, more=more)

    assert told(table.events, "army_lost", "army", "reason") == [(1, "no_retreat")]
    assert places(table)["1s1"] == (3, False)


def test_a_controlled_tile_across_a_water_edge_is_no_haven_for_an_army():
    # The coast 2 bears water towards the ocean 3 only; 3's edges bear water on all sides.
    tokens = [army(1, 1, 2), ship(1, 1, 2), army(1, 2, 2, aboard=1)]
    table = war("pco", "ccx", held={1: 1, 2: 0, 4: 1, 5: 1}, tokens=tokens)
    table.board = replace_edge(table.board, 2, 5)
    field = Field(table)

    assert havens(field, Token(1, None, 1), 1) == [0, 3]
    assert havens(field, Token(1, 1, 2), 1) == [2, 3, 4]


def replace_edge(board, one: int, other: int):
    """Return the board with water on the edge between two tiles, by number."""
    start, goal = board.index[one], board.index[other]
    row = list(board.borders[start])
    row[board.across[start].index(goal)] = "water"
    borders = (*board.borders[:start], tuple(row), *board.borders[start + 1 :])
    return replace(board, borders=borders)


def test_a_ship_does_not_flee_to_an_ocean_tile_with_enemy_ships():
    tokens = [ship(1, 1, 2), ship(0, 1, 3, down=True)]
    table = war("oco", held={2: 0}, tokens=tokens)

    assert havens(Field(table), Token(1, 1, None), 1) == [0]


def test_a_beaten_army_keeps_out_of_a_third_kingdoms_tile():
    table = beaten_army("ppp", held={1: 2, 2: 1, 3: 1}, seats=3)

    assert places(table)["1a1"] == (3, False)


@pytest.mark.parametrize(
    ("built", "goal"),
    [
        ({1: "capital", 3: "fortress"}, 1),
        ({1: "city", 3: "fortress"}, 3),
        ({1: "village", 3: "city"}, 3),
        ({3: "village"}, 3),
        ({}, 1),
    ],
)
def test_the_default_retreat_is_the_best_settlement_then_the_lowest_number(built, goal):
    table = beaten_army("ppp", held={1: 1, 2: 1, 3: 1}, built=built)

    assert places(table)["1a1"] == (goal, False)


def test_the_default_retreat_avoids_enemies_before_anything_else():
    more = [army(0, 2, 1, down=True)]
    table = beaten_army("ppp", held={1: 1, 2: 1, 3: 1}, built={1: "capital"}, more=more)

    assert places(table)["1a1"] == (3, False)


def test_the_default_retreat_of_a_ship_is_a_controlled_tile_before_the_ocean():
    more = [ship(1, 1, 2, down=True)]
    table = beaten_army("oce", held={2: 1, 3: 1}, more=more)

    assert places(table)["1s1"] == (3, False)


def test_a_ship_prefers_a_sea_without_enemies_to_its_tile_with_some():
    more = [ship(1, 1, 2, down=True), army(0, 2, 3, down=True)]
    table = beaten_army("oce", held={2: 1, 3: 1}, more=more)

    assert places(table)["1s1"] == (1, False)


def test_the_instruction_retreat_takes_the_first_tile_that_is_legal():
    more = [army(0, 2, 1, down=True)]
    plan = Plan(retreat=(9, 2, 1, 3))
    table = beaten_army("ppp", held={1: 1, 2: 1, 3: 1}, plan=plan, more=more)

    assert places(table)["1a1"] == (1, False)


def test_a_retreat_is_a_crossing_and_ends_the_defence():
    table = beaten_army("ppp", held={1: 0, 2: 1, 3: 1}, defending=[(1, 1)])

    assert table.crossings == [Crossing(1, 1, 2, 3)]
    assert table.defending == set()


def test_a_draw_sends_both_from_a_third_kingdoms_tile_upright_example_25():
    # A has tile 1 to go to; B has none and is destroyed. The attacker goes first.
    tokens = [army(0, 1, 2), army(1, 1, 2)]
    table = war("ppp", held={1: 0, 2: 2, 3: 2}, tokens=tokens, seats=3)

    events = fought(table, 1, 1)

    assert told(events, "retreated", *STEP) == [(0, 1, 0, 2, 1, 1)]
    assert told(events, "army_lost", "kingdom", "reason") == [(1, "no_retreat")]
    assert owner(table, 2) == 2


def test_after_a_draw_tokens_keep_their_posture_and_the_controller_stays():
    tokens = [army(0, 1, 2), army(0, 2, 2, down=True), army(1, 1, 2), army(1, 2, 2, down=True)]
    table = war("ppp", held={1: 0, 2: 1}, tokens=tokens)

    fought(table, 1, 1)

    assert places(table) == {
        "0a1": (1, True),
        "0a2": (1, False),
        "1a1": (2, True),
        "1a2": (2, False),
    }


def test_after_a_draw_the_attacker_may_be_the_one_who_stays():
    tokens = [army(0, 1, 2), army(1, 1, 2)]
    table = war("ppp", held={2: 0, 3: 1}, tokens=tokens)

    fought(table, 1, 1)

    assert places(table) == {"0a1": (2, True), "1a1": (3, True)}


def test_the_winner_takes_the_tile_even_from_a_third_kingdom_with_tokens_there():
    tokens = [army(0, 1, 2), army(1, 1, 2), army(2, 1, 2, down=True)]
    table = war("ppp", held={2: 2, 3: 1}, tokens=tokens)
    table.order = [1, 0, 2]

    events = fought(table, 6, 1)

    assert told(events, "tile_taken", "kingdom", "tile", "loser")[0] == (1, 2, 2)


def test_a_capital_that_is_won_becomes_a_city():
    table = beaten_army("ppp", held={1: 0, 2: 1, 3: 1}, built={2: "capital"})

    assert told(table.events, "capital_fell", "kingdom", "tile", "captor") == [(1, 2, 0)]
    assert table.settlements[1] == "city"


def victor(plan: Plan, *more, rows=("ppp",), **field):
    """Let A's armies on tile 2 beat B's one; return the table."""
    tokens = [army(0, 1, 2), army(1, 1, 2), *more]
    table = war(*rows, tokens=tokens, plans=(plan, Plan()), **field)
    fought(table, 6, 1)
    return table


def test_the_winner_may_take_a_step_to_a_tile_it_controls():
    plan = Plan(advance=((1, None, 3), (1, None, 1)))
    table = victor(plan, held={1: 0, 2: 1, 3: 1})

    assert told(table.events, "advanced", "kingdom", "army", "ship", "start", "tile") == [
        (0, 1, 0, 2, 1)
    ]
    assert places(table)["0a1"] == (1, True)
    assert table.crossings[-1] == Crossing(0, 1, 2, 1)


def test_without_an_instruction_nobody_steps():
    table = victor(Plan(), held={1: 0, 2: 1, 3: 1})

    assert told(table.events, "advanced", "army") == []


def test_a_token_on_its_side_does_not_step():
    plan = Plan(advance=((2, None, 1),))
    table = victor(plan, army(0, 2, 2, down=True), held={1: 0, 2: 1, 3: 1})

    assert told(table.events, "advanced", "army") == []


def test_a_ship_steps_as_a_ship_and_only_one_token_steps():
    # The lone army cannot follow; the ocean is nobody's, so the ship cannot go there.
    plan = Plan(advance=((None, 1, 1), (None, 1, 3), (1, None, 3)))
    more = ship(0, 1, 2)
    table = victor(plan, more, rows=("oce",), held={2: 1, 3: 0})

    assert told(table.events, "advanced", "army", "ship", "tile") == [(0, 1, 3)]
    assert places(table)["0a1"] == (2, True)


def test_without_the_toggle_there_is_no_step():
    plan = Plan(advance=((1, None, 1),))
    table = victor(plan, held={1: 0, 2: 1, 3: 1}, winner_advance=False)

    assert told(table.events, "advanced", "army") == []


def test_there_is_no_step_after_a_draw():
    plans = (Plan(), Plan(advance=((1, None, 3),)))
    table = war("ppp", held={2: 1, 3: 1}, tokens=[army(0, 1, 2), army(1, 1, 2)], plans=plans)

    events = fought(table, 1, 1)

    assert told(events, "advanced", "army") == []


def at_the_table(report: Report, **toggles):
    """Fight 1 against 1 on B's tile 2 in tabletop mode, with this report."""
    table = war(
        "ppp",
        held={1: 0, 2: 1, 3: 1},
        tokens=[army(0, 1, 2), army(1, 1, 2)],
        battle_mode="tabletop",
        **toggles,
    )
    fought(table)
    table.waiting[0] = replace(table.waiting[0], report=report)
    return table


def test_a_battle_won_at_the_table_is_worth_might():
    table = at_the_table(Report(0), might=True)

    events = fought(table)

    assert table.might == [1, 0]
    assert told(events, "might_won", "kingdom", "might") == [(0, 1)]


def test_without_the_toggles_there_is_neither_might_nor_strategy():
    table = at_the_table(Report(0))

    fought(table)

    assert (table.might, table.strategies) == ([0, 0], [0, 0])


def test_a_draw_is_worth_nothing_and_teaches_nothing():
    table = at_the_table(Report(None), might=True, strategies=True)

    fought(table)

    assert (table.might, table.strategies) == ([0, 0], [0, 0])


def test_dice_give_no_might_but_a_lost_battle_teaches():
    table = at_the_table(Report(None, simple=True), might=True, strategies=True)

    fought(table, 1, 5)

    assert (table.might, table.strategies) == ([0, 0], [1, 0])


def test_a_last_stand_won_at_the_table_is_worth_might_too():
    tokens = [army(0, 1, 2), army(0, 2, 2), army(1, 1, 2)]
    table = war("ppp", held={1: 0, 2: 1}, tokens=tokens, edition="capitals", battle_mode="tabletop")
    table.rules = replace(table.rules, battle_conditions=False)
    fought(table)
    waiting = table.waiting[0]
    table.waiting[0] = replace(waiting, report=Report(1))

    fought(table)

    assert waiting.last_stand
    assert (table.might, table.strategies) == ([0, 1], [1, 0])


@pytest.mark.parametrize("kinds", ["naval", "land_water"])
def test_battles_on_water_give_neither_might_nor_strategy(kinds):
    mine = ship(0, 1, 2) if kinds == "naval" else army(0, 1, 2)
    table = war("pcp", held={2: 1}, tokens=[mine, ship(1, 1, 2)], might=True, strategies=True)

    events = fought(table, 6, 1)

    assert told(events, "battle_began", "kind") == [kinds]
    assert (table.might, table.strategies) == ([0, 0], [0, 0])
