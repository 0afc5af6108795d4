"""Single values on their way through a form: what was typed goes to the rules as it is.

Numbers become numbers where they are some; everything else stays what it was, cut to what
a field can hold, for the rules to refuse.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine.contract import Json

Posted = Mapping[str, Any]
Line = dict[str, Json]

MOST_LINES, MOST_CONDITIONS = 200, 10
"""More than the rules take, so that they say so; and no more than a page can show."""
LONGEST = 40


def number(text: str) -> Json:
    """Return a whole number, or what was typed, for the rules to refuse."""
    text = text.strip()
    digits = text.removeprefix("-")
    return (
        int(text) if digits.isascii() and digits.isdigit() and len(digits) < 7 else text[:LONGEST]
    )


def amount_of(text: str) -> Json:
    """Return an amount; an empty field is none."""
    return number(text) if text.strip() else 0


def filled(**parts: Json) -> dict[str, Json]:
    """Leave out what is empty."""
    return {key: part for key, part in parts.items() if part not in (None, "", [], {})}


def fields_in(value: Json) -> dict[str, Json]:
    """Return an object's fields; none of what is no object."""
    return value if isinstance(value, dict) else {}


def list_in(value: Json) -> list[Json]:
    """Return a list's entries, as many as a form holds; none of what is no list."""
    return value[:MOST_LINES] if isinstance(value, list) else []


def plain(value: Json) -> Json:
    """Return what a field of the form can hold, for the rules to judge."""
    return value if value is None or type(value) in (int, str) else str(value)[:LONGEST]


def plain_all(value: Json) -> tuple[Json, ...]:
    """Return a list's entries as fields can hold them."""
    return tuple(plain(part) for part in list_in(value))


def place_in(text: str) -> int:
    """Return a place in a list; a negative one would count from the end."""
    place = int(text)
    if place < 0:
        raise IndexError(place)
    return place


def swap(values: list[Any], here: int, there: int) -> None:
    """Exchange two entries of a list, which must have both."""
    if not (0 <= here < len(values) and 0 <= there < len(values)):
        raise IndexError(there)
    values[here], values[there] = values[there], values[here]
