"""Factions: rosters read from ``factions/<id>/faction.toml``, abilities from beside it.

Nothing else knows which factions there are: a folder with the two files is a faction.
Source: skirmish.md 2, 15-17; ``docs/adding-a-faction.md``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from games.skirmish.abilities import FLAGS, HOOKS, Ability, overriding
from games.skirmish.common import COMMON
from games.skirmish.house import HOUSE, PieceType

FOLDER = Path(__file__).with_name("factions")
PACKAGE = "games.skirmish.factions"


class BadFaction(ValueError):
    """A faction's file cannot be played; the text names the entry."""


class Rule:
    """A special rule as a sheet shows it."""

    __slots__ = ("is_house", "name", "text")

    def __init__(self, name: str, text: str, is_house: bool) -> None:
        self.name, self.text, self.is_house = name, text, is_house


class Entry:
    """One line of a roster. Compared by identity: a faction is read once."""

    def __init__(
        self, number: int, data: Mapping[str, Any], abilities: tuple[Ability, ...]
    ) -> None:
        self.number = number
        self.id: str = data["id"]
        self.name: str = data["name"]
        self.type: PieceType = HOUSE.types[data["type"]]
        self.least: int = data.get("least", 0)
        self.most: int = data["most"]
        self.cost: int = data.get("cost", self.type.cost)
        self.common = tuple(data.get("common", ()))
        self.rules = tuple(_rule(one) for one in data.get("rule", ()))
        self.abilities = abilities
        self.die = self.type.die
        self.path = self.type.path
        self.is_pawn = self.type.path == "pawn"
        flags = {flag: any(getattr(one, flag) for one in abilities) for flag in FLAGS}
        self.immobile = flags["immobile"]
        self.rooted = flags["rooted"]
        self.legendary = flags["legendary"]
        self.never_promoted = flags["never_promoted"]
        self.through_trees = flags["through_trees"]
        self.castles = flags["castles"]
        self.en_passant = flags["en_passant"]
        self.on: dict[str, tuple[Ability, ...]] = {
            hook: overriding(abilities, hook) for hook in HOOKS
        }
        self.starts = bool(self.on["start"])

    def __repr__(self) -> str:
        return f"<Entry {self.id}>"


class Faction:
    """A faction: its roster, highest rank first, its own rules and its sample list."""

    def __init__(
        self, id: str, data: Mapping[str, Any], known: Mapping[str, type[Ability]]
    ) -> None:
        self.id = id
        self.name: str = data["name"]
        self.stars: int = data.get("stars", 1)
        self.about: str = data.get("about", "")
        self.is_house: bool = data.get("source", "house") == "house"
        self.rules = tuple(_rule(one) for one in data.get("rule", ()))
        own = [_ability(one, known) for one in data.get("rule", ()) if "ability" in one]
        self.entries = tuple(
            Entry(number, one, tuple(_abilities(one, known) + own))
            for number, one in enumerate(data["entry"])
        )
        self.by_id = {entry.id: entry for entry in self.entries}
        self.sample: dict[str, int] = dict(data["sample"])


def _rule(data: Mapping[str, Any]) -> Rule:
    return Rule(data["name"], data["text"], data.get("source", "house") == "house")


def _abilities(data: Mapping[str, Any], known: Mapping[str, type[Ability]]) -> list[Ability]:
    common = [_ability({"ability": name}, COMMON) for name in data.get("common", ())]
    return common + [_ability(one, known) for one in data.get("rule", ()) if "ability" in one]


def _ability(data: Mapping[str, Any], known: Mapping[str, type[Ability]]) -> Ability:
    kind = known.get(data["ability"]) or COMMON.get(data["ability"])
    if kind is None:
        raise BadFaction(f"there is no ability called {data['ability']!r}")
    for name in kind.numbers:
        if type(data.get(name)) is not int or data[name] < 0:
            raise BadFaction(f"{data['ability']}: {name} is a whole number")
    return kind(data)


@cache
def faction_ids() -> tuple[str, ...]:
    """Return the factions there are, in alphabetical order."""
    return tuple(sorted(file.parent.name for file in FOLDER.glob("*/faction.toml")))


@cache
def faction(id: str) -> Faction:
    """Return a faction; raise ``BadFaction`` for a file that cannot be played."""
    try:
        data = tomllib.loads((FOLDER / id / "faction.toml").read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BadFaction(f"{id}: {error}") from error
    place = f"{PACKAGE}.{id}.abilities"
    known = import_module(place).ABILITIES if find_spec(place) else {}
    return read_faction(id, data, known)


def read_faction(id: str, data: Mapping[str, Any], known: Mapping[str, type[Ability]]) -> Faction:
    """Return the faction of a file that has been read; raise ``BadFaction``."""
    try:
        found = Faction(id, data, known)
        faults = list(_faults(found))
    except BadFaction as bad:
        raise BadFaction(f"{id}: {bad}") from bad
    except (KeyError, TypeError, AttributeError) as error:
        raise BadFaction(f"{id}: an entry is missing or misshapen: {error}") from error
    if faults:
        raise BadFaction(f"{id}: {faults[0]}")
    return found


def _faults(found: Faction) -> Iterator[str]:
    if len(found.by_id) != len(found.entries):
        yield "two entries have one id"
    for entry in found.entries:
        if not 0 <= entry.least <= entry.most <= entry.type.set:
            yield f"{entry.id}: the allowance does not fit a chess set"
        if entry.cost < 0:
            yield f"{entry.id}: the cost is below 0"
        if not entry.least <= found.sample.get(entry.id, 0) <= entry.most:
            yield f"{entry.id}: the sample list does not keep to the allowance"
    if unknown := set(found.sample) - set(found.by_id):
        yield f"the sample list names {sorted(unknown)}"
    elif sum(found.by_id[id].cost * count for id, count in found.sample.items()) > HOUSE.points:
        yield f"the sample list costs more than {HOUSE.points} points"


def factions() -> tuple[Faction, ...]:
    """Return all factions."""
    return tuple(faction(id) for id in faction_ids())
