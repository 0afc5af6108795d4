"""Whether a court may be held so: who sits there, and whether its stake may be staked.

Nobody stakes what it may not have: what is staked in other courts already is ``locked``.
Source: campaign.md 4b, "Court".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from campaign.rules.courts.stakes import (
    FAVOUR,
    GAMES,
    POT,
    PRECEDENCE,
    PURSE,
    TILE,
    Stake,
)
from campaign.rules.problems import problem
from campaign.rules.ruleset import Price
from campaign.rules.table import Table
from games.engine.contract import Problem


@dataclass(frozen=True, slots=True)
class Bound:
    """What another court locks: its stake, and the kingdoms that are bound by it.

    In an open court all its kingdoms are, in a proposed one those that have accepted, in one
    that is decided and not yet paid those that lost.
    """

    seats: tuple[int, ...]
    stake: Stake


def stake_problems(
    table: Table, game: str, seats: Sequence[int], stake: Stake, locked: Iterable[Bound] = ()
) -> list[Problem]:
    """Return everything that forbids a court of this game between these kingdoms now.

    ``seats`` are kingdoms in the order they sit; ``locked`` are all other courts that are
    proposed or open. In the stage of courts; any whole numbers do as seats.
    """
    found = seat_problems(table, game, seats)
    if found:
        return found
    bound = tuple(locked)
    return unfit(table, seats, stake, bound) or list(_unpaid(table, seats, stake, bound))


def challenge_problems(
    table: Table, game: str, seats: Sequence[int], stake: Stake, locked: Iterable[Bound] = ()
) -> list[Problem]:
    """Return the same of a court that kingdoms agree on among themselves.

    What comes from nobody (a pot, favour) is not theirs to stake, and precedence is only if
    whoever is first in player order sits there too.
    """
    found = stake_problems(table, game, seats, stake, locked)
    if stake.kind == FAVOUR or (stake.kind == PURSE and stake.source == POT):
        found.append(problem("stake_not_theirs", "stake"))
    elif stake.kind == PRECEDENCE and table.living()[0] not in seats:
        found.append(problem("precedence_not_theirs", "stake"))
    return found


def seat_problems(table: Table, game: str, seats: Sequence[int]) -> list[Problem]:
    """Return what forbids these kingdoms to sit at this game."""
    if game not in GAMES:
        return [problem("unknown_court", "game")]
    low, high = GAMES[game]
    if not low <= len(seats) <= high:
        return [problem("court_seats", "seats", low=low, high=high)]
    found = []
    for place, seat in enumerate(seats):
        code = _seat_fault(table, seat, seats[:place])
        if code:
            found.append(problem(code, f"seats.{place}", seat=seat))
    return found


def _seat_fault(table: Table, seat: int, before: Sequence[int]) -> str:
    if not 0 <= seat < len(table.kingdoms):
        return "unknown_kingdom"
    if not table.alive[seat]:
        return "dead_kingdom"
    return "seated_twice" if seat in before else ""


def unfit(
    table: Table, seats: Sequence[int], stake: Stake, locked: Sequence[Bound] = ()
) -> list[Problem]:
    """Return why a stake may not be played for, whatever the kingdoms can pay."""
    if stake.kind == PURSE:
        return list(_too_much(table.rules.court_purse, stake))
    if stake.kind == FAVOUR:
        return _favour_problems(table, stake)
    return _tile_problems(table, seats, stake, locked) if stake.kind == TILE else []


def _too_much(limit: Price, stake: Stake) -> Iterator[Problem]:
    for name, amount, most in (("gold", stake.gold, limit.gold), ("food", stake.food, limit.food)):
        if amount > most:
            yield problem("out_of_range", f"stake.{name}", field=name, low=0, high=most)


def _favour_problems(table: Table, stake: Stake) -> list[Problem]:
    if not table.rules.might:
        return [problem("might_unused", "stake")]
    most = table.rules.court_favour
    if stake.might <= most:
        return []
    return [problem("out_of_range", "stake.might", field="might", low=0, high=most)]


def _tile_problems(
    table: Table, seats: Sequence[int], stake: Stake, locked: Sequence[Bound]
) -> list[Problem]:
    code = tile_fault(table, seats, stake.tile) or _tile_lock(table, stake.tile, locked)
    return [problem(code, "stake.tile", tile=stake.tile)] if code else []


def tile_fault(table: Table, seats: Sequence[int], number: int) -> str:
    """Return why a hex may not be staked among these kingdoms, as a code, or nothing."""
    tile = table.position(number)
    if tile is None:
        return "unknown_tile"
    owner = table.owners[tile]
    if owner is None or owner not in seats or not table.board.land[tile]:
        return "stake_foreign"
    around = {table.owners[other] for other in table.board.adjacent[tile]}
    if not around.issuperset(set(seats) - {owner}):
        return "stake_no_border"
    return keeping_fault(table, owner, tile)


def keeping_fault(table: Table, owner: int, tile: int) -> str:
    """Return why a kingdom may not part with a hex (position) of its own, or nothing."""
    number = table.board.numbers[tile]
    if tile == table.capital(owner) or number in table.seat_tile:
        return "stake_is_seat"
    armies = any(army.tile == number for own in table.armies for army in own.values())
    if armies or any(ship.tile == number for own in table.ships for ship in own.values()):
        return "stake_guarded"
    return "stake_last" if len(table.held(owner)) < 2 else ""


def _tile_lock(table: Table, number: int, locked: Sequence[Bound]) -> str:
    """A hex is staked once, and not all of a kingdom's are."""
    owner = table.owners[table.board.index[number]]
    staked = {
        bound.stake.tile
        for bound in locked
        if bound.stake.kind == TILE and owner in bound.seats and _owner(table, bound) == owner
    }
    if number in staked:
        return "stake_locked"
    left = len(table.held(owner)) - len(staked) if owner is not None else 0
    return "stake_last" if left < 2 else ""


def _owner(table: Table, bound: Bound) -> int | None:
    tile = table.position(bound.stake.tile)
    return None if tile is None else table.owners[tile]


def _unpaid(
    table: Table, seats: Sequence[int], stake: Stake, locked: Sequence[Bound]
) -> Iterator[Problem]:
    for place, seat in enumerate(seats):
        free = free_stock(table, seat, locked)
        if stake.each.gold > free.gold or stake.each.food > free.food:
            yield problem(
                "stake_too_poor", f"seats.{place}", seat=seat, gold=free.gold, food=free.food
            )


def free_stock(table: Table, seat: int, locked: Iterable[Bound]) -> Price:
    """Return what a kingdom holds and has staked nowhere."""
    risked = [bound.stake.each for bound in locked if seat in bound.seats]
    return Price(
        max(0, table.gold[seat] - sum(price.gold for price in risked)),
        max(0, table.food[seat] - sum(price.food for price in risked)),
    )
