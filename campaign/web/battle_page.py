"""The sheet of a battle on a real table, in words: to be printed and ticked by hand.

Source: campaign.md 5 (facts for the tabletop's battle sheet).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from campaign.rules.outside import TABLETOP
from campaign.rules.rosters import Unit
from campaign.rules.state import Battle, State
from campaign.rules.tabletop.battle_sheet import BattleSheet, SideFacts
from campaign.rules.tabletop.data import BOUNDS, Defence
from campaign.services.desk import KingdomName
from campaign.services.selectors import SeenEvent
from campaign.web.map_words import SETTLEMENTS, TERRAINS
from campaign.web.report_battle import weather_word
from campaign.web.report_matches import MatchNote
from campaign.web.words import joined

SCENARIOS: dict[str, Promise] = {
    "rolled": gettext_lazy("as your rule book rolls it"),
    "defended_fortress": gettext_lazy("the defended fortress"),
}


@dataclass(frozen=True, slots=True)
class UnitLine:
    """A unit to fight with. ``strength`` is what it plays as, ``sum`` its true sum if other."""

    number: int
    name: str
    size: int
    points: int
    strength: int
    sum: int | None
    notes: str
    extras: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ArmyLines:
    """An army: ``units`` is ``None`` where it has no list."""

    number: int
    points: int
    defends: bool
    ally: str
    units: tuple[UnitLine, ...] | None


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a battle."""

    kingdom: KingdomName
    race: str
    attacks: bool
    points: int
    cards: str
    armies: tuple[ArmyLines, ...]


@dataclass(frozen=True, slots=True)
class BattlePage:
    """What the page shows; ``facts`` are pairs of a title and what it says."""

    tile: int
    number: int
    year: int
    month: int
    facts: tuple[tuple[str, str], ...]
    sides: tuple[Side, Side]


def waiting_on(state: State, tile: int) -> Battle | None:
    """Return the battle that waits on a hex."""
    return next((battle for battle in state.summer.waiting if battle.tile == tile), None)


def sheets_named(events: Iterable[SeenEvent], ordinal: int) -> list[tuple[int, int]]:
    """Return the hexes of battles on the table in a report, with the phase that has their sheet.

    A battle that begins to wait is in the state of the phase after; one that is reported, in
    that of its own.
    """
    kinds = {"battle_waits": ordinal + 1, "reported": ordinal}
    found: dict[int, int] = {}
    for event in events:
        if event.kind in kinds and isinstance(tile := event.data["tile"], int) and _on_table(event):
            found.setdefault(tile, kinds[event.kind])
    return list(found.items())


def _on_table(event: SeenEvent) -> bool:
    """Whether a battle was to be fought on the table: one in a match may be left to dice too."""
    match = event.data.get("match")
    return not isinstance(match, MatchNote) or match.played.mode == TABLETOP


def battle_page(sheet: BattleSheet, names: Sequence[KingdomName]) -> BattlePage:
    """Put a battle's facts into words."""
    return BattlePage(
        tile=sheet.tile,
        number=sheet.number,
        year=sheet.year,
        month=sheet.month,
        facts=tuple(facts(sheet, names)),
        sides=(side(sheet.attacker, names, True), side(sheet.defender, names, False)),
    )


def facts(sheet: BattleSheet, names: Sequence[KingdomName]) -> list[tuple[str, str]]:
    """Say where and in what the battle is fought."""
    table = _("%(width)s by %(depth)s feet") % sheet.size._asdict()
    found = [(_("Table"), table), (_("Ground"), ground_words(sheet, names))]
    if sheet.weather:
        words = {"weather": weather_word(sheet.weather), "die": sheet.die}
        found.append((_("Conditions"), _("%(weather)s (rolled %(die)s)") % words))
    found.append((_("Scenario"), str(SCENARIOS.get(sheet.scenario, sheet.scenario))))
    found.append((_("Defence"), defence_words(sheet, names)))
    if sheet.last_stand:
        found.append((_("Last stand"), _("the weaker side chose to fight")))
    return found


def ground_words(sheet: BattleSheet, names: Sequence[KingdomName]) -> str:
    """Say what the hex is and whose."""
    parts = [str(TERRAINS[sheet.terrain])]
    if sheet.river:
        parts.append(_("river"))
    if sheet.settlement:
        parts.append(str(SETTLEMENTS[sheet.settlement]))
    if sheet.controller is not None:
        parts.append(_("held by %(name)s") % {"name": names[sheet.controller].name})
    return ", ".join(parts)


def defence_words(sheet: BattleSheet, names: Sequence[KingdomName]) -> str:
    """Say what the defending side is given."""
    if sheet.garrison is None or sheet.defence is None:
        return _("nobody defends")
    given = joined(gifts(sheet.defence, sheet.objectives))
    return _("%(name)s: %(given)s") % {"name": names[sheet.garrison].name, "given": given}


def gifts(given: Defence, objectives: int) -> list[str]:
    """List what a defender may lay on the table."""
    texts = (
        (given.changes, ngettext(
            "%(n)s piece of terrain added, removed or moved",
            "%(n)s pieces of terrain added, removed or moved", given.changes)),
        (given.areas, ngettext("%(n)s area piece", "%(n)s area pieces", given.areas)),
        (given.obstacles, ngettext("%(n)s obstacle", "%(n)s obstacles", given.obstacles)),
        (objectives, ngettext(
            "%(n)s objective in its half, worth a point",
            "%(n)s objectives in its half, worth a point each", objectives)),
    )  # fmt: skip
    return [text % {"n": count} for count, text in texts if count]


def side(given: SideFacts, names: Sequence[KingdomName], attacks: bool) -> Side:
    """Put one side into words."""
    return Side(
        kingdom=names[given.kingdom],
        race=given.race,
        attacks=attacks,
        points=given.points,
        cards=joined(given.cards),
        armies=tuple(
            ArmyLines(
                army.number,
                army.points,
                army.defends,
                army.roster.ally if army.roster else "",
                None if army.roster is None else unit_lines(army.roster.units),
            )
            for army in given.armies
        ),
    )


def unit_lines(units: Sequence[Unit]) -> tuple[UnitLine, ...]:
    """Return the units that are still on a list; numbers count those struck off too."""
    return tuple(
        unit_line(number, unit) for number, unit in enumerate(units, start=1) if not unit.struck
    )


def unit_line(number: int, unit: Unit) -> UnitLine:
    """Return one unit with the strength it plays as (5)."""
    true_sum = unit.strength + unit.change
    plays = max(BOUNDS.lowest, min(BOUNDS.highest, true_sum))
    notes = [word for given, word in ((unit.legend, _("legend")), (unit.ally, _("ally"))) if given]
    return UnitLine(
        number,
        unit.name,
        unit.size,
        unit.cost,
        plays,
        None if plays == true_sum else true_sum,
        joined(notes),
        tuple(f"{extra.name} ({extra.points})" for extra in unit.extras),
    )
