"""The rules paragraph by paragraph, beyond the worked examples of the case book.

Source: winter_court.md 3 to 8, 12.
"""

import pytest

from games.engine.chance import Scripted, Seeded
from games.engine.contract import BadOptions, NotAsked, Refusal
from games.winter_court import SYSTEM, components
from tests.games.winter_court.boards import CARDS, GAME, after, events, legal


def code(state, answer):
    """Return the first code with which an answer is refused."""
    with pytest.raises(Refusal) as refused:
        GAME.check(state, state.to_move, answer)
    return refused.value.code


def kinds(told):
    return [event.kind for event in told]


# 3: setup


def test_h17_the_first_player_gets_the_top_five_and_the_second_the_next_six():
    step = SYSTEM.open({"first": 1}, 2).start(Scripted(shuffles="sorted"))

    encoded = GAME.encode(step.state)
    assert encoded["hands"] == [CARDS[5:11], CARDS[:5]]
    assert encoded["pile"] == CARDS[11:]
    assert (encoded["first"], encoded["to_move"], encoded["turn"]) == (1, 1, 1)
    assert [event.seen_by for event in step.events] == [None, (0,), (1,)]
    assert all(event.reveals for event in step.events)


def test_h15_the_first_player_is_drawn_unless_the_options_name_one():
    game = SYSTEM.open({}, 2)

    drawn = [game.start(Scripted(dice=[face], shuffles="sorted")).state.first for face in (1, 2)]

    assert drawn == [0, 1]


@pytest.mark.parametrize(
    ("options", "seats", "refused"),
    [
        ({}, 3, "bad_seats"),
        ([], 2, "bad_options"),
        ({"second": 1}, 2, "unknown_option"),
        ({"first": 2}, 2, "bad_first"),
        ({"first": True}, 2, "bad_first"),
        ({"first": "0"}, 2, "bad_first"),
    ],
)
def test_options_that_make_no_game_are_refused(options, seats, refused):
    with pytest.raises(BadOptions) as error:
        SYSTEM.open(options, seats)

    assert error.value.code == refused


# 4: the turn


def test_h6_a_pawn_that_was_claimed_back_cannot_be_used_again():
    court = {"I": {"card": "Mi1", "holder": 0}, "E": {"card": "K1", "holder": 0}}
    hands = [["Mi5", "Mi2", "Mi9", "L4"], []]
    state = after(GAME.position({"court": court, "hands": hands}), "play Mi5 I knight=Mi2")

    assert GAME.encode(state)["court"]["I"] == {"holder": 0, "cards": ["Mi5", "Mi2"], "side": 0}
    assert code(state, "play L4 A knight=Mi9 wizard") == "power_not_usable"


def test_a_member_claimed_this_turn_gives_no_power_this_turn():
    court = {"E": {"card": "K1", "holder": 0}}
    state = after(
        GAME.position({"court": court, "hands": [["Mi5", "Mi2", "L4"], []]}), "play Mi5 I"
    )

    assert code(state, "play L4 A knight=Mi2 wizard") == "power_not_usable"


def test_h11_a_play_on_the_member_whose_power_it_uses_ends_controlled():
    court = {"L": {"card": "Wi9", "holder": 0}}
    state = after(GAME.position({"court": court, "hands": [["Wi3"], []]}), "play Wi3 L fool")

    assert GAME.encode(state)["court"]["L"] == {"holder": 0, "cards": ["Wi3"], "side": 0}
    assert GAME.encode(state)["returned"] == ["L"]


def test_h14_there_is_no_wizard_without_a_first_play():
    court = {"E": {"card": "K1", "holder": 0}}
    state = GAME.position({"court": court, "hands": [["L4"], []]})

    assert code(state, "play L4 A wizard") == "wizard_first_play"
    assert code(after(state, "pass"), "play L4 A wizard") == "not_now"


def test_a_third_play_is_never_possible():
    court = {"E": {"card": "K1", "holder": 0}}
    hands = [["L4", "Mi5", "W6"], []]
    state = GAME.position({"court": court, "hands": hands})
    state = after(state, "play L4 A", "play Mi5 C wizard")

    assert legal(state) == ["end"]
    assert code(state, "play W6 D") == "no_play_left"
    assert code(state, "play W6 D wizard") == "no_play_left"


def test_direct_powers_come_before_between_and_after_plays_and_before_a_pass():
    court = {
        letter: {"card": card, "holder": 0}
        for letter, card in {"F": "L7", "G": "K2", "H": "W9"}.items()
    }
    court["A"] = {"card": "L10"}
    start = {"court": court, "hands": [["Mi3"], []], "discard": ["D1"], "pile": ["K4", "K5"]}

    before = after(GAME.position(start), "charlatan A", "play Mi3 A", "sage L10", "steward")
    passing = after(GAME.position(start), "steward", "sage D1", "charlatan A", "pass")

    assert GAME.encode(before)["returned"] == ["F", "G", "H"]
    assert GAME.encode(before)["hands"][0] == ["L10", "K4", "K5"]
    assert legal(passing) == ["draw 1", "draw 2"]


def test_the_snapshot_is_taken_when_the_turn_begins():
    court = {"F": {"card": "L7", "holder": 1}, "A": {"card": "L8", "holder": 1}}
    state = GAME.position({"court": court, "hands": [["W3"], []]})

    state = after(state, "play W3 H", "end", "draw 0")

    assert GAME.encode(state)["snapshot"] == ["F"]
    assert (state.to_move, state.turn) == (1, 2)


# 5: drawing and the last card


def test_h7_the_last_card_can_only_be_drawn_alone():
    state = GAME.position({"stage": "draw", "passed": True, "pile_size": 1})

    assert legal(state) == ["draw 1"]
    assert code(state, "draw 2") == "pile_too_small"
    assert code(state, "draw 0") == "must_draw"


def test_h8_the_steward_who_takes_the_last_card_ends_the_game_at_once():
    court = {"F": {"card": "L7", "holder": 0}, "A": {"card": "Mi8", "holder": 1}}
    state = GAME.position({"court": court, "pile": ["D4"], "pile_size": 1})

    told = events(state, "steward")
    state = after(state, "steward")

    assert kinds(told) == ["power_used", "drew", "drew_cards", "game_over"]
    assert told[1].data == {"seat": 0, "count": 1}
    assert told[3].data == {"reason": "status", "winners": [1], "status": [0, 5]}
    assert GAME.encode(state)["hands"][0] == ["D4"]
    assert GAME.asks(state) == ()


def test_h8_draw_two_of_the_last_two_ends_the_game_with_both_in_hand():
    partial = {"stage": "draw", "passed": True, "pile": ["D4", "L2"], "pile_size": 2}
    state = after(GAME.position(partial), "draw 2")

    assert GAME.encode(state)["hands"][0] == ["L2", "D4"]
    assert (state.stage, state.drawn) == ("over", ())


def test_the_card_thrown_is_shown_and_the_one_kept_is_not():
    partial = {"stage": "draw", "passed": True, "pile": ["D4", "L2"]}
    state = after(GAME.position(partial), "draw 2")

    told = events(state, "keep L2")

    assert GAME.asks(state)[0].default == "keep D4"
    assert [(event.kind, event.seen_by) for event in told] == [("kept", (0,)), ("thrown", None)]
    assert told[1].data == {"seat": 0, "card": "D4"}


# 6: plays


def test_a_combined_influence_of_four_cards_goes_to_the_discard_pile_as_a_whole():
    court = {letter: {"card": card, "holder": 0} for letter, card in
             {"I": "Mi1", "J": "D1", "K": "L1"}.items()}  # fmt: skip
    hands = [["K4", "Mi6", "D7", "Wi9", "D2"], ["K1"]]
    position = GAME.position({"court": court, "hands": hands})

    state = after(position, "play K4 B knight=Mi6 lover=D7 matchmaker=Wi9 +D2")

    laid = GAME.encode(state)["court"]["B"]
    assert laid == {"holder": 0, "cards": ["K4", "Mi6", "D7", "Wi9"], "side": 0}
    assert GAME.view(state, None)["court"]["B"]["rank"] == 26
    assert GAME.encode(state)["discard"] == ["D2"]
    assert [GAME.encode(state)["court"][x]["holder"] for x in "IJK"] == [None, None, None]


def test_the_events_of_a_play_come_in_the_order_of_its_resolution():
    court = {"L": {"card": "Wi9", "holder": 0}, "B": {"card": "K9", "holder": 1}}
    state = GAME.position({"court": court, "hands": [["Wi2", "Wi1"], []]})

    told = events(state, "play Wi2 B +Wi1 fool")

    assert kinds(told) == ["power_used", "played"]
    assert told[0].data == {"seat": 0, "power": "fool", "member": "L"}
    assert told[1].data == {
        "seat": 0, "target": "B", "main": "Wi2", "added": [], "boosts": ["Wi1"], "fool": True,
        "wizard": False, "total": 3, "beaten": 9, "holder": None,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("answer", "refused"),
    [
        ("play Wi1 B", "not_in_hand"),
        ("play K4 B +K4", "same_card"),
        ("play K4 A", "wrong_suit"),
        ("play K4 B lover=Wi2", "wrong_addition"),
        ("play K4 G matchmaker=Wi2", "no_other_suit"),
        ("play K4 B matchmaker=D9", "not_the_other_suit"),
        ("play K4 B +D9", "not_a_boost"),
        ("play K4 B +Wi2", "boost_suit"),
        ("play K4 B knight=D9", "power_not_usable"),
        ("play K4 E", "too_weak"),
        ("play K4 E fool", "not_lower"),
        ("play K4 B fool", "nothing_to_undercut"),
        ("play K4 B fool fool", "power_twice"),
        ("play K4 B lover=D9 lover=D9", "power_twice"),
        ("play K4 B +K1 +K1", "same_card"),
        ("end", "nothing_played"),
        ("sage K4", "power_not_usable"),
        ("draw 1", "not_now"),
        ("keep K4", "not_now"),
        ("play K4", "bad_answer"),
        ("play K4 B steward=K1", "bad_answer"),
        ("play K4 B steward", "bad_answer"),
        ("draw 3", "bad_answer"),
        ("play \u212a4 B", "bad_answer"),
        ("x" * 1000, "bad_answer"),
        (["play K4 B"], "bad_answer"),
    ],
)
def test_each_refusal_has_its_code(answer, refused):
    court = {letter: {"card": card, "holder": 0} for letter, card in
             {"J": "D1", "K": "L1", "L": "Wi3"}.items()}  # fmt: skip
    court["E"] = {"card": "D4"}
    state = GAME.position({"court": court, "hands": [["K4", "K1", "Wi2", "D9"], []]})

    assert code(state, answer) == refused


def test_f14_a_refusal_names_everything_that_is_wrong():
    state = GAME.position({"hands": [["K4"], []]})

    with pytest.raises(Refusal) as refused:
        GAME.check(state, 0, "play K4 A knight=Mi3 +L9")

    codes = [problem.code for problem in refused.value.problems]
    assert codes == ["not_in_hand", "not_in_hand", "wrong_suit", "power_not_usable", "not_a_boost"]


def test_the_seat_that_is_not_asked_is_told_so():
    state = GAME.position({"hands": [["K4"], ["K5"]]})

    for seat in (1, 2, -1):
        with pytest.raises(NotAsked):
            GAME.check(state, seat, "pass")


def test_any_case_spacing_and_order_is_understood():
    court = {"K": {"card": "L1", "holder": 0}, "L": {"card": "Wi3", "holder": 0}}
    court["B"] = {"card": "Wi10"}
    state = GAME.position({"court": court, "hands": [["K2", "K1", "Wi2", "Wi4"], []]})

    canonical = GAME.check(state, 0, "  PLAY k2 b  fool+wi2 + K1 Matchmaker = wi4 ")

    assert canonical == "play K2 B matchmaker=Wi4 +K1 +Wi2 fool"


def test_f05_what_is_refused_counts_as_the_default():
    state = GAME.position({"hands": [["K4"], []]})

    for answers in ({}, {0: "play K4 A"}, {0: None}, {0: {"a": []}}, {1: "play K4 B"}):
        assert GAME.resolve(state, answers, Seeded(None)).state == after(state, "pass")


# 8: the end


def test_four_royals_end_the_game_after_a_first_play_with_a_second_still_possible():
    court = {x: {"card": card, "holder": 0} for x, card in
             {"A": "L7", "B": "K7", "C": "Mi7", "E": "D5"}.items()}  # fmt: skip
    state = after(GAME.position({"court": court, "hands": [["W9", "L9"], []]}), "play W9 D")

    outcome = GAME.outcome(state)

    assert (outcome.over, outcome.reason, outcome.winners) == (True, "four_royals", (0,))
    assert outcome.places == (1, 2)
    assert GAME.asks(state) == ()


def test_the_standing_of_a_running_game_follows_status_then_the_letter():
    court = {"G": {"card": "K1", "holder": 0}, "F": {"card": "L1", "holder": 1}}

    outcome = GAME.outcome(GAME.position({"court": court}))

    assert (outcome.over, outcome.reason, outcome.winners) == (False, "standing", ())
    assert (outcome.scores, outcome.places) == ((1, 1), (2, 1))


# 12: the house switches that may be turned


def switched(monkeypatch, **switches):
    monkeypatch.setattr(components, "HOUSE", components.HOUSE._replace(**switches))


def test_h10_equality_may_be_allowed_to_the_fool(monkeypatch):
    court = {"L": {"card": "Wi9", "holder": 0}, "B": {"card": "K3", "holder": 1}}
    state = GAME.position({"court": court, "hands": [["Wi3"], []]})
    strict = legal(state)

    switched(monkeypatch, fool_allows_equal_rank=True)

    assert "play Wi3 B fool" not in strict
    assert "play Wi3 B fool" in legal(state)
    assert GAME.check(state, 0, "play Wi3 B fool")


def test_h9_an_added_card_may_have_to_match_the_target(monkeypatch):
    court = {"I": {"card": "Mi1", "holder": 0}}
    state = GAME.position({"court": court, "hands": [["D4", "Wi4", "Mi5"], []]})
    loose = legal(state)

    switched(monkeypatch, added_card_must_match_target=True)

    assert "play D4 J knight=Mi5" in loose
    assert "play D4 J knight=Mi5" not in legal(state)
    assert code(state, "play D4 J knight=Mi5") == "addition_must_match"
    assert "play Wi4 C knight=Mi5" in legal(state)


def test_h12_the_charlatan_may_be_allowed_to_discard_its_own(monkeypatch):
    state = GAME.position({"court": {"H": {"card": "W3", "holder": 0}}})
    strict = legal(state)

    switched(monkeypatch, charlatan_may_target_itself=True)

    assert strict == ["pass"]
    assert legal(state) == ["pass", "charlatan H"]
    assert GAME.encode(after(state, "charlatan H"))["discard"] == ["W3"]


def test_h7_draw_two_may_be_offered_with_one_card_left(monkeypatch):
    state = GAME.position({"stage": "draw", "passed": True, "pile": ["D4"], "pile_size": 1})

    switched(monkeypatch, draw_two_needs_pile_of_two=False)

    assert legal(state) == ["draw 1", "draw 2"]
    assert GAME.encode(after(state, "draw 2"))["hands"][0] == ["D4"]
