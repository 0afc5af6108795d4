"""A whole game as data, and playing it again to the last state.

A record holds all that a game depends on: rule system and version, options,
seats, the answers in order and what was drawn. ``play_back`` gives every state;
where a record is broken it gives the states up to there, and why::

    record = Record("sticks", "1", {"sticks": 3}, 2, steps=(RecordStep({0: {"take": 3}}),))
    replay = play_back(Record.from_json(record.to_json()))
    replay.steps[-1].state, replay.breach
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.engine.chance import ChanceError, Draw, Recorded
from games.engine.contract import EngineError, Game, Json, Step, System
from games.engine.registry import load_system


class RecordError(EngineError):
    """The data is no record of a game."""

    code = "bad_record"


@dataclass(frozen=True, slots=True)
class RecordStep:
    """What went into one resolve: the answers by seat, and the draws."""

    answers: Mapping[int, Json]
    draws: tuple[Draw, ...] = ()


@dataclass(frozen=True, slots=True)
class Record:
    """One game, or the beginning of one. ``start`` holds what was drawn to begin it."""

    system: str
    version: str
    options: Json
    seats: int
    start: tuple[Draw, ...] = ()
    steps: tuple[RecordStep, ...] = ()

    def to_json(self) -> Json:
        """Return the record as JSON values."""
        return {
            "system": self.system,
            "version": self.version,
            "options": self.options,
            "seats": self.seats,
            "start": [draw.to_json() for draw in self.start],
            "steps": [
                {
                    "answers": {str(seat): answer for seat, answer in step.answers.items()},
                    "draws": [draw.to_json() for draw in step.draws],
                }
                for step in self.steps
            ],
        }

    @classmethod
    def from_json(cls, data: Json) -> Record:
        """Return the record that ``to_json`` wrote; ``RecordError`` when it is none."""
        try:
            return cls(
                data["system"],
                data["version"],
                data["options"],
                data["seats"],
                _draws(data["start"]),
                tuple(
                    RecordStep(
                        {int(seat): answer for seat, answer in step["answers"].items()},
                        _draws(step["draws"]),
                    )
                    for step in data["steps"]
                ),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise RecordError(f"This is no record of a game: {error!r}") from error


def _draws(data: Json) -> tuple[Draw, ...]:
    return tuple(Draw.from_json(draw) for draw in data)


@dataclass(frozen=True, slots=True)
class Breach:
    """Why a record could not be played to its end.

    ``step`` counts the record's steps from 1; 0 is the start. ``code`` is one of
    ``bad_options``, ``other_version``, ``over``, ``unused_draws``, ``raised``, or
    that of a ``ChanceError``.
    """

    step: int
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Replay:
    """The start and what each step led to; ``breach`` says why there is no more."""

    steps: tuple[Step[Any], ...] = ()
    breach: Breach | None = field(default=None)


def play_back(record: Record, system: System | None = None) -> Replay:
    """Play a record; ``system`` stands in for the one found by the record's name."""
    try:
        found = system or load_system(record.system)
        if found.version != record.version:
            reason = f"The record is of version {record.version}, the rules are {found.version}."
            return Replay((), Breach(0, "other_version", reason))
        game = found.open(record.options, record.seats)
    except EngineError as error:
        return Replay((), Breach(0, "bad_options", str(error)))
    return _played(record, game)


def _played(record: Record, game: Game[Any]) -> Replay:
    done: list[Step[Any]] = []
    for number in range(len(record.steps) + 1):
        draws = record.steps[number - 1].draws if number else record.start
        chance = Recorded(draws)
        try:
            if number and not game.asks(done[-1].state):
                return Replay(tuple(done), Breach(number, "over", "The game is over already."))
            step = (
                game.resolve(done[-1].state, record.steps[number - 1].answers, chance)
                if number
                else game.start(chance)
            )
        except ChanceError as error:
            return Replay(tuple(done), Breach(number, error.code, str(error)))
        except Exception as error:  # what a broken record does to the rules is reported
            return Replay(tuple(done), Breach(number, "raised", repr(error)))
        if unused := chance.unused():
            reason = f"Nobody drew {', '.join(unused)}."
            return Replay(tuple(done), Breach(number, "unused_draws", reason))
        done.append(step)
    return Replay(tuple(done))
