"""Who must decide what now, and the play of stages in which nobody has a choice.

Source: campaign.md 2-4 (hand-ins in 3a and 4c); a step without a choice is passed through.
"""

from __future__ import annotations

from typing import NamedTuple

from campaign.rules.stages import play_stage
from campaign.rules.state import (
    BANNER,
    BUILD,
    COURT,
    DEPLOY,
    FEED,
    MONTH,
    ORDERS,
    OVER,
    RECALL,
    REPORT,
    SETUP,
    TITHE,
    WINTER,
)
from campaign.rules.table import Table
from campaign.rules.tabletop.reports import battles_with
from campaign.rules.turns import TURNS, Turn, pass_turn, turn_of
from campaign.rules.winter.deploy import room, staged
from campaign.rules.winter.recall import berths, places
from campaign.rules.winter.spend_build import possible_purchases
from games.engine.contract import Ask, Chance


class Mode(NamedTuple):
    """How a campaign is played: openly in turns, or sealed; the winter in one sheet or in steps."""

    open: bool
    one_sheet: bool


class Asked(NamedTuple):
    """What is asked of whom; ``turn``: one seat in open play, with every legal answer listed."""

    kind: str
    seats: list[int]
    turn: Turn | None = None


def asked(table: Table, mode: Mode) -> Asked:
    """Say what the running stage asks of whom.

    When nobody has a choice all are asked all the same: such a stage is passed
    through on the way, so it only shows in a position built by hand.
    """
    if table.stage == OVER:
        return Asked(OVER, [])
    if mode.open and table.stage in TURNS:
        turn = turn_of(table)
        if turn is not None:
            return Asked(turn.kind, [turn.seat], turn)
    return Asked(_sheet_kind(table, mode), choosers(table, mode) or sorted(table.living()))


def _sheet_kind(table: Table, mode: Mode) -> str:
    """Return the kind of the running stage's sheet: mostly it is called as the stage."""
    if table.stage == ORDERS:
        return MONTH
    return WINTER if takes_whole_winter(table, mode) else table.stage


def takes_whole_winter(table: Table, mode: Mode) -> bool:
    """Tell whether one sheet is asked for all that follows up to Deploy: after courts, if any."""
    return mode.one_sheet and table.stage == (TITHE if table.rules.courts else RECALL)


def asks_of(table: Table, mode: Mode) -> tuple[Ask, ...]:
    """Return the asks of the running stage, with the defaults of who holds."""
    kind, seats, turn = asked(table, mode)
    if turn is None:
        return tuple(Ask(seat, kind, {}) for seat in seats)
    default = turn.default()
    return (Ask(turn.seat, kind, default, tuple(turn.legal() or [default])),)


def choosers(table: Table, mode: Mode) -> list[int]:
    """List the kingdoms that have a choice in the running stage, by seat."""
    if mode.open and table.stage in TURNS:
        turn = turn_of(table)
        return [turn.seat] if turn is not None and len(turn.legal()) > 1 else []
    living = sorted(table.living())
    if takes_whole_winter(table, mode):
        # A kingdom without a tile will be out and has nothing to order (7).
        return [seat for seat in living if table.held(seat)]
    if table.stage == TITHE:
        return living if _can_tithe(table, living) else []
    chooses_in = _CHOICES[table.stage]
    return [seat for seat in living if chooses_in(table, seat)]


def _always(table: Table, seat: int) -> bool:
    return True


def _has_token(table: Table, seat: int) -> bool:
    return bool(table.armies[seat] or table.ships[seat])


def _reports(table: Table, seat: int) -> bool:
    return bool(battles_with(table, seat))


def _holds_court(table: Table, seat: int) -> bool:
    return table.rules.courts


def _can_tithe(table: Table, living: list[int]) -> bool:
    """With any stock about, everybody may come to give: a gift may be passed on."""
    limit = table.rules.tithe_limit
    stocks = ((table.gold[seat], table.food[seat]) for seat in living)
    return len(living) > 1 and any(
        (gold and limit.gold) or (food and limit.food) for gold, food in stocks
    )


def _chooses_home(table: Table, seat: int) -> bool:
    ships, free = len(table.ships[seat]), len(berths(table, seat))
    return len(places(table, seat)) > 1 or (ships > 0 and free > 0 and ships + free > 2)


def _chooses_purchase(table: Table, seat: int) -> bool:
    return bool(possible_purchases(table, seat))


def _chooses_meals(table: Table, seat: int) -> bool:
    return bool(table.armies[seat]) and table.food[seat] >= table.rules.army_food


def _chooses_tile(table: Table, seat: int) -> bool:
    waiting, free = len(staged(table, seat)), room(table, seat)
    return bool(waiting and free) and (len(free) > 1 or waiting > sum(free.values()))


_CHOICES = {
    SETUP: _always,
    BANNER: _always,
    ORDERS: _has_token,
    REPORT: _reports,
    RECALL: _chooses_home,
    COURT: _holds_court,
    BUILD: _chooses_purchase,
    FEED: _chooses_meals,
    DEPLOY: _chooses_tile,
}


def settle(table: Table, mode: Mode, chance: Chance) -> None:
    """Play on by the defaults until somebody has a choice or the campaign is over.

    At most one whole year passes so: where nobody ever has a choice again, the
    next one's first stage asks all the same, and nothing loops.
    """
    last_year = table.year + 2
    while table.stage != OVER and not choosers(table, mode):
        if table.year >= last_year and table.stage in (ORDERS, RECALL):
            return
        pass_on(table, mode, chance)


def pass_on(table: Table, mode: Mode, chance: Chance) -> None:
    """Play the running stage, or one turn of it in open play, by the defaults."""
    if mode.open and table.stage in TURNS:
        pass_turn(table, chance)
    else:
        play_stage(table, {}, chance, in_turns=mode.open)
