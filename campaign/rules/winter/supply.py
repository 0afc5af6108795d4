"""Lines of supply: which tiles a chain of adjacent controlled tiles joins to the seat.

Source: campaign.md 4a, the toggle ``lines_of_supply``.
"""

from __future__ import annotations

from campaign.rules.table import Table


def connected(table: Table, seat: int, base: int | None) -> frozenset[int]:
    """Return the kingdom's tiles connected to ``base``, itself included; none without one."""
    if base is None or table.owners[base] != seat:
        return frozenset()
    if (seat, base) not in table.areas:
        table.areas[seat, base] = _area(table, seat, base)
    return table.areas[seat, base]


def _area(table: Table, seat: int, base: int) -> frozenset[int]:
    owners, adjacent = table.owners, table.board.adjacent
    found = {base}
    fringe = [base]
    while fringe:
        for tile in adjacent[fringe.pop()]:
            if tile not in found and owners[tile] == seat:
                found.add(tile)
                fringe.append(tile)
    return frozenset(found)
