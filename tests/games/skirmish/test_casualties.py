"""How many points of their lists both sides have lost (skirmish.md 14.4, house H46)."""

from __future__ import annotations

from random import Random

import pytest

from games.engine.casualties import casualties_of
from games.engine.chance import Draw, Seeded
from games.engine.registry import load_system
from tests.games.skirmish.games import SEEDS, game_of
from tests.games.skirmish.playing import InOrder, opened

GUARD_AND_BRIARS = ("plain_guard", "briar_host")


def test_the_pieces_in_the_slain_pool_are_lost_those_on_the_board_and_in_hand_are_not():
    game = opened(GUARD_AND_BRIARS)
    state = game.position(
        {
            "south": {"d1": "watchtower"},
            "north": {"d6": "old_oak", "h8": "thorn_king"},
            "slain": [["captain", "spearman"], ["bramblefoot", "bramblefoot"]],
            "hand": [["spearman"], []],
        }
    )

    # A King is worth 3, a Rook 2, a Pawn 1.
    assert casualties_of(game, state) == ((4, 7), (2, 7))


def test_a_piece_slain_by_the_last_attack_is_lost():
    game = opened(GUARD_AND_BRIARS)
    state = game.position(
        {"south": {"d1": "standard_bearer"}, "north": {"d6": "old_oak"}, "slain": [["captain"], []]}
    )

    dice = InOrder([Draw("attack", "roll", 10, (2,)), Draw("defence", "roll", 8, (1,))])

    after = game.resolve(state, {0: "attack d1 d6"}, dice).state

    assert game.outcome(after).reason == "eliminated"
    assert casualties_of(game, after) == ((3, 6), (2, 2))


def test_who_is_promoted_comes_back_and_the_pawn_is_in_the_pool_instead():
    game = opened(GUARD_AND_BRIARS)
    state = game.position(
        {
            "south": {"b7": "spearman"},
            "north": {"h8": "thorn_king"},
            "slain": [["watchtower", "outrider"], []],
        }
    )
    for answer in ("move b7 b8", "promote watchtower"):
        state = game.resolve(state, {0: answer}, Seeded(Random(1))).state

    assert casualties_of(game, state) == ((3, 5), (0, 3))


def test_a_team_not_chosen_yet_counts_what_it_may_cost():
    fixed = {"captain": 1, "spearman": 2}
    open_to_both = opened(GUARD_AND_BRIARS, points=[7, 10])
    one_fixed = opened(GUARD_AND_BRIARS, points=[7, 10], teams=[fixed, None])

    found = [
        casualties_of(game, game.start(Seeded(Random(1))).state)
        for game in (open_to_both, one_fixed)
    ]

    assert found == [((0, 7), (0, 10)), ((0, 5), (0, 10))]


def test_a_team_chosen_in_secret_counts_what_it_costs():
    game = opened(GUARD_AND_BRIARS, points=[7, 10])
    state = game.start(Seeded(Random(1))).state
    answers = {0: "team captain 1 spearman 2", 1: "team thorn_king 1 old_oak 2"}

    state = game.resolve(state, answers, Seeded(Random(1))).state

    assert [ask.kind for ask in game.asks(state)] == ["tree"]
    assert casualties_of(game, state) == ((0, 5), (0, 7))


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_lost_and_what_counts_make_up_the_list_all_the_way(seed: int):
    game, played = game_of(seed)
    states = [step.state for *_, step in played]
    begun = [state for state in states if state.pieces]

    found = {
        tuple(brought for _lost, brought in casualties_of(game, state))
        == tuple(
            lost + left
            for (lost, _brought), left in zip(
                casualties_of(game, state), game.outcome(state).scores, strict=True
            )
        )
        for state in begun
    }

    assert found == {True}
    assert len({tuple(b for _l, b in casualties_of(game, state)) for state in begun}) == 1


@pytest.mark.parametrize("name", ["winter", "winter_court", "courtier"])
def test_nothing_is_lost_in_a_duel_of_wits(name: str):
    game = load_system(name).open({}, 2)

    assert casualties_of(game, game.start(Seeded(Random(1))).state) == ()
