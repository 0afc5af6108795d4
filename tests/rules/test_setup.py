"""Banners, capitals, homelands and first armies. Source: campaign.md 2 and worked example 16."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from campaign.rules.answers import as_json, read_answer
from campaign.rules.problems import MESSAGES, problem
from campaign.rules.reader import Limits, Reader
from campaign.rules.ruleset import Price
from campaign.rules.setup.factions import fielded
from campaign.rules.setup.sheet import SetupSheet, read_setup, review_setup, setup_json
from campaign.rules.setup.steps import (
    raise_banners,
    set_up,
    setup_default,
    setup_legal,
    setup_take,
    setup_turn,
)
from campaign.rules.state import FOUND, HOMELAND, MUSTER, SETUP, Army
from campaign.rules.winter.gather import gather
from games.engine.chance import Scripted, Seeded
from games.engine.contract import Refusal
from games.skirmish.faction import faction_ids
from tests.rules.fields import lay_table, owner, standing, told
from tests.rules.play import examples, seeds

# The start hexes are 13, 16 and 19. Around 13 lie 2, 3, 12, 14, 24 and 25: ne 3, e 14, se 25,
# sw 24, w 12, nw 2.
ORDER = {"order.start.1": [4, 6, 2]}
"""Kingdom 1 first, then 0, then 2."""
HOME = (("e", "village"), ("w", "city"), ("sw", "village"), ("se", "fortress"))
FACTIONS = faction_ids()
LIST = {"units": [{"name": "Spearmen", "size": 20, "points": 110}]}


def read(answer, seat=0):
    reader = Reader(Limits(Price(1, 1)))
    return read_setup(reader, answer, seat), [(each.code, each.where) for each in reader.problems]


def played(sheets=None, *, dice=ORDER, **rules):
    """Play all of Setup in sealed play."""
    table = lay_table(stage=SETUP, **rules)
    set_up(table, sheets or {}, Scripted(dice))
    return table


# Sealed play


def test_races_are_revealed_together_and_the_order_drawn():
    table = played({0: SetupSheet(race="Elves"), 2: SetupSheet(race="Orcs")})

    assert told(table, "banner_raised") == [
        {"kingdom": 0, "race": "Elves"},
        {"kingdom": 1, "race": ""},
        {"kingdom": 2, "race": "Orcs"},
    ]
    assert table.races == ["Elves", "", "Orcs"]
    assert table.order == [1, 0, 2]


def test_a_faction_is_revealed_with_its_banner_if_one_was_chosen():
    table = played({2: SetupSheet(race="Orcs", faction="blights"), 0: SetupSheet(faction="")})

    banners = [(e.kind, *e.data.values(), e.seen_by) for e in table.events[:4]]
    assert banners == [
        ("banner_raised", 0, "", None),
        ("banner_raised", 1, "", None),
        ("banner_raised", 2, "Orcs", None),
        ("faction_chosen", 2, "blights", None),
    ]
    assert table.factions == ["", "", "blights"]
    assert [kingdom.faction for kingdom in table.freeze().kingdoms] == ["", "", "blights"]


@pytest.mark.parametrize(
    ("seat", "chosen", "fields"),
    [
        *((seat, "", each) for seat, each in enumerate((FACTIONS * 3)[:8])),
        (0, "plain_guard", "plain_guard"),
        (2, "a faction of yesterday", FACTIONS[2]),
    ],
)
def test_without_a_choice_the_seat_says_which_faction_it_is(seat, chosen, fields):
    assert fielded(seat, chosen) == fields


def test_capitals_by_player_order_on_the_lowest_number_free():
    table = played()

    assert table.original == [16, 13, 19]
    assert [owner(table, number) for number in (13, 16, 19)] == [1, 0, 2]
    assert [standing(table, number) for number in (13, 16, 19)] == ["capital"] * 3


def test_capitals_by_the_ranking_while_it_is_free():
    sheets = {
        0: SetupSheet(starts=(19, 13)),
        1: SetupSheet(starts=(19,)),
        2: SetupSheet(starts=(13, 19)),
    }

    table = played(sheets)

    assert table.original == [13, 19, 16]


def test_a_homeland_by_default_on_the_four_lowest_numbers():
    table = played()

    assert {number: standing(table, number) for number in (2, 3, 12, 14, 24, 25)} == {
        2: "city",
        3: "fortress",
        12: "village",
        14: "village",
        24: None,
        25: None,
    }
    assert all(owner(table, number) == 1 for number in (2, 3, 12, 14, 24, 25))


def test_a_homeland_by_direction_from_the_capital():
    table = played({1: SetupSheet(homeland=HOME, army="se")})

    assert {number: standing(table, number) for number in (2, 3, 12, 14, 24, 25)} == {
        2: None,
        3: None,
        12: "city",
        14: "village",
        24: "village",
        25: "fortress",
    }
    assert table.armies[1] == {1: Army(1, 1, 500, 25)}


def test_the_first_army_stands_in_the_capital_by_default():
    table = played()

    assert [table.armies[seat][1].tile for seat in range(3)] == [16, 13, 19]


@pytest.mark.parametrize(("snake", "order"), [(False, [1, 0, 2]), (True, [2, 0, 1])])
def test_the_snake_draft_reverses_homelands_and_armies(snake, order):
    table = played(snake_draft=snake)

    homes = [each["kingdom"] for each in told(table, "homeland_claimed")]
    assert [each["kingdom"] for each in told(table, "capital_founded")] == [1, 0, 2]
    assert homes == [seat for seat in order for _ in range(6)]
    assert [each["kingdom"] for each in told(table, "army_raised")] == order


def test_example_16_a_new_kingdom_gathers_3_gold_and_2_food():
    table = played()

    gather(table)

    assert [(table.gold[seat], table.food[seat]) for seat in range(3)] == [(3, 2)] * 3


def test_a_list_goes_to_the_first_army_where_lists_are_used():
    roster = read({"list": LIST}, 1)[0].roster
    table = played({1: SetupSheet(roster=roster)}, battle_mode="tabletop")
    without = played({1: SetupSheet(roster=roster)}, battle_mode="simple")

    assert table.rosters == {(1, 1): roster}
    assert without.rosters == {}


# The sheet


def test_a_sheet_is_read_and_written_back():
    homeland = {"se": "fortress", "w": "city", "e": "village", "sw": "village"}
    answer = {
        "race": " Elves ",
        "faction": "briar_host",
        "starts": [19, 13],
        "homeland": homeland,
        "army": "w",
    }

    sheet, problems = read(answer)

    assert problems == []
    assert sheet == SetupSheet("Elves", (19, 13), HOME, "w", faction="briar_host")
    assert setup_json(sheet) == answer | {"race": "Elves"}


def test_the_empty_sheet_is_the_default():
    sheet, problems = read({"race": "", "faction": "", "starts": [], "army": "capital"})

    assert (sheet, problems) == (SetupSheet(), [])
    assert setup_json(sheet) == {}


def test_a_sheet_may_carry_the_first_armys_list():
    sheet, problems = read({"list": LIST}, 2)

    assert problems == []
    assert (sheet.roster.kingdom, sheet.roster.army) == (2, 1)
    assert read(setup_json(sheet), 2)[0] == sheet


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ([], ("not_a_sheet", "")),
        ({"banner": "Elves"}, ("unknown_field", "")),
        ({"race": 7}, ("bad_race", "race")),
        ({"race": "x" * 41}, ("bad_race", "race")),
        ({"race": "Or\ncs"}, ("bad_race", "race")),
        ({"faction": "the_elves"}, ("unknown_faction", "faction")),
        ({"faction": "Blights"}, ("unknown_faction", "faction")),
        ({"faction": None}, ("unknown_faction", "faction")),
        ({"faction": ["blights"]}, ("unknown_faction", "faction")),
        ({"faction": {}}, ("unknown_faction", "faction")),
        ({"faction": True}, ("unknown_faction", "faction")),
        ({"starts": 13}, ("not_a_list", "starts")),
        ({"starts": [True]}, ("not_a_number", "starts.0")),
        ({"homeland": []}, ("bad_homeland", "homeland")),
        ({"homeland": {}}, ("bad_homeland", "homeland")),
        ({"homeland": {"e": "city"}}, ("bad_homeland", "homeland")),
        ({"homeland": dict(HOME) | {"nw": "village"}}, ("bad_homeland", "homeland")),
        ({"homeland": dict(HOME) | {"nw": None}}, ("bad_homeland", "homeland")),
        ({"homeland": dict(HOME) | {"e": "city"}}, ("bad_homeland", "homeland")),
        (
            {"homeland": {"up": "city", "e": "fortress", "w": "village", "sw": "village"}},
            ("bad_homeland", "homeland"),
        ),
        ({"army": "e"}, ("bad_muster", "army")),
        ({"army": ["e"]}, ("bad_muster", "army")),
        ({"homeland": dict(HOME), "army": "nw"}, ("bad_muster", "army")),
    ],
)
def test_f13_a_sheet_of_the_wrong_shape_is_refused(answer, problem):
    assert read(answer)[1] == [problem]


def test_start_tiles_must_be_start_tiles_of_the_map():
    table = lay_table(stage=SETUP)

    problems = review_setup(table, 0, SetupSheet(starts=(13, 14, 99, 13)))

    assert [(each.code, each.where) for each in problems] == [
        ("not_a_start", "starts.1"),
        ("unknown_tile", "starts.2"),
    ]
    assert [str(each) for each in problems] == [
        "Start hexes, line 2: no capital can be founded on hex 14.",
        "Start hexes, line 3: there is no hex 99 on this map.",
    ]


def test_a_list_is_judged_too():
    sheet = SetupSheet(roster=read({"list": LIST})[0].roster)

    simple = review_setup(lay_table(stage=SETUP), 0, sheet)
    tabletop = review_setup(lay_table(stage=SETUP, battle_mode="tabletop"), 0, sheet)

    assert [each.code for each in simple] == ["lists_unused"]
    assert tabletop == []
    assert simple[0].code in MESSAGES


# Open play


def test_the_banner_of_open_play_is_a_race_and_a_faction():
    answer = {"race": "Elves", "faction": "plain_guard"}

    sheet = read_answer("banner", 0, answer, Limits(Price(1, 1)))

    assert sheet == SetupSheet(race="Elves", faction="plain_guard")
    assert as_json(sheet, "banner") == answer


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ({"faction": "the_elves"}, ("unknown_faction", "faction")),
        ({"starts": [13]}, ("unknown_field", "")),
    ],
)
def test_f13_a_banner_of_the_wrong_shape_is_refused(answer, problem):
    with pytest.raises(Refusal) as refused:
        read_answer("banner", 0, answer, Limits(Price(1, 1)))

    assert [(each.code, each.where) for each in refused.value.problems] == [problem]


def opened(stage=FOUND, **rules):
    """Raise the banners and play the steps before ``stage`` by their defaults."""
    table = lay_table(stage=FOUND, **rules)
    raise_banners(table, {}, Scripted(ORDER))
    for before in (FOUND, HOMELAND, MUSTER):
        table.stage = before
        if before == stage:
            return table
        by_default(table)
    return table


def by_default(table):
    """Play the running step by its defaults; return who was asked."""
    asked = []
    while (seat := setup_turn(table)) is not None:
        setup_take(table, seat, setup_default(table, seat))
        asked.append(seat)
    return asked


@pytest.mark.parametrize("stage", [FOUND, HOMELAND, MUSTER])
@pytest.mark.parametrize("snake", [False, True])
def test_the_turns_of_a_step(stage, snake):
    table = opened(stage, snake_draft=snake)

    reverse = snake and stage != FOUND
    assert by_default(table) == ([2, 0, 1] if reverse else [1, 0, 2])


def test_free_start_tiles_are_offered():
    table = opened()
    setup_take(table, 1, 16)

    assert setup_legal(table, 0) == [13, 19]


def test_every_homeland_is_offered_once():
    table = opened(HOMELAND)

    legal = setup_legal(table, 1)

    # 6 places for the city, 5 for the fortress, 4 x 3 / 2 for the villages.
    assert len(legal) == 180
    assert len({tuple(sorted(homeland.items())) for homeland in legal}) == 180
    assert all(
        sorted(homeland.values()) == ["city", "fortress", "village", "village"]
        for homeland in legal
    )


def test_the_army_may_stand_in_any_of_the_own_settlements():
    table = opened(HOMELAND)
    setup_take(table, 1, {"w": "city", "e": "village", "se": "fortress", "sw": "village"})
    table.stage = MUSTER

    assert setup_legal(table, 1) == ["capital", "e", "w", "sw", "se"]


@pytest.mark.parametrize("stage", [FOUND, HOMELAND, MUSTER])
def test_the_default_is_legal(stage):
    table = opened(stage)

    assert setup_default(table, 1) in setup_legal(table, 1)


@pytest.mark.parametrize("snake", [False, True])
def test_open_defaults_give_what_the_empty_sheets_give(snake):
    table = opened("all", snake_draft=snake)
    sealed = played(snake_draft=snake)

    table.stage = SETUP
    assert table.freeze() == sealed.freeze()
    assert table.events == sealed.events


@examples
@given(seeds)
def test_f05_any_choices_give_every_kingdom_its_homeland(seed):
    rng = Random(seed)
    table = lay_table(stage=FOUND, snake_draft=rng.random() < 0.5)
    raise_banners(table, {}, Seeded(rng))
    for table.stage in (FOUND, HOMELAND, MUSTER):
        while (seat := setup_turn(table)) is not None:
            setup_take(table, seat, rng.choice(setup_legal(table, seat)))

    gather(table)

    for seat in range(3):
        assert len(table.held(seat)) == 7
        assert (table.gold[seat], table.food[seat]) == (3, 2)
        (first,) = table.armies[seat].values()
        assert owner(table, first.tile) == seat
        assert standing(table, first.tile) is not None


def test_a_refusal_names_the_part_of_the_sheet_that_it_is_about():
    assert str(Refusal(problem("bad_muster", "army"))).startswith("First army: ")
    assert str(Refusal(problem("bad_homeland", "homeland"))).startswith("Homeland: ")
    assert str(Refusal(problem("not_a_sheet"))).startswith("Your answer: ")
