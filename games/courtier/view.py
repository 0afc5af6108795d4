"""What a seat, or an outsider, may know of a state, and its reverse."""

from __future__ import annotations

from games.courtier import codec
from games.courtier import state as stages
from games.courtier.board import controller
from games.courtier.deck import DECKS, NONE
from games.courtier.ending import scores
from games.courtier.rules import Rules
from games.courtier.state import State
from games.engine.contract import Json

BUYING, PAYING = "buy", "pay"
"""The op of a pending card whose price is being spent."""


def view(rules: Rules, state: State, seat: int | None) -> Json:
    """Return what ``seat`` may know: hands and secrets it may not see are empty, decks numbers."""
    deck, cards = rules.deck, rules.deck.cards
    petitions, fashions = deck.petition_ids, deck.fashion_ids
    over = state.stage == stages.OVER
    return {
        "stage": state.stage,
        "to_move": None if over else state.to_move,
        "turn_of": None if state.turn_of == NONE else state.turn_of,
        "turn": state.turn,
        "first": state.first,
        "owners": list(rules.names),
        "courtiers": _courtiers(rules, state),
        "coteries": _coteries(rules, state),
        "pools": list(state.pools),
        "reserves": list(state.reserves),
        "track": list(state.track),
        "neutral": state.neutral,
        "bids": codec.bids(rules, state.auction),
        "hands": [
            [cards[one] for one in hand] if seat == owner else []
            for owner, hand in enumerate(state.hands)
        ],
        "hand_sizes": [_sizes(hand, deck.first_power) for hand in state.hands],
        "known": [[cards[one] for one in hand] for hand in state.known],
        "offers": {
            name: None if card < 0 else cards[card]
            for name, card in zip(DECKS, state.offers, strict=True)
        },
        "decks": {name: len(pile) for name, pile in zip(DECKS, state.decks, strict=True)},
        "discards": {
            name: [cards[one] for one in pile]
            for name, pile in zip(DECKS, state.discards, strict=True)
        },
        "petitions": [petitions[one] for one in state.row],
        "secrets": [
            petitions[one] if seat == owner and one != NONE else None
            for owner, one in enumerate(state.secrets)
        ],
        "has_secret": [one != NONE for one in state.secrets],
        "petition_deck": len(state.petition_deck),
        "petition_bottom": [
            petitions[one] for one in state.petition_deck[len(state.petition_deck) - state.bottom :]
        ],
        "completed": [[petitions[one] for one in stack] for stack in state.completed],
        "fashion": {
            "left": len(state.fashion),
            "seen": [fashions[one] for one in state.seen],
            "end_among": _end_among(rules, state),
        },
        "played": [cards[one] for one in state.played],
        "stand_ins": [deck.coteries[one] for one in state.stand_ins],
        "plays": {"any": state.plays_any, "influence": state.plays_influence},
        "penalty": state.penalty,
        "lifted": state.lifted,
        "reviewed": state.reviewed,
        "petition_done": state.petition_done,
        "pending": _pending(rules, state),
        "after": state.after or None,
        "scores": scores(rules, state),
    }


def _courtiers(rules: Rules, state: State) -> Json:
    marks, width, colours = state.marks, rules.owners, rules.colours
    names, none = rules.names, [0] * rules.owners
    ruler = rules.gianni if _of_gianni(state) else state.turn_of
    found: dict[str, Json] = {}
    for courtier, (name, free) in enumerate(zip(rules.deck.courtiers, state.free, strict=True)):
        if free == rules.deck.slots[courtier]:
            found[name] = {"markers": none.copy(), "controller": None}
            continue
        base = courtier * width
        there = marks[base : base + width]
        who = controller(marks, base, colours)
        if not free and there[colours] == rules.deck.slots[courtier]:
            who = ruler
        found[name] = {"markers": list(there), "controller": None if who < 0 else names[who]}
    return found


def _of_gianni(state: State) -> bool:
    return state.stage in (stages.GIANNI_PLACE, stages.GIANNI_PETITION)


def _coteries(rules: Rules, state: State) -> Json:
    names, width = rules.names, rules.colours
    return {
        name: {
            "holder": None if holder < 0 else names[holder],
            "counts": list(state.tally[number * width : (number + 1) * width]),
        }
        for number, (name, holder) in enumerate(
            zip(rules.deck.coteries, state.holders, strict=True)
        )
    }


def _sizes(hand: tuple[int, ...], first_power: int) -> list[int]:
    influence = sum([card < first_power for card in hand])
    return [influence, len(hand) - influence]


def _end_among(rules: Rules, state: State) -> int:
    """Return among how many cards at the bottom the end card is; 0 when it has been seen."""
    if rules.deck.end_card not in state.fashion:
        return 0
    return min(len(state.fashion), rules.options.fashion_bottom + 1)


def _pending(rules: Rules, state: State) -> Json:
    pending = codec.pending(rules, state)
    if pending is None:
        # Only a deck whose Commerce draws several cards leaves more than one to come.
        return {"card": None, "op": None, "left": state.left} if state.left > 1 else None
    return {**pending, "op": _op(rules, state), "left": state.left}


def _op(rules: Rules, state: State) -> str | None:
    if state.stage == stages.SPEND:
        return BUYING if state.after else PAYING
    if state.card < rules.deck.first_power:
        return None
    steps = rules.deck.power[state.card - rules.deck.first_power].steps
    return steps[state.step].op if state.left else None
