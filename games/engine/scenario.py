"""Run case files: ``python -m games.engine.scenario FILE.toml ...``.

Each case opens a game, takes a position, gives answers with scripted dice and
compares what comes out. Failures are printed with the case, the path, what was
expected and what was found; the last line is ``N passed, N failed``. The exit
code is 0, 1 (something failed) or 2 (a file cannot be read). The format is
documented in ``docs/scenarios.md``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from games.engine import paths
from games.engine.casefile import OUTSIDER, Case, CaseFileError, Refused, StepCase, Trial, load
from games.engine.chance import Recording, Scripted
from games.engine.contract import Ask, BadOptions, Chance, Event, Game, Json, Refusal, Step
from games.engine.registry import load_system


@dataclass(frozen=True, slots=True)
class Failure:
    """One thing in a case that is not as it should be."""

    case: str
    step: str
    path: str
    expected: str
    got: str

    def __str__(self) -> str:
        place = f"{self.case}, {self.step}" if self.step else self.case
        return f"{place}: {self.path}: expected {self.expected}, got {self.got}"


def run(case: Case) -> tuple[Failure, ...]:
    """Run one case; an error raised by the rules is a failure like any other."""
    runner = _Runner(case)
    try:
        runner.run()
    except Exception as error:  # one case never stops the book
        runner.fail("rules", "no exception", f"{type(error).__name__}: {error}")
    return tuple(runner.failures)


class _Runner:
    """Plays one case and collects its failures."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.failures: list[Failure] = []
        self.step = ""

    def fail(self, path: str, expected: str, got: str) -> None:
        """Note a failure."""
        self.failures.append(Failure(self.case.name, self.step, path, expected, got))

    def run(self) -> None:
        """Open the game and go through the steps; stop at the first that cannot be resolved."""
        case = self.case
        first = case.steps[0] if case.steps else StepCase("")
        script = Scripted(first.dice, first.shuffles)
        opened = self._open(Recording(script))
        if opened is None:
            return
        game, position = opened
        for index, step in enumerate(case.steps):
            self.step = step.name
            if index:
                script = Scripted(step.dice, step.shuffles)
            after = self._play(game, position, step, script)
            if after is None:
                return
            position = after

    def _open(self, chance: Chance) -> tuple[Game[Any], Step[Any]] | None:
        case = self.case
        try:
            game: Game[Any] = load_system(case.system).open(case.options, len(case.seats))
            if case.position is not None:
                opened: Step[Any] = Step(game.position(case.position))
            else:
                opened = game.start(chance)
        except BadOptions as refusal:
            self._compare_refusal("options", case.bad_options, refusal)
            return None
        if case.bad_options is not None:
            self.fail("options", f"refusal {case.bad_options.code}", "a legal game")
            return None
        return game, opened

    def _play(
        self, game: Game[Any], before: Step[Any], step: StepCase, script: Scripted
    ) -> Step[Any] | None:
        for trial in step.trials:
            self._try(game, before.state, trial)
        after = self._resolve(game, before, step, script)
        if after is None:
            return None
        if unused := script.unused():
            self.fail("chance", "everything scripted is used", f"unused {'; '.join(unused)}")
        self._compare(
            _Scene(game, before, self.case.seats), _Scene(game, after, self.case.seats), step
        )
        return after

    def _resolve(
        self, game: Game[Any], before: Step[Any], step: StepCase, script: Scripted
    ) -> Step[Any] | None:
        events: list[Event] = []
        state = before.state
        for answers in step.rounds:
            checked = self._checked(game, state, answers)
            if checked is None:
                return None
            given = {**checked, **step.unchecked}
            result = game.resolve(state, given, Recording(script))
            state = result.state
            events.extend(result.events)
        return Step(state, tuple(events)) if step.rounds else before

    def _checked(self, game: Game[Any], state: Any, answers: Json) -> Json:
        checked = {}
        for seat, answer in answers.items():
            try:
                checked[seat] = game.check(state, seat, answer)
            except Refusal as refusal:
                path = f"answers.{self.case.seats[seat]}"
                self.fail(path, f"{paths.show(answer)} is legal", _described(refusal))
                return None
        return checked

    def _try(self, game: Game[Any], state: Any, trial: Trial) -> None:
        path = f"answer {paths.show(trial.answer)} of {self.case.seats[trial.seat]}"
        before = json.dumps(game.encode(state), sort_keys=True)
        try:
            canonical = game.check(state, trial.seat, trial.answer)
        except Refusal as refusal:
            self._compare_refusal(path, trial.refused, refusal)
        else:
            self._compare_accepted(path, trial, canonical)
        if json.dumps(game.encode(state), sort_keys=True) != before:
            self.fail(path, "a state that nothing has changed", "another state")

    def _compare_accepted(self, path: str, trial: Trial, canonical: Json) -> None:
        if trial.refused is not None:
            self.fail(path, f"refusal {trial.refused.code}", "accepted")
        elif trial.canonical is not paths.ABSENT and not paths.same(
            _plain(canonical), trial.canonical
        ):
            self.fail(path, paths.show(trial.canonical), paths.show(canonical))

    def _compare_refusal(self, path: str, wanted: Refused | None, refusal: Refusal) -> None:
        if wanted is None:
            self.fail(path, "no refusal", _described(refusal))
            return
        fitting = [
            problem
            for problem in refusal.problems
            if problem.code == wanted.code and wanted.where in (None, problem.where)
        ]
        if not fitting or not any((wanted.says or "") in str(problem) for problem in fitting):
            place = "" if wanted.where is None else f" at {wanted.where!r}"
            says = f" saying {wanted.says!r}" if wanted.says else ""
            self.fail(path, f"refusal {wanted.code}{place}{says}", _described(refusal))
        if wanted.problems not in (None, len(refusal.problems)):
            self.fail(path, f"{wanted.problems} problems", _described(refusal))

    def _compare(self, before: _Scene, after: _Scene, step: StepCase) -> None:
        for path, wanted in step.expect.items():
            section, rest = _split(path)
            found = paths.differences(after.section(section), {rest: wanted} if rest else wanted)
            for difference in found:
                joint = "" if difference.path[:1] in ("", "[", "{") else "."
                self.fail(
                    section + joint + difference.path,
                    paths.show(difference.expected),
                    paths.show(difference.got),
                )
        for path in step.same:
            old, new = before.find(path), after.find(path)
            if not paths.same(old, new):
                self.fail(path, f"still {paths.show(old)}", paths.show(new))


def _split(path: str) -> tuple[str, str]:
    """Split a path into its section and the rest."""
    end = next((i for i, letter in enumerate(path) if letter in ".[{"), len(path))
    return path[:end], path[end:].removeprefix(".")


class _Scene:
    """Everything a case can look at after a step, made when it is looked at."""

    def __init__(self, game: Game[Any], step: Step[Any], seats: Sequence[str]) -> None:
        self._game = game
        self._step = step
        self._viewers: dict[str, int | None] = {name: seat for seat, name in enumerate(seats)}
        self._viewers[OUTSIDER] = None
        self._made: dict[str, Json] = {}

    def section(self, name: str) -> Json:
        """Return one section as plain JSON."""
        if name not in self._made:
            self._made[name] = _plain(getattr(self, f"_{name}")())
        return self._made[name]

    def find(self, path: str) -> Json:
        """Return what a path leads to."""
        section, rest = _split(path)
        return paths.find(self.section(section), rest)

    def _state(self) -> Json:
        return self._game.encode(self._step.state)

    def _views(self) -> Json:
        return {
            name: self._game.view(self._step.state, seat) for name, seat in self._viewers.items()
        }

    def _asks(self) -> Json:
        names = list(self._viewers)
        return {names[ask.seat]: _ask(ask) for ask in self._game.asks(self._step.state)}

    def _events(self) -> Json:
        return [_event(event) for event in self._step.events]

    def _seen(self) -> Json:
        return {
            name: [_event(event) for event in self._step.events if event.visible_to(seat)]
            for name, seat in self._viewers.items()
        }

    def _outcome(self) -> Json:
        return asdict(self._game.outcome(self._step.state))


def _ask(ask: Ask) -> Json:
    legal = None if ask.legal is None else list(ask.legal)
    return {"seat": ask.seat, "kind": ask.kind, "default": ask.default, "legal": legal}


def _event(event: Event) -> Json:
    return {"kind": event.kind, "data": dict(event.data), "seen_by": event.seen_by}


def _plain(value: Json) -> Json:
    """Return the value as it would come out of a JSON file: lists, no tuples."""
    return json.loads(json.dumps(value))


def _described(refusal: Refusal) -> str:
    texts = [
        f"{problem.code}{f' at {problem.where!r}' if problem.where else ''}: {problem}"
        for problem in refusal.problems
    ]
    return f"refusal {'; '.join(texts)}"


def run_files(files: Iterable[str]) -> Iterator[tuple[str, Case, tuple[Failure, ...]]]:
    """Run every case of the files, in order."""
    for file in files:
        for case in load(file):
            yield file, case, run(case)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the files named on the command line and print the result."""
    files = sys.argv[1:] if arguments is None else arguments
    if not files:
        print("usage: python -m games.engine.scenario FILE.toml ...", file=sys.stderr)
        return 2
    passed = failed = 0
    unreadable = False
    for file in files:
        try:
            for _, _, failures in run_files([file]):
                passed, failed = passed + (not failures), failed + bool(failures)
                for failure in failures:
                    print(f"{file}: {failure}")
        except CaseFileError as error:
            unreadable = True
            print(error, file=sys.stderr)
    print(f"{passed} passed, {failed} failed")
    return 2 if unreadable else int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
