"""What one kingdom can choose in Setup: the start tiles with the land around them.

::

    can = setup_choices(game, state)
    [(start.tile, [near.terrain for near in start.around]) for start in can.starts]

Source: campaign.md 2.
"""

from __future__ import annotations

from dataclasses import dataclass

from campaign.rules.board import DIRECTIONS, Board
from campaign.rules.ruleset import HOMELAND
from campaign.rules.state import State
from campaign.rules.system import CampaignGame


@dataclass(frozen=True, slots=True)
class Neighbour:
    """One of the six tiles around a start tile, by its direction from there."""

    direction: str
    tile: int
    terrain: str
    river: bool


@dataclass(frozen=True, slots=True)
class Start:
    """A tile where a capital may be founded; ``around`` goes from the east counter-clockwise.

    ``homeland`` is what its neighbours get by default, by direction.
    """

    tile: int
    terrain: str
    river: bool
    name: str
    around: tuple[Neighbour, ...]
    homeland: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class SetupChoices:
    """The free start tiles, lowest number first, and the settlements of a homeland."""

    starts: tuple[Start, ...]
    settlements: tuple[str, ...]


def setup_choices(game: CampaignGame, state: State) -> SetupChoices:
    """Return what may be chosen in the state shown."""
    free = [tile for tile in game.board.starts if state.owners[tile] is None]
    return SetupChoices(tuple(start_of(game.board, tile) for tile in free), HOMELAND)


def start_of(board: Board, tile: int) -> Start:
    """Describe a start tile with its neighbours."""
    shown = board.tiles[tile]
    near = [
        (direction, board.tiles[other])
        for direction, other in zip(DIRECTIONS, board.across[tile], strict=True)
        if other is not None
    ]
    lowest = sorted(near, key=lambda pair: pair[1].number)
    homeland = [(pair[0], kind) for pair, kind in zip(lowest, HOMELAND, strict=False)]
    return Start(
        shown.number,
        shown.terrain,
        shown.river,
        shown.name,
        tuple(Neighbour(where, t.number, t.terrain, t.river) for where, t in near),
        tuple(homeland),
    )
