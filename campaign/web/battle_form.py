"""The report of a battle on a real table, as a form and in words.

One select a unit: it stood, was routed, or was routed by a unit of the other side. Units of
an army without a list go by their number, in spare rows. A *line* is what a sheet of reports
says of one battle. Source: campaign.md 5 (tabletop).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from campaign.rules.rosters import Roster
from campaign.rules.state import Battle
from campaign.rules.tabletop.data import LIMITS
from campaign.rules.tabletop.effects import fighters
from games.engine.contract import Json
from games.hosting.pages import whole

Posted = Mapping[str, Any]
Key = tuple[int, int, int]
Group = tuple[str, list[tuple[str, str]]]
"""An army's name with the units that can be chosen: value and words."""

DRAW, DICE, NOBODY = "draw", "dice", "none"
SPARE_ROWS, MOST_SPARE = 2, 60


@dataclass(frozen=True, slots=True)
class Field:
    """A battle with what is needed to name its kingdoms and units."""

    battle: Battle
    names: Sequence[str]
    rosters: Mapping[tuple[int, int], Roster]

    @property
    def sides(self) -> tuple[int, int]:
        """The two kingdoms, the attacker first."""
        return self.battle.attacker, self.battle.defender

    def other(self, seat: int) -> int:
        """Return the kingdom on the other side."""
        attacker, defender = self.sides
        return defender if seat == attacker else attacker

    def armies(self, seat: int) -> list[int]:
        """List the armies of a side that fight."""
        return list(fighters(self.battle)[seat])

    def unit_name(self, key: Key) -> str:
        """Return what a unit is called; by its number where its army has no list."""
        seat, army, place = key
        roster = self.rosters.get((seat, army))
        if roster is None or not 1 <= place <= len(roster.units):
            return _("unit %(unit)s") % {"unit": place}
        return roster.units[place - 1].name

    def unit_words(self, key: Key) -> str:
        """Return a unit with its army and kingdom."""
        values = {"unit": self.unit_name(key), "army": key[1], "name": self.names[key[0]]}
        return _("%(unit)s (%(name)s, army %(army)s)") % values


@dataclass(frozen=True, slots=True)
class RoutRow:
    """One unit and what became of it: ``by`` is empty while it stands."""

    key: str
    name: str
    by: str


@dataclass(frozen=True, slots=True)
class ArmyRows:
    """The units of an army that has a list."""

    title: str
    rows: tuple[RoutRow, ...]


@dataclass(frozen=True, slots=True)
class SideRows:
    """A side: its armies with lists, its other units (``spare``), and what may rout them."""

    seat: int
    name: str
    armies: tuple[ArmyRows, ...]
    unlisted: tuple[Group, ...]
    spare: tuple[RoutRow, ...]
    causes: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class BattleForm:
    """The form of one report, filled with a line or with what was typed."""

    field: Field
    winner: str
    sides: tuple[SideRows, ...]

    @property
    def winners(self) -> list[tuple[str, str]]:
        """What can be said of the outcome."""
        names = [(str(seat), self.field.names[seat]) for seat in self.field.sides]
        won = [(value, _("%(name)s won") % {"name": name}) for value, name in names]
        return [*won, (DRAW, _("A draw")), (DICE, _("Let the dice decide"))]

    @property
    def has_routs(self) -> bool:
        """Whether a unit is down as routed."""
        rows = [row for side in self.sides for army in side.armies for row in army.rows]
        return any(row.by for row in rows) or any(row.key for s in self.sides for row in s.spare)


def battle_form(field: Field, line: Json | None) -> BattleForm:
    """Return the form of a battle, filled with a line."""
    routs = {tuple(rout["unit"]): rout["by"] for rout in (line or {}).get("routs", ())}
    winner = ""
    if line is not None:
        winner = DICE if line.get("simple") else DRAW
        winner = winner if line.get("winner") is None else str(line["winner"])
    return BattleForm(field, winner, tuple(_side(field, seat, routs) for seat in field.sides))


def _side(field: Field, seat: int, routs: Mapping[Any, Json]) -> SideRows:
    listed = [army for army in field.armies(seat) if (seat, army) in field.rosters]
    others = [army for army in field.armies(seat) if army not in listed]
    spare = [
        RoutRow(_value(key), "", _cause(by))
        for key, by in routs.items()
        if key[0] == seat and key[1] in others
    ]
    blank = [RoutRow("", "", "")] * SPARE_ROWS if others else []
    return SideRows(
        seat,
        field.names[seat],
        tuple(_army(field, seat, army, routs) for army in listed),
        tuple(_group(field, seat, army) for army in others),
        tuple([*spare, *blank][:MOST_SPARE]),
        tuple(_group(field, field.other(seat), army) for army in field.armies(field.other(seat))),
    )


def _army(field: Field, seat: int, army: int, routs: Mapping[Any, Json]) -> ArmyRows:
    rows = []
    for place, unit in enumerate(field.rosters[seat, army].units, start=1):
        key = (seat, army, place)
        if not unit.struck:
            by = _cause(routs[key]) if key in routs else ""
            rows.append(RoutRow(_value(key), unit.name, by))
    return ArmyRows(_army_title(army), tuple(rows))


def _army_title(army: int) -> str:
    return _("Army %(army)s") % {"army": army}


def _group(field: Field, seat: int, army: int) -> Group:
    roster = field.rosters.get((seat, army))
    count = LIMITS.units if roster is None else len(roster.units)
    keys = [(seat, army, place) for place in range(1, count + 1)]
    if roster is not None:
        keys = [key for key in keys if not roster.units[key[2] - 1].struck]
    return _army_title(army), [(_value(key), field.unit_name(key)) for key in keys]


def _value(key: Iterable[int]) -> str:
    return ".".join(str(part) for part in key)


def _cause(by: Json) -> str:
    return NOBODY if by is None else _value(by)


# From a form


def read_line(field: Field, posted: Posted) -> Json | None:
    """Return the line that a form holds, for the rules to judge; ``None`` without an outcome."""
    tile, winner = field.battle.tile, posted.get("winner", "")
    if winner == DICE:
        return {"tile": tile, "simple": True}
    if winner != DRAW and whole(winner) is None:
        return None
    seat = None if winner == DRAW else whole(winner)
    return {"tile": tile, "winner": seat, "routs": read_routs(posted)}


def read_routs(posted: Posted) -> list[Json]:
    """Return the routs that a form holds."""
    listed = [
        (name.removeprefix("rout."), posted[name]) for name in posted if name.startswith("rout.")
    ]
    spare = [
        (posted.get(f"spare.{side}.{row}.unit", ""), posted.get(f"spare.{side}.{row}.by", NOBODY))
        for side in (0, 1)
        for row in range(MOST_SPARE)
    ]
    routs = []
    for unit, by in [*listed, *[(unit, by or NOBODY) for unit, by in spare]]:
        key = _key(unit)
        if key is not None and by:
            routs.append({"unit": key, "by": _key(by)})
    return routs


def _key(value: str) -> list[int] | None:
    parts = [whole(part) for part in value.split(".")]
    numbers = [part for part in parts if part is not None]
    return numbers if len(parts) == len(numbers) == 3 else None


def typed_form(field: Field, posted: Posted) -> BattleForm:
    """Return the form as it was typed, outcome or not."""
    line = {"routs": read_routs(posted)}
    sides = battle_form(field, line).sides
    return BattleForm(field, str(posted.get("winner", ""))[:10], sides)


# In words


def line_words(field: Field, line: Json) -> list[str]:
    """Say what a line says."""
    return [outcome_words(field, line), *(rout_words(field, rout) for rout in _routs(line))]


def outcome_words(field: Field, line: Json) -> str:
    """Say who won."""
    if line.get("simple"):
        return _("The dice are to decide.")
    if line["winner"] is None:
        return _("It was a draw.")
    return _("%(name)s won.") % {"name": field.names[line["winner"]]}


def rout_words(field: Field, rout: Json) -> str:
    """Say who was routed, and by whom."""
    unit = field.unit_words(tuple(rout["unit"]))
    if rout["by"] is None:
        return _("%(unit)s was routed.") % {"unit": unit}
    values = {"unit": unit, "by": field.unit_words(tuple(rout["by"]))}
    return _("%(unit)s was routed by %(by)s.") % values


def _routs(line: Json) -> list[Json]:
    return line.get("routs") or []


def differences(field: Field, lines: Mapping[int, Json]) -> list[str]:
    """Say in what the reports of both sides differ."""
    one, two = field.sides
    said = {seat: line_words(field, lines[seat]) for seat in (one, two)}
    found = []
    for seat, other in ((one, two), (two, one)):
        for words in said[seat]:
            if words not in said[other]:
                values = {"name": field.names[seat], "words": words}
                found.append(_("Only %(name)s says: %(words)s") % values)
    return found
