"""Opening a campaign, and the corners of the contract that no case file reaches."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from campaign.rules import SYSTEM
from campaign.rules.ruleset import VERSION
from campaign.rules.state import Army
from games.engine.chance import Recording, Scripted, Seeded
from games.engine.contract import BadOptions, NotAsked, Refusal
from games.engine.registry import load_system

GRID = {"grid": [9, 7], "tiles": [{"n": 11, "start": 1}, {"n": 14, "start": 2}]}


def opened(**options):
    return SYSTEM.open({"map": GRID} | options, 2)


def test_the_registry_finds_the_campaign():
    assert load_system("campaign") is SYSTEM
    assert (SYSTEM.name, SYSTEM.version) == ("campaign", VERSION)


@pytest.mark.parametrize("options", [[1], "classic", 3, True])
def test_options_that_are_no_fields_are_refused(options):
    with pytest.raises(BadOptions) as caught:
        SYSTEM.open(options, 2)

    assert caught.value.code == "bad_options"


def test_a_seat_that_is_not_asked_cannot_answer():
    game = opened()
    state = game.start(Seeded(Random(1))).state

    with pytest.raises(NotAsked):
        game.check(state, 2, {})


def test_nothing_is_built_on_marsh_whoever_a_state_says_holds_it():
    marsh = {"n": 63, "terrain": "marsh"}
    game = opened(map={"grid": [9, 7], "tiles": [*GRID["tiles"], marsh]}, hand_in="steps")
    position = {"stage": "build", "kingdoms": [{"gold": 3}, {}], "tiles": {"1": {"owner": 0}}}
    state = game.position(position)
    edited = replace(state, owners=(*state.owners[:-1], 0))
    line = {"buy": "village", "tile": 63}

    with pytest.raises(Refusal) as caught:
        game.check(edited, 0, {"purchases": [line]})
    after = game.resolve(edited, {0: {"purchases": [line]}}, Seeded(Random(1))).state

    assert caught.value.code == "not_land"
    assert after.settlements[-1] is None


def test_a_line_that_became_illegal_is_left_out_and_the_rest_is_carried_out():
    game = opened(hand_in="steps")
    position = {"stage": "build", "kingdoms": [{"gold": 3}, {}], "tiles": {"1": {"owner": 0}}}
    lines = [{"buy": "village", "tile": 9}, {"buy": "village", "tile": 1}]

    step = game.resolve(game.position(position), {0: {"purchases": lines}}, Seeded(Random(1)))

    assert step.state.settlements[0] == "village"
    unused = [event.data for event in step.events if event.kind == "line_unused"]
    assert [(data["line"], data["code"]) for data in unused] == [(0, "foreign_tile")]


def test_f41_labels_of_dice_are_used_once_and_name_the_year():
    game = opened(hand_in="steps", rules={"years": 5})
    chance = Recording(Seeded(Random(4)))
    state = game.start(chance).state
    labels = [draw.label for draw in chance.draws]
    for _ in range(80):  # a year asks eleven times at most: six months, five steps of Winter
        if not game.asks(state):
            break
        recording = Recording(Seeded(Random(4)))
        state = game.resolve(state, {}, recording).state
        labels += [draw.label for draw in recording.draws]

    assert game.outcome(state).over
    assert len(labels) == len(set(labels))
    assert labels[0] == "order.start.1"
    assert "order.year5.1" in labels


def test_nobody_with_a_choice_is_still_no_loop_and_no_dead_end():
    game = opened(hand_in="steps", rules={"years": 0})
    tiles = {"1": {"owner": 0, "settlement": "fortress"}, "9": {"owner": 1}}
    state = game.position({"tiles": tiles})

    for _ in range(3):
        asks = game.asks(state)
        assert [ask.seat for ask in asks] == [0, 1]
        state = game.resolve(state, {}, Scripted([5, 2] * 14)).state

    assert state.year > 3
    assert not game.outcome(state).over


def test_a_state_that_was_edited_beyond_the_limits_is_played_on():
    game = opened(hand_in="steps")
    tiles = {"1": {"owner": 0, "settlement": "village"}, "9": {"owner": 1}}
    state = game.position({"tiles": tiles})
    crowd = tuple(Army(0, number, 500, 1) for number in range(1, 31))

    after = game.resolve(replace(state, armies=crowd), {}, Seeded(Random(1))).state

    assert game.outcome(after).over or game.asks(after)
