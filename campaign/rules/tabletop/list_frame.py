"""What stands around the units of a pasted army list: headings, battle sizes, versions.

Such a line names no unit, whatever numbers it has::

    fenced("++ Characters [85 pts] ++")     # ("Characters [85 pts]", 2)
    is_section("Core Units [180 pts]")      # a heading by its words
    is_about("Data Version: v500")          # a line about the list or the program

The words are data (``tabletop.toml``). Source: campaign.md 5.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from campaign.rules.tabletop.data import PASTED
from campaign.rules.tabletop.list_lines import plain, take_points, words

_FENCES = "+=-*#~_"
_CLOSING = " +])"
_ADDRESSES = ("http://", "https://", "www.")
TITLE_FENCE = 3
_HASHES = re.compile(r"^#{1,6} ")
_BOLD = re.compile(r"[*]{2}(?=[^\s*])([^*]+)[*]{2}")


@dataclass(frozen=True, slots=True)
class Line:
    """A pasted line by its number from 1, or the part of it that is meant."""

    line: int
    text: str


def fenced(line: str) -> tuple[str, int]:
    """Return what stands between plus signs, and how many signs open it; 0 without such a fence.

    A single plus may end a line by itself ("save 5+"): only one set apart closes a fence.
    """
    inner = line.strip("+ ")
    if len(line) < 3 or not words(inner) or line[0] != "+" or line[-1] != "+":
        return line, 0
    if line[-2] not in _CLOSING:
        return line, 0
    return inner, len(line) - len(line.lstrip("+"))


def unstyled(line: str) -> tuple[str, bool]:
    """Return a line without marks of style ("## **Heroes**"), and whether they make a heading."""
    bare = _HASHES.sub("", line)
    return plain(_BOLD.sub(r"\1", bare)), bare != line


def unmarked(line: str) -> str:
    """Return a line without the same signs around it ("== Heroes ==") or a colon after it."""
    sign = line[:1]
    if sign in _FENCES and line[-1:] == sign:
        line = line.strip(sign)
    return line.strip(" :")


def is_section(text: str) -> bool:
    """Tell whether a line is a heading by its words, perhaps with points of its own."""
    return _spoken(take_points(text)[1]) in PASTED.sections


def is_battle_size(text: str) -> bool:
    """Tell whether a line names the size of the battle that a list was written for."""
    points, rest = take_points(text)
    return (points or 0) >= PASTED.battle_least and _spoken(rest) in PASTED.battle_sizes


def is_about(text: str) -> bool:
    """Tell whether a line is about the list or the program that wrote it ("Data Version: 5")."""
    key, colon, _ = text.partition(":")
    if colon and _spoken(key) in PASTED.about:
        return True
    spoken = f"{_spoken(text)} "
    if any(spoken.startswith(f"{footer} ") for footer in PASTED.footers):
        return True
    return text.casefold().lstrip("[(<").startswith(_ADDRESSES)


def _spoken(text: str) -> str:
    return plain(" ".join(words(text)))
