"""Paying a stake: once, checked again, and nobody ever owes anything.

Source: campaign.md 4b, "Court".
"""

from __future__ import annotations

from campaign.rules.courts.review import keeping_fault
from campaign.rules.courts.stakes import (
    FAVOUR,
    HONOUR,
    POT,
    PRECEDENCE,
    PURSE,
    Court,
    Stake,
)
from campaign.rules.ruleset import Price
from campaign.rules.table import Table


def pay(table: Table, court: Court, winner: int | None, *, fits: bool = True) -> None:
    """Tell that a court was held and give its stake to the winner.

    Without a single winner, or when the stake does not ``fit`` the rules, or is not to be
    had any more, everything stays as it was.
    """
    table.tell(
        "court_held",
        court=court.number,
        game=court.game,
        seats=",".join(str(seat) for seat in court.seats),
        stake=court.stake.kind,
        winner=-1 if winner is None else winner,
    )
    if court.stake.kind == HONOUR:
        return
    if winner is None or not fits or not _hand_over(table, court, winner):
        table.tell("stake_kept", court=court.number)


def _hand_over(table: Table, court: Court, winner: int) -> bool:
    """Give the winner the stake; say whether anything changed hands."""
    stake = court.stake
    if stake.kind == PRECEDENCE:
        return _put_first(table, court, winner)
    if stake.kind == PURSE:
        return _pay_purse(table, court, winner)
    if stake.kind == FAVOUR:
        table.might[winner] += stake.might
        table.tell("might_won", kingdom=winner, might=table.might[winner])
        return True
    return _cede(table, court, winner)


def _put_first(table: Table, court: Court, winner: int) -> bool:
    """Put the winner first in player order; Deploy orders all anew."""
    table.order.remove(winner)
    table.order.insert(0, winner)
    table.tell("precedence_won", court=court.number, kingdom=winner)
    return True


def _pay_purse(table: Table, court: Court, winner: int) -> bool:
    """Fill the purse and hand it over; who has less than was staked gives what there is."""
    stake = court.stake
    gold, food = (stake.gold, stake.food) if stake.source == POT else (0, 0)
    for seat in court.seats:
        if seat != winner:
            part = _part(table, seat, stake)
            if any(part):
                table.pay(seat, part)
                gold, food = gold + part.gold, food + part.food
                _tell_purse(table, "purse_paid", court, seat, part)
    purse = Price(gold, food)
    if any(purse):
        table.pay(winner, Price(-gold, -food))
        _tell_purse(table, "purse_won", court, winner, purse)
    return any(purse)


def _part(table: Table, seat: int, stake: Stake) -> Price:
    each = stake.each
    return Price(min(each.gold, table.gold[seat]), min(each.food, table.food[seat]))


def _tell_purse(table: Table, kind: str, court: Court, seat: int, purse: Price) -> None:
    table.tell(kind, court=court.number, kingdom=seat, gold=purse.gold, food=purse.food)


def _cede(table: Table, court: Court, winner: int) -> bool:
    """Give the winner the hex, unless it is the owner or the hex is not to be had any more."""
    tile = table.position(court.stake.tile)
    owner = None if tile is None else table.owners[tile]
    if tile is None or owner is None or owner == winner or owner not in court.seats:
        return False
    if keeping_fault(table, owner, tile):
        return False
    table.take(winner, tile)
    return True
