"""Check a month's sheet against the position in which it is handed in.

Each order must be legal as the tokens stand now; an instruction need only name what there
is, for where it is not legal when its moment comes the next one counts. Source: campaign.md 3a.
"""

from __future__ import annotations

from collections.abc import Iterable

from campaign.rules.field import Field
from campaign.rules.problems import problem
from campaign.rules.state import Order, Plan
from campaign.rules.summer.orders import Ordered, fault_after
from campaign.rules.summer.sheet import MonthSheet
from campaign.rules.table import Table
from campaign.rules.tabletop.roster_review import lists_problems
from games.engine.contract import Problem

Problems = list[Problem]


def review_month(table: Table, seat: int, sheet: MonthSheet) -> Problems:
    """Return everything of a sheet that the position does not allow."""
    return [
        *_orders(table, seat, sheet.orders),
        *review_plan(table, seat, sheet.plan),
        *lists_problems(table, seat, sheet.lists),
    ]


def _orders(table: Table, seat: int, orders: tuple[Order, ...]) -> Problems:
    field, done = Field(table), Ordered()
    problems: Problems = []
    lines: list[Order] = []
    for order in orders:
        code = fault_after(table, field, seat, order, done)
        if code == "already_ordered":
            code = "ordered_twice"
        if code:
            problems.append(explain(table, seat, code, order, f"orders.{len(lines)}", lines))
        done.add(order)
        lines.append(order)
    return problems


def explain(
    table: Table,
    seat: int,
    code: str,
    order: Order,
    where: str = "",
    earlier: Iterable[Order] = (),
) -> Problem:
    """Build the problem that ``order_fault`` found."""
    return problem(
        code,
        where,
        army=order.army,
        ship=order.ship,
        tile=order.to,
        start=_start(table, seat, order),
        other=next((i for i, line in enumerate(earlier, 1) if _meet(line, order)), 0),
    )


def _start(table: Table, seat: int, order: Order) -> int | None:
    """Return the number of the tile on which an order's token stands, if there is one."""
    if order.ship is not None:
        ship = table.ships[seat].get(order.ship)
        return ship.tile if ship else None
    army = None if order.army is None else table.armies[seat].get(order.army)
    return army.tile if army else None


def _meet(one: Order, other: Order) -> bool:
    """Tell whether two orders name the same army or ship."""
    same_army = one.army is not None and one.army == other.army
    return same_army or (one.ship is not None and one.ship == other.ship)


def review_plan(table: Table, seat: int, plan: Plan) -> Problems:
    """Return what standing instructions name that is not there."""
    problems: Problems = []
    for line, (tile, enemy, _) in enumerate(plan.battles):
        problems += _tile(table, tile, f"battles.{line}")
        problems += _enemy(table, seat, enemy, f"battles.{line}")
    for line, (army, ship) in enumerate(plan.sacrifice):
        problems += _token(table, seat, army, ship, f"sacrifice.{line}")
    for line, (army, ship, to) in enumerate(plan.advance):
        problems += _token(table, seat, army, ship, f"advance.{line}")
        problems += _tile(table, to, f"advance.{line}")
    for name, tiles in (("retreat", plan.retreat), ("concede", plan.concede)):
        for line, tile in enumerate(tiles):
            problems += _tile(table, tile, f"{name}.{line}")
    return problems


def _tile(table: Table, tile: int, where: str) -> Problems:
    return [] if tile in table.board.index else [problem("unknown_tile", where, tile=tile)]


def _enemy(table: Table, seat: int, enemy: int, where: str) -> Problems:
    if enemy >= len(table.kingdoms):
        return [problem("unknown_kingdom", where, seat=enemy)]
    if enemy == seat:
        return [problem("battle_with_self", where)]
    return [] if table.alive[enemy] else [problem("dead_kingdom", where, seat=enemy)]


def _token(table: Table, seat: int, army: int | None, ship: int | None, where: str) -> Problems:
    problems: Problems = []
    if army is not None and army not in table.armies[seat]:
        problems.append(problem("unknown_army", where, army=army))
    if ship is not None and ship not in table.ships[seat]:
        problems.append(problem("unknown_ship", where, ship=ship))
    return problems
