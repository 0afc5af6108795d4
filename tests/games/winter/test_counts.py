"""How many sequences of answers there are from fixed positions: a changed rule shows here.

The counts were made by the referee, which shares no code with the package; the test
makes the shallow ones of them again.
"""

import pytest

from tests.games.winter.play import GAME, answer, legal, position
from tests.games.winter.test_referee import assert_same, referee_of_position

FREEZE = {
    "stage": "freeze",
    "lake": ["LDLD@(0,0)180", "LDLD@(2,0)0", "LLDD@(1,2)0"],
    "deck": ["DDDL", "LDDL", "LLDL"],
    "to_move": 0,
}
THAW = {
    "lake": [
        "LDLD@(0,0)180", "LDLD@(2,0)0", "LDLD@(4,0)180", "LLDD@(1,2)0", "DDDL@(3,2)0",
        "LDDL@(-2,1)0", "LLLD@(5,2)180",
    ],
    "tokens": {"L": [[1, 0]], "D": [[3, 0]]},
    "to_move": 1,
}  # fmt: skip
SHORT = {
    "lake": [
        "LDLD@(0,0)180", "LDLD@(2,0)0", "LDLD@(0,6)0", "LLDL@(0,2)0", "LLDL@(0,4)0", "LLLD@(2,4)0",
    ],
    "supply": {"L": 1},
}  # fmt: skip
ROW = {
    "lake": ["LDDL@(0,0)0", "LDLD@(2,0)0", "DLLD@(4,0)0", "LDLD@(6,0)180", "LDDL@(8,0)0"],
    "tokens": {},
}
COUNTS = {
    "freeze": (FREEZE, [3, 38, 111, 921, 3990]),
    "thaw": (THAW, [11, 70, 290, 964]),
    "short supply": (SHORT, [32, 181, 741, 1190]),
    "row that falls apart": (ROW, [5, 16, 40, 52, 52]),
}


def count(state, depth: int) -> int:
    """The number of sequences of ``depth`` answers, or fewer where the game ends."""
    if depth == 0 or not GAME.asks(state):
        return 1
    listed = legal(state)
    if depth == 1:
        return len(listed)
    return sum(count(answer(state, text).state, depth - 1) for text in listed)


def referee_count(referee, depth: int) -> int:
    """The same by the referee."""
    if depth == 0 or referee.stage == "over":
        return 1
    total = 0
    for text in referee.legal():
        other = referee.copy()
        other.play(text)
        total += referee_count(other, depth - 1)
    return total


@pytest.mark.parametrize("name", COUNTS)
def test_sequences_of_answers_are_as_many_as_the_rules_give(name):
    where, counts = COUNTS[name]
    state = position(where["lake"], **{k: v for k, v in where.items() if k != "lake"})

    assert [count(state, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("name", COUNTS)
def test_the_referee_counts_the_same(name):
    where, counts = COUNTS[name]
    state = position(where["lake"], **{k: v for k, v in where.items() if k != "lake"})
    referee = referee_of_position(state)

    assert_same(state, referee)
    assert [referee_count(referee, depth) for depth in (1, 2)] == counts[:2]
