"""Orders of a month: which are legal for whom, and what a token does without one.

The position that counts is the one on the table; in open play ``table.orders`` holds what
was ordered so far this month, and those tokens are done. Source: campaign.md 3a.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from campaign.rules.board import MARSH, OCEAN
from campaign.rules.field import Field
from campaign.rules.state import Order
from campaign.rules.table import Table
from campaign.rules.tokens import Token, ways_of

MOVE, DEFEND, RAZE, REGROUP, HOLD = "move", "defend", "raze", "regroup", "hold"
ORDERS = (MOVE, DEFEND, RAZE, REGROUP, HOLD)


class Ordered:
    """Which armies and ships of one kingdom have an order already."""

    __slots__ = ("armies", "ships")

    def __init__(self, orders: Iterable[Order] = ()) -> None:
        """Start with the orders given so far."""
        self.armies: set[int] = set()
        self.ships: set[int] = set()
        for order in orders:
            self.add(order)

    def add(self, order: Order) -> None:
        """Note an order; a pair's order is one to both."""
        if order.army is not None:
            self.armies.add(order.army)
        if order.ship is not None:
            self.ships.add(order.ship)

    def names(self, order: Order) -> bool:
        """Tell whether an order names a token that has one."""
        return order.army in self.armies or order.ship in self.ships


def ordered(table: Table, seat: int) -> Ordered:
    """Return what a kingdom has ordered so far in open play."""
    return Ordered(order for giver, order in table.orders if giver == seat)


def order_fault(table: Table, field: Field, seat: int, order: Order) -> str:
    """Return why a kingdom may not give this order now, or nothing."""
    return fault_after(table, field, seat, order, ordered(table, seat))


def fault_after(table: Table, field: Field, seat: int, order: Order, done: Ordered) -> str:
    """Return why an order is illegal when these tokens have theirs already, or nothing."""
    if order.army is not None and order.army not in table.armies[seat]:
        return "unknown_army"
    if order.ship is not None and order.ship not in table.ships[seat]:
        return "unknown_ship"
    if done.names(order):
        return "already_ordered"
    return _pairing_fault(table, field, seat, order, done) or _doing_fault(
        table, field, seat, order
    )


def _pairing_fault(table: Table, field: Field, seat: int, order: Order, done: Ordered) -> str:
    """Judge what an order makes of ship and army: keeping, making or parting a pair."""
    number, ship = order.army, order.ship
    if number is None:
        if ship is None:
            return "no_token"
        pair = field.cargo(seat, ship)
        return _parting_fault(table, field, pair, done)
    army = table.armies[seat][number]
    if ship is None:
        if army.tile is None:
            return "unknown_army"
        pair = None if army.aboard is None else field.carrier(seat, number)
        return _parting_fault(table, field, pair, done)
    if army.aboard == ship and field.carrier(seat, number) is not None:
        return ""
    return _new_pair_fault(table, field, seat, order, done)


def _new_pair_fault(table: Table, field: Field, seat: int, order: Order, done: Ordered) -> str:
    army, ship = table.armies[seat][order.army or 0], table.ships[seat][order.ship or 0]
    if army.tile != ship.tile:
        return "not_together"
    if not (army.upright and ship.upright):
        return "pair_on_side"
    pairs = (field.cargo(seat, ship.number), field.carrier(seat, army.number))
    for pair in pairs:
        code = _parting_fault(table, field, pair, done)
        if code:
            return code
    return ""


def _parting_fault(table: Table, field: Field, pair: Token | None, done: Ordered) -> str:
    """A pair cannot part on open ocean; one that another order parted is none any more."""
    if pair is None or pair.army in done.armies or pair.ship in done.ships:
        return ""
    at_sea = table.board.tiles[field.position(pair)].terrain == OCEAN
    return "parts_at_sea" if at_sea else ""


def _doing_fault(table: Table, field: Field, seat: int, order: Order) -> str:
    floats, do = order.ship is not None, order.do
    if floats:
        ship = table.ships[seat][order.ship or 0]
        number, upright = ship.tile, ship.upright
    else:
        army = table.armies[seat][order.army or 0]
        number, upright = army.tile or 0, army.upright
    if do == REGROUP:
        return "stands_already" if upright else ""
    if not upright:
        return "must_regroup"
    if do == MOVE:
        return move_fault(table, floats, table.board.index[number], order.to)
    if do == DEFEND:
        return "ship_cannot_defend" if floats else ""
    if do == HOLD:
        return "" if floats else "army_cannot_hold"
    if do == RAZE:
        standing = table.settlements[table.board.index[number]]
        return "nothing_to_raze" if standing is None else ""
    return "unknown_order"


def move_fault(table: Table, floats: bool, start: int, to: int | None) -> str:
    """Return why a token may not move from a position to a tile number, or nothing."""
    board = table.board
    tile = table.position(to)
    if tile is None:
        return "unknown_tile"
    ways = ways_of(board)
    if tile in (ways.by_water[start] if floats else ways.by_land[start]):
        return ""
    if tile not in board.adjacent[start]:
        return "not_adjacent"
    terrain = board.tiles[tile].terrain
    if terrain == MARSH:
        return "enters_marsh"
    if floats:
        return "no_water"
    return "enters_ocean" if terrain == OCEAN else "water_edge"


def waiting(field: Field, seat: int, done: Ordered) -> list[Token]:
    """List a kingdom's tokens without an order; a half left over by an order stands alone."""
    found = []
    for token in field.tokens(seat):
        _, ship, army = token
        if ship in done.ships:
            ship = None
        if army in done.armies:
            army = None
        if ship is not None or army is not None:
            found.append(token if token[1:] == (ship, army) else Token(seat, ship, army))
    return sorted(found, key=lambda token: (token.ship or 0, token.army or 0))


def possible_orders(table: Table, field: Field, seat: int) -> list[Order]:
    """List every legal order to a token without one: armies, ships, then ships with armies."""
    done = ordered(table, seat)
    return [
        order
        for army, ship in _carriers(table, seat)
        for order in _orders_to(table, seat, army, ship)
        if not fault_after(table, field, seat, order, done)
    ]


def _carriers(table: Table, seat: int) -> Iterator[tuple[int | None, int | None]]:
    """Yield all (army, ship) that an order could name, whether legal now or not."""
    armies, ships = sorted(table.armies[seat]), sorted(table.ships[seat])
    for army in armies:
        yield army, None
    for ship in ships:
        yield None, ship
        for army in armies:
            if table.armies[seat][army].tile == table.ships[seat][ship].tile:
                yield army, ship


def _orders_to(table: Table, seat: int, army: int | None, ship: int | None) -> Iterator[Order]:
    tile = table.armies[seat][army or 0].tile if ship is None else table.ships[seat][ship].tile
    start = table.position(tile)
    if start is not None:
        ways = ways_of(table.board)
        for to in ways.by_land[start] if ship is None else ways.by_water[start]:
            yield Order(army, ship, MOVE, table.board.numbers[to])
        for do in (DEFEND, RAZE, REGROUP, HOLD):
            yield Order(army, ship, do)


def default_order(field: Field, token: Token) -> Order:
    """Return what a token without an order does: defend, hold, or regroup when on its side."""
    return default_for(token, field.upright(token))


def default_for(token: Token, upright: bool) -> Order:
    """Return the default order of a token, or of a pair yet to be made, in this posture."""
    _, ship, army = token
    if not upright:
        return Order(army, ship, REGROUP)
    return Order(army, ship, DEFEND if ship is None else HOLD)


def default_orders(table: Table, field: Field, seat: int) -> list[Order]:
    """Return the default orders of a kingdom's tokens without one, in their order (3a)."""
    return [default_order(field, token) for token in waiting(field, seat, ordered(table, seat))]
