"""Resolution: pairings, then the orders one by one, round and round in player order.

The state at the moment an order is resolved counts, not the one when it was given.
Source: campaign.md 3b.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from campaign.rules.board import OCEAN
from campaign.rules.field import Field
from campaign.rules.ruleset import explored
from campaign.rules.state import Order
from campaign.rules.summer.orders import (
    DEFEND,
    MOVE,
    RAZE,
    REGROUP,
    Ordered,
    default_order,
    fault_after,
    waiting,
)
from campaign.rules.table import Table
from campaign.rules.tokens import Token
from games.engine.contract import Chance


def resolve_orders(
    table: Table, field: Field, orders: Mapping[int, Sequence[Order]], chance: Chance
) -> None:
    """Carry out a month's orders; an illegal one is told to its kingdom and the default counts."""
    queues = [_queue(table, field, seat, orders.get(seat, ())) for seat in table.living()]
    longest = max((len(queue) for queue in queues), default=0)
    for turn in range(longest):
        for queue in queues:
            if turn < len(queue):
                _resolve(table, field, queue[turn], chance)


Line = tuple[Token, Order]


def _queue(table: Table, field: Field, seat: int, orders: Sequence[Order]) -> list[Line]:
    """Make a kingdom's pairs and line up its tokens: named ones as named, then the others."""
    done = Ordered()
    queue: list[Line] = []
    for line, order in enumerate(orders):
        code = fault_after(table, field, seat, order, done)
        if code:
            table.tell_only(
                seat,
                "line_unused",
                kingdom=seat,
                list="orders",
                line=line,
                reason="illegal",
                code=code,
            )
            continue
        done.add(order)
        queue.append((_arrange(field, seat, order), order))
    for token in waiting(field, seat, done):
        queue.append((token, default_order(field, token)))
    return queue


def _arrange(field: Field, seat: int, order: Order) -> Token:
    """Make, keep or part the pair that a legal order is about; return its token."""
    number, ship = order.army, order.ship
    token = Token(seat, ship, number)
    pair = None if ship is None else field.cargo(seat, ship)
    if pair == token:
        return token
    if pair is not None and number != pair.army:
        field.split(pair)
    if number is not None:
        pair = field.carrier(seat, number)
        if pair is not None:
            field.split(pair)
        if ship is not None:
            field.pair(Token(seat, ship, None), Token(seat, None, number))
    return token


def _resolve(table: Table, field: Field, line: Line, chance: Chance) -> None:
    token, order = line
    do = order.do
    if do == MOVE:
        assert order.to is not None  # a legal move has a goal
        _move(table, field, token, table.board.index[order.to], chance)
    elif do == DEFEND:
        _defend(table, field, token)
    elif do == RAZE:
        _raze(table, field, token)
    elif do == REGROUP:
        _regroup(table, field, token)


def _move(table: Table, field: Field, token: Token, tile: int, chance: Chance) -> None:
    """Enter a tile; explore it, or take it when no enemy token is there."""
    seat, ship, army = token
    numbers = table.board.numbers
    start, number = numbers[field.position(token)], numbers[tile]
    field.move(token, tile)
    table.tell("moved", kingdom=seat, army=army or 0, ship=ship or 0, start=start, tile=number)
    if table.board.tiles[tile].terrain == OCEAN:
        return
    owner = table.owners[tile]
    if owner is None:
        _explore(table, seat, tile, chance)
        table.take(seat, tile)
    elif owner != seat and not field.has_enemy(tile, seat):
        table.take(seat, tile)


def _explore(table: Table, seat: int, tile: int, chance: Chance) -> None:
    number = table.board.numbers[tile]
    first, second = chance.roll(f"explore.{number}", 6, 2)
    found = explored(first + second)
    table.settlements[tile] = found
    table.tell(
        "explored",
        kingdom=seat,
        tile=number,
        first=first,
        second=second,
        settlement=found or "",
    )


def _defend(table: Table, field: Field, token: Token) -> None:
    """Mark an army as defending for this month's battles."""
    seat, _, army = token
    assert army is not None  # only armies defend
    table.defending.add((seat, army))
    table.tell("defended", kingdom=seat, army=army, tile=table.board.numbers[field.position(token)])


def _raze(table: Table, field: Field, token: Token) -> None:
    """Remove the settlement unless an enemy token is there or nothing stands any more."""
    seat, tile = token.kingdom, field.position(token)
    number, standing = table.board.numbers[tile], table.settlements[tile]
    if standing is None or field.has_enemy(tile, seat):
        table.tell("raze_failed", kingdom=seat, tile=number)
        return
    table.settlements[tile] = None
    table.tell("razed", kingdom=seat, tile=number, settlement=standing)


def _regroup(table: Table, field: Field, token: Token) -> None:
    seat, ship, army = token
    number = table.board.numbers[field.position(token)]
    field.stand(token)
    table.tell("regrouped", kingdom=seat, army=army or 0, ship=ship or 0, tile=number)
