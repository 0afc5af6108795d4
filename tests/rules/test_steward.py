"""The steward: legal always, sensible mostly, stronger than nobody and than chance.

The positions lie on the grid of ``tests.rules.stewarding``.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from statistics import mean

import pytest
from hypothesis import given

from campaign.rules import SYSTEM
from campaign.rules.board import compile_board
from campaign.rules.ruleset import RACES
from campaign.rules.simulate import absent, lively, play, simulate, steward
from campaign.rules.state import FORTRESS
from campaign.rules.steward.answer import steward_answer
from campaign.rules.steward.setup import homeland_at
from games.engine.chance import Seeded
from tests.rules.play import examples, opened, seeds
from tests.rules.stewarding import CAPITAL, ISLAND, WEST, answer_of, laid

ALL_OURS = {str(n): {"owner": 0} for n in range(1, 56)}


def orders_of(game, state, seat=0):
    """Return the steward's orders of the month."""
    return answer_of(game, state, seat).get("orders", [])


# Always legal, and only from what the seat may know


@examples
@given(seeds)
def test_f13_every_answer_of_the_steward_passes_the_check(seed):
    game, _ = opened(seed)
    state = game.start(Seeded(Random(seed))).state
    for _, step in play(game, seed, [steward, lively, lively, lively]):
        state = step.state
        for ask in game.asks(state):
            answer = steward_answer(game, state, ask.seat, ask)
            assert game.check(state, ask.seat, answer) is not None
            assert ask.legal is None or answer in ask.legal


@examples
@given(seeds)
def test_f40_the_steward_uses_only_what_its_seat_may_know(seed):
    game, rng = opened(seed)
    for _, step in play(game, seed, [steward, lively, lively, lively]):
        for ask in game.asks(step.state):
            known = game.imagine(game.view(step.state, ask.seat), ask.seat, rng)
            answer = steward_answer(game, step.state, ask.seat, ask)

            assert steward_answer(game, known, ask.seat, ask) == answer


def test_under_absent_steward_it_plays_whoever_hands_in_nothing():
    game = SYSTEM.open({"rules": {"absent": "steward"}}, 3)
    state = game.start(Seeded(Random(1))).state

    for _ in range(12):
        asks = game.asks(state)
        answers = {ask.seat: steward_answer(game, state, ask.seat, ask) for ask in asks}
        step = game.resolve(state, {}, Seeded(Random(2)))

        assert step == game.resolve(state, answers, Seeded(Random(2)))
        state = step.state


@pytest.mark.parametrize("play", ["sealed", "open"])
def test_under_absent_steward_it_plays_whose_answer_makes_no_sense(play):
    game = SYSTEM.open({"rules": {"absent": "steward"}, "play": play}, 3)
    state = game.start(Seeded(Random(1))).state
    asked = [ask.seat for ask in game.asks(state)]

    silent = game.resolve(state, {}, Seeded(Random(2)))
    step = game.resolve(state, dict.fromkeys(asked, "nonsense"), Seeded(Random(2)))

    voids = [event for event in step.events if event.kind == "sheet_void"]
    assert [event.seen_by for event in voids] == [(seat,) for seat in asked]
    assert step.state == silent.state
    assert [event for event in step.events if event not in voids] == list(silent.events)
    assert silent.state.kingdoms[0].race in RACES  # the steward's, where a default would be none


def test_f05_a_steward_that_fails_under_absent_steward_leaves_the_defaults(
    monkeypatch: pytest.MonkeyPatch,
):
    games = [SYSTEM.open({"rules": {"absent": absent}}, 3) for absent in ("hold", "steward")]
    states = [game.start(Seeded(Random(1))).state for game in games]

    def fail(*_args: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("campaign.rules.system.steward_answer", fail)
    steps = [
        game.resolve(state, {}, Seeded(Random(2)))
        for game, state in zip(games, states, strict=True)
    ]

    assert [ask.default for ask in games[1].asks(states[1])] == [{}, {}, {}]
    assert steps[0] == steps[1]


# Setup


def test_it_names_the_race_of_its_seat_and_lays_out_a_whole_homeland():
    game = SYSTEM.open({}, 3)
    state = game.start(Seeded(Random(1))).state

    sheets = [answer_of(game, state, seat) for seat in range(3)]

    assert [sheet["race"] for sheet in sheets] == list(RACES[:3])
    for sheet in sheets:
        kinds = ["city", "fortress", "village", "village"]
        assert sorted(sheet["homeland"].values()) == kinds
        assert sheet["homeland"][sheet["army"]] == "fortress"


def test_three_stewards_each_want_another_start_most():
    game = SYSTEM.open({}, 3)
    state = game.start(Seeded(Random(1))).state

    wanted = [answer_of(game, state, seat)["starts"] for seat in range(3)]

    assert len({starts[0] for starts in wanted}) == 3
    assert all(sorted(starts) == sorted(wanted[0]) for starts in wanted)


def test_between_directions_as_open_as_each_other_no_direction_is_preferred():
    # All six directions around the middle of a plain are alike.
    board = compile_board({"grid": [11, 11], "tiles": [{"n": 61, "start": 1}]}, 1)
    middle = board.index[61]

    layouts = [homeland_at(board, middle, seat) for seat in range(60)]

    forts = Counter(name for layout in layouts for name, kind in layout.items() if kind == FORTRESS)
    assert len(forts) == 6
    assert max(forts.values()) <= 20


def test_its_fortress_looks_to_the_open_land_and_its_city_to_the_water():
    # Around the capital on 13 only the two hexes in the south have land beyond the homeland.
    sea = [{"n": n, "terrain": "ocean"} for n in (1, 4, 15, 23, 26)]
    shore = [{"n": 14, "terrain": "coast"}]
    founded = [{"original_capital": 13}, {"original_capital": 19}]
    tiles = CAPITAL | {"19": {"owner": 1, "settlement": "capital"}}
    position = {"stage": "homeland", "tiles": tiles, "kingdoms": founded}
    game, state = laid(position, special=sea + shore, play="open")

    homeland = answer_of(game, state)

    assert homeland["e"] == "city"
    assert "fortress" in (homeland.get("sw"), homeland.get("se"))


# Months


def test_armies_of_one_tile_explore_different_tiles():
    armies = [{"kingdom": 0, "tile": 27} for _ in range(3)]
    game, state = laid({"tiles": CAPITAL | {"27": {"owner": 0}}, "armies": armies})

    orders = orders_of(game, state)

    assert [order["order"] for order in orders] == ["move"] * 3
    assert len({order["to"] for order in orders}) == 3


def test_an_army_on_its_side_regroups():
    armies = [{"kingdom": 0, "tile": 27, "upright": False}]
    game, state = laid({"tiles": CAPITAL | {"27": {"owner": 0}}, "armies": armies})

    assert orders_of(game, state) == [{"army": 1, "order": "regroup"}]


def test_it_rather_explores_level_ground_than_woods():
    # All is ours but 26, a wood, and 28, a plain.
    tiles = {key: tile for key, tile in ALL_OURS.items() if key not in ("26", "28")}
    armies = [{"kingdom": 0, "tile": 27}]
    woods = [{"n": 26, "terrain": "forest"}]
    game, state = laid({"tiles": tiles | CAPITAL, "armies": armies}, special=woods)

    assert orders_of(game, state) == [{"army": 1, "order": "move", "to": 28}]


def test_it_takes_a_village_that_nobody_guards():
    tiles = ALL_OURS | CAPITAL | {"28": {"owner": 1, "settlement": "village"}}
    game, state = laid({"tiles": tiles, "armies": [{"kingdom": 0, "tile": 27}]})

    assert orders_of(game, state) == [{"army": 1, "order": "move", "to": 28}]


@pytest.mark.parametrize(
    ("edition", "count", "attacks"),
    [
        ("classic", 1, False),
        ("classic", 3, True),
        ("capitals", 1, False),
        ("capitals", 2, True),
    ],
)
def test_it_attacks_a_guarded_city_with_enough_or_not_at_all(edition, count, attacks):
    # Classic, against Defence 5 + 1: one die hits 1 in 6 and is hit 1 in 3; three dice win
    # three times in ten and lose two in ten. Capitals: the weaker must concede.
    tiles = ALL_OURS | CAPITAL | {"28": {"owner": 1, "settlement": "city"}}
    armies = [{"kingdom": 0, "tile": 27} for _ in range(count)]
    armies.append({"kingdom": 1, "tile": 28})
    game, state = laid({"tiles": tiles, "armies": armies}, edition=edition)

    moves = [order for order in orders_of(game, state) if order.get("to") == 28]

    assert (len(moves) >= min(count, 2)) == attacks
    assert bool(moves) == attacks


def test_armies_from_two_sides_join_for_one_attack():
    tiles = ALL_OURS | CAPITAL | {"28": {"owner": 1, "settlement": "city"}}
    armies = [{"kingdom": 0, "tile": tile} for tile in (27, 29)] + [{"kingdom": 1, "tile": 28}]
    game, state = laid({"tiles": tiles, "armies": armies}, edition="capitals")

    assert {order["to"] for order in orders_of(game, state)} == {28}


def test_it_guards_a_capital_beside_an_enemy_army_and_sends_the_other_out():
    tiles = CAPITAL | {"14": {"owner": 1}}
    armies = [{"kingdom": 0, "tile": 13} for _ in range(2)] + [{"kingdom": 1, "tile": 14}]
    game, state = laid({"tiles": tiles, "armies": armies})

    orders = orders_of(game, state)

    assert sorted(order["order"] for order in orders) == ["defend", "move"]


def test_between_tiles_as_good_as_each_other_no_direction_is_preferred():
    # The six tiles around 28 are unexplored plain, and so is all the land around them.
    goals = Counter()
    for year in range(1, 7):
        for month in range(1, 6):
            tiles = {"28": {"owner": 0}}
            position = {"tiles": tiles, "armies": [{"kingdom": 0, "tile": 28}]}
            game, state = laid(position | {"year": year, "summer": {"month": month}})
            goals.update(order["to"] for order in orders_of(game, state))

    assert len(goals) == 6
    assert max(goals.values()) <= 10


def test_an_idle_army_marches_to_where_there_is_work():
    # All is ours but hex 55, in the far corner; the army is in hex 13.
    tiles = {key: tile for key, tile in ALL_OURS.items() if key != "55"} | CAPITAL
    game, state = laid({"tiles": tiles, "armies": [{"kingdom": 0, "tile": 13}]})
    board = game.board

    (order,) = orders_of(game, state)

    near = board.distance(board.index[order["to"]], board.index[55])
    assert near == board.distance(board.index[13], board.index[55]) - 1


def test_with_nothing_to_do_anywhere_it_defends():
    game, state = laid({"tiles": ALL_OURS | CAPITAL, "armies": [{"kingdom": 0, "tile": 13}]})

    assert orders_of(game, state) == [{"army": 1, "order": "defend"}]


def test_it_razes_a_village_before_a_host_and_never_before_one_army():
    # Two enemy armies are enough to win; from three on the village is given up and razed.
    tiles = ALL_OURS | CAPITAL | {"27": {"owner": 0, "settlement": "village"}}
    tiles |= {str(n): {"owner": 1} for n in (26, 28, 38)}
    host = [{"kingdom": 1, "tile": n} for n in (26, 26, 28, 28, 38, 38)]
    own = {"kingdom": 0, "tile": 27}

    orders = {
        count: orders_of(
            *laid({"tiles": tiles, "armies": [own, *host[:count]]}, edition="capitals")
        )
        for count in (1, 6)
    }

    assert orders[6] == [{"army": 1, "order": "raze"}]
    assert orders[1][0]["order"] != "raze"


def test_a_ship_explores_the_shores():
    # 28 to 33 are sea, 34 a shore that nobody explored; all other land is ours.
    special = [{"n": n, "terrain": "ocean"} for n in (28, 29)]
    special += [{"n": n, "terrain": "coast"} for n in (27, 30)]
    tiles = {k: t for k, t in ALL_OURS.items() if k not in ("28", "29", "30")} | CAPITAL
    game, state = laid({"tiles": tiles, "ships": [{"kingdom": 0, "tile": 27}]}, special=special)

    assert answer_of(game, state) == {
        "orders": [{"ship": 1, "order": "move", "to": 28}],
        "break_off": True,
    }


"""The west of the grid, ours; a strait lies between it and the east, which nobody has seen."""


def test_where_land_is_out_an_army_goes_aboard_and_over():
    pieces = {"armies": [{"kingdom": 0, "tile": 26}], "ships": [{"kingdom": 0, "tile": 26}]}
    game, state = laid({"tiles": WEST | CAPITAL, **pieces}, special=ISLAND)

    (order,) = orders_of(game, state)

    assert (order["army"], order["ship"], order["order"]) == (1, 1, "move")


def test_a_pair_at_sea_goes_on_to_the_other_shore_and_the_army_goes_ashore_there():
    at_sea = {
        "armies": [{"kingdom": 0, "tile": 28, "aboard": 1}],
        "ships": [{"kingdom": 0, "tile": 28}],
    }
    game, state = laid({"tiles": WEST | CAPITAL, **at_sea}, special=ISLAND)
    assert orders_of(game, state) == [{"ship": 1, "army": 1, "order": "move", "to": 29}]

    landed = {
        "tiles": WEST | CAPITAL | {"29": {"owner": 0}},
        "armies": [{"kingdom": 0, "tile": 29, "aboard": 1}],
        "ships": [{"kingdom": 0, "tile": 29}],
    }
    game, state = laid(landed, special=ISLAND)
    first = orders_of(game, state)[0]

    assert (first["order"], first.get("army"), first.get("ship")) == ("move", 1, None)


# Strength


@pytest.mark.parametrize("edition", ["classic", "capitals"])
@pytest.mark.parametrize("others", [absent, lively])
def test_over_forty_campaigns_a_steward_beats_the_others_clearly(edition, others):
    ours, theirs, first = [], [], 0
    for seed in range(40):
        seats = 2 + seed % 3
        game = SYSTEM.open({"edition": edition, "rules": {"years": 2}}, seats)
        players = [steward if seat == seed % seats else others for seat in range(seats)]

        outcome = simulate(game, seed, players, watched=False).outcome

        ours.append(outcome.scores[seed % seats])
        theirs += [s for seat, s in enumerate(outcome.scores) if seat != seed % seats]
        first += outcome.winners == (seed % seats,)

    assert first >= 38
    assert mean(ours) > 4 * mean(theirs)
