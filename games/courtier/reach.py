"""What cards could do for a petition, and what a courtier lacks: tables for ``estimate``.

Made once for the rules of a game; nothing here is a rule.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from games.courtier.deck import NONE, Influence, Power
from games.courtier.rules import Rules

FILLING = {"place_own": 1, "place_neutral": 1, "move_own": 1}
"""Ops that fill a free slot anywhere."""

USUAL, NARROW, WIDE, COVERING = 0.6, 0.4, 0.7, 0.3
"""What a card is worth in hand for its own sake: one not known yet, a named influence card,
one with more targets, one that stands in for a courtier."""

WORTH = {
    "gain": 0.15, "place_own": 0.5, "place_neutral": 0.3, "remove_neutral": 0.1,
    "move_own": 0.4, "move_other": 0.3, "remove_other": 0.3, "swap": 0.4, "draw": 0.3,
    "substitute": COVERING,
}  # fmt: skip
PLAY = 0.2
"""What each further play is worth that a card grants."""


class Reach(NamedTuple):
    """By card: the courtiers it can name, those it could serve (as a mask; 0: any), the free
    slots it fills anywhere, the coterie it stands in for, how many influence cards may follow
    it, whether it lifts protection, and what it is worth in itself; then the courtiers whose
    holder is protected, as a mask."""

    hits: tuple[tuple[int, ...], ...]
    serves: tuple[int, ...]
    fills: tuple[int, ...]
    covers: tuple[int, ...]
    chains: tuple[int, ...]
    lifts: tuple[int, ...]
    worth: tuple[float, ...]
    shield: int


@lru_cache(maxsize=32)
def reach_of(rules: Rules) -> Reach:
    """Return the tables of a game's deck."""
    deck = rules.deck
    wide = max(map(len, deck.members))
    hits = [one.targets if len(one.targets) <= wide else () for one in deck.influence]
    power = deck.power
    return Reach(
        hits=(*hits, *[()] * len(power)),
        serves=(*map(_mask, hits), *[_mask(_members(rules, one)) for one in power]),
        fills=(*[0 if there else 1 for there in hits], *map(_fills, power)),
        covers=(*[NONE] * len(hits), *map(_covers, power)),
        chains=(*[0] * len(hits), *map(_chains, power)),
        lifts=(*[0] * len(hits), *[int(one.lifts) for one in power]),
        worth=(*map(_of_influence, deck.influence), *map(_of_power, power)),
        shield=_mask(c for one in deck.abilities["protect"] for c in deck.members[one.coterie]),
    )


def _mask(courtiers: Iterable[int]) -> int:
    return sum([1 << courtier for courtier in courtiers])


def _members(rules: Rules, card: Power) -> tuple[int, ...]:
    coterie = _covers(card)
    return () if coterie == NONE else rules.deck.members[coterie]


def _fills(card: Power) -> int:
    found = [one.amount for one in card.steps if one.op in FILLING]
    return max(found, default=0) if card.choose else sum(found)


def _covers(card: Power) -> int:
    return next((one.coterie for one in card.steps if one.op == "substitute"), NONE)


def _chains(card: Power) -> int:
    return card.extra_plays if card.extra_play == "influence" else 0


def _of_influence(card: Influence) -> float:
    return (NARROW if len(card.targets) == 1 else WIDE) * card.markers


def _of_power(card: Power) -> float:
    steps = [WORTH.get(one.op, 0.0) * one.amount for one in card.steps]
    worth = max(steps, default=0.0) if card.choose else sum(steps)
    return worth + PLAY * card.extra_plays


Needs = tuple[tuple[int, int, int], ...]


@lru_cache(maxsize=8192)
def needs(slots: int, marks: bytes, guard: int = NONE) -> Needs:
    """Return for each colour how many markers it must place to fill and control a courtier.

    ``marks`` are the courtier's markers by owner, neutral last. The second number says how
    many of them must replace others; the third, how many must replace markers of ``guard``,
    whose markers are protected: none where other markers can be replaced instead.
    """
    free = slots - sum(marks)
    return tuple(_need(colour, marks, free, guard) for colour in range(len(marks) - 1))


def _need(colour: int, marks: bytes, free: int, guard: int) -> tuple[int, int, int]:
    counts = marks[:-1]
    if not free and not any(counts):
        return (0, 0, 0)
    mine, over, barred = counts[colour] + free, 0, 0
    fixed = counts[guard] if guard not in (NONE, colour) else 0
    others = [count for other, count in enumerate(counts) if other not in (colour, guard)]
    others, neutral = others or [0], marks[-1]
    while mine <= max(*others, fixed):
        most = max(others)
        if most:
            others[others.index(most)] -= 1
        elif mine + neutral > fixed:
            neutral -= 1
        else:
            fixed, barred = fixed - 1, barred + 1
        mine, over = mine + 1, over + 1
    return (free + over, over, barred)
