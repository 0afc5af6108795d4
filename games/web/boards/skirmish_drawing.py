"""The board of a skirmish as numbers for an SVG: squares, Trees, pieces with their tokens.

A piece is a figure and the letter of its type in a shape for its faction, light for South
and dark for North, so that no colour is needed to read it. The reader's own side lies below.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.engine.contract import Json
from games.skirmish.geometry import NAMES, SQUARE_OF
from games.web.boards.skirmish_figures import figure_of, shape_of
from games.web.boards.skirmish_names import entry_letter
from games.web.boards.skirmish_text import piece_words

CELL = 48
"""Units of a square; a phone shows a little less than one pixel for each."""


@dataclass(frozen=True, slots=True)
class Target:
    """A square that can be tapped: where the link leads, or what is sent (``answer``).

    ``texts``: the chance of an Attack, without and with an Advantage.
    """

    square: str
    url: str
    label: str
    kind: str = "move"
    texts: tuple[str, ...] = ()
    is_chosen: bool = False
    answer: str = ""


@dataclass(frozen=True, slots=True)
class Hint:
    """A square that a piece could reach, but that cannot be tapped now."""

    square: str
    kind: str
    texts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Picture:
    """What the field is drawn from. ``flipped``: North lies below."""

    view: Json
    names: Sequence[str]
    flipped: bool = False
    targets: Sequence[Target] = ()
    hints: Sequence[Hint] = ()
    fresh: frozenset[str] = frozenset()

    def to_context(self) -> dict[str, Any]:
        """Return the shapes in units, and the targets by row and column."""
        return {
            "size": 8 * CELL,
            "cell": CELL,
            "squares": [self._square(name) for name in NAMES],
            "edges": self._edges(),
            "trees": [self._middle(name) for name in self.view["trees"]],
            "pieces": [self._piece(piece) for piece in self.view["pieces"] if piece["square"]],
            "targets": [self._target(target) for target in self._in_order()],
            "hints": [
                {**self._middle(hint.square), "kind": hint.kind, "texts": hint.texts}
                for hint in self.hints
            ],
        }

    def _place(self, name: str) -> tuple[int, int]:
        """Return column and row, from the top left corner."""
        square = SQUARE_OF[name]
        file, rank = square % 8, square // 8
        return (7 - file, rank) if self.flipped else (file, 7 - rank)

    def _middle(self, name: str) -> dict[str, int]:
        column, row = self._place(name)
        return {"x": column * CELL + CELL // 2, "y": row * CELL + CELL // 2}

    def _square(self, name: str) -> dict[str, Any]:
        column, row = self._place(name)
        square = SQUARE_OF[name]
        return {
            "x": column * CELL,
            "y": row * CELL,
            "is_dark": (square % 8 + square // 8) % 2 == 0,
            "is_fresh": name in self.fresh,
        }

    def _edges(self) -> list[dict[str, Any]]:
        """Return ranks and files, written in the corners of the squares at two sides."""
        left, bottom = ("h", "8") if self.flipped else ("a", "1")
        ranks = [(left + rank, rank, -21, -14, "") for rank in "12345678"]
        files = [(file + bottom, file, 21, 21, "sk-end") for file in "abcdefgh"]
        return [
            {
                "x": self._middle(square)["x"] + across,
                "y": self._middle(square)["y"] + down,
                "text": text,
                "class": side,
            }
            for square, text, across, down, side in ranks + files
        ]

    def _piece(self, piece: Mapping[str, Any]) -> dict[str, Any]:
        owner = self.names[piece["seat"]]
        return {
            **self._middle(piece["square"]),
            **piece_face(self.view["factions"][piece["seat"]], piece),
            "label": _("%(owner)s: %(piece)s") % {"owner": owner, "piece": piece_words(piece)},
        }

    def _in_order(self) -> list[Target]:
        return sorted(self.targets, key=lambda target: self._place(target.square)[::-1])

    def _target(self, target: Target) -> dict[str, Any]:
        column, row = self._place(target.square)
        return {
            "column": column + 1,
            "row": row + 1,
            "square": target.square,
            "url": target.url,
            "answer": target.answer,
            "label": target.label,
            "kind": target.kind,
            "texts": target.texts,
            "is_chosen": target.is_chosen,
        }


def piece_face(faction: str, piece: Mapping[str, Any]) -> dict[str, Any]:
    """Return how a piece looks: its shape, figure, letter, side and tokens."""
    return {
        "shape": shape_of(faction),
        "figure": figure_of(piece["entry"]),
        "letter": entry_letter(piece["entry"]),
        "side": piece["seat"],
        "adv": piece.get("adv", 0),
        "dis": piece.get("dis", 0),
        "grace": piece.get("grace"),
        "activated": piece.get("activated", False),
    }


def fresh_of(events: Iterable[Mapping[str, Json]]) -> frozenset[str]:
    """Return the squares that the newest turn touched."""
    found: set[str] = set()
    for event in events:
        data = event["data"]
        for key in ("square", "from", "to"):
            if isinstance(data.get(key), str):
                found.add(data[key])
    return frozenset(found)
