"""Sets of small numbers as bit masks."""

from __future__ import annotations


def bits(mask: int) -> list[int]:
    """Return the numbers of the bits of a mask, in ascending order.

    >>> bits(0b1101)
    [0, 2, 3]
    """
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
