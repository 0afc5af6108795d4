"""Measure how strong a bot is: two bots, many games, seats alternating.

``python -m games.bots.duel SYSTEM --bots search,greedy --games 200 --seed 1
[--seats 2] [--turns] [--options FILE.json] [--processes 2]`` prints one JSON line: for
each bot wins, draws, losses, its share (a draw is half a win) and the processor time of
its decisions; then how the games ended and how long they were, with ``--turns`` also in
turns per player, where the game's views count turns.

With more seats than two the first bot plays alone against the others, who are all the
second; a win of any of those is the second bot's. A game that nobody at the table wins
(``Outcome.beaten``) is a loss of both. With ``--turns`` one bot will do: it plays itself.

Games 2k and 2k+1 (with more seats: as many) are played with the same luck from the seed
S + k and the seats moved on, so that a good deal helps both bots. Nothing is checked but
the answers; checking promises is the business of ``games.engine.playout``.
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
from statistics import median
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
    """Two bots by name and what they play; with more seats all others are the second's."""

    system: System
    bots: Mapping[str, Bot]
    seed: int = 0
    options: Json = field(default_factory=dict)
    seats: int = 2

    def seated(self, number: int) -> tuple[str, ...]:
        """Name the bot on each seat in game ``number``."""
        one, *others = self.bots
        other = others[0] if others else one
        return tuple(one if seat == number % self.seats else other for seat in range(self.seats))


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
    """One game: who sat where, how it ended, how long it was, and what it took.

    ``turns``: how many turns its view counted at the end, ``None`` where it counts none.
    """

    names: tuple[str, ...]
    outcome: Outcome
    steps: int
    thinking: Mapping[str, Thinking]
    turns: int | None = None

    @property
    def winner(self) -> str | None:
        """Name the bot that won alone; ``None``: a draw, or nobody at the table won."""
        winners = {self.names[seat] for seat in self.outcome.winners}
        return winners.pop() if len(winners) == 1 else None

    @property
    def drawn(self) -> bool:
        """Tell whether it counts as half a win for both."""
        return self.winner is None and not self.outcome.beaten


def fight(duel: Duel, number: int) -> Fought:
    """Play game ``number`` of a duel."""
    names = duel.seated(number)
    game = duel.system.open(duel.options, len(names))
    luck = Seeded(Random(f"{duel.seed + number // duel.seats}/chance"))
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
    return Fought(names, game.outcome(state), steps, thinking, _turns(game.view(state, None)))


def _turns(view: Json) -> int | None:
    turns = view.get("turn") if isinstance(view, dict) else None
    return turns if type(turns) is int else None


def _timed(
    bot: Bot, thinking: Thinking, game: Game[Any], state: Any, ask: Ask, rng: Random
) -> Json:
    view = game.view(state, ask.seat)
    begun = time.process_time()
    answer = bot.answer(game, view, ask, rng)
    spent = time.process_time() - begun
    thinking.add(Thinking(1, spent, spent))
    return answer


def run(duel: Duel, games: int, processes: int = 1, turns: bool = False) -> Json:
    """Play the duel and return the line to print; ``turns``: also how many a player took."""
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
        **(_turns_line(duel, fought) if turns else {}),
        "seconds": round(seconds, 1),
    }


def _turns_line(duel: Duel, fought: Sequence[Fought]) -> Json:
    counted = sorted(one.turns / duel.seats for one in fought if one.turns is not None)
    if not counted:
        return {"turns_per_player": None}
    line = {
        "median": median(counted),
        "tenth_over": counted[len(counted) * 9 // 10],
        "max": counted[-1],
    }
    return {"turns_per_player": {name: round(value, 1) for name, value in line.items()}}


def _fought(duel: Duel, games: int, processes: int) -> Iterable[Fought]:
    numbers = range(games)
    if processes == 1:
        return [fight(duel, number) for number in numbers]
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        return list(pool.map(partial(fight, duel), numbers))


def _line(name: str, fought: Sequence[Fought]) -> Json:
    wins = sum(one.winner == name for one in fought)
    draws = sum(one.drawn for one in fought)
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
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--turns", action="store_true", help="count turns per player too")
    parser.add_argument("--options", type=Path, help="JSON file with the game's options")
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args(arguments)
    given.bots = given.bots.split(",")
    if not _fit(given.bots, given.turns):
        parser.error(f"name two different bots of {', '.join(sorted(BOTS))}")
    if given.games < 1 or given.processes < 1:
        parser.error("at least one game and one process")
    if given.seats < 2:
        parser.error("at least two seats")
    return given


def _fit(names: Sequence[str], turns: bool) -> bool:
    """Tell whether two bots are named, or one whose games are to be counted in turns."""
    least = 1 if turns else 2
    return least <= len(names) == len(set(names)) <= 2 and set(names) <= set(BOTS)


def main(arguments: Sequence[str] | None = None) -> int:
    """Fight as the command line says; 0: done, 2: no such game."""
    given = _arguments(arguments)
    try:
        options = json.loads(given.options.read_text("utf-8")) if given.options else {}
        system = load_system(given.system)
        bots = {name: BOTS[name] for name in given.bots}
        duel = Duel(system, bots, given.seed, options, given.seats)
        line = run(duel, given.games, given.processes, given.turns)
    except (BadOptions, OSError, json.JSONDecodeError) as error:
        print(f"{given.system}: {error}", file=sys.stderr)
        return 2
    print(json.dumps(line))
    return 0


if __name__ == "__main__":
    sys.exit(main())
