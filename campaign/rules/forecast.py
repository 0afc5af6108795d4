"""What an answer would bring if all others took their defaults, by the real resolver.

It uses only what the kingdom may know: the state is imagined anew from its view::

    expected = forecast(game, state, seat, {"purchases": [{"buy": "village", "tile": 9}]})
    expected.holdings.villages, expected.dice

Dice are unknown, and nothing is said that they decide: not what an explorer finds, not how
a battle ends nor what follows from it, not where Setup's draft puts whom.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random

from campaign.rules.answers import read_answer
from campaign.rules.events import concerns
from campaign.rules.field import Field
from campaign.rules.state import CITY, FORTRESS, MONTH, ORDERS, SETUP, VILLAGE, Army, Ship, State
from campaign.rules.summer.resolution import resolve_orders
from campaign.rules.summer.sheet import MonthSheet
from campaign.rules.system import CampaignGame
from campaign.rules.winter.gather import count_settlements
from games.engine.contract import Event, Json

ROLLED = ("order_rolled", "order_set")
"""What is told of a player order that dice decided."""

BANNER_EVENTS = ("banner_raised", "faction_chosen")
"""What is certain in Setup: what a kingdom shows of itself."""

SHOWN = ("explored", "weather_rolled")
"""Events that only show dice."""


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
    ``explores`` are hexes where a roll decides what is found; with ``undecided`` dice decide
    a battle: its end and all later events are left out, and ``holdings`` are those before.
    """

    events: tuple[Event, ...]
    holdings: Holdings
    stage: str
    dice: bool
    explores: tuple[int, ...] = ()
    undecided: bool = False


class _UnknownDice:
    """Shows the same face on every die, and remembers what was asked."""

    def __init__(self) -> None:
        self.labels: list[str] = []

    def roll(self, label: str, sides: int, count: int = 1) -> tuple[int, ...]:
        self.labels.append(label)
        return (1,) * count

    def shuffle(self, label: str, size: int) -> tuple[int, ...]:
        self.labels.append(label)
        return tuple(range(size))


def forecast(game: CampaignGame, state: State, seat: int, answer: Json) -> Forecast:
    """Return what ``answer`` would bring; raise ``Refusal`` like ``check``."""
    known = game.imagine(game.view(state, seat), seat, Random(0))
    mine = game.check(known, seat, answer)
    answers = {ask.seat: ask.default for ask in game.asks(known)} | {seat: mine}
    dice = _UnknownDice()
    step = game.resolve(known, answers, dice)
    seen = [event for event in step.events if event.visible_to(seat)]
    if known.stage == SETUP:
        return _first_steps(game, step.state, seat, seen)
    certain = _certain(seen)
    undecided = len(certain) < len(seen)
    after = _after_moves(game, known, answers) if undecided else step.state
    ties = any(label.startswith("order.") for label in dice.labels)
    explores = [event.data["tile"] for event in certain if event.kind == "explored"]
    hidden = (*SHOWN, *ROLLED) if ties else SHOWN
    return Forecast(
        tuple(e for e in certain if concerns(e, seat) and e.kind not in hidden),
        holdings(game, after, seat),
        step.state.stage,
        ties and not undecided,
        tuple(tile for tile in explores if known.stage == ORDERS),
        undecided,
    )


def _certain(events: list[Event]) -> list[Event]:
    """Return the events up to the first dice of a battle."""
    rolls = (i for i, event in enumerate(events) if event.kind == "battle_rolled")
    return events[: next(rolls, len(events))]


def _after_moves(game: CampaignGame, state: State, answers: Mapping[int, Json]) -> State:
    """Return the position between a month's moves and its battles."""
    table = game.table(state)
    if state.stage == ORDERS and not game.mode.open:
        sheets = {
            seat: read_answer(MONTH, seat, answer, game.limits) for seat, answer in answers.items()
        }
        orders = {s: sheet.orders for s, sheet in sheets.items() if isinstance(sheet, MonthSheet)}
        resolve_orders(table, Field(table), orders, _UnknownDice())
    return table.freeze()


def _first_steps(game: CampaignGame, after: State, seat: int, seen: list[Event]) -> Forecast:
    """Return what is certain in Setup: the banner, and how much there will be, not where."""
    held = holdings(game, after, seat)
    armies = tuple(replace(army, tile=None) for army in held.armies)
    banners = (e for e in seen if e.kind in BANNER_EVENTS and concerns(e, seat))
    return Forecast(tuple(banners), replace(held, capital=None, armies=armies), after.stage, True)


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
