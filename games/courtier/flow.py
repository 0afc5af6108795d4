"""From one question to the next: what an answer does, and what happens unasked.

Each stage has its list of answers, what an answer does, and what happens when there
is nothing to answer. A choice of one is carried out without an ask, except where
that would tell something hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from games.courtier import auction, cards, gianni, legality, petitions, turns
from games.courtier import state as stages
from games.courtier.notation import DISCARD, DONE, GAIN, SKIP, STOP, Move, meaning
from games.courtier.rules import Rules
from games.courtier.state import State, Table

LISTS = {
    **legality.LISTS,
    stages.PETITION: petitions.petition,
    stages.GIANNI_PETITION: petitions.gianni_petition,
}

DO: dict[str, Callable[[Table, Move], None]] = {
    stages.HANDS: auction.make_hand,
    stages.BID: auction.bid,
    stages.TRADE: turns.do_trade,
    stages.ACTION: turns.do_action,
    stages.DISCARD_MORE: turns.do_discard,
    stages.REVIEW_MORE: turns.do_review,
    stages.SPEND: turns.do_spend,
    stages.PLACE: cards.do_place,
    stages.PLACE_EXTRA: cards.do_place_extra,
    stages.CHOOSE_STEP: cards.do_choose,
    stages.PLACE_OWN: cards.do_place_own,
    stages.PLACE_NEUTRAL: cards.do_place_neutral,
    stages.REMOVE_NEUTRAL: cards.do_remove,
    stages.MOVE_OWN: cards.do_take(stages.MOVE_OWN_TO),
    stages.MOVE_OWN_TO: cards.do_put,
    stages.MOVE_OTHER: cards.do_take(stages.MOVE_OTHER_TO),
    stages.MOVE_OTHER_TO: cards.do_put,
    stages.REMOVE_OTHER: cards.do_remove,
    stages.SWAP: cards.do_take(stages.SWAP_WITH),
    stages.SWAP_WITH: cards.do_swap,
    stages.DRAW: cards.do_draw,
    stages.REPEAT: cards.do_repeat,
    stages.PLAY_MORE: turns.do_play_more,
    stages.PETITION: turns.do_petition,
    stages.REFILL: turns.do_refill,
    stages.GIANNI_PLACE: gianni.do_place,
    stages.GIANNI_PETITION: gianni.do_petition,
}
"""What an answer does."""


def _next(table: Table) -> None:
    table.stage = stages.NEXT


LAPSE: dict[str, Callable[[Table], None]] = {
    stages.TRADE: turns.lapse_trade,
    stages.DISCARD_MORE: turns.lapse_discard,
    stages.REVIEW_MORE: turns.lapse_review,
    stages.PLACE: cards.lapse_place,
    stages.PLACE_EXTRA: cards.finish,
    stages.PLACE_OWN: cards.lapse_step,
    stages.PLACE_NEUTRAL: cards.lapse_step,
    stages.REMOVE_NEUTRAL: cards.lapse_step,
    stages.MOVE_OWN: cards.lapse_step,
    stages.MOVE_OTHER: cards.lapse_step,
    stages.REMOVE_OTHER: cards.lapse_step,
    stages.SWAP: cards.lapse_step,
    stages.DRAW: cards.lapse_step,
    stages.PLAY_MORE: turns.lapse_play_more,
    stages.PETITION: turns.lapse_petition,
    stages.REFILL: turns.end,
    stages.GIANNI_PLACE: gianni.lapse_place,
    stages.GIANNI_PETITION: _next,
    stages.START: turns.begin,
    stages.GIANNI_TURN: gianni.begin,
    stages.NEXT: turns.following,
}
"""What happens when there is nothing to answer."""


ENDS = {
    stages.TRADE: (SKIP,),
    stages.DISCARD_MORE: (DONE,),
    stages.REVIEW_MORE: (DONE,),
    stages.PLAY_MORE: (STOP,),
    stages.PETITION: (DONE,),
    stages.REFILL: (DONE,),
}
"""The one answer in a stage where there is nothing to choose."""


def listed(table: Table) -> tuple[str, ...]:
    """Return the answers to what is asked now; a position may ask where the flow goes on."""
    return tuple(LISTS[table.stage](table) or ENDS.get(table.stage, ()))


def carry_out(table: Table, text: str) -> None:
    """Do what a legal answer means."""
    rules = table.rules
    move = rules.texts.moves.get(text) or meaning(rules.deck, rules.texts, text)
    assert move
    DO[table.stage](table, move)


def settled(table: Table) -> State:
    """Go on until somebody must choose, or the game is over; return the state then."""
    while True:
        stage = table.stage
        legal = LISTS[stage](table)
        if len(legal) > 1 or stage == stages.OVER or (legal and _asked_alone(table)):
            return table.state(tuple(legal))
        if legal:
            carry_out(table, legal[0])
        else:
            LAPSE[stage](table)


def _asked_alone(table: Table) -> bool:
    """Tell whether a choice of one is asked all the same: its absence would be telling.

    Whether a card in the hand can be paid is nobody else's business, nor whether the
    secret petition is the one that could be completed.
    """
    stage = table.stage
    if stage == stages.ACTION:
        return bool(table.hands[table.to_move])
    return stage in (stages.PLAY_MORE, stages.PETITION)


def default_of(rules: Rules, stage: str, legal: Sequence[str]) -> str:
    """Return what happens when nobody answers."""
    last = legal[-1]
    if last in _DECLINES:
        # At the refill ``done`` ends a list without draws: a purchase is never forced.
        return last
    if stage == stages.ACTION:
        wanted: Iterable[str] = (t for t in legal if t == GAIN or t.startswith(DISCARD))
    elif stage == stages.BID:
        wanted = (text for text in legal if rules.texts.moves[text].y == 1)
    elif stage == stages.HANDS:
        usual = rules.texts.hand[rules.deck.setup.first_influence]
        wanted = (text for text in legal if text == usual)
    else:
        return legal[0]
    return next(iter(wanted), legal[0])


_DECLINES = frozenset((DONE, STOP, SKIP))
