"""Setup: banners, the first player order, capitals, homelands and first armies.

In sealed play all of it comes from one sheet each (``set_up``); in open play the steps are
answered one after the other, and the board itself tells whose turn it is::

    raise_banners(table, sheets, chance)
    while (seat := setup_turn(table)) is not None:
        setup_take(table, seat, setup_default(table, seat))

Source: campaign.md 2.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import permutations

from campaign.rules.board import DIRECTIONS, Board
from campaign.rules.order import draw_order
from campaign.rules.rosters import FIRST_ARMY
from campaign.rules.ruleset import HOMELAND
from campaign.rules.setup.sheet import Homeland, SetupSheet, homeland_json
from campaign.rules.state import CAPITAL, FOUND, MUSTER, SETUP, Army, Kingdom, State
from campaign.rules.state import HOMELAND as HOMELAND_STAGE
from campaign.rules.table import Table
from campaign.rules.tabletop.roster_review import recruit_problems
from games.engine.contract import Chance, Json

NAMES = tuple(DIRECTIONS)


def empty_state(board: Board, kingdoms: int, stage: str = SETUP) -> State:
    """Return a state in which nobody holds anything yet."""
    nothing = (None,) * len(board.tiles)
    return State(
        year=1,
        stage=stage,
        order=tuple(range(kingdoms)),
        kingdoms=(Kingdom(),) * kingdoms,
        owners=nothing,
        settlements=nothing,
    )


def set_up(table: Table, sheets: Mapping[int, SetupSheet], chance: Chance) -> None:
    """Play the whole of Setup on an empty table; who has no sheet gets the defaults."""
    nothing = SetupSheet()
    wanted = [sheets.get(seat, nothing) for seat in range(len(table.kingdoms))]
    raise_banners(table, sheets, chance)
    for seat in table.order:
        _found(table, seat, _first_free(table, wanted[seat].starts))
    for seat in _settlers(table):
        _settle(table, seat, wanted[seat].homeland or _default_homeland(table, seat))
    for seat in _settlers(table):
        _muster(table, seat, wanted[seat].army)
        roster = wanted[seat].roster
        if roster is not None and not recruit_problems(table, seat, roster):
            table.rosters[seat, FIRST_ARMY] = roster


def raise_banners(table: Table, sheets: Mapping[int, SetupSheet], chance: Chance) -> None:
    """Reveal all banners together, then draw the first player order (2.1, 2.2)."""
    for seat in range(len(table.kingdoms)):
        _raise_banner(table, seat, sheets.get(seat, SetupSheet()))
    draw_order(table, chance)


def _raise_banner(table: Table, seat: int, sheet: SetupSheet) -> None:
    table.races[seat], table.factions[seat] = sheet.race, sheet.faction
    table.tell("banner_raised", kingdom=seat, race=sheet.race)
    if sheet.faction:
        table.tell("faction_chosen", kingdom=seat, faction=sheet.faction)


def _settlers(table: Table) -> list[int]:
    """List the kingdoms in the order of steps 4 and 5."""
    return table.order[::-1] if table.rules.snake_draft else list(table.order)


def _home(table: Table, seat: int) -> int | None:
    """Return where a kingdom founded its capital, if it did."""
    return table.position(table.original[seat])


def _free_starts(table: Table) -> list[int]:
    """List the numbers of the start tiles that nobody holds, lowest first."""
    board = table.board
    return [board.numbers[tile] for tile in board.starts if table.owners[tile] is None]


def _first_free(table: Table, wanted: Iterable[int]) -> int:
    free = _free_starts(table)
    return next((number for number in wanted if number in free), free[0])


def _found(table: Table, seat: int, number: int) -> None:
    table.claim(seat, table.board.index[number], CAPITAL)
    table.original[seat] = number
    table.tell("capital_founded", kingdom=seat, tile=number)


def _around(table: Table, seat: int) -> dict[str, int]:
    """Return the six tiles around a kingdom's first capital by direction (2.4)."""
    home = _home(table, seat)
    across = () if home is None else table.board.across[home]
    return {name: tile for name, tile in zip(NAMES, across, strict=False) if tile is not None}


def _default_homeland(table: Table, seat: int) -> Homeland:
    """Place the settlements on the lowest tile numbers."""
    around = _around(table, seat)
    return tuple(zip(sorted(around, key=around.__getitem__), HOMELAND, strict=False))


def _settle(table: Table, seat: int, homeland: Homeland) -> None:
    """Claim the six tiles around the capital with their settlements."""
    wanted = dict(homeland)
    for name, tile in sorted(_around(table, seat).items(), key=lambda pair: pair[1]):
        settlement = wanted.get(name)
        table.claim(seat, tile, settlement)
        table.tell(
            "homeland_claimed",
            kingdom=seat,
            tile=table.board.numbers[tile],
            settlement=settlement or "",
        )


def _muster(table: Table, seat: int, place: str) -> None:
    """Raise the first army in the capital or in a settlement beside it."""
    home = _home(table, seat)
    tile = _around(table, seat).get(place, home)
    assert tile is not None  # the capital is founded by now
    number, points = table.board.numbers[tile], table.rules.army_points
    table.put_army(Army(seat, FIRST_ARMY, points, number))
    table.tell("army_raised", kingdom=seat, army=FIRST_ARMY, tile=number, points=points)


def setup_turn(table: Table) -> int | None:
    """Return whose turn the running step of open Setup is; ``None``: the step is over."""
    seats = table.order if table.stage == FOUND else _settlers(table)
    return next((seat for seat in seats if not _is_done(table, seat)), None)


def _is_done(table: Table, seat: int) -> bool:
    if table.stage == FOUND:
        return table.original[seat] is not None
    if table.stage == MUSTER:
        return bool(table.armies[seat])
    return all(table.owners[tile] == seat for tile in _around(table, seat).values())


def setup_legal(table: Table, seat: int) -> list[Json]:
    """List every legal answer of a kingdom in the running step."""
    if table.stage == FOUND:
        return list(_free_starts(table))
    if table.stage == MUSTER:
        settled = [name for name, tile in _around(table, seat).items() if table.settlements[tile]]
        return [CAPITAL, *settled]
    layouts = sorted(set(permutations((*HOMELAND, *[""] * (len(NAMES) - len(HOMELAND))))))
    return [
        {name: kind for name, kind in zip(NAMES, layout, strict=True) if kind} for layout in layouts
    ]


def setup_default(table: Table, seat: int) -> Json:
    """Return what counts for a kingdom that gives no answer in the running step."""
    if table.stage == FOUND:
        return _free_starts(table)[0]
    if table.stage == MUSTER:
        return CAPITAL
    homeland = dict(_default_homeland(table, seat))
    return homeland_json(tuple((name, homeland[name]) for name in NAMES if name in homeland))


def setup_take(table: Table, seat: int, answer: Json) -> None:
    """Carry out one legal answer of the running step."""
    if table.stage == FOUND:
        _found(table, seat, answer)
    elif table.stage == HOMELAND_STAGE:
        _settle(table, seat, tuple(answer.items()))
    else:
        _muster(table, seat, answer)
