"""What a written position says of a running month and of army lists, checked piece by piece.

The forms are those of ``summer_codec.py`` and ``codec.py``; whatever is left out is empty.
Every function returns ``None`` for what makes no sense; ``position.py`` refuses it.
Source: campaign.md 3 and 5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Any, TypeVar

from campaign.rules.board import Board
from campaign.rules.codec import decode_roster
from campaign.rules.rosters import Roster
from campaign.rules.ruleset import MONTHS
from campaign.rules.state import Summer
from campaign.rules.summer_codec import decode_summer, encode_summer
from games.engine.contract import Json

MOST = 10_000
Value = TypeVar("Value")


def read_summer(board: Board, seats: int, given: Json) -> Summer | None:
    """Return the month that a position describes, or ``None``."""
    if not isinstance(given, dict):
        return None
    summer = _read(decode_summer, encode_summer(Summer()) | given)
    if summer is None or not 0 <= summer.month <= MONTHS or not 0 <= summer.turn < seats:
        return None
    named = [seat for seat, _ in (*summer.orders, *summer.defending)]
    named += [c.kingdom for c in summer.crossings]
    named += [seat for b in summer.waiting for seat in (b.attacker, b.defender, *b.seats)]
    tiles = [n for c in summer.crossings for n in (c.start, c.tile)]
    tiles += [battle.tile for battle in summer.waiting]
    fits = all(0 <= seat < seats for seat in named) and all(n in board.index for n in tiles)
    return summer if fits and len(summer.plans) in (0, seats) else None


def read_rosters(seats: int, given: Json) -> tuple[Roster, ...] | None:
    """Return the lists that a position describes, sorted, or ``None``."""
    if not isinstance(given, list):
        return None
    rosters = [_read(decode_roster, row) for row in given]
    found = [roster for roster in rosters if roster is not None and 0 <= roster.kingdom < seats]
    owners = {(roster.kingdom, roster.army) for roster in found}
    if len(found) < len(given) or len(owners) < len(given):
        return None
    return tuple(sorted(found, key=lambda roster: (roster.kingdom, roster.army)))


def _read(decode: Callable[[Json], Value], given: Json) -> Value | None:
    """Decode what anybody may have written; ``None`` unless all of it is plain and small."""
    try:
        value = decode(given)
        hash(value)
    except (AttributeError, KeyError, TypeError, ValueError):
        return None
    return value if all(_plain(part) for part in _parts(asdict(value))) else None  # type: ignore[call-overload]


def _parts(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, list | tuple):
        yield value
        return
    for part in value:
        yield from _parts(part)


def _plain(value: Any) -> bool:
    if value is None or isinstance(value, bool):
        return True
    return isinstance(value, str) or (type(value) is int and -MOST <= value <= MOST)
