"""What may be known of a game, and states that look the same (Source: winter.md 6).

Everybody sees the same: everything but the order of the deck.
"""

from __future__ import annotations

from collections import Counter
from random import Random

from games.engine.contract import Json
from games.winter.codec import (
    by_colour,
    cards_of,
    colour_letters,
    colour_numbers,
    lake_of,
    points_as_json,
)
from games.winter.components import CARDS, DECK, NUMBERS
from games.winter.ending import is_stuck, repeats
from games.winter.lattice import Lake, Spot, cards_of_group, largest_groups
from games.winter.rules import named
from games.winter.state import KEEP_GROUP, OVER, State


def view_of(state: State) -> Json:
    """Return what everybody knows."""
    lake, running = state.lake, state.stage != OVER
    unseen = Counter(DECK.patterns[card] for card in state.deck)
    return {
        "stage": state.stage,
        "to_move": state.to_move if running else None,
        "first": state.first,
        "colours": colour_letters(state.colours),
        "colour_to_move": DECK.colours[state.colour] if state.colours and running else None,
        "lake": _cards(lake),
        "tokens": [
            {"x": x, "y": y, "colour": letter}
            for letter, mask in zip(DECK.colours, lake.tokens, strict=True)
            for x, y in lake.points(mask)
        ],
        "squares": by_colour([points_as_json(lake, lake.squares(colour)) for colour in (0, 1)]),
        "supply": by_colour(list(state.supply)),
        "drawn": None if state.drawn is None else named(state.drawn),
        "deck": len(state.deck),
        "unseen": dict(sorted(unseen.items())),
        "discarded": [DECK.ids[card] for card in state.discarded],
        "had_token": by_colour(list(state.had_token)),
        "thaw_turns": state.thaw_turns,
        "repeats": repeats(state),
        "history": list(state.history),
        "groups": _tied_groups(state),
    }


def _cards(lake: Lake) -> Json:
    free = {card for card, _ in lake.free()}
    return [
        {**named(card), "x": spot.x, "y": spot.y, "rot": spot.rot, "free": card in free}
        for card, spot in lake.laid()
    ]


def _tied_groups(state: State) -> Json:
    """Return the groups of which one must be kept; ``None`` when nobody is asked that."""
    if state.stage != KEEP_GROUP:
        return None
    lake = state.lake
    tied = [cards_of_group(lake, group) for group in largest_groups(lake)]
    return [[DECK.ids[card] for card in group] for group in tied]


def imagine(view: Json, rng: Random) -> State:
    """Return a state that everybody sees as ``view``, with a deck in some order."""
    light, dark = DECK.colours
    spots = {
        NUMBERS[card["card"].lower()]: Spot(card["x"], card["y"], card["rot"])
        for card in view["lake"]
    }
    drawn = NUMBERS[view["drawn"]["card"].lower()] if view["drawn"] else None
    discarded = cards_of(view["discarded"])
    seen = {*spots, *discarded, drawn}
    deck = [card for card in range(CARDS) if card not in seen]
    rng.shuffle(deck)
    tokens = {
        letter: [(one["x"], one["y"]) for one in view["tokens"] if one["colour"] == letter]
        for letter in DECK.colours
    }
    state = State(
        view["stage"],
        view["to_move"] or 0,
        view["first"],
        colour_numbers(view["colours"]),
        tuple(deck),
        drawn,
        lake_of(spots, (tokens[light], tokens[dark])),
        (view["supply"][light], view["supply"][dark]),
        discarded,
        (view["had_token"][light], view["had_token"][dark]),
        view["thaw_turns"],
        tuple(view["history"]),
    )
    return _with_next_seat(state)


def _with_next_seat(state: State) -> State:
    """A finished game's view names nobody; it matters only when the next player was stuck."""
    if state.stage == OVER and not is_stuck(state):
        return state._replace(to_move=1)
    return state
