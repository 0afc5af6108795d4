"""A list of legal answers that is made only as far as somebody reads.

A hand of cards may allow thousands of plays; a page shows twenty of them, a bot
looks at fifty. ``Listing`` walks its generator as far as it must and keeps what it
has seen, so that whoever needs all of them (``len``, a random choice) pays once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import overload

from games.engine.contract import Json


class Listing(Sequence[Json]):
    """A sequence over what ``make()`` gives, in that order, each entry made once."""

    __slots__ = ("_made", "_rest")

    def __init__(self, make: Callable[[], Iterator[Json]]) -> None:
        self._made: list[Json] = []
        self._rest: Iterator[Json] | None = make()

    def __iter__(self) -> Iterator[Json]:
        at = 0
        while self._reaches(at):
            yield self._made[at]
            at += 1

    def __len__(self) -> int:
        self._all()
        return len(self._made)

    def __bool__(self) -> bool:
        return self._reaches(0)

    @overload
    def __getitem__(self, index: int) -> Json: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Json]: ...

    def __getitem__(self, index: int | slice) -> Json | Sequence[Json]:
        if isinstance(index, int) and index >= 0:
            self._reaches(index)
        else:
            self._all()
        return self._made[index]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or isinstance(other, str):
            return NotImplemented
        return list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # equal to lists, which have none

    def _reaches(self, at: int) -> bool:
        """Make entries up to number ``at``; tell whether there is one."""
        if self._rest is not None and len(self._made) <= at:
            self._made.extend(islice(self._rest, at + 1 - len(self._made)))
            if len(self._made) <= at:
                self._rest = None
        return len(self._made) > at

    def _all(self) -> None:
        if self._rest is not None:
            self._made.extend(self._rest)
            self._rest = None
