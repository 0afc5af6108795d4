"""Readers of values that come from a file: each returns the value or raises.

``TypeError`` or ``ValueError``, without a text: whoever reads a file says which entry it was.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def number(least: int, most: int = 10**6) -> Callable[[Any], int]:
    """Return a reader of whole numbers in a range; ``True`` is none."""

    def read(given: Any) -> int:
        if type(given) is not int or not least <= given <= most:
            raise ValueError
        return given

    return read


def truth(given: Any) -> bool:
    """Read a boolean."""
    if not isinstance(given, bool):
        raise TypeError
    return given
