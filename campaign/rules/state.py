"""The campaign as the rules see it: small frozen values, JSON in and out.

Tiles are columns (``owners``, ``settlements``) in the order of the board, so
that a state of 400 tiles stays small; the board itself (numbers, terrain,
neighbours) never changes and belongs to the game's options.
Source: campaign.md 1.
"""

from __future__ import annotations

from dataclasses import dataclass, field

VILLAGE, CITY, CAPITAL, FORTRESS = "village", "city", "capital", "fortress"
SETTLEMENTS = (VILLAGE, CITY, CAPITAL, FORTRESS)

RECALL, TITHE, BUILD, FEED, DEPLOY, OVER = "recall", "tithe", "build", "feed", "deploy", "over"


@dataclass(frozen=True, slots=True, order=True)
class Army:
    """A numbered army. ``tile`` is ``None`` while it is staged for Deploy."""

    kingdom: int
    number: int
    points: int
    tile: int | None
    upright: bool = True
    aboard: int | None = None


@dataclass(frozen=True, slots=True, order=True)
class Ship:
    """A numbered ship; in Winter its tile is its berth."""

    kingdom: int
    number: int
    tile: int
    upright: bool = True


@dataclass(frozen=True, slots=True)
class Kingdom:
    """One kingdom's own facts. ``seat_tile``: see campaign.md 4a, "the seat of the kingdom"."""

    gold: int = 0
    food: int = 0
    alive: bool = True
    seat_tile: int | None = None
    original_capital: int | None = None
    years: int = 0
    might: int = 0


@dataclass(frozen=True, slots=True, order=True)
class Gift:
    """One tithe that was given this winter."""

    giver: int
    receiver: int
    gold: int
    food: int


@dataclass(frozen=True, slots=True)
class Season:
    """What the running winter must remember between its steps; empty at its start.

    ``turn`` is an index into the player order and ``passes`` counts passes in a
    row (open play); ``built`` and ``recruited`` hold tile numbers.
    """

    turn: int = 0
    passes: int = 0
    gifts: tuple[Gift, ...] = ()
    built: tuple[int, ...] = ()
    recruited: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """The whole campaign between two phases.

    ``order`` is the player order (kingdoms that are out included, skipped when
    played); ``owners`` and ``settlements`` follow the board's tile order;
    ``armies`` and ``ships`` are sorted by kingdom and number.
    """

    year: int
    stage: str
    order: tuple[int, ...]
    kingdoms: tuple[Kingdom, ...]
    owners: tuple[int | None, ...]
    settlements: tuple[str | None, ...]
    armies: tuple[Army, ...] = ()
    ships: tuple[Ship, ...] = ()
    season: Season = field(default_factory=Season)
