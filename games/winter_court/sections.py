"""A long list of texts kept as sections, each of which is one slice of a shared list.

A full hand with three modifiers allows millions of plays. Sections are counted and
looked up without writing their texts, so that even then ``len`` and a random choice
cost milliseconds and no memory to speak of.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, overload

from games.engine.contract import Json
from games.engine.listing import Listing


class Section(NamedTuple):
    """The texts ``start + text + end`` for the ``texts`` from ``low`` up to ``high``."""

    texts: Sequence[str]
    low: int
    high: int
    start: str = ""
    end: str = ""

    def text(self, number: int) -> str:
        """Return one of the section's texts, counted from 0."""
        return f"{self.start}{self.texts[self.low + number]}{self.end}"

    def all_texts(self) -> Sequence[str]:
        """Return all of the section's texts."""
        some = self.texts[self.low : self.high]
        if not self.start and not self.end:
            return some
        return [f"{self.start}{text}{self.end}" for text in some]


class Sections(Listing):
    """A listing over the sections that ``make()`` gives, read as far as somebody asks."""

    __slots__ = ("_ends", "_left", "_sections")

    def __init__(self, make: Callable[[], Iterator[Section]]) -> None:
        super().__init__(lambda: iter(()))
        self._sections: list[Section] = []
        self._ends: list[int] = []
        self._left: Iterator[Section] | None = make()

    def __iter__(self) -> Iterator[Json]:
        number = 0
        while number < len(self._sections) or self._another():
            yield from self._sections[number].all_texts()
            number += 1

    def __len__(self) -> int:
        while self._another():
            pass
        return self._ends[-1] if self._ends else 0

    def __bool__(self) -> bool:
        return self._holds(0)

    @overload
    def __getitem__(self, index: int) -> Json: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Json]: ...

    def __getitem__(self, index: int | slice) -> Json | Sequence[Json]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        if index < 0:
            index += len(self)
        if index < 0 or not self._holds(index):
            raise IndexError("there is no such answer")
        number = bisect_right(self._ends, index)
        section = self._sections[number]
        return section.text(index - self._ends[number] + section.high - section.low)

    def _holds(self, index: int) -> bool:
        while not self._ends or self._ends[-1] <= index:
            if not self._another():
                return False
        return True

    def _another(self) -> bool:
        """Read one more section; tell whether there was one."""
        if self._left is None:
            return False
        section = next(self._left, None)
        if section is None:
            self._left = None
            return False
        self._sections.append(section)
        so_far = self._ends[-1] if self._ends else 0
        self._ends.append(so_far + section.high - section.low)
        return True
