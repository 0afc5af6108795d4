"""Random answers are legal, lively and cover what a winter can hold."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given

from games.engine.chance import Seeded
from tests.rules.play import enriched, examples, opened, played, seeds


@examples
@given(seeds)
def test_every_sample_passes_the_check(seed):
    for game, before, _ in played(seed):
        for ask in game.asks(before):
            for draw in range(3):
                sheet = game.sample(before, ask, Random(draw))
                canonical = game.check(before, ask.seat, sheet)
                assert game.check(before, ask.seat, canonical) == canonical
            assert game.check(before, ask.seat, ask.default) == ask.default
            for answer in ask.legal or ():
                assert game.check(before, ask.seat, answer) == answer


def test_samples_make_everything_happen():
    seen: Counter[str] = Counter()
    for seed in range(60):
        for _, _, step in played(seed, play="sealed"):
            seen.update(event.kind for event in step.events)

    wanted = {
        "tithe_given", "bought", "ship_built", "army_recruited", "army_disbanded", "army_fed",
        "army_starved", "army_dismissed", "army_stayed", "army_deployed", "army_lost",
        "ship_docked", "ship_lost", "line_unused", "leftover_lost", "year_ended",
    }  # fmt: skip
    assert wanted <= set(seen)


def test_a_sample_draws_from_its_own_randomness_alone():
    game, rng = opened(7, play="sealed", hand_in="sheet")
    state = enriched(game, game.start(Seeded(rng)).state, rng)
    ask = game.asks(state)[0]

    assert game.sample(state, ask, Random(3)) == game.sample(state, ask, Random(3))
