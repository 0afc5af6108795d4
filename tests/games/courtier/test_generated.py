"""An answer is legal exactly when it is in the generated list; so many lead so far.

Source: courtier.md 6 to 10. The counts are checked by the referee as well.
"""

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.chance import Scripted
from games.engine.contract import Refusal
from tests.games.courtier.playing import (
    CARDS,
    COURTIERS,
    PETITIONS,
    TABLE,
    VARIANTS,
    crowded,
    lively,
    opened,
    walk,
)
from tests.games.courtier.referee import Referee
from tests.games.courtier.referee_takeover import take_over

seeds = st.integers(0, 2**32)
examples = settings(max_examples=10)
OWNERS = ["0", "1", "2", "3", "gianni", "neutral"]
WORDS = [
    "pass", "gain", "done", "stop", "skip", "repeat", "draw influence", "draw power",
    "buy influence", "buy power", "step 1", "step 2", "step 3", "step 0",
    *(f"hand {count}" for count in range(-1, 7)),
    *(f"bid {hand} {amount}" for hand in range(5) for amount in (0, 1, 2, 15, 16)),
]  # fmt: skip


def accepted(game, state, answer):
    """Return the canonical form of a legal answer, else ``None``."""
    try:
        return game.check(state, game.asks(state)[0].seat, answer)
    except Refusal:
        return None


def invented(rng):
    """Return answers of every kind that may or may not be legal somewhere."""
    for verb in ("play", "discard", "review"):
        yield f"{verb} {rng.choice(list(CARDS))}"
    for verb in ("place", "take", "put", "spend"):
        courtier = rng.choice(list(COURTIERS))
        yield f"{verb} {courtier}"
        yield f"{verb} {courtier} {rng.choice(OWNERS)}"
    petition = rng.choice(list(PETITIONS))
    ways = [f"{one}={rng.choice(['card', 'minister'])}" for one in PETITIONS[petition]["courtiers"]
            if rng.random() < 0.4]  # fmt: skip
    yield " ".join(["complete", petition, *ways])


def mutated(rng, answer):
    """Return an answer with one word changed, left out, doubled or moved."""
    words = answer.split()
    at, change = rng.randrange(len(words)), rng.randrange(4)
    if change == 0:
        del words[at]
    elif change == 1:
        words[at] = rng.choice([*OWNERS, *COURTIERS, *CARDS, "1", "2", "take", "place", "play"])
    elif change == 2:
        words.append(rng.choice([words[at], *OWNERS, "minister=card", "king=minister"]))
    else:
        words.insert(rng.randrange(len(words)), words.pop(at))
    return " ".join(words)


def positions(seed, limit):
    rng = Random(seed)
    seats = rng.choice((2, 3, 4))
    game = opened(seats, **rng.choice(VARIANTS))
    for state in (None, game.position(crowded(rng, seats))):
        for step, ask, _ in walk(game, seed, lively, state, limit):
            if ask:
                yield game, step.state, list(ask.legal), rng


@examples
@given(seeds)
def test_made_up_answers_are_legal_exactly_when_listed(seed):
    for game, state, listed, rng in positions(seed, limit=30):
        for answer in [*rng.sample(WORDS, 8), *invented(rng)]:
            canonical = accepted(game, state, answer)

            assert (canonical is not None) == (answer in listed), answer
            assert canonical in (None, answer)


@examples
@given(seeds)
def test_changed_answers_are_legal_exactly_when_listed(seed):
    for game, state, listed, rng in positions(seed, limit=30):
        for answer in rng.sample(listed, min(6, len(listed))):
            canonical = accepted(game, state, mutated(rng, answer))

            assert canonical is None or canonical in listed


@examples
@given(seeds)
def test_every_coverage_of_a_petition_that_is_possible_is_listed(seed):
    """All ways to cover two courtiers and more, legal or not, tried one by one."""
    rng = Random(seed)
    seats = rng.choice((2, 3, 4))
    game = opened(seats)
    position = {**crowded(rng, seats), "stage": "petition"}
    state = game.position(position)
    listed = list(game.asks(state)[0].legal)

    for petition, data in PETITIONS.items():
        tries = [f"complete {petition}"]
        for courtier in data["courtiers"]:
            tries += [f"{one} {courtier}={way}" for one in tries for way in ("card", "minister")]
        for answer in tries:
            assert (accepted(game, state, answer) is not None) == (answer in listed)


def test_the_changes_hit_legal_and_illegal_answers_alike():
    verdicts = []
    for seed in range(4):
        for game, state, listed, rng in positions(seed, limit=40):
            changed = mutated(rng, rng.choice(listed))
            verdicts.append(accepted(game, state, changed) is not None)

    assert 15 < sum(verdicts) < len(verdicts) - 100


# How many answers lead how far

COUNTS = json.loads(Path(__file__).with_name("counts.json").read_text())


def sorted_shuffles():
    """Leave every pile that is shuffled as it lies."""
    return Scripted(shuffles="sorted")


def nodes(game, state, depth):
    """Count the answers that lead ``depth`` answers on from a state."""
    asks = game.asks(state)
    if depth == 0 or not asks:
        return depth == 0
    seat = asks[0].seat
    return sum(
        nodes(game, game.resolve(state, {seat: answer}, sorted_shuffles()).state, depth - 1)
        for answer in asks[0].legal
    )


def referee_nodes(begin, answers, depth):
    """Count the same by playing every line of answers from its beginning."""
    if depth == 0:
        return 1
    referee = begin()
    for answer in answers:
        referee.answer(answer, sorted_shuffles())
    legal = referee.asked[2] if referee.asked else []
    return sum(referee_nodes(begin, [*answers, answer], depth - 1) for answer in legal)


def opening(case):
    """Return the game of a case and its first state: a position, or the start of a game."""
    game = opened(case["seats"], **case["options"])
    if "position" in case:
        return game, game.position(case["position"])
    return game, game.start(sorted_shuffles()).state


def referee_of(case):
    """Return a referee that stands where a case begins."""
    game, state = opening(case)
    if "position" in case:
        return take_over(TABLE, case["seats"], case["options"], game.encode(state))
    referee = Referee(TABLE, case["seats"], case["options"])
    referee.start(sorted_shuffles())
    return referee


@pytest.mark.parametrize("case", COUNTS, ids=lambda case: case["name"])
def test_as_many_answers_lead_as_far_as_ever(case):
    game, state = opening(case)

    counted = [nodes(game, state, depth) for depth in range(1, len(case["nodes"]) + 1)]

    assert counted == case["nodes"]


@pytest.mark.parametrize("case", COUNTS, ids=lambda case: case["name"])
def test_the_referee_counts_as_many(case):
    depths = range(1, len(case["nodes"]) + 1)

    counted = [referee_nodes(lambda: referee_of(case), [], depth) for depth in depths]

    assert counted == case["nodes"]
