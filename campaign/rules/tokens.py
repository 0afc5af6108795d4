"""Tokens on the board in Summer, and where they may go.

A token is an army, a ship, or a pair of both, which nothing but its owner's order splits.
Sources: campaign.md 1 (ship), 3a (limits of the move order).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from campaign.rules.board import OCEAN, WATER, Board
from games.engine.contract import Json


class Token(NamedTuple):
    """A kingdom's army, ship or pair, by their numbers; sorts armies first, then ships."""

    kingdom: int
    ship: int | None
    army: int | None

    @property
    def floats(self) -> bool:
        """Whether it moves as a ship."""
        return self.ship is not None

    @property
    def is_pair(self) -> bool:
        """Whether it is a ship with an army aboard."""
        return self.ship is not None and self.army is not None

    def named_by(self, army: int | None, ship: int | None) -> bool:
        """Tell whether these numbers mean this token; either half names a pair."""
        return (army is not None and army == self.army) or (ship is not None and ship == self.ship)


def token_json(token: Token) -> dict[str, Json]:
    """Write a token as sheets and answers name it: ``{"ship": 1, "army": 3}``, or one of them."""
    parts = {"ship": token.ship, "army": token.army}
    return {key: number for key, number in parts.items() if number is not None}


class Ways(NamedTuple):
    """For each tile position, the positions that may be entered from it, lowest number first."""

    by_land: tuple[tuple[int, ...], ...]
    by_water: tuple[tuple[int, ...], ...]
    rough: tuple[frozenset[int], ...]
    """The neighbours over whose edge with this tile mountain or forest lies, on either side."""


@lru_cache(maxsize=64)
def ways_of(board: Board) -> Ways:
    """Work out once where tokens may go on a board."""
    land, water, rough = [], [], []
    for tile in range(len(board.tiles)):
        marks = _edges(board, tile)
        land.append(tuple(sorted(n for n in marks if board.land[n] and WATER not in marks[n])))
        water.append(tuple(sorted(n for n in marks if _navigable(board, n))))
        rough.append(frozenset(n for n in marks if marks[n] & {"mountain", "forest"}))
    return Ways(tuple(land), tuple(water), tuple(rough))


def _edges(board: Board, tile: int) -> Mapping[int, frozenset[str]]:
    return {
        other: board.edge(tile, direction)
        for direction, other in enumerate(board.across[tile])
        if other is not None
    }


def _navigable(board: Board, tile: int) -> bool:
    """Tell whether ships may enter a tile: coast, ocean or river, never marsh."""
    return board.harbour[tile] or board.tiles[tile].terrain == OCEAN


def may_enter(board: Board, token: Token, start: int, tile: int) -> bool:
    """Tell whether a token may move from one position to another (3a, 3d)."""
    ways = ways_of(board)
    return tile in (ways.by_water[start] if token.floats else ways.by_land[start])
