"""Land battles by dice: Defence, allocation, who wins. Source: campaign.md 6, 3c (concede)."""

from __future__ import annotations

import pytest

from campaign.rules.state import Plan
from tests.rules.war import army, fought, owner, places, told, war

SHOT = ("kingdom", "die", "army", "points", "hit")


def test_a_defending_army_is_harder_to_hit_example_11():
    tokens = [army(0, 1, 2), army(0, 2, 2), army(1, 1, 2)]
    table = war("ppp", held={1: 0, 2: 1}, tokens=tokens, defending=[(1, 1)])

    events = fought(table, 6, 5, 5)

    assert told(events, "die_played", *SHOT) == [
        (0, 6, 1, 400, 1),
        (1, 5, 1, 400, 1),
        (0, 5, 1, 400, 0),
    ]
    assert told(events, "battle_ended", "result", "winner") == [("draw", -1)]
    assert places(table) == {"0a1": (1, True), "0a2": (1, True), "1a1": (2, True)}


def test_both_gone_is_a_draw_and_the_tile_stays_its_controllers_example_21():
    table = war("ppp", held={2: 1}, tokens=[army(0, 1, 2, 100), army(1, 1, 2, 100)])

    events = fought(table, 3, 3)

    assert told(events, "army_lost", "kingdom", "points", "reason") == [
        (1, 0, "hits"),
        (0, 0, "hits"),
    ]
    assert told(events, "battle_ended", "result", "winner") == [("draw", -1)]
    assert owner(table, 2) == 1


def test_the_policy_plays_high_dice_at_the_weakest_it_can_hit_example_22():
    tokens = [army(0, 1, 2, 300), army(0, 2, 2), army(0, 3, 2), army(1, 1, 2, 200), army(1, 2, 2)]
    table = war("ppp", held={2: 1, 3: 1}, tokens=tokens, defending=[(1, 2)])

    events = fought(table, 3, 6, 6, 2, 5)

    assert told(events, "die_played", *SHOT) == [
        (0, 6, 1, 100, 1),
        (1, 5, 1, 200, 1),
        (0, 6, 1, 0, 1),
        (1, 2, 1, 200, 0),
        (0, 3, 2, 500, 0),
    ]
    assert told(events, "battle_ended", "result", "winner") == [("win", 0)]
    assert places(table)["1a2"] == (3, False)
    assert owner(table, 2) == 0


def test_equal_armies_are_hit_by_number():
    tokens = [army(0, 1, 2), army(1, 3, 2, 300), army(1, 2, 2, 300), army(1, 1, 2)]
    table = war("ppp", held={2: 1}, tokens=tokens)

    events = fought(table, 4, 1, 1, 1)

    assert told(events, "die_played", "kingdom", "army", "hit")[0] == (0, 2, 1)


def test_a_die_that_finds_nobody_left_is_void_and_all_gone_loses():
    # 6 and 6 destroy 100; B's 6 had been rolled and still counts: 100 against 100, but B is gone.
    tokens = [army(0, 1, 2), army(0, 2, 2), army(1, 1, 2, 100)]
    table = war("ppp", held={2: 1}, tokens=tokens)

    events = fought(table, 6, 6, 6)

    assert told(events, "die_played", *SHOT) == [
        (0, 6, 1, 0, 1),
        (1, 6, 1, 400, 1),
        (0, 6, 0, 0, 0),
    ]
    assert told(events, "battle_ended", "result", "winner") == [("win", 0)]


def test_more_points_caused_win():
    table = war("ppp", held={2: 1, 3: 1}, tokens=[army(0, 1, 2), army(1, 1, 2)])

    events = fought(table, 4, 5)

    assert told(events, "battle_ended", "result", "winner") == [("win", 1)]
    assert told(events, "army_lost", "kingdom", "points", "reason") == [(0, 400, "no_retreat")]


def test_one_die_for_each_upright_army_and_only_those_can_be_hit():
    tokens = [army(0, 1, 2), army(0, 2, 2, down=True), army(1, 1, 2, 100, down=True), army(1, 2, 2)]
    table = war("ppp", held={2: 1}, tokens=tokens)

    events = fought(table, 6, 1)

    assert told(events, "battle_rolled", "dice") == ["6", "1"]
    assert told(events, "die_played", "kingdom", "army", "points")[0] == (0, 2, 400)


def test_a_defence_between_two_faces_needs_the_higher_one_and_loses_no_more_than_it_has():
    # 350 points: Defence 3.5, hit by 4 and not by 3; 50 points: Defence 0.5, all 50 lost.
    table = war("ppp", held={1: 0, 2: 1}, tokens=[army(0, 1, 2, 350), army(1, 1, 2, 50)])

    events = fought(table, 1, 3)

    assert told(events, "die_played", *SHOT) == [(0, 1, 1, 0, 1), (1, 3, 1, 350, 0)]


@pytest.mark.parametrize(
    ("settlement", "holder", "defends", "defence"),
    [
        (None, 1, False, 4),
        (None, 1, True, 5),
        ("fortress", 1, False, 5),
        ("fortress", 1, True, 6),
        ("capital", 1, True, 6),
        ("city", 1, True, 5),
        ("fortress", 0, True, 5),
        ("fortress", 2, False, 4),
    ],
)
def test_without_simple_points_defence_is_flat(settlement, holder, defends, defence):
    def hits(die: int) -> bool:
        table = war(
            "ppp",
            held={1: 0, 2: holder, 3: 1},
            built={2: settlement} if settlement else {},
            tokens=[army(0, 1, 2, 200), army(1, 1, 2, 200)],
            defending=[(1, 1)] if defends else [],
            seats=3,
            edition="capitals",
        )
        events = fought(table, die, 1)
        return bool(told(events, "die_played", "hit")[0])

    assert hits(defence)
    assert not hits(defence - 1)


def test_without_simple_points_the_attacker_has_the_walls_it_controls():
    table = war(
        "ppp",
        held={1: 1, 2: 0},
        built={2: "fortress"},
        tokens=[army(0, 1, 2), army(1, 1, 2)],
        edition="capitals",
    )

    events = fought(table, 3, 4)

    assert told(events, "die_played", "kingdom", "hit") == [(0, 0), (1, 0)]


def test_without_simple_points_hits_cost_nothing_and_an_army_may_be_hit_again():
    tokens = [army(0, 1, 2, 100), army(0, 2, 2, 100), army(1, 1, 2, 100), army(1, 2, 2, 100)]
    table = war("ppp", held={2: 1, 3: 1}, tokens=tokens, edition="capitals")

    events = fought(table, 5, 4, 6, 3)

    assert told(events, "die_played", *SHOT) == [
        (0, 5, 1, 100, 1),
        (1, 6, 1, 100, 1),
        (0, 4, 1, 100, 1),
        (1, 3, 1, 100, 0),
    ]
    assert told(events, "battle_ended", "result", "winner") == [("win", 0)]
    assert places(table)["1a1"] == (3, False)


def test_the_weaker_side_must_concede_example_29():
    # One army against two: it retreats and lies down; no dice, no might, no strategy.
    tokens = [army(0, 1, 2), army(0, 2, 2), army(1, 1, 2)]
    table = war("ppp", held={1: 0, 2: 1, 3: 1}, tokens=tokens, edition="capitals")

    events = fought(table)

    assert told(events, "conceded", "kingdom", "forced") == [(1, 1)]
    assert told(events, "battle_ended", "result", "winner") == [("win", 0)]
    assert places(table)["1a1"] == (3, False)
    assert owner(table, 2) == 0
    assert table.might == [0, 0]
    assert table.strategies == [0, 0]


def test_a_fortress_that_is_defended_may_stand_example_29():
    # Defence 4 + 1 + 1 = 6: the 5s miss, B's 4 hits one of Defence 4. B wins.
    tokens = [army(0, 1, 2), army(0, 2, 2), army(1, 1, 2)]
    table = war(
        "ppp",
        held={1: 0, 2: 1, 3: 1},
        built={2: "fortress"},
        tokens=tokens,
        defending=[(1, 1)],
        edition="capitals",
    )

    events = fought(table, 5, 5, 4)

    assert told(events, "stood", "kingdom") == [1]
    assert told(events, "battle_ended", "result", "winner") == [("win", 1)]
    assert table.strategies == [1, 0]
    assert table.might == [0, 0]


@pytest.mark.parametrize(
    ("held", "settlement", "defends", "stands"),
    [
        ({2: 1, 3: 1}, "fortress", True, True),
        ({2: 1, 3: 1}, "fortress", False, False),
        ({2: 1, 3: 1}, "capital", True, False),
        ({2: 0, 3: 1}, "fortress", True, False),
        ({2: 1}, None, False, True),
        ({2: 0}, None, False, True),
        ({2: 1, 5: 1}, None, False, False),
    ],
)
def test_a_last_stand_needs_a_defended_fortress_or_no_way_out(held, settlement, defends, stands):
    table = war(
        "ppp",
        "pmp",
        held=held,
        built={2: settlement} if settlement else {},
        tokens=[army(0, 1, 2), army(0, 2, 2), army(1, 1, 2)],
        defending=[(1, 1)] if defends else [],
        concede=True,
    )

    events = fought(table, *([1, 1, 1] if stands else []))

    assert len(told(events, "stood", "kingdom")) == stands
    assert len(told(events, "conceded", "kingdom")) == 1 - stands


def test_the_instruction_last_stand_refuses_it():
    plans = (Plan(), Plan(last_stand=False))
    tokens = [army(0, 1, 2), army(0, 2, 2), army(1, 1, 2)]
    table = war("ppp", held={2: 1}, tokens=tokens, plans=plans, concede=True)

    events = fought(table)

    assert told(events, "conceded", "kingdom", "forced") == [(1, 1)]
    assert told(events, "army_lost", "kingdom", "reason") == [(1, "no_retreat")]


def test_either_side_may_concede_where_it_said_so_the_attacker_first():
    plans = (Plan(concede=(2,)), Plan(concede=(2,)))
    tokens = [army(0, 1, 2), army(0, 2, 2), army(1, 1, 2)]
    table = war("ppp", held={1: 0, 2: 1}, tokens=tokens, plans=plans, concede=True)

    events = fought(table)

    assert told(events, "conceded", "kingdom", "forced") == [(0, 0)]
    assert places(table) == {"0a1": (1, False), "0a2": (1, False), "1a1": (2, True)}


def test_a_wish_comes_before_what_the_weaker_side_must():
    # B has more armies and concedes all the same, so A, who would have had to, wins.
    plans = (Plan(), Plan(concede=(2,)))
    tokens = [army(0, 1, 2), army(1, 1, 2), army(1, 2, 2)]
    table = war("ppp", held={1: 0, 2: 1, 3: 1}, tokens=tokens, plans=plans, concede=True)

    events = fought(table)

    assert told(events, "conceded", "kingdom", "forced") == [(1, 0)]
    assert owner(table, 2) == 0


def test_armies_aboard_and_on_their_side_do_not_count_as_strength():
    tokens = [army(0, 1, 2), army(1, 1, 2), army(1, 2, 2, down=True)]
    table = war("ppp", held={1: 0, 2: 1}, tokens=tokens, concede=True)

    events = fought(table, 1, 1)

    assert told(events, "conceded", "kingdom") == []


def test_in_classic_nobody_concedes():
    plans = (Plan(concede=(2,)), Plan(concede=(2,)))
    tokens = [army(0, 1, 2), army(0, 2, 2), army(1, 1, 2)]
    table = war("ppp", held={1: 0, 2: 1}, tokens=tokens, plans=plans)

    events = fought(table, 1, 1, 1)

    assert told(events, "battle_ended", "result") == ["draw"]
