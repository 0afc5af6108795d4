"""Play whole games with bots and check the contract on every state.

``python -m games.engine.playout SYSTEM --games N --seed S [--seats K]
[--options FILE.json] [--bots random,greedy] [--no-checks]`` prints one JSON
line: games, moves, seconds, moves per second, outcomes. The first broken promise
ends it with exit code 1 and a JSON line with the seed and step that show it again.

Game number i is played from the seed S + i, whatever was played before it; the
seats' bots rotate with the seed. A rule system whose options are not all optional
offers two more attributes on its ``SYSTEM``, both used only here:

* ``playout_seats``: the numbers of seats to choose from (else 2);
* ``playout_options(rng, seats)``: legal options for a playout (else ``{}``).
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

from games.bots import BOTS
from games.engine import leaks
from games.engine.chance import Recording, Seeded
from games.engine.contract import BadOptions, Game, Json, Outcome, Step, System
from games.engine.contract_checks import (
    Violation,
    event_violations,
    state_violations,
    step_violations,
)
from games.engine.registry import load_system
from games.engine.replay import Record, RecordStep, play_back

MAX_STEPS = 5000


class Broken(Exception):
    """A promise of the contract was broken; ``step``: how many resolves had been done then."""

    def __init__(self, violation: Violation, step: int) -> None:
        super().__init__(str(violation))
        self.violation = violation
        self.step = step


@dataclass(frozen=True, slots=True)
class Table:
    """What is played: a rule system, with options and seats unless it chooses them itself."""

    system: System
    seats: int | None = None
    options: Json = None
    bots: tuple[str, ...] = ("random",)
    checks: bool = True
    max_steps: int = MAX_STEPS


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game: its record, how it ended, and what it took."""

    record: Record
    outcome: Outcome
    moves: int
    steps: int
    bots: tuple[str, ...]


def play(table: Table, seed: int) -> Played:
    """Play one game from ``seed``; raise ``Broken`` at the first broken promise."""
    return _Playout(table, seed).play()


class _Playout:
    """One game: what was played so far, and three independent streams of randomness.

    The checks have a stream of their own, so that a game is the same with and
    without them.
    """

    def __init__(self, table: Table, seed: int) -> None:
        self.table = table
        self.chance = Random(f"{seed}/chance")
        self.choices = Random(f"{seed}/choices")
        self.checking = Random(f"{seed}/checks")
        seats, options = _opening(table, Random(f"{seed}/options"))
        self.game: Game[Any] = table.system.open(options, seats)
        self.bots = tuple(table.bots[(seat + seed) % len(table.bots)] for seat in range(seats))
        self.record = Record(table.system.name, table.system.version, options, seats)
        self.states: list[Json] = []
        self.steps: list[RecordStep] = []
        self.moves = 0

    def play(self) -> Played:
        """Play to the end."""
        try:
            return self._play()
        except Broken:
            raise
        except Exception as error:  # rules never raise: whatever they raise is reported
            text = traceback.format_exception_only(error)[-1].strip()
            frame = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{Path(frame.filename).name}:{frame.lineno} in {frame.name}"
            raise Broken(Violation("raised", f"{text} ({place})"), len(self.steps)) from error

    def _play(self) -> Played:
        recording = Recording(Seeded(self.chance))
        step = self.game.start(recording)
        start = recording.draws
        self._check_start(step, recording)
        while asks := self.game.asks(step.state):
            if len(self.steps) >= self.table.max_steps:
                self._broken([Violation("endless", f"no end after {len(self.steps)} steps")])
            answers = {ask.seat: self._answer(step.state, ask) for ask in asks}
            step = self._resolved(step.state, answers)
        record = replace(self.record, start=start, steps=tuple(self.steps))
        if self.table.checks:
            self._replay(record)
        outcome = self.game.outcome(step.state)
        return Played(record, outcome, self.moves, len(self.steps), self.bots)

    def _answer(self, state: Any, ask: Any) -> Json:
        self.moves += 1
        view = self.game.view(state, ask.seat)
        bot = BOTS[self.bots[ask.seat]]
        return self.game.check(state, ask.seat, bot.answer(self.game, view, ask, self.choices))

    def _resolved(self, before: Any, answers: Mapping[int, Json]) -> Step[Any]:
        recording = Recording(Seeded(self.chance))
        step = self.game.resolve(before, answers, recording)
        self.steps.append(RecordStep(answers, recording.draws))
        if self.table.checks:
            rng = self.checking
            self._broken(step_violations(self.game, before, answers, step, rng))
            self._broken(_leaked(self.game, before, answers, recording, rng))
            self._check_state(step.state)
        return step

    def _check_start(self, step: Step[Any], recording: Recording) -> None:
        if self.table.checks:
            self._broken(event_violations(self.game, step))
            self._broken(_leaked(self.game, None, {}, recording, self.checking))
            self._check_state(step.state)

    def _check_state(self, state: Any) -> None:
        self.states.append(self.game.encode(state))
        self._broken(state_violations(self.game, state, self.checking))

    def _replay(self, record: Record) -> None:
        """Play the record again, as it comes out of a file, and compare every state."""
        again = Record.from_json(json.loads(json.dumps(record.to_json())))
        replay = play_back(again, self.table.system)
        for number, (step, state) in enumerate(zip(replay.steps, self.states, strict=False)):
            if self.game.encode(step.state) != state:
                raise Broken(Violation("replay", "the record leads to another state"), number)
        if replay.breach:
            raise Broken(Violation("replay", replay.breach.message), replay.breach.step)

    def _broken(self, violations: Iterable[Violation]) -> None:
        for violation in violations:
            raise Broken(violation, len(self.steps))


def _leaked(
    game: Game[Any],
    before: Any,
    answers: Mapping[int, Json],
    recording: Recording,
    rng: Random,
) -> Iterator[Violation]:
    for leak in leaks.shuffle_leaks(game, before, answers, recording.draws, rng):
        yield Violation("leak", str(leak))


def _opening(table: Table, rng: Random) -> tuple[int, Json]:
    """Choose seats and options as the table says, or as the rule system offers."""
    seats = table.seats or rng.choice(getattr(table.system, "playout_seats", (2,)))
    if table.options is not None:
        return seats, table.options
    offered = getattr(table.system, "playout_options", None)
    return seats, offered(rng, seats) if offered else {}


@dataclass(slots=True)
class Tally:
    """What a run of games came to."""

    games: int = 0
    moves: int = 0
    steps_max: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    places: Counter[str] = field(default_factory=Counter)
    wins: Counter[str] = field(default_factory=Counter)

    def add(self, played: Played) -> None:
        """Count one game in; ``wins`` counts bots, a shared win for each."""
        self.games += 1
        self.moves += played.moves
        self.steps_max = max(self.steps_max, played.steps)
        self.reasons[played.outcome.reason] += 1
        self.places[",".join(map(str, played.outcome.places))] += 1
        self.wins.update(played.bots[seat] for seat in played.outcome.winners)

    def to_json(self, system: str, seconds: float) -> Json:
        """Return the line that the command prints."""
        return {
            "system": system,
            "games": self.games,
            "moves": self.moves,
            "seconds": round(seconds, 3),
            "moves_per_second": round(self.moves / seconds) if seconds else 0,
            "steps_max": self.steps_max,
            "outcomes": {
                "reasons": dict(sorted(self.reasons.items())),
                "places": dict(sorted(self.places.items())),
                "wins": dict(sorted(self.wins.items())),
            },
        }


def run(table: Table, games: int, seed: int) -> tuple[Json, bool]:
    """Play ``games`` games; return the line to print and whether all promises held."""
    tally = Tally()
    begun = time.perf_counter()
    for number in range(games):
        try:
            tally.add(play(table, seed + number))
        except Broken as broken:
            return _broken_line(table, seed + number, broken), False
    return tally.to_json(table.system.name, time.perf_counter() - begun), True


def _broken_line(table: Table, seed: int, broken: Broken) -> Json:
    return {
        "system": table.system.name,
        "violation": broken.violation.code,
        "message": broken.violation.message,
        "seed": seed,
        "step": broken.step,
        "bots": list(table.bots),
    }


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m games.engine.playout", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("system", help="short name of the rule system")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0, help="seed of the first game")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--options", type=Path, help="JSON file with the game's options")
    parser.add_argument("--bots", default="random", help=f"from {', '.join(sorted(BOTS))}, by seat")
    parser.add_argument("--no-checks", action="store_true", help="only play, for speed")
    parser.add_argument("--max-steps", type=int, default=MAX_STEPS)
    given = parser.parse_args(arguments)
    for name in given.bots.split(","):
        if name not in BOTS:
            parser.error(f"there is no bot called {name}")
    return given


def main(arguments: Sequence[str] | None = None) -> int:
    """Play as the command line says; 0: all promises held, 1: one was broken, 2: no such game."""
    given = _arguments(arguments)
    try:
        options = json.loads(given.options.read_text("utf-8")) if given.options else None
        table = Table(
            load_system(given.system),
            given.seats,
            options,
            tuple(given.bots.split(",")),
            not given.no_checks,
            given.max_steps,
        )
        line, held = run(table, given.games, given.seed)
    except (BadOptions, OSError, json.JSONDecodeError) as error:
        print(f"{given.system}: {error}", file=sys.stderr)
        return 2
    print(json.dumps(line))
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
