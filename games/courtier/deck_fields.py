"""Which keys each record of a deck file has, and what each may hold.

Source: courtier.md 4, 6, 8.2, 8.3, 11 and 18. The figures here are limits of what the
rules can be played with, not values of the game: those are in the file. A *test* takes
a value and returns what is wrong with it in a few words (``must be ...``), or nothing.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from games.engine.contract import Json
from games.engine.names import is_plain

Test = Callable[[Json], str]

MOST_RECORDS = 200
"""How many records of one kind a file may hold."""
MOST_STEPS = 6
"""How many steps a card may have."""
FEWEST_SEATS, MOST_SEATS = 2, 4
COURTIERS_LISTED = (2, 4)
"""How many courtiers a petition lists (courtier.md 18)."""

ID = re.compile(r"[a-z][a-z0-9_]{0,39}")


def whole(low: int, high: int) -> Test:
    """Return the test for a whole number from ``low`` to ``high``."""
    words = f"must be {low}" if low == high else f"must be a whole number from {low} to {high}"
    return lambda value: "" if type(value) is int and low <= value <= high else words


def number(value: Json) -> str:
    """Test for a number above nought."""
    is_one = type(value) is int or (type(value) is float and math.isfinite(value))
    return "" if is_one and 0 < value < 1_000_000 else "must be a number above 0"


def flag(value: Json) -> str:
    """Test for true or false."""
    return "" if type(value) is bool else "must be true or false"


def one_of(*words: str) -> Test:
    """Return the test for one of some words."""
    said = ", ".join(f'"{word}"' for word in words)
    wrong = f"must be {said}" if len(words) == 1 else f"must be one of {said}"
    return lambda value: "" if isinstance(value, str) and value in words else wrong


def words(longest: int, *, lines: bool = False) -> Test:
    """Return the test for a text with something in it; ``lines``: it may have several."""
    wrong = f"must be a text of at most {longest} characters that can be printed"

    def test(value: Json) -> str:
        if not isinstance(value, str) or not value.strip() or len(value) > longest:
            return wrong
        shown = value.replace("\n", " ") if lines else value
        return "" if is_plain(shown) else wrong

    return test


def ident(value: Json) -> str:
    """Test for an id."""
    if isinstance(value, str) and ID.fullmatch(value):
        return ""
    return "must be an id: small letters, digits and _, at most 40, a letter first"


def idents(low: int, high: int) -> Test:
    """Return the test for a list of ``low`` to ``high`` different ids."""

    def test(value: Json) -> str:
        if not isinstance(value, list) or not low <= len(value) <= high:
            return f"must be a list of {low} to {high} ids"
        if any(map(ident, value)):
            return "must be a list of ids"
        return "" if len(set(value)) == len(value) else "must not name the same twice"

    return test


def records(value: Json) -> str:
    """Test for a list of tables with an ``op``, such as a card's steps."""
    if not isinstance(value, list) or len(value) > MOST_STEPS:
        return f"must be a list of at most {MOST_STEPS} steps"
    return "" if all(isinstance(one, dict) for one in value) else 'must be like { op = "gain" }'


class Form(NamedTuple):
    """The keys of a record: those it must have, and those it may have."""

    must: Mapping[str, Test]
    may: Mapping[str, Test] = {}


NOTE = words(1000, lines=True)
NAME = words(80)
TEXT = words(600, lines=True)
COPIES = whole(1, 60)
FEW = whole(0, 9)
SOME = whole(1, 9)

TABLES: Mapping[str, Form] = {
    "meta": Form(
        {
            "schema": whole(1, 1),
            "game": one_of("courtier"),
            "players_min": whole(FEWEST_SEATS, FEWEST_SEATS),
            "players_max": whole(MOST_SEATS, MOST_SEATS),
        }
    ),
    "counts": Form(
        {
            "influence": whole(1, 500),
            "power": whole(1, 500),
            "petition": whole(1, MOST_RECORDS),
            "fashion": whole(1, 500),
            "ability": whole(1, MOST_RECORDS),
            "markers_per_player": whole(2, 99),
            "markers_neutral": whole(0, 200),
        }
    ),
    "setup": Form(
        {
            "pool_start": whole(1, 98),
            "score_track_markers": whole(1, 9),
            "hand_size": whole(1, 20),
            "public_petitions": whole(1, 20),
            "secret_petitions": whole(0, 1),
            "fashion_top": whole(0, 500),
            "fashion_bottom": whole(0, 500),
            "first_game_influence": whole(0, 20),
            "first_game_power": whole(0, 20),
            "starting_hand_size": whole(1, 20),
        }
    ),
    "scoring": Form(
        {"senate_bonus": whole(1, 99)},
        {
            "petition_points_per_slot": number,
            "petition_points_min": number,
            "petition_points_max": number,
            "petition_courtiers_min": number,
            "petition_courtiers_max": number,
        },
    ),
}
"""The single tables of a file."""

KINDS: Mapping[str, Form] = {
    "coterie": Form({"id": ident, "name": NAME, "fast_start": flag}),
    "courtier": Form({"id": ident, "name": NAME, "coterie": ident, "slots": whole(1, 12)}),
    "ability": Form(
        {
            "id": ident,
            "name": NAME,
            "coterie": ident,
            "op": ident,
            "timing": ident,
            "amount": whole(1, 99),
            "use": one_of("forced", "optional"),
            "gianni_uses": flag,
        },
        {"text": TEXT},
    ),
    "influence": Form(
        {
            "id": ident,
            "name": NAME,
            "kind": one_of("named", "coterie", "any"),
            "target": words(40),
            "qty": COPIES,
            "markers": SOME,
            "wild": flag,
            "empty_only": flag,
        },
        {"text": TEXT},
    ),
    "power": Form(
        {
            "id": ident,
            "name": NAME,
            "qty": COPIES,
            "cost": FEW,
            "extra_play": one_of("none", "any", "influence"),
            "extra_plays": FEW,
            "refill_penalty": FEW,
            "lifts_protection": flag,
            "repeatable": flag,
            "mode": one_of("all", "choose_one"),
            "steps": records,
        },
        {"text": TEXT, "coterie": ident},
    ),
    "petition": Form(
        {
            "id": ident,
            "title": NAME,
            "courtiers": idents(*COURTIERS_LISTED),
            "slots": whole(1, 99),
            "points": whole(1, 99),
        },
        {"text": TEXT},
    ),
    "fashion": Form(
        {"id": ident, "name": NAME, "qty": COPIES, "ends_game": flag, "effects": records},
        {"text": TEXT},
    ),
}
"""The kinds of records, in the order of the file."""

COUNT, COTERIE = {"count": SOME}, {"coterie": ident}
STEPS: Mapping[str, Mapping[str, Test]] = {
    "gain": COUNT,
    "place_own": COUNT,
    "place_neutral": COUNT,
    "remove_neutral": COUNT,
    "move_own": COUNT,
    "move_other": COUNT,
    "remove_other": COUNT,
    "swap": COUNT,
    "draw": COUNT,
    "substitute": COTERIE,
}
"""What each op of a power card needs beside it (courtier.md 8.3)."""

EFFECTS: Mapping[str, Mapping[str, Test]] = {
    "fill": COTERIE,
    "gain_each": COUNT,
    "clear_neutral": {},
    "sprinkle": {},
    "new_petitions": {},
    "vp_completer": COUNT,
}
"""What each op of a fashion card needs beside it (courtier.md 11)."""


FORCED, OPTIONAL, EITHER = ("forced",), ("optional",), ("forced", "optional")


class Ability(NamedTuple):
    """How the rules can carry out an ability's op: when, forced or optional, how often."""

    timing: str
    uses: tuple[str, ...]
    most: int


ABILITIES: Mapping[str, Ability] = {
    "protect": Ability("continuous", FORCED, 1),
    "end_bonus": Ability("game_end", FORCED, 99),
    "extra_marker": Ability("influence_card", EITHER, 9),
    "repeat": Ability("power_card", EITHER, 9),
    "draw": Ability("turn_start", EITHER, 9),
    "vp": Ability("turn_start", FORCED, 99),
    "substitute": Ability("petition", OPTIONAL, 1),
    "free_discard": Ability("own_turn", OPTIONAL, 1),
}
"""The ops of abilities (courtier.md 4)."""


def is_remark(key: str) -> bool:
    """Tell whether a key is for readers only: ``note``, ``source`` and its kin."""
    return key == "note" or key == "source" or key.startswith("source_")
