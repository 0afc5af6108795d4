"""The rules of the Plain Guard's pieces (Source: skirmish.md 16)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.skirmish.abilities import Ability, Giver, Task
from games.skirmish.common_tasks import DECLINE
from games.skirmish.geometry import NAMES, NEXT_TO, SQUARE_OF, squares_in
from games.skirmish.play import Play
from games.skirmish.state import State
from games.skirmish.tasks import Choice, choice
from games.skirmish.tokens import ADVANTAGE, BLESSING, may_take


class SteadyCommand(Ability):
    """The Captain."""

    numbers = ("advantage",)

    def start(self, play: Play, piece: int) -> Iterable[Task]:
        return [("steady_command", piece, self.data["advantage"])]


class Benediction(Ability):
    """The Chaplain."""

    def start(self, play: Play, piece: int) -> Iterable[Task]:
        return [("benediction", piece)]


ABILITIES: Mapping[str, type[Ability]] = {
    "steady_command": SteadyCommand,
    "benediction": Benediction,
}


def allies_beside(state: State, piece: int) -> list[int]:
    """Return the allies adjacent to a piece, by number."""
    one = state.pieces[piece]
    beside = state.occupied[one.seat] & NEXT_TO[one.square]
    return [state.board[square] for square in squares_in(beside)]


@choice("steady_command")
class GiveCommand(Choice):
    """An ally that has no Advantage gets some; it is not optional."""

    def seat(self, state: State, piece: int, count: int) -> int:
        return state.pieces[piece].seat

    def options(self, state: State, piece: int, count: int) -> list[str]:
        giver = Giver(state.pieces[piece].seat, piece)
        return [
            f"encourage {NAMES[state.pieces[ally].square]}"
            for ally in allies_beside(state, piece)
            if not state.pieces[ally].adv and may_take(state, ally, ADVANTAGE, giver)
        ]

    def take(self, play: Play, answer: str, piece: int, count: int) -> None:
        ally = play.state.board[SQUARE_OF[answer.split()[1]]]
        play.give(ally, ADVANTAGE, count, Giver(play.state.pieces[piece].seat, piece))


@choice("benediction")
class Bless(Choice):
    """An ally is Blessed, or nobody."""

    def seat(self, state: State, piece: int) -> int:
        return state.pieces[piece].seat

    def options(self, state: State, piece: int) -> list[str]:
        giver = Giver(state.pieces[piece].seat, piece)
        found = [
            f"bless {NAMES[state.pieces[ally].square]}"
            for ally in allies_beside(state, piece)
            if may_take(state, ally, BLESSING, giver)
        ]
        return [*found, DECLINE]

    def take(self, play: Play, answer: str, piece: int) -> None:
        if answer != DECLINE:
            ally = play.state.board[SQUARE_OF[answer.split()[1]]]
            play.give(ally, BLESSING, 1, Giver(play.state.pieces[piece].seat, piece))
