"""The battle sheet: all that two players need to know to fight a battle on a real table.

Codes and numbers only; a host words and prints them. ``battle_sheet(table, battle)`` shows
nothing but what everybody may know: of the lists, those that are open.
Source: campaign.md 5 (facts for the tabletop's battle sheet), 3c.
"""

from __future__ import annotations

from dataclasses import dataclass

from campaign.rules.rosters import Roster
from campaign.rules.state import Battle
from campaign.rules.table import Table
from campaign.rules.tabletop.data import (
    ROLLED,
    Defence,
    TableSize,
    defence,
    table_size,
    weather,
)


@dataclass(frozen=True, slots=True)
class ArmyFacts:
    """An army that fights; ``roster`` is ``None`` where it has no list, or none that is open."""

    number: int
    points: int
    defends: bool
    roster: Roster | None


@dataclass(frozen=True, slots=True)
class SideFacts:
    """A side: ``points`` of its armies together, its strategy ``cards`` by number."""

    kingdom: int
    race: str
    points: int
    armies: tuple[ArmyFacts, ...]
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BattleSheet:
    """A battle on the table, ready to be worded.

    ``garrison`` is the seat that gets what ``defence`` gives, or ``None`` where nobody
    defends. ``weather`` is empty where no conditions are rolled; ``scenario`` is ``rolled``
    (by the players, from their rule book) or ``defended_fortress``.
    """

    number: int
    year: int
    month: int
    tile: int
    terrain: str
    river: bool
    settlement: str
    controller: int | None
    mode: str
    attacker: SideFacts
    defender: SideFacts
    last_stand: bool
    size: TableSize
    garrison: int | None
    defence: Defence | None
    objectives: int
    scenario: str
    die: int
    weather: str


def battle_sheet(table: Table, battle: Battle) -> BattleSheet:
    """Gather the facts of a battle from the table on which it waits."""
    position = table.board.index[battle.tile]
    tile = table.board.tiles[position]
    attacker = _side(table, battle.attacker, battle.attackers, battle.cards[0])
    defender = _side(table, battle.defender, battle.defenders, battle.cards[1])
    garrison = _garrison(table, position, attacker, defender)
    given = None if garrison is None else _defence(table, position, garrison)
    return BattleSheet(
        number=battle.number,
        year=table.year,
        month=table.month,
        tile=battle.tile,
        terrain=tile.terrain,
        river=tile.river,
        settlement=table.settlements[position] or "",
        controller=table.owners[position],
        mode=battle.mode,
        attacker=attacker,
        defender=defender,
        last_stand=battle.last_stand,
        size=table_size(max(len(attacker.armies), len(defender.armies))),
        garrison=garrison,
        defence=given,
        objectives=given.objectives if given and table.rules.battle_objectives else 0,
        scenario=_scenario(table, given),
        die=battle.weather,
        weather=weather(tile.terrain, tile.river, battle.weather) if battle.weather else "",
    )


def _side(table: Table, seat: int, numbers: tuple[int, ...], cards: tuple[int, ...]) -> SideFacts:
    armies = tuple(_army(table, seat, number) for number in numbers if number in table.armies[seat])
    points = sum(army.points for army in armies)
    return SideFacts(seat, table.races[seat], points, armies, cards)


def _army(table: Table, seat: int, number: int) -> ArmyFacts:
    roster = table.rosters.get((seat, number))
    return ArmyFacts(
        number,
        table.armies[seat][number].points,
        (seat, number) in table.defending,
        roster if roster is not None and roster.open else None,
    )


def _garrison(table: Table, tile: int, attacker: SideFacts, defender: SideFacts) -> int | None:
    """Return the side that defends there; if both do, the controller, else the one attacked."""
    sides = [
        side.kingdom for side in (defender, attacker) if any(army.defends for army in side.armies)
    ]
    controller = table.owners[tile]
    if controller is not None and controller in sides:
        return controller
    return sides[0] if sides else None


def _defence(table: Table, tile: int, garrison: int) -> Defence:
    """Only a settlement of its own helps the defending side; else the ground alone does."""
    return defence(table.settlements[tile] if table.owners[tile] == garrison else None)


def _scenario(table: Table, given: Defence | None) -> str:
    special = "" if given is None or table.rules.battle_objectives else given.scenario
    return special or ROLLED
