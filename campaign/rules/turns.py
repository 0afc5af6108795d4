"""Open play: whose turn it is in any stage that takes turns, what is legal, what a turn does.

Setup's steps, a month's orders, the choices of its battles and the Winter's steps go
through here; what each of them means is their own module's. Source: campaign.md 2-4, ``open``.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

from campaign.rules.battle.choosing import Choice
from campaign.rules.battle.open_battles import pending_choice, run_open
from campaign.rules.field import Field
from campaign.rules.problems import problem, refuse
from campaign.rules.reader import Limits, Reader
from campaign.rules.setup import steps as setup
from campaign.rules.state import BATTLE, FOUND, HOMELAND, MUSTER, ORDER, ORDERS, REPORT
from campaign.rules.summer.month import close_month
from campaign.rules.summer.open_month import (
    default_order_now,
    fault_of,
    give_order,
    legal_orders,
    order_turn,
    resolve_given,
)
from campaign.rules.summer.review import explain
from campaign.rules.summer.sheet import read_order
from campaign.rules.summer_codec import order_from, order_json
from campaign.rules.table import Table
from campaign.rules.winter import open_play
from campaign.rules.winter.steps import play_stage as play_winter
from campaign.rules.year import begin_year
from games.engine.contract import Chance, Json, Refusal

SETUP_TURNS = {FOUND: HOMELAND, HOMELAND: MUSTER, MUSTER: ORDERS}
"""The steps of Setup that go in turns, each with what follows."""

TURNS = (*SETUP_TURNS, ORDERS, BATTLE, *open_play.TURNS)


@dataclass(frozen=True, slots=True)
class Turn:
    """One seat's decision; ``legal`` and ``default`` are worked out when they are wanted."""

    kind: str
    seat: int
    legal: Callable[[], list[Json]]
    default: Callable[[], Json]


def turn_of(table: Table) -> Turn | None:
    """Return the running turn, or ``None`` when the stage has nobody left to ask."""
    if table.stage == BATTLE:
        return _battle_turn(pending_choice(table.board, table.rules, table.freeze()))
    if table.stage in SETUP_TURNS:
        seat = setup.setup_turn(table)
        legal, default, kind = setup.setup_legal, setup.setup_default, table.stage
    elif table.stage == ORDERS:
        seat = order_turn(table)
        legal, default, kind = legal_orders, default_order_now, ORDER
    else:
        seat = open_play.on_turn(table)
        legal, default, kind = open_play.legal_answers, open_play.default_answer, table.stage
    if seat is None:
        return None
    return Turn(kind, seat, lambda: legal(table, seat), lambda: default(table, seat))


def _battle_turn(choice: Choice) -> Turn:
    options = list(choice.options)
    return Turn(choice.kind, choice.seat, lambda: options, lambda: options[choice.preferred])


def check_turn(table: Table, turn: Turn, answer: Json, limits: Limits) -> Json:
    """Return a turn's answer in canonical form; raise ``Refusal`` when it is not legal now."""
    if table.stage in open_play.TURNS:
        return open_play.action_json(_action(table, turn.seat, answer, limits))
    if table.stage == ORDERS:
        return _checked_order(table, turn.seat, answer, limits)
    wanted = _canonical(answer)
    for legal in turn.legal():
        if _canonical(legal) == wanted:
            return legal
    raise Refusal(problem("not_a_choice"))


def _checked_order(table: Table, seat: int, answer: Json, limits: Limits) -> Json:
    reader = Reader(limits)
    order = read_order(reader, answer, "")
    refuse(reader.problems)
    code = fault_of(table, seat, order)
    refuse([explain(table, seat, code, order)] if code else ())
    return order_json(order)


def _action(table: Table, seat: int, answer: Json, limits: Limits) -> open_play.Action:
    action = open_play.read_action(table.stage, answer, limits)
    code = open_play.obstacle(table, seat, action)
    refuse(open_play.explain(table, code, action) if code else ())
    return open_play.plain(table, seat, action)


def _canonical(answer: Json) -> str:
    """Write an answer so that equal ones are equal texts; ``true`` is not 1."""
    try:
        return json.dumps(answer, sort_keys=True)
    except (TypeError, ValueError, RecursionError):
        return ""


def play_turn(table: Table, turn: Turn, answer: Json, limits: Limits, chance: Chance) -> None:
    """Carry out a turn by an answer that ``check_turn`` gave."""
    if table.stage in SETUP_TURNS:
        setup.setup_take(table, turn.seat, answer)
        leave_setup_step(table)
    elif table.stage == ORDERS:
        give_order(table, turn.seat, order_from(answer), chance)
        if table.stage == BATTLE:
            battle_on(table, None, chance)
    elif table.stage == BATTLE:
        battle_on(table, turn.legal().index(answer), chance)
    else:
        action = _action(table, turn.seat, answer, limits)
        open_play.take_turn(table, turn.seat, action, chance)


def pass_turn(table: Table, chance: Chance) -> None:
    """Go on with a stage in which nobody is on turn or the one who is has no choice."""
    turn = turn_of(table)
    if table.stage in open_play.TURNS:
        if turn is None:
            play_winter(table, {}, chance)
        else:
            open_play.take_turn(table, turn.seat, None, chance)
    elif table.stage == BATTLE:
        battle_on(table, None, chance)
    elif turn is not None:
        play_turn(table, turn, turn.default(), Limits(table.rules.tithe_limit), chance)
    elif table.stage in SETUP_TURNS:
        leave_setup_step(table)
    else:
        resolve_given(table, chance)
        battle_on(table, None, chance)


def leave_setup_step(table: Table) -> None:
    """Enter the next step of Setup when the running one is done, after the last the year."""
    while table.stage in SETUP_TURNS and setup.setup_turn(table) is None:
        table.stage = SETUP_TURNS[table.stage]
        if table.stage == ORDERS:
            begin_year(table)


def battle_on(table: Table, option: int | None, chance: Chance) -> None:
    """Go on with the month's battles; after the last one Reform, or wait for reports."""
    progress = run_open(table.board, table.rules, table.freeze(), option, chance)
    table.lay_out(progress.state, (*table.events, *progress.events))
    if progress.choice is not None:
        return
    if table.waiting:
        table.stage = REPORT
    else:
        close_month(table, Field(table), chance)
