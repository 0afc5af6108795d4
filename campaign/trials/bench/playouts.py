"""Random play of the games, beside other rule engines written in Python.

One action is: ask for all legal answers, choose one, carry it out; as every engine here
does it. Each engine plays for the same time in turn, so what disturbs one disturbs all.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import cycle
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from campaign.trials.bench import engines, legal_answers
from campaign.trials.bench.figures import Figure, at_least, plain
from campaign.trials.bench.timing import Effort, in_turn
from games.engine.chance import Recording, Seeded
from games.engine.contract import Game, Json
from games.engine.registry import load_system
from games.engine.replay import Record, RecordStep, play_back

AIMS = {"winter": 30_000, "winter_court": 40_000, "courtier": 25_000, "skirmish": 25_000}
"""Actions a second that each game is to reach at least."""

SEATS = {"courtier": 3}
"""How many seats a game is measured with, where it is not two."""

OPTIONS: Mapping[str, Json] = {"courtier": {"turn_cap": 60}}
"""What a game is measured with besides: at random Courtier hardly ends by itself."""

REPLAYED = 200
"""How many answers the replay figures are for."""

Playout = Callable[[Random], int]
"""Plays one game at random and returns the number of its actions."""


def random_game(game: Game[Any], rng: Random) -> int:
    """Play one game through the contract; every legal answer is made, one is taken."""
    chance = Seeded(rng)
    state = game.start(chance).state
    actions = 0
    while asks := game.asks(state):
        answers = {}
        for ask in asks:
            legal = ask.legal or ()
            answers[ask.seat] = legal[int(rng.random() * len(legal))]
        state = game.resolve(state, answers, chance).state
        actions += len(answers)
    return actions


def rates(playouts: Mapping[str, Playout], effort: Effort) -> dict[str, float]:
    """Return actions a second of each, the median over the repeats (one more warms up)."""
    found: dict[str, list[float]] = {name: [] for name in playouts}
    for repeat in range(effort.repeats + 1):
        for name, playout in playouts.items():
            rate = _rate(playout, Random(repeat), effort.calls / 1000)
            if repeat:
                found[name].append(rate)
    return {name: median(rates) for name, rates in found.items()}


def _rate(playout: Playout, rng: Random, seconds: float) -> float:
    actions, begun = 0, perf_counter()
    while (spent := perf_counter() - begun) < seconds:
        actions += playout(rng)
    return actions / spent


def measure(effort: Effort) -> list[Figure]:
    """Return the figures of the games; ``effort.calls`` is milliseconds for each rate."""
    games = {
        name: load_system(name).open(OPTIONS.get(name, {}), SEATS.get(name, 2)) for name in AIMS
    }
    playouts: dict[str, Playout] = {name: partial(random_game, games[name]) for name in AIMS}
    others = engines.playouts()
    found = rates(playouts | others, effort)
    figures = [plain(f"random play, {name}", found[name], "actions/s") for name in others]
    for name, aim in AIMS.items():
        title = f"random play, {_words(name)}"
        figures.append(at_least(title, found[name], "actions/s", aim))
    for name, game in games.items():
        figures += _storing(name, game, Effort(60, effort.repeats))
    return figures + legal_answers.measure(Effort(200, effort.repeats))


def _words(name: str) -> str:
    return name.replace("_", " ").title()


@dataclass
class _Next:
    """Does something with one prepared thing after the other."""

    act: Callable[[Any], object]
    things: Iterator[Any]

    def __call__(self) -> None:
        self.act(next(self.things))


def _storing(name: str, game: Game[Any], effort: Effort) -> list[Figure]:
    """Return how long a state takes to JSON text and back, and a replay of 200 answers."""
    states: list[Any] = []
    records = [_recorded(name, game, Random(seed), states) for seed in range(12)]
    answers = sum(len(record.steps) for record in records) / len(records)
    calls = {
        "store": _Next(lambda state: _round_trip(game, state), cycle(states)),
        "replay": _Next(play_back, cycle(records)),
    }
    spent = in_turn(calls, effort)
    replay = spent["replay"].p50 * REPLAYED / answers
    return [
        plain(f"{_words(name)}, state to JSON text and back", spent["store"].p50 * 1000, "us",
              below=80),
        plain(f"{_words(name)}, replay of {REPLAYED} answers", replay, "ms", below=7),
    ]  # fmt: skip


def _round_trip(game: Game[Any], state: Any) -> None:
    game.decode(json.loads(json.dumps(game.encode(state))))


def _recorded(name: str, game: Game[Any], rng: Random, states: list[Any]) -> Record:
    """Play one game at random and keep it; its states go to ``states``."""
    recording = Recording(Seeded(rng))
    state, start, steps = game.start(recording).state, recording.draws, []
    while asks := game.asks(state):
        answers: dict[int, Json] = {ask.seat: rng.choice(ask.legal or ()) for ask in asks}
        recording = Recording(Seeded(rng))
        state = game.resolve(state, answers, recording).state
        steps.append(RecordStep(answers, recording.draws))
        states.append(state)
    return Record(
        name, load_system(name).version, OPTIONS.get(name, {}), game.seats, start, tuple(steps)
    )
