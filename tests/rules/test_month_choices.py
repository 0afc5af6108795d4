"""What the forms of a month and of Setup show: all that is legal, and nothing else.

The grid is that of ``fields``: around 40 lie 41 (east), 39 (west), 29 and 30 (north), 51 and
52 (south).
"""

from __future__ import annotations

from random import Random

from hypothesis import given

from campaign.rules import SYSTEM
from campaign.rules.setup.choices import setup_choices
from campaign.rules.state import ORDERS
from campaign.rules.summer.choices import INSTRUCTIONS, MonthChoices, month_choices
from games.engine.chance import Seeded
from games.engine.contract import Json, Refusal
from tests.rules.fields import SHORE, army, lay_table, ship
from tests.rules.play import enriched, examples, opened, seeds


def can_order(*pieces, edition="classic", owners=None, settlements=None, seat=0) -> MonthChoices:
    """Return what a kingdom can order on the shore, through a game of the same board."""
    table = lay_table(pieces, tiles=SHORE, edition=edition, owners=owners, settlements=settlements)
    game = _Laid(table)
    return month_choices(game, table.freeze(), seat)


class _Laid:
    """As much of a game as choices need: it lays the table that the test made."""

    def __init__(self, table):
        self.laid = table

    def table(self, state):
        return self.laid


def goals(can: MonthChoices, key) -> dict[int, bool]:
    return {goal.place.tile: goal.tiring for goal in can.orders[key].goals}


def test_an_army_is_offered_land_and_told_what_lays_it_down():
    can = can_order(army(0, 1, 40), owners={40: 0, 41: 0})

    # 39 is ocean, 29 marsh, 52 lies across water; 41 is forest, 30 a river, 51 open coast.
    assert goals(can, (1, None)) == {30: True, 41: True, 51: False}
    assert can.orders[1, None].stays == ("defend",)
    assert can.orders[1, None].default == "defend"


def test_roads_spare_an_army_into_its_city():
    can = can_order(
        army(0, 1, 40), edition="capitals", owners={40: 0, 41: 0}, settlements={41: "city"}
    )

    assert goals(can, (1, None))[41] is False


def test_a_ship_goes_to_sea_coast_and_river_over_any_edge_and_never_tires():
    can = can_order(ship(0, 1, 40))

    assert goals(can, (None, 1)) == {30: False, 39: False, 51: False}
    assert can.orders[None, 1].stays == ("hold",)


def test_every_pair_that_could_be_made_and_both_halves_are_listed():
    can = can_order(army(0, 1, 40), army(0, 2, 40, aboard=1), ship(0, 1, 40))

    assert can.tokens == ((1, None), (2, 1))
    assert set(can.orders) == {(1, None), (2, None), (None, 1), (1, 1), (2, 1)}
    assert can.orders[1, 1].default == "hold"


def test_at_sea_a_pair_cannot_part():
    can = can_order(army(0, 1, 39, aboard=1), ship(0, 1, 39))

    assert set(can.orders) == {(1, 1)}


def test_a_token_on_its_side_can_only_stand_up():
    can = can_order(army(0, 1, 40, upright=False))

    assert can.orders[1, None].stays == ("regroup",)
    assert can.orders[1, None].goals == ()
    assert can.orders[1, None].default == "regroup"


def test_a_hex_is_seen_with_its_land_holder_settlement_and_tokens():
    can = can_order(
        army(0, 1, 40), army(1, 1, 41), army(1, 2, 41), owners={41: 1}, settlements={41: "village"}
    )

    place = next(goal.place for goal in can.orders[1, None].goals if goal.place.tile == 41)
    assert (place.terrain, place.owner, place.settlement) == ("forest", 1, "village")
    assert place.enemies == ((1, 2),)
    assert not place.is_unexplored


def test_battles_are_possible_where_both_can_be_after_their_orders():
    # Kingdom 1's army on 43 reaches 42 and so on; kingdom 0's on 40 reaches 30, 41 and 51.
    apart = can_order(army(0, 1, 40), army(1, 1, 43))
    near = can_order(army(0, 1, 40), army(1, 1, 42))
    lying = can_order(army(0, 1, 40), army(1, 1, 42, upright=False))

    assert apart.fields == ()
    assert apart.instructions == ()
    assert [place.tile for place in near.fields] == [41]
    assert lying.fields == ()


def test_an_enemy_by_a_ship_of_its_own_may_come_over_water():
    alone = can_order(ship(0, 1, 39), army(1, 1, 51))
    aboard = can_order(ship(0, 1, 39), army(1, 1, 51), ship(1, 1, 51))

    assert 39 not in {place.tile for place in alone.fields}
    assert 39 in {place.tile for place in aboard.fields}


def test_only_instructions_of_the_rules_in_force_are_asked_for():
    pieces = (army(0, 1, 40), army(0, 2, 40), ship(0, 1, 40), army(1, 1, 42))

    classic, capitals = can_order(*pieces), can_order(*pieces, edition="capitals")
    lone = can_order(army(0, 1, 40), army(1, 1, 42))

    both = ("battles", "sacrifice", "break_off", "retreat")
    assert classic.instructions == (*both, "advance")
    assert capitals.instructions == (*both, "concede", "last_stand")
    assert lone.instructions == ("battles", "retreat", "advance")
    assert set(classic.instructions) | set(capitals.instructions) == set(INSTRUCTIONS)


@examples
@given(seeds)
def test_what_is_offered_is_accepted_and_nothing_else(seed):
    game, rng = opened(seed, play="sealed", begin="setup")
    state = enriched(game, game.start(Seeded(rng)).state, rng)
    position = game.encode(state) | {"stage": ORDERS, "summer": {"month": 1}}
    state = game.position(position)
    for seat in range(game.seats):
        can = month_choices(game, state, seat)
        offered = {text(line) for line in lines_of(can)}
        for line in [*lines_of(can), *strays(can, game, Random(seed))]:
            assert (text(line) in offered) == accepted(game, state, seat, line)


def lines_of(can: MonthChoices) -> list[Json]:
    """Write every order that is offered as a line of a sheet."""
    lines: list[Json] = []
    for each in can.orders.values():
        names = {"army": each.army, "ship": each.ship}
        token = {kind: number for kind, number in names.items() if number is not None}
        lines += [{**token, "order": do} for do in each.stays]
        lines += [{**token, "order": "move", "to": goal.place.tile} for goal in each.goals]
    return lines


def strays(can: MonthChoices, game, rng: Random) -> list[Json]:
    """Write orders that may or may not be possible."""
    numbers = game.board.numbers
    return [
        {"army": rng.randint(1, 6), "order": "move", "to": rng.choice(numbers)} for _ in range(20)
    ] + [{"ship": rng.randint(1, 3), "order": rng.choice(("hold", "raze"))} for _ in range(6)]


def text(line: Json) -> str:
    return str(sorted(line.items()))


def accepted(game, state, seat: int, line: Json) -> bool:
    try:
        game.check(state, seat, {"orders": [line]})
    except Refusal:
        return False
    return True


# Setup

SETUP_MAP = {
    "grid": [9, 7],
    "tiles": [
        {"n": 11, "start": 1, "name": "Fell"},
        {"n": 14, "start": 2},
        {"n": 20, "terrain": "forest", "river": True},
    ],
}


def test_a_start_hex_is_shown_with_its_neighbours_from_the_east_and_its_default_homeland():
    game = SYSTEM.open({"map": SETUP_MAP}, 2)

    can = setup_choices(game, game.start(Seeded(Random(1))).state)

    first = can.starts[0]
    assert [start.tile for start in can.starts] == [11, 14]
    assert first.name == "Fell"
    # Rows of nine, every second one shifted: 2 and 3 lie above 11, 20 and 21 below.
    assert [near.direction for near in first.around] == ["e", "ne", "nw", "w", "sw", "se"]
    assert [near.tile for near in first.around] == [12, 3, 2, 10, 20, 21]
    assert [near.river for near in first.around] == [False, False, False, False, True, False]
    assert dict(first.homeland) == {"nw": "city", "ne": "fortress", "w": "village", "e": "village"}
    assert can.settlements == ("city", "fortress", "village", "village")


def test_a_start_hex_that_is_taken_is_offered_no_more():
    starts = [{"n": 11, "start": 1}, {"n": 14, "start": 2}, {"n": 50, "start": 3}]
    game = SYSTEM.open({"map": {"grid": [9, 7], "tiles": starts}, "play": "open"}, 3)
    state = game.start(Seeded(Random(1))).state
    for _banner_then_the_first_capital in range(2):
        state = game.resolve(state, {}, Seeded(Random(1))).state

    assert [start.tile for start in setup_choices(game, state).starts] == [14, 50]
