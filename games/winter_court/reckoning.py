"""What a play that is being put together comes to, for pages: from a view, not a state.

``reckon(view, seat, Composition(main="W5", target="F", boosts=("W1",)))`` gives the
total, the rank to beat, the answer to send or why it would be refused, and for every
card, member and power whether it can be chosen next and if not, why. All facts come
from ``legality``, as those of ``check`` do.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from games.engine.contract import Json, Problem
from games.winter_court.components import (
    ADDS,
    BIT,
    BOOSTS_OF,
    CARD_OF,
    CARDS_OF_SUIT,
    CHARLATAN,
    FOOL,
    LETTERS,
    MEMBER_OF,
    NAME,
    NONE,
    POWER_OF,
    RANK,
    SAGE,
    SUIT,
    SUIT_BIT,
    SUITS_OF,
    TARGETS,
    TEXT,
    WIZARD,
    WORD,
    cards_of,
    mask_of,
    members_in,
)
from games.winter_court.legality import (
    Facts,
    addition_problem,
    additions,
    boost_problem,
    card_problem,
    clear_problem,
    play_problems,
    power_problem,
    suit_problem,
    suits_of,
    total_of,
    total_problem,
    turn_problem,
)
from games.winter_court.notation import ADDED, ADDERS, Play, write
from games.winter_court.problems import problem
from games.winter_court.state import ACT

MAIN, BOOSTS = "main", "boosts"
PLACES = (MAIN, *ADDED.values(), BOOSTS)
"""The places of a play that take a card, named as in ``Composition``."""


class Composition(NamedTuple):
    """What has been chosen so far: cards and the target as texts, ``None``: not yet."""

    target: str | None = None
    main: str | None = None
    knight: str | None = None
    lover: str | None = None
    matchmaker: str | None = None
    boosts: tuple[str, ...] = ()
    fool: bool = False
    wizard: bool = False


class Reckoning(NamedTuple):
    """What a composition comes to.

    ``to_beat`` is the rank on the target, ``None`` without one. ``answer`` is the
    text to send when the play would be accepted, else ``problem`` says why not.
    The others hold ``None`` where something can be chosen next, else the reason:
    ``cards`` by card of the hand and place (``PLACES``), ``members`` by letter,
    ``powers`` by word, ``clearable`` by letter (for the Charlatan).
    """

    total: int
    to_beat: int | None
    answer: str | None
    problem: Problem | None
    cards: Mapping[str, Mapping[str, Problem | None]]
    members: Mapping[str, Problem | None]
    powers: Mapping[str, Problem | None]
    clearable: Mapping[str, Problem | None]


def reckon(view: Json, seat: int, composition: Composition) -> Reckoning:
    """Reckon a composition of ``seat`` that sees ``view``.

    Raise ``KeyError`` for a card or member that does not exist.
    """
    return _Desk(view, seat, composition).reckoning()


class _Desk:
    """A view and a composition as numbers."""

    def __init__(self, view: Json, seat: int, composition: Composition) -> None:
        self.view = view
        self.asked = view["stage"] == ACT and view["to_move"] == seat
        held = [x for x, there in view["court"].items() if there["holder"] == seat]
        powers = members_in(view["snapshot"]) & ~members_in(view["returned"]) & members_in(held)
        hand = mask_of(view["hands"][seat])
        self.facts = Facts(hand, powers if self.asked else 0, view["plays"])
        self.ranks = [view["court"][letter]["rank"] for letter in LETTERS]
        self.target = None if composition.target is None else MEMBER_OF[composition.target]
        self.play = Play(
            -1 if self.target is None else self.target,
            _card(composition.main),
            _card(composition.knight),
            _card(composition.lover),
            _card(composition.matchmaker),
            tuple(sorted(CARD_OF[card] for card in composition.boosts)),
            composition.fool,
            composition.wizard,
        )

    def reckoning(self) -> Reckoning:
        """Put everything together."""
        fault = self.problem()
        return Reckoning(
            total=total_of(self.play),
            to_beat=None if self.target is None else self.ranks[self.target],
            answer=None if fault else write(self.play),
            problem=fault,
            cards={TEXT[card]: self.places(card) for card in cards_of(self.facts.hand)},
            members={letter: self.member(number) for number, letter in enumerate(LETTERS)},
            powers={word: self.power(number) for word, number in POWER_OF.items()},
            clearable={letter: self.clearable(letter) for letter in LETTERS},
        )

    def problem(self) -> Problem | None:
        """Say what keeps the composition from being a legal play."""
        if not self.asked:
            return problem("not_asked")
        if self.play.main == NONE:
            return problem("no_main", MAIN)
        if self.target is None:
            return problem("no_target", "target")
        found = play_problems(self.play, self.facts, self.ranks[self.target])
        return found[0] if found else None

    def turn(self) -> Problem | None:
        """Say why no play can be made at all; the Wizard is named where one is needed."""
        if not self.asked:
            return problem("not_asked")
        return turn_problem(self.facts.plays == 1, self.facts.powers, self.facts.plays)

    # cards

    def places(self, card: int) -> Mapping[str, Problem | None]:
        """Judge a card of the hand in every place of the play."""
        return {place: self.turn() or self.place(card, place) for place in PLACES}

    def place(self, card: int, place: str) -> Problem | None:
        """Judge whether a card can be put into a place; where it lies already it may."""
        if card in self.laid(place):
            return None
        if taken := card_problem(card, place, self.facts.hand, self.used()):
            return taken
        if place == MAIN:
            return self.main(card)
        if place == BOOSTS:
            return self.boost(card)
        return self.addition(next(power for power in ADDERS if ADDED[power] == place), card)

    def laid(self, place: str) -> tuple[int, ...]:
        """Return the cards that lie in a place now."""
        there = getattr(self.play, place)
        return there if place == BOOSTS else (there,)

    def used(self) -> int:
        """Return all cards of the composition."""
        cards = (self.play.main, *(card for _, card in additions(self.play)), *self.play.boosts)
        return sum(BIT[card] for card in set(cards))

    def main(self, card: int) -> Problem | None:
        """Judge a main card on the target, or on the best of all."""
        if self.target is not None:
            return self.reach(card, self.target)
        if any(self.reach(card, target) is None for target in TARGETS[SUIT[card]]):
            return None
        return problem("accepted_nowhere", MAIN, card=TEXT[card])

    def boost(self, card: int) -> Problem | None:
        """Judge a boost beside the main and added cards chosen so far."""
        if self.play.main == NONE:
            return problem("no_main", BOOSTS)
        return boost_problem(card, suits_of(self.play))

    def addition(self, power: int, card: int) -> Problem | None:
        """Judge a card that a power would add."""
        if fault := power_problem(power, self.facts.powers):
            return fault
        if self.play.main == NONE:
            return problem("no_main", ADDED[power])
        if self.target is None:
            return problem("no_target", ADDED[power])
        return addition_problem(power, card, self.play.main, self.target)

    # members

    def member(self, target: int) -> Problem | None:
        """Judge a target for the main card, or for the best card of the hand."""
        if fault := self.turn():
            return fault
        if self.play.main != NONE:
            return self.reach(self.play.main, target)
        found = [
            self.reach(card, target)
            for card in cards_of(self.facts.hand)
            if SUIT_BIT[card] & SUITS_OF[target]
        ]
        if not found:
            return problem("no_card_for", "target", member=NAME[target])
        return max(found, key=_reached)

    def reach(self, main: int, target: int) -> Problem | None:
        """Judge whether any play of this main card on this target is accepted."""
        current = self.ranks[target]
        if fault := suit_problem(main, target):
            return fault
        may_undercut = self.facts.powers >> FOOL & 1
        if may_undercut and total_problem(target, RANK[main], current, fool=True) is None:
            return None
        total = self.most(main, target)
        if total_problem(target, total, current, fool=False) is None:
            return None
        return problem("out_of_reach", "target", total=total, current=current, member=NAME[target])

    def most(self, main: int, target: int) -> int:
        """Return the highest total of a main card on a target: highest additions, all boosts."""
        rest, suits, total = self.facts.hand & ~BIT[main], SUIT_BIT[main], RANK[main]
        for power in ADDERS:
            card = self.highest(power, main, target, rest)
            rest, suits, total = rest & ~BIT[card], suits | SUIT_BIT[card], total + RANK[card]
        return total + sum(RANK[card] for card in cards_of(rest & BOOSTS_OF[suits]))

    def highest(self, power: int, main: int, target: int, rest: int) -> int:
        """Return the highest card that a power could add to a play, or ``NONE``."""
        if power_problem(power, self.facts.powers):
            return NONE
        some = [
            card for card in cards_of(rest) if addition_problem(power, card, main, target) is None
        ]
        return max(some, key=lambda card: RANK[card], default=NONE)

    # powers

    def power(self, power: int) -> Problem | None:
        """Judge whether a power can be used now, for this play or by itself."""
        if not self.asked:
            return problem("not_asked")
        if power == WIZARD:
            return turn_problem(True, self.facts.powers, self.facts.plays)
        if fault := power_problem(power, self.facts.powers):
            return fault
        if power in (FOOL, *ADDERS):
            return self.turn() or self.modifier(power)
        if power == SAGE and not self.view["discard"]:
            return problem("empty_discard", WORD[SAGE])
        if power == CHARLATAN and all(map(self.clearable, LETTERS)):
            return problem("nothing_to_clear", WORD[CHARLATAN], power=NAME[CHARLATAN])
        return None

    def modifier(self, power: int) -> Problem | None:
        """Judge a modifier of the play as far as it is chosen."""
        target, main = self.target, self.play.main
        if power == FOOL:
            if target is None or self.ranks[target]:
                return None
            return total_problem(target, total_of(self.play), 0, fool=True)
        if power in ADDS and (main == NONE or target is None):
            cards = cards_of(self.facts.hand & CARDS_OF_SUIT[ADDS[power]] & ~BIT[main])
            return None if cards else _nothing_to_add(power)
        if main == NONE or target is None:
            return None
        return self.something_to_add(power, main, target)

    def something_to_add(self, power: int, main: int, target: int) -> Problem | None:
        """Say why no card of the hand could be added by a power to this main card."""
        faults = [
            addition_problem(power, card, main, target)
            for card in cards_of(self.facts.hand & ~BIT[main])
        ]
        if None in faults:
            return None
        told = [fault for fault in faults if fault and fault.code == "no_other_suit"]
        return told[0] if told else _nothing_to_add(power)

    def clearable(self, letter: str) -> Problem | None:
        """Judge whose influence the Charlatan could discard."""
        there = self.view["court"][letter]
        return power_problem(CHARLATAN, self.facts.powers) or clear_problem(
            MEMBER_OF[letter], there["holder"] is not None, bool(there["cards"])
        )


def _card(text: str | None) -> int:
    return NONE if text is None else CARD_OF[text]


def _nothing_to_add(power: int) -> Problem:
    return problem("nothing_to_add", WORD[power], power=NAME[power])


def _reached(fault: Problem | None) -> float:
    """Order faults by the total they speak of; none is best."""
    return float("inf") if fault is None else float(fault.params.get("total", 0))
