"""A stock of random games, played once and looked at by many tests."""

from functools import cache
from random import Random

from tests.games.skirmish.crowded import crowded
from tests.games.skirmish.playing import PAIRS, anything, lively, opened, walk

WHOLE = range(12)
FROM_POSITIONS = range(100, 124)
SEEDS = (*WHOLE, *FROM_POSITIONS)


@cache
def game_of(seed):
    """Return a game and all its steps: ``(state, answers, draws, step after)``."""
    factions = PAIRS[seed % 6]
    game = opened(factions)
    choose = anything if seed % 3 == 0 else lively
    if seed in WHOLE:
        return game, tuple(walk(game, seed, choose))
    start = game.position(crowded(Random(seed), factions))
    return game, tuple(walk(game, seed, choose, start, limit=40))


def steps(seeds=SEEDS):
    """Give ``(game, state, answers, step after)`` of all games."""
    for seed in seeds:
        game, played = game_of(seed)
        for state, answers, _, step in played:
            yield game, state, answers, step


@cache
def encoded_of(seed):
    """Return all states of a game as JSON."""
    game, played = game_of(seed)
    return [game.encode(state) for state, *_ in played] + [game.encode(played[-1][3].state)]


def encoded(seeds=SEEDS):
    """Give each game's states as JSON, game by game."""
    yield from map(encoded_of, seeds)


def some(seeds, share, seed=0):
    """Give a random share of all steps."""
    rng = Random(seed)
    return [one for one in steps(seeds) if rng.random() < share]
