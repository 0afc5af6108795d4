"""Every legal answer of ``act``, each once, made as far as somebody reads.

``pass`` or ``end`` first, then the direct powers, then the plays by main card and
target, those without additions before those with. Within one combination of main
and added cards the boosts come by their sum: what the total must be above (or, with
the Fool, below) cuts a slice out of a prepared list.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from games.engine.listing import Listing
from games.winter_court import components as data
from games.winter_court.components import (
    ADDS,
    BIT,
    BOOSTS_OF,
    CARDS_OF_SUIT,
    CHARLATAN,
    FOOL,
    KNIGHT,
    LETTERS,
    LOVER,
    MATCHMAKER,
    RANK,
    SAGE,
    STEWARD,
    SUIT,
    SUIT_BIT,
    SUITS_OF,
    TARGETS,
    TEXT,
    WIZARD,
    cards_of,
)
from games.winter_court.notation import (
    BOOST_TEXT,
    CLEAR,
    END,
    KNIGHT_TEXT,
    LOVER_TEXT,
    MATCHMAKER_TEXT,
    PASS,
    PLAY_TEXT,
    STOCK,
    TAKE,
    tail,
)
from games.winter_court.sections import Section, Sections
from games.winter_court.state import State, usable

HIGHEST = 4 * max(RANK)
"""No influence has a higher rank."""

_ADDERS = 1 << KNIGHT | 1 << LOVER | 1 << MATCHMAKER


def listed(state: State) -> Listing:
    """Return all legal answers of the seat that acts."""
    return Sections(lambda: _sections(state))


def _sections(state: State) -> Iterator[Section]:
    powers = usable(state)
    made = others(state, powers)
    yield Section(made, 0, len(made))
    if state.plays == 0 or (state.plays == 1 and powers >> WIZARD & 1):
        yield from _plays(state, powers)


def others(state: State, powers: int) -> list[str]:
    """Return the legal answers of ``act`` that are no plays, ``pass`` or ``end`` first."""
    made = [END if state.plays else PASS]
    if powers >> STEWARD & 1:
        made.append(STOCK)
    if powers >> SAGE & 1:
        made += [f"{TAKE} {TEXT[card]}" for card in sorted(state.discard)]
    if powers >> CHARLATAN & 1:
        made += [f"{CLEAR} {LETTERS[member]}" for member in _clearable(state)]
    return made


def _clearable(state: State) -> Iterator[int]:
    claimed = state.held[0] | state.held[1]
    if data.HOUSE.charlatan_may_target_itself:
        claimed &= ~(1 << CHARLATAN)
    for member, influence in enumerate(state.court):
        if influence and not claimed >> member & 1:
            yield member


def _plays(state: State, powers: int) -> Iterable[Section]:
    hand = state.hands[state.to_move]
    ranks = [there.rank if there else 0 for there in state.court]
    fool, wizard = bool(powers >> FOOL & 1), state.plays == 1
    if powers & _ADDERS:
        return _combined(hand, ranks, powers, fool, wizard)
    made = _single(hand, ranks, fool, wizard)
    return (Section(made, 0, len(made)),)


class _Boosts(NamedTuple):
    """All sets of some boost cards, by their sum: ``below[n]`` of them sum to less than ``n``."""

    texts: tuple[str, ...]
    below: tuple[int, ...]


def _by_sum(boosts: int) -> _Boosts:
    sets: list[tuple[int, ...]] = [()]
    for card in cards_of(boosts):
        sets += [(*some, card) for some in sets]
    sets.sort(key=lambda some: (sum(RANK[card] for card in some), len(some), some))
    sums = [sum(RANK[card] for card in some) for some in sets]
    texts = tuple("".join(BOOST_TEXT[card] for card in some) for some in sets)
    below = tuple(bisect_left(sums, n) for n in range(HIGHEST + 2))
    return _Boosts(texts, below)


_boosts = lru_cache(maxsize=1024)(_by_sum)


def _allowed(boosts: _Boosts, gap: int, fool: bool) -> tuple[int, int]:
    """Return which boosts bring the total above the influence (or below it): from, up to.

    ``gap`` is the rank present less that of the main and added cards.
    """
    if not fool:
        return (0 if gap < 0 else boosts.below[gap + 1]), len(boosts.texts)
    return 0, (0 if gap < 0 else boosts.below[gap + data.HOUSE.fool_allows_equal_rank])


# Plays without additions: whole texts are prepared for each main card


@cache
def _prepared(main: int, boosts: int, end: str) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Return, for each target of a main card, all its plays with some of the boosts."""
    texts = _boosts(boosts).texts
    return tuple(
        (target, tuple(f"{PLAY_TEXT[main][target]}{text}{end}" for text in texts))
        for target in TARGETS[SUIT[main]]
    )


def _single(hand: int, ranks: list[int], fool: bool, wizard: bool) -> list[str]:
    made: list[str] = []
    end, fool_end = tail(False, wizard), tail(True, wizard)
    for main in cards_of(hand):
        mask = hand & BOOSTS_OF[SUIT_BIT[main]] & ~BIT[main]
        boosts, rank = _boosts(mask), RANK[main]
        lower = _prepared(main, mask, fool_end) if fool else ()
        for number, (target, texts) in enumerate(_prepared(main, mask, end)):
            gap = ranks[target] - rank
            made += texts if gap < 0 else texts[boosts.below[gap + 1] :]
            if fool:
                made += lower[number][1][: _allowed(boosts, gap, True)[1]]
    return made


# Plays with additions


class _Added(NamedTuple):
    """The cards that powers add to a play: as text, with their cards, rank and suits."""

    text: str
    used: int
    rank: int
    suits: int


NOTHING = _Added("", 0, 0, 0)


def _combined(
    hand: int, ranks: list[int], powers: int, fool: bool, wizard: bool
) -> Iterator[Section]:
    ends = [(False, tail(False, wizard))] + [(True, tail(True, wizard))] * fool
    pairs = _pairs(hand, powers)
    matching = hand if powers >> MATCHMAKER & 1 else 0
    for main in cards_of(hand):
        free = [pair for pair in pairs if not pair.used & BIT[main]]
        for target in TARGETS[SUIT[main]]:
            start, gap = PLAY_TEXT[main][target], ranks[target] - RANK[main]
            for added in _additions(main, target, free, matching):
                low_cards = BOOSTS_OF[SUIT_BIT[main] | added.suits]
                boosts = _boosts(hand & low_cards & ~BIT[main] & ~added.used)
                for lower, end in ends:
                    low, high = _allowed(boosts, gap - added.rank, lower)
                    if low < high:
                        yield Section(boosts.texts, low, high, start + added.text, end)


def _pairs(hand: int, powers: int) -> list[_Added]:
    """Return what Knight and Lover may add to a play, each alone and together; first nothing."""
    knights = [_of(KNIGHT_TEXT, card) for card in _addable(KNIGHT, hand, powers)]
    lovers = [_of(LOVER_TEXT, card) for card in _addable(LOVER, hand, powers)]
    return [
        _joined(knight, lover) for knight in (NOTHING, *knights) for lover in (NOTHING, *lovers)
    ]


def _addable(power: int, hand: int, powers: int) -> tuple[int, ...]:
    return cards_of(hand & CARDS_OF_SUIT[ADDS[power]]) if powers >> power & 1 else ()


def _of(texts: Sequence[str], card: int) -> _Added:
    return _Added(texts[card], BIT[card], RANK[card], SUIT_BIT[card])


def _joined(one: _Added, two: _Added) -> _Added:
    return _Added(
        one.text + two.text, one.used | two.used, one.rank + two.rank, one.suits | two.suits
    )


def _additions(main: int, target: int, pairs: Sequence[_Added], matching: int) -> Sequence[_Added]:
    """Return every way to add cards to a main card on a target, the one without first.

    ``matching``: the cards among which the Matchmaker chooses, if he may.
    """
    if data.HOUSE.added_card_must_match_target:
        pairs = [pair for pair in pairs if not pair.suits & ~SUITS_OF[target]]
    other = SUITS_OF[target] & ~SUIT_BIT[main]
    cards = matching & CARDS_OF_SUIT[other.bit_length() - 1] if other else 0
    if not cards:
        return pairs
    matches = (NOTHING, *(_of(MATCHMAKER_TEXT, card) for card in cards_of(cards)))
    return [
        _joined(pair, match) for pair in pairs for match in matches if not pair.used & match.used
    ]
