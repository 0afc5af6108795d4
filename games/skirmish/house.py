"""The numbers and choices of the skirmish that are ours, read from ``house_rules.toml``.

``HOUSE`` is the one value that holds them. A choice that the code can carry out in one
way only is refused in any other when the file is read (Source: skirmish.md 0, 20).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("house_rules.toml")

PATHS = ("step", "all_lines", "straight_lines", "diagonal_lines", "short_lines", "leap", "pawn")
POSITIONALS = ("rook", "knight", "bishop", "joker")
"""The piece types that are positionals (skirmish.md 1)."""

FIXED: Mapping[tuple[str, str], Any] = {
    ("team", "equal_factions"): False,
    ("turns", "first_player_swaps"): True,
    ("turns", "passing"): False,
    ("turns", "one_action"): True,
    ("combat", "tie"): "defender",
    ("combat", "winner_enters"): True,
    ("combat", "advantage_per_roll"): 1,
    ("combat", "disadvantage_forced"): True,
    ("common", "faction_leader_promotes"): False,
    ("common", "promotion_else"): "blessing",
    ("common", "en_passant_window"): 1,
    ("common", "pawn_first_step"): 2,
}
"""Choices whose one value the code carries out."""

FIELDS: Mapping[str, frozenset[str]] = {
    part: frozenset(names.split())
    for part, names in {
        "team": "points fewest_pieces equal_factions",
        "setup": "roll_off_die trees tree_ranks deployment_ranks joker_cards joker_cards_up",
        "turns": "last first_player_swaps passing one_action",
        "combat": "tie winner_enters extra_dice advantage_per_roll disadvantage_forced blessing"
        " curse lowest_total",
        "common": "faction_leader_advantage faction_leader_promotes mounted_sources"
        " mounted_not_against castle_partners promotion_never promotion_else en_passant_window"
        " pawn_first_step",
        "placement": "random_die redeploy_ranks",
    }.items()
}
"""What each part of the file holds; ``types`` holds a part for each piece type."""
TYPE_FIELDS = ("name", "letter", "die", "path", "cost", "set")


class BadHouseRules(ValueError):
    """The file of house rules holds something the code cannot carry out."""


@dataclass(frozen=True, slots=True)
class PieceType:
    """A type of piece: what it rolls, how it goes, what it costs as a rule (skirmish.md 10)."""

    id: str
    name: str
    letter: str
    die: int
    path: str
    cost: int
    set: int

    @property
    def is_positional(self) -> bool:
        """Tell whether it is a Rook, Knight, Bishop or Joker."""
        return self.id in POSITIONALS


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Every house value by name. Ranks are counted from 1; dice by their sides."""

    points: int
    fewest_pieces: int
    roll_off_die: int
    trees: int
    tree_ranks: tuple[int, int]
    deployment_ranks: int
    joker_cards: int
    joker_cards_up: int
    last_turn: int
    extra_dice: int
    blessing: int
    curse: int
    lowest_total: int
    faction_leader_advantage: int
    mounted_sources: int
    mounted_not_against: str
    castle_partners: tuple[str, ...]
    promotion_never: tuple[str, ...]
    random_die: int
    redeploy_ranks: int
    types: Mapping[str, PieceType]


def house_rules(data: Mapping[str, Any]) -> HouseRules:
    """Return the house rules of a file that has been read; raise ``BadHouseRules``."""
    try:
        return _house_rules(data)
    except (KeyError, TypeError) as error:
        raise BadHouseRules(f"an entry is missing or misshapen: {error}") from error


def _house_rules(data: Mapping[str, Any]) -> HouseRules:
    _check_names(data)
    for (part, name), value in FIXED.items():
        if data[part][name] != value:
            raise BadHouseRules(f"[{part}] {name} can only be {value!r}")
    team, setup, combat, common = data["team"], data["setup"], data["combat"], data["common"]
    types = {name: _type(name, entry) for name, entry in data["types"].items()}
    low, high = _tree_ranks(setup)
    return HouseRules(
        points=_count(team, "points", 1),
        fewest_pieces=_count(team, "fewest_pieces", 1),
        roll_off_die=_count(setup, "roll_off_die", 2),
        trees=_count(setup, "trees", 0, 8 * (high - low + 1)),
        tree_ranks=(low, high),
        deployment_ranks=_count(setup, "deployment_ranks", 2, 4),
        joker_cards=_count(setup, "joker_cards", 0),
        joker_cards_up=_count(setup, "joker_cards_up", 0, setup["joker_cards"]),
        last_turn=_count(data["turns"], "last", 1),
        extra_dice=_count(combat, "extra_dice", 1, 3),
        blessing=_count(combat, "blessing", 0),
        curse=_count(combat, "curse", -1000, 0),
        lowest_total=_count(combat, "lowest_total", -1000),
        faction_leader_advantage=_count(common, "faction_leader_advantage", 0),
        mounted_sources=_count(common, "mounted_sources", 0),
        mounted_not_against=_known(types, "mounted_not_against", [common["mounted_not_against"]])[
            0
        ],
        castle_partners=_known(types, "castle_partners", common["castle_partners"]),
        promotion_never=_known(types, "promotion_never", common["promotion_never"]),
        random_die=_count(data["placement"], "random_die", 8, 8),
        redeploy_ranks=_count(data["placement"], "redeploy_ranks", 1, 8),
        types=types,
    )


def _check_names(data: Mapping[str, Any]) -> None:
    """Refuse what stands in the file and would change nothing."""
    for part, entries in data.items():
        if part == "types":
            known: Iterable[str] = set(TYPE_FIELDS)
            named = {name for entry in entries.values() for name in entry}
        elif part in FIELDS:
            known, named = FIELDS[part], set(entries)
        else:
            raise BadHouseRules(f"there is no part [{part}]")
        for name in sorted(named - set(known)):
            raise BadHouseRules(f"[{part}] has no {name}")


def _tree_ranks(setup: Mapping[str, Any]) -> tuple[int, int]:
    ranks = setup["tree_ranks"]
    if len(ranks) != 2 or not 1 <= ranks[0] <= ranks[1] <= 8:
        raise BadHouseRules("[setup] tree_ranks are two ranks of the board, the lower one first")
    return ranks[0], ranks[1]


def _known(types: Mapping[str, PieceType], name: str, given: Sequence[str]) -> tuple[str, ...]:
    for one in given:
        if one not in types:
            raise BadHouseRules(f"[common] {name}: there is no piece type {one!r}")
    return tuple(given)


def _count(part: Mapping[str, Any], name: str, least: int, most: int = 1000) -> int:
    value = part[name]
    if type(value) is not int or not least <= value <= most:
        raise BadHouseRules(f"{name} is a whole number from {least} to {most}")
    return value


def _type(name: str, entry: Mapping[str, Any]) -> PieceType:
    if entry["path"] not in PATHS:
        raise BadHouseRules(f"{name}: there is no path {entry['path']!r}")
    return PieceType(
        name,
        entry["name"],
        entry["letter"],
        _count(entry, "die", 2),
        entry["path"],
        _count(entry, "cost", 0),
        _count(entry, "set", 0),
    )


HOUSE = house_rules(tomllib.loads(FILE.read_text(encoding="utf-8")))
