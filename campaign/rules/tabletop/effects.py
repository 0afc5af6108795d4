"""Battles on a real table: what is drawn before, what reports change, what is struck off after.

A battle begins with its conditions, its strategy cards and open lists; then its players fight
it elsewhere. What they report changes the strength of units, and Reform strikes off those
that are spent. Source: campaign.md 3c (strategies), 3e.4, 5.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from campaign.rules.field import Field
from campaign.rules.rosters import Roster, Unit
from campaign.rules.state import Army, Battle, Report, Rout
from campaign.rules.table import Table
from campaign.rules.tabletop.data import BOUNDS, weather
from campaign.rules.tokens import Token
from games.engine.contract import Chance

Key = tuple[int, int, int]
"""A unit: its kingdom, its army, its place in the list from 1."""


def begin(table: Table, battle: Battle, chance: Chance) -> Battle:
    """Draw conditions and strategy cards, open the lists of those who fight; return the battle."""
    battle = _roll_weather(table, battle, chance)
    sides = (battle.attacker, battle.defender)
    mine, theirs = (_draw_cards(table, battle, seat, chance) for seat in sides)
    open_lists(table, battle)
    return replace(battle, cards=(mine, theirs))


def open_lists(table: Table, battle: Battle) -> None:
    """Let everybody see the lists of those who fight."""
    for seat, numbers in fighters(battle).items():
        for number in numbers:
            _open(table, seat, number)


def fighters(battle: Battle) -> dict[int, tuple[int, ...]]:
    """Return the numbers of the armies that fight, by kingdom; the attacker's first."""
    return {battle.attacker: battle.attackers, battle.defender: battle.defenders}


def _roll_weather(table: Table, battle: Battle, chance: Chance) -> Battle:
    if not table.rules.battle_conditions:
        return battle
    (die,) = chance.roll(f"battle.{battle.number}.weather", 6)
    tile = table.board.tiles[table.board.index[battle.tile]]
    drawn = weather(tile.terrain, tile.river, die)
    table.tell("weather_rolled", battle=battle.number, tile=battle.tile, die=die, weather=drawn)
    return replace(battle, weather=die)


def _draw_cards(table: Table, battle: Battle, seat: int, chance: Chance) -> tuple[int, ...]:
    """Draw a kingdom's strategy cards, numbered from 1, each side from a full deck."""
    deck = table.rules.strategy_cards
    count = min(table.strategies[seat], deck) if table.rules.strategies else 0
    if not count:
        return ()
    shuffled = chance.shuffle(f"battle.{battle.number}.strategies.{seat}", deck)
    cards = tuple(sorted(card + 1 for card in shuffled[:count]))
    for card in cards:
        table.tell("strategy_drawn", battle=battle.number, kingdom=seat, card=card)
    return cards


def _open(table: Table, seat: int, number: int) -> None:
    roster = table.rosters.get((seat, number))
    if roster is not None and not roster.open:
        table.rosters[seat, number] = replace(roster, open=True)
        table.tell("roster_opened", kingdom=seat, army=number)


def apply_report(table: Table, battle: Battle) -> None:
    """Carry out what a battle's report says of units; its result is settled elsewhere."""
    report = battle.report
    if report is None or report.simple:
        return
    for rout in report.routs:
        table.tell(
            "unit_routed",
            kingdom=rout.kingdom,
            army=rout.army,
            unit=rout.unit,
            by_kingdom=rout.by_kingdom,
            by_army=rout.by_army,
            by_unit=rout.by_unit,
        )
    if table.rules.unit_strength:
        _change_strength(table, report)


def _change_strength(table: Table, report: Report) -> None:
    """Take 1 for every time routed; give 1 to each unit that routed any, once a battle."""
    for key, times in sorted(Counter(_routed(rout) for rout in report.routs).items()):
        _change(table, key, -times)
    for key in sorted({_cause(rout) for rout in report.routs if rout.by_unit}):
        change = _change(table, key, 1)
        if change is not None:
            seat, army, unit = key
            table.tell("unit_grew", kingdom=seat, army=army, unit=unit, change=change)


def _routed(rout: Rout) -> Key:
    return rout.kingdom, rout.army, rout.unit


def _cause(rout: Rout) -> Key:
    return rout.by_kingdom, rout.by_army, rout.by_unit


def _change(table: Table, key: Key, amount: int) -> int | None:
    """Add to a unit's sum of changes; return the new sum, ``None`` if no list has the unit."""
    seat, army, place = key
    roster = table.rosters.get((seat, army))
    if roster is None or not 1 <= place <= len(roster.units):
        return None
    unit = roster.units[place - 1]
    changed = replace(unit, change=unit.change + amount)
    table.rosters[seat, army] = _with_unit(roster, place, changed)
    return changed.change


def _with_unit(roster: Roster, place: int, unit: Unit) -> Roster:
    units = (*roster.units[: place - 1], unit, *roster.units[place:])
    return replace(roster, units=units)


def played_strength(unit: Unit) -> int:
    """Return the strength with which a unit is played; its true sum is kept beside it."""
    return min(max(unit.strength + unit.change, BOUNDS.lowest), BOUNDS.highest)


def strike_off(table: Table, field: Field) -> None:
    """Strike spent units off their lists and remove armies that are left without any (3e.4)."""
    for seat, number in sorted(table.rosters):
        _strike_units(table, seat, number)
        points, units = table.armies[seat][number].points, table.rosters[seat, number].units
        if points < 1 or (units and all(unit.struck for unit in units)):
            token = field.carrier(seat, number) or Token(seat, None, number)
            field.remove(token, "struck")


def _strike_units(table: Table, seat: int, number: int) -> None:
    for place, unit in enumerate(table.rosters[seat, number].units, start=1):
        if unit.struck or unit.strength + unit.change > BOUNDS.struck_at:
            continue
        struck = replace(unit, struck=True)
        table.rosters[seat, number] = _with_unit(table.rosters[seat, number], place, struck)
        army = _lose_points(table, table.armies[seat][number], unit.cost)
        table.tell("unit_struck", kingdom=seat, army=number, unit=place, points=army.points)


def _lose_points(table: Table, army: Army, cost: int) -> Army:
    poorer = replace(army, points=max(army.points - cost, 0))
    table.put_army(poorer)
    return poorer
