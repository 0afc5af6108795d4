"""Settle what only the whole of a pasted army list shows.

Which lines are models and which extras, which priced lines are headings, and whether the
first one is a title; whether points hold the extras already. Source: campaign.md 5.
"""

from __future__ import annotations

from dataclasses import replace

from campaign.rules.rosters import Unit
from campaign.rules.tabletop.list_body import read_body
from campaign.rules.tabletop.list_draft import Draft, Entry
from campaign.rules.tabletop.list_frame import is_section

ENOUGH_OTHERS = 3
ENOUGH_UNITS = 2


def settle(draft: Draft) -> None:
    """Leave only units among the entries, with their sizes and extras."""
    for entry in draft.entries:
        _take_body(draft, entry)
    _take_sections(draft)
    _take_headline(draft)


def part_extras(units: list[Unit], stated: int | None) -> tuple[list[Unit], bool]:
    """Part units from their upgrades where the total shows that their points hold both."""
    bare, whole = _sums(units)
    fits = all(unit.cost <= 2 * unit.points for unit in units)
    if stated != bare or bare == whole or not fits:
        return units, False
    return [replace(unit, points=2 * unit.points - unit.cost) for unit in units], True


def _sums(units: list[Unit]) -> tuple[int, int]:
    """Return what units come to without and with their extras."""
    return sum(unit.points for unit in units), sum(unit.cost for unit in units)


def _take_body(draft: Draft, entry: Entry) -> None:
    """Give a unit the models and extras that stand after its colon and below it."""
    size = entry.unit.size if entry.sized else None
    body = read_body(entry.unit.name, size, entry.tail, entry.below)
    entry.unit = replace(entry.unit, size=body.size or entry.unit.size, extras=body.extras)
    entry.doubtful = body.doubtful and body.size is None
    entry.sized = entry.sized or body.size is not None
    draft.aside += body.models
    draft.unread += body.unread


def _take_sections(draft: Draft) -> None:
    """Take "Characters [85 pts]" for a heading where the units up to the next come to that.

    Two or more such lines with units below each are headings, whatever they come to.
    """
    below: list[list[Unit]] = []
    units: list[Unit] = []
    for entry in reversed(draft.entries):
        below.append(units)
        units = [] if _sounds_like_heading(entry) else [entry.unit, *units]
    pairs = zip(draft.entries, reversed(below), strict=True)
    found = [(entry, units) for entry, units in pairs if units and _sounds_like_heading(entry)]
    for entry, units in found:
        if len(found) > 1 or entry.unit.points in _sums(units):
            draft.framed = draft.framed or entry is draft.entries[1]
            draft.entries = [other for other in draft.entries if other is not entry]
            draft.aside.append(entry.at)


def _sounds_like_heading(entry: Entry) -> bool:
    return entry.bare and not entry.sized and is_section(entry.text)


def _take_headline(draft: Draft) -> None:
    """Take the first line for the army's name where it is no unit, with the lines up to a heading.

    Where no headline is found, those lines are not understood.
    """
    if not draft.entries or not draft.entries[0].bare or not _is_headline(draft):
        draft.unread += draft.loose
        return
    first = draft.entries.pop(0)
    if draft.name:
        draft.unread.append(first.at)
    draft.name = draft.name or first.title
    draft.stated = first.unit.points if draft.stated is None else draft.stated
    for line in draft.loose:
        if not draft.take_name(line.text):
            draft.aside.append(line)


def _is_headline(draft: Draft) -> bool:
    """Tell whether the total, or a heading that follows, shows that the first line is no unit.

    Its points are those of all others then, or more than the total (a limit). Without a total
    or heading it takes three others to make that no accident, or two that are surely units.
    """
    first, *rest = (entry.unit for entry in draft.entries)
    sums = _sums(rest)
    if rest and draft.stated is not None and draft.stated in sums:
        return True
    if draft.framed and draft.stated not in _sums([first, *rest]):
        return first.points > max((unit.points for unit in rest), default=0) and (
            2 * first.points >= sums[0]
        )
    surely = not any(entry.bare for entry in draft.entries[1:])
    enough = ENOUGH_UNITS if surely else ENOUGH_OTHERS
    return draft.stated is None and first.points in sums and len(rest) >= enough
