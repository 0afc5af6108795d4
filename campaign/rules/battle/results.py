"""What a battle's end brings: strategies, might, retreats, control, the winner's step.

Source: campaign.md 3d, and 3c for ``strategies`` and ``might``.
"""

from __future__ import annotations

from campaign.rules.battle.choosing import (
    ADVANCE,
    RETREAT,
    Stride,
    preferred_advance,
    preferred_retreat,
)
from campaign.rules.battle.clash import DRAW, WIN, Clash, Verdict
from campaign.rules.board import OCEAN
from campaign.rules.field import Field
from campaign.rules.tokens import Token, ways_of


def settle(clash: Clash, verdict: Verdict, *, lesson: bool = False, glory: bool = False) -> None:
    """Carry out a verdict.

    ``lesson``: a land battle that was fought, whose loser learns a strategy; ``glory``: it was
    won at the table. Both count only under their toggles.
    """
    winner = -1 if verdict.winner is None else verdict.winner
    clash.tell(
        "battle_ended",
        attacker=clash.attacker,
        defender=clash.defender,
        result=verdict.result,
        winner=winner,
    )
    if verdict.result == WIN:
        _learn(clash, winner, lesson=lesson, glory=glory)
        _win(clash, winner)
    elif verdict.result == DRAW:
        for seat in clash.sides:
            if clash.table.owners[clash.tile] != seat:
                _retreat(clash, seat, lies_down=False)


def _learn(clash: Clash, winner: int, *, lesson: bool, glory: bool) -> None:
    table, loser = clash.table, clash.enemy(winner)
    if lesson and table.rules.strategies:
        table.strategies[loser] += 1
        table.tell("strategy_learned", kingdom=loser, strategies=table.strategies[loser])
    if glory and table.rules.might:
        table.might[winner] += 1
        table.tell("might_won", kingdom=winner, might=table.might[winner])


def _win(clash: Clash, winner: int) -> None:
    table = clash.table
    _retreat(clash, clash.enemy(winner), lies_down=True)
    if table.board.land[clash.tile]:
        table.take(winner, clash.tile)
    if table.rules.winner_advance:
        _advance(clash, winner)


def _retreat(clash: Clash, seat: int, *, lies_down: bool) -> None:
    """Let every token of a side go to where its owner says, or be destroyed."""
    field = clash.field
    for token in field.on(clash.tile, seat):
        strides = [Stride(token, tile) for tile in havens(field, token, clash.tile)]
        if not strides:
            field.remove(token, "no_retreat")
            continue
        stride = _chosen_retreat(clash, seat, strides)
        field.move(token, stride.tile)
        if lies_down:
            field.lay(token)
        _tell_step(clash, "retreated", stride, upright=int(field.upright(token)))


def _chosen_retreat(clash: Clash, seat: int, strides: list[Stride]) -> Stride:
    return clash.decide(
        RETREAT, seat, strides, lambda: preferred_retreat(clash.field, seat, strides)
    )


def havens(field: Field, token: Token, tile: int) -> list[int]:
    """List where a token on a tile may retreat to, lowest tile number first."""
    owners, seat = field.table.owners, token.kingdom
    ocean = _open_ocean(field, token, tile)
    return sorted(ocean + [near for near in _near(field, token, tile) if owners[near] == seat])


def _near(field: Field, token: Token, tile: int) -> tuple[int, ...]:
    ways = ways_of(field.table.board)
    return ways.by_water[tile] if token.floats else ways.by_land[tile]


def _open_ocean(field: Field, token: Token, tile: int) -> list[int]:
    """List the adjacent ocean tiles without enemy ships, for a ship."""
    tiles = field.table.board.tiles
    return [
        near
        for near in _near(field, token, tile)
        if tiles[near].terrain == OCEAN and not field.has_enemy(near, token.kingdom)
    ]


def _advance(clash: Clash, winner: int) -> None:
    """Let one upright token of the tile move to an adjacent tile of the winner's, or none."""
    owners = clash.table.owners
    steps: list[Stride | None] = [None]
    for token in clash.upright(winner):
        near = _near(clash.field, token, clash.tile)
        steps += [Stride(token, tile) for tile in near if owners[tile] == winner]
    step = clash.decide(
        ADVANCE, winner, steps, lambda: preferred_advance(clash.table, winner, steps)
    )
    if step is not None:
        clash.field.move(step.token, step.tile)
        _tell_step(clash, "advanced", step)


def _tell_step(clash: Clash, kind: str, stride: Stride, **more: int) -> None:
    numbers = clash.table.board.numbers
    clash.reached.add(stride.tile)
    clash.table.tell(
        kind,
        kingdom=stride.token.kingdom,
        army=stride.token.army or 0,
        ship=stride.token.ship or 0,
        start=numbers[clash.tile],
        tile=numbers[stride.tile],
        **more,
    )
