"""An answer is legal exactly when it is in the generated set; every play is listed once.

Source: winter_court.md 4.1, 6, 7.
"""

import json
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.contract import Refusal
from tests.games.winter_court.boards import CARDS, GAME, SUITS, after, crowded, legal, play, start
from tests.games.winter_court.referee import Referee

seeds = st.integers(0, 2**32)
examples = settings(max_examples=60)
LETTERS = sorted(SUITS)
POWERS = ("knight", "lover", "matchmaker")


def accepted(state, answer):
    """Return the canonical form of a legal answer, else ``None``."""
    try:
        return GAME.check(state, GAME.asks(state)[0].seat, answer)
    except Refusal:
        return None


def invented(rng, hand):
    """Return a play that looks like one, of any cards, mostly of the hand."""
    pool = hand * 4 + CARDS if hand else CARDS
    words = ["play", rng.choice(pool), rng.choice(LETTERS)]
    words += [f"{power}={rng.choice(pool)}" for power in POWERS if rng.random() < 0.3]
    words += [f"+{card}" for card in rng.sample(CARDS, rng.choice([0, 0, 1]))]
    words += [f"+{card}" for card in hand if rng.random() < 0.15]
    return " ".join(words + [flag for flag in ("fool", "wizard") if rng.random() < 0.25])


def mutated(rng, answer):
    """Return an answer with one word changed, left out, added or moved."""
    words = answer.split()
    at = rng.randrange(len(words))
    change = rng.randrange(4)
    if change == 0:
        del words[at]
    elif change == 1:
        word = words[at]
        head = word[: max(word.find("="), word.find("+")) + 1]
        words[at] = head + rng.choice(LETTERS if word in LETTERS else CARDS)
    elif change == 2:
        power = f"{rng.choice(POWERS)}={rng.choice(CARDS)}"
        words.append(rng.choice(["fool", "wizard", f"+{rng.choice(CARDS)}", power]))
    else:
        words.insert(rng.randrange(len(words)), words.pop(at))
    return " ".join(words)


def others(state):
    """Return answers of every kind that are no plays."""
    return [
        *("pass", "end", "steward", "draw 0", "draw 1", "draw 2"),
        *(f"{verb} {card}" for verb in ("sage", "keep") for card in CARDS),
        *(f"charlatan {letter}" for letter in LETTERS),
    ]


def agrees(state, answers):
    listed = set(legal(state))
    referee = Referee(GAME.encode(state))
    for answer in answers:
        canonical = accepted(state, answer)
        assert (canonical is not None) == (canonical in listed), answer
        assert (canonical is not None) == referee.judges(answer), answer


@examples
@given(seeds)
def test_whatever_is_listed_is_legal_and_canonical(seed):
    state = crowded(Random(seed))

    for answer in legal(state):
        assert accepted(state, answer) == answer


@examples
@given(seeds)
def test_nothing_is_listed_twice(seed):
    listed = legal(crowded(Random(seed)))

    assert len(set(listed)) == len(listed)


@examples
@given(seeds)
def test_whatever_is_legal_is_listed(seed):
    rng = Random(seed)
    state = crowded(rng)
    hand = GAME.view(state, state.to_move)["hands"][state.to_move]
    some = rng.sample(legal(state), min(20, len(legal(state))))

    answers = [invented(rng, hand) for _ in range(60)]
    answers += [mutated(rng, answer) for answer in some for _ in range(3)]

    agrees(state, answers + others(state))


@settings(examples, max_examples=15)
@given(seeds)
def test_the_same_holds_in_every_state_of_a_game(seed):
    rng = Random(seed)
    for state, answer in islice(play(start(seed), rng), 0, None, 11):
        if answer:
            agrees(state, others(state) + [mutated(rng, answer) for _ in range(5)])


def test_the_mutations_hit_legal_and_illegal_answers_alike():
    rng = Random(5)
    verdicts = []
    for _ in range(150):
        state = crowded(rng)
        for answer in rng.sample(legal(state), min(20, len(legal(state)))):
            changed = mutated(rng, answer)
            if changed != answer:
                verdicts.append(accepted(state, changed) is not None)

    assert 30 < sum(verdicts) < len(verdicts) - 500


def test_cheap_answers_come_first():
    court = {
        letter: {"card": card, "holder": 0}
        for letter, card in {"F": "L7", "G": "K2", "I": "Mi1"}.items()
    }
    court["J"] = {"card": "D9"}
    state = GAME.position(
        {"court": court, "hands": [["L4", "Mi5"], []], "discard": ["W9", "L1"], "pile_size": 9}
    )

    listed = legal(state)

    assert listed[:3] == ["pass", "steward", "sage L1"]
    plays = [answer for answer in listed if answer.startswith("play")]
    assert plays[:2] == ["play L4 A", "play L4 A knight=Mi5"]
    assert plays == listed[listed.index(plays[0]) :]


def test_a_full_hand_is_listed_without_being_written():
    court = {letter: {"card": f"{SUITS[letter].split()[-1]}10", "holder": 0} for letter in "GHIJKL"}
    low = [f"{suit}{rank}" for suit in ("L", "Mi", "W", "K", "D", "Wi") for rank in (1, 2, 3)]
    state = GAME.position({"court": court, "hands": [low + CARDS[3:7], []]})
    listing = GAME.asks(state)[0].legal

    count = len(listing)

    assert count > 300_000
    assert accepted(state, listing[count - 1]) == listing[-1]
    assert list(listing[100:103]) == list(islice(listing, 100, 103))


# How many answers lead how far


def nodes(state, depth):
    """Count the answers that lead ``depth`` answers on from a state."""
    if depth == 0:
        return 1
    return sum(nodes(after(state, answer), depth - 1) for answer in legal(state))


def referee_nodes(encoded, depth):
    if depth == 0:
        return 1
    total = 0
    for answer in Referee(encoded).legal():
        referee = Referee(encoded)
        referee.do(answer)
        total += referee_nodes(referee.facts(), depth - 1)
    return total


COUNTS = json.loads(Path(__file__).with_name("counts.json").read_text())


@pytest.mark.parametrize("case", COUNTS, ids=lambda case: case["name"])
def test_as_many_answers_lead_as_far_as_ever(case):
    state = GAME.position(case["position"])

    counted = [nodes(state, depth) for depth in range(1, len(case["nodes"]) + 1)]

    assert counted == case["nodes"]


@pytest.mark.parametrize("case", COUNTS, ids=lambda case: case["name"])
def test_the_referee_counts_as_many(case):
    encoded = GAME.encode(GAME.position(case["position"]))
    depth = len(case["nodes"]) - 1

    assert [referee_nodes(encoded, d + 1) for d in range(depth)] == case["nodes"][:depth]
