"""The state as JSON and back: cards and members by their texts, sets as lists."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.contract import Json
from games.winter_court.components import (
    CARD_OF,
    LETTERS,
    RANK,
    TEXT,
    letters_of,
    mask_of,
    members_in,
    texts_of,
)
from games.winter_court.state import Influence, State, holder_of


def encode(state: State) -> Json:
    """Return the state as JSON; an empty, unclaimed member is not named in ``court``."""
    return {
        "stage": state.stage,
        "to_move": state.to_move,
        "first": state.first,
        "turn": state.turn,
        "hands": [texts_of(hand) for hand in state.hands],
        "pile": [TEXT[card] for card in state.pile],
        "discard": [TEXT[card] for card in state.discard],
        "court": {
            LETTERS[member]: {
                "holder": holder_of(state, member),
                "cards": [TEXT[card] for card in there.cards],
                "side": there.side,
            }
            for member, there in enumerate(state.court)
            if there
        },
        "snapshot": letters_of(state.snapshot),
        "returned": letters_of(state.returned),
        "plays": state.plays,
        "passed": state.passed,
        "drawn": [TEXT[card] for card in state.drawn],
    }


def decode(data: Json) -> State:
    """Return the state that ``encode`` wrote; raise ``KeyError`` for what it never writes."""
    court = data["court"]
    return State(
        data["stage"],
        data["to_move"],
        data["first"],
        data["turn"],
        (mask_of(data["hands"][0]), mask_of(data["hands"][1])),
        tuple([CARD_OF[text] for text in data["pile"]]),
        tuple([CARD_OF[text] for text in data["discard"]]),
        tuple([_influence(court.get(letter)) for letter in LETTERS]),
        (held_in(court, 0), held_in(court, 1)),
        members_in(data["snapshot"]),
        members_in(data["returned"]),
        data["plays"],
        data["passed"],
        tuple([CARD_OF[text] for text in data["drawn"]]),
    )


def _influence(there: Json) -> Influence | None:
    if not there or not there["cards"]:
        return None
    cards = tuple([CARD_OF[text] for text in there["cards"]])
    return Influence(cards, sum([RANK[card] for card in cards]), there["side"])


def held_in(court: Mapping[str, Json], seat: int) -> int:
    """Return the members that a seat controls, by an encoded court."""
    return members_in([letter for letter, there in court.items() if there["holder"] == seat])
