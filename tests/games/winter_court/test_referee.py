"""Whole random games end alike, played by the package and by a naive referee.

Source: winter_court.md 4 to 8.
"""

from collections import Counter
from random import Random

import pytest

from tests.games.winter_court.boards import GAME, crowded, legal, play, start
from tests.games.winter_court.referee import Referee


def same(referee, state):
    facts = GAME.encode(state)
    del facts["first"]
    return referee.facts() == facts


def chosen(state, rng):
    return rng.choice(legal(state))


def beside(state, rng, choose):
    """Play a game both ways; compare states, legal answers and the end; return the verbs used."""
    referee = Referee(GAME.encode(state))
    words = Counter()
    for now, answer in play(state, rng, choose):
        assert same(referee, now)
        listed = referee.legal()
        assert sorted(legal(now)) == sorted(listed)
        if answer:
            words.update(word.partition("=")[0] for word in answer.split())
            referee.do(answer)
    winners, reason = referee.verdict()
    outcome = GAME.outcome(now)
    assert (list(outcome.winners), outcome.reason) == (winners, reason)
    return words, reason


def test_whole_games_of_random_answers():
    words = Counter()
    for seed in range(25):
        words += beside(start(seed), Random(seed), chosen)[0]

    used = ("steward", "sage", "charlatan", "knight", "lover", "matchmaker", "fool", "wizard")
    assert all(words[power] > 3 for power in used)


def test_whole_games_of_lively_answers():
    reasons = Counter(
        beside(start(seed), Random(seed), lambda s, rng: GAME.sample(s, GAME.asks(s)[0], rng))[1]
        for seed in range(25)
    )

    assert reasons["status"] > 5


@pytest.mark.parametrize("block", range(4))
def test_games_from_crowded_positions(block):
    reasons = Counter(
        beside(crowded(Random(seed), hand=4), Random(seed), chosen)[1]
        for seed in range(12 * block, 12 * block + 12)
    )

    assert reasons["status"] > 2
