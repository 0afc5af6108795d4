"""What is answered to an ask of Courtier: what is legal, and each refusal with its reason."""

import pytest

from games.courtier.problems import MESSAGES
from games.engine.contract import NotAsked
from tests.games.courtier.asking import after, opened, refused

PLAYS = {"influence": 1}


@pytest.mark.parametrize(
    ("position", "answers", "answer", "code"),
    [
        ({}, [], "gain!", "bad_answer"),
        ({}, [], "complete pet_99", "bad_answer"),
        ({}, [], "complete pet_01 king=card", "bad_answer"),
        ({}, [], "complete pet_01 admiral=card admiral=card", "bad_answer"),
        ({}, [], "complete pet_01 admiral=bribe", "bad_answer"),
        ({}, [], "place king", "not_now"),
        ({}, [], "play inf_king", "not_in_hand"),
        ({}, [], "discard inf_king", "not_in_hand"),
        ({}, [], "review inf_king", "no_review"),
        ({}, [], "pass", "must_act"),
        ({"pools": [24], "hands": [["inf_king"]]}, [], "gain", "no_reserve"),
        (
            {"pools": [0], "hands": [["pow_resourceful_royal"]]},
            [],
            "play pow_resourceful_royal",
            "cannot_pay",
        ),
        ({"stage": "bid"}, [], "bid 1 0", "bid_too_low"),
        ({"stage": "bid"}, ["bid 1 3"], "bid 1 3", "bid_too_low"),
        ({"stage": "bid"}, [], "bid 1 16", "bid_too_high"),
        ({"stage": "bid"}, [], "bid 1 26", "bad_answer"),
        ({"stage": "bid"}, [], "bid 4 1", "bad_answer"),
        ({"stage": "refill"}, [], "done", "must_draw"),
        ({"stage": "refill", "pools": [0]}, [], "buy power", "cannot_pay"),
        ({"stage": "refill", "offers": {"power": ""}}, [], "buy power", "no_offer"),
        (
            {"stage": "play_more", "plays": PLAYS, "hands": [["inf_king", "pow_scholarly"]]},
            [],
            "play pow_scholarly",
            "wrong_kind",
        ),
        ({"hands": [["inf_any_royal"]]}, ["play inf_any_royal"], "place bishop", "no_target"),
        ({"hands": [["inf_any_royal"]]}, ["play inf_any_royal"], "place king 1", "slot_free"),
    ],
)  # fmt: skip
def test_each_refusal_has_its_code(position, answers, answer, code):
    game = opened()
    state = after(game, game.position(position), *answers)
    (ask,) = game.asks(state)

    assert refused(game.check, state, ask.seat, answer) == [code]


FULL = {"king": {"0": 2, "1": 1, "neutral": 1}, "prince": {"2": 1}, "senator": {"1": 1}} | {
    "admiral": {"neutral": 1}
}
"""The King is full; seat 0 holds the Royal Family, seat 1 the Senate."""


@pytest.mark.parametrize(
    ("card", "answers", "answer", "code"),
    [
        ("inf_any_royal", [], "place king", "courtier_full"),
        ("inf_any_royal", [], "place king 0", "own_marker"),
        ("inf_any_royal", [], "place king 2", "no_marker"),
        ("inf_any_royal", [], "place king gianni", "bad_answer"),
        ("inf_any", [], "place king neutral", "courtier_full"),
        ("pow_ambitious", [], "place king", "courtier_full"),
        ("pow_ambitious", [], "place prince 2", "slot_free"),
        ("pow_flattering", ["step 2"], "take prince", "no_marker"),
        ("pow_ruthless", [], "take king 0", "not_another"),
        ("pow_ruthless", [], "take king neutral", "not_another"),
        ("pow_ruthless", [], "take bishop 1", "no_marker"),
        ("pow_ruthless", [], "take king", "not_legal"),
        ("pow_meddlesome", ["take king 1"], "put bishop", "other_coterie"),
        ("pow_meddlesome", ["take king 1"], "put king", "same_courtier"),
        ("pow_diplomatic", [], "take cardinal 0", "no_marker"),
        ("pow_diplomatic", ["take king 1"], "take king 0", "same_courtier"),
        ("pow_diplomatic", ["take king 1"], "take senator 1", "same_owner"),
        ("pow_diplomatic", ["take king 1"], "take bishop 0", "no_marker"),
    ],
)
def test_what_is_wrong_with_a_target_is_said(card, answers, answer, code):
    game = opened()
    state = game.position({"courtiers": FULL, "hands": [[card]]})

    state = after(game, state, f"play {card}", *answers)

    assert refused(game.check, state, 0, answer) == [code]


def test_the_royal_family_is_named_when_it_protects():
    game = opened()
    there = {"king": {"1": 3, "2": 1}, "prince": {"0": 1}, "cardinal": {"1": 1, "2": 1}}
    state = game.position({"courtiers": there, "hands": [["pow_ruthless"]]})

    state = after(game, state, "play pow_ruthless")

    assert refused(game.check, state, 0, "take cardinal 1") == ["protected"]
    assert game.check(state, 0, "take cardinal 2") == "take cardinal 2"


@pytest.mark.parametrize(
    ("options", "position", "answer", "code"),
    [
        ({}, {}, "complete pet_12", "not_eligible"),
        ({}, {}, "complete pet_26", "not_your_petition"),
        ({}, {"petition_done": True}, "complete pet_12", "one_a_turn"),
        ({"no_cheese": True}, {"full": True}, "complete pet_12", "no_cheese"),
        ({}, {"full": True}, "complete pet_12 general=card", "not_eligible"),
        ({}, {"full": True}, "complete pet_12 general=minister", "not_eligible"),
    ],
)
def test_what_keeps_a_petition_from_being_completed_is_said(options, position, answer, code):
    game = opened(**options)
    neutral = {"magistrate": 3, "general": 4, "philosopher": 1}
    full = position.pop("full", False)
    courtiers = {name: {"neutral": count} for name, count in neutral.items()} if full else {}
    given = {"stage": "petition", "petitions": ["pet_12"], "courtiers": courtiers, **position}

    assert refused(game.check, game.position(given), 0, answer) == [code]


def test_the_minister_never_counts_twice():
    game = opened()
    there = {"merchant": {"0": 3}, "painter": {"0": 2}, "minister": {"0": 4}}
    given = {"stage": "petition", "petitions": ["pet_26"], "courtiers": there}
    twice = "complete pet_26 general=minister"

    alone = game.position(given)
    with_card = game.position({**given, "stand_ins": ["minister"]})

    assert refused(game.check, alone, 0, twice) == ["counted_twice"]
    assert game.check(with_card, 0, f"{twice} minister=card") == f"{twice} minister=card"


def test_coverage_is_read_in_any_order_and_written_in_the_cards():
    game = opened()
    given = {"stage": "petition", "petitions": ["pet_04"], "stand_ins": ["royal", "culture"]}

    answer = game.check(game.position(given), 0, " Complete PET_04  composer = card princess=CARD ")

    assert answer == "complete pet_04 princess=card composer=card"


def test_gianni_has_no_hand_to_bid_on():
    game = opened(2)
    state = game.position({"stage": "bid"})

    assert refused(game.check, state, 0, "bid 3 1") == ["bad_answer"]
    assert game.check(state, 0, "BID 2 1") == "bid 2 1"


def test_who_is_not_asked_is_told_so():
    game = opened()
    state = game.position({"to_move": 1})

    for seat in (0, 2, -1, 3, True):
        with pytest.raises(NotAsked):
            game.check(state, seat, "gain")


def test_every_sentence_of_a_refusal_can_be_filled_in():
    """Each template names its parameters plainly, so that it can be translated."""
    for text in MESSAGES.values():
        assert text[0].isupper() or text[0] == "{"
        assert text.endswith((".", "}"))
