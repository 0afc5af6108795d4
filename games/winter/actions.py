"""Actions and their text: ``read_action`` and ``str`` are inverse to each other.

::

    str(read_action("  MOVE W05 2,0  180"))      # "move w05 2,0 180"

Reading takes any case and spacing; it knows the form of an answer and the cards,
nothing of the position (Source: winter.md 4).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from games.engine.contract import Json
from games.winter.components import DECK, NUMBERS
from games.winter.lattice import Lake, Point, Spot

LONGEST = 400
"""More characters than any answer needs."""


class Place(NamedTuple):
    """Lay the drawn card."""

    spot: Spot

    def __str__(self) -> str:
        return f"place {spot_text(self.spot)}"


class Colour(NamedTuple):
    """Take a colour for oneself."""

    colour: int

    def __str__(self) -> str:
        return f"colour {DECK.colours[self.colour]}"


class DrawCard(NamedTuple):
    """Reveal the top card; it must then be laid."""

    def __str__(self) -> str:
        return "draw"


class Token(NamedTuple):
    """Put a token on an own square."""

    square: Point

    def __str__(self) -> str:
        return f"token {point_text(self.square)}"


class Move(NamedTuple):
    """Lay a free card elsewhere; ``squares`` only where the supply is too short for all."""

    card: int
    spot: Spot
    squares: tuple[Point, ...] = ()

    def __str__(self) -> str:
        card, spot = DECK.ids[self.card], spot_text(self.spot)
        return f"move {card} {spot}{squares_text(self.squares)}"


class LegalMove(NamedTuple):
    """A move that was found legal, with the lake it leads to and the squares that get a token."""

    move: Move
    lake: Lake
    squares: tuple[Point, ...]

    def __str__(self) -> str:
        return str(self.move)


class Remove(NamedTuple):
    """Take a free card out of the game."""

    card: int

    def __str__(self) -> str:
        return f"remove {DECK.ids[self.card]}"


class Take(NamedTuple):
    """Take an own token back."""

    square: Point

    def __str__(self) -> str:
        return f"take {point_text(self.square)}"


class Keep(NamedTuple):
    """Keep the group of a card."""

    card: int

    def __str__(self) -> str:
        return f"keep {DECK.ids[self.card]}"


Action: TypeAlias = Place | Colour | DrawCard | Token | Move | LegalMove | Remove | Take | Keep


def point_text(point: Point) -> str:
    """Return a point as answers write it."""
    return f"{point[0]},{point[1]}"


def spot_text(spot: Spot) -> str:
    """Return a place as answers write it."""
    return f"{spot.x},{spot.y} {spot.rot}"


def squares_text(squares: tuple[Point, ...]) -> str:
    """Return what stands behind a move that says which squares get a token."""
    return " on " + " ".join(map(point_text, squares)) if squares else ""


_NUMBER = r"-?[0-9]{1,4}"
_PAIR = rf"({_NUMBER})\s*,\s*({_NUMBER})"
_CARD = r"([a-z0-9_]{1,12})"
_LIST = rf"(?:\s+{_NUMBER}\s*,\s*{_NUMBER})+"


def _form(rest: str) -> re.Pattern[str]:
    return re.compile(rf"\s*[a-z]+{rest}\s*", re.IGNORECASE | re.ASCII)


def _spot(x: str, y: str, rot: str) -> Spot:
    return Spot(int(x), int(y), int(rot))


def _point(x: str, y: str) -> Point:
    return int(x), int(y)


def _squares(text: str | None) -> tuple[Point, ...]:
    """Return the squares behind a move in reading order, each as often as it is named."""
    pairs = re.findall(_PAIR, text or "")
    return tuple(sorted((_point(*pair) for pair in pairs), key=in_reading_order))


def in_reading_order(point: Point) -> Point:
    """Return the key that sorts points by y, then x."""
    return point[1], point[0]


def _move(name: str, x: str, y: str, rot: str, squares: str | None) -> Move:
    return Move(NUMBERS[name.lower()], _spot(x, y, rot), _squares(squares))


def _letter(letter: str) -> Colour:
    return Colour([colour.lower() for colour in DECK.colours].index(letter.lower()))


_PLACE = rf"\s+{_PAIR}\s+(0|180)"
_FORMS: dict[str, tuple[re.Pattern[str], Callable[..., Action]]] = {
    "place": (_form(_PLACE), lambda *spot: Place(_spot(*spot))),
    "colour": (_form(rf"\s+([{''.join(DECK.colours)}])"), _letter),
    "draw": (_form(""), DrawCard),
    "token": (_form(rf"\s+{_PAIR}"), lambda *pair: Token(_point(*pair))),
    "move": (_form(rf"\s+{_CARD}{_PLACE}(?:\s+on({_LIST}))?"), _move),
    "remove": (_form(rf"\s+{_CARD}"), lambda name: Remove(NUMBERS[name.lower()])),
    "take": (_form(rf"\s+{_PAIR}"), lambda *pair: Take(_point(*pair))),
    "keep": (_form(rf"\s+{_CARD}"), lambda name: Keep(NUMBERS[name.lower()])),
}


def read_action(answer: Json) -> Action | None:
    """Return the action an answer means; ``None`` when it has no known form.

    Raise ``KeyError`` with the id when it names a card that is not in the deck.
    """
    if not isinstance(answer, str) or len(answer) > LONGEST:
        return None
    return _read(answer)


@lru_cache(maxsize=10_000)
def _read(answer: str) -> Action | None:
    words = answer.split(None, 1)
    pattern, make = _FORMS.get(words[0].lower() if words else "", (None, None))
    found = pattern.fullmatch(answer) if pattern else None
    return make(*found.groups()) if found and make else None
