"""Army lists for battles on a real table, as the state keeps them.

A list belongs to one army. It is secret until ``open`` (the army's first battle), and
fixed except for units struck off. Source: campaign.md 3e.4 and 5.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from games.engine.contract import Json

FIRST_ARMY = 1
"""The number of the army that a kingdom begins with."""


@dataclass(frozen=True, slots=True)
class Extra:
    """What a unit carries beside its men: an upgrade, a spell or a magic item.

    ``magic`` marks the magic items, which are unique in the whole kingdom.
    """

    name: str
    points: int
    magic: bool = False


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of a list. ``points`` are without its extras; ``size`` counts its models.

    ``strength`` is its own unit strength, ``change`` the sum of what battles did to it,
    ``struck`` that it is off the list for good (its place keeps later numbers right).
    """

    name: str
    size: int
    points: int
    strength: int = 1
    legend: bool = False
    ally: bool = False
    extras: tuple[Extra, ...] = ()
    change: int = 0
    struck: bool = False

    @property
    def cost(self) -> int:
        """The unit's points with its extras."""
        return self.points + sum(extra.points for extra in self.extras)


@dataclass(frozen=True, slots=True)
class Roster:
    """One army's list. ``ally`` names the race of its allied army, or is empty."""

    kingdom: int
    army: int
    units: tuple[Unit, ...]
    ally: str = ""
    open: bool = False

    @property
    def cost(self) -> int:
        """The points of the units that are still on the list."""
        return sum(unit.cost for unit in self.units if not unit.struck)


def unit_json(unit: Unit) -> dict[str, Json]:
    """Write a unit as lists and states have it, without what battles did to it."""
    return {
        "name": unit.name,
        "size": unit.size,
        "points": unit.points,
        "strength": unit.strength,
        "legend": unit.legend,
        "ally": unit.ally,
        "extras": [[extra.name, extra.points, extra.magic] for extra in unit.extras],
    }


def visible(
    rosters: Iterable[Roster], seat: int | None, *, name_allies: bool = False
) -> tuple[Roster, ...]:
    """Return the lists that a kingdom (``None``: an outsider) may know: its own and open ones.

    Of any other list not even its existence shows; only where lists are not fixed
    (``name_allies``) an allied army's race is public: such a list shows without its units.
    """
    shown = []
    for roster in rosters:
        if roster.open or roster.kingdom == seat:
            shown.append(roster)
        elif name_allies and roster.ally:
            shown.append(replace(roster, units=()))
    return tuple(shown)
