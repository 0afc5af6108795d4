"""An answer is legal exactly when it is listed; any case and spacing is read."""

import re
from random import Random

import pytest
from hypothesis import given

from games.engine.contract import NotAsked, Refusal
from tests.games.winter.play import GAME, dull, examples, legal, position, seeds, states
from tests.games.winter.referee import DECK

FIVE = ["LDLD@(0,0)180", "LDLD@(2,0)0", "LLDD@(1,2)0"]
THREE_NEW = [
    "LDLD@(0,0)180", "LDLD@(2,0)0", "LDLD@(0,6)0", "LLDL@(0,2)0", "LLDL@(0,4)0", "LLLD@(2,4)0",
]  # fmt: skip
"""Moving w06 to (2,2) makes light squares at (1,1), (1,2) and (1,3)."""


def accepted(state, text):
    """What ``check`` makes of an answer; ``None`` when it refuses it."""
    try:
        return GAME.check(state, state.to_move, text)
    except Refusal:
        return None


def mutants(text: str, rng: Random) -> list[str]:
    """Answers that differ from a legal one in one thing: a number, a card, a turn, a square."""
    numbers = list(re.finditer(r"(?<=[ ,])-?\d+", text))
    found = [
        text[: one.start()] + str(int(one[0]) + step) + text[one.end() :]
        for one in numbers
        for step in (-2, -1, 1, 2)
    ]
    found += [re.sub(r"w\d\d", rng.choice(list(DECK)), text) for _ in range(3)]
    found += [text.replace(" 180", " 0"), text.replace(" 0", " 180"), text.partition(" on ")[0]]
    found += [f"{text} on 1,0", f"{text.split()[0]} 1,0", text.replace("place", "token")]
    return found


@examples
@given(seeds)
def test_every_listed_answer_passes_unchanged(seed):
    for state in states(seed):
        assert [accepted(state, text) for text in legal(state)] == legal(state)


@examples
@given(seeds)
def test_a_changed_answer_passes_exactly_when_it_is_listed(seed):
    rng = Random(seed)
    for state in states(seed):
        listed = legal(state)
        for text in rng.sample(listed, min(4, len(listed))):
            for mutant in mutants(text, rng):
                canonical = accepted(state, mutant)
                meant = mutant if not mutant.startswith("keep") else canonical
                assert (canonical is not None) == (meant in listed), mutant
                assert canonical in (None, meant)


@examples
@given(seeds)
def test_every_place_and_turn_around_the_lake_passes_exactly_when_it_is_listed(seed):
    shown = [state for state in states(seed, dull) if state.drawn is not None]
    for state in Random(seed).sample(shown, 3):
        cards = GAME.view(state, None)["lake"]
        columns = range(min(c["x"] for c in cards) - 4, max(c["x"] for c in cards) + 5)
        rows = range(min(c["y"] for c in cards) - 4, max(c["y"] for c in cards) + 5)
        tried = [f"place {x},{y} {rot}" for y in rows for x in columns for rot in (0, 180)]

        assert [text for text in tried if accepted(state, text)] == legal(state)


@examples
@given(seeds)
def test_every_move_around_the_lake_passes_exactly_when_it_is_listed(seed):
    thaw = [state for state in states(seed) if state.stage == "thaw"]
    for state in Random(seed).sample(thaw, min(2, len(thaw))):
        cards = GAME.view(state, None)["lake"]
        columns = range(min(c["x"] for c in cards) - 3, max(c["x"] for c in cards) + 4)
        rows = range(min(c["y"] for c in cards) - 3, max(c["y"] for c in cards) + 4)
        tried = [
            f"move {c['card']} {x},{y} {rot}"
            for c in cards
            for y in rows
            for x in columns
            for rot in (0, 180)
        ]
        listed = [text for text in legal(state) if text.startswith("move") and " on " not in text]

        assert [text for text in tried if accepted(state, text)] == listed


def test_any_case_and_spacing_is_read():
    thaw = position([*FIVE, "LDDL@(-2,0)0"], tokens={"L": [[1, 1]]})

    assert GAME.check(thaw, 0, "  REMOVE   W09 ") == "remove w09"
    assert GAME.check(thaw, 0, "Take 1 , 1") == "take 1,1"
    assert GAME.check(thaw, 0, "TAKE 01,1") == "take 1,1"


def test_squares_of_a_short_supply_are_read_in_any_order():
    state = position(THREE_NEW, supply={"L": 2})

    text = "move w06 2,2 0 on 1,1 1,2"
    assert GAME.check(state, 0, "MOVE w06 2,2 0 on 1 , 2   1,1") == text
    assert text in legal(state)


def test_the_answers_come_in_the_order_of_the_rules():
    state = position([*FIVE, "LDDL@(-2,0)0"], tokens={"L": [[1, 1]]}, supply={"L": 1})
    verbs = [text.split()[0] for text in legal(state)]

    assert verbs == sorted(verbs, key=["move", "remove", "take"].index)


@pytest.mark.parametrize("seat", [1, -1, 2])
def test_who_is_not_to_move_is_told_so(seat):
    with pytest.raises(NotAsked):
        GAME.check(position(FIVE), seat, "remove w04")
