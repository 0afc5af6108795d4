"""Measure how strong a bot is: two bots, many games, seats alternating.

``python -m games.bots.duel SYSTEM --bots search,greedy --games 200 --seed 1
[--options FILE.json] [--processes 2]`` prints one JSON line: for each bot wins,
draws, losses, its share (a draw is half a win) and the processor time of its
decisions; then how the games ended and how long they were.

Games 2k and 2k+1 are played with the same luck from the seed S + k and swapped
seats, so that a good deal helps both bots. Nothing is checked but the answers;
checking promises is the business of ``games.engine.playout``.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

from games.bots import BOTS
from games.bots.protocol import Bot
from games.engine.chance import Seeded
from games.engine.contract import Ask, BadOptions, Game, Json, Outcome, System
from games.engine.registry import load_system

MAX_STEPS = 5000
"""A game that goes on for longer counts as a draw."""


@dataclass(frozen=True, slots=True)
class Duel:
    """Two bots by name and what they play."""

    system: System
    bots: Mapping[str, Bot]
    seed: int = 0
    options: Json = field(default_factory=dict)


@dataclass(slots=True)
class Thinking:
    """How often one bot decided, and the processor time that took."""

    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0

    def add(self, other: Thinking) -> None:
        """Count another game's thinking in."""
        self.decisions += other.decisions
        self.seconds += other.seconds
        self.slowest = max(self.slowest, other.slowest)


@dataclass(frozen=True, slots=True)
class Fought:
    """One game: who sat where, how it ended, how long it was, and what it took."""

    names: tuple[str, ...]
    outcome: Outcome
    steps: int
    thinking: Mapping[str, Thinking]

    @property
    def winner(self) -> str | None:
        """Name the bot that won alone; ``None``: a draw."""
        winners = self.outcome.winners
        return self.names[winners[0]] if len(winners) == 1 else None


def fight(duel: Duel, number: int) -> Fought:
    """Play game ``number`` of a duel."""
    names = tuple(duel.bots)[:: -1 if number % 2 else 1]
    game = duel.system.open(duel.options, len(names))
    luck = Seeded(Random(f"{duel.seed + number // 2}/chance"))
    rng = Random(f"{duel.seed}/{number}/choices")
    thinking = {name: Thinking() for name in names}
    state, steps = game.start(luck).state, 0
    while (asks := game.asks(state)) and steps < MAX_STEPS:
        answers = {}
        for ask in asks:
            name = names[ask.seat]
            given = _timed(duel.bots[name], thinking[name], game, state, ask, rng)
            answers[ask.seat] = game.check(state, ask.seat, given)
        state, steps = game.resolve(state, answers, luck).state, steps + 1
    return Fought(names, game.outcome(state), steps, thinking)


def _timed(
    bot: Bot, thinking: Thinking, game: Game[Any], state: Any, ask: Ask, rng: Random
) -> Json:
    view = game.view(state, ask.seat)
    begun = time.process_time()
    answer = bot.answer(game, view, ask, rng)
    spent = time.process_time() - begun
    thinking.add(Thinking(1, spent, spent))
    return answer


def run(duel: Duel, games: int, processes: int = 1) -> Json:
    """Play the duel and return the line to print."""
    begun = time.monotonic()
    fought = list(_fought(duel, games, processes))
    seconds = time.monotonic() - begun
    steps = [one.steps for one in fought]
    return {
        "system": duel.system.name,
        "games": games,
        "seed": duel.seed,
        "bots": {name: _line(name, fought) for name in duel.bots},
        "reasons": dict(sorted(Counter(one.outcome.reason for one in fought).items())),
        "steps_mean": round(sum(steps) / len(steps), 1),
        "steps_max": max(steps),
        "seconds": round(seconds, 1),
    }


def _fought(duel: Duel, games: int, processes: int) -> Iterable[Fought]:
    numbers = range(games)
    if processes == 1:
        return [fight(duel, number) for number in numbers]
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        return list(pool.map(partial(fight, duel), numbers))


def _line(name: str, fought: Sequence[Fought]) -> Json:
    wins = sum(one.winner == name for one in fought)
    draws = sum(one.winner is None for one in fought)
    thinking = Thinking()
    for one in fought:
        thinking.add(one.thinking[name])
    return {
        "wins": wins,
        "draws": draws,
        "losses": len(fought) - wins - draws,
        "share": round((wins + draws / 2) / len(fought), 4),
        "decisions": thinking.decisions,
        "ms_per_decision": round(1000 * thinking.seconds / max(1, thinking.decisions), 2),
        "ms_slowest": round(1000 * thinking.slowest, 1),
    }


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m games.bots.duel", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("system", help="short name of the rule system")
    parser.add_argument("--bots", default="search,greedy", help=f"two of {', '.join(sorted(BOTS))}")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--options", type=Path, help="JSON file with the game's options")
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args(arguments)
    given.bots = given.bots.split(",")
    if len(set(given.bots)) != 2 or len(given.bots) != 2 or not set(given.bots) <= set(BOTS):
        parser.error(f"name two different bots of {', '.join(sorted(BOTS))}")
    if given.games < 1 or given.processes < 1:
        parser.error("at least one game and one process")
    return given


def main(arguments: Sequence[str] | None = None) -> int:
    """Fight as the command line says; 0: done, 2: no such game."""
    given = _arguments(arguments)
    try:
        options = json.loads(given.options.read_text("utf-8")) if given.options else {}
        system = load_system(given.system)
        bots = {name: BOTS[name] for name in given.bots}
        line = run(Duel(system, bots, given.seed, options), given.games, given.processes)
    except (BadOptions, OSError, json.JSONDecodeError) as error:
        print(f"{given.system}: {error}", file=sys.stderr)
        return 2
    print(json.dumps(line))
    return 0


if __name__ == "__main__":
    sys.exit(main())
