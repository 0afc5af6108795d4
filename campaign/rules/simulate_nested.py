"""The matches of a simulated campaign: battles and courts really played, by bots, in memory.

::

    games = Nested(mixed=True, courts=True)
    run = simulate(game, seed=7, host=games)

A ``Nested`` stands in for the host: it opens what a battle or a court opens, with the same
options, plays it by the games' own rules and hands the end back as what came from outside.
Some matches are stopped early and count as they stand, some never come to a result, and some
battles are fought by another mode after all. Source: campaign.md 4b, 5.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from campaign.rules.battle.nested import MatchSetup, match_setup
from campaign.rules.courts.review import Bound
from campaign.rules.courts.stakes import stake_json
from campaign.rules.courts.standing import standing_court
from campaign.rules.outside import MATCHES, MODES, battle_entry, court_entry
from campaign.rules.simulate_courts import random_court
from campaign.rules.state import COURT, ORDERS, REPORT, Battle, State
from campaign.rules.table import Table
from games.bots import BOTS
from games.engine.casualties import casualties_of
from games.engine.chance import Seeded
from games.engine.contract import Game, Json, Outcome
from games.engine.registry import load_system

if TYPE_CHECKING:
    from campaign.rules.system import CampaignGame

RANDOM = "random"
STOPPED, LOST, CHANGED, STANDING = 0.2, 0.05, 0.2, 0.5
"""How many matches are stopped early, how many leave a battle to the dice, how many battles
are fought otherwise than they began, and how many Winters open with the house's own court."""

MOST_ANSWERS, FEW_ANSWERS = 400, 60
"""After how many answers a match is stopped in any case, and when it is stopped early."""

MOST_COURTS = 2


@dataclass(frozen=True, slots=True)
class Ended:
    """How a match ended: ``casualties`` are points slain and brought by seat, of a skirmish."""

    outcome: Outcome
    casualties: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Nested:
    """Plays a campaign's matches; ``mixed``: battles are fought by any mode, hex by hex.

    ``bot`` plays every seat. With ``courts`` each Winter sees a court or two.
    """

    mixed: bool = False
    courts: bool = False
    bot: str = RANDOM

    def __call__(self, game: CampaignGame, state: State, rng: Random) -> Json:
        """Return what comes from outside with the next resolve; empty: nothing."""
        table = game.table(state)
        if state.stage == COURT:
            return {"courts": list(self._courts(table, rng))} if self.courts else {}
        if state.stage == REPORT:
            return self._battles(game, state, rng)
        if self.mixed and state.stage == ORDERS and not state.summer.modes:
            return {"modes": {str(tile): rng.choice(MODES) for tile in _fronts(table)}}
        return {}

    def _battles(self, game: CampaignGame, state: State, rng: Random) -> Json:
        modes: dict[str, Json] = {}
        results = []
        for battle in state.summer.waiting:
            mode = battle.mode
            if self.mixed and rng.random() < CHANGED:
                mode = modes[str(battle.tile)] = rng.choice(MODES)
            if mode in MATCHES and rng.random() >= LOST:
                results.append(self._fought(game, state, battle, mode, rng))
        return {"modes": modes, "results": results}

    def _fought(
        self, game: CampaignGame, state: State, battle: Battle, mode: str, rng: Random
    ) -> Json:
        setup = match_setup(game.board, state, battle, mode)
        ended = play_match(setup, self.bot, rng)
        return battle_entry(battle.tile, setup.seats, ended.outcome, ended.casualties)

    def _courts(self, table: Table, rng: Random) -> Iterator[Json]:
        bound: list[Bound] = []
        for number in range(1, 1 + rng.randint(1, MOST_COURTS)):
            court = standing_court(table) if number == 1 and rng.random() < STANDING else None
            court = court or random_court(table, number, bound, rng)
            if court is not None:
                bound.append(Bound(court.seats, court.stake))
                setup = MatchSetup(court.game, {}, court.seats)
                ended = play_match(setup, self.bot, rng)
                stake = stake_json(court.stake)
                yield court_entry(court.number, court.game, court.seats, stake, ended.outcome)


def _fronts(table: Table) -> list[int]:
    """List the hexes on which armies may meet this month: where they stand, and all around."""
    stand = {army.tile for own in table.armies for army in own.values()}
    index, numbers = table.board.index, table.board.numbers
    here = [index[tile] for tile in stand if tile is not None]
    return sorted({numbers[tile] for at in here for tile in (at, *table.board.adjacent[at])})


def play_match(setup: MatchSetup, bot: str, rng: Random) -> Ended:
    """Play a match between bots; one that is stopped counts as it stands."""
    game = load_system(setup.game).open(setup.options, len(setup.seats))
    dice = Seeded(Random(rng.random()))
    stop = rng.randrange(FEW_ANSWERS) if rng.random() < STOPPED else MOST_ANSWERS
    state = game.start(dice).state
    for _ in range(stop):
        answers = _answers(game, state, bot, rng)
        if not answers:
            break
        state = game.resolve(state, answers, dice).state
    return Ended(game.outcome(state), casualties_of(game, state))


def _answers(game: Game[Any], state: Any, bot: str, rng: Random) -> dict[int, Json]:
    """Let every seat that is asked answer by what it may see."""
    return {
        ask.seat: BOTS[bot].answer(game, game.view(state, ask.seat), ask, rng)
        for ask in game.asks(state)
    }
