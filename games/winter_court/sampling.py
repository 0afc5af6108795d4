"""A random legal answer without listing them all: lively, for playouts and bots."""

from __future__ import annotations

from itertools import islice
from random import Random

from games.winter_court.components import (
    ADDS,
    BIT,
    BOOSTS_OF,
    CARDS_OF_SUIT,
    FOOL,
    KNIGHT,
    LOVER,
    MATCHMAKER,
    NONE,
    SUIT,
    SUIT_BIT,
    SUITS_OF,
    TARGETS,
    cards_of,
)
from games.winter_court.legality import Facts, play_problems, suits_of, total_of
from games.winter_court.notation import Play, write
from games.winter_court.plays import listed, others
from games.winter_court.state import State, usable

TRIES = 8
REST, DIRECT, ADD = 0.06, 0.2, 0.4
"""How often a lively seat passes, uses a direct power, and lets a modifier work."""


def sample_act(state: State, rng: Random) -> str:
    """Return a random legal answer to ``act``; ends a turn once it has played."""
    powers = usable(state)
    direct = others(state, powers)
    if len(direct) > 1 and rng.random() < DIRECT:
        return rng.choice(direct[1:])
    if state.plays or rng.random() < REST:
        return direct[0] if state.plays != 1 or rng.random() < 0.5 else _second(state, rng)
    return _play(state, powers, rng) or rng.choice(list(islice(listed(state), 40)))


def _second(state: State, rng: Random) -> str:
    return _play(state, usable(state), rng) or others(state, 0)[0]


def _play(state: State, powers: int, rng: Random) -> str | None:
    """Put plays together at random until one is legal, a few times."""
    hand = state.hands[state.to_move]
    facts = Facts(hand, powers, state.plays)
    cards = cards_of(hand)
    for _ in range(TRIES if cards else 0):
        main = rng.choice(cards)
        target = rng.choice(TARGETS[SUIT[main]])
        there = state.court[target]
        current = there.rank if there else 0
        play = _composed(main, target, current, facts, rng)
        if not play_problems(play, facts, current):
            return write(play)
    return None


def _composed(main: int, target: int, current: int, facts: Facts, rng: Random) -> Play:
    rest = facts.hand ^ BIT[main]
    wizard = facts.plays == 1
    knight = _added(KNIGHT, rest & CARDS_OF_SUIT[ADDS[KNIGHT]], facts, rng)
    lover = _added(LOVER, rest & CARDS_OF_SUIT[ADDS[LOVER]], facts, rng)
    rest &= ~(BIT[knight] | BIT[lover])
    other = SUITS_OF[target] & ~SUIT_BIT[main]
    matching = rest & CARDS_OF_SUIT[other.bit_length() - 1] if other else 0
    match = _added(MATCHMAKER, matching, facts, rng)
    play = Play(target, main, knight, lover, match, (), False, wizard)
    if total_of(play) <= current and facts.powers >> FOOL & 1:
        return play._replace(fool=True)
    return _boosted(play, current, rest & ~BIT[match], rng)


def _added(power: int, cards: int, facts: Facts, rng: Random) -> int:
    if facts.powers >> power & 1 and cards and rng.random() < ADD:
        return rng.choice(cards_of(cards))
    return NONE


def _boosted(play: Play, current: int, rest: int, rng: Random) -> Play:
    """Add boosts until the total is above the influence, or there are none left."""
    boosts = list(cards_of(rest & BOOSTS_OF[suits_of(play)]))
    rng.shuffle(boosts)
    while boosts and total_of(play) <= current:
        play = play._replace(boosts=tuple(sorted((*play.boosts, boosts.pop()))))
    return play
