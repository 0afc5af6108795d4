"""How promising a position is for a seat: a cheap guess for bots, no part of the rules.

A colour is worth its score, its petitions by how many turns each is away, the
abilities it holds, the markers it can still place and its cards. A petition is as far
as markers are missing on its courtiers, less what cards in hand stand in for.
"""

from __future__ import annotations

from math import exp
from typing import NamedTuple

from games.courtier import state as stages
from games.courtier.deck import NONE
from games.courtier.reach import USUAL, Reach, needs, reach_of
from games.courtier.rules import Rules
from games.courtier.state import State


class Weights(NamedTuple):
    """What each thing is worth, in points."""

    petition: float = 0.85
    """A petition that can be completed at once, by its points."""
    patience: float = 0.82
    """What of that is left for every turn it is away."""
    second: float = 0.5
    third: float = 0.3
    """What the second nearest petition counts for, and further ones."""
    unmatched: float = 1.4
    """Turns that a marker takes for which no card is in hand."""
    blind: float = 1.3
    """The same for another player, whose hand is not known."""
    short: float = 0.8
    """Turns that a marker takes which is not even in the pool."""
    pool: float = 2.5
    """What a full pool is worth; the first markers count most."""
    hand: float = 0.6
    """What a card counts for in itself."""
    rivals: float = 0.5
    """How much the best rival counts more than the average one."""


WEIGHTS = Weights()

ABILITIES = {
    "protect": 1.5, "end_bonus": 1.5, "extra_marker": 3.0, "repeat": 0.8, "draw": 1.5,
    "vp": 3.0, "substitute": 1.0, "free_discard": 0.5,
}  # fmt: skip
"""What holding an ability is worth while the end is far, in points."""

SCALE = 12.0

FOLLOWS = 4
"""How many further asks of its own a bot plays through before it judges."""


def estimate(rules: Rules, state: State, seat: int) -> float:
    """Return a number from 0 (lost) to 1 (won)."""
    late = lateness(rules, state)
    own = _score(rules, state, seat, late) + _own(rules, state, seat)
    others = [
        _score(rules, state, colour, late) + _rival(rules, state, colour)
        for colour in range(rules.colours)
        if colour != seat
    ]
    mean = sum(others) / len(others)
    lead = own - mean - WEIGHTS.rivals * (max(others) - mean)
    return 1 / (1 + exp(-lead / SCALE))


def lateness(rules: Rules, state: State) -> float:
    """Return how likely the next fashion card ends the game."""
    left = len(state.fashion)
    among = rules.options.fashion_bottom + 1
    return 1 / left if 0 < left <= among else 0.0


def _score(rules: Rules, state: State, colour: int, late: float) -> float:
    """Add up what a colour has and holds."""
    deck = rules.deck
    total = float(state.track[colour])
    for petition in state.completed[colour]:
        total += deck.petitions[petition].points
    for op, abilities in deck.abilities.items():
        for ability in abilities:
            if state.holders[ability.coterie] == colour:
                worth = ABILITIES[op] * (1 - late)
                total += worth + ability.amount * late if op == "end_bonus" else worth
    return total


def _purse(pool: int, reserve: int) -> float:
    return WEIGHTS.pool * (1 - exp(-pool / 4)) + 0.02 * reserve + 0.03 * pool


# The seat's own prospects


class _Means(NamedTuple):
    """What the seat could cover courtiers with: cards and plays of this turn."""

    hits: dict[int, int]
    fills: int
    covers: tuple[int, ...]
    played: tuple[int, ...]
    chain: int
    gains: int
    plays: int
    open: bool
    voice: int
    double: int


def _own(rules: Rules, state: State, seat: int) -> float:
    reach = reach_of(rules)
    hand = _hand(state, seat)
    means = _means(rules, state, seat, reach, hand)
    secret = state.secrets[seat]
    mine = state.row if secret == NONE else (*state.row, secret)
    hopes = sorted((_hope(rules, state, seat, one, means) for one in mine), reverse=True)
    total = _purse(state.pools[seat], state.reserves[seat]) + _weighted(hopes)
    return total + WEIGHTS.hand * _cards(rules, state, seat, reach, hand)


def _weighted(hopes: list[float]) -> float:
    if not hopes:
        return 0.0
    total = hopes[0] + WEIGHTS.third * sum(hopes[2:])
    return total + WEIGHTS.second * hopes[1] if len(hopes) > 1 else total


def _hand(state: State, seat: int) -> tuple[int, ...]:
    """Return the cards a seat has, or will have as the auction stands."""
    if not state.auction:
        return state.hands[seat]
    lots = [lot.cards for lot in state.auction if lot.seat == seat]
    return lots[0] if lots else ()


def _cards(rules: Rules, state: State, seat: int, reach: Reach, hand: tuple[int, ...]) -> float:
    worth = reach.worth
    total = sum([worth[card] for card in hand])
    if state.turn_of == seat:
        missing = rules.deck.setup.hand_size - state.penalty - len(hand)
        if missing > 0:
            total += USUAL * missing
    return total


BEGINNING = (stages.TRADE, stages.ACTION)
ENDING = (stages.REFILL, stages.GIANNI_PLACE, stages.GIANNI_PETITION)


def _means(rules: Rules, state: State, seat: int, reach: Reach, hand: tuple[int, ...]) -> _Means:
    """Gather what the hand, and the card being played, could do."""
    begun = state.turn_of == seat and not state.petition_done and state.stage not in ENDING
    if begun and state.after == stages.REFILL:
        begun = False
    plays = 0
    if begun:
        if state.stage in BEGINNING or state.after == stages.ACTION:
            plays = 1
        else:
            plays = state.plays_any + state.plays_influence
            if state.card != NONE:
                plays, hand = plays + 1, (*hand, state.card)
    hits: dict[int, int] = {}
    fills = chain = gains = 0
    covers: tuple[int, ...] = ()
    for card in hand:
        for courtier in reach.hits[card]:
            hits[courtier] = hits.get(courtier, 0) + 1
        fills += reach.fills[card]
        gains += reach.gains[card]
        if reach.covers[card] != NONE:
            covers += (reach.covers[card],)
        elif reach.chains[card]:
            chain = max(chain, reach.chains[card] - 1)
    deck, holders = rules.deck, state.holders
    double = sum(
        one.amount for one in deck.abilities["extra_marker"] if holders[one.coterie] == seat
    )
    voice = NONE
    for one in deck.abilities["substitute"]:
        if holders[one.coterie] == seat:
            courtier = deck.members[one.coterie][0]
            if not state.free[courtier]:
                base = courtier * rules.owners
                need = needs(deck.slots[courtier], state.marks[base : base + rules.owners])
                if not need[seat][0]:
                    voice = courtier
    played = state.stand_ins if begun else ()
    return _Means(hits, fills, covers, played, chain, gains, plays, begun, voice, double)


def _hope(rules: Rules, state: State, seat: int, number: int, means: _Means) -> float:
    """Return what a petition promises: its points, less with every turn it is away."""
    turns = _distance(rules, state, seat, number, means)
    points = rules.deck.petitions[number].points
    return WEIGHTS.petition * points * WEIGHTS.patience**turns


def _distance(rules: Rules, state: State, seat: int, number: int, means: _Means) -> float:
    deck, width, marks = rules.deck, rules.owners, state.marks
    lacking = []
    for courtier in deck.petitions[number].courtiers:
        base = courtier * width
        need, over = needs(deck.slots[courtier], marks[base : base + width])[seat]
        if need:
            lacking.append((need, over, courtier))
    if not lacking:
        return 0.0 if means.open else 1.0
    lacking, spent = _covered(rules, lacking, means, deck.petitions[number].courtiers)
    total = turns = missing = 0
    fills = means.fills
    for need, over, courtier in lacking:
        have = means.hits.get(courtier, 0) * (1 + means.double)
        total += need
        if have >= need:
            turns += -(-need // (1 + means.double))
            continue
        turns += means.hits.get(courtier, 0)
        rest = need - have
        filled = min(fills, rest, need - over)
        fills -= filled
        turns += filled
        missing += rest - filled
    away = turns + WEIGHTS.unmatched * missing / (1 + 0.5 * means.double)
    if means.chain and turns > 1:
        away -= min(means.chain, turns - 1)
    if total + spent > state.pools[seat]:
        away += WEIGHTS.short * (total + spent - state.pools[seat])
    away -= means.plays
    if means.open:
        return max(away, 0.0)
    return max(away, 1.0)


def _covered(
    rules: Rules,
    lacking: list[tuple[int, int, int]],
    means: _Means,
    listed: tuple[int, ...],
) -> tuple[list[tuple[int, int, int]], int]:
    """Leave out what cards played or in hand, or the Minister, would stand in for."""
    spent = 0
    if means.played or means.covers:
        played, covers = list(means.played), list(means.covers)
        left = []
        for one in lacking:
            coterie = rules.deck.coterie_of[one[2]]
            if coterie in played:
                played.remove(coterie)
            elif coterie in covers:
                covers.remove(coterie)
                spent += 1
            else:
                left.append(one)
        if spent and means.open and not means.plays:
            return lacking, 0
        lacking = left
    if means.voice != NONE and lacking and means.voice not in listed:
        lacking.remove(max(lacking))
    return lacking, spent


# The others


def _rival(rules: Rules, state: State, colour: int) -> float:
    """Judge another colour by the board alone: its hand and its secret are not known."""
    deck, width, marks = rules.deck, rules.owners, state.marks
    hopes = []
    for number in state.row:
        lacking = 0
        for courtier in deck.petitions[number].courtiers:
            base = courtier * width
            lacking += needs(deck.slots[courtier], marks[base : base + width])[colour][0]
        away = WEIGHTS.blind * lacking
        hopes.append(WEIGHTS.petition * deck.petitions[number].points * WEIGHTS.patience**away)
    hopes.sort(reverse=True)
    return _weighted(hopes) + _purse(state.pools[colour], state.reserves[colour])
