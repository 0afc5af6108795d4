"""What the steward does with a Winter, on the grid of ``tests.rules.stewarding``."""

from __future__ import annotations

from tests.rules.stewarding import CAPITAL, ISLAND, WEST, answer_of, laid


def winter(position, **options):
    """Return the steward's purchases in a Winter that begins like this."""
    game, state = laid(position | {"stage": "recall"}, **options)
    return answer_of(game, state).get("purchases", [])


def bought(purchases):
    """Return what was asked for, kind by kind."""
    return [line["buy"] for line in purchases]


def test_it_founds_a_capital_where_it_has_none():
    tiles = {"24": {"owner": 0, "settlement": "city"}, "25": {"owner": 0, "settlement": "village"}}

    assert winter({"tiles": tiles})[0] == {"buy": "capital", "tile": 24}


def test_it_recruits_no_more_than_it_can_feed():
    # Two fortresses, four gold (a capital and two cities), two food, one army: one recruit.
    kinds = {"13": "capital", "14": "city", "12": "city", "2": "fortress", "3": "fortress"}
    kinds |= {"24": "village", "25": "village"}
    tiles = {n: {"owner": 0, "settlement": kind} for n, kind in kinds.items()}

    lines = winter({"tiles": tiles, "armies": [{"kingdom": 0, "tile": 13}]})

    assert bought(lines).count("army") == 1


def test_spare_gold_buys_villages_while_food_is_short():
    # Worked example 16: three gold, two food, one army: a recruit, then two villages on the
    # two bare tiles, which is all the gold.
    kinds = {"13": "capital", "12": "city", "2": "fortress", "24": "village", "25": "village"}
    kinds |= {"3": None, "14": None}
    tiles = {n: {"owner": 0, "settlement": kind} for n, kind in kinds.items()}

    lines = winter({"tiles": tiles, "armies": [{"kingdom": 0, "tile": 13}]})

    assert bought(lines) == ["army", "village", "village"]


def test_it_buys_a_ship_where_shores_wait_to_be_explored():
    tiles = WEST | CAPITAL | {"26": {"owner": 0, "settlement": "city"}}
    shores = [{"n": n, "terrain": "coast"} for n in (7, 18, 29, 40, 51)]

    lines = winter({"tiles": tiles}, special=ISLAND + shores)

    assert {"buy": "ship", "tile": 26} in lines


def test_in_the_last_year_it_buys_no_ship():
    tiles = WEST | CAPITAL | {"26": {"owner": 0, "settlement": "city"}}
    shores = [{"n": n, "terrain": "coast"} for n in (7, 18, 29, 40, 51)]

    lines = winter({"tiles": tiles}, special=ISLAND + shores, rules={"years": 1})

    assert "ship" not in bought(lines)


def test_it_deploys_beside_the_work_and_keeps_to_the_room():
    # Unexplored land lies only in the south; the village there has room for one army.
    tiles = {str(n): {"owner": 0} for n in range(1, 45)} | CAPITAL
    tiles["40"] = {"owner": 0, "settlement": "village"}
    armies = [{"kingdom": 0, "tile": None} for _ in range(3)]
    game, state = laid({"stage": "deploy", "tiles": tiles, "armies": armies})

    placed = answer_of(game, state)["placements"]

    assert [tile for _, tile in placed].count(40) == 1
