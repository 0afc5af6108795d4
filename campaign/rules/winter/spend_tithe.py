"""Tithes: gifts of gold and food between kingdoms.

Source: campaign.md 4c, "Tithe".
"""

from __future__ import annotations

from campaign.rules.ruleset import Price
from campaign.rules.state import Gift
from campaign.rules.table import Table
from campaign.rules.winter.sheets import Tithe
from campaign.rules.winter.wishes import Step


def tithe_fault(table: Table, seat: int, line: Tithe) -> str:
    """Return why a tithe is illegal now, as a code of ``problems.py``, or nothing."""
    limit = table.rules.tithe_limit
    if line.to == seat:
        return "gift_to_self"
    if not 0 <= line.to < len(table.kingdoms):
        return "unknown_kingdom"
    if not table.alive[line.to]:
        return "dead_kingdom"
    if not line.gold and not line.food:
        return "empty_gift"
    if line.gold > limit.gold or line.food > limit.food:
        return "out_of_range"
    if any(gift.giver == seat and gift.receiver == line.to for gift in table.gifts):
        return "already_tithed"
    return ""


def give(table: Table, seat: int, line: Tithe) -> None:
    """Carry out a legal tithe."""
    table.gift(Gift(seat, line.to, line.gold, line.food))
    table.tell("tithe_given", giver=seat, receiver=line.to, gold=line.gold, food=line.food)


TITHES: Step[Tithe] = Step(
    "tithes", tithe_fault, lambda table, line: Price(line.gold, line.food), give
)


def possible_tithes(table: Table, seat: int) -> list[Tithe]:
    """List every tithe that is legal and affordable now: by receiver, most gold first."""
    limit = table.rules.tithe_limit
    golds = range(min(limit.gold, table.gold[seat]), -1, -1)
    foods = range(min(limit.food, table.food[seat]), -1, -1)
    amounts = [(gold, food) for gold in golds for food in foods if gold or food]
    return [
        Tithe(to, gold, food)
        for to in range(len(table.kingdoms))
        if amounts and not tithe_fault(table, seat, Tithe(to, *amounts[0]))
        for gold, food in amounts
    ]
