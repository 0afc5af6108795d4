"""Find out whether a view, an ask, a refusal or an event tells what it must not.

A twin of a state is another one that looks the same to one viewer: the rule
system invents it from that viewer's view alone (``Game.imagine``). Whatever the
viewer is shown of either must be equal to the byte. Two more comparisons:

* the same answers and the same chance from both; where the viewer's view is
  still the same afterwards, so must be the events they saw on the way;
* the same start or resolve with two places of a shuffle exchanged; again equal
  views demand equal visible events.

The last two take a view for all that its viewer may still know; a rule system
whose events show a card openly and whose views then forget it would be reported.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Any

from games.engine.chance import ROLL, SECRET_BYTES, SHUFFLE, CommitReveal, Draw
from games.engine.contract import Game, Json, Refusal, Step

Viewer = int | None
TRIES = 4
LISTED = 200
"""How many entries of a long list of legal answers are compared."""


@dataclass(frozen=True, slots=True)
class Leak:
    """One thing that differs although ``viewer`` (``None``: an outsider) may not know why."""

    code: str
    viewer: Viewer
    one: str
    other: str

    def __str__(self) -> str:
        who = "an outsider" if self.viewer is None else f"seat {self.viewer}"
        return f"{self.code} for {who}: {self.one} or {self.other}"


def canonical(value: Json) -> str:
    """Write a JSON value in the one way that makes equal values equal text."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def viewers(game: Game[Any]) -> tuple[Viewer, ...]:
    """Return everybody who can look at a game: the seats, then the outsider."""
    return (*range(game.seats), None)


def twin(game: Game[Any], state: Any, viewer: Viewer, rng: Random) -> Any:
    """Return a state that ``viewer`` cannot tell from ``state``."""
    return game.imagine(game.view(state, viewer), viewer, rng)


def state_leaks(game: Game[Any], state: Any, viewer: Viewer, rng: Random) -> Iterator[Leak]:
    """Compare what ``viewer`` is shown of ``state`` and of a twin, now and one resolve later."""
    other = twin(game, state, viewer, rng)
    yield from _compared("view", viewer, game.view(state, viewer), game.view(other, viewer))
    yield from _compared("ask", viewer, _ask(game, state, viewer), _ask(game, other, viewer))
    if viewer is not None:
        yield from _refusal_leaks(game, state, other, viewer, rng)
    yield from _event_leaks(game, state, other, viewer, rng)


def _compared(code: str, viewer: Viewer, one: Json, other: Json) -> Iterator[Leak]:
    if canonical(one) != canonical(other):
        yield Leak(code, viewer, canonical(one), canonical(other))


def _ask(game: Game[Any], state: Any, viewer: Viewer) -> Json:
    return [
        [ask.seat, ask.kind, ask.default, ask.legal and list(islice(ask.legal, LISTED))]
        for ask in game.asks(state)
        if ask.seat == viewer
    ]


def _refusal_leaks(
    game: Game[Any], state: Any, other: Any, seat: int, rng: Random
) -> Iterator[Leak]:
    """A refusal, or its absence, may not depend on what the seat does not know."""
    for ask in game.asks(state):
        if ask.seat == seat:
            for answer in (ask.default, game.sample(state, ask, rng), game.sample(other, ask, rng)):
                one, two = _judged(game, state, seat, answer), _judged(game, other, seat, answer)
                yield from _compared("refusal", seat, one, two)


def _judged(game: Game[Any], state: Any, seat: int, answer: Json) -> Json:
    try:
        return ["accepted", game.check(state, seat, answer)]
    except Refusal as refusal:
        return ["refused", [[p.code, p.where, str(p)] for p in refusal.problems]]


def _event_leaks(
    game: Game[Any], state: Any, other: Any, viewer: Viewer, rng: Random
) -> Iterator[Leak]:
    answers = _common_answers(game, state, other, rng)
    luck = rng.randbytes(SECRET_BYTES)
    one = game.resolve(state, answers, CommitReveal(luck, "leaks"))
    two = game.resolve(other, answers, CommitReveal(luck, "leaks"))
    yield from _step_leaks(game, one, two, viewer)


def _common_answers(game: Game[Any], state: Any, other: Any, rng: Random) -> Mapping[int, Json]:
    """Sample an answer for each seat asked; keep it if it means the same in both states."""
    answers = {}
    for ask in game.asks(state):
        given = game.sample(state, ask, rng)
        judged = _judged(game, state, ask.seat, given)
        if judged[0] == "accepted" and judged == _judged(game, other, ask.seat, given):
            answers[ask.seat] = judged[1]
    return answers


def _step_leaks(game: Game[Any], one: Step[Any], two: Step[Any], viewer: Viewer) -> Iterator[Leak]:
    if canonical(game.view(one.state, viewer)) == canonical(game.view(two.state, viewer)):
        yield from _compared("event", viewer, seen(one, viewer), seen(two, viewer))


def seen(step: Step[Any], viewer: Viewer) -> Json:
    """Return the events of a step that ``viewer`` may know of, as JSON."""
    return [[event.kind, dict(event.data)] for event in step.events if event.visible_to(viewer)]


def shuffle_leaks(
    game: Game[Any],
    before: Any,
    answers: Mapping[int, Json],
    draws: tuple[Draw, ...],
    rng: Random,
) -> Iterator[Leak]:
    """Resolve again with two places of a shuffle exchanged (``before`` ``None``: the start)."""
    places = [i for i, draw in enumerate(draws) if draw.kind == SHUFFLE and draw.bound > 1]
    if not places:
        return
    one = _again(game, before, answers, draws)
    for _ in range(TRIES):
        index = rng.choice(places)
        changed = (*draws[:index], _exchanged(draws[index], rng), *draws[index + 1 :])
        two = _again(game, before, answers, changed)
        for viewer in viewers(game):
            yield from _step_leaks(game, one, two, viewer)


def _exchanged(draw: Draw, rng: Random) -> Draw:
    order = list(draw.outcome)
    one, other = rng.sample(range(len(order)), 2)
    order[one], order[other] = order[other], order[one]
    return replace(draw, outcome=tuple(order))


def _again(
    game: Game[Any],
    before: Any,
    answers: Mapping[int, Json],
    draws: tuple[Draw, ...],
) -> Step[Any]:
    chance = _Mended(draws)
    return game.start(chance) if before is None else game.resolve(before, answers, chance)


class _Mended:
    """The recorded draws; a changed shuffle may lead to draws that no record holds."""

    def __init__(self, draws: tuple[Draw, ...]) -> None:
        self._draws = {(draw.label, draw.kind, draw.bound): draw.outcome for draw in draws}
        self._other = CommitReveal(bytes(SECRET_BYTES), "draws without a record")

    def roll(self, label: str, sides: int, count: int = 1) -> tuple[int, ...]:
        found = self._draws.get((label, ROLL, sides))
        return found if found and len(found) == count else self._other.roll(label, sides, count)

    def shuffle(self, label: str, size: int) -> tuple[int, ...]:
        return self._draws.get((label, SHUFFLE, size)) or self._other.shuffle(label, size)
