"""Feed: one meal an army, the rest goes; then unspent gold and food are lost.

Source: campaign.md 4c, "Feed".
"""

from __future__ import annotations

from collections.abc import Mapping

from campaign.rules.state import Army
from campaign.rules.table import Table
from campaign.rules.winter.sheets import FeedSheet


def feed(table: Table, sheets: Mapping[int, FeedSheet]) -> None:
    """Feed every living kingdom's armies and take what is left over."""
    for seat in table.living():
        _feed_kingdom(table, seat, sheets.get(seat, FeedSheet()))
        _lose_leftovers(table, seat)


def feeding_order(table: Table, seat: int, sheet: FeedSheet) -> list[Army]:
    """List the armies to be fed, first to last: the named, then most points, lowest number."""
    own = table.armies[seat]
    gone = set(sheet.dismiss)
    first = dict.fromkeys(sheet.first)  # an army named twice eats once
    named = [own[number] for number in first if number in own and number not in gone]
    rest = [army for army in own.values() if army not in named and army.number not in gone]
    return named + sorted(rest, key=lambda army: (-army.points, army.number))


def _feed_kingdom(table: Table, seat: int, sheet: FeedSheet) -> None:
    own, meal = table.armies[seat], table.rules.army_food
    wanted = feeding_order(table, seat, sheet)
    for army in wanted:
        if table.food[seat] >= meal:
            table.food[seat] -= meal
            table.tell("army_fed", kingdom=seat, army=army.number, gold=0, food=meal)
        else:
            _remove(table, army, "army_starved")
    for number in sorted(set(own).intersection(sheet.dismiss)):
        _remove(table, own[number], "army_dismissed")


def _remove(table: Table, army: Army, kind: str) -> None:
    table.remove_army(army.kingdom, army.number)
    table.tell(kind, kingdom=army.kingdom, army=army.number, tile=army.tile, points=army.points)


def _lose_leftovers(table: Table, seat: int) -> None:
    gold, food = table.gold[seat], table.food[seat]
    if gold or food:
        table.gold[seat] = table.food[seat] = 0
        table.tell("leftover_lost", kingdom=seat, gold=gold, food=food)
