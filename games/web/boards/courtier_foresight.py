"""What a card would do, found out by playing it in a world that is made up from the view.

Nothing hidden can be told by it: the world is invented (``Game.imagine``), and what chance
decides there is left out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.chance import Seeded
from games.engine.contract import Ask, Event, Game, Json, Refusal
from games.hosting.errors import problem_text
from games.web.boards.courtier_changes import changes, said
from games.web.boards.courtier_table import BEYOND, Court, Table, moves_in
from games.web.boards.courtier_targets import TARGETED, Options, options

MOST_TARGETS = 120
"""Of so many places at most it is said what each would change."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """What an answer leads to: places to choose from then, and what it does at once."""

    options: Options = field(default_factory=dict)
    says: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Foresight:
    """An imagined world in which a seat's answers are tried out."""

    game: Game[Any]
    table: Table
    seat: int

    @cached_property
    def _state(self) -> Any:
        return self.game.imagine(self.table.view, self.seat, Random(0))

    def why_not(self, answer: str) -> str:
        """Say why an answer is refused; empty for one that is not."""
        try:
            self.game.check(self._state, self.seat, answer)
        except Refusal as refusal:
            return " ".join(problem_text(problem) for problem in refusal.problems)
        return ""

    def forecast(self, answer: str) -> Forecast:
        """Try an answer and say what comes of it."""
        return self._after(self._state, answer)

    def _after(self, state: Any, answer: str) -> Forecast:
        step = self.game.resolve(state, {self.seat: answer}, Seeded(Random(0)))
        ask = next((ask for ask in self.game.asks(step.state) if ask.seat == self.seat), None)
        says = self._told(step.events)
        if ask is None or any(event.kind in BEYOND for event in step.events):
            return Forecast(says=says)
        if ask.kind == "choose_step":
            return self._steps(step.state, ask, says)
        if ask.kind not in TARGETED:
            return Forecast(says=says)
        return Forecast(self._targets(step.state, ask), says)

    def _targets(self, state: Any, ask: Ask) -> Options:
        seen = self.game.view(state, self.seat)
        then = Table(seen, self.table.names, self.table.seats, self.seat, self.table.no_cheese)
        answers = list(ask.legal or ())[:MOST_TARGETS]
        return options(then, then.court, ask.kind, answers, sends=False)

    def _steps(self, state: Any, ask: Ask, says: tuple[str, ...]) -> Forecast:
        """Try each of the steps that the card lets its player choose from."""
        found: Options = {}
        for answer in ask.legal or ():
            for courtier, there in self._after(state, answer).options.items():
                found.setdefault(courtier, []).extend(there)
        return Forecast(found, says)

    def _told(self, events: tuple[Event, ...]) -> tuple[str, ...]:
        """Say what happens at once, up to where chance comes in."""
        table, told = self.table, []
        plain = [{"kind": event.kind, "data": event.data} for event in events]
        if moved := moves_in(plain):
            after = table.court.moved(moved)
            told.append(_places(table, moved, after))
        for event in plain:
            if event["kind"] in BEYOND:
                break
            if text := _at_once(table, event):
                told.append(text)
        return tuple(told)


def _places(table: Table, moved: list[Any], after: Court) -> str:
    """Say where markers go when there is no choice, and what that changes."""
    where = dict.fromkeys(table.names.courtier(courtier) for courtier, _owner, _count in moved)
    return _("%(places)s: %(changes)s") % {
        "places": ", ".join(where),
        "changes": said(changes(table.court, after)),
    }


def _at_once(table: Table, event: Json) -> str:
    """Say one thing that an answer does besides moving markers on the board."""
    data, own = event["data"], table.reader
    if event["kind"] == "no_effect":
        return _("Nothing: there is no place for it now.")
    if event["kind"] == "spent" and data["seat"] == own:
        text = ngettext("You spend a marker.", "You spend %(count)s markers.", data["count"])
        return text % {"count": data["count"]}
    if event["kind"] == "gained" and str(data["owner"]) == table.own:
        pool = table.view["pools"][own]
        return _("Your pool goes from %(old)s to %(new)s.") % {
            "old": pool,
            "new": pool + data["count"],
        }
    return ""
