"""A month's orders in open play: one public order at a time, round the kingdoms.

Source: campaign.md 3a (classic cycle, ``first_player_brakes``).
"""

from __future__ import annotations

from campaign.rules.field import Field
from campaign.rules.state import BATTLE, Order
from campaign.rules.summer.orders import (
    default_orders,
    order_fault,
    ordered,
    possible_orders,
    waiting,
)
from campaign.rules.summer.resolution import resolve_orders
from campaign.rules.summer_codec import order_json
from campaign.rules.table import Table
from campaign.rules.winter.deploy import brakes
from games.engine.contract import Chance, Json


def order_turn(table: Table) -> int | None:
    """Return whose turn it is to order, or ``None`` when every token has its order."""
    field = Field(table)
    first = table.living()[0]
    if brakes(table, first) and _waits(table, field, first):
        return first
    for _ in table.order:
        seat = table.order[table.turn % len(table.order)]
        if table.alive[seat] and _waits(table, field, seat):
            return seat
        table.turn = (table.turn + 1) % len(table.order)
    return None


def _waits(table: Table, field: Field, seat: int) -> bool:
    return bool(waiting(field, seat, ordered(table, seat)))


def legal_orders(table: Table, seat: int) -> list[Json]:
    """List every order that a kingdom may give now; there is no passing."""
    return [order_json(order) for order in possible_orders(table, Field(table), seat)]


def default_order_now(table: Table, seat: int) -> Json:
    """Return the order given for a kingdom that gives none: its next token's default."""
    return order_json(default_orders(table, Field(table), seat)[0])


def fault_of(table: Table, seat: int, order: Order) -> str:
    """Return why a kingdom may not give this order now, or nothing."""
    return order_fault(table, Field(table), seat, order)


def give_order(table: Table, seat: int, order: Order, chance: Chance) -> None:
    """Note a legal order; when it was the last one, resolve them all and go to battle."""
    table.orders.append((seat, order))
    table.tell(
        "order_given",
        kingdom=seat,
        army=order.army or 0,
        ship=order.ship or 0,
        order=order.do,
        tile=order.to or 0,
    )
    first = table.living()[0]
    if not brakes(table, first) or seat != first:
        table.turn = (table.turn + 1) % len(table.order)
    if order_turn(table) is None:
        resolve_given(table, chance)


def resolve_given(table: Table, chance: Chance) -> None:
    """Resolve all orders given this month; the battles come next."""
    given: dict[int, list[Order]] = {}
    for seat, order in table.orders:
        given.setdefault(seat, []).append(order)
    table.orders.clear()
    resolve_orders(table, Field(table), given, chance)
    table.turn, table.stage = 0, BATTLE
