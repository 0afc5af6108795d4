"""What must hold in every state of a campaign, and between a state and what came before it.

::

    watch = Watch(game, state)
    faults = watch.after(step)         # plain sentences for developers; empty: all is well

Whatever changes has its event: tokens come, go and move, tiles change hands, settlements
rise and fall, points, gold and food are lost and won. The events of a step are played on a
sketch of the state before it, and the sketch must equal the state after it.
Sources: campaign.md 1, 3, 4; ``events.py``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from campaign.rules.board import MARSH, OCEAN
from campaign.rules.outside import SIMPLE
from campaign.rules.ruleset import MONTHS
from campaign.rules.state import (
    BATTLE,
    CAPITAL,
    CITY,
    DEPLOY,
    OVER,
    RECALL,
    SUMMER_STAGES,
    WINTER_STAGES,
    Army,
    State,
)
from campaign.rules.winter.sketch import Sketch
from games.engine.contract import Step

if TYPE_CHECKING:
    from campaign.rules.system import CampaignGame


class Watch:
    """Watches one campaign from a state on, step by step."""

    def __init__(self, game: CampaignGame, state: State) -> None:
        """Begin with a state."""
        self.game = game
        self.sketch = Sketch(game, state)

    def after(self, step: Step[State]) -> list[str]:
        """Return what a step broke; the next step goes on from its state.

        In the middle of a battle of open play the state still is that of its beginning,
        while its events are told already: it is compared when the battle is over.
        """
        faults = self.sketch.play(step.events)
        faults += state_faults(self.game, step.state)
        if step.state.stage != BATTLE:
            faults += self.sketch.differences(step.state)
            self.sketch.renew(step.state)
        return faults


def state_faults(game: CampaignGame, state: State) -> list[str]:
    """Return what is wrong with a state taken by itself."""
    parts = (_course, _kingdoms, _tiles, _numbers, _armies, _ships, _rosters)
    return [fault for part in parts for fault in part(game, state)]


def _course(game: CampaignGame, state: State) -> Iterator[str]:
    in_summer = state.stage in SUMMER_STAGES
    if in_summer != (1 <= state.summer.month <= MONTHS):
        yield f"month {state.summer.month} in stage {state.stage}"
    if sorted(state.order) != list(range(game.seats)):
        yield f"the player order {state.order} is no permutation"
    if game.rules.years and not 1 <= state.year <= game.rules.years:
        yield f"year {state.year} of {game.rules.years}"


def _kingdoms(game: CampaignGame, state: State) -> Iterator[str]:
    holders = {army.kingdom for army in state.armies} | {ship.kingdom for ship in state.ships}
    for seat, kingdom in enumerate(state.kingdoms):
        if min(kingdom.gold, kingdom.food) < 0:
            yield f"kingdom {seat} owes {kingdom.gold} gold, {kingdom.food} food"
        if kingdom.alive:
            continue
        holds = seat in state.owners or seat in holders
        if holds or kingdom.gold or kingdom.food:
            yield f"kingdom {seat} is out and holds something"


def _tiles(game: CampaignGame, state: State) -> Iterator[str]:
    columns = (game.board.numbers, game.board.land, state.owners, state.settlements)
    if len({len(column) for column in columns}) > 1:
        yield "the tiles' columns differ in length"
        return
    for number, land, owner, kind in zip(*columns, strict=True):
        if (owner is not None or kind is not None) and not land:
            yield f"tile {number} is no land, but owned or settled"
        if kind is not None and owner is None:
            yield f"tile {number} is settled and nobody's"
    capitals = Counter(
        owner
        for owner, kind in zip(state.owners, state.settlements, strict=True)
        if kind == CAPITAL
    )
    yield from (f"kingdom {seat} has {n} capitals" for seat, n in capitals.items() if n > 1)


def _numbers(game: CampaignGame, state: State) -> Iterator[str]:
    armies = [(army.kingdom, army.number) for army in state.armies]
    ships = [(ship.kingdom, ship.number) for ship in state.ships]
    for name, keys in (("armies", armies), ("ships", ships)):
        if keys != sorted(set(keys)):
            yield f"the {name} are not sorted, or a number is used twice"
    counts = Counter(army.kingdom for army in state.armies)
    for seat, count in counts.items():
        if count > game.rules.max_armies:
            yield f"kingdom {seat} has {count} armies"


def _armies(game: CampaignGame, state: State) -> Iterator[str]:
    carriers = {(ship.kingdom, ship.number): ship for ship in state.ships}
    berths = Counter((army.kingdom, army.aboard) for army in state.armies if army.aboard)
    yield from (f"ship {key} carries {count} armies" for key, count in berths.items() if count > 1)
    for army in state.armies:
        name = f"army {army.kingdom}.{army.number}"
        if army.points < (1 if game.rules.battle_mode == SIMPLE else 0):
            yield f"{name} has {army.points} points"
        yield from _place(game, state, army, name)
        ship = carriers.get((army.kingdom, army.aboard or 0))
        if army.aboard is not None and (
            ship is None or (ship.tile, ship.upright) != (army.tile, army.upright)
        ):
            yield f"{name} is aboard of no ship on its tile, or in another posture"


def _place(game: CampaignGame, state: State, army: Army, name: str) -> Iterator[str]:
    if army.tile is None:
        if state.stage != DEPLOY:
            yield f"{name} is staged in stage {state.stage}"
        return
    terrain = game.board.tiles[game.board.index[army.tile]].terrain
    if terrain == MARSH or (terrain == OCEAN and army.aboard is None):
        yield f"{name} stands on {terrain}, tile {army.tile}"
    if army.aboard is not None and state.stage in WINTER_STAGES and state.stage != RECALL:
        yield f"{name} is aboard in Winter"


def _ships(game: CampaignGame, state: State) -> Iterator[str]:
    in_berth = state.stage in WINTER_STAGES and state.stage != RECALL
    for ship in state.ships:
        name, tile = f"ship {ship.kingdom}.{ship.number}", game.board.index[ship.tile]
        if not (game.board.harbour[tile] or game.board.tiles[tile].terrain == OCEAN):
            yield f"{name} is on dry land, tile {ship.tile}"
        city = state.settlements[tile] in (CITY, CAPITAL)
        if in_berth and not (city and state.owners[tile] == ship.kingdom):
            yield f"{name} winters in no city of its own, tile {ship.tile}"
    berths = Counter(ship.tile for ship in state.ships) if in_berth else Counter[int]()
    yield from (f"{n} ships winter on tile {tile}" for tile, n in berths.items() if n > 1)


def _rosters(game: CampaignGame, state: State) -> Iterator[str]:
    armies = {(army.kingdom, army.number) for army in state.armies}
    keys = [(roster.kingdom, roster.army) for roster in state.rosters]
    if keys != sorted(set(keys)):
        yield "the lists are not sorted, or an army has two"
    yield from (f"there is a list of no army {key}" for key in keys if key not in armies)
    if state.stage == OVER and (state.season.gifts or state.summer.waiting):
        yield "the campaign is over and something is still going on"
