"""Read a pasted army list, as list-building programs print them; the player confirms it.

One line for each unit, with its upgrades after a colon or on lines of dashes, bullets or
indents below it, perhaps headers before, headings between and a total after::

    parsed = parse_list("Iron Host\\n20 Spearmen 120 pts\\n- Banner [15]\\nTotal: 135")
    parsed.units, parsed.stated, parsed.counted     # (Unit("Spearmen", 20, 120...),), 135, 135

It never raises and drops nothing: a line that it does not understand is in ``unread``, one
that names no unit (a heading, a version) in ``aside``. What marks legends and magic items is
guesswork, to be corrected by whoever pasted the list. ``list_lines`` reads one line,
``list_frame`` what stands around units, ``list_body`` what stands below them, and
``list_settle`` decides what only the whole text shows.
Source: campaign.md 5.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from campaign.rules.problems import problem
from campaign.rules.rosters import Roster, Unit
from campaign.rules.tabletop.data import LIMITS, PASTED
from campaign.rules.tabletop.list_body import Below
from campaign.rules.tabletop.list_draft import Draft, Entry
from campaign.rules.tabletop.list_frame import (
    TITLE_FENCE,
    Line,
    fenced,
    is_about,
    is_battle_size,
    is_section,
    unmarked,
    unstyled,
)
from campaign.rules.tabletop.list_lines import (
    is_keyed,
    part_tail,
    plain,
    read_share,
    read_total,
    read_unit,
    take_points,
    wants_size,
    without_costs,
    words,
)
from campaign.rules.tabletop.list_settle import part_extras, settle
from games.engine.contract import Problem

_BULLET = re.compile(r"^(?:[-–—•*·◦▪‣○●■+>]+[ ]?|(?:[.] )+)")
_PARTS = {
    key: part
    for part, keys in (("name", PASTED.name), ("race", PASTED.race), ("ally", PASTED.ally))
    for key in keys
}
_TITLE = re.compile(rf"^({'|'.join(_PARTS)})[ ]?[:=][ ]?(?=\S)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ParsedList:
    """What was understood of a pasted list. ``warnings`` refuse nothing.

    ``stated`` is the total that the text gives, ``counted`` what its lines add up to. Lines
    ``aside`` are headings, versions and the like, and models counted into a unit's size.
    """

    name: str
    race: str
    ally: str
    units: tuple[Unit, ...]
    stated: int | None
    counted: int
    aside: tuple[Line, ...]
    unread: tuple[Line, ...]
    warnings: tuple[Problem, ...]

    def roster(self, kingdom: int, army: int) -> Roster:
        """Return the list as an army's, for ``list_json`` and a form to correct it."""
        return Roster(kingdom, army, self.units, self.ally)


def parse_list(text: str) -> ParsedList:
    """Return what a pasted list says, as far as it is understood."""
    lines = text[: PASTED.letters].splitlines()
    cut = len(text) > PASTED.letters or len(lines) > PASTED.lines
    lines = lines[: PASTED.lines]
    draft, margin = Draft(), _margin(lines)
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


def _read_line(draft: Draft, number: int, line: str, indent: int) -> None:
    at = Line(number, line)
    line, hashed = unstyled(line)
    bullet = _BULLET.match(line)
    text = without_costs(line[bullet.end() :] if bullet else line)
    depth = indent + (bullet.group().count(".") if bullet else 0)
    if len(at.text) > PASTED.line_letters or not text:
        draft.unread.append(at)
    elif _add_fenced(draft, at, line, hashed):
        draft.lost = False
    elif not _belongs_below(draft, text, depth, bool(bullet)):
        understood = _add_line(draft, at, text, (depth, bool(bullet)))
        draft.unread += [] if understood else [at]
        draft.lost = not understood or bool(draft.early and draft.loose)
    elif draft.lost:
        draft.unread.append(at)
    else:
        draft.entries[-1].below.append(Below(at, depth, text))


def _add_line(draft: Draft, at: Line, text: str, style: tuple[int, bool]) -> bool:
    return (
        _add_title(draft, text)
        or _add_about(draft, at, text)
        or _add_total(draft, at, text)
        or _add_heading(draft, at, text)
        or _add_unit(draft, at, text, style)
        or _add_header(draft, at, text)
    )


def _belongs_below(draft: Draft, text: str, depth: int, bullet: bool) -> bool:
    """Tell whether a line stands below a unit: further in, or with a bullet that units lack.

    So does one that says that it is an upgrade ("Magic item: ...").
    """
    if draft.style is None:
        return False
    return depth > draft.style[0] or (bullet and not draft.style[1]) or is_keyed(text)


def _add_fenced(draft: Draft, at: Line, line: str, hashed: bool) -> bool:
    """Read a line between signs: a title ("+++ Host +++"), a total, a heading."""
    inner, signs = fenced(line)
    text = without_costs(inner if signs else unmarked(line))
    marked = hashed or unmarked(line) != line.strip(" :")
    title = signs >= TITLE_FENCE or (hashed and not is_section(text))
    if title and not draft.entries and not draft.name:
        return _take_title(draft, *take_points(text))
    if not signs and not (marked and _frames(text)):
        return False
    return _add_about(draft, at, text) or _add_total(draft, at, text) or _set_aside(draft, at)


def _take_title(draft: Draft, points: int | None, name: str) -> bool:
    if not words(name):
        return False
    draft.name = name.strip(" -–—:,")[: LIMITS.name].strip()
    draft.stated = points if draft.stated is None else draft.stated
    return True


def _frames(text: str) -> bool:
    total = "total" in words(text) and read_total(text) is not None
    return total or is_section(text)


def _set_aside(draft: Draft, at: Line) -> bool:
    draft.framed = draft.framed or draft.early
    draft.aside.append(at)
    return True


def _add_about(draft: Draft, at: Line, text: str) -> bool:
    if not is_about(text):
        return False
    draft.aside.append(at)
    return True


def _add_heading(draft: Draft, at: Line, text: str) -> bool:
    """Read a heading without points, or the size of the battle before the first unit."""
    size = is_battle_size(text) and (draft.early or not draft.entries)
    text = unmarked(text)
    if not size and (take_points(text)[0] is not None or not is_section(text)):
        return False
    return _set_aside(draft, at)


def _add_title(draft: Draft, text: str) -> bool:
    """Read a header that says what it is: "Army: ...", "Race: ...", "Allies: ..."."""
    match = _TITLE.match(text)
    share = None if draft.entries or draft.name else read_share(text)
    if match is None:
        return share is not None and _take_title(draft, *share)
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


def _add_total(draft: Draft, at: Line, text: str) -> bool:
    """Read a total; the last one counts, and an earlier other one was of a part, not understood."""
    total = read_total(text)
    if total is None:
        return False
    if draft.total is not None and draft.stated != total:
        draft.unread.append(draft.total)
    draft.stated, draft.total = total, at
    return True


def _add_unit(draft: Draft, at: Line, text: str, style: tuple[int, bool]) -> bool:
    head, tail = part_tail(text)
    found = read_unit(head)
    if found is None or len(draft.entries) >= LIMITS.units:
        return False
    unit = replace(found.unit, ally=True) if draft.allied else found.unit
    draft.entries.append(Entry(unit, found.sized, at, text, Line(at.line, tail)))
    draft.style = draft.style or style
    return True


def _add_header(draft: Draft, at: Line, text: str) -> bool:
    """Take a line without points before the first unit for the army's race or name."""
    if take_points(text)[0] is not None:
        return False
    if draft.early and not draft.framed:
        draft.loose.append(at)
        return True
    return not draft.entries and draft.take_name(text)


def _finish(draft: Draft, warnings: list[Problem]) -> ParsedList:
    settle(draft)
    for entry in draft.entries:
        if not entry.sized and (entry.doubtful or wants_size(entry.unit)):
            warnings.append(problem("size_assumed", line=entry.at.line))
    units, parted = part_extras([entry.unit for entry in draft.entries], draft.stated)
    if parted:
        warnings.append(problem("extras_included"))
    counted = sum(unit.cost for unit in units)
    if draft.stated is not None and draft.stated != counted:
        warnings.append(problem("total_differs", stated=draft.stated, counted=counted))
    return ParsedList(
        draft.name,
        draft.race,
        draft.ally,
        tuple(units),
        draft.stated,
        counted,
        _in_order(draft.aside),
        _in_order(draft.unread),
        tuple(warnings),
    )


def _in_order(lines: list[Line]) -> tuple[Line, ...]:
    return tuple(sorted(lines, key=lambda line: line.line))
