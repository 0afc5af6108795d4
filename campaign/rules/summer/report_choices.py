"""What one kingdom can say while its battles wait: where its tokens may go after them.

::

    can = report_choices(game, state, seat)
    [place.tile for place in can.havens], can.steps

Nothing here decides anything; ``Game.check`` takes more than what is offered, for a later
battle of the month may make it possible. Source: campaign.md 3a, 3d.
"""

from __future__ import annotations

from dataclasses import dataclass

from campaign.rules.battle.results import havens
from campaign.rules.field import Field
from campaign.rules.state import Plan, State
from campaign.rules.summer.choices import Place, TokenKey, place_on
from campaign.rules.system import CampaignGame
from campaign.rules.table import Table
from campaign.rules.tabletop.reports import battles_with
from campaign.rules.tokens import Token, ways_of


@dataclass(frozen=True, slots=True)
class ReportChoices:
    """Where a kingdom's tokens in waiting battles may go, and what it has said of that so far.

    ``havens`` are where one that is beaten may retreat to, ``steps`` each token that may move on
    after a win, with where to: none where the house has no such step. ``plan`` is what counts
    as long as nothing else is said: the month's instructions; empty in open play, where each
    choice is asked.
    """

    havens: tuple[Place, ...]
    steps: tuple[tuple[TokenKey, tuple[Place, ...]], ...]
    plan: Plan
    is_asked_later: bool


def report_choices(game: CampaignGame, state: State, seat: int) -> ReportChoices:
    """Return what a kingdom can say in a state whose battles wait."""
    table = game.table(state)
    field = Field(table)
    fought = [table.board.index[battle.tile] for battle in battles_with(table, seat)]
    tokens = [(token, tile) for tile in fought for token in field.on(tile, seat)]
    near = {haven for token, tile in tokens for haven in havens(field, token, tile)}
    steps = [(token, _steps(table, token, tile)) for token, tile in tokens]
    return ReportChoices(
        havens=tuple(_place(table, seat, tile) for tile in sorted(near)),
        steps=tuple(
            ((token.army, token.ship), tuple(_place(table, seat, tile) for tile in tiles))
            for token, tiles in steps
            if tiles and table.rules.winner_advance and field.upright(token)
        ),
        plan=table.plans[seat] if table.plans else Plan(),
        is_asked_later=game.mode.open,
    )


def _steps(table: Table, token: Token, tile: int) -> list[int]:
    ways = ways_of(table.board)
    near = ways.by_water[tile] if token.floats else ways.by_land[tile]
    return sorted(each for each in near if table.owners[each] == token.kingdom)


def _place(table: Table, seat: int, tile: int) -> Place:
    return place_on(table, seat, table.board.numbers[tile])
