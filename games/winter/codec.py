"""States as JSON and back (Source: ``games/engine/contract.py``).

Cards are their ids, places ``[x, y, rotation]``, colours their letters.
"""

from __future__ import annotations

from games.engine.contract import Json
from games.winter.components import CARDS, DECK, NUMBERS
from games.winter.lattice import Lake, Pair, Point, Spot, build
from games.winter.state import State


def encode(state: State) -> Json:
    """Return a state as JSON values."""
    lake = state.lake
    return {
        "stage": state.stage,
        "to_move": state.to_move,
        "first": state.first,
        "colours": colour_letters(state.colours),
        "deck": [DECK.ids[card] for card in state.deck],
        "drawn": None if state.drawn is None else DECK.ids[state.drawn],
        "lake": {DECK.ids[card]: list(spot) for card, spot in lake.laid()},
        "tokens": by_colour([points_as_json(lake, mask) for mask in lake.tokens]),
        "supply": by_colour(list(state.supply)),
        "discarded": [DECK.ids[card] for card in state.discarded],
        "had_token": by_colour(list(state.had_token)),
        "thaw_turns": state.thaw_turns,
        "history": list(state.history),
    }


def decode(data: Json) -> State:
    """Return the state that ``encode`` wrote."""
    light, dark = DECK.colours
    tokens, supply, had = data["tokens"], data["supply"], data["had_token"]
    return State(
        data["stage"],
        data["to_move"],
        data["first"],
        colour_numbers(data["colours"]),
        cards_of(data["deck"]),
        None if data["drawn"] is None else NUMBERS[data["drawn"].lower()],
        lake_of(
            {NUMBERS[name.lower()]: Spot(*spot) for name, spot in data["lake"].items()},
            (tokens[light], tokens[dark]),
        ),
        (supply[light], supply[dark]),
        cards_of(data["discarded"]),
        (had[light], had[dark]),
        data["thaw_turns"],
        tuple(data["history"]),
    )


def by_colour(pair: list[Json]) -> dict[str, Json]:
    """Return two values under the letters of their colours."""
    return {DECK.colours[0]: pair[0], DECK.colours[1]: pair[1]}


def points_as_json(lake: Lake, mask: int) -> list[Json]:
    """Return the points of a mask as lists."""
    return [list(point) for point in lake.points(mask)]


def colour_letters(colours: tuple[int, ...]) -> Json:
    """Return the letters of the colours by seat, or ``None`` before they are chosen."""
    return [DECK.colours[colour] for colour in colours] or None


def colour_numbers(letters: Json) -> tuple[int, ...]:
    """Return the colours by seat that ``colour_letters`` wrote."""
    return tuple(DECK.colours.index(letter) for letter in letters or ())


def cards_of(names: list[str]) -> tuple[int, ...]:
    """Return the numbers of cards that are named by their ids."""
    return tuple([NUMBERS[name.lower()] for name in names])


def lake_of(spots: dict[int, Spot], tokens: tuple[list[Point], list[Point]]) -> Lake:
    """Return the lake of these cards, by number, and these tokens, by colour."""
    lake = build(tuple([spots.get(card) for card in range(CARDS)]))
    masks: Pair = (lake.mask(tuple(tokens[0])), lake.mask(tuple(tokens[1])))
    return lake._replace(tokens=masks)
