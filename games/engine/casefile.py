"""Read a case file: TOML in, checked cases out, every mistake named by file and key.

``docs/scenarios.md`` documents the format; ``scenario.py`` runs the cases.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from games.engine import paths
from games.engine.contract import HOST, EngineError, Json

OUTSIDER = "outsider"

TOLD = "host"
"""Whose answer, unchecked, is what a system is told from outside its rules (``contract.HOST``)."""
SECTIONS = ("state", "views", "asks", "events", "seen", "outcome")

_STEP_KEYS = {
    "note": str,
    "accept": list,
    "refuse": list,
    "answers": dict,
    "unchecked": dict,
    "play": list,
    "dice": (list, dict),
    "shuffles": (list, dict, str),
    "expect": dict,
    "same": list,
}
_CASE_KEYS = {
    "name": str,
    "source": str,
    "system": str,
    "seats": (int, list),
    "options": dict,
    "position": dict,
    "start": bool,
    "bad_options": dict,
    "step": list,
} | _STEP_KEYS
_FILE_KEYS = {
    "about": str,
    "base": str,
    "system": str,
    "seats": (int, list),
    "options": dict,
    "position": dict,
    "case": list,
}
_ACCEPT_KEYS = {"seat": (str, int), "answer": object, "as": object}
_REFUSE_KEYS = {
    "seat": (str, int),
    "answer": object,
    "code": str,
    "where": str,
    "says": str,
    "problems": int,
}
_BAD_OPTIONS_KEYS = {"code": str, "where": str, "says": str}


class CaseFileError(EngineError):
    """A case file cannot be read; the text names the file and the key."""

    code = "bad_case_file"

    def __init__(self, file: str, key: str, message: str) -> None:
        self.key = key
        super().__init__(f"{file}: {key}: {message}" if key else f"{file}: {message}")


@dataclass(frozen=True, slots=True)
class Refused:
    """What a refusal must look like. ``None``: anything."""

    code: str
    where: str | None = None
    says: str | None = None
    problems: int | None = None


@dataclass(frozen=True, slots=True)
class Trial:
    """One answer that is only checked: it must be accepted, or be refused like ``refused``."""

    seat: int
    answer: Json
    canonical: Json = paths.ABSENT
    refused: Refused | None = None


@dataclass(frozen=True, slots=True)
class StepCase:
    """One step: trials, then perhaps answers, then what must be so.

    ``rounds`` are the answers by seat of each resolve, in order; none: only look.
    """

    name: str
    trials: tuple[Trial, ...] = ()
    rounds: tuple[Mapping[int, Json], ...] = ()
    unchecked: Mapping[int, Json] = field(default_factory=dict)
    dice: Json = ()
    shuffles: Json = ()
    expect: Mapping[str, Json] = field(default_factory=dict)
    same: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Case:
    """One case, with the defaults of its file filled in. ``position`` ``None``: a real start."""

    name: str
    system: str
    seats: tuple[str, ...]
    options: Json
    position: Json
    bad_options: Refused | None
    steps: tuple[StepCase, ...]


def load(path: str | Path) -> tuple[Case, ...]:
    """Read a case file; raise ``CaseFileError`` when anything in it is not understood."""
    file = str(path)
    data = _read(Path(path))
    reader = _Reader(file)
    reader.keys(data, _FILE_KEYS, "")
    cases = data.pop("case", [])
    if not cases:
        raise CaseFileError(file, "case", "the file holds no case")
    defaults = reader.with_base(data)
    found = []
    for index, case in enumerate(cases):
        reader.keys(case, _CASE_KEYS, f"case[{index}]")
        found.append(_CaseReader(file, defaults, case, index).case())
    names = [case.name for case in found]
    for name in names:
        if names.count(name) > 1:
            raise CaseFileError(file, "case", f"two cases are called {name!r}")
    return tuple(found)


def _read(path: Path) -> dict[str, Json]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise CaseFileError(str(path), "", f"cannot be read: {error}") from error
    except tomllib.TOMLDecodeError as error:
        raise CaseFileError(str(path), "", f"is not TOML: {error}") from error


def merged(below: Json, above: Json) -> Json:
    """Lay one value over another: tables are merged key by key, anything else is replaced."""
    if isinstance(below, Mapping) and isinstance(above, Mapping):
        both = {key: merged(below[key], above[key]) for key in below if key in above}
        return {**below, **above, **both}
    return above


class _Reader:
    """Checks of keys and types that name the file and key they fail at."""

    def __init__(self, file: str) -> None:
        self.file = file

    def fail(self, key: str, message: str) -> CaseFileError:
        return CaseFileError(self.file, key, message)

    def keys(self, table: Json, known: Mapping[str, Json], where: str) -> None:
        if not isinstance(table, Mapping):
            raise self.fail(where, "is not a table")
        for key, value in table.items():
            full = f"{where}.{key}" if where else key
            if key not in known:
                raise self.fail(full, f"unknown key; known are {', '.join(sorted(known))}")
            # TOML's true is Python's bool, which is an int as well.
            wrong = isinstance(value, bool) and known[key] not in (bool, object)
            if wrong or not isinstance(value, known[key]):
                raise self.fail(full, f"{value!r} does not belong here")

    def with_base(self, data: dict[str, Json]) -> dict[str, Json]:
        """Return the file's defaults laid over those of its ``base``."""
        base = data.pop("base", None)
        if base is None:
            return data
        path = Path(self.file).parent / base
        below = _read(path)
        reader = _Reader(str(path))
        reader.keys(below, {key: _FILE_KEYS[key] for key in _FILE_KEYS if key != "case"}, "")
        return merged(reader.with_base(below), data)  # type: ignore[no-any-return]


class _CaseReader(_Reader):
    """Turns one case's table into a ``Case``."""

    def __init__(
        self, file: str, defaults: Mapping[str, Json], table: Mapping[str, Json], index: int
    ) -> None:
        super().__init__(file)
        self.table = merged(defaults, table)
        self.key = f"case[{index}]"
        if not table.get("name"):
            raise self.fail(f"{self.key}.name", "a case needs a name")
        self.key = f"case[{index}] {table['name']!r}"
        self.seats = self._seats(self.table.get("seats", 2))

    def case(self) -> Case:
        """Return the case; raise ``CaseFileError`` when it expects nothing."""
        if "system" not in self.table:
            raise self.fail(f"{self.key}.system", "no rule system is named")
        position = None if self.table.get("start") else self.table.get("position")
        case = Case(
            name=self.table["name"],
            system=self.table["system"],
            seats=self.seats,
            options=self.plain(self.table.get("options", {}), f"{self.key}.options"),
            position=self.plain(position, f"{self.key}.position"),
            bad_options=self._bad_options(),
            steps=self._steps(),
        )
        expects = any(step.trials or step.expect or step.same for step in case.steps)
        if case.bad_options is None and not expects:
            raise self.fail(self.key, "the case expects nothing")
        if case.bad_options is not None and case.steps:
            raise self.fail(self.key, "a case with bad_options has no steps")
        return case

    def _seats(self, given: Json) -> tuple[str, ...]:
        key = f"{self.key}.seats"
        if isinstance(given, int):
            if not 1 <= given <= 26:
                raise self.fail(key, "between 1 and 26 seats")
            return tuple(chr(ord("A") + seat) for seat in range(given))
        for name in given:
            if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", str(name)) or name in (OUTSIDER, TOLD):
                raise self.fail(key, f"{name!r} is no name for a seat")
        if len(set(given)) != len(given) or not given:
            raise self.fail(key, "each seat has a name of its own")
        return tuple(given)

    def seat(self, name: Json, key: str) -> int:
        """Return the number of the seat called ``name``."""
        if name not in self.seats:
            raise self.fail(key, f"{name!r} is no seat; the seats are {', '.join(self.seats)}")
        return self.seats.index(name)

    def plain(self, value: Json, key: str) -> Json:
        """Return a JSON value: ``{null = true}`` is null, ``"@A"`` the number of seat A."""
        if isinstance(value, Mapping):
            if value == {"null": True}:
                return None
            return {self.text(k, key): self.plain(v, f"{key}.{k}") for k, v in value.items()}
        if isinstance(value, list):
            return [self.plain(one, f"{key}[{i}]") for i, one in enumerate(value)]
        if isinstance(value, str) and value.startswith("@"):
            return self.seat(value[1:], key)
        if value is not None and not isinstance(value, str | int | float):
            raise self.fail(key, f"{value!r} is no JSON value")
        return value

    def text(self, text: str, key: str) -> str:
        """Put seat numbers for ``@A`` in a key or a path."""
        return re.sub(
            r"(?<![^.\[\]{},= ])@([A-Za-z][A-Za-z0-9_-]*)",
            lambda match: str(self.seat(match[1], key)),
            text,
        )

    def _bad_options(self) -> Refused | None:
        given = self.table.get("bad_options")
        if given is None:
            return None
        key = f"{self.key}.bad_options"
        self.keys(given, _BAD_OPTIONS_KEYS, key)
        return self._refused(given, key)

    def _refused(self, given: Mapping[str, Json], key: str) -> Refused:
        if "code" not in given:
            raise self.fail(f"{key}.code", "a refusal is expected by its code")
        return Refused(given["code"], given.get("where"), given.get("says"), given.get("problems"))

    def _steps(self) -> tuple[StepCase, ...]:
        own = {key: self.table[key] for key in _STEP_KEYS if key in self.table}
        steps = [self._step(own, self.key, "")] if own else []
        for index, table in enumerate(self.table.get("step", [])):
            key = f"{self.key}.step[{index}]"
            self.keys(table, _STEP_KEYS, key)
            steps.append(self._step(table, key, table.get("note") or f"step {index + 1}"))
        return tuple(steps)

    def _step(self, table: Mapping[str, Json], key: str, name: str) -> StepCase:
        answers = self._by_seat(table.get("answers", {}), f"{key}.answers")
        unchecked = self._unchecked(table.get("unchecked", {}), f"{key}.unchecked")
        if "play" in table and ("answers" in table or "unchecked" in table):
            raise self.fail(f"{key}.play", "a step has either answers or a play")
        resolves = "answers" in table or "unchecked" in table
        rounds = self._play(table["play"], f"{key}.play") if "play" in table else ()
        return StepCase(
            name=name,
            trials=(*self._accepted(table, key), *self._trials_refused(table, key)),
            rounds=(answers,) if resolves else rounds,
            unchecked=unchecked,
            dice=self._dice(table.get("dice", []), f"{key}.dice"),
            shuffles=self._shuffles(table.get("shuffles", []), f"{key}.shuffles"),
            expect=self._expect(table.get("expect", {}), f"{key}.expect"),
            same=self._same(table.get("same", []), f"{key}.same"),
        )

    def _by_seat(self, table: Mapping[str, Json], key: str) -> dict[int, Json]:
        return {
            self.seat(name, f"{key}.{name}"): self.plain(answer, f"{key}.{name}")
            for name, answer in table.items()
        }

    def _unchecked(self, table: Mapping[str, Json], key: str) -> dict[int, Json]:
        seats = {name: answer for name, answer in table.items() if name != TOLD}
        told = {HOST: self.plain(table[TOLD], f"{key}.{TOLD}")} if TOLD in table else {}
        return told | self._by_seat(seats, key)

    def _play(self, moves: list[Json], key: str) -> tuple[Mapping[int, Json], ...]:
        for index, move in enumerate(moves):
            if not isinstance(move, list) or len(move) != 2:
                raise self.fail(f"{key}[{index}]", "a move is written [seat, answer]")
        return tuple(
            {self.seat(name, f"{key}[{i}]"): self.plain(answer, f"{key}[{i}]")}
            for i, (name, answer) in enumerate(moves)
        )

    def _accepted(self, table: Mapping[str, Json], key: str) -> Iterable[Trial]:
        for index, given in enumerate(table.get("accept", [])):
            where = f"{key}.accept[{index}]"
            self.keys(given, _ACCEPT_KEYS, where)
            trial = self._trial(given, where)
            canonical = given.get("as", paths.ABSENT)
            if canonical is not paths.ABSENT:
                canonical = self.plain(canonical, f"{where}.as")
            yield Trial(trial.seat, trial.answer, canonical=canonical)

    def _trials_refused(self, table: Mapping[str, Json], key: str) -> Iterable[Trial]:
        for index, given in enumerate(table.get("refuse", [])):
            where = f"{key}.refuse[{index}]"
            self.keys(given, _REFUSE_KEYS, where)
            trial = self._trial(given, where)
            yield Trial(trial.seat, trial.answer, refused=self._refused(given, where))

    def _trial(self, given: Mapping[str, Json], key: str) -> Trial:
        for name in ("seat", "answer"):
            if name not in given:
                raise self.fail(f"{key}.{name}", "is missing")
        seat = self.seat(given["seat"], f"{key}.seat")
        return Trial(seat, self.plain(given["answer"], f"{key}.answer"))

    def _dice(self, given: Json, key: str) -> Json:
        lists = given.values() if isinstance(given, Mapping) else [given]
        for faces in lists:
            if not isinstance(faces, list) or any(type(face) is not int for face in faces):
                raise self.fail(key, "dice are numbers in order, or a list for each label")
        return self._labelled(given, key)

    def _shuffles(self, given: Json, key: str) -> Json:
        if isinstance(given, str):
            if given != "sorted":
                raise self.fail(key, 'shuffles are a list, a table by label, or "sorted"')
            return given
        for order in given.values() if isinstance(given, Mapping) else given:
            if not isinstance(order, list) or any(type(one) is not int for one in order):
                raise self.fail(key, "a shuffle is a list of numbers")
        return self._labelled(given, key)

    def _labelled(self, given: Json, key: str) -> Json:
        return self.plain(given, key) if isinstance(given, Mapping) else given

    def _expect(self, given: Mapping[str, Json], key: str) -> Mapping[str, Json]:
        expect = {}
        for path, wanted in given.items():
            full = f"{key}.{path}"
            expect[self._rooted(path, full)] = self.plain(wanted, full)
            wrong = paths.misuse(expect[self._rooted(path, full)])
            if wrong:
                raise self.fail(full, wrong)
        return expect

    def _same(self, given: list[Json], key: str) -> tuple[str, ...]:
        return tuple(self._rooted(path, f"{key}[{i}]") for i, path in enumerate(given))

    def _rooted(self, path: Json, key: str) -> str:
        """Return a path whose first name is one of the sections a case can look at."""
        text = self.text(str(path), key)
        try:
            parts = paths.parse(text)
        except paths.PathError as error:
            raise self.fail(key, str(error)) from error
        if not parts or parts[0].name not in SECTIONS:
            raise self.fail(key, f"a path starts with one of {', '.join(SECTIONS)}")
        return text
