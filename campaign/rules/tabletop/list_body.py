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

    ``sure`` tells that its count is one of models.
    """

    at: Line
    text: str
    count: int | None
    gear: str
    sure: bool


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
    head, gear = _at_colon(text)
    count, rest = _count(head, name)
    priced = take_points(rest)[0] is not None
    sure = parent or bool(gear) or _alike(rest, name)
    if not top or priced:
        return _Piece(at, text, None, "", False)
    return _Piece(at, text, count, gear, sure and count is not None)


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
    """Beside sure models count their leader, and "Boss Nob: Axe" as one where they have gear."""
    if not any(piece.sure for piece in pieces):
        return pieces
    geared = any(piece.sure and piece.gear for piece in pieces)
    found = []
    for piece in pieces:
        if piece.count is not None and _leads(piece.text):
            piece = replace(piece, sure=True)
        elif geared and piece.gear and piece.count is None:
            piece = replace(piece, count=1, sure=True)
        found.append(piece)
    return found


def _models(size: int | None, pieces: list[_Piece]) -> tuple[int | None, list[_Piece]]:
    """Return the unit's size and which pieces are its models; the unit's own line knows better."""
    models = [piece for piece in pieces if piece.sure]
    total = sum(piece.count or 0 for piece in models)
    if not models or not 1 <= total <= LIMITS.size:
        return size, []
    if size is not None and size > 1:
        return size, models if total <= size else []
    return total, models


def _carried(size: int | None, pieces: list[_Piece], models: list[_Piece]) -> Body:
    extras: list[Extra] = []
    counted, unread, doubtful = [], [], False
    for piece in pieces:
        model = piece in models
        found = _extras(piece, model)
        if len(extras) + len(found) > LIMITS.extras or not (found or model):
            unread.append(piece.at)
            continue
        extras += found
        doubtful = doubtful or (not model and (piece.count or 0) > 1)
        if not found:
            counted.append(piece.at)
    return Body(size, tuple(extras), tuple(counted), tuple(unread), doubtful)


def _extras(piece: _Piece, model: bool) -> list[Extra]:
    if not model:
        return read_extras(piece.text)
    found = [read_extra(part) for part in split_parts(piece.gear)]
    return [extra for extra in found if extra is not None]
