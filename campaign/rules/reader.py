"""Read JSON that anybody may have sent: types, ranges and lengths, all problems at once.

A reader never raises; what it cannot read it notes and replaces by something harmless,
so that one pass finds everything. It looks only as deep as it expects something.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from campaign.rules.problems import clipped, problem
from campaign.rules.ruleset import Price
from games.engine.contract import Json, Problem

MOST_NUMBER, MOST_STOCK = 9_999, 999
"""No hex, army, ship, unit or seat has a higher number; nobody has more gold, food or might."""

STEP_FIELDS = (
    "recall",
    "place",
    "berths",
    "tithes",
    "purchases",
    "feed",
    "first",
    "dismiss",
    "placements",
    "to",
    "buy",
)
"""What belongs to some step of the winter, if not to the one that is asked."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one sheet may hold, and the largest tithe."""

    tithe: Price
    lines: int = 60
    conditions: int = 8
    problems: int = 100


@cache
def _known(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(names)


class Reader:
    """Collects the problems of one answer."""

    def __init__(self, limits: Limits) -> None:
        """Start with nothing wrong."""
        self.limits = limits
        self.problems: list[Problem] = []

    def refuse(self, code: str, where: str, **params: Any) -> None:
        """Note a problem."""
        if len(self.problems) < self.limits.problems:
            self.problems.append(problem(code, where, **params))

    def fields(self, value: Json, where: str, names: tuple[str, ...]) -> dict[str, Json]:
        """Return an object's fields that have these names; note others, or what is no object."""
        if not isinstance(value, dict):
            self.refuse("not_a_sheet", where)
            return {}
        if value.keys() <= _known(names):
            return value
        strange = [key for key in value if key not in names][:5]
        for key in strange:
            other_step = not where and key in STEP_FIELDS
            self.refuse(
                "not_this_step" if other_step else "unknown_field", where, field=clipped(key)
            )
        return {name: value[name] for name in names if name in value}

    def lines(self, value: Json, where: str, most: int | None = None) -> list[Json]:
        """Return a list's entries; none when there are too many or it is no list."""
        if not isinstance(value, list):
            self.refuse("not_a_list", where)
            return []
        limit = self.limits.lines if most is None else most
        if len(value) > limit:
            self.refuse("too_many_lines", where, most=limit)
            return []
        return value

    def number(self, value: Json, where: str, low: int, high: int, field: str = "") -> int:
        """Return a whole number within its bounds (both allowed), else ``low``."""
        name = field or where.rpartition(".")[2]
        if type(value) is not int:
            self.refuse("not_a_number", where, field=name)
        elif not low <= value <= high:
            self.refuse("out_of_range", where, field=name, low=low, high=high)
        else:
            return value
        return low

    def needed(self, given: dict[str, Json], name: str, where: str, low: int, high: int) -> int:
        """Return a field that must be there."""
        value = given.get(name)
        if type(value) is int and low <= value <= high:
            return value
        if name not in given:
            self.refuse("missing_field", where, field=name)
            return low
        return self.number(given[name], f"{where}.{name}", low, high)

    def optional(self, given: dict[str, Json], name: str, where: str, high: int) -> int:
        """Return a field that is 0 when left out."""
        return self.needed(given, name, where, 0, high) if name in given else 0

    def numbers(self, value: Json, where: str, field: str) -> tuple[int, ...]:
        """Return a list of token numbers."""
        lines = self.lines(value, where)
        return tuple(
            self.number(line, f"{where}.{i}", 1, MOST_NUMBER, field) for i, line in enumerate(lines)
        )

    def pairs(self, value: Json, where: str, names: tuple[str, str]) -> tuple[tuple[int, int], ...]:
        """Return a list of pairs of a token and a tile number."""
        found = []
        for i, line in enumerate(self.lines(value, where)):
            at = f"{where}.{i}"
            if isinstance(line, list | tuple) and len(line) == 2:
                one, other = (
                    self.number(part, at, 1, MOST_NUMBER, name)
                    for part, name in zip(line, names, strict=True)
                )
                found.append((one, other))
            else:
                self.refuse("not_a_pair", at)
        return tuple(found)
