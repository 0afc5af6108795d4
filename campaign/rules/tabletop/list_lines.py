"""What one line of a pasted army list says: its name, its points, its number of models.

Programs print these in any order and punctuation::

    read_unit("20 Spearmen 120 pts")        # Spearmen, 20 models, 120 points
    read_unit("Spearmen (20) - 120 points")
    read_unit("Spear Horde [240pts]")
    read_extra("Blade of Winter [15]")

Every pattern runs in time linear in the line, whatever was pasted. Source: campaign.md 5.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from campaign.rules.rosters import Extra, Unit
from campaign.rules.tabletop.data import LIMITS, PASTED
from games.engine.names import seen

_NUMBER = r"(?<![0-9])(?<![0-9][.,])([0-9]{1,3}(?:[.,][0-9]{3})(?![0-9])|[0-9]{1,5})"
_WORTH = re.compile(r"(?:[+][ ]?)?" + _NUMBER + r"[ ]?(?:points?|pts?|p)\b", re.IGNORECASE)
_SQUARE = re.compile(r"\[[ ]?[+]?" + _NUMBER + r"[ ]?\]")
_LAST = re.compile(r"(?<![x×*])" + _NUMBER + r"[ ]?[\])]?[.;,]?$", re.IGNORECASE)
_PART_OF = re.compile(_NUMBER + r"[ ]?(?:/|of|out of)[ ]?[0-9]", re.IGNORECASE)
_SHARE = re.compile(_NUMBER + r"[ ]?/[ ]?[0-9.,]{1,6}[ ]?(?:points?|pts?)?[\])]?$", re.IGNORECASE)
_STRENGTH = re.compile(r"\b(?:US|unit strength)[ ]?[:=]?[ ]?([0-9])\b", re.IGNORECASE)
_SIZES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\b([0-9]{1,3})[ ]?(?:models?|men|figures?|miniatures?|minis|strong)\b",
        r"^([0-9]{1,3})[ ]?[x×][ ]?(?=\S)",
        r"^([0-9]{1,3}) (?=\D)",
        r"(?<!\w)[x×][ ]?([0-9]{1,3})\b",
        r"[*]([0-9]{1,3})\b",
        r"[\[(][ ]?([0-9]{1,3})[ ,;]*[\])]",
        r"[ ,:]([0-9]{1,3})$",
    )
)
_LISTED = re.compile(r"^#?[0-9]{1,2}[.)] ")
_LEGEND = re.compile(r"[\[(][ ]?(?:l|legend|legendary|unique)[ ]?[\])]", re.IGNORECASE)
_ALLY = re.compile(r"[\[(][ ]?(?:ally|allied|allies)[ ]?[\])]", re.IGNORECASE)
_MAGIC = re.compile(r"[\[(][ ]?(?:m|magic|magic item|artefact|artifact)[ ]?[\])]", re.IGNORECASE)
_KEY = re.compile(
    r"^(?:(" + "|".join(PASTED.item_keys) + r")|" + "|".join(PASTED.keys) + r")[ ]?[:=][ ]?",
    re.IGNORECASE,
)
_COSTS = re.compile(
    r"(?<![\w.,])[0-9]{1,4}[ ]?(?:" + "|".join(PASTED.costs) + r")\b[ ]?,?[ ]?", re.IGNORECASE
)
_PLACE = re.compile(r"^[^\W\d_]{1,12}[0-9]{1,2}: (?=\S)")
_COLON = re.compile(r"(?:[\])]|points?|pts?)[ ]?: ", re.IGNORECASE)
_PARTS = re.compile(r"[;,](?![0-9])")
_ONE = re.compile(r"^1[ ]?[x×] ?(?=\S)", re.IGNORECASE)
_COLONS = 4
_HOLLOW = re.compile(r"[\[(][ ,;]*[\])]")
_WRAPPED = re.compile(r"^[\[(]([^\[\]()]+)[\])]$")
_EDGES = " -–—:;,.=|@/_*~'\"“”‘’"
_WORDS = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class UnitLine:
    """A unit as its line has it; ``sized`` tells whether a number of models was found."""

    unit: Unit
    sized: bool


def plain(text: str) -> str:
    """Return a line without what cannot be seen and with single blanks."""
    return seen(text)


def words(text: str) -> list[str]:
    """List the words of a line, in lower case."""
    return [word.casefold() for word in _WORDS.findall(text)]


def without_costs(text: str) -> str:
    """Return a line without what is counted beside points ("3 PL"), and its place ("Char1:")."""
    text, changes = _COSTS.subn(" ", _PLACE.sub("", text))
    return plain(_mended(text) if changes else text)


def part_tail(text: str) -> tuple[str, str]:
    """Part a unit with its points from the upgrades that stand after a colon on its line."""
    for _, match in zip(range(_COLONS), _COLON.finditer(text), strict=False):
        head, tail = text[: match.end()].rstrip(": "), text[match.end() :]
        points, name = take_points(head)
        if points is not None and words(name) and words(take_points(tail)[1]):
            return head, tail
    return text, ""


def split_parts(text: str) -> list[str]:
    """Part a line at its commas and semicolons, not at those within a number."""
    return [part for part in map(plain, _PARTS.split(text)) if words(part)]


def is_keyed(text: str) -> bool:
    """Tell whether a line says what kind of extra it names ("Magic item: ...")."""
    return _KEY.match(text) is not None


def read_total(text: str) -> int | None:
    """Return the points that a line states for the whole list, if it is such a line."""
    if not all(word in (*PASTED.total, "out") for word in words(text)):
        return None
    part = _PART_OF.search(text)
    found, _ = take_points(text)
    return _value(part.group(1)) if part else found


def read_share(text: str) -> tuple[int, str] | None:
    """Return the points of a title that gives its limit too ("Host 490/500 pts"), and its name."""
    part = _SHARE.search(text) if read_total(text) is None else None
    name = text[: part.start()].strip(_EDGES + "([") if part else ""
    return (_value(part.group(1)), name) if part and words(name) else None


def take_points(text: str) -> tuple[int | None, str]:
    """Return the points that a line names, and the line without them."""
    for pattern in (_WORTH, _SQUARE, _LAST):
        matches = list(pattern.finditer(text))
        if matches:
            last = matches[-1]
            rest = f"{text[: last.start()]} {text[last.end() :]}"
            return _value(last.group(1)), plain(_mended(rest))
    return None, text


def _value(digits: str) -> int:
    return int(digits.replace(",", "").replace(".", ""))


def _mended(text: str) -> str:
    """Drop brackets that hold nothing any more, or lost their other half."""
    text = _HOLLOW.sub(" ", text)
    for left, right in ("()", "[]"):
        if text.count(left) != text.count(right):
            text = text.replace(left, " ").replace(right, " ")
    return text


def _name(text: str) -> str:
    text = plain(_mended(text)).strip(_EDGES)
    wrapped = _WRAPPED.match(text)
    return (wrapped.group(1) if wrapped else text).strip(_EDGES)[: LIMITS.name].strip(_EDGES)


def _has_word(text: str, known: tuple[str, ...]) -> bool:
    spoken = f" {' '.join(words(text))} "
    return any(f" {word} " in spoken or f" {word}s " in spoken for word in known)


def _marked(pattern: re.Pattern[str], text: str) -> tuple[bool, str]:
    return bool(pattern.search(text)), pattern.sub(" ", text)


def read_unit(text: str) -> UnitLine | None:
    """Return the unit that a line names, ``None`` if it has no name or no fitting points."""
    points, rest = take_points(_LISTED.sub("", text))
    legend, rest = _marked(_LEGEND, rest)
    ally, rest = _marked(_ALLY, rest)
    strength, rest = _take(_STRENGTH, plain(rest))
    size, rest = _take_size(rest)
    name = _name(rest)
    if points is None or points > LIMITS.points or (size or 1) > LIMITS.size or not words(name):
        return None
    unit = Unit(
        name,
        max(size or 1, 1),
        points,
        strength=min(1 if strength is None else strength, LIMITS.strength),
        legend=legend or _has_word(name, PASTED.legend),
        ally=ally,
    )
    return UnitLine(unit, size is not None)


def _take(pattern: re.Pattern[str], text: str) -> tuple[int | None, str]:
    match = pattern.search(text)
    if match is None:
        return None, text
    return int(match.group(1)), plain(f"{text[: match.start()]} {text[match.end() :]}")


def _take_size(text: str) -> tuple[int | None, str]:
    text = text.strip(_EDGES)
    for pattern in _SIZES:
        size, rest = _take(pattern, text)
        if size is not None and words(rest):
            return size, rest
    return None, text


def read_extra(text: str) -> Extra | None:
    """Return the upgrade, spell or item that a line names; without points it costs none."""
    key = _KEY.match(text)
    points, rest = take_points(text[key.end() :] if key else text)
    marked, rest = _marked(_MAGIC, rest)
    name = _name(_ONE.sub("", rest.lstrip()))
    if not words(name) or (points or 0) > LIMITS.points:
        return None
    magic = marked or bool(key and key.group(1)) or _has_word(name, PASTED.magic)
    return Extra(name, points or 0, magic)


def read_extras(text: str) -> list[Extra]:
    """Return what a line of upgrades names: one, or several with commas and points each."""
    parts = [part for part in _PARTS.split(text) if part.strip()]
    if len(parts) > 1 and all(take_points(plain(part))[0] is not None for part in parts):
        found = [read_extra(plain(part)) for part in parts]
        if all(found):
            return [extra for extra in found if extra is not None]
    one = read_extra(text)
    return [] if one is None else [one]


def wants_size(unit: Unit) -> bool:
    """Tell whether a unit's name speaks of a body of models, so that their number matters."""
    return _has_word(unit.name, PASTED.body)
