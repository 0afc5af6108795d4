"""What a seat, or an outsider, may know of a state (winter_court.md 9), and its reverse."""

from __future__ import annotations

from random import Random

from games.engine.contract import Json
from games.winter_court.codec import decode
from games.winter_court.components import (
    CARDS,
    LETTERS,
    TEXT,
    letters_of,
    texts_of,
)
from games.winter_court.state import KEEP, OVER, State, holder_of, status


def view(state: State, seat: int | None) -> Json:
    """Return what ``seat`` may know: a hand it may not see is empty, the pile a number.

    ``court`` holds all twelve members; ``drawn`` only tells the seat that drew.
    """
    return {
        "stage": state.stage,
        "to_move": None if state.stage == OVER else state.to_move,
        "first": state.first,
        "turn": state.turn,
        "court": {letter: _member(state, number) for number, letter in enumerate(LETTERS)},
        "hands": [
            texts_of(hand) if seat == owner else [] for owner, hand in enumerate(state.hands)
        ],
        "hand_sizes": [hand.bit_count() for hand in state.hands],
        "pile": len(state.pile),
        "discard": [TEXT[card] for card in state.discard],
        "snapshot": letters_of(state.snapshot),
        "returned": letters_of(state.returned),
        "plays": state.plays,
        "passed": state.passed,
        "drawn": [TEXT[card] for card in state.drawn] if seat == state.to_move else [],
        "status": list(status(state.held)),
    }


def _member(state: State, member: int) -> Json:
    there = state.court[member]
    return {
        "holder": holder_of(state, member),
        "cards": [TEXT[card] for card in there.cards] if there else [],
        "rank": there.rank if there else 0,
        "side": there.side if there else None,
    }


def imagine(view: Json, seat: int | None, rng: Random) -> State:
    """Deal the cards that ``seat`` does not see at random to the hidden hands and the pile."""
    unseen = _unseen(view)
    rng.shuffle(unseen)
    hands = [
        list(view["hands"][owner]) if owner == seat else [unseen.pop() for _ in range(size)]
        for owner, size in enumerate(view["hand_sizes"])
    ]
    mover = view["to_move"] or 0
    drawn = view["drawn"]
    if view["stage"] == KEEP and mover != seat:
        drawn = rng.sample(hands[mover], 2)
    return decode({**view, "to_move": mover, "hands": hands, "pile": unseen, "drawn": drawn})


def _unseen(view: Json) -> list[str]:
    seen = {*view["hands"][0], *view["hands"][1], *view["discard"]}
    for there in view["court"].values():
        seen.update(there["cards"])
    return [TEXT[card] for card in range(CARDS) if TEXT[card] not in seen]
