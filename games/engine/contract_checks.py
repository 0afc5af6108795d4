"""Check one state, or one resolve, against every promise of ``contract.py``.

``state_violations`` and ``step_violations`` give what is broken, as text with a
stable code; ``games.engine.playout`` calls them on every state of whole games,
a rule system's own tests may call them on any state.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

from games.engine import leaks
from games.engine.chance import Seeded
from games.engine.contract import Ask, Game, Json, NotAsked, Outcome, Refusal, Step
from games.engine.leaks import canonical

SAMPLES = 2
LISTED = 2000
"""How many entries of a long list of legal answers are read at most."""
CHECKED = 40
"""How many of them are given to ``check``; a rule system's own tests give all."""
JUNK: tuple[Json, ...] = (
    None, True, 0, -1, 10**30, 1.5, "", "no such answer", "pass ", [], [[]], ["a", 1], {},
    {"no such field": 1}, {"": {"": []}}, [{"deep": [[[[{}]]]]}],
)  # fmt: skip
"""Answers that no form sends; ``check`` must judge them like any other."""


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken promise. ``code`` is stable; the message says what was seen."""

    code: str
    message: str

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


def state_violations(game: Game[Any], state: Any, rng: Random) -> Iterator[Violation]:
    """Check everything that can be asked of a state without resolving it."""
    before = canonical(game.encode(state))
    yield from _round_trip(game, state)
    yield from _outcome(game, state)
    yield from _asks(game, state)
    for ask in game.asks(state):
        yield from _answers(game, state, ask, rng)
    yield from _junk(game, state)
    for viewer in leaks.viewers(game):
        for leak in leaks.state_leaks(game, state, viewer, rng):
            yield Violation("leak", str(leak))
    if canonical(game.encode(state)) != before:
        yield Violation("state_changed", "looking at the state and checking answers changed it")


def step_violations(
    game: Game[Any], before: Any, answers: Mapping[int, Json], after: Step[Any], rng: Random
) -> Iterator[Violation]:
    """Check what one resolve of ``before`` led to, and resolve it again in worse ways."""
    if game.encode(after.state) == game.encode(before):
        yield Violation("no_progress", f"the state is what it was, after {dict(answers)}")
    yield from event_violations(game, after)
    yield from _totality(game, before, rng)


def event_violations(game: Game[Any], step: Step[Any]) -> Iterator[Violation]:
    """Check that events are JSON and name seats of the game."""
    for event in step.events:
        if not is_json(dict(event.data)):
            yield Violation("event_json", f"{event.kind} holds more than JSON: {event.data!r}")
        seats = event.seen_by or ()
        if any(seat not in range(game.seats) for seat in seats):
            yield Violation("event_seats", f"{event.kind} is seen by {seats}")


def is_json(value: Json) -> bool:
    """Tell whether a value is made of plain JSON values (no tuples, keys are text)."""
    if isinstance(value, dict):
        return all(isinstance(key, str) and is_json(one) for key, one in value.items())
    if isinstance(value, list):
        return all(map(is_json, value))
    return value is None or isinstance(value, bool | int | float | str)


def _round_trip(game: Game[Any], state: Any) -> Iterator[Violation]:
    encoded = game.encode(state)
    if not is_json(encoded):
        yield Violation("encode_json", f"encode gives more than plain JSON: {encoded!r}")
        return
    if game.decode(json.loads(json.dumps(encoded))) != state:
        yield Violation("round_trip", f"decode(encode(state)) is another state: {encoded}")
    for viewer in leaks.viewers(game):
        view = game.view(state, viewer)
        if not is_json(view):
            yield Violation("view_json", f"the view of {viewer} is more than plain JSON: {view!r}")


def _outcome(game: Game[Any], state: Any) -> Iterator[Violation]:
    outcome = game.outcome(state)
    if bool(game.asks(state)) == outcome.over:
        what = "over, yet somebody is asked" if outcome.over else "not over, and nobody is asked"
        yield Violation("dead_end", f"the game is {what} ({outcome.reason})")
    if problem := _misshapen(outcome, game.seats):
        yield Violation("outcome", f"{problem}: {outcome}")


def _misshapen(outcome: Outcome, seats: int) -> str:
    first = tuple(seat for seat, place in enumerate(outcome.places) if place == 1)
    if not len(outcome.scores) == len(outcome.places) == seats:
        return "not one score and place per seat"
    if any(place != 1 + sum(p < place for p in outcome.places) for place in outcome.places):
        return "places are not 1, 2, ... with ties sharing one"
    if outcome.winners != (first if outcome.over and not outcome.beaten else ()):
        return "the winners are not the seats in first place of a finished game"
    return "" if outcome.reason else "no reason is given"


def listed_of(ask: Ask) -> list[Json]:
    """Return the legal answers of an ask, or as many as are looked at; none of a sheet."""
    return list(islice(ask.legal or (), LISTED))


def _asks(game: Game[Any], state: Any) -> Iterator[Violation]:
    asks = game.asks(state)
    seats = [ask.seat for ask in asks]
    if seats != sorted(set(seats)) or any(seat not in range(game.seats) for seat in seats):
        yield Violation("ask_seats", f"asks are not by seat, one each: {seats}")
    for ask in asks:
        listed = listed_of(ask)
        if not is_json([ask.default, *listed]):
            yield Violation("ask_json", f"seat {ask.seat}'s {ask.kind} holds more than JSON")
        if len(set(map(canonical, listed))) != len(listed):
            yield Violation("legal_twice", f"seat {ask.seat}'s {ask.kind} lists an answer twice")


def _answers(game: Game[Any], state: Any, ask: Ask, rng: Random) -> Iterator[Violation]:
    listed = listed_of(ask)
    some = listed if len(listed) <= CHECKED else rng.sample(listed, CHECKED)
    given = [("default", ask.default), *(("legal", one) for one in some)]
    given += [("sample", game.sample(state, ask, rng)) for _ in range(SAMPLES)]
    whole = ask.legal is not None and len(listed) < LISTED
    legal = set(map(canonical, listed)) if whole else None
    for origin, answer in given:
        try:
            checked = game.check(state, ask.seat, answer)
            again = game.check(state, ask.seat, checked)
        except Refusal as refusal:
            yield Violation(f"{origin}_refused", f"{ask.kind} {canonical(answer)}: {refusal}")
            continue
        yield from _canonical(origin, ask, answer, checked, again)
        if legal is not None and canonical(checked) not in legal:
            yield Violation("not_listed", f"{ask.kind} {canonical(answer)} is legal but not listed")


def _canonical(
    origin: str, ask: Ask, answer: Json, checked: Json, again: Json
) -> Iterator[Violation]:
    if not is_json(checked) or canonical(again) != canonical(checked):
        yield Violation("not_canonical", f"{ask.kind} {checked!r} is checked to {again!r}")
    elif origin == "legal" and canonical(checked) != canonical(answer):
        yield Violation("not_canonical", f"{ask.kind} lists {answer!r}, means {checked!r}")


def _junk(game: Game[Any], state: Any) -> Iterator[Violation]:
    """Nobody can make ``check`` raise anything but a refusal, and who is not asked is told so."""
    asked = {ask.seat for ask in game.asks(state)}
    for seat in (*range(game.seats), -1, game.seats):
        for junk in JUNK:
            try:
                game.check(state, seat, junk)
            except NotAsked:
                if seat in asked:
                    yield Violation("not_asked", f"seat {seat} is asked, and told it is not")
            except Refusal as refusal:
                if seat not in asked:
                    yield Violation("not_asked", f"seat {seat} is not asked, and told {refusal}")
            except Exception as error:  # any other exception is the fault looked for
                yield Violation("check_raised", f"seat {seat}, {junk!r}: {error!r}")
            else:
                if seat not in asked:
                    yield Violation("not_asked", f"seat {seat} is not asked, yet {junk!r} passes")


def _totality(game: Game[Any], before: Any, rng: Random) -> Iterator[Violation]:
    """No answers, junk answers and the defaults must lead to the same state."""
    seed = rng.random()
    asks = game.asks(before)
    refused = [one for one in JUNK if not any(_passes(game, before, ask, one) for ask in asks)]
    tries: dict[str, dict[int, Json]] = {"nobody answers": {}}
    for junk in rng.sample(refused, min(1, len(refused))):
        tries[f"every seat answers {junk!r}"] = dict.fromkeys(range(game.seats), junk)
    right = game.resolve(before, {a.seat: a.default for a in asks}, Seeded(Random(seed)))
    for what, answers in tries.items():
        step = game.resolve(before, answers, Seeded(Random(seed)))
        if game.encode(step.state) != game.encode(right.state):
            yield Violation("default_differs", f"when {what}, it is not as with the defaults")


def _passes(game: Game[Any], state: Any, ask: Ask, answer: Json) -> bool:
    try:
        game.check(state, ask.seat, answer)
    except Refusal:
        return False
    return True
