"""The campaign as the rules see it: small frozen values, JSON in and out.

Tiles are columns (``owners``, ``settlements``) in the order of the board, so
that a state of 400 tiles stays small; the board itself (numbers, terrain,
neighbours) never changes and belongs to the game's options.
Source: campaign.md 1.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from campaign.rules.rosters import Roster

VILLAGE, CITY, CAPITAL, FORTRESS = "village", "city", "capital", "fortress"
SETTLEMENTS = (VILLAGE, CITY, CAPITAL, FORTRESS)

SETUP, BANNER, FOUND, HOMELAND, MUSTER = "setup", "banner", "found", "homeland", "muster"
"""Setup (2): one sheet in sealed play, the other four one after the other in open play."""

ORDERS, BATTLE, REPORT = "orders", "battle", "report"
"""A month of Summer (3): orders; in open play its battles; reports of battles on a real table."""

RECALL, TITHE, BUILD, FEED, DEPLOY, OVER = "recall", "tithe", "build", "feed", "deploy", "over"

COURT = "court"
"""Between Gather and Tithe, under the house rule ``courts``: kingdoms play for stakes (4b)."""

MONTH, ORDER, WINTER = "month", "order", "winter"
"""Kinds of asks that are no stage: the sheet of a month, one order, the one sheet of a Winter."""

SETUP_STAGES = (SETUP, BANNER, FOUND, HOMELAND, MUSTER)
SUMMER_STAGES = (ORDERS, BATTLE, REPORT)
WINTER_STAGES = (RECALL, COURT, TITHE, BUILD, FEED, DEPLOY)
STAGES = (*SETUP_STAGES, *SUMMER_STAGES, *WINTER_STAGES, OVER)


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
    """One kingdom's own facts. ``seat_tile``: see campaign.md 4a, "the seat of the kingdom".

    ``faction`` is what it fields in skirmishes; empty: none was chosen (2.1).
    """

    gold: int = 0
    food: int = 0
    alive: bool = True
    seat_tile: int | None = None
    original_capital: int | None = None
    years: int = 0
    might: int = 0
    race: str = ""
    strategies: int = 0
    faction: str = ""


@dataclass(frozen=True, slots=True, order=True)
class Gift:
    """One tithe that was given this winter."""

    giver: int
    receiver: int
    gold: int
    food: int


@dataclass(frozen=True, slots=True, order=True)
class Crossing:
    """An army left tile ``start`` for ``tile`` this month; Reform judges the terrain (3e)."""

    kingdom: int
    army: int
    start: int
    tile: int


@dataclass(frozen=True, slots=True, order=True)
class Order:
    """One order to one token; a pair has both numbers. ``to`` is a move's tile number (3a)."""

    army: int | None
    ship: int | None
    do: str
    to: int | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """A month's standing instructions (3a). Tokens are (army, ship), either may be ``None``.

    ``battles`` holds (tile, enemy, kind or empty); tiles go by number.
    """

    battles: tuple[tuple[int, int, str], ...] = ()
    sacrifice: tuple[tuple[int | None, int | None], ...] = ()
    break_off: bool = False
    retreat: tuple[int, ...] = ()
    advance: tuple[tuple[int | None, int | None, int], ...] = ()
    concede: tuple[int, ...] = ()
    last_stand: bool = True


@dataclass(frozen=True, slots=True, order=True)
class Rout:
    """A unit was routed on the table; ``by_unit`` is 0 when nobody's unit caused it.

    Units are counted from 1 in their army's list.
    """

    kingdom: int
    army: int
    unit: int
    by_kingdom: int = 0
    by_army: int = 0
    by_unit: int = 0


@dataclass(frozen=True, slots=True)
class Report:
    """How a battle ended elsewhere: ``winner`` ``None`` is a draw; ``routs`` are sorted.

    ``simple`` leaves it to the dice of section 6 instead. ``slain`` holds, of a skirmish,
    the points slain and the points of the list, the attacker's and then the defender's.
    """

    winner: int | None
    routs: tuple[Rout, ...] = ()
    simple: bool = False
    slain: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Battle:
    """A land battle that waits for its result from outside the rules (5).

    ``number`` counts the month's battles from 1 and labels its dice. ``attackers`` and
    ``defenders`` are the numbers of the upright armies that fight. ``weather`` is the die of
    its conditions (0: none), ``cards`` the strategy cards of attacker and defender.
    ``seats`` are those of a match that decides it, in the match's order.
    """

    number: int
    tile: int
    attacker: int
    defender: int
    mode: str
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    last_stand: bool = False
    weather: int = 0
    cards: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    report: Report | None = None
    seats: tuple[int, ...] = ()


Rank = tuple[int, tuple[tuple[int, int], ...]]
"""A tile number, and (seat, place) of everybody who played one Courtier for it this month (5)."""


@dataclass(frozen=True, slots=True)
class Summer:
    """What the running month must remember; ``month`` is 0 outside Summer.

    ``turn`` is an index into the player order. ``orders`` are (seat, order) given so far in
    open play. While a month's battles run: ``defending`` (kingdom, army) marks, ``crossings``,
    ``fought`` battles so far, the ``plans`` by seat (sealed), the ``waiting`` battles, and in
    open play the ``script`` of the running battle: answers (0, choice) and dice (1, faces...)
    since the state was written, ``told`` of whose events are told already. ``modes`` are
    (tile, battle mode) where land battles are fought otherwise this month; ``ranks``: see
    ``Rank``.
    """

    month: int = 0
    turn: int = 0
    orders: tuple[tuple[int, Order], ...] = ()
    defending: tuple[tuple[int, int], ...] = ()
    crossings: tuple[Crossing, ...] = ()
    fought: int = 0
    plans: tuple[Plan, ...] = ()
    waiting: tuple[Battle, ...] = ()
    script: tuple[tuple[int, ...], ...] = ()
    told: int = 0
    modes: tuple[tuple[int, str], ...] = ()
    ranks: tuple[Rank, ...] = ()


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
    ``armies``, ``ships`` and ``rosters`` are sorted by kingdom and number.
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
    summer: Summer = field(default_factory=Summer)
    rosters: tuple[Roster, ...] = ()
