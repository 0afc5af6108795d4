"""Army lists for tests: short ways to write rosters, and a table in tabletop mode."""

from __future__ import annotations

from collections.abc import Iterable

from campaign.rules.reader import Limits, Reader
from campaign.rules.rosters import Extra, Roster, Unit
from campaign.rules.ruleset import Price
from campaign.rules.table import Table
from games.engine.contract import Json
from tests.rules.fields import army, lay_table

SHORT = {"name": "Spearmen", "size": 20, "points": 120}


def unit(name: str = "Spearmen", points: int = 100, **facts: Json) -> Unit:
    """Return a unit of ten models."""
    return Unit(name, facts.pop("size", 10), points, **facts)


def roster(kingdom: int, number: int, *units: Unit, ally: str = "", opened: bool = False) -> Roster:
    """Return an army's list; without units it has one of 100 points."""
    return Roster(kingdom, number, units or (unit(ally=bool(ally)),), ally, opened)


def item(name: str = "Ring of Frost", points: int = 20) -> Extra:
    """Return a magic item."""
    return Extra(name, points, magic=True)


def at_war(*rosters: Roster, numbers: int = 2, **facts: Json) -> Table:
    """Lay a table in tabletop mode: each of two kingdoms has so many armies on hex 40."""
    pieces = [army(seat, n, 40) for seat in range(2) for n in range(1, numbers + 1)]
    table = lay_table(pieces, **{"kingdoms": 2, "battle_mode": "tabletop"} | facts)
    table.rosters = {(each.kingdom, each.army): each for each in rosters}
    return table


def reader() -> Reader:
    """Return a reader with the limits of an ordinary campaign."""
    return Reader(Limits(Price(1, 1)))


def codes(problems: Json) -> list[str]:
    """List the codes of problems, having read every sentence."""
    assert all("{" not in str(problem) for problem in problems)
    return [problem.code for problem in problems]


def winter(
    *rosters: Roster,
    armies: int = 3,
    gold: int = 3,
    fortresses: Iterable[int] = (40,),
    **facts: Json,
) -> Table:
    """Return a table in Build: kingdom 0 has fortresses, gold and so many armies."""
    table = at_war(*rosters, numbers=armies, **facts)
    table.month, table.stage, table.turn = 0, "build", 0
    for number in fortresses:
        tile = table.board.index[number]
        table.claim(0, tile, "fortress")
    table.gold[0], table.food[0] = gold, 9
    return table
