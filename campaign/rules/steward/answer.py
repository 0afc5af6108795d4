"""The built-in steward: plays a kingdom sensibly through a whole year, without any chance.

::

    answer = steward_answer(game, state, seat, ask)
    game.check(state, seat, answer)    # always passes

It explores and takes what is weakly held, guards what is threatened, feeds what it
recruits, and uses only what the seat may know: a host gives it a state imagined from the
seat's view. Source: campaign.md 7 (``absent = "steward"``, regents).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from campaign.rules.outside import TABLETOP
from campaign.rules.state import (
    BANNER,
    BUILD,
    DEPLOY,
    FOUND,
    HOMELAND,
    MONTH,
    MUSTER,
    ORDERS,
    REPORT,
    SETUP,
    WINTER,
    State,
)
from campaign.rules.steward.month import month_orders
from campaign.rules.steward.setup import (
    homeland_at,
    muster_at,
    race_of,
    ranked_starts,
    setup_sheet,
)
from campaign.rules.steward.winter import build_sheet, placements, purchases, winter_sheet
from campaign.rules.summer_codec import order_json
from campaign.rules.winter.sheets import purchase_json
from games.engine.contract import Ask, Json

if TYPE_CHECKING:
    from campaign.rules.system import CampaignGame


def steward_answer(game: CampaignGame, state: State, seat: int, ask: Ask) -> Json:
    """Return the steward's answer to what a seat is asked; one of ``legal`` if there is such."""
    if ask.legal is not None:
        return _first_legal(_wanted(game, state, seat), ask)
    return _sheet(game, state, seat, ask.kind)


def _sheet(game: CampaignGame, state: State, seat: int, kind: str) -> Json:
    if kind == SETUP:
        return setup_sheet(game.board, seat)
    if kind == BANNER:
        return {"race": race_of(seat)}
    if kind == MONTH:
        return month_sheet(game, state, seat)
    if kind == WINTER:
        return winter_sheet(game, state, seat)
    if kind == BUILD:
        return build_sheet(game, game.table(state), seat)
    if kind == DEPLOY:
        lines = [list(line) for line in placements(game, state, seat)]
        return {"placements": lines} if lines else {}
    if kind == REPORT:
        return reports_sheet(state, seat)
    return {}  # recall, court, tithe and feed: the defaults serve a steward


def month_sheet(game: CampaignGame, state: State, seat: int) -> Json:
    """Return a month's sheet; in a lost battle of ships it breaks off in time."""
    sheet: dict[str, Any] = {}
    lines = [order_json(order) for order in month_orders(game, state, seat)]
    if lines:
        sheet["orders"] = lines[: game.limits.lines]
    if any(ship.kingdom == seat for ship in state.ships):
        sheet["break_off"] = True
    return sheet


def reports_sheet(state: State, seat: int) -> Json:
    """Leave every battle on a table to the dice: a steward fights on none."""
    lines = [
        left_to_dice(battle.tile)
        for battle in state.summer.waiting
        if battle.report is None
        and battle.mode == TABLETOP
        and seat in (battle.attacker, battle.defender)
    ]
    return {"reports": lines} if lines else {}


def left_to_dice(tile: int) -> Json:
    """Return the line of a steward's report on a battle."""
    return {"tile": tile, "simple": True}


def _wanted(game: CampaignGame, state: State, seat: int) -> Iterable[Json]:
    """Return answers of open play, best first; where the steward has no wish, none."""
    if state.stage == FOUND:
        return [game.board.numbers[tile] for tile in ranked_starts(game.board)]
    if state.stage == HOMELAND:
        return [homeland_at(game.board, _capital(game, state, seat), seat)]
    if state.stage == MUSTER:
        return [muster_at(homeland_at(game.board, _capital(game, state, seat), seat))]
    if state.stage == ORDERS:
        return [order_json(order) for order in month_orders(game, state, seat)]
    if state.stage == BUILD:
        return [purchase_json(line) for line in purchases(game, game.table(state), seat)]
    if state.stage == DEPLOY:
        return [list(line) for line in placements(game, state, seat)]
    return []


def _capital(game: CampaignGame, state: State, seat: int) -> int:
    return game.board.index[state.kingdoms[seat].original_capital or 0]


def _first_legal(wanted: Iterable[Json], ask: Ask) -> Json:
    """Return the first wish that is legal, else the default."""
    legal = ask.legal or ()
    return next((answer for answer in wanted if answer in legal), ask.default)
