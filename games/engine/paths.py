"""Paths into JSON values, and what a scenario may expect to find there.

A path is written like ``armies[kingdom=0,number=2].points``:

* ``name`` enters a table, ``3`` (also ``[3]``, or ``-1``) a list;
* ``[key=value,...]`` picks the one element that has all of these values;
* ``{key=value,...}`` picks all such elements; what follows is looked up in each.

``docs/scenarios.md`` documents paths and operators for the people who write cases.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from games.engine.contract import Json

_PART = re.compile(r"\.?(?:\[(?P<one>[^\[\]]*)\]|\{(?P<all>[^{}]*)\}|(?P<name>[^.\[\]{}]+))")
_TEST = re.compile(r'\s*([^=,"]+?)\s*=\s*("(?:[^"\\]|\\.)*"|[^,"]*?)\s*(?:,|$)')


class PathError(ValueError):
    """A path is not well formed, or leads nowhere in this value."""


class _Absent:
    """Stands for a value that a path does not lead to."""

    def __repr__(self) -> str:
        return "nothing there"


ABSENT = _Absent()


@dataclass(frozen=True, slots=True)
class Difference:
    """One expectation that was not met: where, what was expected, what was found."""

    path: str
    expected: object
    got: object

    def __str__(self) -> str:
        return f"{self.path}: expected {show(self.expected)}, got {show(self.got)}"


def show(value: object) -> str:
    """Write a value on one line, shortened when it is long."""
    text = repr(value) if value is ABSENT else json.dumps(value, sort_keys=True, default=repr)
    return text if len(text) <= 400 else text[:400] + "..."


@dataclass(frozen=True, slots=True)
class _Part:
    """One piece of a path: a name or index, or tests that pick one element or all."""

    name: str = ""
    tests: tuple[tuple[str, Json], ...] = ()
    picks: str = ""


def parse(path: str) -> tuple[_Part, ...]:
    """Take a path apart; raise ``PathError`` when it is not well formed."""
    parts: list[_Part] = []
    position = 0
    while position < len(path):
        match = _PART.match(path, position)
        if match is None:
            raise PathError(f"cannot read the path {path!r} at {path[position:]!r}")
        parts.append(_part(match))
        position = match.end()
    return tuple(parts)


def _part(match: re.Match[str]) -> _Part:
    if match["name"] is not None:
        return _Part(name=match["name"])
    if match["all"] is not None:
        return _Part(tests=_tests(match["all"]), picks="all")
    if re.fullmatch(r"-?\d+", match["one"]):
        return _Part(name=match["one"])
    return _Part(tests=_tests(match["one"]), picks="one")


def _tests(text: str) -> tuple[tuple[str, Json], ...]:
    tests = []
    position = 0
    while position < len(text):
        match = _TEST.match(text, position)
        if match is None:
            raise PathError(f"cannot read the selector {text!r}; write key=value, key=value")
        tests.append((match[1], _value(match[2])))
        position = match.end()
    return tuple(tests)


def _value(text: str) -> Json:
    try:
        return json.loads(text)
    except ValueError:
        return text


def find(value: Json, path: str) -> Json:
    """Return what ``path`` leads to in ``value``, or ``ABSENT``.

    Raise ``PathError`` when ``[...]`` fits several elements.
    """
    return _follow(value, parse(path), path)


def _follow(value: Json, parts: tuple[_Part, ...], path: str) -> Json:
    for index, part in enumerate(parts):
        if part.picks == "all":
            rest = parts[index + 1 :]
            return [_follow(one, rest, path) for one in _picked(value, part)]
        value = _enter(value, part, path)
        if value is ABSENT:
            return ABSENT
    return value


def _enter(value: Json, part: _Part, path: str) -> Json:
    if part.picks == "one":
        found = _picked(value, part)
        if len(found) > 1:
            raise PathError(f"{path}: the selector fits {len(found)} elements; use {{}} for all")
        return found[0] if found else ABSENT
    if isinstance(value, Mapping):
        return value.get(part.name, ABSENT)
    if isinstance(value, list) and re.fullmatch(r"-?\d+", part.name):
        index = int(part.name)
        return value[index] if -len(value) <= index < len(value) else ABSENT
    return ABSENT


def _picked(value: Json, part: _Part) -> list[Json]:
    elements = value if isinstance(value, list) else []
    return [one for one in elements if all(same(find(one, key), v) for key, v in part.tests)]


def same(one: Json, other: Json) -> bool:
    """Tell whether two JSON values are equal; ``true`` is not 1, and key order is nothing."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)


def differences(actual: Json, expected: Json, path: str = "") -> list[Difference]:
    """List every way in which ``actual`` is not what a case expects.

    A table of operators must hold as a whole; any other table holds paths with
    what is expected there, and says nothing about the rest. A list must fit
    element by element.
    """
    if isinstance(expected, Mapping) and expected:
        if set(expected) <= set(_OPERATORS):
            return [d for name in expected for d in _apply(name, actual, expected[name], path)]
        return [d for key in expected for d in _inside(actual, key, expected[key], path)]
    if isinstance(expected, list) and isinstance(actual, list) and len(expected) == len(actual):
        pairs = zip(actual, expected, strict=True)
        return [d for i, (a, e) in enumerate(pairs) for d in differences(a, e, f"{path}[{i}]")]
    return [] if same(actual, expected) else [Difference(path, expected, actual)]


def _inside(actual: Json, key: str, expected: Json, path: str) -> list[Difference]:
    where = f"{path}.{key}" if path and key[:1] not in "[{" else path + key
    try:
        return differences(find(actual, key), expected, where)
    except PathError as error:
        return [Difference(where, expected, str(error))]


def fits(actual: Json, expected: Json) -> bool:
    """Tell whether ``actual`` is what is expected."""
    return not differences(actual, expected)


def _fits_in_any_order(actual: Json, expected: Json) -> bool:
    if not isinstance(actual, list) or len(actual) != len(expected):
        return False
    left = list(actual)
    for wanted in expected:
        found = next((i for i, one in enumerate(left) if fits(one, wanted)), None)
        if found is None:
            return False
        del left[found]
    return True


def _distinct(actual: Json, expected: Json) -> bool:
    return isinstance(actual, list) and (
        all(any(fits(one, wanted) for wanted in expected) for one in actual)
        and all(any(fits(one, wanted) for one in actual) for wanted in expected)
    )


def _holds(actual: Json, wanted: Json) -> bool:
    if isinstance(actual, str):
        return isinstance(wanted, str) and wanted in actual
    if isinstance(actual, Mapping):
        return wanted in actual
    return isinstance(actual, list) and any(fits(one, wanted) for one in actual)


def _size(actual: Json) -> int:
    return len(actual) if isinstance(actual, list | Mapping | str) else -1


def _number(actual: Json) -> bool:
    return isinstance(actual, int | float) and not isinstance(actual, bool)


_OPERATORS: dict[str, Callable[[Json, Json], bool]] = {
    "exactly": same,
    "not": lambda actual, wanted: actual is not ABSENT and not fits(actual, wanted),
    "absent": lambda actual, wanted: (actual is ABSENT) is wanted,
    "count": lambda actual, wanted: _size(actual) == wanted,
    "set": _fits_in_any_order,
    "distinct": _distinct,
    "has": lambda actual, wanted: all(_holds(actual, one) for one in wanted),
    "lacks": lambda actual, wanted: (
        actual is not ABSENT and not any(_holds(actual, one) for one in wanted)
    ),
    "one_of": lambda actual, wanted: any(fits(actual, one) for one in wanted),
    "at_least": lambda actual, wanted: _number(actual) and actual >= wanted,
    "at_most": lambda actual, wanted: _number(actual) and actual <= wanted,
}

_OPERANDS: dict[str, type | tuple[type, ...]] = {
    "absent": bool,
    "count": int,
    "set": list,
    "distinct": list,
    "has": list,
    "lacks": list,
    "one_of": list,
    "at_least": (int, float),
    "at_most": (int, float),
}


def _apply(name: str, actual: Json, wanted: Json, path: str) -> list[Difference]:
    return [] if _OPERATORS[name](actual, wanted) else [Difference(path, {name: wanted}, actual)]


def misuse(expected: Json) -> str:
    """Say what is wrong with an expectation as it is written; empty when nothing is."""
    if isinstance(expected, list):
        return next(filter(None, map(misuse, expected)), "")
    if not isinstance(expected, Mapping):
        return ""
    if not expected:
        return "an empty table expects nothing; write {exactly = {}}"
    if set(expected) <= set(_OPERATORS):
        for name, wanted in expected.items():
            if not isinstance(wanted, _OPERANDS.get(name, object)):
                return f"{name} does not take {show(wanted)}"
        return ""
    try:
        for key in expected:
            parse(key)
    except PathError as error:
        return str(error)
    return next(filter(None, map(misuse, expected.values())), "")
