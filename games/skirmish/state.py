"""The state of a skirmish: the pieces, the terrain, the cards, and what is to be done next.

A ``State`` is never changed once a resolve has returned it; a resolve works on a copy.
``agenda`` holds what is still to be done, the next thing last (``games.skirmish.tasks``);
``queue`` what waits for "between Activations" (skirmish.md 4). Squares are numbers, sets of
squares masks (``games.skirmish.geometry``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from games.skirmish.abilities import Task
from games.skirmish.faction import Entry, Faction

HAND, SLAIN = -1, -2
"""Where a piece is that is not on the board: to be deployed, or in the slain pool."""


class Piece(NamedTuple):
    """One piece. ``grace``: 1 Blessed, -1 Cursed, 0 neither.

    ``fresh``: it has not Moved, Attacked or been relocated; ``promoted``: it was promoted, or
    Blessed in its place; ``used``: a rule that works once in a game has been used.
    """

    seat: int
    entry: Entry
    square: int
    adv: int = 0
    dis: int = 0
    grace: int = 0
    activated: bool = False
    fresh: bool = True
    promoted: bool = False
    used: bool = False


class Fight(NamedTuple):
    """An Attack being made. ``ends``: where the Attacker ends up if it succeeds."""

    attacker: int
    target: int
    ends: int
    spends: tuple[bool, bool] = (False, False)


class Setup(NamedTuple):
    """What the options say."""

    factions: tuple[Faction, Faction]
    points: tuple[int, int]
    teams: tuple[dict[str, int] | None, dict[str, int] | None]
    trees: int
    first: int | None


class State:
    """Everything about a skirmish at one moment. Equal when all but ``setup`` is equal."""

    __slots__ = (
        "active", "agenda", "board", "deck", "discard", "fight", "first", "jokers_up", "kept",
        "last_fight", "legal", "marks", "mover", "occupied", "over", "pieces", "queue", "setup",
        "shown", "skipped", "trees", "turn", "winners",
    )  # fmt: skip

    setup: Setup
    pieces: list[Piece]
    board: list[int]
    """The number of the piece on each square, -1: none."""
    occupied: list[int]
    """The squares of each seat's pieces."""
    trees: int
    deck: list[int]
    """The top card last."""
    discard: list[int]
    """The newest card last."""
    shown: list[int]
    """Cards turned over by a rule that has not yet said where they go."""
    kept: list[list[int]]
    """Cards kept aside by each seat, the one kept longest first."""
    jokers_up: int
    marks: list[list[str]]
    """By seat, what has come into force for the rest of the game, such as the Thaw."""
    turn: int
    first: int
    """The first player of this turn, and in set-up the first player."""
    mover: int
    """The seat that does the next thing in set-up or Activates next."""
    active: int
    """The piece whose Activation it is, -1: none."""
    skipped: tuple[int, int] | None
    """The Pawn that has just made a two-square Move, and the square it skipped."""
    fight: Fight | None
    last_fight: dict[str, Any] | None
    """What the last Attack came to, as its event says it."""
    agenda: list[Task]
    queue: list[Task]
    over: str
    """Why the game is over, "" while it is not."""
    winners: tuple[int, ...]
    legal: Sequence[str] | None
    """The legal answers, once they have been asked for; not part of the state."""

    def copy(self) -> State:
        """Return a state that may be changed."""
        new = State.__new__(State)
        new.setup = self.setup
        new.pieces = self.pieces.copy()
        new.board = self.board.copy()
        new.occupied = self.occupied.copy()
        new.trees = self.trees
        new.deck = self.deck.copy()
        new.discard = self.discard.copy()
        new.shown = self.shown.copy()
        new.kept = [cards.copy() for cards in self.kept]
        new.jokers_up = self.jokers_up
        new.marks = [marks.copy() for marks in self.marks]
        new.turn = self.turn
        new.first = self.first
        new.mover = self.mover
        new.active = self.active
        new.skipped = self.skipped
        new.fight = self.fight
        new.last_fight = self.last_fight
        new.agenda = self.agenda.copy()
        new.queue = self.queue.copy()
        new.over = self.over
        new.winners = self.winners
        new.legal = None
        return new

    def key(self) -> tuple[Any, ...]:
        """Return all that makes two states of one game equal."""
        return tuple(
            getattr(self, name) for name in self.__slots__ if name not in ("setup", "legal")
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.key() == other.key()

    __hash__ = None  # type: ignore[assignment]  # made of lists


def new_state(setup: Setup) -> State:
    """Return the state before anything has happened."""
    state = State.__new__(State)
    state.setup = setup
    state.pieces, state.board, state.occupied = [], [-1] * 64, [0, 0]
    state.trees = 0
    state.deck, state.discard, state.shown, state.kept = [], [], [], [[], []]
    state.jokers_up = 0
    state.marks = [[], []]
    state.turn = state.first = state.mover = 0
    state.active = -1
    state.skipped, state.fight, state.last_fight = None, None, None
    state.agenda, state.queue = [], []
    state.over, state.winners, state.legal = "", (), None
    return state


def on_board(state: State, seat: int) -> list[int]:
    """Return the pieces of a seat that stand on the board, by number."""
    return [
        number
        for number, piece in enumerate(state.pieces)
        if piece.seat == seat and piece.square >= 0
    ]


def empty(state: State) -> int:
    """Return the unoccupied squares: no piece and no terrain (skirmish.md 1)."""
    taken = state.occupied[0] | state.occupied[1] | state.trees
    return ~taken & ((1 << 64) - 1)
