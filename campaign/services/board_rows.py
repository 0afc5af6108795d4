"""The board's rows and the rules' state: load one from the other, write the difference.

Loading is five queries and saving at most a dozen, whatever the size of the map.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from campaign.models import Army, Campaign, Kingdom, Settlement, Ship, Tile
from campaign.rules import state as rules
from campaign.rules.codec import decode_roster, decode_season, encode_roster, encode_season
from campaign.rules.rosters import Roster
from campaign.rules.state import State
from campaign.rules.summer_codec import decode_summer, encode_summer
from campaign.rules.system import CampaignGame
from campaign.services.bulk import update_rows
from games.engine.contract import Json

BERTHED = set(rules.WINTER_STAGES) - {rules.RECALL}
"""The stages in which every ship lies in a berth."""

Token = tuple[int, int]
"""A token's kingdom (seat) and number."""


class TileRow(NamedTuple):
    """What is needed of a tile's row. Rows of hundreds are read as tuples, not as models."""

    pk: int
    owner_id: int | None


class SettlementRow(NamedTuple):
    """What is needed of a settlement's row."""

    pk: int
    kind: str
    capital_of_id: int | None


class ShipRow(NamedTuple):
    """What is needed of a ship's row."""

    pk: int
    tile_id: int
    is_upright: bool
    berth_id: int | None


class ArmyRow(NamedTuple):
    """What is needed of an army's row."""

    pk: int
    points: int
    tile_id: int | None
    is_upright: bool
    aboard_id: int | None
    roster: Json


@dataclass
class Rows:
    """The rows of one campaign by what the rules call them."""

    kingdoms: dict[int, Kingdom]
    tiles: dict[int, TileRow]
    settlements: dict[int, SettlementRow]
    armies: dict[Token, ArmyRow]
    ships: dict[Token, ShipRow]


def load_rows(campaign: Campaign) -> Rows:
    """Read all rows of the board."""
    kingdoms = list(Kingdom.objects.filter(campaign=campaign))
    seats = {kingdom.pk: kingdom.seat for kingdom in kingdoms}
    found = Tile.objects.filter(campaign=campaign).values_list("number", "pk", "owner_id")
    tiles = {number: TileRow(pk, owner_id) for number, pk, owner_id in found}
    numbers = {tile.pk: number for number, tile in tiles.items()}
    settlements = Settlement.objects.filter(tile__campaign=campaign)
    armies = Army.objects.filter(kingdom__campaign=campaign).order_by()
    ships = Ship.objects.filter(kingdom__campaign=campaign).order_by()
    return Rows(
        kingdoms={kingdom.seat: kingdom for kingdom in kingdoms},
        tiles=tiles,
        settlements={
            numbers[tile_id]: SettlementRow(*row)
            for tile_id, *row in settlements.values_list("tile_id", *SettlementRow._fields)
        },
        armies={
            (seats[kingdom_id], number): ArmyRow(*row)
            for kingdom_id, number, *row in armies.values_list(
                "kingdom_id", "number", *ArmyRow._fields
            )
        },
        ships={
            (seats[kingdom_id], number): ShipRow(*row)
            for kingdom_id, number, *row in ships.values_list(
                "kingdom_id", "number", *ShipRow._fields
            )
        },
    )


def state_from_rows(campaign: Campaign, game: CampaignGame, rows: Rows) -> State:
    """Return the state that the rows say."""
    seats = {kingdom.pk: seat for seat, kingdom in rows.kingdoms.items()}
    board = game.board.numbers
    return State(
        year=campaign.year,
        stage=campaign.stage,
        order=tuple(campaign.order),
        kingdoms=tuple(_kingdom(rows.kingdoms[seat]) for seat in sorted(rows.kingdoms)),
        owners=tuple(_seat(seats, rows.tiles[number].owner_id) for number in board),
        settlements=tuple(
            rows.settlements[number].kind if number in rows.settlements else None
            for number in board
        ),
        armies=_armies(rows),
        ships=_ships(rows),
        season=decode_season(campaign.season),
        summer=decode_summer(campaign.summer),
        rosters=tuple(
            _roster(token, row.roster)
            for token, row in sorted(rows.armies.items())
            if row.roster is not None
        ),
    )


def _armies(rows: Rows) -> tuple[rules.Army, ...]:
    numbers = {tile.pk: number for number, tile in rows.tiles.items()}
    ship_numbers = {row.pk: token[1] for token, row in rows.ships.items()}
    return tuple(
        rules.Army(
            kingdom=token[0],
            number=token[1],
            points=row.points,
            tile=None if row.tile_id is None else numbers[row.tile_id],
            upright=row.is_upright,
            aboard=None if row.aboard_id is None else ship_numbers[row.aboard_id],
        )
        for token, row in sorted(rows.armies.items())
    )


def _ships(rows: Rows) -> tuple[rules.Ship, ...]:
    numbers = {tile.pk: number for number, tile in rows.tiles.items()}
    return tuple(
        rules.Ship(token[0], token[1], numbers[row.tile_id], row.is_upright)
        for token, row in sorted(rows.ships.items())
    )


def _roster(token: Token, written: Json) -> Roster:
    return decode_roster({"kingdom": token[0], "army": token[1], **written})


def _written(roster: Roster) -> Json:
    """Write a list for its army's row, which says already whose it is."""
    written = encode_roster(roster)
    return {key: written[key] for key in ("ally", "open", "units")}


def _seat(seats: Mapping[int, int], kingdom_id: int | None) -> int | None:
    return None if kingdom_id is None else seats[kingdom_id]


def _kingdom(row: Kingdom) -> rules.Kingdom:
    facts = {name: getattr(row, field) for field, name in KINGDOM_FIELDS.items()}
    return rules.Kingdom(**facts)


CHANGING = ("year", "stage", "order", "season", "summer", "revision", "status")
"""What a campaign's own row says of the state."""

KINGDOM_FIELDS = {
    "gold": "gold",
    "food": "food",
    "is_alive": "alive",
    "seat_tile": "seat_tile",
    "original_capital": "original_capital",
    "years": "years",
    "might": "might",
    "race": "race",
    "faction": "faction",
    "strategies": "strategies",
}
"""A kingdom's facts: what the row calls them, and what the rules do."""


def save_state(campaign: Campaign, game: CampaignGame, rows: Rows, after: State) -> None:
    """Write what differs between the rows and ``after``; the campaign's own row too."""
    campaign.year, campaign.stage = after.year, after.stage
    campaign.order, campaign.season = list(after.order), encode_season(after.season)
    campaign.summer = encode_summer(after.summer)
    campaign.revision += 1
    if after.stage == rules.OVER:
        campaign.status = Campaign.Status.OVER
    campaign.save(update_fields=CHANGING)
    _save_kingdoms(rows, after)
    _save_owners(game, rows, after)
    _save_settlements(game, rows, after)
    _save_tokens(rows, after)


def _save_kingdoms(rows: Rows, after: State) -> None:
    changed = []
    for seat, kingdom in enumerate(after.kingdoms):
        row = rows.kingdoms[seat]
        if _kingdom(row) != kingdom:
            for field, name in KINGDOM_FIELDS.items():
                setattr(row, field, getattr(kingdom, name))
            changed.append(row)
    update_rows(changed, *KINGDOM_FIELDS)


def _save_owners(game: CampaignGame, rows: Rows, after: State) -> None:
    changed = []
    for number, seat in zip(game.board.numbers, after.owners, strict=True):
        row = rows.tiles[number]
        owner_id = None if seat is None else rows.kingdoms[seat].pk
        if row.owner_id != owner_id:
            changed.append(Tile(pk=row.pk, owner_id=owner_id))
    update_rows(changed, "owner")


def _save_settlements(game: CampaignGame, rows: Rows, after: State) -> None:
    gone, changed, new, fallen = [], [], [], []
    for number, kind, seat in zip(game.board.numbers, after.settlements, after.owners, strict=True):
        row = rows.settlements.get(number)
        if kind is None:
            if row is not None:
                gone.append(row.pk)
                del rows.settlements[number]
            continue
        holder = rows.kingdoms[seat].pk if kind == rules.CAPITAL and seat is not None else None
        if row is None:
            new.append(Settlement(tile_id=rows.tiles[number].pk, kind=kind, capital_of_id=holder))
        elif (row.kind, row.capital_of_id) != (kind, holder):
            changed.append(Settlement(pk=row.pk, kind=kind, capital_of_id=holder))
            if row.capital_of_id is not None:
                fallen.append(row.pk)
            rows.settlements[number] = SettlementRow(row.pk, kind, holder)
    if gone:
        Settlement.objects.filter(pk__in=gone).delete()
    # Capitals fall before others rise: one kingdom has one at any time.
    if fallen:
        Settlement.objects.filter(pk__in=fallen).update(kind=rules.CITY, capital_of=None)
    update_rows(changed, "kind", "capital_of")
    numbers = {tile.pk: number for number, tile in rows.tiles.items()} if new else {}
    for made in Settlement.objects.bulk_create(new):
        place = numbers[made.tile_id]
        rows.settlements[place] = SettlementRow(made.pk, made.kind, made.capital_of_id)


def _save_tokens(rows: Rows, after: State) -> None:
    armies = {(army.kingdom, army.number): army for army in after.armies}
    ships = {(ship.kingdom, ship.number): ship for ship in after.ships}
    lost_armies = [row.pk for token, row in rows.armies.items() if token not in armies]
    lost_ships = [row.pk for token, row in rows.ships.items() if token not in ships]
    if lost_armies:
        Army.objects.filter(pk__in=lost_armies).delete()
    _save_ships(rows, ships, after.stage, lost_ships)
    _save_armies(rows, armies, {(each.kingdom, each.army): each for each in after.rosters})


def _save_ships(rows: Rows, ships: Mapping[Token, rules.Ship], stage: str, lost: list[int]) -> None:
    if lost:
        Ship.objects.filter(pk__in=lost).delete()
    changed, new, left = [], [], []
    for token, ship in ships.items():
        old = rows.ships.get(token)
        settlement = rows.settlements.get(ship.tile)
        berth_id = settlement.pk if settlement and stage in BERTHED else None
        wanted = (rows.tiles[ship.tile].pk, ship.upright, berth_id)
        if old is not None and old[1:] == wanted:
            continue
        row = Ship(kingdom=rows.kingdoms[token[0]], number=token[1])
        row.tile_id, row.is_upright, row.berth_id = wanted
        if old is None:
            new.append((token, row))
        else:
            row.pk = old.pk
            changed.append(row)
            rows.ships[token] = ShipRow(old.pk, *wanted)
            if old.berth_id is not None:
                left.append(old.pk)
    # And a berth holds one ship at any time: who leaves one goes before another comes.
    _clear(Ship, "berth", left)
    update_rows(changed, "tile", "is_upright", "berth")
    Ship.objects.bulk_create([row for _, row in new])
    for token, row in new:
        rows.ships[token] = ShipRow(row.pk, row.tile_id, row.is_upright, row.berth_id)


def _clear(model: type[Army] | type[Ship], field: str, keys: list[int]) -> None:
    """Empty a field that only one row may fill with the same, before it is written anew."""
    if keys:
        model.objects.filter(pk__in=keys).update(**{field: None})


def _save_armies(
    rows: Rows, armies: Mapping[Token, rules.Army], rosters: Mapping[Token, Roster]
) -> None:
    changed, new, left = [], [], []
    for token, army in armies.items():
        old = rows.armies.get(token)
        aboard = None if army.aboard is None else rows.ships[token[0], army.aboard].pk
        tile_id = None if army.tile is None else rows.tiles[army.tile].pk
        roster = _written(rosters[token]) if token in rosters else None
        wanted = (army.points, tile_id, army.upright, aboard, roster)
        if old is not None and old[1:] == wanted:
            continue
        row = Army(kingdom=rows.kingdoms[token[0]], number=token[1])
        row.points, row.tile_id, row.is_upright, row.aboard_id, row.roster = wanted
        if old is None:
            new.append(row)
        else:
            row.pk = old.pk
            changed.append(row)
            if old.aboard_id is not None:
                left.append(old.pk)
    # Who was aboard goes ashore before others board: a ship carries one army at any time.
    _clear(Army, "aboard", left)
    update_rows(changed, "points", "tile", "is_upright", "aboard", "roster")
    Army.objects.bulk_create(new)
