"""Random legal sheets of Setup and Summer, lively ones: for playouts, demos and tests."""

from __future__ import annotations

from random import Random
from typing import Any

from campaign.rules.board import DIRECTIONS
from campaign.rules.field import Field
from campaign.rules.outside import TABLETOP
from campaign.rules.rosters import Extra, Roster, Unit
from campaign.rules.ruleset import HOMELAND, RACES
from campaign.rules.state import CAPITAL, Battle
from campaign.rules.summer.orders import RAZE, possible_orders
from campaign.rules.summer_codec import order_json
from campaign.rules.table import Table
from campaign.rules.tabletop.reports import waiting_for
from campaign.rules.tabletop.roster_review import list_problems
from campaign.rules.tabletop.roster_sheet import list_json
from campaign.rules.tokens import token_json
from games.engine.contract import Json
from games.skirmish.faction import faction_ids


def sample_banner(rng: Random) -> dict[str, Any]:
    """Return a race and a faction for skirmishes, or either alone, or none."""
    banner = {"race": rng.choice(RACES)} if rng.random() < 0.8 else {}
    return banner | ({"faction": rng.choice(faction_ids())} if rng.random() < 0.5 else {})


def sample_setup(table: Table, seat: int, rng: Random) -> dict[str, Any]:
    """Return a random sheet of Setup."""
    sheet: dict[str, Any] = sample_banner(rng)
    numbers = [table.board.numbers[tile] for tile in table.board.starts]
    sheet["starts"] = rng.sample(numbers, rng.randint(0, len(numbers)))
    if rng.random() < 0.7:
        directions = sorted(rng.sample(list(DIRECTIONS), len(HOMELAND)))
        sheet["homeland"] = dict(zip(directions, HOMELAND, strict=True))
        sheet["army"] = rng.choice([CAPITAL, *directions])
    if table.rules.battle_mode == TABLETOP and rng.random() < 0.7:
        sheet["list"] = list_json(_roster(table, seat, 1, table.rules.army_points, rng))
    return {key: part for key, part in sheet.items() if part}


def _roster(table: Table, seat: int, army: int, points: int, rng: Random) -> Roster:
    units: list[Unit] = []
    left = points
    while left > 0 and len(units) < 6:
        cost = min(left, rng.choice((40, 80, 120, 160)))
        extras = (Extra("standard", 10),) if cost > 60 and rng.random() < 0.5 else ()
        own = cost - sum(extra.points for extra in extras)
        units.append(Unit(f"unit {len(units) + 1}", rng.randint(1, 20), own, 1, extras=extras))
        left -= cost
    return Roster(seat, army, tuple(units))


def sample_month(table: Table, seat: int, rng: Random) -> dict[str, Any]:
    """Return random orders, mostly marches, with some standing instructions."""
    sheet: dict[str, Any] = {"orders": _orders(table, seat, rng)}
    if rng.random() < 0.6:
        sheet |= _instructions(table, seat, rng)
    if table.rules.battle_mode == TABLETOP:
        sheet["lists"] = _lists(table, seat, rng)
    return {key: part for key, part in sheet.items() if part not in ([], {})}


def _orders(table: Table, seat: int, rng: Random) -> list[Json]:
    """Give tokens legal orders one by one; now and then a token gets none."""
    field, lines = Field(table), []
    before = list(table.orders)
    while rng.random() < 0.95:
        legal = possible_orders(table, field, seat)
        if not legal:
            break
        order = rng.choice(legal)
        if order.do == RAZE and rng.random() < 0.9:
            continue
        table.orders.append((seat, order))
        lines.append(order_json(order))
    table.orders[:] = before
    return lines


def _instructions(table: Table, seat: int, rng: Random) -> dict[str, Any]:
    tiles = list(table.board.numbers)
    others = [other for other in table.living() if other != seat]
    tokens = [token_json(token) for token in Field(table).tokens(seat)]
    some = rng.sample(tiles, min(len(tiles), rng.randint(0, 8)))
    battles: list[dict[str, Any]] = [
        {"tile": tile, "enemy": rng.choice(others)} for tile in some if others
    ]
    for line in battles:
        if rng.random() < 0.5:
            line["kind"] = rng.choice(("land", "naval"))
    return {
        "battles": battles,
        "sacrifice": rng.sample(tokens, rng.randint(0, len(tokens))),
        "break_off": rng.random() < 0.5,
        "retreat": rng.sample(tiles, min(len(tiles), rng.randint(0, 8))),
        "advance": [{**token, "to": rng.choice(tiles)} for token in tokens],
        "concede": rng.sample(tiles, min(len(tiles), rng.randint(0, 8))),
        "last_stand": rng.random() < 0.7,
    }


def _lists(table: Table, seat: int, rng: Random) -> list[Json]:
    if rng.random() < 0.5:
        return []
    armies = sorted(table.armies[seat].values())
    rosters = [_roster(table, seat, army.number, table.rules.army_points, rng) for army in armies]
    good = [roster for roster in rosters if not list_problems(table, seat, roster)]
    return [{"army": roster.army, **list_json(roster)} for roster in good]


def sample_report(table: Table, seat: int, rng: Random) -> dict[str, Any]:
    """Report the battles on tables, mostly so that both sides say the same; say where to go."""
    battles = [battle for battle in waiting_for(table, seat) if battle.mode == TABLETOP]
    lines = [_report(table, battle, rng) for battle in battles]
    sheet: dict[str, Any] = {"reports": lines} if rng.random() < 0.9 and lines else {}
    if rng.random() < 0.5:
        said = _instructions(table, seat, rng)
        sheet |= {name: said[name] for name in rng.sample(("retreat", "advance"), 1)}
    return sheet


def _report(table: Table, battle: Battle, rng: Random) -> Json:
    if rng.random() < 0.1:
        return {"tile": battle.tile, "simple": True}
    if rng.random() < 0.2:
        return {"tile": battle.tile, "winner": rng.choice((battle.attacker, battle.defender, None))}
    # What both sides know decides, so that they agree without having spoken.
    agreed = Random(f"{table.year} {table.month} {battle.number}")
    winner = agreed.choice((battle.attacker, battle.defender, None))
    routs = _routs(table, battle, agreed)
    return {"tile": battle.tile, "winner": winner, **({"routs": routs} if routs else {})}


def _routs(table: Table, battle: Battle, rng: Random) -> list[Json]:
    sides = (
        (battle.attacker, battle.attackers, battle.defender, battle.defenders),
        (battle.defender, battle.defenders, battle.attacker, battle.attackers),
    )
    routs: list[Json] = []
    for seat, armies, enemy, foes in sides:
        mine, theirs = (
            [
                [owner, number, place]
                for number in numbers
                if (owner, number) in table.rosters
                for place, unit in enumerate(table.rosters[owner, number].units, start=1)
                if not unit.struck
            ]
            for owner, numbers in ((seat, armies), (enemy, foes))
        )
        for unit in rng.sample(mine, min(len(mine), rng.randint(0, 3))):
            by = rng.choice([None, *theirs]) if theirs else None
            routs.append({"unit": unit, "by": by})
    return routs
