"""The contract's side of Courtier: options, what is asked, positions, encoding."""

import copy
import json
from random import Random

import pytest

from games.courtier import SYSTEM
from games.courtier.deckfile import house_table
from games.engine.chance import Scripted, Seeded
from games.engine.contract import BadOptions
from tests.games.courtier.asking import after, opened

# Options


def test_without_options_the_numbers_of_the_table_hold():
    state = opened(4).start(Scripted(dice=[3], shuffles="sorted")).state

    assert (state.first, state.stage, state.to_move) == (2, "hands", 2)
    assert len(state.fashion) == 13
    assert state.pools == (15, 15, 15, 15)
    assert state.reserves == (9, 9, 9, 9)
    assert len(state.petition_deck) == 18


@pytest.mark.parametrize(
    ("options", "codes"),
    [
        ([], ["bad_options"]),
        ({"queen": 1}, ["unknown_option"]),
        ({"first": 3}, ["bad_option"]),
        ({"first": True}, ["bad_option"]),
        ({"auction": 1}, ["bad_option"]),
        ({"fashion_top": -1}, ["bad_option"]),
        ({"fashion_top": 11}, ["too_many_fashions"]),
        ({"fashion_top": 9, "fashion_bottom": 8}, ["too_many_fashions"]),
        ({"turn_cap": 0}, ["bad_option"]),
        ({"no_cheese": "yes", "fast_start": None}, ["bad_option", "bad_option"]),
    ],
)
def test_options_that_are_none_are_refused(options, codes):
    with pytest.raises(BadOptions) as caught:
        SYSTEM.open(options, 3)

    assert [one.code for one in caught.value.problems] == codes


@pytest.mark.parametrize("seats", [1, 5, 0, "3", True, None])
def test_two_to_four_play(seats):
    with pytest.raises(BadOptions) as caught:
        SYSTEM.open({}, seats)

    assert caught.value.code == "bad_seats"


def test_sixteen_fashions_in_two_stacks_are_the_most():
    state = opened(fashion_top=10, fashion_bottom=6).start(Scripted([1], "sorted")).state

    assert len(state.fashion) == 17
    assert state.box == ()


def test_an_owners_deck_is_played_as_it_says():
    table = copy.deepcopy(house_table())
    table["setup"]["pool_start"] = 12
    table["ability"][5]["amount"] = 3

    game = opened(deck=table, auction=False, first=0)
    state = game.position({"courtiers": {"painter": {"1": 1}}, "hands": [["inf_king"] * 2]})

    assert game.start(Scripted(shuffles="sorted")).state.pools == (12, 12, 12)
    while state.turn_of == 0:
        state = after(game, state, game.asks(state)[0].default)
    assert state.track == (0, 3, 0)


def test_a_deck_that_is_none_is_refused_with_all_that_is_wrong():
    table = copy.deepcopy(house_table())
    table["influence"][0]["target"] = "queen"
    table["power"][0]["cost"] = -1

    with pytest.raises(BadOptions) as caught:
        SYSTEM.open({"deck": table}, 3)

    assert {(one.code, one.where) for one in caught.value.problems} == {("bad_deck", "deck")}
    assert "inf_king" in str(caught.value)
    assert "pow_resourceful_royal" in str(caught.value)


# What is asked


def test_whoever_has_a_card_is_asked_even_when_only_a_discard_is_left():
    """That a card cannot be paid must not be told by nobody being asked."""
    table = copy.deepcopy(house_table())
    table["counts"]["markers_per_player"] = 9
    table["setup"]["pool_start"] = 5
    for card in table["power"]:
        card["cost"] = 9
    game = opened(deck=table)
    state = game.position({"pools": [8, 8, 8], "hands": [[], ["pow_energetic"]]})

    state = game.resolve(state, {0: "pass"}, Seeded(Random(0))).state
    while state.to_move == 0:
        state = after(game, state, "draw influence")

    (ask,) = game.asks(state)
    assert (ask.seat, ask.kind, ask.legal) == (1, "action", ("discard pow_energetic",))


def test_an_empty_hand_gains_unasked():
    game = opened()
    hand = ["inf_king", "inf_king", "inf_prince", "inf_princess", "inf_palatine"]
    state = game.position({"hands": [hand], "to_move": 0})

    step = game.resolve(state, {0: "gain"}, Seeded(Random(0)))

    gained = [event.data["owner"] for event in step.events if event.kind == "gained"]
    assert gained == ["0", "1"]
    assert (step.state.stage, step.state.to_move) == ("refill", 1)


# Positions and encoding


@pytest.mark.parametrize(
    ("partial", "code"),
    [
        ([], "bad_position"),
        ({"queen": 1}, "unknown_field"),
        ({"to_move": 3}, "bad_field"),
        ({"pools": [1, 2, 3, 4]}, "bad_field"),
        ({"pools": [10], "reserves": [10]}, "markers_lost"),
        ({"pools": [25]}, "markers_lost"),
        ({"courtiers": {"king": {"0": 5}}}, "too_many_markers"),
        ({"courtiers": {"queen": {"0": 1}}}, "bad_field"),
        ({"courtiers": {"king": {"gianni": 1}}}, "bad_field"),
        ({"hands": [["inf_king"] * 3]}, "card_twice"),
        ({"hands": [["inf_prince"]], "offers": {"influence": "inf_prince"}}, "card_twice"),
        ({"decks": {"power": ["inf_king"]}}, "bad_field"),
        ({"deck_sizes": {"power": 45}}, "too_many_cards"),
        ({"petitions": ["pet_01", "pet_01"]}, "card_twice"),
        ({"fashion": ["fas_royal", "fas_royal"]}, "card_twice"),
        ({"fashion_left": 18}, "bad_field"),
        ({"stage": "place"}, "bad_stage"),
        ({"stage": "gianni_petition"}, "bad_stage"),
        ({"lifted": 1}, "bad_field"),
        ({"plays": {"power": 1}}, "bad_field"),
    ],
)
def test_positions_that_are_none_are_refused(partial, code):
    with pytest.raises(BadOptions) as caught:
        opened().position(partial)

    assert caught.value.code == code


def test_what_a_position_leaves_out_is_filled_in():
    game = opened()

    data = game.encode(game.position({"courtiers": {"bishop": {"0": 1, "1": 2, "neutral": 1}}}))

    assert data["courtiers"] == {"bishop": {"0": 1, "1": 2, "neutral": 1}}
    assert data["pools"] == [15, 15, 15]
    assert data["reserves"] == [8, 7, 9]
    assert data["neutral"] == 39
    assert data["holders"]["church"] == "1"
    assert data["offers"] == {"influence": "inf_king", "power": "pow_resourceful_royal"}
    assert data["petitions"] == ["pet_01", "pet_02", "pet_03", "pet_04"]
    assert data["secrets"] == ["pet_05", "pet_06", "pet_07"]
    assert data["petition_deck"][0] == "pet_08"
    assert (data["fashion"][0], data["fashion"][-1]) == ("fas_royal", "fas_arrest")


def test_the_rest_of_a_deck_lies_at_the_bottom_of_the_discard_pile():
    game = opened()

    data = game.encode(
        game.position(
            {
                "decks": {"influence": ["inf_any"]},
                "deck_sizes": {"influence": 2},
                "discards": {"influence": ["inf_prince"]},
            }
        )
    )

    assert data["decks"]["influence"] == ["inf_any", "inf_king"]
    assert data["offers"]["influence"] == "inf_king"
    assert data["discards"]["influence"][0] == "inf_princess"
    assert data["discards"]["influence"][-1] == "inf_prince"
    assert len(data["discards"]["influence"]) == 48 - 3


def test_two_seats_have_gianni_between_them():
    game = opened(2)

    data = game.encode(game.position({"courtiers": {"king": {"gianni": 3}}}))

    assert data["pools"] == [15, 15, 21]
    assert data["reserves"] == [9, 9, 0]
    assert data["holders"]["royal"] == "gianni"


def test_a_state_that_is_written_and_read_is_the_same_to_the_last_card():
    game = opened(2)
    rng = Random(7)
    state = game.start(Seeded(rng)).state
    for _ in range(300):
        (ask,) = game.asks(state)
        again = game.decode(json.loads(json.dumps(game.encode(state))))
        assert again == state
        assert again.legal == state.legal
        state = game.resolve(state, {ask.seat: rng.choice(ask.legal)}, Seeded(rng)).state
