"""What one kingdom can do now: everything a form shows beside the empty sheet.

::

    can = choices(game, state, seat)
    [(c.buy, c.tile, c.cost) for c in can.purchases if c.affordable]

At Recall it looks ahead: to the berths that the default takes and to the stock after
Gather. Nothing here decides anything; ``Game.check`` does. Source: campaign.md 4.
"""

from __future__ import annotations

from dataclasses import dataclass

from campaign.rules.ruleset import Price
from campaign.rules.state import RECALL, Army, Ship, State
from campaign.rules.system import CampaignGame
from campaign.rules.table import Table
from campaign.rules.winter.deploy import default_placement, place, room, staged
from campaign.rules.winter.feed import feeding_order
from campaign.rules.winter.gather import count_settlements, income_of
from campaign.rules.winter.recall import (
    assign_berths,
    berths,
    places,
    recall_kingdom,
    retire_landless,
    seat_for,
)
from campaign.rules.winter.review import line_fault, possible_standing
from campaign.rules.winter.sheets import FeedSheet, Purchase, RecallSheet
from campaign.rules.winter.spend_build import ARMY, BUILDINGS, GROUND


@dataclass(frozen=True, slots=True)
class Settlement:
    """A tile with a settlement; ``room`` is how many more armies may be placed there."""

    tile: int
    kind: str
    room: int


@dataclass(frozen=True, slots=True)
class Home:
    """Recall: where the armies may winter, and which city each ship takes by default."""

    capital: int | None
    places: tuple[int, ...]
    default: int | None
    berths: tuple[int, ...]
    docks: tuple[tuple[int, int], ...]
    ships_lost: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Buy:
    """One possible purchase. ``after`` names the settlement the tile needs first, or is empty."""

    buy: str
    tile: int
    cost: Price
    after: str
    affordable: bool


@dataclass(frozen=True, slots=True)
class Meals:
    """Feed by default: which armies eat, in order, and which starve with the stock at hand."""

    cost: int
    fed: tuple[int, ...]
    starving: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Deployment:
    """Deploy: the armies to place, where there is room, and what happens by default."""

    staged: tuple[Army, ...]
    places: tuple[Settlement, ...]
    default: tuple[tuple[int, int], ...]
    lost: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Choices:
    """All a kingdom has and can do. ``stock`` is what it may spend, income included.

    ``disband`` lists the armies one of which a recruit must replace; empty below the limit,
    to which ``army_room`` armies are missing: recruits beyond them must replace one too.
    """

    stock: Price
    income: Price
    settlements: tuple[Settlement, ...]
    armies: tuple[Army, ...]
    ships: tuple[Ship, ...]
    home: Home
    tithe_to: tuple[int, ...]
    tithe_limit: Price
    purchases: tuple[Buy, ...]
    disband: tuple[int, ...]
    army_room: int
    meals: Meals
    deployment: Deployment


def choices(game: CampaignGame, state: State, seat: int) -> Choices:
    """Return what a kingdom has and can do in the state shown."""
    table = game.table(state)
    home = _home(table, seat)
    income = Price(0, 0)
    if state.stage == RECALL:
        income = income_of(table, count_settlements(table, seat))
        recall_kingdom(table, seat, RecallSheet())
        retire_landless(table)
        table.pay(seat, Price(-income.gold, -income.food))
    own = table.armies[seat]
    missing = table.rules.max_armies - len(own)
    return Choices(
        stock=Price(table.gold[seat], table.food[seat]),
        income=income,
        settlements=_settlements(table, seat),
        armies=tuple(army for army in state.armies if army.kingdom == seat),
        ships=tuple(ship for ship in state.ships if ship.kingdom == seat),
        home=home,
        tithe_to=_tithe_to(table, seat),
        tithe_limit=table.rules.tithe_limit,
        purchases=purchase_choices(table, seat),
        disband=tuple(sorted(own)) if missing < 1 else (),
        army_room=max(0, missing),
        meals=_meals(table, seat),
        deployment=_deployment(table, seat),
    )


def _home(table: Table, seat: int) -> Home:
    numbers = table.board.numbers
    capital = table.capital(seat)
    docks, _ = assign_berths(table, seat, ())
    legal = places(table, seat)
    default = seat_for(table, seat, None)
    return Home(
        capital=None if capital is None else numbers[capital],
        places=tuple(numbers[tile] for tile in legal),
        default=None if default is None else numbers[default],
        berths=tuple(numbers[tile] for tile in berths(table, seat)),
        docks=tuple((ship, numbers[tile]) for ship, tile in sorted(docks.items())),
        ships_lost=tuple(ship for ship in sorted(table.ships[seat]) if ship not in docks),
    )


def _settlements(table: Table, seat: int) -> tuple[Settlement, ...]:
    free = room(table, seat)
    return tuple(_settlement(table, tile, free) for tile in table.settled(seat))


def _settlement(table: Table, tile: int, free: dict[int, int]) -> Settlement:
    kind = table.settlements[tile] or ""
    return Settlement(table.board.numbers[tile], kind, free.get(tile, 0))


def _tithe_to(table: Table, seat: int) -> tuple[int, ...]:
    given = {gift.receiver for gift in table.gifts if gift.giver == seat}
    return tuple(other for other in sorted(table.living()) if other not in given | {seat})


def purchase_choices(table: Table, seat: int) -> tuple[Buy, ...]:
    """List every purchase that is possible now or after others of the list, tile by tile."""
    numbers = [table.board.numbers[tile] for tile in table.held(seat)]
    everything = tuple(Purchase(kind, number) for number in numbers for kind in BUILDINGS)
    possible = possible_standing(table, seat, everything)
    victim = min(table.armies[seat], default=None)
    lines = (
        Purchase(kind, number, victim if kind == ARMY else None)
        for number in numbers
        for kind in GROUND
    )
    return tuple(
        _buy(table, seat, line) for line in lines if not line_fault(table, seat, line, possible)
    )


def _buy(table: Table, seat: int, line: Purchase) -> Buy:
    standing = table.settlements[table.board.index[line.tile]]
    ready = standing in GROUND[line.buy]
    cost = table.rules.cost(line.buy)
    after = "" if ready else (GROUND[line.buy][0] or "")
    return Buy(line.buy, line.tile, cost, after, table.can_pay(seat, cost))


def _meals(table: Table, seat: int) -> Meals:
    cost = table.rules.army_food
    eaters = [army.number for army in feeding_order(table, seat, FeedSheet())]
    fed = len(eaters) if not cost else min(len(eaters), table.food[seat] // cost)
    return Meals(cost, tuple(eaters[:fed]), tuple(eaters[fed:]))


def _deployment(table: Table, seat: int) -> Deployment:
    waiting = tuple(sorted(staged(table, seat), key=lambda army: army.number))
    free = room(table, seat)
    open_to = tuple(_settlement(table, tile, free) for tile in free)
    placed = []
    while (line := default_placement(table, seat)) is not None:
        place(table, seat, line)
        placed.append(line)
    lost = tuple(army.number for army in staged(table, seat))
    return Deployment(waiting, open_to, tuple(placed), lost)
