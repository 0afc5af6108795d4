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
    return {
        **codec.public(rules, state),
        "to_move": None if state.stage == stages.OVER else state.to_move,
        "owners": list(rules.names),
        "courtiers": _courtiers(rules, state),
        "coteries": _coteries(rules, state),
        "hands": [
            [cards[one] for one in hand] if seat == owner else []
            for owner, hand in enumerate(state.hands)
        ],
        "hand_sizes": [_sizes(hand, deck.first_power) for hand in state.hands],
        "decks": {name: len(pile) for name, pile in zip(DECKS, state.decks, strict=True)},
        **_petitions(rules, state, seat),
        "fashion": {
            "left": len(state.fashion),
            "seen": [deck.fashion_ids[one] for one in state.seen],
            "end_among": _end_among(rules, state),
        },
        "pending": _pending(rules, state),
        "scores": scores(rules, state),
    }


def _petitions(rules: Rules, state: State, seat: int | None) -> dict[str, Json]:
    ids = rules.deck.petition_ids
    size = len(state.petition_deck)
    return {
        "secrets": [
            ids[one] if seat == owner and one != NONE else None
            for owner, one in enumerate(state.secrets)
        ],
        "has_secret": [one != NONE for one in state.secrets],
        "petition_deck": size,
        "petition_bottom": [ids[one] for one in state.petition_deck[size - state.bottom :]],
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
