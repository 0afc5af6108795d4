"""Which table is fought at next: all take turns, so that slow kinds of campaign get their share."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")

MOST_AHEAD = 2
"""By how many rounds more than the slowest has begun another may be ahead."""


@dataclass(eq=False)
class _Place(Generic[T]):
    table: T
    begun: int = 0
    is_free: bool = True


@dataclass
class Turns(Generic[T]):
    """The tables that take part, shared by the threads that fight at them."""

    places: list[_Place[T]] = field(default_factory=list)
    _changed: threading.Condition = field(default_factory=threading.Condition)

    @classmethod
    def of(cls, tables: Iterable[T]) -> Turns[T]:
        """Let these take part."""
        return cls([_Place(table) for table in tables])

    def take(self) -> T:
        """Return the free table with the fewest rounds; wait while all are too far ahead."""
        with self._changed:
            self._changed.wait_for(lambda: self._next() is not None)
            place = self._next()
            assert place is not None
            place.begun += 1
            place.is_free = False
            return place.table

    def put_back(self, table: T) -> None:
        """Say that a round at a table is over."""
        with self._changed:
            self._of(table).is_free = True
            self._changed.notify_all()

    def drop(self, table: T) -> None:
        """Let a table take part no more."""
        with self._changed:
            self.places.remove(self._of(table))
            self._changed.notify_all()

    def _of(self, table: T) -> _Place[T]:
        return next(place for place in self.places if place.table is table)

    def _next(self) -> _Place[T] | None:
        fewest = min((place.begun for place in self.places), default=0)
        free = [place for place in self.places if place.is_free]
        fitting = [place for place in free if place.begun < fewest + MOST_AHEAD]
        return min(fitting, key=lambda place: place.begun, default=None)
