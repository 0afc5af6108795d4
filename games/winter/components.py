"""The cards, sizes and limits of Winter, read from ``winter_deck.toml``.

Another deck may be laid in its place. What the code could not honour is refused
when it is loaded, with a sentence that names the entry (Source: winter.md 1, 12).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROTATIONS = (0, 180)
FEWEST, MOST = 3, 28
"""How many cards a deck may have: some to draw, and no more than the lattice has room for."""
FILE = Path(__file__).with_name("winter_deck.toml")

CONTACTS = frozenset(
    (dx, dy)
    for dx in range(-2, 3)
    for dy in range(-2, 3)
    if max(abs(dx), abs(dy)) == 2 and min(abs(dx), abs(dy)) <= 1
)
"""The differences of anchor by which two cards share an edge (Source: winter.md 2)."""

FIXED: Mapping[str, Mapping[str, Any]] = {
    "game": {"players": 2, "setup_cards_on_table": 2, "rotations": list(ROTATIONS)},
    "geometry": {"card_width": 2, "card_height": 2},
    "house": {
        "overlapping_token_squares": True,
        "one_token_per_square": True,
        "draw_before_seeing_card": True,
        "in_place_rotation_is_a_move": False,
        "short_supply_move": "place_all_remaining_mover_chooses",
        "zero_supply_move": "illegal",
        "disconnect_check": "after_placement_and_tokens",
        "disconnect_keep": "largest_group_tied_largest_mover_chooses",
        "lost_group_tokens": "back_to_owner_supply",
        "elimination": "had_a_token_and_now_has_none",
        "both_without_tokens_at_end": "draw",
        "stuck_player": "loses",
        "empty_lake": "draw",
    },
}
"""Entries whose one value the code carries out; every other is refused at loading."""


class BadComponents(ValueError):
    """The data file holds something these rules cannot play with."""


@dataclass(frozen=True, slots=True)
class Components:
    """The deck by card number (cards are numbered by their ids in order), and the limits."""

    ids: tuple[str, ...]
    patterns: tuple[str, ...]
    colours: tuple[str, str]
    tokens: int
    starter: tuple[int, int]
    turn_limit: int
    repetitions: int

    def is_symmetric(self, card: int) -> bool:
        """Tell whether a card looks the same after a half turn (Source: winter.md 1.1)."""
        return self.patterns[card] == self.patterns[card][::-1]

    def rotations(self, card: int) -> tuple[int, ...]:
        """Return the rotations that are different actions (Source: winter.md H2)."""
        return ROTATIONS[:1] if self.is_symmetric(card) else ROTATIONS


def read_components(data: Mapping[str, Any]) -> Components:
    """Check the data file's content and return it; raise ``BadComponents``."""
    try:
        _refuse_unknown_values(data)
        return _checked(_components(data), data)
    except (KeyError, TypeError, AttributeError) as error:
        raise BadComponents(f"The deck of Winter lacks an entry: {error!r}.") from error


def _refuse_unknown_values(data: Mapping[str, Any]) -> None:
    for table, values in FIXED.items():
        for name, value in values.items():
            if data[table][name] != value:
                raise BadComponents(
                    f"{table}.{name} is {data[table][name]!r}; these rules play {value!r} only."
                )
    if extra := set(data["house"]) - set(FIXED["house"]):
        raise BadComponents(f"house.{min(extra)} is a switch that these rules do not know.")


def _components(data: Mapping[str, Any]) -> Components:
    cards = sorted((card["id"], card["pattern"]) for card in data["cards"])
    x, y = data["geometry"]["starter_anchor"]
    light, dark = data["game"]["colours"]
    return Components(
        tuple(name for name, _ in cards),
        tuple(pattern for _, pattern in cards),
        (light, dark),
        data["game"]["tokens_per_colour"],
        (x, y),
        data["limits"]["thaw_turn_cap"],
        data["limits"]["repetition_draw"],
    )


def _checked(deck: Components, data: Mapping[str, Any]) -> Components:
    counts = {face["pattern"]: face["copies"] for face in data["faces"]}
    if len({colour.lower() for colour in deck.colours if len(colour) == 1}) != 2:
        raise BadComponents("game.colours must be two different letters.")
    if not FEWEST <= len(deck.ids) <= MOST:
        raise BadComponents(f"game.card_count is not between {FEWEST} and {MOST}.")
    if len(set(deck.ids)) != len(deck.ids) or len(deck.ids) != data["game"]["card_count"]:
        raise BadComponents("The cards must be game.card_count different ids.")
    if any(len(face) != 4 or set(face) - set(deck.colours) for face in deck.patterns):
        raise BadComponents("A pattern is four letters, each one of the colours.")
    if counts != {face: deck.patterns.count(face) for face in deck.patterns}:
        raise BadComponents("The copies of the faces are not those of the cards.")
    if {(dx, dy) for dx, dy in data["geometry"]["contact_offsets"]} != CONTACTS:
        raise BadComponents("geometry.contact_offsets are not the twelve shared edges.")
    return deck


DECK = read_components(tomllib.loads(FILE.read_text("utf-8")))
CARDS = len(DECK.ids)
TURNS = tuple(map(DECK.rotations, range(CARDS)))
"""The different rotations of each card."""
NUMBERS = {name.lower(): number for number, name in enumerate(DECK.ids)}
"""Card numbers by id in lower case."""
