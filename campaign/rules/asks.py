"""Who must decide what now, and the play of stages in which nobody has a choice.

Source: campaign.md 4 (hand-ins in 4c); a step without a choice is passed through.
"""

from __future__ import annotations

from typing import NamedTuple

from campaign.rules import open_play
from campaign.rules.deploy import room, staged
from campaign.rules.recall import berths, places
from campaign.rules.spend_build import possible_purchases
from campaign.rules.state import BUILD, DEPLOY, FEED, OVER, RECALL, TITHE
from campaign.rules.table import Table
from campaign.rules.winter import play_stage
from games.engine.contract import Ask, Chance

WINTER = "winter"


class Mode(NamedTuple):
    """How a campaign is played: openly in turns, or sealed; the winter in one sheet or in steps."""

    open: bool
    one_sheet: bool


class Asked(NamedTuple):
    """What is asked of whom; ``in_turns``: one seat, with every legal answer listed."""

    kind: str
    seats: list[int]
    in_turns: bool


def asked(table: Table, mode: Mode) -> Asked:
    """Say what the running stage asks of whom.

    When nobody has a choice all are asked all the same: such a stage is passed
    through on the way, so it only shows in a position built by hand.
    """
    if table.stage == OVER:
        return Asked(OVER, [], False)
    if mode.open and table.stage in open_play.TURNS:
        seat = open_play.on_turn(table)
        if seat is not None:
            return Asked(table.stage, [seat], True)
    kind = WINTER if mode.one_sheet and table.stage == RECALL else table.stage
    return Asked(kind, choosers(table, mode) or sorted(table.living()), False)


def asks_of(table: Table, mode: Mode) -> tuple[Ask, ...]:
    """Return the asks of the running stage."""
    kind, seats, in_turns = asked(table, mode)
    if not in_turns:
        return tuple(Ask(seat, kind, {}) for seat in seats)
    default = open_play.default_answer(table, seats[0])
    legal = open_play.legal_answers(table, seats[0]) or [default]
    return (Ask(seats[0], kind, default, tuple(legal)),)


def choosers(table: Table, mode: Mode) -> list[int]:
    """List the kingdoms that have a choice in the running stage, by seat."""
    if mode.open and table.stage in open_play.TURNS:
        seat = open_play.on_turn(table)
        chooses = seat is not None and len(open_play.legal_answers(table, seat)) > 1
        return [seat] if seat is not None and chooses else []
    living = sorted(table.living())
    if mode.one_sheet and table.stage == RECALL:
        # A kingdom without a tile will be out and has nothing to order (7).
        return [seat for seat in living if table.held(seat)]
    if table.stage == TITHE:
        return living if _can_tithe(table, living) else []
    chooses_in = _CHOICES[table.stage]
    return [seat for seat in living if chooses_in(table, seat)]


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
    RECALL: _chooses_home,
    BUILD: _chooses_purchase,
    FEED: _chooses_meals,
    DEPLOY: _chooses_tile,
}


def settle(table: Table, mode: Mode, chance: Chance) -> None:
    """Play on by the defaults until somebody has a choice or the campaign is over.

    At most one whole year passes so: where nobody ever has a choice again, the
    Recall of the next year asks all the same, and nothing loops.
    """
    last_year = table.year + 2
    while table.stage != OVER and not choosers(table, mode):
        if table.year >= last_year and table.stage == RECALL:
            return
        pass_on(table, mode, chance)


def pass_on(table: Table, mode: Mode, chance: Chance) -> None:
    """Play the running stage, or one turn of it in open play, by the defaults."""
    if mode.open and table.stage in open_play.TURNS:
        seat = open_play.on_turn(table)
        if seat is not None:
            open_play.take_turn(table, seat, None, chance)
            return
    play_stage(table, {}, chance)
