"""A map as text that people can read, write and send: a row of hexes a line.

::

    Wintertide map
    name: A shore
    1 at 0 0:  p p p1f o
    6 at 0 1:   p P=F c o
    edge 8: w none, se water
    named 7: Long Ford

A row begins with the number and the place of its first hex; the others follow to the
east with the numbers that follow. A hex is a letter (``p`` plain, ``f`` forest, ``m``
mountain, ``s`` marsh, ``c`` coast, ``o`` open water), a capital one with a river; then
``=`` for a bridge and the rank of a start hex. A row that skips a place or a number goes
on in a line of its own. Spaces between hexes only draw the picture, ``#`` begins a remark.

``from_text(to_text(document))`` compiles to the same board as ``document``.
Source: campaign.md 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from campaign.rules.board import DIRECTIONS
from campaign.rules.mapcheck import (
    EDGES,
    FARTHEST,
    LONGEST_NAME,
    MOST_PROBLEMS,
    MOST_TILES,
    Entry,
    read_tiles,
)
from campaign.rules.problems import bad_options, clipped, problem
from campaign.rules.reader import MOST_NUMBER
from games.engine.contract import BadOptions, Json, Problem
from games.engine.names import is_plain

TITLE = "Wintertide map"
MOST_CHARACTERS = 400_000
"""Longer than any map's own text, with a name for each of its hexes."""

WIDEST_PICTURE = 240
"""Rows are drawn to the right of each other up to here."""

LETTERS = {
    "p": "plain",
    "f": "forest",
    "m": "mountain",
    "s": "marsh",
    "c": "coast",
    "o": "ocean",
}
LETTER_OF = {terrain: letter for letter, terrain in LETTERS.items()}

ROW = re.compile(r"(\d{1,9}) at (-?\d{1,9}) (-?\d{1,9}):(.*)", re.ASCII)
HEX = re.compile(r"\s*([pfmscoPFMSCO])(=?)(\d{0,9})", re.ASCII)
ABOUT_HEX = re.compile(r"(edge|named) (\d{1,9}): (.*)", re.ASCII)
ABOUT_MAP = re.compile(r"(name|about): (.*)")
EDGE = re.compile(r"\s*([a-z]{1,2}) ([a-z]{1,20})\s*")


# Writing


def to_text(document: Json) -> str:
    """Return a map's text; raise ``BadOptions`` for what is no map."""
    entries = read_tiles(document)
    lines = [TITLE]
    lines += [f"{key}: {document[key]}" for key in ("name", "about") if document.get(key)]
    lines += _rows(entries)
    for entry in entries:
        if entry.edges:
            edges = ", ".join(f"{d} {entry.edges[d]}" for d in DIRECTIONS if d in entry.edges)
            lines.append(f"edge {entry.number}: {edges}")
    lines += [f"named {entry.number}: {entry.name}" for entry in entries if entry.name]
    return "\n".join(lines) + "\n"


def _rows(entries: Iterable[Entry]) -> Iterator[str]:
    """Write the hexes from north to south, each row from the west."""
    runs: list[list[Entry]] = []
    for entry in sorted(entries, key=lambda e: (e.r, e.q)):
        before = runs[-1][-1] if runs else None
        if before and (before.number + 1, before.q + 1, before.r) == (
            entry.number,
            entry.q,
            entry.r,
        ):
            runs[-1].append(entry)
        else:
            runs.append([entry])
    heads = [f"{run[0].number} at {run[0].q} {run[0].r}:" for run in runs]
    widest = max(map(len, heads), default=0)
    left = min((2 * run[0].q + run[0].r for run in runs), default=0)
    for head, run in zip(heads, runs, strict=True):
        indent = min(2 * run[0].q + run[0].r - left, WIDEST_PICTURE)
        cells = "".join(_cell(entry).ljust(2) for entry in run)
        yield f"{head.ljust(widest)} {' ' * indent}{cells}".rstrip()


def _cell(entry: Entry) -> str:
    letter = LETTER_OF[entry.terrain]
    rank = "" if entry.start is None else str(entry.start)
    return (letter.upper() if entry.river else letter) + ("=" if entry.bridge else "") + rank


# Reading


def from_text(text: Json) -> Json:
    """Return the document of a map's text; raise ``BadOptions`` naming line and hex."""
    if not isinstance(text, str):
        raise bad_options("text_not_text", "map")
    if len(text) > MOST_CHARACTERS:
        raise bad_options("text_too_long", "map", most=MOST_CHARACTERS)
    reader = _Reader()
    for line, words in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        reader.read(line, words.removesuffix("\r"))
        if len(reader.problems) >= MOST_PROBLEMS or len(reader.tiles) > MOST_TILES:
            break
    reader.finish()
    document = reader.document
    read_tiles(document)
    return document


@dataclass
class _Reader:
    """A text being read: the map so far and what is wrong."""

    head: dict[str, str] = field(default_factory=dict)
    tiles: dict[int, dict[str, Json]] = field(default_factory=dict)
    lines: dict[int, int] = field(default_factory=dict)
    places: dict[tuple[int, int], int] = field(default_factory=dict)
    ranks: dict[int, int] = field(default_factory=dict)
    said: dict[tuple[str, int], int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    has_title: bool = False

    @property
    def document(self) -> Json:
        return {**self.head, "tiles": [self.tiles[n] for n in sorted(self.tiles)]}

    def wrong(self, code: str, line: int, **params: Any) -> None:
        where = f"map.text.{line - 1}"
        self.problems.append(problem(code, where, line=line, **params))

    def finish(self) -> None:
        """Raise what is wrong."""
        if not self.has_title and not self.problems:
            self.wrong("text_no_title", 1, title=TITLE)
        if len(self.tiles) > MOST_TILES:
            self.problems.append(problem("map_too_large", "map", most=MOST_TILES))
        if self.problems:
            raise BadOptions(*self.problems[:MOST_PROBLEMS])

    def read(self, line: int, words: str) -> None:
        """Read one line."""
        if not words.strip() or words.lstrip().startswith("#"):
            return
        if not self.has_title:
            self.has_title = True
            if words.strip() != TITLE:
                self.wrong("text_no_title", line, title=TITLE)
                return
        elif row := ROW.fullmatch(words.strip()):
            self.row(line, int(row[1]), int(row[2]), int(row[3]), row[4])
        elif about := ABOUT_HEX.fullmatch(words.lstrip()):
            self.about_hex(line, about[1], int(about[2]), about[3])
        elif about := ABOUT_MAP.fullmatch(words.lstrip()):
            self.about_map(line, about[1], about[2])
        else:
            self.wrong("text_bad_line", line, text=clipped(words.strip()))

    def row(self, line: int, number: int, q: int, r: int, cells: str) -> None:
        """Read a row of hexes."""
        at, first = 0, number
        cells = cells.rstrip()
        while at < len(cells) and len(self.tiles) <= MOST_TILES:
            found = HEX.match(cells, at)
            if found is None:
                self.wrong(
                    "text_bad_hexes", line, tile=number - 1, text=clipped(cells[at:].strip())
                )
                return
            if not self.hex(line, number, (q, r), found):
                return
            at, number, q = found.end(), number + 1, q + 1
        if number == first:
            self.wrong("text_bad_first", line)

    def hex(self, line: int, number: int, place: tuple[int, int], found: re.Match[str]) -> bool:
        """Keep one hex; false if the rest of the row makes no sense without it."""
        letter, bridge, rank = found.groups()
        if not 1 <= number <= MOST_NUMBER:
            self.wrong("text_bad_number", line, tile=number, high=MOST_NUMBER)
            return False
        if any(abs(axis) > FARTHEST for axis in place):
            self.wrong("text_bad_place", line, tile=number)
            return False
        if number in self.tiles:
            self.wrong("text_number_twice", line, tile=number, other=self.lines[number])
            return False
        if self.places.setdefault(place, number) != number:
            self.wrong("text_place_twice", line, tile=number, other=self.places[place])
            return False
        tile: dict[str, Json] = {"n": number, "q": place[0], "r": place[1]}
        tile["terrain"] = LETTERS[letter.lower()]
        tile |= {key: True for key, on in (("river", letter.isupper()), ("bridge", bridge)) if on}
        if rank:
            self.rank(line, number, int(rank), tile)
        self.tiles[number], self.lines[number] = tile, line
        return True

    def rank(self, line: int, number: int, rank: int, tile: dict[str, Json]) -> None:
        """Keep the rank of a start hex."""
        if not 1 <= rank <= MOST_NUMBER:
            self.wrong("text_bad_rank", line, tile=number, high=MOST_NUMBER)
        elif self.ranks.setdefault(rank, number) != number:
            self.wrong("text_rank_twice", line, tile=number, other=self.ranks[rank])
        tile["start"] = rank

    def about_hex(self, line: int, key: str, number: int, words: str) -> None:
        """Read what a hex's edges bear, or its name."""
        if number not in self.tiles:
            self.wrong("text_no_hex", line, tile=number)
        elif self.is_first(line, key, number):
            if key == "edge":
                self.edges(line, number, words)
            elif len(words) > LONGEST_NAME or not is_plain(words):
                self.wrong("text_bad_name", line, tile=number, most=LONGEST_NAME)
            else:
                self.tiles[number]["name"] = words

    def edges(self, line: int, number: int, words: str) -> None:
        """Read what a hex's edges bear."""
        edges: dict[str, str] = {}
        for part in words.split(","):
            found = EDGE.fullmatch(part)
            direction, mark = found.groups() if found else ("", "")
            if direction not in DIRECTIONS or mark not in EDGES or direction in edges:
                self.wrong("text_bad_edge", line, tile=number, text=clipped(part.strip()))
                return
            edges[direction] = mark
        self.tiles[number]["edges"] = edges

    def about_map(self, line: int, key: str, words: str) -> None:
        """Read the map's own name, or what it says of itself."""
        if not self.is_first(line, key, 0):
            return
        if len(words) > 4 * LONGEST_NAME or not is_plain(words):
            self.wrong("text_bad_title", line)
        self.head[key] = words

    def is_first(self, line: int, key: str, number: int) -> bool:
        """Tell whether this is said for the first time."""
        before = self.said.setdefault((key, number), line)
        if before != line:
            self.wrong("text_said_twice", line, other=before)
        return before == line
