"""What an answer would bring if all others took their defaults, by the real resolver.

It uses only what the kingdom may know: the state is imagined anew from its view::

    expected = forecast(game, state, seat, {"purchases": [{"buy": "village", "tile": 9}]})
    expected.holdings.villages, expected.dice
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from campaign.rules.events import concerns
from campaign.rules.gather import count_settlements
from campaign.rules.state import CITY, FORTRESS, VILLAGE, Army, Ship, State
from campaign.rules.system import CampaignGame
from games.engine.contract import Event, Json

ROLLED = ("order_rolled", "order_set")


@dataclass(frozen=True, slots=True)
class Holdings:
    """What one kingdom holds: stock, settlements, tokens. ``cities`` leaves the capital out."""

    alive: bool
    gold: int
    food: int
    villages: int
    cities: int
    fortresses: int
    capital: int | None
    armies: tuple[Army, ...]
    ships: tuple[Ship, ...]
    score: int


@dataclass(frozen=True, slots=True)
class Forecast:
    """What is expected. With ``dice`` a tie is to be rolled: player order is left out.

    ``stage`` is the stage that would run then; ``events`` are those about this kingdom.
    """

    events: tuple[Event, ...]
    holdings: Holdings
    stage: str
    dice: bool


class _UnknownDice:
    """Shows the same face on every die, and remembers that it was asked."""

    def __init__(self) -> None:
        self.used = False

    def roll(self, label: str, sides: int, count: int = 1) -> tuple[int, ...]:
        self.used = True
        return (1,) * count

    def shuffle(self, label: str, size: int) -> tuple[int, ...]:
        self.used = True
        return tuple(range(size))


def forecast(game: CampaignGame, state: State, seat: int, answer: Json) -> Forecast:
    """Return what ``answer`` would bring; raise ``Refusal`` like ``check``."""
    known = game.imagine(game.view(state, seat), seat, Random(0))
    dice = _UnknownDice()
    step = game.resolve(known, {seat: game.check(known, seat, answer)}, dice)
    events = tuple(
        event
        for event in step.events
        if event.visible_to(seat)
        and concerns(event, seat)
        and not (dice.used and event.kind in ROLLED)
    )
    return Forecast(events, holdings(game, step.state, seat), step.state.stage, dice.used)


def holdings(game: CampaignGame, state: State, seat: int) -> Holdings:
    """Return what a kingdom holds now."""
    table = game.table(state)
    counts = count_settlements(table, seat)
    capital = table.capital(seat)
    kingdom = state.kingdoms[seat]
    return Holdings(
        alive=kingdom.alive,
        gold=kingdom.gold,
        food=kingdom.food,
        villages=counts[VILLAGE],
        cities=counts[CITY],
        fortresses=counts[FORTRESS],
        capital=None if capital is None else table.board.numbers[capital],
        armies=tuple(army for army in state.armies if army.kingdom == seat),
        ships=tuple(ship for ship in state.ships if ship.kingdom == seat),
        score=game.outcome(state).scores[seat],
    )
