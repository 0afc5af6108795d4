"""Recall: every army and ship goes home; a kingdom without a tile is out.

Source: campaign.md 4a.
"""

from __future__ import annotations

from collections.abc import Mapping

from campaign.rules.state import CAPITAL, CITY, VILLAGE, Army, Ship
from campaign.rules.table import Table
from campaign.rules.winter.sheets import RecallSheet
from campaign.rules.winter.supply import connected


def recall(table: Table, sheets: Mapping[int, RecallSheet]) -> None:
    """Call every living kingdom home, in player order."""
    for seat in table.living():
        recall_kingdom(table, seat, sheets.get(seat, RecallSheet()))
    retire_landless(table)


def recall_kingdom(table: Table, seat: int, sheet: RecallSheet) -> None:
    """Call one kingdom's armies and ships home."""
    place = seat_for(table, seat, sheet.place)
    if place is not None:
        table.seat_tile[seat] = table.board.numbers[place]
        if table.settlements[place] != CAPITAL:
            table.tell("seat_chosen", kingdom=seat, tile=table.board.numbers[place])
    _recall_armies(table, seat, place)
    _dock_ships(table, seat, sheet.berths)


def places(table: Table, seat: int) -> list[int]:
    """List where the armies may winter: the capital, else the cities, else the villages."""
    for kind in (CAPITAL, CITY, VILLAGE):
        found = table.settled(seat, kind)
        if found:
            return found
    return []


def seat_for(table: Table, seat: int, wish: int | None) -> int | None:
    """Return the place a kingdom winters in: its wish where that is legal, else the default."""
    legal = places(table, seat)
    wished = table.position(wish)
    if wished in legal:
        return wished
    if len(legal) < 2 or not table.rules.lines_of_supply:
        return legal[0] if legal else None
    return max(legal, key=lambda place: _supplied(table, seat, place))


def _supplied(table: Table, seat: int, place: int) -> int:
    """Count the armies connected to a place; ``max`` keeps the first, the lowest number."""
    area = connected(table, seat, place)
    return sum(table.position(army.tile) in area for army in table.armies[seat].values())


def _recall_armies(table: Table, seat: int, place: int | None) -> None:
    home = None if place is None else table.board.numbers[place]
    area = connected(table, seat, place) if table.rules.lines_of_supply else None
    for number, army in sorted(table.armies[seat].items()):
        if home is None:
            _lose(table, army, "no_place")
        elif area is not None and table.position(army.tile) not in area:
            _lose(table, army, "cut_off")
        else:
            table.put_army(Army(seat, number, army.points, home))
            table.tell("recalled", kingdom=seat, army=number, start=army.tile, tile=home)


def _lose(table: Table, army: Army, reason: str) -> None:
    table.remove_army(army.kingdom, army.number)
    table.tell(
        "army_lost",
        kingdom=army.kingdom,
        army=army.number,
        tile=army.tile,
        points=army.points,
        reason=reason,
    )


def berths(table: Table, seat: int) -> list[int]:
    """List the kingdom's cities that can keep a ship over the winter."""
    return [tile for tile in table.settled(seat, CITY, CAPITAL) if table.board.harbour[tile]]


def assign_berths(
    table: Table, seat: int, wishes: tuple[tuple[int, int], ...]
) -> tuple[dict[int, int], list[int]]:
    """Return each docked ship's berth, in the order they dock, and the wish lines unused.

    The owner's list comes first; then each ship by number takes the nearest free
    berth, ties to the lowest tile number.
    """
    free = berths(table, seat)
    docked: dict[int, int] = {}
    unused = []
    for line, (ship, number) in enumerate(wishes):
        tile = table.position(number)
        if ship in table.ships[seat] and ship not in docked and tile is not None and tile in free:
            docked[ship] = tile
            free.remove(tile)
        else:
            unused.append(line)
    for ship, token in sorted(table.ships[seat].items()):
        if ship not in docked and free:
            start = table.board.index[token.tile]
            docked[ship] = min(free, key=lambda tile: table.board.distance(start, tile))
            free.remove(docked[ship])
    return docked, unused


def _dock_ships(table: Table, seat: int, wishes: tuple[tuple[int, int], ...]) -> None:
    docked, unused = assign_berths(table, seat, wishes)
    fleet = table.ships[seat]
    for ship, token in sorted(fleet.items()):
        if ship in docked:
            home = table.board.numbers[docked[ship]]
            fleet[ship] = Ship(seat, ship, home)
            table.tell("ship_docked", kingdom=seat, ship=ship, start=token.tile, tile=home)
        else:
            del fleet[ship]
            table.tell("ship_lost", kingdom=seat, ship=ship, tile=token.tile, reason="no_berth")
    for line in unused:
        table.tell_only(
            seat,
            "line_unused",
            kingdom=seat,
            list="berths",
            line=line,
            reason="illegal",
            code="no_berth",
        )


def retire_landless(table: Table) -> None:
    """Put every kingdom without a tile out of the game."""
    for seat in table.living():
        if not table.held(seat):
            table.alive[seat] = False
            table.tell("kingdom_out", kingdom=seat, year=table.year)
