"""Positions of scenarios: what is filled in, and what is impossible."""

import pytest
from hypothesis import given

from games.engine.contract import BadOptions
from tests.games.winter.play import GAME, examples, legal, position, states, view
from tests.games.winter.play import seeds as any_seed

PAIR = ["LDLD@(0,0)180", "LDLD@(2,0)0"]


def test_a_position_is_a_thaw_of_light_unless_it_says_otherwise():
    shown = view(position(PAIR))

    assert (shown["stage"], shown["to_move"], shown["colour_to_move"]) == ("thaw", 0, "L")
    assert [(c["card"], c["x"], c["y"], c["rot"]) for c in shown["lake"]] == [
        ("w04", 0, 0, 180),
        ("w05", 2, 0, 0),
    ]
    assert shown["supply"] == {"L": 9, "D": 9}
    assert len(shown["discarded"]) == 16


def test_cards_are_named_by_id_or_pattern_in_texts_or_tables():
    texts = position(["w05@(0,0)180", "LDLD@(2,0)0"])
    tables = position(
        [{"card": "w05", "x": 0, "y": 0, "rot": 180}, {"pattern": "LDLD", "x": 2, "y": 0}]
    )

    assert texts == tables
    assert set(GAME.encode(texts)["lake"]) == {"w04", "w05"}


def test_a_pattern_takes_no_card_that_is_named_by_its_id():
    lake = GAME.encode(position(["LDLD@(0,0)180", "w04@(2,0)0"]))["lake"]

    assert lake == {"w04": [2, 0, 0], "w05": [0, 0, 180]}


def test_the_deck_is_what_is_named_and_then_the_rest():
    data = GAME.encode(position(PAIR, stage="freeze", deck=["w18", "LLDD"]))

    assert data["deck"][:4] == ["w18", "w01", "w02", "w03"]
    assert (len(data["deck"]), data["discarded"]) == (16, [])


def test_a_card_is_drawn_from_the_top_when_none_is_named():
    first = view(position(PAIR, stage="freeze_place", deck=["w18"]))
    named = view(position(PAIR, stage="freeze_place", drawn="DDDL"))

    assert first["drawn"] == {"card": "w18", "pattern": "DDLD"}
    assert named["drawn"] == {"card": "w15", "pattern": "DDDL"}
    assert first["deck"] == named["deck"] == 15


def test_a_symmetric_card_lies_with_rotation_0():
    assert GAME.encode(position(["LDDL@(0,0)180"]))["lake"] == {"w09": [0, 0, 0]}


def test_setup_knows_who_is_first():
    laying = view(position(PAIR[:1], stage="setup_place", to_move=1))
    choosing = view(position(PAIR, stage="choose_colour", first=0))

    assert (laying["first"], laying["to_move"]) == (1, 1)
    assert (choosing["first"], choosing["to_move"], choosing["colours"]) == (0, 1, None)
    assert legal(position(PAIR, stage="choose_colour")) == ["colour L", "colour D"]


def test_a_player_may_have_lost_tokens_of_the_supply():
    assert view(position(PAIR, supply={"L": 0}))["supply"] == {"L": 0, "D": 9}


IMPOSSIBLE = [
    ({"lake": PAIR, "colour": "L"}, "a field called colour"),
    ({"lake": ["LDLD@(0,0)90"]}, "rotation"),
    ({"lake": ["LDLD@(0,0)"]}, "no card in the lake"),
    ({"lake": ["LLLL@(0,0)0"]}, "no further card"),
    ({"lake": ["w04@(0,0)0", "w04@(2,0)0"]}, "no further card"),
    ({"lake": ["LDLD@(0,0)0", "LDLD@(1,1)0"]}, "overlap"),
    ({"lake": ["LDLD@(0,0)0", "LDLD@(2,2)0"]}, "fallen apart"),
    ({"lake": ["LDLD@(100,0)0"]}, "too far"),
    ({"lake": []}, "empty lake"),
    ({"lake": PAIR, "tokens": {"L": [[0, 0]]}}, "no square"),
    ({"lake": PAIR, "tokens": {"L": [[1, 0], [1, 0]]}}, "one square"),
    ({"lake": PAIR, "tokens": {"light": []}}, "by colour"),
    ({"lake": PAIR, "tokens": {"L": [[1, 0]]}, "supply": {"L": 9}}, "9 tokens"),
    ({"lake": PAIR, "had_token": {"L": True}}, "out of the game"),
    ({"lake": PAIR, "thaw_turns": 400}, "thaw_turns"),
    ({"lake": PAIR, "stage": "over"}, "no stage over"),
    ({"lake": PAIR, "to_move": 2}, "seats"),
    ({"lake": PAIR, "to_move": True}, "seats"),
    ({"lake": PAIR, "colours": ["L", "L"]}, "colour of its own"),
    ({"lake": PAIR, "stage": "choose_colour", "colours": ["L", "D"]}, "not chosen"),
    ({"lake": PAIR, "stage": "choose_colour", "first": 0, "to_move": 0}, "second player"),
    ({"lake": PAIR, "stage": "setup_place"}, "one card lies"),
    ({"lake": PAIR[:1], "stage": "freeze"}, "two cards lie"),
    ({"lake": PAIR, "stage": "keep_group"}, "tied"),
    ({"lake": PAIR, "drawn": "w01"}, "no card is drawn"),
    ({"lake": 7}, "cannot be read"),
    ({"lake": [None]}, "cannot be read"),
    ({"lake": [{"card": "w01", "x": 0.5, "y": 0}]}, "whole numbers"),
    ([], "named fields"),
]


@pytest.mark.parametrize(("given_", "says"), IMPOSSIBLE)
def test_an_impossible_position_is_refused_with_a_reason(given_, says):
    with pytest.raises(BadOptions, match=says) as refused:
        GAME.position(given_)

    assert refused.value.code == "bad_position"


@examples
@given(any_seed)
def test_a_position_can_be_made_of_any_state_of_the_thaw_or_the_freeze(seed):
    for state in states(seed):
        data = GAME.encode(state)
        if data["stage"] in ("freeze", "freeze_place", "thaw"):
            named = ("stage", "to_move", "first", "colours", "tokens", "supply", "deck", "drawn")
            lake = [f"{card}@({x},{y}){rot}" for card, (x, y, rot) in data["lake"].items()]

            made = position(lake, **{name: data[name] for name in named})

            assert GAME.encode(made)["lake"] == data["lake"]
            assert legal(made) == legal(state)
