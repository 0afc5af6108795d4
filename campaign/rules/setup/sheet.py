"""The sheet of Setup in sealed play, and the single answers of open play.

::

    {"race": "Elves", "faction": "briar_host", "starts": [17, 4], "army": "e",
     "homeland": {"e": "city", "ne": "fortress", "w": "village", "sw": "village"}}

Everything may be left out; a homeland is given whole or not at all. Directions are seen
from the capital. Source: campaign.md 2.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from campaign.rules.board import DIRECTIONS
from campaign.rules.problems import problem
from campaign.rules.reader import Reader
from campaign.rules.rosters import FIRST_ARMY, Roster
from campaign.rules.ruleset import HOMELAND
from campaign.rules.state import CAPITAL
from campaign.rules.table import Table
from campaign.rules.tabletop.roster_review import recruit_problems
from campaign.rules.tabletop.roster_sheet import list_json, read_list
from games.engine.contract import Json, Problem
from games.engine.names import is_plain
from games.skirmish.faction import faction_ids

LONGEST_RACE = 40
BANNER_FIELDS = ("race", "faction")
"""What is revealed together, before anything else (2.1)."""

Homeland = tuple[tuple[str, str], ...]
"""(direction, settlement), in the order of the directions; empty: by default."""


@dataclass(frozen=True, slots=True)
class SetupSheet:
    """What a kingdom wants at the start: its banner, start tiles (best first) and homeland.

    ``race`` and ``faction`` (its army in skirmishes; empty: none chosen) are the banner.
    """

    race: str = ""
    starts: tuple[int, ...] = ()
    homeland: Homeland = ()
    army: str = CAPITAL
    roster: Roster | None = None
    faction: str = ""


def read_setup(reader: Reader, answer: Json, seat: int) -> SetupSheet:
    """Read a sheet's shape; what is wrong goes to the reader."""
    given = reader.fields(answer, "", (*BANNER_FIELDS, "starts", "homeland", "army", "list"))
    homeland = read_homeland(reader, given["homeland"], "homeland") if "homeland" in given else ()
    return SetupSheet(
        read_race(reader, given.get("race", ""), "race"),
        reader.numbers(given.get("starts", []), "starts", "tile"),
        homeland,
        read_muster(reader, given.get("army", CAPITAL), "army", homeland),
        _read_roster(reader, given, seat),
        read_faction(reader, given.get("faction", ""), "faction"),
    )


def read_banner(reader: Reader, answer: Json) -> SetupSheet:
    """Read the answer of open play's first step: a race, and a faction for skirmishes."""
    given = reader.fields(answer, "", BANNER_FIELDS)
    return SetupSheet(
        race=read_race(reader, given.get("race", ""), "race"),
        faction=read_faction(reader, given.get("faction", ""), "faction"),
    )


def _read_roster(reader: Reader, given: dict[str, Json], seat: int) -> Roster | None:
    if given.get("list") is None:
        return None
    return read_list(reader, given["list"], "list", seat, FIRST_ARMY)


def read_race(reader: Reader, value: Json, where: str) -> str:
    """Return the race of a banner, without blanks around it."""
    if isinstance(value, str) and len(value) <= LONGEST_RACE and is_plain(value):
        return value.strip()
    reader.refuse("bad_race", where, most=LONGEST_RACE)
    return ""


def read_faction(reader: Reader, value: Json, where: str) -> str:
    """Return the faction that a kingdom fields in skirmishes; empty: none is chosen."""
    if value == "" or value in faction_ids():
        return str(value)
    reader.refuse("unknown_faction", where, choices=", ".join(faction_ids()))
    return ""


def read_homeland(reader: Reader, value: Json, where: str) -> Homeland:
    """Return a homeland: every settlement that must be placed, in a direction of its own."""
    given = value if isinstance(value, dict) else {}
    kinds = [kind for kind in given.values() if isinstance(kind, str)]
    if sorted(kinds) != sorted(HOMELAND) or len(kinds) < len(given) or set(given) - set(DIRECTIONS):
        reader.refuse("bad_homeland", where)
        return ()
    return tuple((direction, given[direction]) for direction in DIRECTIONS if direction in given)


def read_muster(reader: Reader, value: Json, where: str, homeland: Homeland) -> str:
    """Return where the first army stands: in the capital, or in a direction's settlement."""
    if isinstance(value, str) and value in (CAPITAL, *dict(homeland)):
        return value
    reader.refuse("bad_muster", where)
    return CAPITAL


def setup_json(sheet: SetupSheet) -> Json:
    """Write a sheet in canonical form; what is as by default is left out."""
    parts: dict[str, Any] = {
        "race": sheet.race,
        "faction": sheet.faction,
        "starts": list(sheet.starts),
        "homeland": homeland_json(sheet.homeland),
        "army": "" if sheet.army == CAPITAL else sheet.army,
    }
    if sheet.roster is not None:
        parts["list"] = list_json(sheet.roster)
    return {key: part for key, part in parts.items() if part}


def homeland_json(homeland: Homeland) -> Mapping[str, str]:
    """Write a homeland as sheets and answers have it."""
    return dict(homeland)


def review_setup(table: Table, seat: int, sheet: SetupSheet) -> list[Problem]:
    """Return what no campaign on this map could grant."""
    problems = []
    starts = {table.board.numbers[tile] for tile in table.board.starts}
    for line, tile in enumerate(sheet.starts):
        if tile not in starts:
            code = "not_a_start" if tile in table.board.index else "unknown_tile"
            problems.append(problem(code, f"starts.{line}", tile=tile))
    if sheet.roster is not None:
        problems += recruit_problems(table, seat, sheet.roster, "list")
    return problems
