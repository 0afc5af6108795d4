"""Which battles there are on a tile, and who picks them in what order. Source: campaign.md 3c."""

from __future__ import annotations

from random import Random

import pytest

from campaign.rules.battle.battles import picks_on
from campaign.rules.battle.choosing import Pick
from campaign.rules.field import Field
from campaign.rules.state import Plan
from games.engine.chance import Seeded
from tests.rules.war import army, fought, fought_by, owner, ship, told, war

ARMIES, SHIPS, BOTH = "armies only", "ships only", "both"


def stack(kingdom: int, what: str) -> list:
    """A kingdom's upright tokens on tile 2."""
    armies = [army(kingdom, 1, 2)] if what != SHIPS else []
    return armies + ([ship(kingdom, 1, 2)] if what != ARMIES else [])


@pytest.mark.parametrize(
    ("mine", "theirs", "kinds"),
    [
        (ARMIES, ARMIES, ["land"]),
        (ARMIES, SHIPS, ["land_water"]),
        (ARMIES, BOTH, ["land"]),
        (SHIPS, ARMIES, ["land_water"]),
        (SHIPS, SHIPS, ["naval"]),
        (SHIPS, BOTH, ["naval"]),
        (BOTH, ARMIES, ["land"]),
        (BOTH, SHIPS, ["naval"]),
        (BOTH, BOTH, ["land", "naval"]),
    ],
)
def test_what_is_fought_depends_on_the_upright_tokens_of_both(mine, theirs, kinds):
    table = war("pcp", held={2: 1}, tokens=[*stack(0, mine), *stack(1, theirs)])

    picks = picks_on(Field(table), 1, 0)

    assert picks == [Pick(1, 1, kind) for kind in kinds]


def test_an_army_aboard_counts_as_part_of_its_ship():
    table = war("pcp", tokens=[ship(0, 1, 2), army(0, 1, 2, aboard=1), army(1, 1, 2)])

    assert picks_on(Field(table), 1, 0) == [Pick(1, 1, "land_water")]


def test_tokens_on_their_side_do_not_make_a_kind_of_battle():
    tokens = [army(0, 1, 2), ship(0, 1, 2, down=True), army(1, 1, 2, down=True), ship(1, 1, 2)]
    table = war("pcp", tokens=tokens)

    assert picks_on(Field(table), 1, 0) == [Pick(1, 1, "land_water")]


def test_a_kingdom_without_upright_tokens_on_a_tile_starts_nothing_there():
    table = war("pcp", tokens=[army(0, 1, 2, down=True), army(1, 1, 2)])

    assert picks_on(Field(table), 1, 0) == []


def test_an_enemy_with_upright_tokens_is_picked_before_one_without():
    tokens = [army(0, 1, 2), army(1, 1, 2, down=True), army(2, 1, 2)]
    table = war("ppp", held={2: 1}, tokens=tokens)

    assert picks_on(Field(table), 1, 0) == [Pick(1, 2, "land")]


def test_the_controller_is_picked_first_among_the_upright():
    tokens = [army(0, 1, 2), army(1, 1, 2), army(2, 1, 2)]
    table = war("ppp", held={2: 2}, tokens=tokens)

    assert picks_on(Field(table), 1, 0) == [Pick(1, 2, "land")]


def test_where_the_controller_is_not_there_any_upright_enemy_may_be_picked():
    tokens = [army(0, 1, 2), army(1, 1, 2), army(2, 1, 2)]
    table = war("ppp", held={2: 3}, tokens=tokens)

    assert picks_on(Field(table), 1, 0) == [Pick(1, 1, "land"), Pick(1, 2, "land")]


def test_among_those_on_their_side_the_controller_is_not_preferred():
    tokens = [army(0, 1, 2), army(1, 1, 2, down=True), army(2, 1, 2, down=True)]
    table = war("ppp", held={2: 2}, tokens=tokens)

    assert picks_on(Field(table), 1, 0) == [Pick(1, 1, "slaughter"), Pick(1, 2, "slaughter")]


def test_a_battle_leaves_a_third_kingdom_alone():
    # B wins on C's tile by 6 against 1; C's army and pair on their side stay as they are.
    tokens = [
        army(0, 1, 2),
        army(1, 1, 2),
        army(2, 1, 2, down=True),
        ship(2, 1, 2, down=True),
        army(2, 2, 2, down=True, aboard=1),
    ]
    table = war("pcp", held={1: 0, 2: 2, 3: 1}, tokens=tokens)

    events = fought(table, 1, 6)

    assert told(events, "battle_began", "attacker", "defender", "kind") == [
        (0, 1, "land"),
        (1, 2, "slaughter"),
        (1, 2, "slaughter"),
    ]
    assert told(events, "retreated", "kingdom", "tile") == [(0, 1)]
    assert owner(table, 2) == 1


def test_kingdoms_pick_in_player_order_and_those_that_cannot_are_passed_over():
    # A and C each have two enemies on their side to slaughter; B lies on its side.
    tokens = [
        army(0, 1, 1),
        army(1, 1, 1, down=True),
        army(1, 2, 1, down=True),
        army(2, 1, 4),
        army(1, 3, 4, down=True),
        army(1, 4, 4, down=True),
    ]
    table = war("pppp", tokens=tokens)
    table.order = [2, 1, 0]

    events = fought(table)

    assert told(events, "battle_began", "battle", "attacker") == [(1, 2), (2, 0), (3, 2), (4, 0)]
    assert table.turn == 0
    assert table.fought == 4


def test_a_kingdom_that_can_start_a_battle_must():
    table = war("pp", held={2: 1}, tokens=[army(0, 1, 2), army(1, 1, 2, down=True)])

    events = fought(table)

    assert told(events, "army_lost", "kingdom", "reason") == [(1, "slaughter")]


def test_where_nobody_stands_upright_nothing_is_fought():
    table = war("pp", tokens=[army(0, 1, 2, down=True), army(1, 1, 2, down=True)])

    assert fought(table) == []


def test_the_instruction_battles_is_read_from_the_top_and_never_used_up():
    # Standing order: tile 3 first (nobody is there), then tile 2, kingdom 1.
    tokens = [army(0, 1, 1), army(0, 2, 2), *(army(1, n, 2, down=True) for n in (1, 2))]
    tokens += [army(2, 1, 1, down=True)]
    plans = (Plan(battles=((3, 1, ""), (2, 1, "naval"))), Plan(), Plan())
    table = war("ppp", tokens=tokens, plans=plans)

    events = fought(table)

    assert told(events, "battle_began", "tile", "defender") == [(2, 1), (2, 1), (1, 2)]


def test_by_default_the_lowest_tile_and_the_lowest_seat_are_picked():
    tokens = [army(0, 1, 1), army(0, 2, 3)]
    tokens += [army(1, 1, 3, down=True), army(2, 1, 1, down=True), army(2, 2, 3, down=True)]
    table = war("ppp", tokens=tokens)

    events = fought(table)

    assert told(events, "battle_began", "tile", "defender") == [(1, 2), (3, 1), (3, 2)]


@pytest.mark.parametrize(("wish", "kind"), [("naval", "naval"), ("", "land"), ("land", "land")])
def test_where_both_have_both_the_attacker_says_what_is_fought(wish, kind):
    table = war(
        "pcp",
        held={2: 1},
        tokens=[*stack(0, BOTH), *stack(1, BOTH)],
        plans=(Plan(battles=((2, 1, wish),)), Plan()),
    )

    fought_by(table, Seeded(Random(1)))

    assert told(table.events, "battle_began", "kind")[0] == kind
