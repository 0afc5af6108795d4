"""The lake as numbers for an SVG: cards, tokens, squares, places that can be chosen.

A section is ``UNIT`` pixels wide, so that neighbouring places, half a card apart, are
targets a thumb can hit; a wide lake scrolls in its own box. Coordinates are those of the
rules, shifted so that everything has some room around it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.engine.contract import Json
from games.web.boards.winter_words import card_words

UNIT = 46
"""Pixels of a section, and the least distance of two places."""
ROOM = 0.6
"""Free space around everything, in sections."""

Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a card could lie, in the rules' coordinates."""

    x: int
    y: int
    rot: int


@dataclass(frozen=True, slots=True)
class Target:
    """Something on the lake that can be chosen: a link with its words, centred on ``at``."""

    at: tuple[float, float]
    url: str
    label: str
    kind: str = "place"
    is_chosen: bool = False


@dataclass
class Picture:
    """All that is drawn; lists are filled by whoever builds it, pixels come at the end."""

    view: Json
    targets: list[Target] = field(default_factory=list)
    ghost: Mapping[str, Any] | None = None
    lifted: str = ""
    links: dict[str, tuple[str, str]] = field(default_factory=dict)
    groups: dict[str, int] = field(default_factory=dict)
    fresh: list[tuple[Point, str]] = field(default_factory=list)

    def to_context(self) -> dict[str, Any]:
        """Return the SVG's size and shapes in pixels."""
        left, top, right, bottom = self._box()
        return {
            "width": round((right - left) * UNIT),
            "height": round((bottom - top) * UNIT),
            "unit": UNIT,
            "half": UNIT // 2,
            "card": 2 * UNIT,
            "scrolls": bool(self.targets or self.links),
            "cards": [self._card(card, left, top) for card in self._cards()],
            "squares": [self._square(*one, left, top) for one in self._squares()],
            "tokens": [self._token(one, left, top) for one in self.view["tokens"]],
            "fresh": [
                {"x": px(x + 1, left), "y": px(y + 1, top), "colour": letter}
                for (x, y), letter in self.fresh
            ],
            "targets": [
                {
                    "x": px(target.at[0], left),
                    "y": px(target.at[1], top),
                    "url": target.url,
                    "label": target.label,
                    "kind": target.kind,
                    "is_chosen": target.is_chosen,
                }
                for target in sorted(self.targets, key=lambda one: (one.at[1], one.at[0]))
            ],
        }

    def _cards(self) -> list[Mapping[str, Any]]:
        cards = list(self.view["lake"])
        cards.sort(key=lambda card: (card["y"], card["x"]))
        return [*cards, self.ghost] if self.ghost else cards

    def _box(self) -> tuple[float, float, float, float]:
        points = [(card["x"], card["y"]) for card in self._cards()] or [(0, 0)]
        xs = [x + side for x, _ in points for side in (0, 2)] + [one.at[0] for one in self.targets]
        ys = [y + side for _, y in points for side in (0, 2)] + [one.at[1] for one in self.targets]
        return min(xs) - ROOM, min(ys) - ROOM, max(xs) + ROOM, max(ys) + ROOM

    def _card(self, card: Mapping[str, Any], left: float, top: float) -> dict[str, Any]:
        is_ghost = card is self.ghost
        url, label = ("", "") if is_ghost else self.links.get(card["card"], ("", ""))
        x, y = px(card["x"], left), px(card["y"], top)
        return {
            "id": card["card"],
            "x": x,
            "y": y,
            "middle": (x + UNIT, y + UNIT),
            "sections": sections(card, x, y),
            "is_free": card.get("free", False),
            "is_ghost": is_ghost,
            "is_lifted": not is_ghost and card["card"] == self.lifted,
            "group": self.groups.get(card["card"], 0),
            "url": url,
            "label": label or card_words(card),
        }

    def _squares(self) -> Iterable[tuple[Point, str]]:
        taken = {(one["x"], one["y"]) for one in self.view["tokens"]}
        for letter, squares in self.view["squares"].items():
            for x, y in squares:
                if (x, y) not in taken:
                    yield (x, y), letter

    def _square(self, at: Point, letter: str, left: float, top: float) -> dict[str, Any]:
        return {"x": px(at[0] + 1, left), "y": px(at[1] + 1, top), "colour": letter}

    def _token(self, token: Mapping[str, Any], left: float, top: float) -> dict[str, Any]:
        at = (token["x"], token["y"])
        return self._square(at, token["colour"], left, top)


def px(value: float, start: float) -> int:
    """Return a coordinate in pixels."""
    return round((value - start) * UNIT)


def letters(card: Mapping[str, Any]) -> str:
    """Return a card's four letters as it lies."""
    pattern = str(card["pattern"])
    return pattern[::-1] if card.get("rot") else pattern


def sections(card: Mapping[str, Any], x: int = 0, y: int = 0) -> list[dict[str, Any]]:
    """Return the four sections of a card whose corner is at a pixel."""
    return [
        {"x": x + UNIT * (place % 2), "y": y + UNIT * (place // 2), "colour": letter}
        for place, letter in enumerate(letters(card))
    ]


def cells_of(cards: Iterable[Mapping[str, Any]]) -> dict[Point, str]:
    """Return the colour of every cell that these cards cover."""
    return {
        (card["x"] + place % 2, card["y"] + place // 2): letter
        for card in cards
        for place, letter in enumerate(letters(card))
    }


def squares_of(cells: Mapping[Point, str], card: Mapping[str, Any]) -> list[tuple[Point, str]]:
    """Return the squares of either colour that a card in its place is part of (winter.md 2)."""
    whole = {**cells, **cells_of([card])}
    found = []
    for by in range(card["y"] - 1, card["y"] + 2):
        for bx in range(card["x"] - 1, card["x"] + 2):
            four = {whole.get((bx + dx, by + dy)) for dx in (0, 1) for dy in (0, 1)}
            if len(four) == 1 and (letter := four.pop()):
                found.append(((bx, by), letter))
    return found


def small_card(pattern: str, rot: int = 0) -> Sequence[dict[str, Any]]:
    """Return the sections of a card that is shown beside the lake."""
    return sections({"pattern": pattern, "rot": rot})
