"""What ``tabletop.toml`` says of battles on a real table, read once. Source: campaign.md 5."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, NamedTuple


@dataclass(frozen=True, slots=True)
class ListLimits:
    """How much an army list may hold."""

    units: int
    extras: int
    name: int
    size: int
    points: int
    strength: int


@dataclass(frozen=True, slots=True)
class StrengthBounds:
    """Within which sums a unit's strength is played, and at which it is struck off."""

    lowest: int
    highest: int
    struck_at: int


@dataclass(frozen=True, slots=True)
class Defence:
    """What the defending side gets for the settlement that it holds there."""

    settlement: str
    changes: int = 0
    areas: int = 0
    obstacles: int = 0
    objectives: int = 0
    scenario: str = ""


@dataclass(frozen=True, slots=True)
class PastedWords:
    """How long a pasted list may be, and by which words it is understood."""

    lines: int
    letters: int
    line_letters: int
    legend: tuple[str, ...]
    magic: tuple[str, ...]
    body: tuple[str, ...]
    total: tuple[str, ...]
    name: tuple[str, ...]
    race: tuple[str, ...]
    ally: tuple[str, ...]
    about: tuple[str, ...]
    footers: tuple[str, ...]
    sections: tuple[str, ...]
    battle_least: int
    battle_sizes: tuple[str, ...]
    costs: tuple[str, ...]
    item_keys: tuple[str, ...]
    keys: tuple[str, ...]
    links: tuple[str, ...]
    leaders: tuple[str, ...]


class TableSize(NamedTuple):
    """A table in feet."""

    width: int
    depth: int


CLEAR = "clear"
ROLLED = "rolled"


def _load() -> dict[str, Any]:
    text = files(__package__).joinpath("tabletop.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


_DATA = _load()

LIMITS = ListLimits(**_DATA["lists"])
BOUNDS = StrengthBounds(**_DATA["strength"])
ARMIES_BESIDE_ALLIES: int = _DATA["allies"]["beside"]
_PASTED: dict[str, Any] = {
    key: tuple(words) if isinstance(words, list) else words
    for key, words in _DATA["pasted"].items()
}
PASTED = PastedWords(**_PASTED)

_SIZES: Mapping[int, TableSize] = {
    armies: TableSize(entry["width"], entry["depth"])
    for entry in _DATA["table"]
    for armies in entry["armies"]
}
_DEFENCES: Mapping[str, Defence] = {e["settlement"]: Defence(**e) for e in _DATA["defence"]}
_CONDITIONS: tuple[tuple[str, Mapping[int, str]], ...] = tuple(
    (entry["ground"], {face: name for name, faces in entry["faces"].items() for face in faces})
    for entry in _DATA["conditions"]
)


def table_size(armies: int) -> TableSize:
    """Return the table for the larger side's number of armies."""
    return _SIZES[min(max(armies, 1), max(_SIZES))]


def defence(settlement: str | None) -> Defence:
    """Return what holding a settlement (``None``: bare ground) gives the defending side."""
    return _DEFENCES[settlement or "none"]


def weather(terrain: str, river: bool, die: int) -> str:
    """Return the conditions that a die gives on such a hex."""
    for ground, faces in _CONDITIONS:
        if (ground == "river" and river) or ground == terrain:
            return faces.get(die, CLEAR)
    return CLEAR
