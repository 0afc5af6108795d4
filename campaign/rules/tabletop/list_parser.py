"""Read a pasted army list, as list-building programs print them; the player confirms it.

One line for each unit, dashes, bullets or indented lines below it for its upgrades, perhaps
headers before and a total after::

    parsed = parse_list("Iron Host\\n20 Spearmen 120 pts\\n- Banner [15]\\nTotal: 135")
    parsed.units, parsed.stated, parsed.counted     # (Unit("Spearmen", 20, 120...),), 135, 135

It never raises and drops nothing: a line that it does not understand is in ``unread``. What
marks legends and magic items is guesswork, to be corrected by whoever pasted the list.
Source: campaign.md 5.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from campaign.rules.problems import problem
from campaign.rules.rosters import Roster, Unit
from campaign.rules.ruleset import RACES
from campaign.rules.tabletop.data import LIMITS, PASTED
from campaign.rules.tabletop.list_lines import (
    plain,
    read_extras,
    read_total,
    read_unit,
    take_points,
    wants_size,
    words,
)
from games.engine.contract import Problem

_BULLET = re.compile(r"^(?:[-–—•*·◦▪‣+>]+)[ ]?")
_TITLE = re.compile(
    r"^(army|army name|list|list name|name|race|faction|force|ally|allies|allied army)"
    r"[ ]?[:=][ ]?(?=\S)",
    re.IGNORECASE,
)
_PARTS = {
    "race": "race",
    "faction": "race",
    "force": "race",
    "ally": "ally",
    "allies": "ally",
    "allied army": "ally",
}
ENOUGH_OTHERS = 3
_RACES = {race.casefold(): race for race in RACES}


@dataclass(frozen=True, slots=True)
class Unread:
    """A line that was not understood, by its number from 1."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class ParsedList:
    """What was understood of a pasted list. ``warnings`` refuse nothing.

    ``stated`` is the total that the text gives, ``counted`` what its lines add up to.
    """

    name: str
    race: str
    ally: str
    units: tuple[Unit, ...]
    stated: int | None
    counted: int
    unread: tuple[Unread, ...]
    warnings: tuple[Problem, ...]

    def roster(self, kingdom: int, army: int) -> Roster:
        """Return the list as an army's, for ``list_json`` and a form to correct it."""
        return Roster(kingdom, army, self.units, self.ally)


@dataclass(slots=True)
class _Draft:
    """What has been read so far. A unit's ``style`` is its indent and whether it has a bullet."""

    name: str = ""
    race: str = ""
    ally: str = ""
    allied: bool = False
    units: list[Unit] = field(default_factory=list)
    sized: list[bool] = field(default_factory=list)
    at: list[Unread] = field(default_factory=list)
    style: tuple[int, bool] | None = None
    stated: int | None = None
    total: Unread | None = None
    unread: list[Unread] = field(default_factory=list)


def parse_list(text: str) -> ParsedList:
    """Return what a pasted list says, as far as it is understood."""
    lines = text[: PASTED.letters].splitlines()
    cut = len(text) > PASTED.letters or len(lines) > PASTED.lines
    lines = lines[: PASTED.lines]
    draft, margin = _Draft(), _margin(lines)
    for number, raw in enumerate(lines, start=1):
        line = plain(raw)
        if any(letter.isalnum() for letter in line):
            _read_line(draft, number, line, _indent(raw) - margin)
    warnings = [problem("list_cut", lines=len(lines))] if cut else []
    return _finish(draft, warnings)


def _indent(raw: str) -> int:
    wide = raw.expandtabs(4)
    return len(wide) - len(wide.lstrip())


def _margin(lines: list[str]) -> int:
    return min((_indent(line) for line in lines if line.strip()), default=0)


def _read_line(draft: _Draft, number: int, line: str, indent: int) -> None:
    text = _BULLET.sub("", line)
    bullet = text != line
    if len(line) > PASTED.line_letters or not text:
        understood = False
    elif _belongs_below(draft, indent, bullet):
        understood = _add_extras(draft, text)
    else:
        understood = (
            _add_title(draft, text)
            or _add_total(draft, number, text)
            or _add_unit(draft, number, text, (indent, bullet))
            or _add_header(draft, text)
        )
    if not understood:
        draft.unread.append(Unread(number, line))


def _belongs_below(draft: _Draft, indent: int, bullet: bool) -> bool:
    """Tell whether a line stands below a unit: further in, or with a bullet that units lack."""
    if draft.style is None:
        return False
    return indent > draft.style[0] or (bullet and not draft.style[1])


def _add_extras(draft: _Draft, text: str) -> bool:
    unit, found = draft.units[-1], read_extras(text)
    extras = (*unit.extras, *found)
    if not found or len(extras) > LIMITS.extras:
        return False
    draft.units[-1] = replace(unit, extras=extras)
    return True


def _add_title(draft: _Draft, text: str) -> bool:
    """Read a header that says what it is: "Army: ...", "Race: ...", "Allies: ..."."""
    match = _TITLE.match(text)
    if match is None:
        return False
    key, value = match.group(1).casefold(), text[match.end() :]
    points, rest = take_points(value)
    if points is not None and words(rest):
        value = rest
    value = value.strip(" -–—:,")[: LIMITS.name].strip()
    part = _PARTS.get(key, "name")
    if not words(value) or getattr(draft, part):
        return False
    setattr(draft, part, value)
    draft.stated = points if draft.stated is None else draft.stated
    draft.allied = draft.allied or part == "ally"
    return True


def _add_total(draft: _Draft, number: int, text: str) -> bool:
    """Read a total; the last one counts, and an earlier other one was of a part, not understood."""
    total = read_total(text)
    if total is None:
        return False
    if draft.total is not None and draft.stated != total:
        draft.unread.append(draft.total)
    draft.stated, draft.total = total, Unread(number, text)
    return True


def _add_unit(draft: _Draft, number: int, text: str, style: tuple[int, bool]) -> bool:
    found = read_unit(text)
    if found is None or len(draft.units) >= LIMITS.units:
        return False
    unit = replace(found.unit, ally=True) if draft.allied else found.unit
    draft.units.append(unit)
    draft.sized.append(found.sized)
    draft.at.append(Unread(number, text))
    draft.style = draft.style or style
    return True


def _add_header(draft: _Draft, text: str) -> bool:
    """Take a line without points before the first unit for the army's race or name."""
    if draft.units or take_points(text)[0] is not None:
        return False
    known = _RACES.get(text.strip(" :").casefold())
    if known and not draft.race:
        draft.race = known
    elif not draft.name:
        draft.name = text[: LIMITS.name].strip()
    elif not draft.race:
        draft.race = text[: LIMITS.name].strip()
    else:
        return False
    return True


def _finish(draft: _Draft, warnings: list[Problem]) -> ParsedList:
    _take_headline(draft)
    for unit, sized, at in zip(draft.units, draft.sized, draft.at, strict=True):
        if not sized and wants_size(unit):
            warnings.append(problem("size_assumed", line=at.line))
    if _parts_extras(draft):
        warnings.append(problem("extras_included"))
    counted = sum(unit.cost for unit in draft.units)
    if draft.stated is not None and draft.stated != counted:
        warnings.append(problem("total_differs", stated=draft.stated, counted=counted))
    return ParsedList(
        draft.name,
        draft.race,
        draft.ally,
        tuple(draft.units),
        draft.stated,
        counted,
        tuple(sorted(draft.unread, key=lambda unread: unread.line)),
        tuple(warnings),
    )


def _take_headline(draft: _Draft) -> None:
    """Take the first line for the army's name where the total shows that it is no unit.

    Its points are those of all others then, or more than the total (a limit). Without a total
    it takes three others to make that no accident.
    """
    if len(draft.units) < 2 or draft.sized[0] or draft.units[0].extras:
        return
    first, rest = draft.units[0], draft.units[1:]
    sums = (sum(unit.points for unit in rest), sum(unit.cost for unit in rest))
    alone = draft.stated is None and first.points in sums and len(rest) >= ENOUGH_OTHERS
    if alone or draft.stated in sums:
        if draft.name:
            draft.unread.append(draft.at[0])
        draft.name = draft.name or first.name
        draft.stated = first.points if draft.stated is None else draft.stated
        del draft.units[0], draft.sized[0], draft.at[0]


def _parts_extras(draft: _Draft) -> bool:
    """Part units from their upgrades where the total shows that their points hold both."""
    units = draft.units
    bare, whole = sum(unit.points for unit in units), sum(unit.cost for unit in units)
    fits = all(unit.cost <= 2 * unit.points for unit in units)
    if draft.stated != bare or bare == whole or not fits:
        return False
    draft.units = [replace(u, points=2 * u.points - u.cost) for u in units]
    return True
