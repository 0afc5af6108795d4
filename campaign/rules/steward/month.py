"""How the steward orders a month: who goes where, so that no two armies do the same work.

Every possible errand of every token is rated by its worth a month; the best one is given
out, what it claims is taken, and so on down. Who has no errand marches to where there is
work, to a ship if all land is done, falls back, or guards. Source: campaign.md 3a.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from campaign.rules.board import OCEAN
from campaign.rules.ruleset import MONTHS
from campaign.rules.state import CAPITAL, CITY, FORTRESS, Army, Order, Ship, State
from campaign.rules.steward.outlook import FOE, FOREIGN, WORTH, Outlook, Reached
from campaign.rules.summer.orders import DEFEND, HOLD, MOVE, RAZE, REGROUP

if TYPE_CHECKING:
    from campaign.rules.system import CampaignGame

FAR, FAR_BY_SEA = 3, 4
"""How many months ahead an errand is looked for, by land and by sea."""

MONTH = 10
LAID = 6
"""The price of a month on the way, and of arriving on one's side, in tenths of a month."""

FAIR, HOPELESS = 25, 50
"""The least odds in percent for an attack, and the enemy's from which a tile is given up."""

OVERRUN = 3
"""How many enemy armies around make it certain that a settlement is lost: it is razed."""

FARTHEST = 10_000

GUARDED = (CAPITAL, CITY, FORTRESS)
WARD = 2
"""How near an enemy army may come to the capital before somebody stays to guard it."""


class Errand(NamedTuple):
    """Something for one or more armies, or a ship, to do; errands sort best first.

    ``lot`` is the claimed tile's, which decides between errands of one rank.
    """

    rank: int
    lot: int
    claim: int
    armies: tuple[int, ...]
    ship: int | None
    do: str
    steps: tuple[int, ...]


class Month:
    """One kingdom's month in the making."""

    __slots__ = (
        "armies",
        "at_sea",
        "claimed",
        "left",
        "moves",
        "orders",
        "outlook",
        "road",
        "ships",
    )

    def __init__(self, game: CampaignGame, state: State, seat: int) -> None:
        """Look at the position and at what is ordered already."""
        self.outlook = Outlook(game, state, seat)
        index = game.board.index
        given = [order for giver, order in state.summer.orders if giver == seat]
        done = {order.army for order in given}, {order.ship for order in given}
        self.left = MONTHS + 1 - state.summer.month
        self.claimed = {index[order.to] for order in given if order.to is not None}
        self.armies: dict[int, Army] = {
            army.number: army
            for army in state.armies
            if army.kingdom == seat and army.number not in done[0] and army.tile is not None
        }
        self.ships: dict[int, Ship] = {
            ship.number: ship
            for ship in state.ships
            if ship.kingdom == seat and ship.number not in done[1]
        }
        self.at_sea: dict[int, int] = {}
        self.road: dict[int, int] | None = None
        self.moves: list[tuple[int, Order]] = []
        self.orders: list[Order] = []

    def plan(self) -> list[Order]:
        """Return an order for every token that has none, in the order of resolution."""
        self._regroup()
        self._board()
        self._give_out(sorted(self._errands()))
        for army in sorted(self.armies.values()):
            self._idle(army)
        for ship in sorted(self.ships):
            self._order(Order(None, ship, HOLD))
        moves = [order for _, order in sorted(self.moves, key=lambda pair: pair[0])]
        return moves + self.orders

    # Who can do what

    def _position(self, token: Army | Ship) -> int:
        return self.outlook.board.index[token.tile or 0]

    def _regroup(self) -> None:
        """Tokens on their side can do nothing else; a pair regroups as one."""
        for ship in list(self.ships.values()):
            if not ship.upright:
                self._order(Order(self._cargo(ship.number), ship.number, REGROUP))
        for army in list(self.armies.values()):
            if not army.upright:
                self._order(Order(army.number, None, REGROUP))

    def _cargo(self, ship: int) -> int | None:
        aboard = (army.number for army in self.armies.values() if army.aboard == ship)
        return next(aboard, None)

    def _board(self) -> None:
        """Keep those aboard who have no work ashore where they are, and all on open ocean."""
        for ship in self.ships.values():
            cargo, tile = self._cargo(ship.number), self._position(ship)
            if cargo is None:
                self._embark(ship, tile)
            elif self._is_ocean(tile) or not self._has_work(tile):
                self.at_sea[ship.number] = cargo

    def _embark(self, ship: Ship, tile: int) -> None:
        """Put an army aboard where all land is done, and other shores are left."""
        aboard = self.at_sea.values()
        here = [
            army.number
            for army in self.armies.values()
            if army.tile == ship.tile and army.aboard is None and army.number not in aboard
        ]
        done = here and self._may_leave_land() and self._is_all_done(tile)
        if done and self._course(tile) is not None:
            self.at_sea[ship.number] = min(here)

    def _may_leave_land(self) -> bool:
        """Tell whether armies overseas survive the Winter: supply does not reach them (4a)."""
        return not self.outlook.rules.lines_of_supply

    def _is_all_done(self, tile: int) -> bool:
        outlook = self.outlook
        return not any(outlook.worth(to) for to in outlook.distances([tile]))

    def _is_ocean(self, tile: int) -> bool:
        return self.outlook.board.tiles[tile].terrain == OCEAN

    def _has_work(self, tile: int) -> bool:
        worth = self.outlook.worth
        return any(worth(to.tile) for to in self.outlook.reach(tile, min(FAR, self.left)))

    def _ashore(self) -> list[Army]:
        aboard = set(self.at_sea.values())
        return [army for army in self.armies.values() if army.number not in aboard]

    # Errands

    def _errands(self) -> Iterator[Errand]:
        ashore = self._ashore()
        starts: dict[int, list[int]] = {}
        for army in ashore:
            starts.setdefault(self._position(army), []).append(army.number)
        for tile, numbers in starts.items():
            yield from self._marches(tile, numbers)
            yield from self._watches(tile, numbers)
        yield from self._attacks(starts)
        for ship in self.ships.values():
            yield from self._voyages(ship)

    def _marches(self, start: int, numbers: Sequence[int]) -> Iterator[Errand]:
        outlook = self.outlook
        for to in outlook.reach(start, min(FAR, self.left)):
            if outlook.is_held_by_foes(to.tile):
                continue
            worth = outlook.worth(to.tile)
            if worth:
                price = to.months * MONTH + (LAID if to.laid and to.months < self.left else 0)
                rank = -worth * 100 // price
                for number in numbers:
                    yield self._march(rank, number, to)
            elif to.months == 1 and (ward := self._ward(to.tile)):
                for number in numbers:
                    yield self._march(-ward * 8, number, to)

    def _march(self, rank: int, army: int, to: Reached) -> Errand:
        return Errand(rank, self.outlook.lot(to.tile), to.tile, (army,), None, MOVE, (to.step,))

    def _watches(self, tile: int, numbers: Sequence[int]) -> Iterator[Errand]:
        ward = self._ward(tile)
        if ward and not self._is_hopeless(tile, numbers):
            for number in numbers:
                lot = self.outlook.lot(tile)
                yield Errand(-ward * 10, lot, tile, (number,), None, DEFEND, ())

    def _ward(self, tile: int) -> int:
        """Return what it is worth to guard a tile this month."""
        outlook = self.outlook
        kind = outlook.settlements[tile]
        if outlook.owners[tile] != outlook.seat or kind not in GUARDED:
            return 0
        if outlook.dangers(tile):
            return WORTH[kind]
        if kind == CAPITAL and any(outlook.dangers(near) for near in outlook.ways.by_land[tile]):
            return WORTH[kind] // WARD
        return 0

    def _is_hopeless(self, tile: int, numbers: Sequence[int]) -> bool:
        """Tell whether the enemies around would most likely throw these armies out."""
        outlook = self.outlook
        foes = [army.points for army in outlook.dangers(tile)]
        own = [self.armies[number].points for number in numbers]
        if not foes or outlook.settlements[tile] == CAPITAL:
            return False
        return outlook.odds(foes, own, stood=True)[0] >= HOPELESS

    def _attacks(self, starts: dict[int, list[int]]) -> Iterator[Errand]:
        """Rate every attack on a neighbouring tile with the fewest armies that are enough."""
        outlook = self.outlook
        near: dict[int, list[tuple[int, int]]] = {}
        for tile, numbers in starts.items():
            for to in outlook.ways.by_land[tile]:
                if outlook.is_held_by_foes(to):
                    some = ((-self.armies[number].points, number) for number in numbers)
                    near.setdefault(to, []).extend(some)
        for target, found in near.items():
            yield from self._attack(target, sorted(found))

    def _attack(self, target: int, found: list[tuple[int, int]]) -> Iterator[Errand]:
        outlook = self.outlook
        foes = [army.points for army in outlook.foes.get(target, ())]
        foes += [100] if target in outlook.foe_ships else []
        kind = outlook.settlements[target]
        own = outlook.owners[target] == outlook.seat
        prize = FOREIGN + FOE * len(foes) + WORTH.get(kind or "", 0) * (1 if own else 2)
        bonus = 1 if kind in (CAPITAL, FORTRESS) and not outlook.rules.simple_points else 0
        for count in range(1, len(found) + 1):
            mine = [-points for points, _ in found[:count]]
            win, lose = outlook.odds(mine, foes, stood=not own, bonus=bonus)
            if win >= FAIR and win > lose:
                numbers = tuple(number for _, number in found[:count])
                rank = -prize * win // (MONTH * count)
                lot = outlook.lot(target)
                yield Errand(rank, lot, target, numbers, None, MOVE, (target,) * count)
                return

    def _voyages(self, ship: Ship) -> Iterator[Errand]:
        outlook = self.outlook
        for to in outlook.reach(self._position(ship), min(FAR_BY_SEA, self.left), floats=True):
            worth = outlook.worth(to.tile)
            if worth and not outlook.is_held_by_foes(to.tile):
                rank = -worth * 100 // (to.months * MONTH)
                lot = outlook.lot(to.tile)
                yield Errand(rank, lot, to.tile, (), ship.number, MOVE, (to.step,))

    # Giving out

    def _give_out(self, errands: Sequence[Errand]) -> None:
        for errand in errands:
            free = all(number in self.armies for number in errand.armies)
            if free and errand.claim not in self.claimed and self._may_sail(errand.ship):
                self.claimed.add(errand.claim)
                self._carry_out(errand)

    def _may_sail(self, ship: int | None) -> bool:
        return ship is None or ship in self.ships

    def _carry_out(self, errand: Errand) -> None:
        if errand.ship is not None:
            cargo = self.at_sea.get(errand.ship)
            self._move(errand.rank, cargo, errand.ship, errand.steps[0])
        elif errand.do == DEFEND:
            self._order(Order(errand.armies[0], None, DEFEND))
        else:
            for number, step in zip(errand.armies, errand.steps, strict=True):
                self._move(errand.rank, number, None, step)

    def _move(self, rank: int, army: int | None, ship: int | None, tile: int) -> None:
        order = Order(army, ship, MOVE, self.outlook.board.numbers[tile])
        self._done(order)
        self.moves.append((rank, order))

    def _order(self, order: Order) -> None:
        self._done(order)
        self.orders.append(order)

    def _done(self, order: Order) -> None:
        if order.army is not None:
            del self.armies[order.army]
        if order.ship is not None:
            del self.ships[order.ship]

    # Without an errand

    def _idle(self, army: Army) -> None:
        """Stay at sea, fall back, march, or stand guard, whichever comes first."""
        tile = self._position(army)
        ship = next((ship for ship, cargo in self.at_sea.items() if cargo == army.number), None)
        if ship is not None:
            self._sail(army.number, ship, tile)
        elif not (self._falls_back(army, tile) or self._marches_on(army, tile)):
            self._order(Order(army.number, None, DEFEND))

    def _falls_back(self, army: Army, tile: int) -> bool:
        """Leave a tile that cannot be held; before a host, raze what stands there instead."""
        outlook = self.outlook
        if not self._is_hopeless(tile, [army.number]):
            return False
        lost = len(outlook.dangers(tile)) >= OVERRUN and outlook.owners[tile] == outlook.seat
        if lost and outlook.settlements[tile] is not None:
            self._order(Order(army.number, None, RAZE))
            return True
        safe = [
            near
            for near in outlook.ways.by_land[tile]
            if outlook.owners[near] == outlook.seat and not outlook.dangers(near)
        ]
        if safe:
            self._move(0, army.number, None, min(safe, key=outlook.lot))
        return bool(safe)

    def _marches_on(self, army: Army, tile: int) -> bool:
        """Take the road to the place where idle armies gather; ``False`` if none leads on."""
        road = self._road_from(tile)
        steps = [
            (road[near], self.outlook.lot(near), near)
            for near in self.outlook.ways.by_land[tile]
            if near in road and not self.outlook.is_held_by_foes(near)
        ]
        if tile not in road or not steps:
            return False
        least, _, step = min(steps)
        if least < road[tile] and not (least == 0 and step in self.claimed):
            self._move(0, army.number, None, step)
        else:
            self._order(Order(army.number, None, DEFEND))
        return True

    def _road_from(self, tile: int) -> dict[int, int]:
        """Return how far all tiles are from the gathering's goal; the first to ask chooses it."""
        outlook = self.outlook
        if self.road is None or tile not in self.road:
            goals = [
                (far * MONTH + FOE * self._guards(to) - worth // 2, outlook.lot(to), to)
                for to, far in outlook.distances([tile]).items()
                if (worth := outlook.worth(to))
            ]
            harbours = [self._position(ship) for ship in self.ships.values()]
            away = harbours if self._may_leave_land() else []
            self.road = outlook.distances([min(goals)[2]] if goals else away)
        return self.road

    def _guards(self, tile: int) -> int:
        return len(self.outlook.foes.get(tile, ()))

    def _sail(self, army: int, ship: int, tile: int) -> None:
        step = self._course(tile)
        if step is None:
            self._order(Order(army, ship, HOLD))
        else:
            self._move(0, army, ship, step)

    def _course(self, tile: int) -> int | None:
        """Return the next step by sea to the nearest shore with work, else to one of our own."""
        outlook = self.outlook
        away = outlook.distances([tile], floats=True)
        shores = [to for to in away if outlook.worth(to) and not outlook.is_held_by_foes(to)]
        if not shores and self._is_ocean(tile):
            shores = [to for to in away if outlook.owners[to] == outlook.seat]
        goal = min(shores, key=lambda to: (away[to], outlook.lot(to)), default=None)
        if goal is None:
            return None
        back = outlook.distances([goal], floats=True)
        steps = outlook.ways.by_water[tile]
        return min(steps, key=lambda near: (back.get(near, FARTHEST), outlook.lot(near)))


def month_orders(game: CampaignGame, state: State, seat: int) -> list[Order]:
    """Return the steward's orders to all tokens of a kingdom that have none yet."""
    return Month(game, state, seat).plan()
