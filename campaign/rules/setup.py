"""The position that Setup's defaults give: order by dice, then everything by lowest number.

Source: campaign.md 2 (sealed play's defaults).
"""

from __future__ import annotations

from campaign.rules.board import Board
from campaign.rules.order import draw_order
from campaign.rules.ruleset import HOMELAND, Ruleset
from campaign.rules.state import CAPITAL, RECALL, Army, Kingdom, State
from campaign.rules.table import Table
from games.engine.contract import Chance


def empty_state(board: Board, kingdoms: int) -> State:
    """Return a state in which nobody holds anything yet."""
    nothing = (None,) * len(board.tiles)
    return State(
        year=1,
        stage=RECALL,
        order=tuple(range(kingdoms)),
        kingdoms=(Kingdom(),) * kingdoms,
        owners=nothing,
        settlements=nothing,
    )


def set_up(board: Board, rules: Ruleset, kingdoms: int, chance: Chance) -> Table:
    """Lay out the first year's start."""
    table = Table(board, rules, empty_state(board, kingdoms))
    draw_order(table, chance)
    capitals = dict(zip(table.order, board.starts, strict=True))
    for seat, tile in capitals.items():
        _found(table, seat, tile)
    settlers = reversed(table.order) if rules.snake_draft else table.order
    for seat in settlers:
        _settle(table, seat, capitals[seat])
    table.tell("year_began", year=table.year)
    return table


def _found(table: Table, seat: int, tile: int) -> None:
    number = table.board.numbers[tile]
    table.owners[tile], table.settlements[tile] = seat, CAPITAL
    table.original[seat] = number
    table.tell("capital_founded", kingdom=seat, tile=number)


def _settle(table: Table, seat: int, capital: int) -> None:
    """Claim the six tiles around the capital and raise the first army in it."""
    for place, tile in enumerate(sorted(table.board.adjacent[capital])):
        settlement = HOMELAND[place] if place < len(HOMELAND) else None
        table.owners[tile], table.settlements[tile] = seat, settlement
        table.tell(
            "homeland_claimed",
            kingdom=seat,
            tile=table.board.numbers[tile],
            settlement=settlement or "",
        )
    number, points = table.board.numbers[capital], table.rules.army_points
    table.put_army(Army(seat, 1, points, number))
    table.tell("army_raised", kingdom=seat, army=1, tile=number, points=points)
