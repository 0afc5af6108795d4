"""The state of a game of Winter Court: immutable, made of numbers and tuples.

Sets of cards and of members are bit masks (``components``). The two cards of a
``keep`` lie in the hand already; ``drawn`` says which they are.
"""

from __future__ import annotations

from typing import NamedTuple

from games.winter_court.components import COUNT, OTHERS, ROYALS, STATUS_OF

ACT, DRAW, KEEP, OVER = "act", "draw", "keep", "over"
"""The stages (winter_court.md 4), named as the asks are."""


class Influence(NamedTuple):
    """What lies at a member: the cards, main card first, and whose side they lie on."""

    cards: tuple[int, ...]
    rank: int
    side: int


Court = tuple[Influence | None, ...]


class State(NamedTuple):
    """Everything about a game at one moment.

    ``pile`` lies top first, ``discard`` newest last; ``held`` are the members each
    seat controls; ``snapshot``, ``returned``, ``plays`` and ``passed`` belong to
    the turn of ``to_move``.
    """

    stage: str
    to_move: int
    first: int
    turn: int
    hands: tuple[int, int]
    pile: tuple[int, ...]
    discard: tuple[int, ...]
    court: Court = (None,) * COUNT
    held: tuple[int, int] = (0, 0)
    snapshot: int = 0
    returned: int = 0
    plays: int = 0
    passed: bool = False
    drawn: tuple[int, ...] = ()


def usable(state: State) -> int:
    """Return the powers the seat to move may use now (winter_court.md 4.1)."""
    return state.snapshot & state.held[state.to_move] & ~state.returned


def holder_of(state: State, member: int) -> int | None:
    """Return the seat that controls a member, or ``None``."""
    return holder_among(state.held, member)


def holder_among(held: tuple[int, int] | list[int], member: int) -> int | None:
    """Return the seat whose mask holds the member, or ``None``."""
    return 0 if held[0] >> member & 1 else 1 if held[1] >> member & 1 else None


def status(held: tuple[int, int]) -> tuple[int, int]:
    """Return the status of both seats (winter_court.md 2)."""
    return STATUS_OF[held[0]], STATUS_OF[held[1]]


def royal_winner(held: tuple[int, int] | list[int]) -> int | None:
    """Return the seat that controls all royals, if any (winter_court.md 8.1)."""
    for seat in (0, 1):
        if held[seat] & ROYALS == ROYALS:
            return seat
    return None


def fresh_snapshot(held: int) -> int:
    """Return which of the members held at the beginning of a turn may be returned in it."""
    return held & OTHERS
