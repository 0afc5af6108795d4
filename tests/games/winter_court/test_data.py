"""The component data, positions and the JSON form. Source: winter_court.md 1, 9, 10, 12."""

from pathlib import Path
from random import Random

import pytest

from games.engine.contract import BadOptions
from games.winter_court import components, deck
from tests.games.winter_court.boards import CARDS, GAME, SUITS, crowded, play, start

TEXT = Path(components.__file__).with_name("winter_court_deck.toml").read_text("utf-8")


# the deck


def test_the_deck_holds_what_table_1_1_says():
    read = deck.read(TEXT)

    assert [member.letter for member in read.members] == list("ABCDEFGHIJKL")
    assert [member.status for member in read.members] == [5, 4, 3, 2] + [1] * 8
    suits = {m.letter: " ".join(read.codes[suit] for suit in m.suits) for m in read.members}
    assert suits == SUITS
    assert (read.hands, read.boost_ranks) == ((5, 6), (1, 2, 3))


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("royal_sides_differ = false", "royal_sides_differ = true", "royal_sides_differ"),
        ("per_turn = 1", "per_turn = 2", "power_uses_per_pawn_per_turn"),
        ("effect_allowed = false", "effect_allowed = true", "power_without_effect_allowed"),
        ("ends_at_once = true", "ends_at_once = false", "last_card_ends_at_once"),
        ("equal_rank = false", 'equal_rank = "no"', "fool_allows_equal_rank"),
        ("[house]", "[house]\nfree_tea = true", "free_tea"),
        ("card_count = 60", "card_count = 61", "card_count"),
        ("hand_second_player = 6", "hand_second_player = 7", "draw_pile_after_deal"),
        ('suits = ["Knowledge"]', 'suits = ["Wealth"]', "members_per_suit"),
        ('power = "play_lower"', 'power = "play_higher"', "powers"),
        ('adds = "Might"', 'adds = "Devotion"', "adds"),
        ('"W", "K"', '"W", "W"', "suit_codes"),
        ('adds = "Might"', 'adds = "Night"', "Night"),
        ("players = 2", "players = ", "no deck"),
    ],
)
def test_a_value_that_the_rules_cannot_honour_is_refused_by_name(old, new, named):
    assert old in TEXT

    with pytest.raises(deck.DeckError, match=named):
        deck.read(TEXT.replace(old, new, 1))


def test_a_house_switch_may_be_turned_in_the_data():
    read = deck.read(
        TEXT.replace("fool_allows_equal_rank = false", "fool_allows_equal_rank = true")
    )

    assert read.house.fool_allows_equal_rank is True
    assert components.HOUSE.fool_allows_equal_rank is False


# positions


def test_a_position_fills_in_what_it_does_not_name():
    court = {"F": {"card": "l7", "holder": 1}, "B": {"cards": ["K9", "Wi2"], "side": 1}}
    state = GAME.position({"court": court, "pile": ["D4"], "pile_size": 3, "discard": ["D1"]})

    encoded = GAME.encode(state)

    assert encoded["pile"] == ["D4", "L1", "L2"]
    assert encoded["discard"] == [
        c for c in CARDS[2:] if c not in ("L7", "K9", "Wi2", "D4", "D1")
    ] + ["D1"]
    assert encoded["court"] == {
        "B": {"holder": None, "cards": ["K9", "Wi2"], "side": 1},
        "F": {"holder": 1, "cards": ["L7"], "side": 1},
    }
    assert (encoded["stage"], encoded["to_move"], encoded["turn"]) == ("act", 0, 1)
    assert (encoded["hands"], encoded["snapshot"]) == ([[], []], [])


def test_a_position_takes_the_snapshot_of_the_seat_to_move():
    court = {"F": {"card": "L7", "holder": 1}, "A": {"card": "L8", "holder": 1}}

    state = GAME.position({"court": court, "to_move": 1, "returned": ["E"]})

    assert GAME.encode(state)["snapshot"] == ["E", "F"]


def test_a_position_may_stand_between_two_drawn_cards():
    state = GAME.position({"stage": "keep", "drawn": ["K4", "L2"], "hands": [["W1"], []]})

    assert GAME.encode(state)["hands"][0] == ["L2", "W1", "K4"]
    assert list(GAME.asks(state)[0].legal) == ["keep K4", "keep L2"]


ROYALS = {x: {"card": f"{SUITS[x].split()[0]}9", "holder": 0} for x in "ABC"}
ROYALS["D"] = {"card": "D9", "holder": 0}


@pytest.mark.parametrize(
    ("partial", "refused"),
    [
        ([], "bad_position"),
        ({"tea": 1}, "unknown_field"),
        ({"hands": [["L4"], ["L4"]]}, "card_twice"),
        ({"discard": ["L4"], "pile": ["L4"]}, "card_twice"),
        ({"hands": [["L11"], []]}, "bad_field"),
        ({"hands": [[], [], []]}, "bad_field"),
        ({"hands": "L4"}, "bad_field"),
        ({"hands": [[4], []]}, "bad_field"),
        ({"to_move": 2}, "bad_field"),
        ({"to_move": True}, "bad_field"),
        ({"stage": "tea"}, "bad_field"),
        ({"stage": ["act"]}, "bad_field"),
        ({"plays": 3}, "bad_field"),
        ({"passed": 1}, "bad_field"),
        ({"returned": "E"}, "bad_field"),
        ({"court": {"M": {"card": "L4"}}}, "bad_field"),
        ({"court": {"A": "L4"}}, "bad_field"),
        ({"court": {"A": {"card": "L4", "tea": 1}}}, "bad_field"),
        ({"court": {"A": {"card": "K4"}}}, "wrong_main"),
        ({"court": {"A": {"holder": 0}}}, "no_cards"),
        ({"court": {"A": {"cards": ["L1", "L2", "L3", "L4", "L5"]}}}, "too_many_cards"),
        ({"court": ROYALS}, "four_royals"),
        ({"pile": ["L4", "L5"], "pile_size": 1}, "pile_size"),
        ({"pile_size": 61}, "bad_field"),
        ({"pile_size": 0}, "empty_pile"),
        ({"stage": "over"}, "bad_turn"),
        ({"plays": 2}, "bad_turn"),
        ({"snapshot": ["A"]}, "bad_turn"),
        ({"snapshot": ["F"]}, "bad_turn"),
        ({"snapshot": [], "returned": ["F"]}, "bad_turn"),
        ({"passed": True}, "bad_turn"),
        ({"stage": "draw", "passed": False}, "bad_turn"),
        ({"stage": "keep"}, "bad_drawn"),
        ({"stage": "keep", "drawn": ["L4", "L4"]}, "card_twice"),
        ({"drawn": ["L4", "L5"]}, "bad_drawn"),
    ],
)
def test_a_position_that_play_cannot_lead_to_is_refused(partial, refused):
    with pytest.raises(BadOptions) as error:
        GAME.position(partial)

    assert error.value.code == refused


def test_a_finished_position_may_be_given():
    over = GAME.position({"stage": "over", "court": ROYALS})

    assert GAME.outcome(over).reason == "four_royals"
    assert GAME.outcome(GAME.position({"stage": "over", "pile_size": 0})).reason == "empty_court"


# secrets


def test_f40_no_hidden_card_is_named_to_whoever_may_not_know_it():
    for seed in range(6):
        for state, answer in play(start(seed), Random(seed)):
            hidden = GAME.encode(state)
            for viewer in (0, 1, None):
                told = GAME.view(state, viewer)
                secret = {*hidden["pile"]}
                secret |= {c for seat in (0, 1) if seat != viewer for c in hidden["hands"][seat]}
                assert not secret & set(names(told))
                if answer and viewer != state.to_move:
                    assert told["drawn"] == []


def names(value):
    """Give every text in a JSON value."""
    if isinstance(value, dict):
        for one in value.values():
            yield from names(one)
    elif isinstance(value, list):
        for one in value:
            yield from names(one)
    elif isinstance(value, str):
        yield value


def test_f40_hands_stay_hidden_when_the_game_is_over():
    *_, (last, _) = play(start(3), Random(3))

    view = GAME.view(last, None)

    assert (view["stage"], view["to_move"], view["hands"]) == ("over", None, [[], []])
    assert view["hand_sizes"] == [len(hand) for hand in GAME.encode(last)["hands"]]


def test_an_imagined_state_is_seen_alike_and_deals_the_unseen_anew():
    rng = Random(1)
    for _ in range(30):
        state = crowded(rng)
        for viewer in (0, 1, None):
            view = GAME.view(state, viewer)
            dealt = [GAME.imagine(view, viewer, rng) for _ in range(4)]
            assert all(GAME.view(one, viewer) == view for one in dealt)
            assert len(set(dealt)) > 1


def test_the_json_form_is_the_same_state_again():
    for state, _ in play(start(8), Random(8)):
        assert GAME.decode(GAME.encode(state)) == state
