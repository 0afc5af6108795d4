"""Deploy: the armies leave the board and are placed again, one at a time.

Source: campaign.md 4d.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from campaign.rules.order import set_order
from campaign.rules.state import CAPITAL, CITY, FORTRESS, VILLAGE, Army
from campaign.rules.table import Table
from campaign.rules.winter.supply import connected
from games.engine.contract import Chance

BEST_FIRST = (CAPITAL, FORTRESS, CITY, VILLAGE)
"""Which settlements the default placement prefers."""

Placement = tuple[int, int]
"""An army's number and a tile number."""


def stage_armies(table: Table, chance: Chance) -> None:
    """Take the armies off the board and determine player order anew."""
    for seat in table.living():
        area = _supply(table, seat)
        for number, army in sorted(table.armies[seat].items()):
            tile = table.position(army.tile)
            if area is None or tile in area or not _is_recruit(table, army):
                table.put_army(Army(seat, number, army.points, None))
            else:
                table.tell("army_stayed", kingdom=seat, army=number, tile=army.tile)
    set_order(table, chance)


def _supply(table: Table, seat: int) -> frozenset[int] | None:
    """Return the tiles connected to the seat, or ``None`` where connection does not matter."""
    if not table.rules.lines_of_supply:
        return None
    return connected(table, seat, table.seat_position(seat))


def _is_recruit(table: Table, army: Army) -> bool:
    """Tell whether an army was recruited this winter in the fortress where it stands."""
    return army.tile in table.recruited


def staged(table: Table, seat: int) -> list[Army]:
    """List a kingdom's armies waiting to be placed, the default's first choice first."""
    waiting = [army for army in table.armies[seat].values() if army.tile is None]
    return sorted(waiting, key=lambda army: (-army.points, army.number))


def open_tiles(table: Table, seat: int) -> list[int]:
    """List where a kingdom may place armies, full or not, in the default's order."""
    area = _supply(table, seat)
    tiles = [tile for tile in table.settled(seat) if area is None or tile in area]
    return sorted(tiles, key=lambda tile: BEST_FIRST.index(table.settlements[tile] or ""))


def space(table: Table, seat: int, tile: int) -> int:
    """Return how many more armies fit into the settlement on a tile."""
    number = table.board.numbers[tile]
    standing = [army.tile for army in table.armies[seat].values()].count(number)
    return table.rules.room(table.settlements[tile] or "") - standing


def room(table: Table, seat: int) -> dict[int, int]:
    """Return how many more armies fit on each tile where the kingdom may place one."""
    left = {tile: space(table, seat, tile) for tile in sorted(open_tiles(table, seat))}
    return {tile: count for tile, count in left.items() if count > 0}


def default_placement(table: Table, seat: int) -> Placement | None:
    """Return the placement made for a kingdom that names none, or ``None`` without room."""
    waiting = staged(table, seat)
    for tile in open_tiles(table, seat):
        if waiting and space(table, seat, tile) > 0:
            return waiting[0].number, table.board.numbers[tile]
    return None


def placement_fault(table: Table, seat: int, line: Placement) -> str:
    """Return why a placement is illegal now, as a code of ``problems.py``, or nothing."""
    number, tile = line[0], table.position(line[1])
    if number not in table.armies[seat]:
        return "unknown_army"
    if table.armies[seat][number].tile is not None:
        return "not_staged"
    if tile is None:
        return "unknown_tile"
    if table.owners[tile] != seat:
        return "foreign_tile"
    if table.settlements[tile] is None:
        return "no_settlement"
    area = _supply(table, seat)
    if area is not None and tile not in area:
        return "not_connected"
    return "" if space(table, seat, tile) > 0 else "no_room"


def place(table: Table, seat: int, line: Placement) -> None:
    """Carry out a legal placement."""
    number, tile = line
    army = table.armies[seat][number]
    table.put_army(Army(seat, number, army.points, tile))
    table.tell("army_deployed", kingdom=seat, army=number, tile=tile)


def destroy_staged(table: Table, seat: int) -> None:
    """Destroy the armies that fit nowhere."""
    for army in staged(table, seat):
        table.remove_army(seat, army.number)
        table.tell(
            "army_lost",
            kingdom=seat,
            army=army.number,
            tile=0,
            points=army.points,
            reason="no_room",
        )


def deploy(table: Table, sheets: Mapping[int, Sequence[Placement]]) -> None:
    """Place all armies by the sealed lists, the defaults filling in."""
    lists = {seat: list(enumerate(sheets.get(seat, ()))) for seat in table.living()}
    tiles = {seat: open_tiles(table, seat) for seat in lists}
    seat = next_to_deploy(table)
    while seat is not None:
        _place_next(table, seat, lists[seat], tiles[seat])
        pass_turn(table, seat)
        seat = next_to_deploy(table)
    for owner, pending in lists.items():
        for line, _ in pending:
            table.tell_only(
                owner,
                "line_unused",
                kingdom=owner,
                list="placements",
                line=line,
                reason="illegal",
                code="no_room",
            )


def _place_next(
    table: Table, seat: int, pending: list[tuple[int, Placement]], tiles: list[int]
) -> None:
    """Place by the first legal line, else by default on the best of ``tiles`` with room."""
    for at, (_, line) in enumerate(pending):
        if not placement_fault(table, seat, line):
            del pending[at]
            place(table, seat, line)
            return
    while tiles and space(table, seat, tiles[0]) < 1:
        del tiles[0]  # full, and nobody leaves it again
    if tiles:
        place(table, seat, (staged(table, seat)[0].number, table.board.numbers[tiles[0]]))
    else:
        destroy_staged(table, seat)


def next_to_deploy(table: Table) -> int | None:
    """Return whose turn it is to place an army, from ``table.turn`` on, or ``None``."""
    for _ in table.order:
        seat = table.order[table.turn % len(table.order)]
        if table.alive[seat] and staged(table, seat):
            return seat
        table.turn = (table.turn + 1) % len(table.order)
    return None


def pass_turn(table: Table, seat: int) -> None:
    """Pass the turn on after a placement, unless the brakes make the first place all."""
    if not (brakes(table, seat) and staged(table, seat)):
        table.turn = (table.turn + 1) % len(table.order)


def brakes(table: Table, seat: int) -> bool:
    """Tell whether this kingdom, first with most armies, places all before the others (4d)."""
    players = table.living()
    if not table.rules.first_player_brakes or seat != players[0] or len(players) < 2:
        return False
    return len(table.armies[seat]) > len(table.armies[players[1]])
