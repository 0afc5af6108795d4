"""Army lists as sheets carry them, read into small frozen values and written back.

::

    {"ally": "Dwarfs", "units": [{"name": "Spearmen", "size": 20, "points": 110, "strength": 1,
     "legend": false, "ally": true, "extras": [["Banner", 15, false]]}]}

Left out may be ``ally``, ``strength`` (1), ``legend``, ``ally`` of a unit (no) and ``extras``.
This judges the shape alone; ``roster_review.py`` judges what the kingdom may have.
Source: campaign.md 5.
"""

from __future__ import annotations

from campaign.rules.reader import Reader
from campaign.rules.rosters import Extra, Roster, Unit, unit_json
from campaign.rules.tabletop.data import LIMITS
from games.engine.contract import Json
from games.engine.names import is_plain

LIST_FIELDS = ("ally", "units")
UNIT_FIELDS = ("name", "size", "points", "strength", "legend", "ally", "extras")


def read_list(reader: Reader, given: Json, where: str, kingdom: int, army: int) -> Roster:
    """Read one army's list; a list that stands beside other fields is handed over without them.

    Where the army has no number yet (a recruit's) ``army`` is 0.
    """
    fields = reader.fields(given, where, LIST_FIELDS)
    ally = ""
    if fields.get("ally") not in (None, ""):
        ally = _name(reader, fields["ally"], f"{where}.ally")
    at = f"{where}.units"
    lines = reader.lines(fields.get("units", []), at, LIMITS.units)
    units = tuple(_unit(reader, line, f"{at}.{i}") for i, line in enumerate(lines))
    if not lines and isinstance(fields.get("units", []), list) and not fields.get("units"):
        reader.refuse("list_empty", at)
    return Roster(kingdom, army, units, ally)


def _unit(reader: Reader, line: Json, where: str) -> Unit:
    given = reader.fields(line, where, UNIT_FIELDS)
    strength = 1
    if "strength" in given:
        strength = reader.number(given["strength"], f"{where}.strength", 0, LIMITS.strength)
    at = f"{where}.extras"
    extras = reader.lines(given.get("extras", []), at, LIMITS.extras)
    return Unit(
        name=_name(reader, given.get("name"), f"{where}.name"),
        size=reader.needed(given, "size", where, 1, LIMITS.size),
        points=reader.needed(given, "points", where, 0, LIMITS.points),
        strength=strength,
        legend=_flag(reader, given.get("legend", False), f"{where}.legend"),
        ally=_flag(reader, given.get("ally", False), f"{where}.ally"),
        extras=tuple(_extra(reader, extra, f"{at}.{i}") for i, extra in enumerate(extras)),
    )


def _extra(reader: Reader, line: Json, where: str) -> Extra:
    if not isinstance(line, list | tuple) or len(line) != 3:
        reader.refuse("not_an_extra", where)
        return Extra("?", 0)
    name, points, magic = line
    return Extra(
        _name(reader, name, where, "name"),
        reader.number(points, where, 0, LIMITS.points, "points"),
        _flag(reader, magic, where, "magic"),
    )


def _name(reader: Reader, value: Json, where: str, field: str = "") -> str:
    """Return a name without blanks around it."""
    text = value.strip() if isinstance(value, str) and len(value) <= 2 * LIMITS.name else ""
    if text and len(text) <= LIMITS.name and is_plain(text):
        return text
    reader.refuse("not_a_name", where, field=field or where.rpartition(".")[2])
    return "?"


def _flag(reader: Reader, value: Json, where: str, field: str = "") -> bool:
    if isinstance(value, bool):
        return value
    reader.refuse("not_yes_or_no", where, field=field or where.rpartition(".")[2])
    return False


def list_json(roster: Roster) -> dict[str, Json]:
    """Write a list in canonical form, without what battles did to it."""
    ally = {"ally": roster.ally} if roster.ally else {}
    return {**ally, "units": [unit_json(unit) for unit in roster.units]}
