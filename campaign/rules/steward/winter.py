"""How the steward winters: it spends all it can on what counts, and starves nobody.

Purchases are tried out on a scratch table one after the other, so that the list is legal
and paid in its order. Sources: campaign.md 4a to 4e.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from campaign.rules.ruleset import MONTHS, Price
from campaign.rules.state import CAPITAL, CITY, FORTRESS, RECALL, VILLAGE, State
from campaign.rules.steward.outlook import WORTH, Outlook, lot
from campaign.rules.table import Table
from campaign.rules.winter.deploy import BEST_FIRST, room, staged
from campaign.rules.winter.gather import count_settlements, income_of
from campaign.rules.winter.recall import recall_kingdom, retire_landless
from campaign.rules.winter.sheets import Purchase, RecallSheet, purchase_json
from campaign.rules.winter.spend_build import ARMY, SHIP, buy, purchase_fault
from campaign.rules.winter.supply import connected
from games.engine.contract import Json

if TYPE_CHECKING:
    from campaign.rules.system import CampaignGame

WISHES = 1
"""How many villages the list asks for beyond what can be paid, should a gift come in."""

BLUNTED = 200
"""How many points an army must have lost before a fresh one replaces it."""

SEA_WORK, FLEET = 4, 3
"""How many unexplored shores a ship needs in reach, and how many ships are enough."""

FAR, FAR_BY_SEA = 3, 5
"""How far from a settlement the steward looks for work, by land and by sea."""


def winter_sheet(game: CampaignGame, state: State, seat: int) -> Json:
    """Return the sheet for a whole winter: the defaults but for what is bought.

    Where courts were held (4b) everybody is home and income is in.
    """
    table = game.table(state)
    if state.stage != RECALL:
        return build_sheet(game, table, seat)
    recall_kingdom(table, seat, RecallSheet())
    retire_landless(table)
    income = income_of(table, count_settlements(table, seat))
    table.pay(seat, Price(-income.gold, -income.food))
    return build_sheet(game, table, seat)


def build_sheet(game: CampaignGame, table: Table, seat: int) -> Json:
    """Return the list of purchases alone, as a sheet."""
    lines = [purchase_json(line) for line in purchases(game, table, seat)]
    return {"purchases": lines[: game.limits.lines]} if lines else {}


def purchases(game: CampaignGame, table: Table, seat: int) -> list[Purchase]:
    """Return what to buy, in order; the scratch table is played on."""
    return _Shopping(game, table, seat).plan()


class _Shopping:
    """One kingdom's shopping on a scratch table."""

    def __init__(self, game: CampaignGame, table: Table, seat: int) -> None:
        self.game, self.table, self.rules, self.seat = game, table, game.rules, seat
        self.last = table.year == self.rules.years
        self.outlook = Outlook(game, table.freeze(), seat)
        self.bought: list[Purchase] = []

    def plan(self) -> list[Purchase]:
        steps: tuple[Callable[[], object], ...] = (
            self._capital,
            self._recruits,
            self._ships,
            self._fortress,
            self._growth,
            self._fresh_blood,
        )
        for step in steps:
            step()
        return self.bought + self._wishes()

    # What can be had

    def _buy(self, kind: str, tile: int, disband: int | None = None) -> bool:
        """Buy something on a tile (position) if that is legal and can be paid."""
        line = Purchase(kind, self.table.board.numbers[tile], disband)
        price = self.rules.cost(kind)
        if not self.table.can_pay(self.seat, price) or purchase_fault(self.table, self.seat, line):
            return False
        buy(self.table, self.seat, line)
        self.bought.append(line)
        return True

    def _spare_food(self) -> int:
        """Return the food that no army needs this winter."""
        return self.table.food[self.seat] - self._armies() * self.rules.army_food

    def _armies(self) -> int:
        return len(self.table.armies[self.seat])

    def _tiles(self, *kinds: str) -> list[int]:
        """List the tiles with such a settlement, those that supply reaches first."""
        tiles = sorted(self.table.settled(self.seat, *kinds), key=self.outlook.lot)
        if not self.rules.lines_of_supply:
            return tiles
        area = connected(self.table, self.seat, self.table.seat_position(self.seat))
        return sorted(tiles, key=lambda tile: tile not in area)

    # What is wanted

    def _capital(self) -> None:
        """Found a capital in the city with most of our land around, unless armies would starve."""
        if self.table.capital(self.seat) is not None:
            return
        if self.last and self._spare_food() < self.rules.capital_cost.food:
            return
        owners = self.table.owners
        cities = self._tiles(CITY)
        cities.sort(
            key=lambda tile: -sum(owners[n] == self.seat for n in self.table.board.adjacent[tile])
        )
        for tile in cities[:1]:
            self._buy(CAPITAL, tile)

    def _recruits(self) -> None:
        """Recruit as many as can be fed."""
        meal = self.rules.army_food
        for tile in self._tiles(FORTRESS) * self.rules.recruits_per_fortress:
            need = meal + self.rules.army_cost.food
            if self._armies() < self.rules.max_armies and self._spare_food() >= need:
                self._buy(ARMY, tile)

    def _fortress(self) -> None:
        """Build one more fortress and recruit in it, where food would be left over."""
        price, army = self.rules.fortress_cost, self.rules.army_cost
        need = Price(price.gold + army.gold, price.food + army.food)
        enough = self._spare_food() >= self.rules.army_food + need.food
        hungry = self._armies() < self.rules.max_armies and enough
        if hungry and self.rules.recruits_per_fortress and self.table.can_pay(self.seat, need):
            for tile in self._border(VILLAGE)[:1]:
                if self._buy(FORTRESS, tile):
                    self._buy(ARMY, tile)

    def _border(self, kind: str) -> list[int]:
        """List the tiles with such a settlement, those with most foreign land around first."""
        near, owners = self.table.board.adjacent, self.table.owners
        return sorted(
            self._tiles(kind),
            key=lambda tile: -sum(owners[other] != self.seat for other in near[tile]),
        )

    def _ships(self) -> None:
        """Buy a ship where it finds enough shores to explore."""
        if self.last or len(self.table.ships[self.seat]) >= FLEET:
            return
        for tile in self._tiles(CITY, CAPITAL):
            if self._sea_work(tile) >= SEA_WORK * (1 + len(self.table.ships[self.seat])):
                self._buy(SHIP, tile)

    def _sea_work(self, tile: int) -> int:
        if not self.table.board.harbour[tile]:
            return 0
        reached = self.outlook.reach(tile, FAR_BY_SEA, floats=True)
        return sum(self.outlook.is_unexplored(to.tile) for to in reached)

    def _growth(self) -> None:
        """Spend what is left on land: villages while food is short, else cities."""
        while self._grow():
            pass

    def _grow(self) -> bool:
        city, village = self._next_city, self._next_village
        kinds = (village, city) if self.last or self._needs_food() else (city, village)
        return any(step() for step in kinds) or (self.last and self._next_fortress())

    def _needs_food(self) -> bool:
        """Tell whether next winter's villages would feed fewer armies than there may be."""
        income = income_of(self.table, count_settlements(self.table, self.seat))
        return income.food <= self.rules.max_armies * self.rules.army_food

    def _next_village(self) -> bool:
        bare = (tile for tile in self.table.held(self.seat) if not self.table.settlements[tile])
        return any(self._buy(VILLAGE, tile) for tile in self._bare_tiles(bare))

    def _bare_tiles(self, tiles: Iterator[int]) -> list[int]:
        """List those that can be built on, the ones inside our borders first."""
        near, owners = self.table.board.adjacent, self.table.owners
        land = sorted((tile for tile in tiles if self.table.board.land[tile]), key=self.outlook.lot)
        return sorted(land, key=lambda tile: sum(owners[n] != self.seat for n in near[tile]))

    def _next_city(self) -> bool:
        if self._spare_food() < self.rules.city_cost.food:
            return False
        return any(self._buy(CITY, tile) for tile in reversed(self._border(VILLAGE)))

    def _next_fortress(self) -> bool:
        return any(self._buy(FORTRESS, tile) for tile in self._border(VILLAGE))

    def _fresh_blood(self) -> None:
        """At the most armies, let fresh ones replace the blunted."""
        rules, own = self.rules, self.table.armies[self.seat]
        if self.last or not rules.simple_points:
            return
        for tile in self._tiles(FORTRESS):
            worst = min(own.values(), key=lambda army: (army.points, army.number), default=None)
            full = len(own) >= rules.max_armies
            if worst and full and worst.points <= rules.army_points - BLUNTED:
                self._buy(ARMY, tile, worst.number)

    def _wishes(self) -> list[Purchase]:
        """Ask for a village more, should somebody send gold."""
        bare = (tile for tile in self.table.held(self.seat) if not self.table.settlements[tile])
        numbers = self.table.board.numbers
        lines = [Purchase(VILLAGE, numbers[tile]) for tile in self._bare_tiles(bare)[:WISHES]]
        return [line for line in lines if not purchase_fault(self.table, self.seat, line)]


def placements(game: CampaignGame, state: State, seat: int) -> list[tuple[int, int]]:
    """Return where to deploy: beside the work that is worth most, one army an errand.

    (army, tile number); armies without an errand go where the default would send them.
    """
    table = game.table(state)
    outlook = Outlook(game, state, seat)
    free = room(table, seat)
    waiting = [army.number for army in staged(table, seat)]
    lines: list[tuple[int, int]] = []
    claimed: set[int] = set()
    ships = [(ship.number, game.board.index[ship.tile]) for ship in table.ships[seat].values()]
    for _, goal, tile in sorted(_work(outlook, free, ships), key=partial(_by_merit, outlook)):
        if len(lines) < len(waiting) and free[tile] and goal not in claimed:
            free[tile] -= 1
            claimed.add(goal)
            lines.append((waiting[len(lines)], table.board.numbers[tile]))
    rest = sorted(free, key=outlook.lot)
    rest.sort(key=lambda tile: BEST_FIRST.index(outlook.settlements[tile] or ""))
    places = [table.board.numbers[tile] for tile in rest for _ in range(free[tile])]
    return lines + list(zip(waiting[len(lines) :], places, strict=False))


Work = tuple[int, int, int]


def _by_merit(outlook: Outlook, work: Work) -> tuple[int, int, int]:
    rank, goal, tile = work
    return rank, lot(goal, outlook.luck), outlook.lot(tile)


def _work(
    outlook: Outlook, free: dict[int, int], ships: Iterable[tuple[int, int]]
) -> Iterator[Work]:
    """Yield (rank, goal, settlement) for all work near the settlements, best rank lowest.

    Where nothing else is left an army waits beside each of the ships (number, tile).
    """
    months = min(FAR, MONTHS)
    for tile in free:
        if outlook.settlements[tile] == CAPITAL and _is_exposed(outlook, tile):
            yield -WORTH[CAPITAL] * 10, tile, tile
        for to in outlook.reach(tile, months):
            worth = outlook.worth(to.tile)
            if worth:
                yield -worth * 10 // (to.months + to.laid), to.tile, tile
    for number, tile in ships:
        if tile in free and not outlook.rules.lines_of_supply:
            yield 0, -number, tile


def _is_exposed(outlook: Outlook, tile: int) -> bool:
    """Tell whether an enemy could march on this settlement within two months."""
    foreign = (outlook.owners[to.tile] for to in outlook.reach(tile, 2))
    return any(owner not in (None, outlook.seat) for owner in foreign)
