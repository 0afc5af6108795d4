"""The month's sheet: orders in the order of their resolution, and standing instructions.

::

    {"orders": [{"army": 1, "order": "move", "to": 9}, {"ship": 2, "army": 3, "order": "hold"}],
     "battles": [{"tile": 9, "enemy": 1}], "retreat": [4]}

``read_month`` judges the shape alone; ``month_review.py`` judges what the position allows.
Source: campaign.md 3a.
"""

from __future__ import annotations

from dataclasses import dataclass

from campaign.rules.reader import MOST_NUMBER, Reader
from campaign.rules.rosters import Roster
from campaign.rules.state import Order, Plan
from campaign.rules.summer.orders import MOVE, ORDERS
from campaign.rules.summer_codec import order_json, plan_json
from campaign.rules.tabletop.roster_sheet import list_json, read_list
from games.engine.contract import Json

LAND, NAVAL = "land", "naval"
TOKEN = ("army", "ship")
NO_PLAN = frozenset(("orders", "lists"))
PLAN = ("battles", "sacrifice", "break_off", "retreat", "advance", "concede", "last_stand")

Step = tuple[int | None, int | None, int]
"""(army, ship, tile number) of a winner's step; of army and ship one may be ``None``."""


@dataclass(frozen=True, slots=True)
class MonthSheet:
    """One kingdom's month; ``lists`` are army lists handed in with it (5)."""

    orders: tuple[Order, ...] = ()
    plan: Plan = Plan()
    lists: tuple[Roster, ...] = ()


def read_month(reader: Reader, answer: Json, seat: int) -> MonthSheet:
    """Read a sheet's shape; what is wrong goes to the reader."""
    given = reader.fields(answer, "", ("orders", *PLAN, "lists"))
    lines = reader.lines(given.get("orders", []), "orders")
    orders = tuple(read_order(reader, line, f"orders.{i}") for i, line in enumerate(lines))
    return MonthSheet(orders, _read_plan(reader, given), _read_lists(reader, given, seat))


def read_order(reader: Reader, line: Json, where: str) -> Order:
    """Read one order."""
    given = reader.fields(line, where, (*TOKEN, "order", "to"))
    army, ship = _token(reader, given, where)
    do = given.get("order")
    if not isinstance(do, str) or do not in ORDERS:
        reader.refuse("unknown_order", _inside(where, "order"), choices=", ".join(ORDERS))
        return Order(army, ship, MOVE)
    to = None
    if do == MOVE:
        to = reader.needed(given, "to", where, 1, MOST_NUMBER)
    elif "to" in given:
        reader.refuse("goal_without_move", _inside(where, "to"))
    return Order(army, ship, do, to)


def _inside(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key


def _token(reader: Reader, given: dict[str, Json], where: str) -> tuple[int | None, int | None]:
    """Return the (army, ship) that a line names; at least one of them."""
    army = reader.needed(given, "army", where, 1, MOST_NUMBER) if "army" in given else None
    ship = reader.needed(given, "ship", where, 1, MOST_NUMBER) if "ship" in given else None
    if army is None and ship is None:
        reader.refuse("no_token", where)
    return army, ship


def _read_plan(reader: Reader, given: dict[str, Json]) -> Plan:
    if given.keys() <= NO_PLAN:
        return Plan()
    battles = reader.lines(given.get("battles", []), "battles")
    sacrifice = reader.lines(given.get("sacrifice", []), "sacrifice")
    return Plan(
        battles=tuple(_battle(reader, line, f"battles.{i}") for i, line in enumerate(battles)),
        sacrifice=tuple(
            _token(reader, reader.fields(line, f"sacrifice.{i}", TOKEN), f"sacrifice.{i}")
            for i, line in enumerate(sacrifice)
        ),
        break_off=_flag(reader, given, "break_off", default=False),
        retreat=reader.numbers(given.get("retreat", []), "retreat", "tile"),
        advance=read_advance(reader, given.get("advance", [])),
        concede=reader.numbers(given.get("concede", []), "concede", "tile"),
        last_stand=_flag(reader, given, "last_stand", default=True),
    )


def _battle(reader: Reader, line: Json, where: str) -> tuple[int, int, str]:
    given = reader.fields(line, where, ("tile", "enemy", "kind"))
    kind = given.get("kind", "")
    if kind not in ("", LAND, NAVAL):
        reader.refuse("unknown_battle", _inside(where, "kind"))
        kind = ""
    tile = reader.needed(given, "tile", where, 1, MOST_NUMBER)
    return tile, reader.needed(given, "enemy", where, 0, MOST_NUMBER), kind


def read_advance(reader: Reader, given: Json) -> tuple[Step, ...]:
    """Read the steps that winning tokens may take, best first."""
    lines = reader.lines(given, "advance")
    return tuple(_advance(reader, line, f"advance.{i}") for i, line in enumerate(lines))


def _advance(reader: Reader, line: Json, where: str) -> Step:
    given = reader.fields(line, where, (*TOKEN, "to"))
    army, ship = _token(reader, given, where)
    return army, ship, reader.needed(given, "to", where, 1, MOST_NUMBER)


def _flag(reader: Reader, given: dict[str, Json], name: str, *, default: bool) -> bool:
    value = given.get(name, default)
    if isinstance(value, bool):
        return value
    reader.refuse("not_yes_or_no", name, field=name)
    return default


def _read_lists(reader: Reader, given: dict[str, Json], seat: int) -> tuple[Roster, ...]:
    lines = reader.lines(given.get("lists", []), "lists")
    return tuple(_read_list(reader, line, f"lists.{i}", seat) for i, line in enumerate(lines))


def _read_list(reader: Reader, line: Json, where: str, seat: int) -> Roster:
    if not isinstance(line, dict):
        reader.refuse("not_a_sheet", where)
        line = {"army": 1}
    army = reader.needed(line, "army", where, 1, MOST_NUMBER)
    rest = {key: value for key, value in line.items() if key != "army"}
    return read_list(reader, rest, where, seat, army)


def month_json(sheet: MonthSheet) -> Json:
    """Write a sheet in canonical form; empty parts are left out."""
    written = {"orders": [order_json(order) for order in sheet.orders]} if sheet.orders else {}
    written |= plan_json(sheet.plan)
    if sheet.lists:
        written["lists"] = [{"army": each.army, **list_json(each)} for each in sheet.lists]
    return written
