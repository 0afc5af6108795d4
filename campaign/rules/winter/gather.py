"""Gather: what the settlements bring, for all kingdoms at once.

Source: campaign.md 4b.
"""

from __future__ import annotations

from campaign.rules.ruleset import Price
from campaign.rules.state import CAPITAL, CITY, FORTRESS, VILLAGE
from campaign.rules.table import Table


def gather(table: Table) -> None:
    """Give every living kingdom its income."""
    for seat in table.living():
        counts = count_settlements(table, seat)
        income = income_of(table, counts)
        table.pay(seat, Price(-income.gold, -income.food))
        table.tell(
            "gathered",
            kingdom=seat,
            gold=income.gold,
            food=income.food,
            villages=counts[VILLAGE],
            cities=counts[CITY],
            fortresses=counts[FORTRESS],
            capitals=counts[CAPITAL],
        )


def count_settlements(table: Table, seat: int) -> dict[str, int]:
    """Count a kingdom's settlements by kind; the capital is not among the cities here."""
    kinds = [table.settlements[tile] for tile in table.held(seat)]
    return {kind: kinds.count(kind) for kind in (VILLAGE, CITY, FORTRESS, CAPITAL)}


def income_of(table: Table, counts: dict[str, int]) -> Price:
    """Return what so many settlements bring in a winter; a capital is a city and more."""
    rules = table.rules
    sources = (
        (rules.village_income, counts[VILLAGE]),
        (rules.city_income, counts[CITY] + counts[CAPITAL]),
        (rules.fortress_income, counts[FORTRESS]),
        (rules.capital_bonus, counts[CAPITAL]),
    )
    return Price(
        sum(price.gold * count for price, count in sources),
        sum(price.food * count for price, count in sources),
    )
