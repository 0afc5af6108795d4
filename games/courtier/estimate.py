"""How promising a position is for a seat: a cheap guess for bots, no part of the rules.

A colour is worth its score, its petitions by how many turns each is away, the
abilities it holds, the markers it can still place and its cards. A petition is as far
away as markers are missing on its courtiers, less what cards stand in for.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import NamedTuple

from games.courtier.deck import NONE
from games.courtier.means import Lack, Means, covered, means_of
from games.courtier.reach import USUAL, needs, reach_of
from games.courtier.rules import Rules
from games.courtier.state import State

FOLLOWS = 4
"""How many further asks of its own a bot plays through before it judges."""


class Weights(NamedTuple):
    """What each thing is worth, in points."""

    petition: float = 0.65
    """A petition that can be completed at once, by its points."""
    patience: float = 0.82
    """What of that is left for every turn it is away."""
    second: float = 0.5
    third: float = 0.3
    """What the second nearest petition counts for, and further ones."""
    unmatched: float = 1.6
    """Turns that a marker takes for which no card is in hand."""
    search: float = 1.0
    """Turns more when there is such a marker: without the last of them nothing is complete."""
    blind: float = 1.5
    """The same for another player, whose hand is not known."""
    gianni: float = 2.5
    """The same for Gianni."""
    closing: float = 8.0
    """What a petition is worth besides that ends the game and wins it."""
    consoled: float = 0.3
    """What of that is left where Gianni wins, but no other seat is ahead."""
    guarded: float = 2.0
    """Turns more where a marker that is protected must go."""
    breach: float = 1.5
    """And for each marker that it takes to end the protection."""
    short: float = 0.8
    """Turns that a marker takes which is not even in the pool."""
    pool: float = 4.0
    """What a full pool is worth; the first markers count most."""
    hand: float = 0.6
    """What a card counts for in itself."""
    idle: float = 0.3
    """What of that is left when it serves none of the courtiers that are lacking."""
    rivals: float = 0.5
    """How much the best rival counts more than the average one."""
    envy: float = 0.2
    """What another's prospects count for."""


WEIGHTS = Weights()

ABILITIES = {
    "protect": 1.2, "end_bonus": 0.8, "extra_marker": 1.2, "repeat": 0.3, "draw": 0.6,
    "vp": 1.2, "substitute": 0.5, "free_discard": 0.2,
}  # fmt: skip
"""What holding an ability is worth while the end is far, in points."""

SCALE = 12.0


def estimate(rules: Rules, state: State, seat: int) -> float:
    """Return a number from 0 (lost) to 1 (won)."""
    late = lateness(rules, state)
    means = means_of(rules, state, seat)
    worth = [_score(rules, state, colour, late) for colour in range(rules.colours)]
    hopes, wants = _hopes(rules, state, seat, means, _ends(rules, worth, seat, late))
    for colour, hoped in enumerate(hopes):
        weight = 1.0 if colour == seat else WEIGHTS.envy
        worth[colour] += weight * _promise(state, colour, hoped)
    own = worth.pop(seat) + _cards(rules, state, seat, wants)
    mean = sum(worth) / len(worth)
    lead = own - mean - WEIGHTS.rivals * (max(worth) - mean)
    return 1 / (1 + exp(-lead / SCALE))


Ends = tuple[tuple[float, float], ...]


def _ends(rules: Rules, worth: list[float], seat: int, late: float) -> Ends:
    """Return by how much the seat is behind, and what it gains if it ends the game ahead.

    Gianni is another matter: to be first of the seats is worth something too.
    """
    if not late:
        return ()
    closing, own = WEIGHTS.closing * late, worth[seat]
    behind = max([one for other, one in enumerate(worth[: rules.seats]) if other != seat]) - own
    if rules.gianni == NONE or not rules.options.gianni_can_win:
        return ((behind, closing),)
    consoled = closing * WEIGHTS.consoled
    return ((behind, consoled), (max(behind, worth[rules.gianni] - own), closing - consoled))


def lateness(rules: Rules, state: State) -> float:
    """Return how likely the next fashion card ends the game."""
    left = len(state.fashion)
    return 1 / left if 0 < left <= rules.options.fashion_bottom + 1 else 0.0


def _score(rules: Rules, state: State, colour: int, late: float) -> float:
    """Add up what a colour has and holds."""
    deck = rules.deck
    petitions = deck.petitions
    total = float(state.track[colour]) + sum([petitions[n].points for n in state.completed[colour]])
    if colour in state.holders:
        for op, abilities in deck.abilities.items():
            for ability in abilities:
                if state.holders[ability.coterie] == colour:
                    total += ABILITIES[op] * (1 - late)
                    total += ability.amount * late if op == "end_bonus" else 0.0
    return total


def _promise(state: State, colour: int, hopes: list[float]) -> float:
    """Judge how well a colour can go on: its petitions, nearest first, and its markers."""
    pool, reserve = state.pools[colour], state.reserves[colour]
    total = WEIGHTS.pool * (1 - exp(-pool / 5)) + 0.03 * pool + 0.02 * reserve
    if hopes:
        hopes.sort(reverse=True)
        total += hopes[0] + WEIGHTS.third * sum(hopes[2:])
        total += WEIGHTS.second * hopes[1] if len(hopes) > 1 else 0.0
    return total


class Wants(NamedTuple):
    """The courtiers a seat lacks for its petitions, as masks: all; those where it can place
    markers; those of them with free slots."""

    lacking: int
    within_reach: int
    free: int


def _cards(rules: Rules, state: State, seat: int, wants: Wants) -> float:
    """Judge the hand by what its cards are worth in themselves, those still to be drawn too."""
    reach, hand = reach_of(rules), state.hands[seat]
    worth, serves, fills, total = reach.worth, reach.serves, reach.fills, 0.0
    for card in hand:
        use = serves[card]
        if not use:
            useful = wants.free or not fills[card]
        elif card < rules.deck.first_power:
            useful = use & wants.within_reach
        else:
            useful = use & wants.lacking
        total += worth[card] if useful else WEIGHTS.idle * worth[card]
    if state.turn_of == seat:
        missing = rules.deck.setup.hand_size - state.penalty - len(hand)
        total += USUAL * missing if missing > 0 else 0.0
    return WEIGHTS.hand * total


# Petitions


def _hopes(
    rules: Rules, state: State, seat: int, means: Means, ends: Ends
) -> tuple[list[list[float]], Wants]:
    """Return what each colour may hope for from each petition it may complete, and what the
    seat lacks for its own.

    ``ends``: what a petition is worth besides by which the seat gets ahead.
    """
    deck, width, marks = rules.deck, rules.owners, state.marks
    slots, colours, guard = deck.slots, range(rules.colours), means.guard
    shield = reach_of(rules).shield
    found: list[list[float]] = [[] for _ in colours]
    secret, lacks = state.secrets[seat], 0
    within = free = 0
    for number in (*state.row, secret) if secret != NONE else state.row:
        petition = deck.petitions[number]
        worth = WEIGHTS.petition * petition.points
        lacking = [
            (one, needs(slots[one], marks[one * width : one * width + width], guard))
            for one in petition.courtiers
        ]
        for colour in colours:
            if colour == seat:
                own = [Lack(*need[seat], courtier) for courtier, need in lacking if need[seat][0]]
                away = _distance(rules, own, means, petition.courtiers, state.pools[seat])
                for lack in own:
                    lacks |= 1 << lack.courtier
                    if lack.need > lack.over:
                        free |= 1 << lack.courtier
                    if lack.barred <= means.lifts:
                        within |= 1 << lack.courtier
                    else:
                        within |= shield
                gain = worth + sum([more for behind, more in ends if petition.points > behind])
                found[seat].append(gain * WEIGHTS.patience**away)
                continue
            if number != secret:
                away = _blind(rules, colour) * sum([need[colour][0] for _, need in lacking])
                found[colour].append(worth * WEIGHTS.patience**away)
    return found, Wants(lacks, within, free)


def _barred(lacking: list[Lack], means: Means) -> float:
    """Return how many turns protection costs: its holder's markers cannot be replaced."""
    barred = sum([lack.barred for lack in lacking])
    if barred <= means.lifts:
        return 0.0
    return WEIGHTS.guarded + WEIGHTS.breach * means.breach


def _blind(rules: Rules, colour: int) -> float:
    return WEIGHTS.gianni if colour == rules.gianni else WEIGHTS.blind


def _distance(
    rules: Rules, lacking: list[Lack], means: Means, listed: Sequence[int], pool: int
) -> float:
    """Return in how many turns the seat may complete a petition; 0: in this one."""
    if not lacking:
        return 0.0 if means.open else 1.0
    lacking, cost = covered(rules, lacking, means, listed)
    turns, missing, fills = 0, 0, means.fills
    each = 1 + means.double
    for need, over, _, courtier in lacking:
        cards = means.hits.get(courtier, 0)
        cost += need
        if cards * each >= need:
            turns += -(-need // each)
            continue
        rest = need - cards * each
        filled = min(fills, rest, max(0, need - over))
        fills -= filled
        turns += cards + filled
        missing += rest - filled
    away = turns + WEIGHTS.unmatched * missing * 2 / (1 + each)
    if missing:
        away += WEIGHTS.search
    if means.guard != NONE:
        away += _barred(lacking, means)
    if means.chain and turns > 1:
        away -= min(means.chain, turns - 1)
    if cost > pool:
        away += WEIGHTS.short * (cost - pool)
    return max(away - means.plays, 0.0 if means.open else 1.0)
