"""The lake as numbers for an SVG: cards, tokens, squares, places that can be chosen.

A section is ``UNIT`` pixels wide, so that neighbouring places, half a card apart, are
targets a thumb can hit; a wide lake scrolls in its own box. Coordinates are those of the
rules, shifted so that everything has some room around it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from games.engine.contract import Json
from games.web.boards.winter_words import card_words

UNIT = 46
"""Pixels of a section, and the least distance of two places."""
ROOM = 0.6
"""Free space around everything, in sections."""

Point = tuple[int, int]
Made = tuple[Point, str]
"""A square and the letter of its colour."""


@dataclass(frozen=True, slots=True)
class Target:
    """Something on the lake that can be chosen: a link with its words, centred on ``at``.

    ``count``: how many squares of their own the reader would make there.
    """

    at: Point
    url: str
    label: str
    kind: str = "place"
    count: int = 0
    is_chosen: bool = False

    def chosen(self) -> Target:
        """Return the same, as the one that has been chosen."""
        return replace(self, is_chosen=True)


@dataclass(frozen=True, slots=True)
class News:
    """What has just happened: cards and tokens that are new there, and where some lay."""

    cards: frozenset[str] = frozenset()
    tokens: frozenset[Point] = frozenset()
    card_places: tuple[Point, ...] = ()
    token_places: tuple[Point, ...] = ()


def news_of(events: Iterable[Mapping[str, Json]]) -> News:
    """Return what the events of the newest turn changed on the lake."""
    cards, tokens, card_places, token_places = set(), set(), [], []
    for event in events:
        kind, data = event["kind"], event["data"]
        if kind in ("card_placed", "card_moved"):
            cards.add(data["card"])
        if kind == "card_moved":
            tokens |= {(x, y) for x, y in data["squares"]}
            card_places.append((data["from"][0], data["from"][1]))
        elif kind == "card_removed":
            card_places.append((data["x"], data["y"]))
        elif kind == "token_placed":
            tokens.add((data["x"], data["y"]))
        elif kind == "token_taken":
            token_places.append((data["x"], data["y"]))
    return News(frozenset(cards), frozenset(tokens), tuple(card_places), tuple(token_places))


@dataclass
class Picture:
    """All that is drawn; lists are filled by whoever builds it, pixels come at the end."""

    view: Json
    news: News = field(default_factory=News)
    targets: list[Target] = field(default_factory=list)
    ghost: Mapping[str, Any] | None = None
    lifted: str = ""
    leaving: set[str] = field(default_factory=set)
    links: dict[str, tuple[str, str]] = field(default_factory=dict)
    groups: dict[str, int] = field(default_factory=dict)
    fresh: list[Made] = field(default_factory=list)

    def to_context(self) -> dict[str, Any]:
        """Return the SVG's size and shapes in pixels."""
        left, top, right, bottom = self._box()
        taken = {(one["x"], one["y"]) for one in self.view["tokens"]}

        def mark(at: Point, colour: str = "") -> dict[str, Any]:
            return {"x": px(at[0] + 1, left), "y": px(at[1] + 1, top), "colour": colour}

        return {
            "width": round((right - left) * UNIT),
            "height": round((bottom - top) * UNIT),
            "origin": (px(0, left), px(0, top)),
            "unit": UNIT,
            "half": UNIT // 2,
            "card": 2 * UNIT,
            "has_chosen": any(one.is_chosen for one in self.targets),
            "scrolls": bool(self.targets or self.links),
            "cards": [self._card(card, left, top) for card in self._cards()],
            "were": [(px(x, left), px(y, top)) for x, y in self.news.card_places],
            "squares": [
                mark((x, y), letter)
                for letter, squares in self.view["squares"].items()
                for x, y in squares
                if (x, y) not in taken
            ],
            "tokens": [
                mark((one["x"], one["y"]), one["colour"])
                | {"is_new": (one["x"], one["y"]) in self.news.tokens}
                for one in self.view["tokens"]
            ],
            "fresh": [mark(at, letter) for at, letter in self.fresh],
            "taken_back": [mark(at) for at in self.news.token_places],
            "targets": [
                asdict(one) | {"x": px(one.at[0], left), "y": px(one.at[1], top)}
                for one in sorted(self.targets, key=lambda one: (one.at[1], one.at[0]))
            ],
        }

    def _cards(self) -> list[Mapping[str, Any]]:
        cards = list(self.view["lake"])
        cards.sort(key=lambda card: (card["y"], card["x"]))
        return [*cards, self.ghost] if self.ghost else cards

    def _box(self) -> tuple[float, float, float, float]:
        points = [(card["x"], card["y"]) for card in self._cards()] or [(0, 0)]
        points += self.news.card_places
        xs = [x + side for x, _ in points for side in (0, 2)] + [one.at[0] for one in self.targets]
        ys = [y + side for _, y in points for side in (0, 2)] + [one.at[1] for one in self.targets]
        return min(xs) - ROOM, min(ys) - ROOM, max(xs) + ROOM, max(ys) + ROOM

    def _card(self, card: Mapping[str, Any], left: float, top: float) -> dict[str, Any]:
        is_ghost, name = card is self.ghost, card["card"]
        url, label = ("", "") if is_ghost else self.links.get(name, ("", ""))
        is_lifted = not is_ghost and name == self.lifted
        x, y = px(card["x"], left), px(card["y"], top)
        return {
            "id": name,
            "x": x,
            "y": y,
            "middle": (x + UNIT, y + UNIT),
            "sections": sections(card, x, y),
            "is_free": card.get("free", False) and self.view["stage"] in ("thaw", "keep_group"),
            "is_turned": bool(card["rot"]),
            "is_ghost": is_ghost,
            "is_lifted": is_lifted,
            "is_new": name in self.news.cards and not self.ghost,
            "is_leaving": name in self.leaving and not is_lifted,
            "is_here": is_lifted or (name in self.news.cards and not self.lifted),
            "group": self.groups.get(name, 0),
            "url": url,
            "label": label or card_words(card),
        }


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


def squares_of(cells: Mapping[Point, str], card: Mapping[str, Any]) -> list[Made]:
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
