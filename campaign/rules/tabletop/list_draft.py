"""What has been read so far of a pasted army list: its units with their lines, its headers.

``list_parser`` fills a ``Draft`` line by line, ``list_settle`` decides what only the whole
text shows. Source: campaign.md 5.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from campaign.rules.rosters import Unit
from campaign.rules.ruleset import RACES
from campaign.rules.tabletop.data import LIMITS
from campaign.rules.tabletop.list_body import Below
from campaign.rules.tabletop.list_frame import Line
from campaign.rules.tabletop.list_lines import take_points

_NUMBERED = re.compile(r"[^\W\d_] [0-9]{1,3}$")
_RACES = {race.casefold(): race for race in RACES}


@dataclass(slots=True)
class Entry:
    """A unit with the lines that are its own."""

    unit: Unit
    sized: bool
    at: Line
    text: str
    tail: Line
    below: list[Below] = field(default_factory=list)
    doubtful: bool = False

    @property
    def bare(self) -> bool:
        """Whether it has only a name and points, like a title ("Host 2 [500 pts]") or heading."""
        numbered = _NUMBERED.search(self.title) is not None
        return not (self.tail.text or self.below) and (numbered or not self.sized)

    @property
    def title(self) -> str:
        """Its line without the points."""
        return take_points(self.text)[1].strip(" -–—:,")[: LIMITS.name].strip()


@dataclass(slots=True)
class Draft:
    """What has been read so far.

    ``style`` is the first unit's indent and whether it has a bullet. ``lost`` tells that the
    last line was not understood, nor is what stands below it. ``framed`` tells that a heading
    came after one bare line, which may be a title then; ``loose`` are lines between them.
    """

    name: str = ""
    race: str = ""
    ally: str = ""
    allied: bool = False
    entries: list[Entry] = field(default_factory=list)
    style: tuple[int, bool] | None = None
    lost: bool = False
    framed: bool = False
    loose: list[Line] = field(default_factory=list)
    stated: int | None = None
    total: Line | None = None
    aside: list[Line] = field(default_factory=list)
    unread: list[Line] = field(default_factory=list)

    @property
    def early(self) -> bool:
        """Whether all there is so far is one bare line, which may yet be a title."""
        return len(self.entries) == 1 and self.entries[0].bare

    def take_name(self, text: str) -> bool:
        """Take a header for the army's race or name, if one is wanted still."""
        known = _RACES.get(text.strip(" :").casefold())
        if known and not self.race:
            self.race = known
        elif not self.name:
            self.name = text[: LIMITS.name].strip()
        elif not self.race:
            self.race = text[: LIMITS.name].strip()
        else:
            return False
        return True
