"""A sketch of a campaign that knows only what events tell: nothing of the rules.

``invariants.py`` plays each step's events on it and compares it with the state that the
rules gave. Source: ``events.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from campaign.rules.events import (
    ARMY_GAINED,
    ARMY_GONE,
    KINDS,
    LEDGER,
    SHIP_GAINED,
    SHIP_GONE,
)
from campaign.rules.ruleset import HIT_POINTS
from campaign.rules.state import CAPITAL, CITY, DEPLOY, State
from games.engine.contract import Event

if TYPE_CHECKING:
    from campaign.rules.system import CampaignGame

Key = tuple[int, int]
STEPS = ("moved", "retreated", "advanced", "recalled", "ship_docked")
"""The events that bring a token from ``start`` to ``tile``."""


class Sketch:
    """Tokens, points, control, settlements and stock as the events tell them."""

    def __init__(self, game: CampaignGame, state: State) -> None:
        """Copy a state; battles that have begun already are read from its month."""
        self.game = game
        self.battles: dict[int, Key] = {
            battle.number: (battle.attacker, battle.defender) for battle in state.summer.waiting
        }
        self.faults: list[str] = []
        self.renew(state)

    def renew(self, state: State) -> None:
        """Begin anew from a state; battles keep their sides for the rest of the month."""
        numbers = self.game.board.numbers
        self.armies = {(a.kingdom, a.number): a.tile for a in state.armies}
        self.points = {(a.kingdom, a.number): a.points for a in state.armies}
        self.ships = {(ship.kingdom, ship.number): ship.tile for ship in state.ships}
        self.owners = dict(zip(numbers, state.owners, strict=True))
        self.settlements = dict(zip(numbers, state.settlements, strict=True))
        self.stock = {
            "gold": [kingdom.gold for kingdom in state.kingdoms],
            "food": [kingdom.food for kingdom in state.kingdoms],
        }
        self.alive = [kingdom.alive for kingdom in state.kingdoms]

    def play(self, events: Iterable[Event]) -> list[str]:
        """Carry out what events tell; return what they tell that cannot be."""
        self.faults = []
        for event in events:
            kind, data = event.kind, event.data
            if kind not in KINDS or set(data) != set(KINDS[kind].keys):
                self.faults.append(f"event {kind} with {sorted(data)} is not described")
                continue
            for who, sign in LEDGER.get(kind, ()):
                self.stock["gold"][data[who]] += sign * data["gold"]
                self.stock["food"][data[who]] += sign * data["food"]
            self._tokens(kind, data)
            if kind in _TOLD:
                _TOLD[kind](self, data)
        return self.faults

    def _tokens(self, kind: str, data: Mapping[str, Any]) -> None:
        seat = data.get("kingdom", 0)
        if kind in STEPS:
            self._step(kind, seat, data)
        elif kind in ARMY_GAINED:
            self._gain(self.armies, (seat, data["army"]), data["tile"])
            self.points[seat, data["army"]] = data["points"]
        elif kind in SHIP_GAINED:
            self._gain(self.ships, (seat, data["ship"]), data["tile"])
        elif kind in ARMY_GONE:
            self._lose(self.armies, (seat, data["army"]), kind)
            if self.points.pop((seat, data["army"]), None) != data["points"]:
                self.faults.append(f"{kind}: army {seat}.{data['army']} had other points")
        elif kind in SHIP_GONE:
            self._lose(self.ships, (seat, data["ship"]), kind)

    def _gain(self, tokens: dict[Key, Any], key: Key, tile: int) -> None:
        if key in tokens:
            self.faults.append(f"token {key} came and was there already")
        tokens[key] = tile

    def _lose(self, tokens: dict[Key, Any], key: Key, kind: str) -> None:
        if tokens.pop(key, None) is None and kind != "army_lost":  # a staged army has no tile
            self.faults.append(f"{kind}: token {key} was not there")

    def _step(self, kind: str, seat: int, data: Mapping[str, Any]) -> None:
        for tokens, name in ((self.armies, "army"), (self.ships, "ship")):
            number = data.get(name, 0)
            if not number:
                continue
            if tokens.get((seat, number)) != data["start"]:
                self.faults.append(f"{kind}: {name} {seat}.{number} was not on {data['start']}")
            tokens[seat, number] = data["tile"]

    # What single events tell

    def _found(self, data: Mapping[str, Any]) -> None:
        self.owners[data["tile"]] = data["kingdom"]
        self.settlements[data["tile"]] = CAPITAL

    def _claim(self, data: Mapping[str, Any]) -> None:
        self.owners[data["tile"]] = data["kingdom"]
        self.settlements[data["tile"]] = data["settlement"] or None

    def _explore(self, data: Mapping[str, Any]) -> None:
        if self.owners[data["tile"]] is not None:
            self.faults.append(f"tile {data['tile']} was explored twice")
        self.settlements[data["tile"]] = data["settlement"] or None

    def _take(self, data: Mapping[str, Any]) -> None:
        owner = self.owners[data["tile"]]
        if data["loser"] != (-1 if owner is None else owner):
            self.faults.append(f"tile {data['tile']} was not {data['loser']}'s")
        self.owners[data["tile"]] = data["kingdom"]

    def _fall(self, data: Mapping[str, Any]) -> None:
        self.settlements[data["tile"]] = CITY

    def _restore(self, data: Mapping[str, Any]) -> None:
        self.settlements[data["tile"]] = CAPITAL

    def _raze(self, data: Mapping[str, Any]) -> None:
        self.settlements[data["tile"]] = None

    def _build(self, data: Mapping[str, Any]) -> None:
        self.settlements[data["tile"]] = data["buy"]

    def _deploy(self, data: Mapping[str, Any]) -> None:
        self.armies[data["kingdom"], data["army"]] = data["tile"]

    def _month(self, data: Mapping[str, Any]) -> None:
        self.battles = {}

    def _fight(self, data: Mapping[str, Any]) -> None:
        self.battles[data["battle"]] = (data["attacker"], data["defender"])

    def _die(self, data: Mapping[str, Any]) -> None:
        """A hit costs its army points under ``simple_points``, and nothing else does."""
        if not data["army"]:
            return
        sides = self.battles.get(data["battle"], (-1, -1))
        enemy = sides[1] if data["kingdom"] == sides[0] else sides[0]
        lost = HIT_POINTS if data["hit"] and self.game.rules.simple_points else 0
        self._lower((enemy, data["army"]), lost, data["points"])

    def _strike(self, data: Mapping[str, Any]) -> None:
        key = data["kingdom"], data["army"]
        self._lower(key, self.points.get(key, 0) - data["points"], data["points"])

    def _lower(self, key: Key, lost: int, left: int) -> None:
        had = self.points.get(key)
        if had is None or lost < 0 or max(0, had - lost) != left:
            self.faults.append(f"army {key} had {had} points, lost {lost} and has {left}")
        self.points[key] = left

    def _hurt(self, data: Mapping[str, Any]) -> None:
        """A skirmish costs hundreds of points, or all that was left."""
        if data["lost"] % HIT_POINTS and data["points"]:
            self.faults.append(f"army {data['army']} lost {data['lost']} points")
        self._lower((data["kingdom"], data["army"]), data["lost"], data["points"])

    def _out(self, data: Mapping[str, Any]) -> None:
        self.alive[data["kingdom"]] = False

    # The comparison

    def differences(self, state: State) -> list[str]:
        """Name everything in which a state differs from the sketch."""
        told = self._told(state)
        numbers = self.game.board.numbers
        armies = {(a.kingdom, a.number): a.tile for a in state.armies}
        if state.stage == DEPLOY:  # staging has no event of its own
            told["armies"] = {key: armies.get(key, at) for key, at in self.armies.items()}
        found: dict[str, dict[Any, Any]] = {
            "armies": armies,
            "points": {(a.kingdom, a.number): a.points for a in state.armies},
            "ships": {(ship.kingdom, ship.number): ship.tile for ship in state.ships},
            "owners": dict(zip(numbers, state.owners, strict=True)),
            "settlements": dict(zip(numbers, state.settlements, strict=True)),
            "gold": dict(enumerate(kingdom.gold for kingdom in state.kingdoms)),
            "food": dict(enumerate(kingdom.food for kingdom in state.kingdoms)),
            "alive": dict(enumerate(kingdom.alive for kingdom in state.kingdoms)),
        }
        return [
            f"{name} of {key}: events say {told[name].get(key)}, the state {found[name].get(key)}"
            for name in found
            if told[name] != found[name]
            for key in sorted({*told[name], *found[name]})
            if told[name].get(key) != found[name].get(key)
        ]

    def _told(self, state: State) -> dict[str, dict[Any, Any]]:
        return {
            "armies": self.armies,
            "points": self.points,
            "ships": self.ships,
            "owners": self.owners,
            "settlements": self.settlements,
            "gold": dict(enumerate(self.stock["gold"])),
            "food": dict(enumerate(self.stock["food"])),
            "alive": dict(enumerate(self.alive)),
        }


_TOLD: Mapping[str, Callable[[Sketch, Mapping[str, Any]], None]] = {
    "capital_founded": Sketch._found,
    "homeland_claimed": Sketch._claim,
    "explored": Sketch._explore,
    "tile_taken": Sketch._take,
    "capital_fell": Sketch._fall,
    "capital_restored": Sketch._restore,
    "razed": Sketch._raze,
    "bought": Sketch._build,
    "army_deployed": Sketch._deploy,
    "month_began": Sketch._month,
    "battle_began": Sketch._fight,
    "die_played": Sketch._die,
    "unit_struck": Sketch._strike,
    "army_hurt": Sketch._hurt,
    "kingdom_out": Sketch._out,
}
