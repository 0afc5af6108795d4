"""The board of a skirmish as numbers for an SVG: squares, Trees, pieces with their tokens.

A piece is a letter for its type in a shape for its faction, light for South and dark for
North, so that no colour is needed to read it. The reader's own side lies below.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.engine.contract import Json
from games.skirmish.faction import faction_ids
from games.skirmish.geometry import NAMES, SQUARE_OF
from games.web.boards.skirmish_names import entry_letter
from games.web.boards.skirmish_text import piece_words

CELL = 48
"""Pixels of a square: a target that a thumb can hit."""
EDGE = 14
"""Room for the letters of files and the numbers of ranks."""

SHAPES = {
    "blights": "M0-18 15.6-9V9L0 18-15.6 9V-9z",
    "plain_guard": "M-15-16H15V2C15 11 8 16 0 19-8 16-15 11-15 2z",
    "briar_host": "M0-19C13-12 19-3 14 9 11 15 5 18 0 18-5 18-11 15-14 9-19-3-13-12 0-19z",
}
PLAIN = "M17 0A17 17 0 1 1-17 0 17 17 0 1 1 17 0z"


@dataclass(frozen=True, slots=True)
class Target:
    """A square that can be chosen: where the link leads, what it means, what stands on it."""

    square: str
    url: str
    label: str
    kind: str = "place"
    text: str = ""
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """What the field is drawn from. ``flipped``: North lies below."""

    view: Json
    names: Sequence[str]
    flipped: bool = False
    targets: Sequence[Target] = ()
    fresh: frozenset[str] = frozenset()

    def to_context(self) -> dict[str, Any]:
        """Return the shapes in pixels."""
        return {
            "size": 8 * CELL + 2 * EDGE,
            "cell": CELL,
            "half": CELL // 2,
            "squares": [self._square(name) for name in NAMES],
            "edges": self._edges(),
            "trees": [self._middle(name) for name in self.view["trees"]],
            "pieces": [self._piece(piece) for piece in self.view["pieces"] if piece["square"]],
            "targets": [self._target(target) for target in self._in_order()],
        }

    def _corner(self, name: str) -> tuple[int, int]:
        square = SQUARE_OF[name]
        file, rank = square % 8, square // 8
        column, row = (7 - file, rank) if self.flipped else (file, 7 - rank)
        return EDGE + column * CELL, EDGE + row * CELL

    def _middle(self, name: str) -> dict[str, int]:
        x, y = self._corner(name)
        return {"x": x + CELL // 2, "y": y + CELL // 2}

    def _square(self, name: str) -> dict[str, Any]:
        x, y = self._corner(name)
        square = SQUARE_OF[name]
        is_dark = (square % 8 + square // 8) % 2 == 0
        return {"name": name, "x": x, "y": y, "is_dark": is_dark, "is_fresh": name in self.fresh}

    def _edges(self) -> list[dict[str, Any]]:
        files = [(self._middle(f"{file}1")["x"], 8 * CELL + EDGE + 10, file) for file in "abcdefgh"]
        ranks = [(EDGE // 2, self._middle(f"a{rank}")["y"] + 4, str(rank)) for rank in range(1, 9)]
        return [{"x": x, "y": y, "text": text} for x, y, text in files + ranks]

    def _piece(self, piece: Mapping[str, Any]) -> dict[str, Any]:
        owner = self.names[piece["seat"]]
        return {
            **self._middle(piece["square"]),
            **piece_face(self.view["factions"][piece["seat"]], piece),
            "label": _("%(owner)s: %(piece)s") % {"owner": owner, "piece": piece_words(piece)},
        }

    def _in_order(self) -> list[Target]:
        return sorted(self.targets, key=lambda target: self._corner(target.square)[::-1])

    def _target(self, target: Target) -> dict[str, Any]:
        x, y = self._corner(target.square)
        return {
            "x": x,
            "y": y,
            "url": target.url,
            "label": target.label,
            "kind": target.kind,
            "text": target.text,
            "is_chosen": target.is_chosen,
        }


def piece_face(faction: str, piece: Mapping[str, Any]) -> dict[str, Any]:
    """Return how a piece looks: its shape, letter, side and tokens."""
    return {
        "shape": SHAPES.get(faction, PLAIN),
        "letter": entry_letter(piece["entry"]),
        "side": piece["seat"],
        "adv": piece.get("adv", 0),
        "dis": piece.get("dis", 0),
        "grace": piece.get("grace"),
        "activated": piece.get("activated", False),
    }


def shapes() -> list[tuple[str, str]]:
    """Return every faction with its shape, for the page that explains them."""
    return [(id, SHAPES.get(id, PLAIN)) for id in faction_ids()]


def fresh_of(events: Iterable[Mapping[str, Json]]) -> frozenset[str]:
    """Return the squares that the newest turn touched."""
    found: set[str] = set()
    for event in events:
        data = event["data"]
        for key in ("square", "from", "to"):
            if isinstance(data.get(key), str):
                found.add(data[key])
    return frozenset(found)
