"""Whether a move is legal, and if not, why: one small function for each fact.

Every function returns a ``Problem`` or ``None``. ``check`` judges whole moves with
them, ``reckoning`` a play that is still being put together; nothing here lists
plays, so that listing and judging prove each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.engine.contract import Problem
from games.winter_court import components as data
from games.winter_court.components import (
    ADDS,
    BIT,
    CHARLATAN,
    DECK,
    FOOL,
    IS_BOOST,
    KNIGHT,
    LOVER,
    MATCHMAKER,
    MEMBERS,
    NAME,
    NONE,
    RANK,
    SAGE,
    STEWARD,
    SUIT,
    SUIT_BIT,
    SUITS_OF,
    TEXT,
    WIZARD,
    WORD,
)
from games.winter_court.notation import (
    ADDED,
    CLEAR,
    END,
    PASS,
    STAGE_OF,
    STOCK,
    TAKE,
    Deed,
    Move,
    Play,
    bad_answer,
)
from games.winter_court.problems import problem
from games.winter_court.state import ACT, DRAW, State, usable


class Facts(NamedTuple):
    """What the seat to move plays with: its hand, its powers, its plays of this turn."""

    hand: int
    powers: int
    plays: int


def move_problems(state: State, move: Move) -> list[Problem]:
    """Return what forbids a move to the seat that is asked now; empty when it is legal."""
    if isinstance(move, Play):
        if state.stage != ACT:
            return [bad_answer(state.stage, "not_now")]
        there = state.court[move.target]
        facts = Facts(state.hands[state.to_move], usable(state), state.plays)
        return play_problems(move, facts, there.rank if there else 0)
    if STAGE_OF[move.verb] != state.stage:
        return [bad_answer(state.stage, "not_now")]
    found = _deed_problem(state, move)
    return [found] if found else []


def _deed_problem(state: State, deed: Deed) -> Problem | None:
    verb, value = deed
    if state.stage == DRAW:
        return draw_problem(state, value)
    if state.stage != ACT:
        return None if value in state.drawn else problem("not_drawn", card=TEXT[value])
    if verb == PASS:
        return problem("already_played") if state.plays else None
    if verb == END:
        return None if state.plays else problem("nothing_played")
    return _direct_problem(state, verb, value)


def draw_range(state: State) -> tuple[int, int]:
    """Return how many cards may be drawn at least and at most (winter_court.md 4.2)."""
    if not state.passed:
        return 0, 1
    return 1, 1 if len(state.pile) < 2 and data.HOUSE.draw_two_needs_pile_of_two else 2


def draw_problem(state: State, count: int) -> Problem | None:
    """Judge how many cards to draw."""
    least, most = draw_range(state)
    if count < least:
        return problem("must_draw")
    if count > most:
        return problem("pile_too_small" if state.passed else "one_at_most")
    return None


def _direct_problem(state: State, verb: str, value: int) -> Problem | None:
    """Judge a direct power (winter_court.md 7)."""
    powers = usable(state)
    if verb == STOCK:
        return power_problem(STEWARD, powers)
    if verb == TAKE:
        missing = value not in state.discard
        return power_problem(SAGE, powers) or (
            problem("not_in_discard", card=TEXT[value]) if missing else None
        )
    assert verb == CLEAR
    claimed = bool((state.held[0] | state.held[1]) >> value & 1)
    return power_problem(CHARLATAN, powers) or clear_problem(
        value, claimed, state.court[value] is not None
    )


def clear_problem(member: int, claimed: bool, has_influence: bool) -> Problem | None:
    """Judge whose influence the Charlatan would discard."""
    if member == CHARLATAN:
        # Its own pawn returns first, so the switch makes it a target like any other.
        if data.HOUSE.charlatan_may_target_itself:
            return None
        return problem("charlatan_itself", power=NAME[CHARLATAN])
    if claimed:
        return problem("not_unclaimed", member=NAME[member])
    return None if has_influence else problem("no_influence", member=NAME[member])


def power_problem(power: int, powers: int) -> Problem | None:
    """Judge whether a power is among those usable now (winter_court.md 4.1)."""
    if powers >> power & 1:
        return None
    return problem("power_not_usable", WORD[power], power=NAME[power])


# A play, fact by fact (winter_court.md 6)


def play_problems(play: Play, facts: Facts, current: int) -> list[Problem]:
    """Return what forbids a play on a member whose influence has rank ``current``."""
    found = [*_structure(play, facts)]
    if not found and (weak := total_problem(play.target, total_of(play), current, play.fool)):
        found.append(weak)
    return found


def _structure(play: Play, facts: Facts) -> Iterator[Problem]:
    if fault := turn_problem(play.wizard, facts.powers, facts.plays):
        yield fault
    yield from _card_problems(play, facts.hand)
    if fault := suit_problem(play.main, play.target):
        yield fault
    if play.fool and (fault := power_problem(FOOL, facts.powers)):
        yield fault
    for power, card in additions(play):
        if fault := power_problem(power, facts.powers) or addition_problem(
            power, card, play.main, play.target
        ):
            yield fault
    for card in play.boosts:
        if fault := boost_problem(card, suits_of(play)):
            yield fault


def additions(play: Play) -> list[tuple[int, int]]:
    """Return the powers that add a card to a play, each with its card."""
    named = (KNIGHT, play.knight), (LOVER, play.lover), (MATCHMAKER, play.matchmaker)
    return [(power, card) for power, card in named if card != NONE]


def powers_of(play: Play) -> list[int]:
    """Return all powers a play uses."""
    flags = [FOOL] * play.fool + [WIZARD] * play.wizard
    return [power for power, _ in additions(play)] + flags


def suits_of(play: Play) -> int:
    """Return the suits that a play's boosts may have, as a mask."""
    return (
        SUIT_BIT[play.main]
        | SUIT_BIT[play.knight]
        | SUIT_BIT[play.lover]
        | SUIT_BIT[play.matchmaker]
    )


def influence_rank(play: Play) -> int:
    """Return the rank that stays on the table: without boosts."""
    return RANK[play.main] + RANK[play.knight] + RANK[play.lover] + RANK[play.matchmaker]


def total_of(play: Play) -> int:
    """Return the total of a play, boosts included."""
    return influence_rank(play) + sum([RANK[card] for card in play.boosts])


def turn_problem(wizard: bool, powers: int, plays: int) -> Problem | None:
    """Judge whether there is a play left this turn, and whether it needs the Wizard."""
    if plays == 0:
        first = problem("wizard_first_play", WORD[WIZARD], power=NAME[WIZARD])
        return first if wizard else None
    if plays == 1 and wizard:
        return power_problem(WIZARD, powers)
    if plays == 1 and powers >> WIZARD & 1:
        return problem("wizard_needed", WORD[WIZARD], power=NAME[WIZARD])
    return problem("no_play_left")


def _card_problems(play: Play, hand: int) -> Iterator[Problem]:
    named = [("main", play.main)]
    named += [(ADDED[power], card) for power, card in additions(play)]
    named += [("boosts", card) for card in play.boosts]
    seen = 0
    for where, card in named:
        if fault := card_problem(card, where, hand, seen):
            yield fault
        seen |= BIT[card]


def card_problem(card: int, where: str, hand: int, used: int) -> Problem | None:
    """Judge whether a card is in the hand, and in no other place of the play."""
    if not hand >> card & 1:
        return problem("not_in_hand", where, card=TEXT[card])
    return problem("same_card", where, card=TEXT[card]) if used >> card & 1 else None


def suit_problem(main: int, target: int) -> Problem | None:
    """Judge whether the target takes the main card."""
    if SUITS_OF[target] & SUIT_BIT[main]:
        return None
    return problem("wrong_suit", "target", card=TEXT[main], member=NAME[target])


def addition_problem(power: int, card: int, main: int, target: int) -> Problem | None:
    """Judge a card that a power adds to a play."""
    if power == MATCHMAKER:
        return _match_problem(card, main, target)
    suit, where = ADDS[power], ADDED[power]
    if SUIT[card] != suit:
        return problem(
            "wrong_addition", where, power=NAME[power], suit=DECK.suits[suit], card=TEXT[card]
        )
    if data.HOUSE.added_card_must_match_target and suit not in MEMBERS[target].suits:
        return problem(
            "addition_must_match",
            where,
            power=NAME[power],
            suit=DECK.suits[suit],
            member=NAME[target],
        )
    return None


def _match_problem(card: int, main: int, target: int) -> Problem | None:
    where, names = ADDED[MATCHMAKER], {"power": NAME[MATCHMAKER], "member": NAME[target]}
    if len(MEMBERS[target].suits) == 1:
        return problem("no_other_suit", where, **names)
    if SUIT_BIT[card] == SUITS_OF[target] & ~SUIT_BIT[main]:
        return None
    return problem("not_the_other_suit", where, card=TEXT[card], **names)


def boost_problem(card: int, suits: int) -> Problem | None:
    """Judge a boost of a play whose main and added cards have these suits."""
    if not IS_BOOST[card]:
        ranks = ", ".join(map(str, DECK.boost_ranks))
        return problem("not_a_boost", "boosts", card=TEXT[card], ranks=ranks)
    return None if suits & SUIT_BIT[card] else problem("boost_suit", "boosts", card=TEXT[card])


def total_problem(target: int, total: int, current: int, fool: bool) -> Problem | None:
    """Compare a play's total with the influence present."""
    if not fool:
        if total > current:
            return None
        return problem("too_weak", "main", total=total, current=current, member=NAME[target])
    if current == 0:
        return problem("nothing_to_undercut", WORD[FOOL], power=NAME[FOOL], member=NAME[target])
    if total < current or (total == current and data.HOUSE.fool_allows_equal_rank):
        return None
    return problem("not_lower", WORD[FOOL], power=NAME[FOOL], total=total, current=current)
