"""States as JSON: one form for storage, views, scenario positions and people.

Tiles that nobody controls are left out, the others go by their number::

    {"year": 1, "stage": "recall", "order": [1, 0], "kingdoms": [{"gold": 0, ...}, ...],
     "tiles": {"17": {"owner": 0, "settlement": "city"}}, "armies": [...], "ships": [...],
     "season": {...}, "summer": {...}, "rosters": [...]}

``decode`` trusts what ``encode`` wrote; ``position.py`` reads the same form from anybody.
"""

from __future__ import annotations

from campaign.rules.board import Board
from campaign.rules.rosters import Extra, Roster, Unit, unit_json
from campaign.rules.state import Army, Gift, Kingdom, Season, Ship, State
from campaign.rules.summer_codec import decode_summer, encode_summer
from games.engine.contract import Json


def encode(board: Board, state: State) -> Json:
    """Write a state as plain JSON, field by field."""
    tiles = zip(board.numbers, state.owners, state.settlements, strict=True)
    return {
        "year": state.year,
        "stage": state.stage,
        "order": list(state.order),
        "kingdoms": [_kingdom(kingdom) for kingdom in state.kingdoms],
        "tiles": {
            str(number): {"owner": owner, "settlement": settlement}
            for number, owner, settlement in tiles
            if owner is not None
        },
        "armies": [_army(army) for army in state.armies],
        "ships": [_ship(ship) for ship in state.ships],
        "season": encode_season(state.season),
        "summer": encode_summer(state.summer),
        "rosters": [encode_roster(roster) for roster in state.rosters],
    }


def _kingdom(kingdom: Kingdom) -> Json:
    faction = {"faction": kingdom.faction} if kingdom.faction else {}
    return {
        "gold": kingdom.gold,
        "food": kingdom.food,
        "alive": kingdom.alive,
        "seat_tile": kingdom.seat_tile,
        "original_capital": kingdom.original_capital,
        "years": kingdom.years,
        "might": kingdom.might,
        "race": kingdom.race,
        "strategies": kingdom.strategies,
        **faction,
    }


def _army(army: Army) -> Json:
    return {
        "kingdom": army.kingdom,
        "number": army.number,
        "points": army.points,
        "tile": army.tile,
        "upright": army.upright,
        "aboard": army.aboard,
    }


def _ship(ship: Ship) -> Json:
    return {
        "kingdom": ship.kingdom,
        "number": ship.number,
        "tile": ship.tile,
        "upright": ship.upright,
    }


def _gift(gift: Gift) -> Json:
    return {
        "giver": gift.giver,
        "receiver": gift.receiver,
        "gold": gift.gold,
        "food": gift.food,
    }


def encode_season(season: Season) -> Json:
    """Write what a running winter remembers as plain JSON."""
    return {
        "turn": season.turn,
        "passes": season.passes,
        "gifts": [_gift(gift) for gift in season.gifts],
        "built": list(season.built),
        "recruited": list(season.recruited),
    }


def decode(board: Board, data: Json) -> State:
    """Read the state that ``encode`` wrote."""
    owners: list[int | None] = [None] * len(board.tiles)
    settlements: list[str | None] = [None] * len(board.tiles)
    for number, tile in data["tiles"].items():
        position = board.index[int(number)]
        owners[position], settlements[position] = tile["owner"], tile["settlement"]
    return State(
        year=data["year"],
        stage=data["stage"],
        order=tuple(data["order"]),
        kingdoms=tuple(Kingdom(**row) for row in data["kingdoms"]),
        owners=tuple(owners),
        settlements=tuple(settlements),
        armies=tuple(Army(**row) for row in data["armies"]),
        ships=tuple(Ship(**row) for row in data["ships"]),
        season=decode_season(data["season"]),
        summer=decode_summer(data["summer"]),
        rosters=tuple(decode_roster(row) for row in data["rosters"]),
    )


def decode_season(data: Json) -> Season:
    """Read the season that ``encode_season`` wrote."""
    return Season(
        data["turn"],
        data["passes"],
        tuple(Gift(**row) for row in data["gifts"]),
        tuple(data["built"]),
        tuple(data["recruited"]),
    )


def encode_roster(roster: Roster) -> Json:
    """Write an army's list as plain JSON."""
    return {
        "kingdom": roster.kingdom,
        "army": roster.army,
        "ally": roster.ally,
        "open": roster.open,
        "units": [
            {**unit_json(unit), "change": unit.change, "struck": unit.struck}
            for unit in roster.units
        ],
    }


def decode_roster(data: Json) -> Roster:
    """Read the list that ``encode_roster`` wrote."""
    units = tuple(
        Unit(**{**row, "extras": tuple(Extra(*extra) for extra in row["extras"])})
        for row in data["units"]
    )
    return Roster(**{**data, "units": units})
