"""What a match for a battle is opened with, and what its end means. Source: campaign.md 5."""

from __future__ import annotations

from dataclasses import replace

import pytest

from campaign.rules.battle.nested import (
    by_place,
    faction_of,
    factions_of,
    list_points,
    match_setup,
    report_of,
)
from campaign.rules.outside import COURTIER, MATCHES, Result
from campaign.rules.state import Battle, Kingdom, Report
from games.engine.registry import load_system
from games.skirmish.faction import faction_ids
from tests.rules.war import army, war

A, B, C, D = range(4)


def at(tile=2, **facts):
    """Return a skirmish between army 1 of A and army 1 of B."""
    given = {"mode": "skirmish", "attackers": (1,), "defenders": (1,), "seats": (A, B)}
    return Battle(1, tile, A, B, **(given | facts))


def field_of(settlement=None, owner=B, tokens=None, defending=(), factions=("", "")):
    """Return board and state of a battle on hex 2, with what is built there."""
    table = war(
        "ppp",
        "ppp",
        held={2: owner},
        built={2: settlement} if settlement else {},
        tokens=tokens or [army(A, 1, 2), army(B, 1, 2)],
        defending=defending,
    )
    state = table.freeze()
    kingdoms = tuple(replace(Kingdom(), faction=name) for name in factions)
    return table.board, replace(state, kingdoms=kingdoms + state.kingdoms[2:])


def options_of(*arguments, battle=None, **facts):
    """Return the options of the skirmish on such a field."""
    return match_setup(*field_of(*arguments, **facts), battle or at()).options


# Points of a list: min(14, 4 + P // 150)


@pytest.mark.parametrize(
    ("points", "worth"),
    [
        (100, 4),
        (149, 4),
        (150, 5),
        (299, 5),
        (300, 6),
        (500, 7),
        (800, 9),
        (1000, 10),
        (1499, 13),
        (1500, 14),
        (3000, 14),
    ],
)
def test_a_list_is_worth_four_points_and_one_for_each_150(points, worth):
    assert list_points(points) == worth


def test_a_sides_points_are_those_of_its_armies_that_fight():
    tokens = [army(A, 1, 2), army(A, 2, 2, 300), army(A, 3, 2), army(B, 1, 2, 200)]

    # A's armies 1 and 2 fight: 800 points, 4 + 5; B's 200: 4 + 1.
    options = options_of(tokens=tokens, battle=at(attackers=(1, 2)))

    assert options["points"] == [9, 5]


# The house table: what defends its own settlement is stronger


@pytest.mark.parametrize(
    ("settlement", "points", "trees"),
    [
        (None, [7, 7], 6),
        ("village", [7, 7], 8),
        ("city", [7, 8], 6),
        ("capital", [7, 9], 6),
        ("fortress", [7, 10], 6),
    ],
)
def test_the_house_table_helps_who_defends_its_own_settlement(settlement, points, trees):
    options = options_of(settlement, defending=[(B, 1)])

    assert (options["points"], options["trees"]) == (points, trees)


def test_whoever_picked_the_battle_the_settlement_helps_its_own_kingdom():
    assert options_of("fortress", owner=A, defending=[(A, 1), (B, 1)])["points"] == [10, 7]


@pytest.mark.parametrize(
    ("owner", "defending"),
    [
        (B, []),  # nobody was ordered to defend
        (B, [(A, 1)]),  # only the intruder does
        (B, [(B, 2)]),  # an army that does not fight does
        (A, [(B, 1)]),  # it is not the defender's settlement
        (C, [(A, 1), (B, 1)]),  # nor anybody's who fights
    ],
)
@pytest.mark.parametrize("settlement", ["fortress", "village"])
def test_a_settlement_helps_nobody_else(owner, defending, settlement):
    options = options_of(settlement, owner=owner, defending=defending)

    assert (options["points"], options["trees"]) == ([7, 7], 6)


def test_the_largest_list_is_14_and_a_fortress_still_adds_to_it():
    tokens = [army(B, 1, 2, 5000), army(A, 1, 2, 100)]

    assert options_of("fortress", tokens=tokens, defending=[(B, 1)])["points"] == [4, 17]


@pytest.mark.parametrize("settlement", [None, "village", "city", "capital", "fortress"])
@pytest.mark.parametrize("points", [100, 500, 3000])
def test_f13_whatever_is_set_up_the_games_take_it(settlement, points):
    tokens = [army(A, 1, 2, points), army(B, 1, 2, points)]
    board, state = field_of(settlement, tokens=tokens, defending=[(B, 1)])

    for mode in MATCHES:
        setup = match_setup(board, state, at(), mode)
        assert setup.game == mode
        assert load_system(mode).open(setup.options, len(setup.seats)).seats == 2


# Factions

IDS = faction_ids()
NEXT = dict(zip(IDS, (*IDS[1:], IDS[0]), strict=True))
LAST = IDS[-1]


def test_the_factions_stand_in_alphabetical_order():
    assert list(IDS) == sorted(IDS)
    assert {"blights", "briar_host", "plain_guard"} <= set(IDS)


@pytest.mark.parametrize(
    ("chosen", "fielded"),
    [
        (("plain_guard", "blights"), ("plain_guard", "blights")),
        (("", ""), (IDS[0], IDS[1])),  # seat 0 and seat 1
        ((IDS[1], ""), (IDS[1], IDS[2])),  # both the second: the next
        (("plain_guard", "plain_guard"), ("plain_guard", NEXT["plain_guard"])),
        ((LAST, LAST), (LAST, IDS[0])),  # the list goes round
        (("nonsense", IDS[0]), (IDS[0], IDS[1])),
    ],
)
def test_both_sides_field_what_they_chose_but_never_the_same(chosen, fielded):
    _, state = field_of(factions=chosen)

    assert factions_of(state, at()) == fielded
    assert options_of(factions=chosen)["factions"] == list(fielded)


def test_without_a_choice_the_factions_go_round_by_seat():
    table = war("pp", tokens=[army(4, 1, 1)], seats=5)

    fielded = [faction_of(table.freeze(), seat) for seat in range(5)]

    assert fielded == list((IDS * 2)[:5])


# Who sits there


@pytest.mark.parametrize("mode", ["winter_court", "winter"])
def test_the_attacker_sits_first(mode):
    board, state = field_of()

    assert match_setup(board, state, at(mode=mode)) == (mode, {}, (A, B))


def test_a_courtier_for_three_or_four_seats_them_in_the_battles_order():
    board, state = field_of()
    battle = at(mode=COURTIER, seats=(B, A, D, C), attackers=(1,))

    assert match_setup(board, state, battle) == (COURTIER, {}, (B, A, D, C))
    assert match_setup(board, state, battle, "winter").seats == (A, B)


# What its end means


def test_the_better_place_wins_and_equal_places_are_a_draw():
    assert by_place({A: 1, B: 2}, A, B) == ("win", A)
    assert by_place({A: 4, B: 3}, A, B) == ("win", B)
    assert by_place({A: 2, B: 2}, A, B) == ("draw", None)


@pytest.mark.parametrize(
    ("winner", "counts"), [(A, A), (B, B), (None, None), (C, None), (-1, None)]
)
def test_only_a_side_of_the_battle_wins_it(winner, counts):
    table = war("pp", seats=3)

    assert report_of(table, at(mode="winter"), Result(winner)) == Report(counts)
    assert table.ranks == {}


def test_the_places_of_a_courtier_for_two_say_nothing_its_winner_does():
    table = war("pp", seats=3)

    # Gianni came first, B second: nobody won.
    report = report_of(table, at(mode=COURTIER), Result(None, (), {A: 3, B: 2}))

    assert report == Report(None)
    assert table.ranks == {}


def test_only_a_skirmish_tells_what_was_slain():
    table, slain = war("pp", seats=3), ((1, 7), (2, 7))

    assert report_of(table, at(), Result(A, slain)).slain == slain
    assert report_of(table, at(mode="winter"), Result(A, slain)).slain == ()


def test_the_order_of_a_larger_courtier_is_kept_for_the_month():
    table = war("pp", seats=4)
    battle = at(mode=COURTIER, seats=(A, B, C))

    report = report_of(table, battle, Result(C, (), {A: 3, B: 2, C: 1, D: 4}))

    assert report == Report(B)
    assert table.ranks == {2: {A: 3, B: 2, C: 1}}
    assert table.freeze().summer.ranks == ((2, ((A, 3), (B, 2), (C, 1))),)


@pytest.mark.parametrize("places", [{}, {A: 1, B: 2}, {A: 1, C: 2}])
def test_an_order_that_leaves_one_out_is_none(places):
    table = war("pp", seats=3)

    report = report_of(table, at(mode=COURTIER, seats=(A, B, C)), Result(A, (), places))

    assert report == Report(A)
    assert table.ranks == {}
