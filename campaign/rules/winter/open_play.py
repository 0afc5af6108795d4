"""Open play: one public action at a time, with every legal answer listed.

A pass may be taken back while the step lasts; it ends when all have passed in a row.
Answers are ``"pass"`` or one line of the sealed lists without conditions.
Source: campaign.md 4c and 4d, ``open``.
"""

from __future__ import annotations

from dataclasses import replace

from campaign.rules.problems import problem, refuse
from campaign.rules.reader import Limits, Reader
from campaign.rules.state import BUILD, DEPLOY, TITHE
from campaign.rules.table import Table
from campaign.rules.winter.deploy import (
    Placement,
    default_placement,
    destroy_staged,
    next_to_deploy,
    pass_turn,
    place,
    placement_fault,
    room,
    staged,
)
from campaign.rules.winter.sheets import (
    Purchase,
    Tithe,
    purchase_json,
    read_purchase,
    read_tithe,
    tithe_json,
)
from campaign.rules.winter.spend_build import PURCHASES, list_faults, possible_purchases
from campaign.rules.winter.spend_tithe import TITHES, possible_tithes
from campaign.rules.winter.steps import leave_stage
from games.engine.contract import Chance, Json, Problem

PASS = "pass"  # noqa: S105 - an answer, no password
TURNS = (TITHE, BUILD, DEPLOY)
"""The stages that open play takes in turns."""

Action = Tithe | Purchase | Placement | None
"""What a kingdom does in its turn; ``None`` passes."""


def on_turn(table: Table) -> int | None:
    """Return whose turn it is, or ``None`` when nothing is left to place in Deploy."""
    if table.stage == DEPLOY:
        return next_to_deploy(table)
    table.turn %= len(table.order)
    while not table.alive[table.order[table.turn]]:
        table.turn = (table.turn + 1) % len(table.order)
    return table.order[table.turn]


def legal_answers(table: Table, seat: int) -> list[Json]:
    """List every legal answer; where passing is legal it comes first."""
    if table.stage == TITHE:
        return [PASS, *(tithe_json(line) for line in possible_tithes(table, seat))]
    if table.stage == BUILD:
        return [PASS, *(purchase_json(line) for line in possible_purchases(table, seat))]
    numbers = sorted(army.number for army in staged(table, seat))
    return [[number, table.board.numbers[tile]] for number in numbers for tile in room(table, seat)]


def default_answer(table: Table, seat: int) -> Json:
    """Return what counts for a kingdom that gives no answer: a pass, or the default placement."""
    if table.stage != DEPLOY:
        return PASS
    placement = default_placement(table, seat)
    return PASS if placement is None else list(placement)


def read_action(stage: str, answer: Json, limits: Limits) -> Action:
    """Read one answer's shape; raise ``Refusal``."""
    if answer == PASS and isinstance(answer, str):
        return None
    reader = Reader(limits)
    action: Action
    if stage == TITHE:
        action = read_tithe(reader, answer, "", conditional=False)
    elif stage == BUILD:
        action = read_purchase(reader, answer, "", conditional=False)
    else:
        pairs = reader.pairs([answer], "", ("army", "tile"))
        action = pairs[0] if pairs else None
    refuse(reader.problems)
    return action


def obstacle(table: Table, seat: int, action: Action) -> str:
    """Return why an action cannot be carried out now, as a code, or nothing."""
    if action is None:
        return "not_a_choice" if default_answer(table, seat) != PASS else ""
    if isinstance(action, Tithe):
        reason, code = TITHES.obstacle(table, seat, action)
        return code or reason
    if isinstance(action, Purchase):
        reason, code = PURCHASES.obstacle(table, seat, action)
        return code or reason
    return placement_fault(table, seat, action)


def plain(table: Table, seat: int, action: Action) -> Action:
    """Leave out the army to disband where its name is ignored: below the limit (4c)."""
    if isinstance(action, Purchase) and len(table.armies[seat]) < table.rules.max_armies:
        return replace(action, disband=None)
    return action


def take_turn(table: Table, seat: int, action: Action, chance: Chance) -> None:
    """Carry out a legal action of the kingdom on turn, or its pass."""
    if table.stage == DEPLOY:
        _place_in_turn(table, seat, action)
    elif action is None:
        table.passes += 1
        table.turn = (table.turn + 1) % len(table.order)
    else:
        table.passes = 0
        table.turn = (table.turn + 1) % len(table.order)
        _act(table, seat, action)
    if table.stage != DEPLOY and table.passes >= len(table.living()):
        leave_stage(table, chance)


def _act(table: Table, seat: int, action: Action) -> None:
    if isinstance(action, Tithe):
        TITHES.carry_out(table, seat, action)
    elif isinstance(action, Purchase):
        PURCHASES.carry_out(table, seat, action)


def _place_in_turn(table: Table, seat: int, action: Action) -> None:
    wish = action if isinstance(action, tuple) else default_placement(table, seat)
    if wish is None:
        destroy_staged(table, seat)
    else:
        place(table, seat, wish)
    pass_turn(table, seat)


def action_json(action: Action) -> Json:
    """Write an action as its answer, in canonical form."""
    if action is None:
        return PASS
    if isinstance(action, Tithe):
        return tithe_json(action)
    return purchase_json(action) if isinstance(action, Purchase) else list(action)


def explain(table: Table, code: str, action: Action) -> list[Problem]:
    """Return the problem with an action that cannot be carried out."""
    if isinstance(action, Tithe):
        return [problem(code, seat=action.to)]
    if isinstance(action, Purchase):
        lists = list_faults(table, table.order[table.turn], action)
        if any(found.code == code for found in lists):
            return lists
        return [problem(code, tile=action.tile, most=table.rules.max_armies)]
    army, tile = action or (0, 0)
    return [problem(code, army=army, tile=tile)]
