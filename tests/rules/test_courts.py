"""Stakes: what is read, what may be staked, and what is locked meanwhile (campaign.md 4b)."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given

from campaign.rules.courts.choices import Disputed, court_choices, disputed_tiles
from campaign.rules.courts.review import Bound, challenge_problems, free_stock, stake_problems
from campaign.rules.courts.stakes import GAMES, Stake, stake_json
from campaign.rules.courts.standing import standing_court
from campaign.rules.ruleset import Price
from games.engine.chance import Seeded
from games.engine.contract import Refusal
from games.engine.registry import load_system
from tests.rules.courtyard import TILES, A, B, C, court_game, court_table, stake_of
from tests.rules.play import enriched, examples, opened, seeds

TILE_3 = Stake("tile", tile=3)
GOLD_2 = Stake("purse", gold=2, source="seats")


def codes(problems):
    return [found.code for found in problems]


def faults(seats, stake, locked=(), game=None, table=None, check=stake_problems):
    played = "courtier" if len(seats) > 2 else "winter"
    return codes(check(table or court_table(game), played, seats, stake, locked))


@pytest.mark.parametrize(
    "written",
    [
        {"kind": "honour"},
        {"kind": "precedence"},
        {"kind": "purse", "gold": 1, "food": 2, "from": "pot"},
        {"kind": "purse", "gold": 0, "food": 1, "from": "seats"},
        {"kind": "favour", "might": 1},
        {"kind": "tile", "tile": 3},
    ],
)
def test_a_stake_is_written_back_as_it_was_read(written):
    stake = stake_of(court_game(), written)

    assert stake_json(stake) == written


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ([], "not_a_sheet"),
        (None, "not_a_sheet"),
        ({}, "unknown_stake"),
        ({"kind": "gold"}, "unknown_stake"),
        ({"kind": ["purse"]}, "unknown_stake"),
        ({"kind": "honour", "gold": 1}, "unknown_field"),
        ({"kind": "purse", "gold": 1}, "unknown_purse"),
        ({"kind": "purse", "gold": 1, "from": "all"}, "unknown_purse"),
        ({"kind": "purse", "from": "pot"}, "empty_purse"),
        ({"kind": "purse", "gold": -1, "food": 2, "from": "pot"}, "out_of_range"),
        ({"kind": "purse", "gold": True, "food": 2, "from": "pot"}, "not_a_number"),
        ({"kind": "favour"}, "missing_field"),
        ({"kind": "favour", "might": 0}, "out_of_range"),
        ({"kind": "tile", "tile": "3"}, "not_a_number"),
    ],
)
def test_a_stake_of_the_wrong_shape_is_refused_with_its_code(written, code):
    with pytest.raises(Refusal) as refused:
        stake_of(court_game(), written)

    assert codes(refused.value.problems) == [code]


@pytest.mark.parametrize(
    ("game", "seats", "expected"),
    [
        ("winter_court", (A, B), []),
        ("winter", (B, A), []),
        ("courtier", (A, B), []),
        ("courtier", (A, B, C), []),
        ("winter", (A, B, C), ["court_seats"]),
        ("courtier", (A,), ["court_seats"]),
        ("chess", (A, B), ["unknown_court"]),
        ("winter", (A, A), ["seated_twice"]),
        ("winter", (A, 3), ["unknown_kingdom"]),
        ("winter", (-1, A), ["unknown_kingdom"]),
    ],
)
def test_who_may_sit_at_which_game(game, seats, expected):
    found = stake_problems(court_table(), game, seats, Stake())

    assert codes(found) == expected


@pytest.mark.parametrize("name", GAMES)
def test_every_game_of_a_court_can_be_opened_for_its_seats(name):
    low, high = GAMES[name]

    opened = [load_system(name).open({}, seats) for seats in range(low, high + 1)]

    assert len(opened) == high - low + 1


def test_a_kingdom_that_is_out_sits_at_no_court():
    table = court_table(kingdoms=[{}, {"alive": False}, {}], tiles={
        tile: held for tile, held in TILES.items() if held["owner"] != B
    })  # fmt: skip

    assert faults((A, B), Stake(), table=table) == ["dead_kingdom"]


def test_nobody_stakes_more_than_it_holds():
    poor = court_table(kingdoms=[{"gold": 2}, {"gold": 1, "food": 9}, {}])

    found = stake_problems(poor, "winter", (A, B), GOLD_2)

    assert [(each.code, each.where) for each in found] == [("stake_too_poor", "seats.1")]
    assert found[0].params["gold"] == 1


def test_a_pot_asks_nothing_of_the_seats():
    poor = court_table(kingdoms=[{}, {}, {}])

    assert faults((A, B), Stake("purse", 2, 2, "pot"), table=poor) == []


def test_purse_and_favour_keep_to_the_limits_of_the_house():
    game = court_game(might=True, court_favour=2, court_purse={"gold": 1, "food": 2})

    assert faults((A, B), Stake("purse", 2, 3, "pot"), game=game) == ["out_of_range"] * 2
    assert faults((A, B), Stake("purse", 1, 2, "seats"), game=game) == []
    assert faults((A, B), Stake("favour", might=3), game=game) == ["out_of_range"]
    assert faults((A, B), Stake("favour", might=2), game=game) == []


def test_without_might_there_is_no_favour():
    assert faults((A, B), Stake("favour", might=1)) == ["might_unused"]


def test_gold_staked_elsewhere_is_staked_no_second_time():
    table = court_table()
    bound = Bound((A, C), GOLD_2)

    assert free_stock(table, A, [bound]) == Price(1, 2)
    assert free_stock(table, B, [bound]) == Price(3, 2)
    assert faults((A, B), GOLD_2, [bound], table=table) == ["stake_too_poor"]
    assert faults((A, B), Stake("purse", gold=1, source="seats"), [bound], table=table) == []


def test_a_kingdom_that_has_not_accepted_is_not_bound():
    proposed = Bound((C,), GOLD_2)  # C has challenged A

    assert faults((A, B), GOLD_2, [proposed]) == []


def test_a_hex_between_all_who_sit_there_may_be_staked():
    assert faults((A, B), TILE_3) == []
    assert faults((A, B, C), TILE_3) == []


@pytest.mark.parametrize(
    ("seats", "tile", "code"),
    [
        ((A, B), 99, "unknown_tile"),
        ((A, B), 4, "stake_foreign"),  # C's
        ((A, B), 57, "stake_foreign"),  # the sea
        ((A, B), 30, "stake_foreign"),  # nobody's
        ((A, B), 13, "stake_no_border"),
        ((B, C), 13, ""),
        ((A, B, C), 13, "stake_no_border"),
        ((A, B), 12, "stake_is_seat"),
    ],
)
def test_which_hexes_may_be_staked(seats, tile, code):
    assert faults(seats, Stake("tile", tile=tile)) == ([code] if code else [])


def test_the_seat_for_the_winter_is_not_staked():
    tiles = {**TILES, "1": {"owner": A}, "2": {"owner": A, "settlement": "city"}}
    kingdoms = [{"seat_tile": 2}, {}, {}]
    table = court_table(tiles=tiles, kingdoms=kingdoms)

    assert faults((A, B), Stake("tile", tile=2), table=table) == ["stake_is_seat"]


def test_a_hex_with_a_token_on_it_is_not_staked():
    table = court_table(armies=[{"kingdom": C, "tile": 3}])

    assert faults((A, B), TILE_3, table=table) == ["stake_guarded"]


def test_nobody_stakes_its_last_hex_nor_all_it_has_at_several_courts():
    tiles = {**TILES, "1": {"owner": B}}
    table = court_table(tiles=tiles)
    last = {tile: held for tile, held in tiles.items() if tile != "2"}

    assert faults((A, B), TILE_3, table=court_table(tiles=last)) == ["stake_last"]
    assert faults((A, B), TILE_3, [Bound((A, B), Stake("tile", tile=2))], table=table) == [
        "stake_last"
    ]


def test_a_hex_is_staked_once():
    assert faults((A, B), TILE_3, [Bound((A, C), TILE_3)]) == ["stake_locked"]
    assert faults((A, B), TILE_3, [Bound((C,), TILE_3)]) == []  # its owner A is not bound


@pytest.mark.parametrize("stake", [Stake("purse", 1, 0, "pot"), Stake("favour", might=1)])
def test_a_challenge_stakes_nothing_that_comes_from_nobody(stake):
    game = court_game(might=True)

    assert faults((A, B), stake, game=game) == []
    assert faults((A, B), stake, game=game, check=challenge_problems) == ["stake_not_theirs"]


def test_a_challenge_for_precedence_needs_the_first_kingdom():
    table = court_table(order=[B, A, C])

    at = {"table": table, "check": challenge_problems}
    assert faults((A, B), Stake("precedence"), **at) == []
    assert faults((A, C), Stake("precedence"), **at) == ["precedence_not_theirs"]
    assert faults((A, C), Stake("precedence"), table=table) == []


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ({}, None),
        ({"standing_court": "all", "courts": False}, None),
        ({"standing_court": "first_two"}, ("winter_court", (C, A), Stake())),
        (
            {"standing_court": "first_two", "standing_game": "winter"},
            ("winter", (C, A), Stake()),
        ),
        (
            {"standing_court": "all", "standing_game": "winter", "standing_stake": "precedence"},
            ("courtier", (C, A, B), Stake("precedence")),
        ),
        (
            {"standing_court": "all", "standing_stake": "pot"},
            ("courtier", (C, A, B), Stake("purse", 2, 2, "pot")),
        ),
        (
            {"standing_court": "first_two", "standing_stake": "favour", "might": True},
            ("winter_court", (C, A), Stake("favour", might=1)),
        ),
        (
            {"standing_court": "first_two", "standing_stake": "favour"},
            ("winter_court", (C, A), Stake()),
        ),
        (
            {
                "standing_court": "first_two",
                "standing_stake": "pot",
                "court_purse": {"gold": 0, "food": 0},
            },
            ("winter_court", (C, A), Stake()),
        ),
    ],
)
def test_the_court_that_opens_by_itself(rules, expected):
    table = court_table(court_game(**rules), order=[C, A, B])

    court = standing_court(table)

    assert (court and (court.game, court.seats, court.stake)) == expected


def test_the_standing_court_seats_the_living():
    tiles = {tile: held for tile, held in TILES.items() if held["owner"] != C}
    rules = {"standing_court": "first_two"}
    table = court_table(
        court_game(**rules), order=[C, A, B], tiles=tiles, kingdoms=[{}, {}, {"alive": False}]
    )

    court = standing_court(table)

    assert court is not None
    assert court.seats == (A, B)


def test_a_form_offers_what_may_be_staked():
    table = court_table(court_game(might=True), order=[B, C, A])

    offered = court_choices(table, [Bound((A, B), GOLD_2), Bound((A, C), TILE_3)])

    assert offered.kinds == ("honour", "precedence", "seats", "pot", "favour", "tile")
    assert {("winter_court", 2, 2), ("winter", 2, 2), ("courtier", 2, 3)} <= set(offered.games)
    assert dict(offered.free) == {A: Price(1, 2), B: Price(1, 2), C: Price(3, 2)}
    assert offered.tiles == (
        Disputed(2, A, (B,)), Disputed(4, C, (A, B)), Disputed(11, B, (A,)), Disputed(13, B, (C,)),
    )  # fmt: skip
    assert offered.first == B


def test_a_challenger_is_offered_what_is_theirs_to_stake():
    offered = court_choices(court_table(court_game(might=True)), challenger=C)

    assert offered.kinds == ("honour", "precedence", "seats", "tile")
    assert [one.tile for one in offered.tiles] == [3, 4, 13]


@examples
@given(seeds)
def test_every_hex_that_is_offered_may_be_staked_and_no_other(seed):
    game, rng = opened(seed)
    position = game.encode(enriched(game, game.start(Seeded(rng)).state, rng))
    table = game.table(game.position(position | {"stage": "court"}))

    offered = {
        (one.tile, one.owner, other) for one in disputed_tiles(table) for other in one.others
    }

    pairs = list(permutations(table.living(), 2))
    assert offered == {
        (number, owner, other)
        for number in table.board.numbers
        for owner, other in pairs
        if table.owners[table.board.index[number]] == owner
        and not stake_problems(table, "courtier", (owner, other), Stake("tile", tile=number))
    }
