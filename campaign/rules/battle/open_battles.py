"""The battles of open play: one choice at a time, each battle replayed from its start.

A state between two battles is whole. Inside a battle it stays that of the battle's start,
with the answers and dice so far beside it (``Summer.script``), so that nothing half-fought
needs a form of its own::

    progress = run_open(board, rules, state, answer, chance)
    progress.choice   # what to ask next; None: no battle can go on without reports

Source: campaign.md 3a (``open``), 3c.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from campaign.rules.battle.battles import Fray
from campaign.rules.battle.choosing import BATTLE, Choice, NoDice, Paused, Script, option_json
from campaign.rules.board import Board
from campaign.rules.field import Field
from campaign.rules.ruleset import Ruleset
from campaign.rules.state import State
from campaign.rules.table import Table
from games.engine.contract import Chance, Event

GO_ON = "go_on"
"""The only answer where battles stand still without a choice."""


class Progress(NamedTuple):
    """How far battles came: the state, what nobody was told before, and what is to be asked."""

    state: State
    events: tuple[Event, ...]
    choice: Choice | None


def run_open(
    board: Board, rules: Ruleset, state: State, answer: int | None, chance: Chance
) -> Progress:
    """Go on with the battles of a month until a choice is needed, or none can be fought.

    ``answer`` is the index of the option taken of ``pending_choice``; ``None`` at the start.
    """
    events: list[Event] = []
    while True:
        table = _fresh(board, rules, state)
        script = Script(state.summer.script, answer, chance)
        told = state.summer.told
        try:
            went_on = Fray(table, Field(table), script.choose, script).step()
        except Paused as pause:
            held = replace(
                state.summer, script=tuple(script.entries), told=max(told, len(table.events))
            )
            state = replace(state, summer=held)
            return Progress(state, (*events, *table.events[told:]), _choice(table, pause))
        events += table.events[told:]
        state, answer = table.freeze(), None
        if not went_on:
            return Progress(state, tuple(events), None)


class Standstill(NamedTuple):
    """Where a month's battles stand still: the choice, the running battle so far, the position."""

    choice: Choice
    events: tuple[Event, ...]
    state: State


def standstill(board: Board, rules: Ruleset, state: State) -> Standstill:
    """Return where battles stand still, the running battle replayed; for showing it.

    The state is that within the battle: good to look at, not to play on.
    """
    table = _fresh(board, rules, state)
    script = Script(state.summer.script, None, None)
    try:
        Fray(table, Field(table), script.choose, script).step()
    except Paused as pause:
        choice = _choice(table, pause)
    except NoDice:
        choice = _going_on(table)
    else:
        choice = _going_on(table)
    return Standstill(choice, tuple(table.events), table.freeze())


def pending_choice(board: Board, rules: Ruleset, state: State) -> Choice:
    """Return the choice at which a month's battles stand still.

    Where they do not, since the state was edited meanwhile, it has one option, which lets
    ``run_open`` go on.
    """
    return standstill(board, rules, state).choice


def _going_on(table: Table) -> Choice:
    return Choice(BATTLE, _running_seat(table), (GO_ON,), 0, *_running(table.events))


def _fresh(board: Board, rules: Ruleset, state: State) -> Table:
    """Lay out the start of the running battle."""
    table = Table(board, rules, state)
    table.script, table.told = (), 0
    return table


def _choice(table: Table, pause: Paused) -> Choice:
    options = tuple(option_json(table, option) for option in pause.options)
    battle, tile = _running(table.events)
    return Choice(pause.kind, pause.seat, options, pause.preferred, battle, tile)


def _running(events: Sequence[Event]) -> tuple[int, int]:
    """Return number and tile of the battle the events are about, or zeros."""
    for event in reversed(events):
        if "battle" in event.data:
            return int(event.data["battle"]), int(event.data["tile"])
    return 0, 0


def _running_seat(table: Table) -> int:
    """Return the attacker of the running battle, else the first kingdom still playing."""
    attackers: list[int] = [e.data["attacker"] for e in table.events if e.kind == "battle_began"]
    return (attackers[-1:] + table.living() + table.order)[0]
