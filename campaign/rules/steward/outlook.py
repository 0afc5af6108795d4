"""What the steward sees from a kingdom's throne: worth of tiles, foes, ways, odds.

It looks only at what everybody may know: the map, its settlements and tokens. Worth is
in tenths of a point of the final count. Tiles are positions on the board. Whatever is
equally good is decided by ``lot``, never by a tile's number or direction: no corner of a
map is better for a steward than another.
Sources: campaign.md 3b (exploration), 3c, 3e (terrain), 6 (odds of a simple battle).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from campaign.rules.state import CAPITAL, CITY, FORTRESS, VILLAGE, Army, State
from campaign.rules.tokens import ways_of

if TYPE_CHECKING:
    from campaign.rules.system import CampaignGame

WORTH = {VILLAGE: 10, CITY: 20, FORTRESS: 25, CAPITAL: 40}
UNEXPLORED, FOREIGN, FOE = 15, 8, 12
"""What an unexplored tile, a foe's bare tile and a beaten enemy army are worth."""

FACES = 6
MASK = 2**32 - 1


class Reached(NamedTuple):
    """A tile that a token can reach: after how many months, by which first step.

    ``laid``: the army arrives on its side.
    """

    months: int
    tile: int
    step: int
    laid: bool


class Outlook:
    """The board as one kingdom sees it in this position."""

    __slots__ = (
        "board",
        "foe_ships",
        "foes",
        "friends",
        "luck",
        "owners",
        "rules",
        "seat",
        "settlements",
        "ways",
    )

    def __init__(self, game: CampaignGame, state: State, seat: int) -> None:
        """Look at a position from this seat."""
        self.board, self.rules, self.seat = game.board, game.rules, seat
        self.ways = ways_of(game.board)
        self.luck = _luck(state, seat)
        self.owners, self.settlements = state.owners, state.settlements
        index = game.board.index
        self.foes: dict[int, list[Army]] = {}
        self.friends: dict[int, list[Army]] = {}
        for army in state.armies:
            if army.tile is not None:
                side = self.friends if army.kingdom == seat else self.foes
                side.setdefault(index[army.tile], []).append(army)
        self.foe_ships = {index[ship.tile] for ship in state.ships if ship.kingdom != seat}

    def lot(self, tile: int) -> int:
        """Return what decides for or against a tile where others are as good; lowest first."""
        return lot(self.board.numbers[tile], self.luck)

    def worth(self, tile: int) -> int:
        """Return what it is worth to enter a tile that nobody defends; 0 for nothing."""
        owner = self.owners[tile]
        if owner == self.seat or not self.board.land[tile]:
            return 0
        if owner is not None:
            return FOREIGN + 2 * WORTH.get(self.settlements[tile] or "", 0)
        return UNEXPLORED + sum(self.is_unexplored(near) for near in self.ways.by_land[tile])

    def is_unexplored(self, tile: int) -> bool:
        """Tell whether a tile waits for somebody to explore it."""
        return self.owners[tile] is None and self.board.land[tile]

    def is_held_by_foes(self, tile: int) -> bool:
        """Tell whether an enemy token stands on a tile."""
        return tile in self.foes or tile in self.foe_ships

    def dangers(self, tile: int) -> list[Army]:
        """List the enemy armies that could march into a tile this month."""
        near = (self.foes.get(other) for other in self.ways.by_land[tile])
        return [army for armies in near if armies for army in armies]

    def lays_down(self, start: int, tile: int) -> bool:
        """Tell whether an army that crosses from one tile to another will lie down (3e)."""
        spot, roads = self.board.tiles[tile], self.rules.roads
        if roads and {self.settlements[start], self.settlements[tile]} & {CITY, CAPITAL}:
            return False
        return tile in self.ways.rough[start] or (spot.river and not (roads and spot.bridge))

    def reach(self, start: int, months: int, *, floats: bool = False) -> list[Reached]:
        """List the tiles that a token can enter within so many months, the nearest first.

        Nothing goes on through a tile where an enemy stands; a month on its side is a
        month lost.
        """
        steps = self.ways.by_water if floats else self.ways.by_land
        found: list[Reached] = []
        known = {start: start}
        fringe: list[list[int]] = [[] for _ in range(months + 2)]
        fringe[0].append(start)
        first = sorted(steps[start], key=self.lot)
        for now in range(months):
            for tile in fringe[now]:
                for near in first if tile == start else steps[tile]:
                    if near in known:
                        continue
                    laid = not floats and self.lays_down(tile, near)
                    known[near] = near if tile == start else known[tile]
                    found.append(Reached(now + 1, near, known[near], laid))
                    if not self.is_held_by_foes(near):
                        fringe[now + 1 + laid].append(near)
        return found

    def distances(self, goals: Iterable[int], *, floats: bool = False) -> dict[int, int]:
        """Return how many steps each tile lies from the nearest of some goals, if it does."""
        steps = self.ways.by_water if floats else self.ways.by_land
        fringe = list(goals)
        found = dict.fromkeys(fringe, 0)
        for tile in fringe:  # grows while it is read
            for near in steps[tile]:
                if near not in found:
                    found[near] = found[tile] + 1
                    fringe.append(near)
        return found

    def odds(
        self, mine: Sequence[int], theirs: Sequence[int], *, stood: bool, bonus: int = 0
    ) -> tuple[int, int]:
        """Return the chances in percent that armies of these points win and lose a land battle.

        ``stood``: the enemy defends, else we do; ``bonus`` is what the tile adds to who does.
        """
        if not theirs:
            return 100, 0
        if self.rules.concede and len(mine) != len(theirs):
            return (100, 0) if len(mine) > len(theirs) else (0, 100)
        shield = 1 + bonus
        ours = self._defence(mine) + (0 if stood else shield)
        other = self._defence(theirs) + (shield if stood else 0)
        return (
            chance_to_win(len(mine), other, len(theirs), ours),
            chance_to_win(len(theirs), ours, len(mine), other),
        )

    def _defence(self, points: Sequence[int]) -> int:
        """Return the usual Defence of these armies (6)."""
        if not self.rules.simple_points:
            return 4
        return round(sum(points) / len(points) / 100)


@lru_cache(maxsize=4096)
def chance_to_win(dice: int, need: int, other_dice: int, other_need: int) -> int:
    """Return in percent how often ``dice`` that hit on ``need`` beat the other side's."""
    ours, theirs = _hits(dice, need), _hits(other_dice, other_need)
    wins = sum(
        ours[hits] * theirs[less]
        for hits in range(len(ours))
        for less in range(len(theirs))
        if less < hits
    )
    return 100 * wins // int(FACES ** (dice + other_dice))


def _hits(dice: int, need: int) -> tuple[int, ...]:
    """Return in how many of all throws there are 0, 1, 2 ... hits."""
    good = max(0, min(FACES, FACES + 1 - need))
    return tuple(
        comb(dice, n) * int(good**n * (FACES - good) ** (dice - n)) for n in range(dice + 1)
    )


def _luck(state: State, seat: int) -> int:
    """Return what all lots of a seat hang on: another in each month of each campaign."""
    luck = seat
    for part in (state.year, state.summer.month, *state.order):
        luck = lot(part, luck)
    return lot(sum(kind is not None for kind in state.settlements), luck)


def lot(number: int, luck: int) -> int:
    """Mix two numbers into one that looks like chance but is the same each time."""
    mixed = (number * 0x9E3779B1 + luck * 0x85EBCA6B) & MASK
    mixed = ((mixed ^ mixed >> 15) * 0x2C1B3C6D) & MASK
    mixed = ((mixed ^ mixed >> 12) * 0x297A2D39) & MASK
    return mixed ^ mixed >> 15
