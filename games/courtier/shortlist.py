"""Which answers bots should compare: all, where there are few; else those that matter.

An answer matters that touches a courtier of a petition the seat may complete.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.courtier import state as stages
from games.courtier.deck import INFLUENCE, NONE, POWER
from games.courtier.ending import scores
from games.courtier.estimate import lateness
from games.courtier.flow import default_of
from games.courtier.notation import COMPLETE, DISCARD, DONE, REVIEW
from games.courtier.reach import needs, reach_of
from games.courtier.rules import Rules
from games.courtier.state import State

FEW = 8
"""So many answers are compared without choosing among them."""

STRAY = 3
"""How many answers are compared that touch no courtier of interest."""

DRAWING = (stages.REFILL, stages.TRADE, stages.DRAW)
LEAST, MORE = 1.0, 3.0
"""How many influence cards a hand should hold before power cards are drawn, and how many
more where all that is lacking must replace others' markers."""

CATCHING = 12
"""How many points a seat may be behind and hope to catch up before the game ends."""

SETTLED = (stages.REFILL, stages.TRADE, stages.GIANNI_PLACE, stages.GIANNI_PETITION)
"""Where looking further would only peep at cards that were imagined."""


def shortlist(rules: Rules, state: State, first: bool) -> Sequence[str]:
    """Return the answers worth comparing; ``first``: to the decision itself."""
    stage, legal = state.stage, state.legal
    if not first and stage in SETTLED:
        return ()
    if stage == stages.HANDS:
        return (default_of(rules, stage, legal),)
    if stage == stages.BID:
        return _bids(rules, state)
    if stage in DRAWING:
        return _one_deck(rules, state)
    if stage in (stages.ACTION, stages.DISCARD_MORE, stages.REVIEW_MORE):
        return _one_discard(rules, state)
    if stage == stages.PETITION:
        return _completions(rules, state)
    if len(legal) <= FEW or stage == stages.PLAY_MORE:
        return legal
    return _touching(rules, state, first)


def _one_deck(rules: Rules, state: State) -> list[str]:
    """Leave the draw from the deck of which the hand has too few cards; purchases stay."""
    hand, draws = state.hands[state.to_move], rules.texts.draw
    influence = sum([card < rules.deck.first_power for card in hand])
    other = draws[POWER] if influence < _wanted(rules, state) else draws[INFLUENCE]
    found = [text for text in state.legal if text != other]
    return found if any(text in draws for text in found) else list(state.legal)


def _wanted(rules: Rules, state: State) -> float:
    """Return how many influence cards the seat should hold: they alone replace markers."""
    deck, width, seat = rules.deck, rules.owners, state.to_move
    wanted = interest(rules, state, seat)
    lacking = replacing = 0
    for courtier, slots in enumerate(deck.slots):
        if wanted >> courtier & 1:
            marks = state.marks[courtier * width : (courtier + 1) * width]
            need, over, _ = needs(slots, marks)[seat]
            lacking, replacing = lacking + need, replacing + over
    return LEAST + MORE * replacing / lacking if lacking else LEAST


def _one_discard(rules: Rules, state: State) -> list[str]:
    """Leave of the discards, and of the reviews, that of the least useful card only."""
    moves, reach = rules.texts.moves, reach_of(rules)
    wanted = interest(rules, state, state.to_move)
    best: dict[str, tuple[float, str]] = {}
    found = []
    for text in state.legal:
        move = moves[text]
        if move.verb not in (DISCARD, REVIEW):
            found.append(text)
            continue
        useful = any(wanted >> courtier & 1 for courtier in reach.hits[move.x])
        worth = reach.worth[move.x] + useful
        if move.verb not in best or worth < best[move.verb][0]:
            best[move.verb] = (worth, text)
    return found + [text for _, text in best.values()]


def _completions(rules: Rules, state: State) -> Sequence[str]:
    """Leave ``done`` only where completing might end the game and lose it, if but just.

    Whoever has lost for good had better have the points; and Gianni, who never tires, is
    not caught by waiting.
    """
    ways = [text for text in state.legal if text.startswith(COMPLETE)]
    if not ways:
        return state.legal
    points = [rules.deck.petitions[_petition(rules, text)].points for text in ways]
    scored = scores(rules, state)
    own = scored.pop(state.to_move) + max(points)
    behind = max(scored[: rules.seats - 1]) - own
    if lateness(rules, state) and 0 <= behind <= CATCHING:
        return state.legal
    return [text for text in state.legal if text != DONE]


def _petition(rules: Rules, text: str) -> int:
    return rules.deck.petition_of[text.split()[1]]


def _bids(rules: Rules, state: State) -> list[str]:
    """Return the lowest bid on each hand."""
    lowest: dict[int, str] = {}
    for text in state.legal:
        lowest.setdefault(rules.texts.moves[text].x, text)
    return list(lowest.values())


def _touching(rules: Rules, state: State, first: bool) -> list[str]:
    wanted = interest(rules, state, state.to_move)
    moves, strays = rules.texts.moves, 0
    found = []
    for text in state.legal:
        courtier = moves[text].x
        if courtier == NONE or wanted >> courtier & 1:
            found.append(text)
        elif strays < STRAY:
            strays += 1
            found.append(text)
    return found


def interest(rules: Rules, state: State, seat: int) -> int:
    """Return the courtiers of the petitions a seat may complete, as a mask."""
    masks = [rules.deck.petitions[number].mask for number in state.row]
    if state.secrets[seat] != NONE:
        masks.append(rules.deck.petitions[state.secrets[seat]].mask)
    wanted = 0
    for mask in masks:
        wanted |= mask
    return wanted
