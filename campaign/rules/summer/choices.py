"""What one kingdom can order this month: everything a form shows beside the empty sheet.

::

    can = month_choices(game, state, seat)
    [(goal.tile, goal.terrain, goal.tiring) for goal in can.orders[1, None].goals]

Tokens are (army, ship), either may be ``None``. It works for sealed play and, leaving out
the tokens that have their order, for open play. Nothing here decides anything;
``Game.check`` does. Source: campaign.md 3a.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from campaign.rules.board import OCEAN
from campaign.rules.field import Field
from campaign.rules.state import Crossing, Order, State
from campaign.rules.summer.orders import MOVE, default_for, possible_orders, waiting
from campaign.rules.summer.orders import ordered as ordered_so_far
from campaign.rules.summer.reform import is_hard
from campaign.rules.system import CampaignGame
from campaign.rules.table import Table
from campaign.rules.tokens import Token, ways_of

TokenKey = tuple[int | None, int | None]
"""An army's and a ship's number; both for a pair."""

INSTRUCTIONS = ("battles", "sacrifice", "break_off", "retreat", "advance", "concede", "last_stand")


@dataclass(frozen=True, slots=True)
class Place:
    """A hex as an order sees it: its land, who holds it, what stands there.

    ``own`` and ``enemies`` count tokens of this kingdom and of each other one.
    """

    tile: int
    terrain: str
    river: bool
    owner: int | None
    settlement: str
    own: int
    enemies: tuple[tuple[int, int], ...]
    name: str = ""

    @property
    def is_unexplored(self) -> bool:
        """Whether whoever enters rolls for what is found."""
        return self.owner is None and self.terrain != OCEAN


@dataclass(frozen=True, slots=True)
class Goal:
    """A hex that a token may move to; ``tiring``: an army lies down after going there (3e.1)."""

    place: Place
    tiring: bool


@dataclass(frozen=True, slots=True)
class Orderable:
    """What one token, or a pair that could be made, may be ordered to do."""

    army: int | None
    ship: int | None
    place: Place
    upright: bool
    points: int | None
    default: str
    stays: tuple[str, ...]
    """The legal orders besides moving."""
    goals: tuple[Goal, ...]

    @property
    def key(self) -> TokenKey:
        """How sheets name it."""
        return self.army, self.ship


@dataclass(frozen=True, slots=True)
class MonthChoices:
    """All a kingdom can order. ``tokens`` are those that stand now, in their default order.

    ``orders`` has an entry for each of them and for every pair or half that an order could
    make. ``fields`` are the hexes where this kingdom could meet another this month,
    ``havens`` those its beaten tokens could hope for, ``instructions`` which of the standing
    ones can matter.
    """

    month: int
    tokens: tuple[TokenKey, ...]
    orders: dict[TokenKey, Orderable]
    enemies: tuple[int, ...]
    fields: tuple[Place, ...]
    havens: tuple[Place, ...]
    instructions: tuple[str, ...]


def place_on(table: Table, seat: int, tile: int) -> Place:
    """Describe a hex, by its number, as a kingdom sees it."""
    return _Reader(table, seat).place(table.board.index[tile])


def month_choices(game: CampaignGame, state: State, seat: int) -> MonthChoices:
    """Return what a kingdom can order in the state shown."""
    table = game.table(state)
    return _Reader(table, seat).choices(state.summer.month)


class _Reader:
    """Reads one kingdom's possibilities off a table."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table, self.seat, self.board = table, seat, table.board
        self.field = Field(table)

    def choices(self, month: int) -> MonthChoices:
        """Return all of them."""
        now = waiting(self.field, self.seat, ordered_so_far(self.table, self.seat))
        tokens = sorted(now, key=lambda token: (token.ship or 0, token.army or 0))
        legal = possible_orders(self.table, self.field, self.seat)
        fields = self.meetings(legal)
        return MonthChoices(
            month=month,
            tokens=tuple((token.army, token.ship) for token in tokens),
            orders={each.key: each for each in self.orderables(legal)},
            enemies=tuple(other for other in self.table.living() if other != self.seat),
            fields=tuple(self.place(tile) for tile in fields),
            havens=tuple(self.place(tile) for tile in self.havens(fields, legal)),
            instructions=self.instructions(bool(fields), len(tokens)),
        )

    def orderables(self, legal: list[Order]) -> Iterator[Orderable]:
        """Group the legal orders by the token they are given to."""
        by_token: dict[TokenKey, list[Order]] = {}
        for order in legal:
            by_token.setdefault((order.army, order.ship), []).append(order)
        for (army, ship), orders in by_token.items():
            yield self.orderable(army, ship, orders)

    def orderable(self, army: int | None, ship: int | None, orders: list[Order]) -> Orderable:
        """Say what one token may do; a pair that is still to be made stands where its ship does."""
        start, upright = self.standing(army, ship)
        return Orderable(
            army=army,
            ship=ship,
            place=self.place(start),
            upright=upright,
            points=None if army is None else self.table.armies[self.seat][army].points,
            default=default_for(Token(self.seat, ship, army), upright).do,
            stays=tuple(order.do for order in orders if order.do != MOVE),
            goals=tuple(self.goal(start, order, ship is None) for order in orders if order.to),
        )

    def standing(self, army: int | None, ship: int | None) -> tuple[int, bool]:
        """Return the position of a token and whether it stands upright."""
        if ship is not None:
            found = self.table.ships[self.seat][ship]
            return self.board.index[found.tile], found.upright
        stands = self.table.armies[self.seat][army or 0]
        return self.board.index[stands.tile or 0], stands.upright

    def goal(self, start: int, order: Order, walks: bool) -> Goal:
        """Describe where a move leads."""
        tile = self.board.index[order.to or 0]
        numbers = self.board.numbers
        tiring = walks and is_hard(self.table, Crossing(0, 0, numbers[start], numbers[tile]))
        return Goal(self.place(tile), tiring)

    def place(self, tile: int) -> Place:
        """Describe a position on the board."""
        shown, others = self.board.tiles[tile], self.field.seats_on(tile)
        return Place(
            tile=shown.number,
            terrain=shown.terrain,
            river=shown.river,
            owner=self.table.owners[tile],
            settlement=self.table.settlements[tile] or "",
            own=len(self.field.on(tile, self.seat)),
            enemies=tuple(
                (other, len(self.field.on(tile, other))) for other in others if other != self.seat
            ),
            name=shown.name,
        )

    def meetings(self, legal: list[Order]) -> list[int]:
        """List the positions where tokens of this kingdom and of another can stand together."""
        mine = {self.field.position(token) for token in self.field.tokens(self.seat)}
        mine |= {self.board.index[order.to] for order in legal if order.to}
        theirs = {
            tile
            for other in self.table.living()
            if other != self.seat
            for token in self.field.tokens(other)
            for tile in self.reach(token)
        }
        return sorted(mine & theirs)

    def reach(self, token: Token) -> Iterable[int]:
        """List where a token can be after its next order, a ship of its tile at hand or not."""
        start, ways = self.field.position(token), ways_of(self.board)
        if not self.field.upright(token):
            return (start,)
        here = self.field.on(start, token.kingdom)
        by_land = ways.by_land[start] if token.army is not None else ()
        by_water = ways.by_water[start] if any(each.floats for each in here) else ()
        return (start, *by_land, *by_water)

    def havens(self, fields: list[int], legal: list[Order]) -> list[int]:
        """List the neighbours of such places that are this kingdom's, or may be by then."""
        goals = {self.board.index[order.to] for order in legal if order.to}
        near = {tile for field in fields for tile in self.board.adjacent[field]}
        return sorted(
            tile for tile in near if self.table.owners[tile] == self.seat or tile in goals
        )

    def instructions(self, may_fight: bool, tokens: int) -> tuple[str, ...]:
        """List the standing instructions that can make a difference this month."""
        rules, ships = self.table.rules, bool(self.table.ships[self.seat])
        matters = {
            "battles": True,
            "sacrifice": tokens > 1,
            "break_off": ships,
            "retreat": True,
            "advance": rules.winner_advance,
            "concede": rules.concede,
            "last_stand": rules.concede,
        }
        return tuple(name for name in INSTRUCTIONS if may_fight and matters[name])
