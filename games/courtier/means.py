"""What a seat could cover courtiers with: its hand and the plays of its turn, for ``estimate``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.courtier import state as stages
from games.courtier.deck import NONE
from games.courtier.reach import needs, reach_of
from games.courtier.rules import Rules
from games.courtier.state import Cards, State

BEGINNING = (stages.TRADE, stages.ACTION)
ENDING = (stages.REFILL, stages.GIANNI_PLACE, stages.GIANNI_PETITION)


class Lack(NamedTuple):
    """How many markers a seat lacks on a courtier, how many of them must replace others, and
    how many must replace protected ones."""

    need: int
    over: int
    barred: int
    courtier: int


class Means(NamedTuple):
    """``hits``: how many cards can name each courtier; ``fills``: free slots that can be filled
    anywhere; ``covers`` and ``played``: the coteries that cards in hand, and cards played,
    stand in for; ``chain``: influence cards that can be played beyond one a turn;
    ``plays``: those left this turn; ``open``: a petition may still be completed in it;
    ``voice``: the Minister, if he may stand in; ``double``: Church's further markers;
    ``guard``: whose markers are protected from the seat; ``lifts``: cards that lift it;
    ``breach``: how many markers it takes to end it.
    """

    hits: dict[int, int]
    fills: int
    covers: tuple[int, ...]
    played: tuple[int, ...]
    chain: int
    plays: int
    open: bool
    voice: int
    double: int
    guard: int
    lifts: int
    breach: int


def means_of(rules: Rules, state: State, seat: int) -> Means:
    """Gather what the hand, and the card being played, could do."""
    is_open, plays, hand = _turn(state, seat)
    reach = reach_of(rules)
    hits: dict[int, int] = {}
    fills = chain = lifts = 0
    covers: tuple[int, ...] = ()
    for card in hand:
        for courtier in reach.hits[card]:
            hits[courtier] = hits.get(courtier, 0) + 1
        fills += reach.fills[card]
        if reach.covers[card] != NONE:
            covers += (reach.covers[card],)
        chain = max(chain, reach.chains[card] - 1)
        lifts += reach.lifts[card]
    played = state.stand_ins if is_open else ()
    voice = _voice(rules, state, seat)
    double = _double(rules, state, seat)
    guard = NONE if is_open and state.lifted else _guard(rules, state, seat)
    breach = _breach(rules, state, seat, guard)
    return Means(
        hits, fills, covers, played, chain, plays, is_open, voice, double, guard, lifts, breach
    )


def _turn(state: State, seat: int) -> tuple[bool, int, Cards]:
    """Tell whether a petition may still be completed this turn, and with which plays and cards."""
    hand = state.hands[seat]
    if state.auction:
        return False, 0, _bid_for(state, seat)
    if state.turn_of != seat or state.petition_done or state.stage in ENDING:
        return False, 0, hand
    if state.after == stages.REFILL:
        return False, 0, hand
    if state.stage in BEGINNING or state.after == stages.ACTION:
        return True, 1, hand
    plays = state.plays_any + state.plays_influence
    if state.card != NONE:
        return True, plays + 1, (*hand, state.card)
    return True, plays, hand


def _bid_for(state: State, seat: int) -> Cards:
    """Return the hand a seat will have as the auction stands."""
    return next((lot.cards for lot in state.auction if lot.seat == seat), ())


def _voice(rules: Rules, state: State, seat: int) -> int:
    deck = rules.deck
    for ability in deck.abilities["substitute"]:
        if state.holders[ability.coterie] == seat:
            courtier = deck.members[ability.coterie][0]
            base = courtier * rules.owners
            marks = state.marks[base : base + rules.owners]
            if not needs(deck.slots[courtier], marks)[seat][0]:
                return courtier
    return NONE


def _guard(rules: Rules, state: State, seat: int) -> int:
    for ability in rules.deck.abilities["protect"]:
        holder = state.holders[ability.coterie]
        if holder != seat:
            return holder
    return NONE


def _breach(rules: Rules, state: State, seat: int, guard: int) -> int:
    """Return how many markers the seat lacks of a tie in the coterie that protects.

    Those count twice for which there is no room but in place of protected ones.
    """
    if guard == NONE:
        return 0
    deck, width = rules.deck, rules.owners
    lead = room = 0
    for ability in deck.abilities["protect"]:
        for courtier in deck.members[ability.coterie]:
            base = courtier * width
            mine, theirs = state.marks[base + seat], state.marks[base + guard]
            lead += theirs - mine
            room += deck.slots[courtier] - mine - theirs
    return lead + max(0, lead - room)


def _double(rules: Rules, state: State, seat: int) -> int:
    return sum(
        [one.amount for one in rules.deck.abilities["extra_marker"]
         if state.holders[one.coterie] == seat]
    )  # fmt: skip


def covered(
    rules: Rules, lacking: list[Lack], means: Means, listed: Sequence[int]
) -> tuple[list[Lack], int]:
    """Leave out the courtiers that cards or the Minister would stand in for; say at what cost."""
    cost = 0
    if means.played or means.covers:
        played = list(means.played)
        covers = list(means.covers) if means.plays or not means.open else []
        left = []
        for one in lacking:
            coterie = rules.deck.coterie_of[one.courtier]
            if coterie in played:
                played.remove(coterie)
            elif coterie in covers:
                covers.remove(coterie)
                cost += 1
            else:
                left.append(one)
        lacking = left
    if means.voice != NONE and lacking and means.voice not in listed:
        most = max(lacking, key=_hardness)
        lacking = [one for one in lacking if one is not most]
    return lacking, cost


def _hardness(lack: Lack) -> tuple[int, int]:
    return lack.barred, lack.need
