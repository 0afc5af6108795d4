"""An army list on its way through an HTML form: typed or pasted, edited, and written as JSON.

Like a sheet's, the form carries all that was typed, so that no press of a button loses
anything and no script is needed::

    form = pasted("20 Spearmen 120 pts")[0]
    edited(form, "add")[0].units            # one more row, empty
    document_of(form)                       # {"units": [{"name": "Spearmen", ...}]}

Nothing is judged here. Lines of a pasted text that were not understood stay in ``unread``
until somebody makes units of them or drops them. Source: campaign.md 5.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from campaign.rules.rosters import Unit
from campaign.rules.tabletop.data import LIMITS, PASTED
from campaign.rules.tabletop.list_parser import parse_list
from games.engine.contract import Json, Problem
from games.hosting.pages import whole

Posted = Mapping[str, Any]
LONGEST = 2 * LIMITS.name


@dataclass(frozen=True, slots=True)
class ExtraRow:
    """An upgrade, spell or magic item as typed."""

    name: str = ""
    points: str = ""
    magic: bool = False


@dataclass(frozen=True, slots=True)
class UnitRow:
    """A unit as typed."""

    name: str = ""
    size: str = ""
    points: str = ""
    strength: str = ""
    legend: bool = False
    extras: tuple[ExtraRow, ...] = ()

    @property
    def is_blank(self) -> bool:
        """Whether nothing was typed."""
        return not any((self.name, self.size, self.points, self.extras))

    @property
    def cost(self) -> int:
        """The points of the unit with its extras, as far as they are numbers."""
        return sum(whole(text) or 0 for text in (self.points, *(e.points for e in self.extras)))


@dataclass(frozen=True, slots=True)
class RosterForm:
    """A list being written. ``ally`` is the race of an allied army, ``text`` what was pasted.

    ``stated`` is the total that the pasted text gives; ``unread`` are its lines left over,
    ``aside`` those that named no unit, shown once after reading.
    """

    ally: str = ""
    units: tuple[UnitRow, ...] = ()
    text: str = ""
    stated: str = ""
    unread: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()

    @property
    def cost(self) -> int:
        """What all lines come to."""
        return sum(unit.cost for unit in self.units)

    @property
    def is_off(self) -> bool:
        """Whether the pasted text states another total than its lines come to."""
        return bool(self.stated) and whole(self.stated) != self.cost


BLANK = RosterForm(units=(UnitRow(),))


# From and to lists


def form_of(document: Json) -> RosterForm:
    """Return the form of a list that was kept."""
    units = tuple(_row(unit) for unit in document["units"])
    return RosterForm(document.get("ally", ""), units)


def _row(unit: dict[str, Any]) -> UnitRow:
    extras = tuple(ExtraRow(name, str(points), magic) for name, points, magic in unit["extras"])
    size, points, strength = (str(unit[name]) for name in ("size", "points", "strength"))
    return UnitRow(unit["name"], size, points, strength, unit["legend"], extras)


def pasted(text: str) -> tuple[RosterForm, tuple[Problem, ...]]:
    """Return what is understood of a pasted list, and what is doubtful about it."""
    parsed = parse_list(text)
    form = RosterForm(
        ally=parsed.ally,
        units=tuple(_typed(unit) for unit in parsed.units) or BLANK.units,
        text=text[: PASTED.letters],
        stated="" if parsed.stated is None else str(parsed.stated),
        unread=tuple(unread.text[:LONGEST] for unread in parsed.unread),
        aside=tuple(aside.text[:LONGEST] for aside in parsed.aside),
    )
    return form, tuple(each for each in parsed.warnings if each.code != "total_differs")


def _typed(unit: Unit) -> UnitRow:
    extras = tuple(ExtraRow(e.name, str(e.points), e.magic) for e in unit.extras)
    size, points, strength = str(unit.size), str(unit.points), str(unit.strength)
    return UnitRow(unit.name, size, points, strength, unit.legend, extras)


def without_blanks(form: RosterForm) -> RosterForm:
    """Return a form without the rows in which nothing was typed."""
    units = tuple(
        replace(unit, extras=tuple(e for e in unit.extras if e.name or e.points))
        for unit in form.units
        if not unit.is_blank
    )
    return replace(form, units=units)


def document_of(form: RosterForm) -> dict[str, Json]:
    """Return the list that a form holds, for the rules to judge.

    A size left empty is 1, a strength left empty the usual one; an allied army is wholly allied.
    """
    ally = form.ally.strip()
    units = [_unit_json(unit, bool(ally)) for unit in form.units]
    return {**({"ally": ally} if ally else {}), "units": units}


def _unit_json(unit: UnitRow, ally: bool) -> Json:
    return {
        "name": unit.name,
        "size": _number(unit.size or "1"),
        "points": _number(unit.points),
        "strength": _number(unit.strength or "1"),
        "legend": unit.legend,
        "ally": ally,
        "extras": [[e.name, _number(e.points or "0"), e.magic] for e in unit.extras],
    }


def _number(text: str) -> Json:
    number = whole(text)
    return text if number is None else number


# From a form


def read_form(posted: Posted) -> RosterForm:
    """Read what the page's fields hold."""
    return RosterForm(
        ally=_text(posted, "ally"),
        units=tuple(_read_unit(posted, i) for i in _count(posted, "units", LIMITS.units)),
        text=str(posted.get("text", ""))[: PASTED.letters],
        stated=_text(posted, "stated")[:6],
        unread=tuple(_text(posted, f"unread.{i}") for i in _count(posted, "unread", PASTED.lines)),
    )


def _count(posted: Posted, name: str, most: int) -> range:
    """Return the places of the rows of a name: as many as the form says, within reason."""
    return range(min(whole(posted.get(f"{name}.count")) or 0, most))


def _text(posted: Posted, name: str) -> str:
    return str(posted.get(name, "")).strip()[:LONGEST]


def _read_unit(posted: Posted, place: int) -> UnitRow:
    at = f"units.{place}"
    name, size, points, strength = (
        _text(posted, f"{at}.{field}") for field in ("name", "size", "points", "strength")
    )
    extras = tuple(
        ExtraRow(
            _text(posted, f"{at}.extras.{i}.name"),
            _text(posted, f"{at}.extras.{i}.points"),
            f"{at}.extras.{i}.magic" in posted,
        )
        for i in _count(posted, f"{at}.extras", LIMITS.extras)
    )
    return UnitRow(name, size, points, strength, f"{at}.legend" in posted, extras)


# Editing


def edited(form: RosterForm, operation: str) -> tuple[RosterForm, str]:
    """Carry out one button; return the form and the row to look at.

    Operations are ``add``, ``remove:UNIT``, ``extra:UNIT``, ``unextra:UNIT:EXTRA``,
    ``unit:LINE`` (make a unit of a line that was not understood), ``skip:LINE`` and
    ``clear``. One that makes no sense changes nothing.

    >>> edited(RosterForm(unread=("Ghost ship",)), "unit:0")[0].units[0].name
    'Ghost ship'
    """
    name, *arguments = operation.split(":")
    places = [place for place in map(whole, arguments) if place is not None]
    try:
        return OPERATIONS[name](form, *places)
    except (KeyError, TypeError, IndexError):
        return form, ""


def _add(form: RosterForm, unit: UnitRow | None = None) -> tuple[RosterForm, str]:
    units = (*form.units, unit or UnitRow())[: LIMITS.units]
    return replace(form, units=units), f"units.{len(units) - 1}"


def _remove(form: RosterForm, place: int) -> tuple[RosterForm, str]:
    return replace(form, units=_without(form.units, place)), "units"


def _extra(form: RosterForm, place: int) -> tuple[RosterForm, str]:
    unit = form.units[place]
    extras = (*unit.extras, ExtraRow())[: LIMITS.extras]
    return _with(form, place, extras), f"units.{place}.extras.{len(extras) - 1}"


def _unextra(form: RosterForm, place: int, extra: int) -> tuple[RosterForm, str]:
    return _with(form, place, _without(form.units[place].extras, extra)), f"units.{place}"


def _make_unit(form: RosterForm, line: int) -> tuple[RosterForm, str]:
    unit = UnitRow(form.unread[line][: LIMITS.name])
    rows = tuple(row for row in form.units if not row.is_blank)
    return _add(replace(form, units=rows, unread=_without(form.unread, line)), unit)


def _skip(form: RosterForm, line: int) -> tuple[RosterForm, str]:
    return replace(form, unread=_without(form.unread, line)), "unread"


def _clear(form: RosterForm) -> tuple[RosterForm, str]:
    return replace(BLANK, text=form.text), ""


def _with(form: RosterForm, place: int, extras: tuple[ExtraRow, ...]) -> RosterForm:
    units = list(form.units)
    units[place] = replace(units[place], extras=extras)
    return replace(form, units=tuple(units))


def _without(rows: tuple[Any, ...], place: int) -> tuple[Any, ...]:
    left = list(rows)
    del left[place]
    return tuple(left)


OPERATIONS: dict[str, Any] = {
    "add": _add,
    "remove": _remove,
    "extra": _extra,
    "unextra": _unextra,
    "unit": _make_unit,
    "skip": _skip,
    "clear": _clear,
}
