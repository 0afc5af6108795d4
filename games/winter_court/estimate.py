"""How promising a position is for a seat: a cheap guess for bots, no part of the rules.

A handful of features, each the seat's less the other's, weighted and squeezed into
0..1. The weights were first fitted to the results of games between bots, then changed
where a change won such games.
"""

from __future__ import annotations

from math import exp
from typing import NamedTuple

from games.winter_court.components import COUNT, DECK, MEMBERS, OTHERS, ROYALS, TARGETS
from games.winter_court.ending import outcome
from games.winter_court.state import OVER, State, status


class Weights(NamedTuple):
    """What each feature counts for. ``late`` ones grow as the pile shrinks to nothing."""

    status: float = 0.12
    late_status: float = 0.52
    grip: float = 0.1
    royals: float = 0.03
    three_royals: float = 0.1
    powers: float = 0.05
    hand: float = 0.11
    openings: float = 0.03


WEIGHTS = Weights()
_FULL = len(DECK.suits) * (DECK.highest - DECK.lowest + 1) - sum(DECK.hands)


def estimate(state: State, seat: int) -> float:
    """Return a number between 0 (lost) and 1 (won)."""
    if state.stage == OVER:
        winners = outcome(state).winners
        return 1 / len(winners) if seat in winners else 0.0
    value = sum(map(float.__mul__, WEIGHTS, features(state)))
    return 1 / (1 + exp(-value if seat == 0 else value))


def features(state: State) -> tuple[float, ...]:
    """Return the features in the order of ``Weights``, for seat 0 less those for seat 1."""
    one, two = status(state.held)
    late = 1 - len(state.pile) / _FULL
    mine, theirs = _side(state, 0), _side(state, 1)
    lead = float(one - two)
    return (lead, lead * late * late, *(a - b for a, b in zip(mine, theirs, strict=True)))


def _side(state: State, seat: int) -> tuple[float, ...]:
    held = state.held[seat]
    royals = (held & ROYALS).bit_count()
    return (
        _grip(state, held),
        float(royals * royals),
        float(royals == ROYALS.bit_count() - 1),
        float((held & OTHERS).bit_count()),
        float(state.hands[seat].bit_count()),
        _openings(state, seat),
    )


def _grip(state: State, held: int) -> float:
    """Add up how hard the influence on own members is to beat, by their status."""
    total = 0
    for member in range(COUNT):
        there = state.court[member]
        if there and held >> member & 1:
            total += min(there.rank, DECK.highest) * MEMBERS[member].status
    return total / DECK.highest


def _openings(state: State, seat: int) -> float:
    """Add up the status of other members that one card of the hand would shift."""
    hand, best = state.hands[seat], [0] * len(TARGETS)
    for suit in range(len(TARGETS)):
        best[suit] = (hand >> suit * _RANKS & _SUIT).bit_length()
    total = 0
    for member in range(COUNT):
        if not state.held[seat] >> member & 1:
            there = state.court[member]
            top = max(best[suit] for suit in MEMBERS[member].suits)
            if top + DECK.lowest - 1 > (there.rank if there else 0):
                total += MEMBERS[member].status
    return float(total)


_RANKS = DECK.highest - DECK.lowest + 1
_SUIT = (1 << _RANKS) - 1
