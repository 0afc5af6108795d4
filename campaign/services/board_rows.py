"""The board's rows and the rules' state: load one from the other, write the difference.

Loading is five queries and saving at most a dozen, whatever the size of the map.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from campaign.models import Army, Campaign, Kingdom, Settlement, Ship, Tile
from campaign.rules import state as rules
from campaign.rules.codec import decode_season, encode_season
from campaign.rules.state import State
from campaign.rules.system import CampaignGame

WINTER_STAGES = {rules.TITHE, rules.BUILD, rules.FEED, rules.DEPLOY}
"""The stages in which every ship lies in a berth."""

Token = tuple[int, int]
"""A token's kingdom (seat) and number."""


@dataclass
class Rows:
    """The rows of one campaign by what the rules call them."""

    kingdoms: dict[int, Kingdom]
    tiles: dict[int, Tile]
    settlements: dict[int, Settlement]
    armies: dict[Token, Army]
    ships: dict[Token, Ship]


def load_rows(campaign: Campaign) -> Rows:
    """Read all rows of the board."""
    kingdoms = list(Kingdom.objects.filter(campaign=campaign))
    seats = {kingdom.pk: kingdom.seat for kingdom in kingdoms}
    tiles = {tile.number: tile for tile in Tile.objects.filter(campaign=campaign)}
    numbers = {tile.pk: tile.number for tile in tiles.values()}
    settlements = Settlement.objects.filter(tile__campaign=campaign)
    armies = Army.objects.filter(kingdom__campaign=campaign)
    ships = Ship.objects.filter(kingdom__campaign=campaign)
    return Rows(
        kingdoms={kingdom.seat: kingdom for kingdom in kingdoms},
        tiles=tiles,
        settlements={numbers[row.tile_id]: row for row in settlements},
        armies={(seats[row.kingdom_id], row.number): row for row in armies},
        ships={(seats[row.kingdom_id], row.number): row for row in ships},
    )


def state_from_rows(campaign: Campaign, game: CampaignGame, rows: Rows) -> State:
    """Return the state that the rows say."""
    seats = {kingdom.pk: seat for seat, kingdom in rows.kingdoms.items()}
    numbers = {tile.pk: number for number, tile in rows.tiles.items()}
    ship_numbers = {ship.pk: ship.number for ship in rows.ships.values()}
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
        armies=tuple(
            rules.Army(
                kingdom=token[0],
                number=token[1],
                points=row.points,
                tile=None if row.tile_id is None else numbers[row.tile_id],
                upright=row.is_upright,
                aboard=None if row.aboard_id is None else ship_numbers[row.aboard_id],
            )
            for token, row in sorted(rows.armies.items())
        ),
        ships=tuple(
            rules.Ship(token[0], token[1], numbers[row.tile_id], row.is_upright)
            for token, row in sorted(rows.ships.items())
        ),
        season=decode_season(campaign.season),
    )


def _seat(seats: Mapping[int, int], kingdom_id: int | None) -> int | None:
    return None if kingdom_id is None else seats[kingdom_id]


def _kingdom(row: Kingdom) -> rules.Kingdom:
    return rules.Kingdom(
        gold=row.gold,
        food=row.food,
        alive=row.is_alive,
        seat_tile=row.seat_tile,
        original_capital=row.original_capital,
        years=row.years,
        might=row.might,
    )


def save_state(campaign: Campaign, game: CampaignGame, rows: Rows, after: State) -> None:
    """Write what differs between the rows and ``after``; the campaign's own row too."""
    campaign.year, campaign.stage = after.year, after.stage
    campaign.order, campaign.season = list(after.order), encode_season(after.season)
    campaign.revision += 1
    if after.stage == rules.OVER:
        campaign.status = Campaign.Status.OVER
    campaign.save(update_fields=["year", "stage", "order", "season", "revision", "status"])
    _save_kingdoms(rows, after)
    _save_owners(game, rows, after)
    _save_settlements(game, rows, after)
    _save_tokens(rows, after)


def _save_kingdoms(rows: Rows, after: State) -> None:
    changed = []
    for seat, kingdom in enumerate(after.kingdoms):
        row = rows.kingdoms[seat]
        if _kingdom(row) != kingdom:
            row.gold, row.food, row.is_alive = kingdom.gold, kingdom.food, kingdom.alive
            row.seat_tile, row.original_capital = kingdom.seat_tile, kingdom.original_capital
            row.years, row.might = kingdom.years, kingdom.might
            changed.append(row)
    Kingdom.objects.bulk_update(
        changed,
        ["gold", "food", "is_alive", "seat_tile", "original_capital", "years", "might"],
    )


def _save_owners(game: CampaignGame, rows: Rows, after: State) -> None:
    changed = []
    for number, seat in zip(game.board.numbers, after.owners, strict=True):
        row = rows.tiles[number]
        owner_id = None if seat is None else rows.kingdoms[seat].pk
        if row.owner_id != owner_id:
            row.owner_id = owner_id
            changed.append(row)
    Tile.objects.bulk_update(changed, ["owner"])


def _save_settlements(game: CampaignGame, rows: Rows, after: State) -> None:
    gone, changed, new = [], [], []
    for number, kind, seat in zip(game.board.numbers, after.settlements, after.owners, strict=True):
        row = rows.settlements.get(number)
        if kind is None:
            if row is not None:
                gone.append(row.pk)
                del rows.settlements[number]
            continue
        holder = rows.kingdoms[seat].pk if kind == rules.CAPITAL and seat is not None else None
        if row is None:
            row = Settlement(tile=rows.tiles[number], kind=kind, capital_of_id=holder)
            rows.settlements[number] = row
            new.append(row)
        elif (row.kind, row.capital_of_id) != (kind, holder):
            row.kind, row.capital_of_id = kind, holder
            changed.append(row)
    if gone:
        Settlement.objects.filter(pk__in=gone).delete()
    # Capitals that fall come before capitals that rise: one kingdom has one at any time.
    changed.sort(key=lambda row: row.capital_of_id is not None)
    Settlement.objects.bulk_update(
        [row for row in changed if row.capital_of_id is None], ["kind", "capital_of"]
    )
    Settlement.objects.bulk_update(
        [row for row in changed if row.capital_of_id is not None], ["kind", "capital_of"]
    )
    Settlement.objects.bulk_create(new)


def _save_tokens(rows: Rows, after: State) -> None:
    armies = {(army.kingdom, army.number): army for army in after.armies}
    ships = {(ship.kingdom, ship.number): ship for ship in after.ships}
    lost_armies = [row.pk for token, row in rows.armies.items() if token not in armies]
    lost_ships = [row.pk for token, row in rows.ships.items() if token not in ships]
    if lost_armies:
        Army.objects.filter(pk__in=lost_armies).delete()
    _save_ships(rows, ships, after.stage, lost_ships)
    _save_armies(rows, armies)


def _save_ships(rows: Rows, ships: Mapping[Token, rules.Ship], stage: str, lost: list[int]) -> None:
    if lost:
        Ship.objects.filter(pk__in=lost).delete()
    changed, new, moored = [], [], []
    for token, ship in ships.items():
        old = rows.ships.get(token)
        row = old or Ship(kingdom=rows.kingdoms[token[0]], number=token[1])
        settlement = rows.settlements.get(ship.tile)
        berth_id = settlement.pk if settlement and stage in WINTER_STAGES else None
        wanted = (rows.tiles[ship.tile].pk, ship.upright, berth_id)
        if old is None:
            new.append(row)
            rows.ships[token] = row
        elif (row.tile_id, row.is_upright, row.berth_id) == wanted:
            continue
        else:
            changed.append(row)
            if row.berth_id is not None and berth_id is not None:
                moored.append(row.pk)
        row.tile_id, row.is_upright, row.berth_id = wanted
    if moored:
        # Two ships may swap berths; leave both before either is taken.
        Ship.objects.filter(pk__in=moored).update(berth=None)
    Ship.objects.bulk_update(changed, ["tile", "is_upright", "berth"])
    Ship.objects.bulk_create(new)


def _save_armies(rows: Rows, armies: Mapping[Token, rules.Army]) -> None:
    changed, new = [], []
    for token, army in armies.items():
        old = rows.armies.get(token)
        row = old or Army(kingdom=rows.kingdoms[token[0]], number=token[1])
        aboard = None if army.aboard is None else rows.ships[token[0], army.aboard].pk
        tile_id = None if army.tile is None else rows.tiles[army.tile].pk
        wanted = (army.points, tile_id, army.upright, aboard)
        if old is None:
            new.append(row)
        elif (row.points, row.tile_id, row.is_upright, row.aboard_id) == wanted:
            continue
        else:
            changed.append(row)
        row.points, row.tile_id, row.is_upright, row.aboard_id = wanted
    Army.objects.bulk_update(changed, ["points", "tile", "is_upright", "aboard"])
    Army.objects.bulk_create(new)
