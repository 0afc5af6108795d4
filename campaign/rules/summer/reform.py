"""Reform: the end of a month. Terrain lays armies down, control settles, kingdoms go out.

Source: campaign.md 3e. (3e.2 needs nothing done: a failed raze left its settlement.)
"""

from __future__ import annotations

from campaign.rules.board import OCEAN
from campaign.rules.field import Field
from campaign.rules.order import set_order
from campaign.rules.outside import TABLETOP
from campaign.rules.state import CAPITAL, CITY, Crossing
from campaign.rules.table import Table
from campaign.rules.tabletop.effects import strike_off
from campaign.rules.tokens import Token, ways_of
from games.engine.contract import Chance


def reform(table: Table, field: Field, chance: Chance) -> None:
    """Carry out the five steps; the stage stays as it is."""
    lay_down(table, field)
    settle_control(table, field)
    if table.rules.battle_mode == TABLETOP and table.rules.unit_strength:
        strike_off(table, field)
    retire(table, field)
    set_order(table, chance)


def lay_down(table: Table, field: Field) -> None:
    """Lay down the armies that crossed rough ground or entered a river this month (3e.1)."""
    for crossing in table.crossings:
        army = table.armies[crossing.kingdom].get(crossing.army)
        if army is None or army.aboard is not None or not army.upright:
            continue
        if is_hard(table, crossing):
            field.lay(Token(crossing.kingdom, None, crossing.army))
            table.tell("laid_down", kingdom=crossing.kingdom, army=crossing.army, tile=army.tile)


def is_hard(table: Table, crossing: Crossing) -> bool:
    """Tell whether a way lays an army down, as the settlements stand now (3e.1)."""
    board, roads = table.board, table.rules.roads
    start, end = board.index[crossing.start], board.index[crossing.tile]
    tile, here = board.tiles[end], table.settlements
    if roads and (here[start] in (CITY, CAPITAL) or here[end] in (CITY, CAPITAL)):
        return False
    river = tile.river and not (roads and tile.bridge)
    return river or end in ways_of(board).rough[start]


def settle_control(table: Table, field: Field) -> None:
    """Give every tile with tokens of exactly one kingdom to it; nobody controls the ocean."""
    owners, tiles = table.owners, table.board.tiles
    for tile in field.tiles():
        seats = field.seats_on(tile)
        if len(seats) == 1 and owners[tile] != seats[0] and tiles[tile].terrain != OCEAN:
            table.take(seats[0], tile)


def retire(table: Table, field: Field) -> None:
    """Put every kingdom without tiles and tokens out of the game (3e.5)."""
    for seat in table.living():
        if seat not in table.owners and not field.tokens(seat):
            table.alive[seat] = False
            table.tell("kingdom_out", kingdom=seat, year=table.year)
