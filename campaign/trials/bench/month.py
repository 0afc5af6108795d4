"""A lively month of a full board, and whole campaigns of stewards, in memory.

Beside the month an adjudicator of another board game is timed, if it is installed: both
resolve everybody's orders at once, so their times by unit can be compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import cycle
from random import Random
from statistics import median

from campaign.rules import SYSTEM
from campaign.rules.autumn import late_autumn
from campaign.rules.simulate import play, simulate
from campaign.rules.state import ORDERS, Army, State, Summer
from campaign.rules.steward.answer import steward_answer
from campaign.rules.system import CampaignGame
from campaign.rules.tokens import ways_of
from campaign.trials.bench import rival
from campaign.trials.bench.figures import Figure, at_most, beside_at_most, plain
from campaign.trials.bench.timing import Effort, in_turn, milliseconds
from campaign.trials.worlds import laid_map
from games.engine.chance import Seeded
from games.engine.contract import Json

KINGDOMS, ARMIES, TILES = 8, 6, 400
POSITIONS = 12
SIMULATED = 6
"""How many kingdoms play the simulated campaigns."""

Month = tuple[State, dict[int, Json]]


def open_game(edition: str = "classic") -> CampaignGame:
    """Return a game of eight kingdoms on a map of 400 hexes."""
    document = laid_map(TILES, KINGDOMS, Random(2))
    return SYSTEM.open({"edition": edition, "map": document, "rules": {"years": 0}}, KINGDOMS)


def make_month(game: CampaignGame, rng: Random) -> Month:
    """Return a position with all land taken and 48 armies at the borders, all ordered to march.

    Half of the kingdoms follow their stewards, the others march into their neighbours.
    """
    state = late_autumn(game, rng, months=40, armies=ARMIES, ships=2)
    state = replace(
        state,
        stage=ORDERS,
        summer=Summer(month=3),
        armies=tuple(_at_the_border(game, state, army, rng) for army in state.armies),
    )
    sheets = {}
    for ask in game.asks(state):
        if ask.seat % 2:
            sheet = {"orders": list(_marches(game, state, ask.seat, rng))}
        else:
            sheet = steward_answer(game, state, ask.seat, ask)
        sheets[ask.seat] = game.check(state, ask.seat, sheet)
    return state, sheets


def _at_the_border(game: CampaignGame, state: State, army: Army, rng: Random) -> Army:
    board = game.board
    border = [
        board.numbers[tile]
        for tile, owner in enumerate(state.owners)
        if owner == army.kingdom and _foreign(game, state, tile, army.kingdom)
    ]
    return replace(army, tile=rng.choice(border)) if border else army


def _foreign(game: CampaignGame, state: State, tile: int, seat: int) -> list[int]:
    """List the neighbours of a tile that an army could march to and another kingdom holds."""
    near = ways_of(game.board).by_land[tile]
    return [other for other in near if state.owners[other] not in (None, seat)]


def _marches(game: CampaignGame, state: State, seat: int, rng: Random) -> Iterator[Json]:
    board = game.board
    for army in state.armies:
        goals = _foreign(game, state, board.index[army.tile or 0], seat)
        if army.kingdom == seat and army.upright and goals:
            to = board.numbers[rng.choice(goals)]
            yield {"army": army.number, "order": "move", "to": to}


@dataclass
class Resolver:
    """Resolves one prepared month after the other."""

    game: CampaignGame
    months: Iterator[Month]

    def __call__(self) -> None:
        """Resolve the next."""
        state, sheets = next(self.months)
        self.game.resolve(state, sheets, Seeded(Random(1)))


def measure(effort: Effort) -> list[Figure]:
    """Return the figures of months and campaigns."""
    game = open_game()
    rng = Random(5)
    resolver = Resolver(game, cycle([make_month(game, rng) for _ in range(POSITIONS)]))
    rivals = rival.available()
    calls = {"month": resolver}
    if rivals:
        other = rival.Phases(effort.calls * (effort.repeats + 1))
        spent = in_turn(calls | {"rival": other}, effort)
    else:
        spent = in_turn(calls, effort)
    armies = KINGDOMS * ARMIES
    name = f"pure month, {KINGDOMS} kingdoms, {armies} armies, {TILES} tiles"
    figures = [
        at_most(name, spent["month"].p50, "ms", 3),
        plain(f"{name}, rate", 1000 / spent["month"].p50, "months/s"),
    ]
    if rivals:
        unit = plain(rival.NAME, spent["rival"].p50 / rival.UNITS, "ms")
        by_army = spent["month"].p50 / armies
        figures += [unit, beside_at_most(f"{name}, by army", by_army, "ms", unit, most=1)]
    return [*figures, _steward(), *_campaigns(effort)]


def _steward() -> Figure:
    """Return how long a steward thinks about a month, over a whole campaign."""
    game = SYSTEM.open({}, KINGDOMS)
    spent = []
    for _, step in play(game, 1, watched=False):
        for ask in game.asks(step.state):
            think = partial(steward_answer, game, step.state, ask.seat, ask)
            if ask.kind == "month":
                spent.append(milliseconds(think))
    name = f"a steward's month, {KINGDOMS} kingdoms, {len(game.board.tiles)} tiles"
    return at_most(name, median(spent), "ms", 1.5)


def _campaigns(effort: Effort) -> list[Figure]:
    """Return how many six-year campaigns of stewards are played in a second, by edition."""
    figures = []
    for edition in ("classic", "capitals"):
        game = SYSTEM.open({"edition": edition}, SIMULATED)
        spent = []
        for seed in range(effort.repeats + 1):
            spent.append(milliseconds(partial(simulate, game, seed, watched=False)))
        rate = 1000 / median(spent[1:])
        name = f"campaigns of six years, {SIMULATED} stewards, {edition}"
        figures.append(plain(name, rate, "campaigns/s"))
    return figures
