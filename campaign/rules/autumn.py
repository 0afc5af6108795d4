"""Positions as they are at the end of a Summer, for the demo, trials and tests.

Borders grow from the start that the rules give, one tile a month and kingdom; armies
and ships stand somewhere in them. Not a played Summer, but a legal position.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from campaign.rules.setup.steps import empty_state, set_up
from campaign.rules.state import CITY, FORTRESS, RECALL, VILLAGE, Army, Ship, State
from campaign.rules.system import CampaignGame
from campaign.rules.year import begin_winter
from games.engine.chance import Seeded

FINDS = (None, None, None, None, VILLAGE, VILLAGE, CITY, FORTRESS)
"""What stands on a tile that was taken, each as likely as the others."""


def late_autumn(
    game: CampaignGame, rng: Random, *, months: int = 6, armies: int = 3, ships: int = 1
) -> State:
    """Return a position before the first Winter, with at most so many tokens a kingdom."""
    state = first_autumn(game, rng)
    owners, settlements = list(state.owners), list(state.settlements)
    for seat, index in _conquests(game, owners, months, rng):
        owners[index], settlements[index] = seat, rng.choice(FINDS)
    return replace(
        state,
        stage=RECALL,
        owners=tuple(owners),
        settlements=tuple(settlements),
        armies=tuple(_armies(game, owners, armies, rng)),
        ships=tuple(_ships(game, owners, ships)),
    )


def first_autumn(game: CampaignGame, rng: Random) -> State:
    """Return the first Winter's beginning after a Setup by its defaults and a Summer of rest."""
    table = game.table(empty_state(game.board, game.seats))
    set_up(table, {}, Seeded(rng))
    begin_winter(table)
    return table.freeze()


def _conquests(
    game: CampaignGame, owners: Sequence[int | None], months: int, rng: Random
) -> Iterator[tuple[int, int]]:
    """Yield (seat, tile position); the caller enters each in ``owners`` before the next."""
    for _month in range(months):
        for seat in range(game.seats):
            reach = {
                other
                for index, owner in enumerate(owners)
                if owner == seat
                for other in game.board.adjacent[index]
                if owners[other] is None and game.board.land[other]
            }
            if reach:
                yield seat, rng.choice(sorted(reach))


def _armies(
    game: CampaignGame, owners: Sequence[int | None], most: int, rng: Random
) -> Iterator[Army]:
    full = game.rules.army_points
    for seat in range(game.seats):
        tiles = _tiles_of(game, owners, seat)
        for number in range(1, min(most, game.rules.max_armies) + 1):
            points = full - rng.choice((0, 0, 100, 200)) if full > 200 else full
            yield Army(seat, number, points, rng.choice(tiles), upright=rng.random() < 0.7)


def _ships(game: CampaignGame, owners: Sequence[int | None], most: int) -> Iterator[Ship]:
    for seat in range(game.seats):
        waters = [
            number
            for number in _tiles_of(game, owners, seat)
            if game.board.harbour[game.board.index[number]]
        ]
        for place, number in enumerate(waters[:most]):
            yield Ship(seat, place + 1, number)


def _tiles_of(game: CampaignGame, owners: Sequence[int | None], seat: int) -> list[int]:
    return [n for n, owner in zip(game.board.numbers, owners, strict=True) if owner == seat]
