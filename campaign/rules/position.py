"""Build a state from a position that somebody wrote, possibly partial.

Everything may be left out: an empty board, living kingdoms without gold or food, the
Recall of the first year. Tokens get the lowest free numbers and full points::

    {"stage": "build", "kingdoms": [{"gold": 4}, {}],
     "tiles": {"7": {"owner": 0, "settlement": "village"}},
     "armies": [{"kingdom": 0, "tile": 7}], "ships": []}

Raises ``BadOptions`` (``bad_position``) saying what is impossible. Source: campaign.md 1.
"""

from __future__ import annotations

from typing import Any, NoReturn

from campaign.rules.board import COAST, OCEAN, Board
from campaign.rules.position_summer import read_rosters, read_summer
from campaign.rules.problems import bad_options, clipped
from campaign.rules.reader import MOST_NUMBER
from campaign.rules.rosters import Roster
from campaign.rules.ruleset import Ruleset
from campaign.rules.state import (
    CAPITAL,
    DEPLOY,
    OVER,
    RECALL,
    SETTLEMENTS,
    STAGES,
    SUMMER_STAGES,
    Army,
    Gift,
    Kingdom,
    Season,
    Ship,
    State,
    Summer,
)
from games.engine.contract import Json
from games.skirmish.faction import faction_ids

MOST = 1_000_000


def read_position(board: Board, rules: Ruleset, seats: int, partial: Json) -> State:
    """Return the state a position describes; raise ``BadOptions`` if it is impossible."""
    return _Position(board, rules, seats, partial).state()


def _wrong(what: str) -> NoReturn:
    raise bad_options("bad_position", "position", what=what)


def _fields(value: Json, names: tuple[str, ...], what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        _wrong(f"{what} must have named fields")
    for key in value:
        if key not in names:
            _wrong(f"{what} has no field {clipped(key)}")
    return value


def _list(value: Json, what: str) -> list[Any]:
    if not isinstance(value, list) or len(value) > 2_000:
        _wrong(f"{what} must be a list")
    return value


def _number(value: Json, what: str, low: int = 0, high: int = MOST) -> int:
    if type(value) is not int or not low <= value <= high:
        _wrong(f"{what} must be a whole number from {low} to {high}")
    return value


def _flag(value: Json, what: str) -> bool:
    if not isinstance(value, bool):
        _wrong(f"{what} must be true or false")
    return value


class _Position:
    """Reads one position against a board; every ``read_`` part checks itself."""

    def __init__(self, board: Board, rules: Ruleset, seats: int, partial: Json) -> None:
        self.board, self.rules, self.seats = board, rules, seats
        board_names = ("kingdoms", "tiles", "armies", "ships", "rosters")
        names = ("year", "stage", "order", "season", "summer", *board_names)
        self.given = _fields(partial, names, "the position")
        self.stage = self.given.get("stage", RECALL)
        if self.stage not in STAGES:
            _wrong("the stage must be one of " + ", ".join(STAGES))

    def state(self) -> State:
        """Put the parts together."""
        owners, settlements = self._tiles()
        ships = self._ships()
        armies = self._armies(ships)
        kingdoms = self._kingdoms(owners, settlements)
        for seat in {army.kingdom for army in armies} | {ship.kingdom for ship in ships}:
            if not kingdoms[seat].alive:
                _wrong(f"kingdom {seat} is out and has armies or ships")
        return State(
            year=_number(self.given.get("year", 1), "the year", 1),
            stage=self.stage,
            order=self._order(),
            kingdoms=kingdoms,
            owners=tuple(owners),
            settlements=tuple(settlements),
            armies=tuple(sorted(armies, key=lambda army: (army.kingdom, army.number))),
            ships=tuple(sorted(ships, key=lambda ship: (ship.kingdom, ship.number))),
            season=self._season(),
            summer=self._summer(),
            rosters=self._rosters(armies),
        )

    def _seat(self, value: Json, what: str) -> int:
        return _number(value, what, 0, self.seats - 1)

    def _tile(self, value: Json, what: str) -> int:
        number = _number(value, what)
        if number not in self.board.index:
            _wrong(f"there is no hex {number} ({what})")
        return number

    def _tiles(self) -> tuple[list[int | None], list[str | None]]:
        owners: list[int | None] = [None] * len(self.board.tiles)
        settlements: list[str | None] = [None] * len(self.board.tiles)
        given = self.given.get("tiles", {})
        if not isinstance(given, dict):
            _wrong("tiles must be named by number")
        for key, value in given.items():
            tile = self._key(key)
            entry = _fields(value, ("owner", "settlement"), f"hex {clipped(key)}")
            owners[tile] = self._seat(entry.get("owner"), f"the owner of hex {clipped(key)}")
            settlements[tile] = self._settlement(entry.get("settlement"), tile)
        self._one_capital(owners, settlements)
        return owners, settlements

    def _key(self, key: Json) -> int:
        if not isinstance(key, str) or not key.isascii() or not key.isdigit() or len(key) > 4:
            _wrong(f"{clipped(key)} is no hex number")
        tile = self.board.index.get(int(key))
        if tile is None or not self.board.land[tile]:
            _wrong(f"hex {clipped(key)} cannot be controlled")
        return tile

    def _settlement(self, value: Json, tile: int) -> str | None:
        if value in (None, ""):
            return None
        if not isinstance(value, str) or value not in SETTLEMENTS:
            _wrong(f"hex {self.board.numbers[tile]} has no such settlement")
        return value

    def _one_capital(self, owners: list[int | None], settlements: list[str | None]) -> None:
        holders = [
            owner for owner, kind in zip(owners, settlements, strict=True) if kind == CAPITAL
        ]
        if len(holders) != len(set(holders)):
            _wrong("a kingdom has two capitals")

    def _kingdoms(
        self, owners: list[int | None], settlements: list[str | None]
    ) -> tuple[Kingdom, ...]:
        rows = _list(self.given.get("kingdoms", [{}] * self.seats), "kingdoms")
        if len(rows) != self.seats:
            _wrong(f"there must be {self.seats} kingdoms")
        capitals = {
            owner: self.board.numbers[tile]
            for tile, owner in enumerate(owners)
            if settlements[tile] == CAPITAL
        }
        kingdoms = tuple(
            self._kingdom(row, seat, capitals.get(seat)) for seat, row in enumerate(rows)
        )
        if self.stage != OVER and not any(kingdom.alive for kingdom in kingdoms):
            _wrong("nobody is left to play")
        for seat, kingdom in enumerate(kingdoms):
            if not kingdom.alive and seat in owners:
                _wrong(f"kingdom {seat} is out and controls a hex")
        return kingdoms

    def _summer(self) -> Summer:
        """Read the running month; in Summer it is the first unless the position says so."""
        running = self.stage in SUMMER_STAGES
        summer = read_summer(
            self.board, self.seats, self.given.get("summer", {"month": 1} if running else {})
        )
        if summer is None or (summer.month > 0) != running:
            _wrong("the month makes no sense at this stage")
        return summer

    def _rosters(self, armies: list[Army]) -> tuple[Roster, ...]:
        rosters = read_rosters(self.seats, self.given.get("rosters", []))
        if rosters is None:
            _wrong("the army lists make no sense")
        owners = {(army.kingdom, army.number) for army in armies}
        if not {(roster.kingdom, roster.army) for roster in rosters} <= owners:
            _wrong("there is a list of no army")
        return rosters

    def _kingdom(self, row: Json, seat: int, capital: int | None) -> Kingdom:
        names = ("gold", "food", "alive", "seat_tile", "original_capital", "years", "might")
        entry = _fields(row, (*names, "race", "strategies", "faction"), f"kingdom {seat}")
        seat_tile = entry.get("seat_tile", None if self.stage in (RECALL, OVER) else capital)
        original = entry.get("original_capital", capital)
        numbers = {
            name: _number(entry.get(name, 0), f"{name} of kingdom {seat}")
            for name in ("gold", "food", "years", "might", "strategies")
        }
        race, faction = entry.get("race", ""), entry.get("faction", "")
        if not isinstance(race, str) or len(race) > 40:
            _wrong(f"the race of kingdom {seat} must be a short text")
        if faction not in ("", *faction_ids()):
            _wrong(f"the faction of kingdom {seat} must be one of {', '.join(faction_ids())}")
        return Kingdom(
            alive=_flag(entry.get("alive", True), f"alive of kingdom {seat}"),
            seat_tile=None if seat_tile is None else self._tile(seat_tile, "seat_tile"),
            race=race,
            faction=faction,
            original_capital=None if original is None else self._tile(original, "original_capital"),
            **numbers,
        )

    def _order(self) -> tuple[int, ...]:
        seats = list(range(self.seats))
        order = [
            self._seat(seat, "the order") for seat in _list(self.given.get("order", seats), "order")
        ]
        if sorted(order) != seats:
            _wrong("the order must name every kingdom once")
        return tuple(order)

    def _ships(self) -> list[Ship]:
        ships: list[Ship] = []
        for row in _list(self.given.get("ships", []), "ships"):
            entry = _fields(row, ("kingdom", "number", "tile", "upright"), "a ship")
            kingdom = self._seat(entry.get("kingdom"), "the ship's kingdom")
            tile = self._tile(entry.get("tile"), "the ship's hex")
            spot = self.board.tiles[self.board.index[tile]]
            if not (spot.terrain in (COAST, OCEAN) or spot.river):
                _wrong(f"a ship cannot be on hex {tile}")
            number = self._token(entry, kingdom, ships, "ship")
            ships.append(Ship(kingdom, number, tile, _flag(entry.get("upright", True), "upright")))
        return ships

    def _armies(self, ships: list[Ship]) -> list[Army]:
        armies: list[Army] = []
        for row in _list(self.given.get("armies", []), "armies"):
            names = ("kingdom", "number", "points", "tile", "upright", "aboard")
            entry = _fields(row, names, "an army")
            kingdom = self._seat(entry.get("kingdom"), "the army's kingdom")
            army = Army(
                kingdom,
                self._token(entry, kingdom, armies, "army"),
                _number(entry.get("points", self.rules.army_points), "points", 1),
                self._army_tile(entry.get("tile")),
                _flag(entry.get("upright", True), "upright"),
                entry.get("aboard"),
            )
            self._check_aboard(army, ships, armies)
            armies.append(army)
        for seat in range(self.seats):
            if sum(army.kingdom == seat for army in armies) > self.rules.max_armies:
                _wrong(f"kingdom {seat} has more than {self.rules.max_armies} armies")
        return armies

    def _army_tile(self, value: Json) -> int | None:
        if value is None and self.stage == DEPLOY:
            return None
        return self._tile(value, "the army's hex")

    def _token(self, entry: dict[str, Any], kingdom: int, others: list[Any], what: str) -> int:
        taken = {token.number for token in others if token.kingdom == kingdom}
        free = next(number for number in range(1, len(taken) + 2) if number not in taken)
        number = _number(entry.get("number", free), f"the {what}'s number", 1, MOST_NUMBER)
        if number in taken:
            _wrong(f"kingdom {kingdom} has two of {what} {number}")
        return number

    def _check_aboard(self, army: Army, ships: list[Ship], others: list[Army]) -> None:
        spot = None if army.tile is None else self.board.tiles[self.board.index[army.tile]]
        if army.aboard is None:
            if spot is not None and spot.terrain == OCEAN:
                _wrong(f"an army cannot be on hex {army.tile} without a ship")
            return
        _number(army.aboard, "aboard", 1)
        if (army.kingdom, army.aboard) in [(other.kingdom, other.aboard) for other in others]:
            _wrong(f"ship {army.aboard} of kingdom {army.kingdom} has two armies aboard")
        carriers = [(ship.kingdom, ship.number, ship.tile) for ship in ships]
        if (army.kingdom, army.aboard, army.tile) not in carriers:
            _wrong(f"army {army.number} of kingdom {army.kingdom} is on no such ship")

    def _season(self) -> Season:
        names = ("turn", "passes", "gifts", "built", "recruited")
        entry = _fields(self.given.get("season", {}), names, "the season")
        gifts = [self._gift(row) for row in _list(entry.get("gifts", []), "gifts")]
        built = [self._tile(t, "built") for t in _list(entry.get("built", []), "built")]
        recruits = _list(entry.get("recruited", []), "recruited")
        return Season(
            _number(entry.get("turn", 0), "turn", 0, self.seats - 1),
            _number(entry.get("passes", 0), "passes", 0, self.seats),
            tuple(gifts),
            tuple(built),
            tuple(self._tile(tile, "recruited") for tile in recruits),
        )

    def _gift(self, row: Json) -> Gift:
        entry = _fields(row, ("giver", "receiver", "gold", "food"), "a gift")
        return Gift(
            self._seat(entry.get("giver"), "the giver"),
            self._seat(entry.get("receiver"), "the receiver"),
            _number(entry.get("gold", 0), "gold"),
            _number(entry.get("food", 0), "food"),
        )
