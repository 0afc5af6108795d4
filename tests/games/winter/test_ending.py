"""How a game ends (winter.md 4.4), and how it would be adjudicated before."""

from tests.games.winter.play import GAME, answer, legal, position, view

PAIRS = ["LDLD@(0,0)180", "LDLD@(2,0)0", "DDLD@(4,0)0", "DDDL@(6,0)0"]
"""A light square at (1,0) and a dark one at (5,0); every card is under one of them."""


def play(state, *texts):
    """Play answers one after the other; return the last step."""
    for text in texts:
        step = answer(state, text)
        state = step.state
    return step


def over(step):
    outcome = GAME.outcome(step.state)
    return outcome.reason, outcome.winners, outcome.places


def test_who_takes_the_last_own_token_loses_to_who_has_one():
    state = position(PAIRS, tokens={"L": [[1, 0]], "D": [[5, 0]]})

    step = answer(state, "take 1,0")

    assert over(step) == ("tokens", (1,), (2, 1))
    assert step.events[-1].data == {"reason": "tokens", "winners": [1]}


def test_nobody_wins_when_the_only_token_goes():
    step = answer(position(PAIRS, tokens={"L": [[1, 0]]}), "take 1,0")

    assert over(step) == ("no_tokens", (0, 1), (1, 1))


def test_an_empty_lake_that_never_held_a_token_is_a_draw():
    step = answer(position(["LDDL@(0,0)0"]), "remove w09")

    assert over(step) == ("empty_lake", (0, 1), (1, 1))


def test_who_never_had_a_token_and_finds_no_free_card_loses():
    lake = ["LDLD@(0,0)180", "LDLD@(2,0)0", "LDDL@(-2,0)0"]
    state = position(lake, tokens={"L": [[1, 0]]})

    step = answer(state, "remove w09")

    assert over(step) == ("stuck", (0,), (1, 2))


def test_that_holds_for_the_position_in_which_the_thaw_begins():
    state = position(["LDLD@(0,0)180", "LDLD@(2,0)0"], tokens={"L": [[1, 0]]}, to_move=1)

    assert GAME.asks(state) == ()
    assert GAME.outcome(state).winners == (0,)


SHUTTLES = {
    "lake": [
        "LLLD@(0,0)180", "LLDL@(0,2)0", "LLDL@(0,4)0", "w06@(2,0)0",
        "DDDL@(0,6)180", "DDLD@(0,8)0", "DDLD@(0,10)0", "w05@(2,6)180",
    ],
    "tokens": {"L": [[0, 1]], "D": [[0, 7]]},
}  # fmt: skip
"""Each player keeps a token for good and can take one card to and fro, a square each time."""
ROUND = [
    "move w06 2,4 0", "move w05 2,10 180", "take 1,4", "take 1,10",
    "move w06 2,0 0", "move w05 2,6 180", "take 1,0", "take 1,6",
]  # fmt: skip


def test_the_third_time_of_one_position_is_a_draw():
    state = position(SHUTTLES["lake"], tokens=SHUTTLES["tokens"])

    before = play(state, *ROUND, *ROUND[:-1])
    last = play(before.state, ROUND[-1])

    assert view(state)["repeats"] == 1
    assert view(play(state, *ROUND).state)["repeats"] == 2
    assert not GAME.outcome(before.state).over
    assert over(last) == ("repetition", (0, 1), (1, 1))


def test_a_position_is_the_same_wherever_the_lake_lies():
    there = [
        {"card": c["card"], "x": c["x"] + 3, "y": c["y"] - 4, "rot": c["rot"]}
        for c in view(position(SHUTTLES["lake"]))["lake"]
    ]

    moved = position(there, tokens={"L": [[3, -3]], "D": [[3, 3]]})

    assert view(moved)["history"] == view(position(**SHUTTLES))["history"]
    assert view(position(**SHUTTLES, to_move=1))["history"] != view(moved)["history"]
    assert view(position(there))["history"] != view(moved)["history"]


def test_a_position_is_the_same_with_another_card_of_the_same_face():
    lake = ["w04@(0,0)180", "w05@(2,0)0"]
    other = ["w05@(0,0)180", "w06@(2,0)0"]

    assert view(position(lake))["history"] == view(position(other))["history"]


def test_a_card_that_leaves_begins_the_count_anew():
    lake = [*SHUTTLES["lake"], "w09@(-2,10)0"]
    state = position(lake, tokens=SHUTTLES["tokens"])

    after = play(state, *ROUND, *ROUND[:2], "remove w09").state

    assert (view(after)["repeats"], len(view(after)["history"])) == (1, 1)


def test_the_last_turn_before_the_limit_may_repeat_and_the_repetition_is_the_reason():
    state = position(SHUTTLES["lake"], tokens=SHUTTLES["tokens"], thaw_turns=384)

    assert over(play(state, *ROUND, *ROUND)) == ("repetition", (0, 1), (1, 1))


def test_a_finished_game_is_shown_without_anybody_to_move():
    step = answer(position(["LDDL@(0,0)0"]), "remove w09")
    shown = view(step.state)

    assert (shown["stage"], shown["to_move"], shown["colour_to_move"]) == ("over", None, None)


def test_the_turn_limit_is_a_draw():
    state = position([*PAIRS, "LDDL@(8,0)0"], tokens={"L": [[1, 0]], "D": [[5, 0]]}, thaw_turns=399)

    step = answer(state, "remove w09")

    assert over(step) == ("turn_limit", (0, 1), (1, 1))


def test_a_game_decided_in_the_last_turn_is_no_draw():
    state = position(PAIRS, tokens={"L": [[1, 0]], "D": [[5, 0]]}, thaw_turns=399)

    assert over(answer(state, "take 1,0")) == ("tokens", (1,), (2, 1))


def test_the_turn_before_the_limit_goes_on():
    state = position([*PAIRS, "LDDL@(8,0)0"], tokens={"L": [[1, 0]], "D": [[5, 0]]}, thaw_turns=398)

    assert legal(answer(state, "remove w09").state)


def test_the_standing_counts_tokens_then_open_squares():
    lake = [*PAIRS, "LDDL@(8,0)0"]
    even = GAME.outcome(position(lake, tokens={"L": [[1, 0]], "D": [[5, 0]]}))
    more = GAME.outcome(position(lake, tokens={"D": [[5, 0]]}))
    square = GAME.outcome(position(["LDLD@(0,0)180", "LDLD@(2,0)0"]))

    assert (even.reason, even.scores, even.places) == ("standing", (1, 1), (1, 1))
    assert (more.scores, more.places, more.winners) == ((0, 1), (2, 1), ())
    assert (square.scores, square.places) == ((0, 0), (1, 2))
