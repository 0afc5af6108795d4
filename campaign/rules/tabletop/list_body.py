"""What stands below a unit of a pasted army list: its models, and what they carry.

A line that counts models gives them to the unit's size, any other is an extra::

    Boyz (85 points)
      • 9x Boy              9 models: lines stand below it
        • 9x Choppa         an extra without points
      • 1x Boss Nob: Axe    1 model, and an extra

A count alone does not make models ("2x Cannon"). It takes lines below, a colon with what they
carry, or a name like the unit's ("9x Boy" of "Boyz"); a leader counts beside such models.
Source: campaign.md 5.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from campaign.rules.rosters import Extra
from campaign.rules.tabletop.data import LIMITS, PASTED
from campaign.rules.tabletop.list_frame import Line
from campaign.rules.tabletop.list_lines import (
    is_keyed,
    read_extra,
    read_extras,
    split_parts,
    take_points,
    words,
)

_COUNT = re.compile(
    r"^([0-9]{1,3})[ ]?[x×][ ]?(?=\S)|[ ]?(?<!\w)[x×][ ]?([0-9]{1,3})$", re.IGNORECASE
)
_LOOSE_COUNT = re.compile(r"^([0-9]{1,3}) (?=\D)|[ ]?\(([0-9]{1,3})\)$")
_SPREAD = 2
_SHORT = 3


@dataclass(frozen=True, slots=True)
class Below:
    """A line below a unit without its bullet; ``depth`` grows with each step further in."""

    at: Line
    depth: int
    text: str


@dataclass(frozen=True, slots=True)
class Body:
    """What the lines below a unit say: its size (``None``: nothing), its extras.

    ``models`` are the lines that were only counted, ``unread`` those not understood;
    ``doubtful`` tells that a count was read as an extra's.
    """

    size: int | None
    extras: tuple[Extra, ...]
    models: tuple[Line, ...]
    unread: tuple[Line, ...]
    doubtful: bool


@dataclass(frozen=True, slots=True)
class _Piece:
    """A line, or a part of one after a colon, as what it may be: ``count`` models with ``gear``.

    ``holds`` tells that it has gear or lines below, ``alike`` that it has the unit's name,
    ``sure`` that its count is one of models.
    """

    at: Line
    text: str
    head: str
    count: int | None = None
    gear: str = ""
    holds: bool = False
    alike: bool = False
    priced: bool = False
    sure: bool = False


def read_body(name: str, size: int | None, tail: Line, below: Sequence[Below]) -> Body:
    """Read what stands after a unit's colon (``tail``) and below its line."""
    after = [_piece(name, Line(tail.line, part), part, False) for part in split_parts(tail.text)]
    top = min((line.depth for line in below if not is_keyed(line.text)), default=0)
    lines = [
        _piece(name, line.at, line.text, _has_below(below, place), line.depth == top)
        for place, line in enumerate(below)
    ]
    lines = _with_leaders(lines)
    total, models = _models(size, [*after, *lines])
    return _carried(total, [*after, *lines], models)


def _has_below(below: Sequence[Below], place: int) -> bool:
    return place + 1 < len(below) and below[place + 1].depth > below[place].depth


def _piece(name: str, at: Line, text: str, parent: bool, top: bool = True) -> _Piece:
    if not top:
        return _Piece(at, text, text)
    head, gear = _at_colon(text)
    count, rest = _count(head, name)
    points, rest = take_points(rest)
    holds = bool(gear) or (parent and not is_keyed(text))
    alike = _alike(rest, name)
    sure = count is not None and (holds or alike)
    return _Piece(at, text, head, count, gear, holds, alike, points is not None, sure)


def _at_colon(text: str) -> tuple[str, str]:
    """Part a model from what it carries: "Boss Nob: Axe, Horn"."""
    head, colon, gear = text.partition(": ")
    known = is_keyed(text) or not words(head) or not words(gear)
    return (text, "") if not colon or known else (head.strip(), gear)


def _count(text: str, name: str) -> tuple[int | None, str]:
    """Return how many a line counts; a bare number only of what is named like the unit."""
    for pattern in (_COUNT, _LOOSE_COUNT):
        match = pattern.search(text)
        if match is not None:
            rest = f"{text[: match.start()]} {text[match.end() :]}".strip()
            if words(rest) and (pattern is _COUNT or _alike(rest, name)):
                return int(match.group(1) or match.group(2)), rest
    return None, text


def _head_word(text: str) -> str:
    """Return what a name is about: its last word before "with", "of" and the like."""
    spoken = words(text)
    for place, word in enumerate(spoken):
        if place and word in PASTED.links:
            return spoken[place - 1]
    return spoken[-1] if spoken else ""


def _alike(text: str, name: str) -> bool:
    """Tell whether two names are of one thing, as "Boy" and "Boyz", "Spearman" and "Spearmen"."""
    one, other = _head_word(text), _head_word(name)
    short = min(len(one), len(other))
    same = max(_SHORT, short - _SPREAD)
    return abs(len(one) - len(other)) <= _SPREAD and one[:same] == other[:same] and short >= _SHORT


def _leads(text: str) -> bool:
    return any(word in PASTED.leaders for word in words(text))


def _with_leaders(pieces: list[_Piece]) -> list[_Piece]:
    """Beside sure models count their leader, and "Boss Nob: Axe" as one where they hold things."""
    if not any(piece.sure for piece in pieces):
        return pieces
    holding = any(piece.sure and piece.holds for piece in pieces)
    found = []
    for piece in pieces:
        if piece.count is not None and _leads(piece.text):
            piece = replace(piece, sure=True)
        elif holding and piece.holds and piece.count is None:
            piece = replace(piece, count=1, sure=True)
        found.append(piece)
    return found


def _models(size: int | None, pieces: list[_Piece]) -> tuple[int | None, list[_Piece]]:
    """Return the unit's size and which pieces are its models; the unit's own line knows better.

    One model that is not named like its unit is a thing that a single model has.
    """
    models = [piece for piece in pieces if piece.sure]
    total = sum(piece.count or 0 for piece in models)
    if total == 1 and not any(piece.alike for piece in models):
        return size, []
    if not models or not 1 <= total <= LIMITS.size:
        return size, []
    if size is not None and size > 1:
        return size, models if total <= size else []
    return total, models


def _carried(size: int | None, pieces: list[_Piece], models: list[_Piece]) -> Body:
    extras: list[Extra] = []
    counted: list[Line] = []
    unread: dict[int, str] = {}
    for piece in pieces:
        found = _extras(piece, piece in models)
        if len(extras) + len(found) > LIMITS.extras or not (found or piece in models):
            before = unread.get(piece.at.line)
            unread[piece.at.line] = f"{before}, {piece.at.text}" if before else piece.at.text
            continue
        extras += found
        counted += [] if found else [piece.at]
    lines = tuple(Line(*each) for each in unread.items())
    return Body(size, tuple(extras), tuple(counted), lines, _is_doubtful(pieces, models))


def _is_doubtful(pieces: list[_Piece], models: list[_Piece]) -> bool:
    others = (piece for piece in pieces if piece not in models and not piece.priced)
    return any((piece.count or 0) > 1 for piece in others)


def _extras(piece: _Piece, model: bool) -> list[Extra]:
    """Return what a line adds beside models: what they carry, and their points if it has any."""
    if not model:
        return read_extras(piece.text)
    parts = [piece.head] if piece.priced else []
    found = [read_extra(part) for part in (*parts, *split_parts(piece.gear))]
    return [extra for extra in found if extra is not None]
