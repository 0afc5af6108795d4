"""Army lists that come with a recruit. Source: campaign.md 4c and 5."""

from __future__ import annotations

from random import Random

import pytest

from campaign.rules import SYSTEM
from campaign.rules.rosters import Roster
from campaign.rules.winter.sheets import Purchase
from campaign.rules.winter.spend_build import PURCHASES, buy, purchase_fault
from games.engine.chance import Seeded
from games.engine.contract import Refusal
from tests.rules.lists import SHORT, codes, roster, unit, winter


def test_a_recruit_brings_its_list_and_gets_its_number():
    table = winter()
    line = Purchase("army", 40, roster=roster(0, 0, unit("Guards", 500)))

    assert purchase_fault(table, 0, line) == ""
    buy(table, 0, line)

    assert table.rosters == {(0, 4): Roster(0, 4, (unit("Guards", 500),))}


def test_a_recruit_may_be_allied_once_three_others_stand():
    line = Purchase("army", 40, roster=roster(0, 0, ally="Dwarfs"))

    assert purchase_fault(winter(armies=2), 0, line) == "ally_too_soon"
    assert purchase_fault(winter(armies=3), 0, line) == ""


def test_the_army_that_makes_room_takes_its_legend_with_it():
    legend = unit("Duke Aldric", legend=True)
    table = winter(roster(0, 6, legend), armies=6)
    replacing = Purchase("army", 40, 6, roster=roster(0, 0, legend))
    beside = Purchase("army", 40, 5, roster=roster(0, 0, legend))

    assert purchase_fault(table, 0, beside) == "not_unique"
    assert purchase_fault(table, 0, replacing) == ""
    buy(table, 0, replacing)

    assert list(table.rosters) == [(0, 6)]
    assert not table.rosters[0, 6].open


def build_game(table, **options):
    """Open a game in which this table may be checked and resolved."""
    rules = {"battle_mode": table.rules.battle_mode}
    document = {"grid": [11, 5], "tiles": [{"n": 13, "start": 1}, {"n": 19, "start": 2}]}
    return SYSTEM.open({"map": document, "rules": rules} | options, 2)


SHEET = {"buy": "army", "tile": 40, "list": {"units": [SHORT | {"legend": True}]}}


def test_a_winter_sheet_keeps_a_recruits_list_in_canonical_form():
    table = winter()
    game = build_game(table, hand_in="steps")

    given_sheet = game.check(table.freeze(), 0, {"purchases": [SHEET]})

    (line,) = given_sheet["purchases"]
    assert line["list"] == {
        "units": [SHORT | {"strength": 1, "legend": True, "ally": False, "extras": []}]
    }
    assert game.check(table.freeze(), 0, given_sheet) == given_sheet
    after = game.resolve(table.freeze(), {0: given_sheet}, Seeded(Random(1))).state
    assert [(r.kingdom, r.army, r.units[0].name) for r in after.rosters] == [(0, 4, "Spearmen")]


def test_in_open_play_a_recruits_list_is_taken_and_refused_with_its_reason():
    table = winter()
    game = build_game(table, play="open")
    dear = {"units": [SHORT | {"points": 501}]}

    answer = game.check(table.freeze(), 0, SHEET)
    with pytest.raises(Refusal) as caught:
        game.check(table.freeze(), 0, SHEET | {"list": dear})

    assert answer["list"]["units"][0]["name"] == "Spearmen"
    assert str(caught.value) == ("Your answer: the list costs 501 points; at most 500 are allowed.")


def test_two_recruits_under_the_same_conditions_cannot_share_a_legend():
    table = winter(fortresses=(40, 41))
    game = build_game(table, hand_in="steps")
    received = {"if": [{"received": {"from": 1, "gold": 1, "food": 0}}]}
    other = SHEET | {"tile": 41}

    with pytest.raises(Refusal) as caught:
        game.check(table.freeze(), 0, {"purchases": [SHEET, other]})
    alternative = game.check(table.freeze(), 0, {"purchases": [SHEET, other | received]})

    assert codes(caught.value.problems) == ["not_unique"]
    assert caught.value.problems[0].where == "purchases.1.list"
    assert len(alternative["purchases"]) == 2


def test_a_recruit_may_be_the_third_beside_which_allies_are_bought():
    table = winter(armies=2, fortresses=(40, 41))
    game = build_game(table, hand_in="steps")
    plain = {"buy": "army", "tile": 40}
    allied = {"ally": "Dwarfs", "units": [SHORT | {"ally": True}]}
    second = {"buy": "army", "tile": 41, "list": allied}

    answer = game.check(table.freeze(), 0, {"purchases": [plain, second]})
    after = game.resolve(table.freeze(), {0: answer}, Seeded(Random(1))).state

    assert [(r.army, r.ally) for r in after.rosters] == [(4, "Dwarfs")]
    with pytest.raises(Refusal) as caught:
        game.check(table.freeze(), 0, {"purchases": [second]})
    assert codes(caught.value.problems) == ["ally_too_soon"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ({"buy": "village", "tile": 41, "list": {"units": [SHORT]}}, "list_without_army"),
        ({"buy": "army", "tile": 40, "list": {"units": []}}, "list_empty"),
        ({"buy": "army", "tile": 40, "list": {"units": [SHORT | {"points": 600}]}},
         "list_too_dear"),
    ],
)  # fmt: skip
def test_f13_a_purchase_with_a_wrong_list_is_refused(line, code):
    table = winter()
    game = build_game(table, hand_in="steps")

    with pytest.raises(Refusal) as caught:
        game.check(table.freeze(), 0, {"purchases": [line]})

    assert code in codes(caught.value.problems)


def test_where_battles_are_settled_by_dice_a_list_is_refused():
    table = winter(battle_mode="simple")
    game = build_game(table, hand_in="steps")

    with pytest.raises(Refusal) as caught:
        game.check(table.freeze(), 0, {"purchases": [SHEET]})

    assert codes(caught.value.problems) == ["lists_unused"]


def test_a_list_that_became_wrong_is_not_carried_out():
    table = winter()
    line = Purchase("army", 40, roster=roster(0, 0, unit("Duke Aldric", legend=True)))
    table.rosters[0, 1] = roster(0, 1, unit("Duke Aldric", legend=True))

    assert PURCHASES.obstacle(table, 0, line) == ("illegal", "not_unique")
