"""Random legal answers, lively ones: for playouts, demos and property tests."""

from __future__ import annotations

from random import Random
from typing import Any

from campaign.rules.sample_summer import (
    sample_banner,
    sample_month,
    sample_report,
    sample_setup,
)
from campaign.rules.state import (
    BANNER,
    BUILD,
    COURT,
    FEED,
    MONTH,
    RECALL,
    REPORT,
    SETUP,
    TITHE,
    WINTER,
)
from campaign.rules.table import Table
from campaign.rules.winter.deploy import place, room, staged
from campaign.rules.winter.recall import berths, places, recall_kingdom, retire_landless
from campaign.rules.winter.review import review
from campaign.rules.winter.sheets import BUYS, Purchase, RecallSheet, WinterSheet, purchase_json
from games.engine.contract import Json


def sample_sheet(table: Table, kind: str, seat: int, rng: Random) -> Json:
    """Return a random sheet that passes the review, for the ask of this kind."""
    if kind == BANNER:
        return sample_banner(rng)
    if kind == SETUP:
        return sample_setup(table, seat, rng)
    if kind == MONTH:
        return sample_month(table, seat, rng)
    if kind == REPORT:
        return sample_report(table, seat, rng)
    return _winter_sheet(table, kind, seat, rng)


def _winter_sheet(table: Table, kind: str, seat: int, rng: Random) -> Json:
    if kind == WINTER:
        return _filled(_winter(table, seat, rng))
    if kind == COURT:
        return {}
    if kind == RECALL:
        return _filled(_recall(table, seat, rng))
    if kind == TITHE:
        return _filled({"tithes": _tithes(table, seat, rng)})
    if kind == BUILD:
        return _filled({"purchases": _purchases(table, seat, rng)})
    if kind == FEED:
        return _filled(_feed(table, seat, rng))
    return _filled({"placements": _placements(table, seat, rng)})


def _filled(parts: dict[str, Any]) -> dict[str, Any]:
    return {key: part for key, part in parts.items() if part not in (None, [], {})}


def _winter(table: Table, seat: int, rng: Random) -> dict[str, Any]:
    recall = _recalled(table, seat, rng) if table.stage == RECALL else {}
    return {
        "recall": recall,
        "tithes": _tithes(table, seat, rng),
        "purchases": _purchases(table, seat, rng),
        "feed": _filled(_feed(table, seat, rng)),
    }


def _recalled(table: Table, seat: int, rng: Random) -> dict[str, Any]:
    """Return how a kingdom goes home, and call it home on the table."""
    recall = _filled(_recall(table, seat, rng))
    pairs = tuple((ship, tile) for ship, tile in recall.get("berths", []))
    recall_kingdom(table, seat, RecallSheet(recall.get("place"), pairs))
    retire_landless(table)
    return recall


def _recall(table: Table, seat: int, rng: Random) -> dict[str, Any]:
    sheet: dict[str, Any] = {}
    legal = places(table, seat)
    if legal and rng.random() < 0.5:
        sheet["place"] = table.board.numbers[rng.choice(legal)]
    ships, free = sorted(table.ships[seat]), berths(table, seat)
    count = rng.randint(0, min(len(ships), len(free)))
    tiles = [table.board.numbers[tile] for tile in rng.sample(free, count)]
    sheet["berths"] = [list(pair) for pair in zip(rng.sample(ships, count), tiles, strict=True)]
    return sheet


def _tithes(table: Table, seat: int, rng: Random) -> list[Json]:
    others = [other for other in table.living() if other != seat]
    limit = table.rules.tithe_limit
    amounts = [
        {"gold": gold, "food": food}
        for gold in range(limit.gold + 1)
        for food in range(limit.food + 1)
        if gold or food
    ]
    if not amounts:
        return []
    return [
        {"to": other, **rng.choice(amounts), **_conditions(table, seat, rng)}
        for other in rng.sample(others, rng.randint(0, len(others)))
    ]


def _conditions(table: Table, seat: int, rng: Random) -> dict[str, Any]:
    if rng.random() < 0.7:
        return {}
    amount = rng.choice([{"gold": 1, "food": 0}, {"gold": 0, "food": 1}])
    others = [other for other in table.living() if other != seat]
    limit = table.rules.tithe_limit
    if rng.random() < 0.5 or not others or limit.gold < 1 or limit.food < 1:
        return {"if": [{"stock": amount}]}
    return {"if": [{"received": {"from": rng.choice([*others, "all"]), **amount}}]}


def _purchases(table: Table, seat: int, rng: Random) -> list[Json]:
    """Try random purchases one by one, keeping those that the review lets through."""
    kept: tuple[Purchase, ...] = ()
    tiles = table.held(seat)
    victims = [None, *sorted(table.armies[seat])]
    for _ in range(rng.randint(0, 12) if tiles else 0):
        buy = rng.choice(BUYS)
        tile = table.board.numbers[rng.choice(tiles)]
        line = Purchase(buy, tile, rng.choice(victims) if buy == "army" else None)
        if not review(table, BUILD, seat, WinterSheet(purchases=(*kept, line))):
            kept = (*kept, line)
    return [{**purchase_json(line), **_conditions(table, seat, rng)} for line in kept]


def _feed(table: Table, seat: int, rng: Random) -> dict[str, Any]:
    own = sorted(table.armies[seat])
    first = rng.sample(own, rng.randint(0, len(own)))
    rest = [number for number in own if number not in first]
    gone = rng.sample(rest, rng.randint(0, len(rest))) if rng.random() < 0.2 else []
    return {"first": first, "dismiss": gone}


def _placements(table: Table, seat: int, rng: Random) -> list[Json]:
    placements: list[Json] = []
    while rng.random() < 0.8:
        waiting, free = staged(table, seat), sorted(room(table, seat))
        if not waiting or not free:
            break
        line = (rng.choice(waiting).number, table.board.numbers[rng.choice(free)])
        place(table, seat, line)
        placements.append(list(line))
    return placements
