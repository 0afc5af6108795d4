"""Build and recruit: what a kingdom can buy on its tiles.

Source: campaign.md 4c, "Build and recruit".
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from campaign.rules.ruleset import Price
from campaign.rules.state import CAPITAL, CITY, FORTRESS, VILLAGE, Army, Ship
from campaign.rules.table import Table
from campaign.rules.tabletop.roster_review import recruit_problems
from campaign.rules.winter.sheets import Purchase
from campaign.rules.winter.wishes import Step
from games.engine.contract import Problem

ARMY, SHIP = "army", "ship"
GROUND = {
    VILLAGE: (None,),
    CITY: (VILLAGE,),
    FORTRESS: (VILLAGE,),
    CAPITAL: (CITY,),
    SHIP: (CITY, CAPITAL),
    ARMY: (FORTRESS,),
}
"""What must stand on a tile for each purchase."""

WRONG_GROUND = {
    VILLAGE: "not_empty",
    CITY: "needs_village",
    FORTRESS: "needs_village",
    CAPITAL: "needs_city",
    SHIP: "no_harbour",
    ARMY: "needs_fortress",
}
BUILDINGS = (VILLAGE, CITY, FORTRESS, CAPITAL)


def purchase_fault(table: Table, seat: int, line: Purchase) -> str:
    """Return why a purchase is illegal now, as a code of ``problems.py``, or nothing."""
    tile = table.position(line.tile)
    if tile is None:
        return "unknown_tile"
    if table.owners[tile] != seat:
        return "foreign_tile"
    return (
        ground_fault(table, line.buy, tile, (table.settlements[tile],))
        or limit_fault(table, seat, line.buy, tile)
        or _army_fault(table, seat, line)
        or next((found.code for found in list_faults(table, seat, line)), "")
    )


def ground_fault(table: Table, buy: str, tile: int, standing: Collection[str | None]) -> str:
    """Return why the terrain or what stands on a tile forbids a purchase, or nothing."""
    if not table.board.land[tile]:
        return "not_land"
    if buy == SHIP and not table.board.harbour[tile]:
        return "no_harbour"
    return "" if any(kind in GROUND[buy] for kind in standing) else WRONG_GROUND[buy]


def limit_fault(table: Table, seat: int, buy: str, tile: int) -> str:
    """Return which limit of the winter forbids a purchase on a tile, or nothing."""
    number = table.board.numbers[tile]
    if buy == CAPITAL and table.capital(seat) is not None:
        return "has_capital"
    if buy in BUILDINGS and table.rules.one_build_per_tile and number in table.built:
        return "already_built"
    if buy == SHIP and any(ship.tile == number for ship in table.ships[seat].values()):
        return "berth_taken"
    if buy == ARMY and table.recruited.count(number) >= table.rules.recruits_per_fortress:
        return "fortress_used"
    return ""


def _army_fault(table: Table, seat: int, line: Purchase) -> str:
    """At the most armies, recruiting must disband one of them; below, the name is ignored."""
    if line.buy != ARMY or len(table.armies[seat]) < table.rules.max_armies:
        return ""
    return "" if line.disband in table.armies[seat] else "needs_disband"


def list_faults(table: Table, seat: int, line: Purchase) -> list[Problem]:
    """Return what is wrong now with the army list of a recruit."""
    if line.roster is None:
        return []
    full = len(table.armies[seat]) >= table.rules.max_armies
    gone = (line.disband,) if full and line.disband is not None else ()
    return recruit_problems(table, seat, line.roster, "list", gone=gone)


def buy(table: Table, seat: int, line: Purchase) -> None:
    """Carry out a legal purchase that can be paid."""
    price = table.rules.cost(line.buy)
    table.pay(seat, price)
    if line.buy == ARMY:
        _recruit(table, seat, line, price)
    elif line.buy == SHIP:
        _launch(table, seat, line, price)
    else:
        _build(table, seat, line, price)


def _build(table: Table, seat: int, line: Purchase, price: Price) -> None:
    table.settlements[table.board.index[line.tile]] = line.buy
    table.built.append(line.tile)
    if line.buy == CAPITAL:
        table.seat_tile[seat] = line.tile
    table.tell(
        "bought", kingdom=seat, buy=line.buy, tile=line.tile, gold=price.gold, food=price.food
    )


def _launch(table: Table, seat: int, line: Purchase, price: Price) -> None:
    number = table.free_number(table.ships[seat])
    table.ships[seat][number] = Ship(seat, number, line.tile)
    table.tell(
        "ship_built", kingdom=seat, ship=number, tile=line.tile, gold=price.gold, food=price.food
    )


def _recruit(table: Table, seat: int, line: Purchase, price: Price) -> None:
    own = table.armies[seat]
    if len(own) >= table.rules.max_armies and line.disband is not None:
        gone = table.remove_army(seat, line.disband)
        table.tell(
            "army_disbanded", kingdom=seat, army=gone.number, tile=gone.tile, points=gone.points
        )
    number, points = table.free_number(own), table.rules.army_points
    table.put_army(Army(seat, number, points, line.tile))
    if line.roster is not None:
        table.rosters[seat, number] = replace(line.roster, kingdom=seat, army=number)
    table.recruited.append(line.tile)
    table.tell(
        "army_recruited",
        kingdom=seat,
        army=number,
        tile=line.tile,
        points=points,
        gold=price.gold,
        food=price.food,
    )


PURCHASES: Step[Purchase] = Step(
    "purchases", purchase_fault, lambda table, line: table.rules.cost(line.buy), buy
)


def possible_purchases(table: Table, seat: int) -> list[Purchase]:
    """List every purchase that is legal and affordable now, by tile, then in the table's order."""
    affordable = [kind for kind in GROUND if table.can_pay(seat, table.rules.cost(kind))]
    full = len(table.armies[seat]) >= table.rules.max_armies
    found = []
    for tile in table.held(seat) if affordable else ():
        for kind in affordable:
            if table.settlements[tile] in GROUND[kind]:
                victims = sorted(table.armies[seat]) if full and kind == ARMY else [None]
                lines = (Purchase(kind, table.board.numbers[tile], gone) for gone in victims)
                found += [line for line in lines if not purchase_fault(table, seat, line)]
    return found
