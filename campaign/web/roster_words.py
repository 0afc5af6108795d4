"""Army lists in words: the lines of one, how it stands, and what an army is called."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.rules.rosters import Roster, Unit
from campaign.rules.state import Army
from campaign.rules.tabletop.effects import played_strength
from campaign.services.roster_drafts import FIRST, RECRUIT, ArmyList


@dataclass(frozen=True, slots=True)
class UnitLine:
    """A unit of a list as pages show it; ``place`` counts from 1."""

    place: int
    unit: Unit
    extras: str
    change: str

    @property
    def strength(self) -> int:
        """The strength with which it is played."""
        return played_strength(self.unit)


@dataclass(frozen=True, slots=True)
class RosterLines:
    """A list that counts, for reading."""

    roster: Roster
    units: tuple[UnitLine, ...]


def roster_lines(roster: Roster) -> RosterLines:
    """Return a list ready to be shown."""
    units = enumerate(roster.units, start=1)
    return RosterLines(roster, tuple(_line(place, unit) for place, unit in units))


def _line(place: int, unit: Unit) -> UnitLine:
    extras = [
        _("%(name)s (%(points)s)") % {"name": extra.name, "points": extra.points}
        for extra in unit.extras
    ]
    return UnitLine(place, unit, ", ".join(extras), change_words(unit))


def change_words(unit: Unit) -> str:
    """Say what battles made of a unit; empty if nothing."""
    if unit.struck:
        return _("off the list")
    return f"{unit.change:+d}" if unit.change else ""


def army_name(number: int) -> str:
    """Say which army is meant: by number, or the next recruit."""
    return _("The next recruit") if number == RECRUIT else _("Army %(army)s") % {"army": number}


def army_facts(army: Army | None) -> str:
    """Say where an army stands and what it is worth."""
    if army is None:
        return ""
    points = ngettext("%(count)s point", "%(count)s points", army.points) % {"count": army.points}
    if army.tile is None:
        return _("%(points)s, waiting to be placed") % {"points": points}
    place = _("on hex %(tile)s") % {"tile": army.tile}
    return ", ".join([points, place, *([] if army.upright else [_("on its side")])])


def state_words(entry: ArmyList) -> str:
    """Say how it stands with the list of one's own army."""
    if entry.draft is not None:
        return _("written, not handed in yet")
    if entry.roster is None:
        return _("no list yet")
    return _("open to all") if entry.roster.open else _("handed in, secret")


def explains(entry: ArmyList) -> str:
    """Say with which sheet the list of an army goes."""
    if entry.number == RECRUIT:
        return _("It goes with the next army that you recruit, on the sheet of the Winter.")
    if entry.army is None and entry.number == FIRST:
        return _("It goes with your Setup.")
    return _("It goes with your orders of a month, at the latest before its first battle.")
