"""Why an answer is refused: whether it is legal says the list, the reason is found here.

Every reason is one fact with a stable code (``problems``). They are looked for only
when somebody has been refused, so they may take their time.
"""

from __future__ import annotations

from collections.abc import Callable

from games.courtier import board, legality, petitions
from games.courtier import state as stages
from games.courtier.deck import DECKS, NONE
from games.courtier.notation import (
    BID,
    BUY,
    BY_CARD,
    BY_MINISTER,
    COMPLETE,
    DISCARD,
    DONE,
    DRAW,
    GAIN,
    HAND,
    PASS,
    PLACE,
    PLAY,
    PUT,
    REPEAT,
    REVIEW,
    SKIP,
    SPEND,
    STEP,
    STOP,
    TAKE,
    Move,
    completion,
    meaning,
    tidy,
)
from games.courtier.problems import problem
from games.courtier.rules import Rules
from games.courtier.state import State, Table
from games.engine.contract import Json, Problem, Refusal

VERBS = {
    stages.HANDS: (HAND,),
    stages.BID: (BID,),
    stages.TRADE: (DRAW, SKIP),
    stages.ACTION: (PLAY, GAIN, DISCARD, REVIEW, PASS),
    stages.DISCARD_MORE: (DISCARD, DONE),
    stages.REVIEW_MORE: (REVIEW, DONE),
    stages.SPEND: (SPEND,),
    stages.PLACE_EXTRA: (PLACE, SKIP),
    stages.CHOOSE_STEP: (STEP,),
    stages.DRAW: (DRAW,),
    stages.REPEAT: (REPEAT, STOP),
    stages.PLAY_MORE: (PLAY, REVIEW, STOP),
    stages.PETITION: (COMPLETE, REVIEW, DONE),
    stages.REFILL: (DRAW, BUY, DONE),
    stages.GIANNI_PETITION: (COMPLETE,),
    **dict.fromkeys(
        (stages.PLACE, stages.PLACE_OWN, stages.PLACE_NEUTRAL, stages.GIANNI_PLACE), (PLACE,)
    ),
    **dict.fromkeys((stages.MOVE_OWN_TO, stages.MOVE_OTHER_TO), (PUT,)),
}
"""What an answer begins with in each stage; everywhere else with ``take``."""

WITH_OWNER = (stages.MOVE_OTHER, stages.REMOVE_OTHER, stages.SWAP, stages.SWAP_WITH)
"""The stages whose ``take`` names the owner of the marker."""


def judged(rules: Rules, state: State, answer: Json) -> str:
    """Return the answer in canonical form; raise ``Refusal``."""
    if isinstance(answer, str) and answer in state.legal:
        return answer
    text = tidy(answer)
    move = None if text is None else meaning(rules.deck, rules.texts, text)
    if text is None or move is None:
        raise Refusal(problem("bad_answer", example=state.legal[0]))
    if move.verb == COMPLETE:
        text = completion(rules.deck, move.x, move.covers)
    if text in state.legal:
        return text
    raise Refusal(why(Table(rules, state), move, state.legal[0]))


def why(table: Table, move: Move, example: str) -> Problem:
    """Return what is wrong with a move that is not legal now; ``example`` is one that is."""
    if move.verb not in VERBS.get(table.stage, (TAKE,)):
        return problem("not_now", example=example)
    reason = REASONS.get(move.verb)
    found = reason(table, move) if reason else None
    return found or problem("not_legal", example=example)


def _courtier(table: Table, courtier: int) -> str:
    return table.rules.deck.courtier_names[courtier]


def _card(table: Table, card: int) -> str:
    return table.rules.deck.card_names[card]


# Hands, bids, cards


def _hand(table: Table, move: Move) -> Problem:
    return problem("not_enough_cards")


def _bid(table: Table, move: Move) -> Problem:
    least, pool = table.auction[move.x].amount + 1, table.pools[table.to_move]
    if move.y < least:
        return problem("bid_too_low", hand=move.x + 1, least=least)
    return problem("bid_too_high", pool=pool, amount=move.y)


def _play(table: Table, move: Move) -> Problem:
    if move.x not in table.hands[table.to_move]:
        return problem("not_in_hand", card=_card(table, move.x))
    deck = table.rules.deck
    if table.stage == stages.PLAY_MORE and not table.plays_any and move.x >= deck.first_power:
        return problem("wrong_kind", card=_card(table, move.x))
    return problem("cannot_pay", cost=deck.cost[move.x])


def _throw(table: Table, move: Move) -> Problem:
    if move.verb == REVIEW and table.stage != stages.REVIEW_MORE and not legality.may_review(table):
        return problem("no_review")
    return problem("not_in_hand", card=_card(table, move.x))


def _gain(table: Table, move: Move) -> Problem:
    return problem("no_reserve")


def _pass(table: Table, move: Move) -> Problem:
    return problem("must_act")


def _draw(table: Table, move: Move) -> Problem:
    return problem("no_cards_left", deck=DECKS[move.x])


def _buy(table: Table, move: Move) -> Problem:
    if table.offers[move.x] == NONE:
        return problem("no_offer", deck=DECKS[move.x])
    return problem("cannot_pay", cost=legality.PRICE)


def _done(table: Table, move: Move) -> Problem:
    return problem("must_draw")


def _skip(table: Table, move: Move) -> Problem:
    return problem("must_choose")


def _spend(table: Table, move: Move) -> Problem:
    return problem("no_marker", courtier=_courtier(table, move.x))


# Markers


def _place(table: Table, move: Move) -> Problem | None:
    name = _courtier(table, move.x)
    by_card = table.stage in (stages.PLACE, stages.PLACE_EXTRA, stages.GIANNI_PLACE)
    card = table.rules.deck.influence[table.card] if by_card else None
    if card and move.x not in card.targets:
        return problem("no_target", courtier=name)
    if table.free[move.x]:
        return problem("slot_free", courtier=name)
    if move.y == NONE or card is None or card.empty_only:
        return problem("courtier_full", courtier=name)
    return _replace(table, move)


def _replace(table: Table, move: Move) -> Problem | None:
    gianni = table.stage == stages.GIANNI_PLACE
    if move.y == (table.rules.gianni if gianni else table.to_move):
        return problem("own_marker")
    return _untouchable(table, move, table.lifted and not gianni)


def _untouchable(table: Table, move: Move, lifted: bool) -> Problem | None:
    """Say why a marker that belongs to somebody else cannot be touched."""
    if not table.marks[move.x * table.rules.owners + move.y]:
        return problem("no_marker", courtier=_courtier(table, move.x))
    return problem("protected") if board.guarded(table, lifted) >> move.y & 1 else None


def _take(table: Table, move: Move) -> Problem | None:
    if (move.y != NONE) != (table.stage in WITH_OWNER):
        return None
    if table.stage in (stages.SWAP, stages.SWAP_WITH):
        return _swap(table, move)
    if table.stage in (stages.MOVE_OTHER, stages.REMOVE_OTHER):
        if move.y in (table.to_move, table.rules.neutral):
            return problem("not_another")
        return _untouchable(table, move, table.lifted) or problem("nowhere_to_go")
    own = table.rules.neutral if table.stage == stages.REMOVE_NEUTRAL else table.to_move
    return _untouchable(table, move._replace(y=own), True) or problem("nowhere_to_go")


def _swap(table: Table, move: Move) -> Problem | None:
    if table.stage == stages.SWAP_WITH and move.x == table.took:
        return problem("same_courtier", courtier=_courtier(table, move.x))
    if table.stage == stages.SWAP_WITH and move.y == table.took_owner:
        return problem("same_owner")
    lifted = table.lifted or move.y == table.to_move
    return _untouchable(table, move, lifted) or problem("no_partner")


def _put(table: Table, move: Move) -> Problem:
    name = _courtier(table, move.x)
    if move.x == table.took:
        return problem("same_courtier", courtier=name)
    if not table.free[move.x]:
        return problem("courtier_full", courtier=name)
    return problem("other_coterie", courtier=name, other=_courtier(table, table.took))


# Petitions


def _complete(table: Table, move: Move) -> Problem:
    rules, gianni = table.rules, table.stage == stages.GIANNI_PETITION
    title = rules.deck.petition_names[move.x]
    if table.petition_done and not gianni:
        return problem("one_a_turn")
    if move.x not in table.row and (gianni or move.x != table.secrets[table.to_move]):
        return problem("not_your_petition", petition=title)
    means = petitions.means_of(table, rules.gianni if gianni else table.to_move)
    if gianni and move.covers in petitions.ways(table, move.x, means):
        return problem("not_dearest")
    if missing := _missing(table, move, means):
        return problem("not_eligible", petition=title, courtiers=", ".join(missing))
    if rules.options.no_cheese and BY_CARD not in move.covers:
        return problem("no_cheese")
    return problem("counted_twice", petition=title)


def _missing(table: Table, move: Move, means: petitions.Means) -> list[str]:
    """Return the listed courtiers that are not covered as the answer says."""
    deck = table.rules.deck
    cards, voices = dict(means.cards), means.voices
    found = []
    for courtier, cover in zip(deck.petitions[move.x].courtiers, move.covers, strict=True):
        coterie = deck.coterie_of[courtier]
        holds = bool(means.ruled >> courtier & 1)
        if cover == BY_CARD:
            holds = cards.get(coterie, 0) > 0
            cards[coterie] = cards.get(coterie, 0) - 1
        elif cover == BY_MINISTER:
            holds = voices > 0
            voices -= 1
        if not holds:
            found.append(_courtier(table, courtier))
    return found


REASONS: dict[str, Callable[[Table, Move], Problem | None]] = {
    HAND: _hand,
    BID: _bid,
    PLAY: _play,
    DISCARD: _throw,
    REVIEW: _throw,
    GAIN: _gain,
    PASS: _pass,
    DRAW: _draw,
    BUY: _buy,
    DONE: _done,
    SKIP: _skip,
    SPEND: _spend,
    PLACE: _place,
    TAKE: _take,
    PUT: _put,
    COMPLETE: _complete,
}
"""What may be wrong with an answer that begins like this."""
