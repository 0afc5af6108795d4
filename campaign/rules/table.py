"""The table: a mutable copy of a state, for use inside one call of the rules.

Every step of the year works on it and tells what happens; ``freeze`` gives the
state that results. Tiles go by their position on the board, armies and ships by number.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from campaign.rules.board import Board
from campaign.rules.rosters import Roster
from campaign.rules.ruleset import Price, Ruleset
from campaign.rules.state import (
    CAPITAL,
    CITY,
    Army,
    Battle,
    Crossing,
    Gift,
    Kingdom,
    Order,
    Plan,
    Season,
    Ship,
    State,
    Summer,
)
from games.engine.contract import Event


class Table:
    """What lies on the table, with the board and the rules beside it."""

    __slots__ = (
        "alive",
        "areas",
        "armies",
        "board",
        "built",
        "crossings",
        "defending",
        "events",
        "factions",
        "fought",
        "food",
        "gifts",
        "gold",
        "kingdoms",
        "might",
        "modes",
        "month",
        "order",
        "orders",
        "original",
        "owners",
        "passes",
        "plans",
        "races",
        "ranks",
        "recruited",
        "rosters",
        "rules",
        "script",
        "seat_tile",
        "settlements",
        "ships",
        "stage",
        "strategies",
        "told",
        "turn",
        "waiting",
        "year",
        "years",
        "_held",
    )

    def __init__(self, board: Board, rules: Ruleset, state: State) -> None:
        """Lay out a state; it is copied, never changed."""
        self.board, self.rules = board, rules
        self.lay_out(state)

    def lay_out(self, state: State, events: Iterable[Event] = ()) -> None:
        """Put another state on this table; ``events`` are what happened on the way to it."""
        self.year, self.stage = state.year, state.stage
        self.order = list(state.order)
        self.kingdoms = state.kingdoms
        self.gold = [kingdom.gold for kingdom in state.kingdoms]
        self.food = [kingdom.food for kingdom in state.kingdoms]
        self.alive = [kingdom.alive for kingdom in state.kingdoms]
        self.years = [kingdom.years for kingdom in state.kingdoms]
        self.seat_tile = [kingdom.seat_tile for kingdom in state.kingdoms]
        self.original = [kingdom.original_capital for kingdom in state.kingdoms]
        self.might = [kingdom.might for kingdom in state.kingdoms]
        self.races = [kingdom.race for kingdom in state.kingdoms]
        self.strategies = [kingdom.strategies for kingdom in state.kingdoms]
        self.factions = [kingdom.faction for kingdom in state.kingdoms]
        self.owners = list(state.owners)
        self.settlements = list(state.settlements)
        self.armies: list[dict[int, Army]] = [{} for _ in state.kingdoms]
        for army in state.armies:
            self.armies[army.kingdom][army.number] = army
        self.ships: list[dict[int, Ship]] = [{} for _ in state.kingdoms]
        for ship in state.ships:
            self.ships[ship.kingdom][ship.number] = ship
        self.rosters: dict[tuple[int, int], Roster] = {
            (roster.kingdom, roster.army): roster for roster in state.rosters
        }
        self._open_season(state.season)
        self._open_summer(state.summer)
        self.events: list[Event] = list(events)
        self.areas: dict[tuple[int, int], frozenset[int]] = {}  # supply.py's, while control stands
        self._held: list[list[int]] | None = None

    def _open_season(self, season: Season) -> None:
        self.turn, self.passes = season.turn, season.passes
        self.gifts = list(season.gifts)
        self.built, self.recruited = list(season.built), list(season.recruited)

    def _open_summer(self, summer: Summer) -> None:
        self.month = summer.month
        if summer.month:  # else the season's turn is the one that counts
            self.turn = summer.turn
        self.orders: list[tuple[int, Order]] = list(summer.orders)
        self.defending: set[tuple[int, int]] = set(summer.defending)
        self.crossings: list[Crossing] = list(summer.crossings)
        self.fought = summer.fought
        self.plans: tuple[Plan, ...] = summer.plans
        self.waiting: list[Battle] = list(summer.waiting)
        self.script: tuple[tuple[int, ...], ...] = summer.script
        self.told = summer.told
        self.modes: dict[int, str] = dict(summer.modes)
        self.ranks: dict[int, dict[int, int]] = {tile: dict(each) for tile, each in summer.ranks}

    def tell(self, kind: str, /, **data: Any) -> None:
        """Note an event that everybody may know of."""
        self.events.append(Event(kind, data, None))

    def tell_only(self, seat: int, kind: str, /, **data: Any) -> None:
        """Note an event for one kingdom."""
        self.events.append(Event(kind, data, (seat,)))

    def living(self) -> list[int]:
        """List the kingdoms still in the game, in player order."""
        return [seat for seat in self.order if self.alive[seat]]

    def take(self, seat: int, tile: int) -> None:
        """Give a kingdom control of a tile (position), with what that means for capitals (1).

        A capital that changes hands becomes a city; the founder who retakes the original
        tile has a capital again, unless ``capital_stays_city``, if a city stands there and
        they hold no other.
        """
        old, number = self.owners[tile], self.board.numbers[tile]
        if old == seat:
            return
        if self.settlements[tile] == CAPITAL:
            self.settlements[tile] = CITY
            self.tell("capital_fell", kingdom=old, tile=number, captor=seat)
        self.owners[tile] = seat
        self._held = None
        self.areas.clear()
        self.tell("tile_taken", kingdom=seat, tile=number, loser=-1 if old is None else old)
        restorable = number == self.original[seat] and self.settlements[tile] == CITY
        if restorable and not self.rules.capital_stays_city and self.capital(seat) is None:
            self.settlements[tile] = CAPITAL
            self.tell("capital_restored", kingdom=seat, tile=number)

    def claim(self, seat: int, tile: int, settlement: str | None) -> None:
        """Give a kingdom a tile (position) of its homeland as it is laid out in Setup (2)."""
        self.owners[tile], self.settlements[tile] = seat, settlement
        self._held = None
        self.areas.clear()

    def held(self, seat: int) -> list[int]:
        """List the tiles a kingdom controls, lowest number first."""
        if self._held is None:
            self._held = [[] for _ in self.kingdoms]
            for tile, owner in enumerate(self.owners):
                if owner is not None:
                    self._held[owner].append(tile)
        return self._held[seat]

    def settled(self, seat: int, *kinds: str) -> list[int]:
        """List a kingdom's tiles with such a settlement (any kind when none is named)."""
        here = self.settlements
        if not kinds:
            return [tile for tile in self.held(seat) if here[tile] is not None]
        return [tile for tile in self.held(seat) if here[tile] in kinds]

    def capital(self, seat: int) -> int | None:
        """Return where a kingdom's capital stands, if it holds one."""
        found = self.settled(seat, CAPITAL)
        return found[0] if found else None

    def seat_position(self, seat: int) -> int | None:
        """Return the position of the kingdom's seat for this winter (4a)."""
        number = self.seat_tile[seat]
        return None if number is None else self.board.index[number]

    def position(self, number: int | None) -> int | None:
        """Return where a tile number lies on the board, if it does."""
        return None if number is None else self.board.index.get(number)

    def pay(self, seat: int, price: Price) -> None:
        """Take a price from a kingdom that can pay it."""
        self.gold[seat] -= price[0]
        self.food[seat] -= price[1]

    def can_pay(self, seat: int, price: Price) -> bool:
        """Tell whether a kingdom holds this much."""
        return self.gold[seat] >= price[0] and self.food[seat] >= price[1]

    def put_army(self, army: Army) -> None:
        """Add an army, or replace the one with its number."""
        self.armies[army.kingdom][army.number] = army

    def remove_army(self, seat: int, number: int) -> Army:
        """Take an army off the table for good, and its list with it; return it."""
        self.rosters.pop((seat, number), None)
        return self.armies[seat].pop(number)

    def free_number(self, tokens: dict[int, Any]) -> int:
        """Return the lowest number that none of these tokens bears (1)."""
        number = 1
        while number in tokens:
            number += 1
        return number

    def clear_season(self) -> None:
        """Forget what only this winter had to remember."""
        self._open_season(Season())
        self.seat_tile = [None] * len(self.kingdoms)

    def clear_month(self) -> None:
        """Forget what only this month had to remember; the month's number stays."""
        self._open_summer(Summer(self.month))

    def _summer(self) -> Summer:
        return Summer(
            month=self.month,
            turn=self.turn if self.month else 0,
            orders=tuple(self.orders),
            defending=tuple(sorted(self.defending)),
            crossings=tuple(self.crossings),
            fought=self.fought,
            plans=self.plans,
            waiting=tuple(self.waiting),
            script=self.script,
            told=self.told,
            modes=tuple(sorted(self.modes.items())),
            ranks=tuple((tile, tuple(each.items())) for tile, each in sorted(self.ranks.items())),
        )

    def freeze(self) -> State:
        """Return the state that now lies on the table."""
        season = Season(
            0 if self.month else self.turn,
            self.passes,
            tuple(self.gifts),
            tuple(self.built),
            tuple(self.recruited),
        )
        return State(
            year=self.year,
            stage=self.stage,
            order=tuple(self.order),
            kingdoms=tuple(self._kingdom(seat) for seat in range(len(self.kingdoms))),
            owners=tuple(self.owners),
            settlements=tuple(self.settlements),
            armies=tuple(own[number] for own in self.armies for number in sorted(own)),
            ships=tuple(own[number] for own in self.ships for number in sorted(own)),
            season=season,
            summer=self._summer(),
            rosters=tuple(self.rosters[key] for key in sorted(self.rosters)),
        )

    def _kingdom(self, seat: int) -> Kingdom:
        return Kingdom(
            self.gold[seat],
            self.food[seat],
            self.alive[seat],
            self.seat_tile[seat],
            self.original[seat],
            self.years[seat],
            self.might[seat],
            self.races[seat],
            self.strategies[seat],
            self.factions[seat],
        )

    def gift(self, gift: Gift) -> None:
        """Hand over a tithe that the giver can pay."""
        self.gifts.append(gift)
        self.pay(gift.giver, Price(gift.gold, gift.food))
        self.pay(gift.receiver, Price(-gift.gold, -gift.food))
