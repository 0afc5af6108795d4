"""The state of a game of Winter: one immutable tuple.

Cards and colours are numbers here (``DECK.ids[card]``, ``DECK.colours[colour]``);
only ``codec``, ``view`` and the answers spell them out.
"""

from __future__ import annotations

from typing import NamedTuple

from games.winter.lattice import Lake, Pair

SETUP_PLACE = "setup_place"
CHOOSE_COLOUR = "choose_colour"
FREEZE = "freeze"
FREEZE_PLACE = "freeze_place"
THAW = "thaw"
KEEP_GROUP = "keep_group"
OVER = "over"
STAGES = (SETUP_PLACE, CHOOSE_COLOUR, FREEZE, FREEZE_PLACE, THAW, KEEP_GROUP)
"""The stages in which somebody is asked; they are the kinds of the asks too."""

SEATS = 2


class State(NamedTuple):
    """Where a game stands (Source: winter.md 4).

    ``colours`` is empty until they are chosen. ``deck`` has its top first.
    ``history`` holds the marks (``ending.mark_of``) of the positions after which the
    lake has kept all its cards, the present one last; before the thaw it is empty.
    In the stage ``over``, ``to_move`` is who would have been next.
    """

    stage: str
    to_move: int
    first: int
    colours: tuple[int, ...]
    deck: tuple[int, ...]
    drawn: int | None
    lake: Lake
    supply: Pair
    discarded: tuple[int, ...] = ()
    had_token: tuple[bool, bool] = (False, False)
    thaw_turns: int = 0
    history: tuple[str, ...] = ()

    @property
    def colour(self) -> int:
        """The colour of the seat to move; only once colours are chosen."""
        return self.colours[self.to_move]
