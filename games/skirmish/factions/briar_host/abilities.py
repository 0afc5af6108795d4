"""The rules of the Briar Host's pieces (Source: skirmish.md 17)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.skirmish.abilities import Ability, Giver, Task
from games.skirmish.common_tasks import DECLINE
from games.skirmish.geometry import NAMES, NEXT_TO, SQUARE_OF, squares_in
from games.skirmish.play import Play
from games.skirmish.state import Fight, State, empty, on_board
from games.skirmish.tasks import Choice, choice
from games.skirmish.tokens import DISADVANTAGE, may_take


class Rootways(Ability):
    """Moves of the whole faction pass through Trees."""

    through_trees = True


class BarbedCrown(Ability):
    """The Thorn King."""

    numbers = ("disadvantage",)

    def won_defence(self, play: Play, piece: int, fight: Fight) -> Iterable[Task]:
        seat = play.state.pieces[piece].seat
        return [("give", fight.attacker, DISADVANTAGE, self.data["disadvantage"], seat, piece)]


class Snare(Ability):
    """The Bramble Queen."""

    numbers = ("disadvantage",)

    def start(self, play: Play, piece: int) -> Iterable[Task]:
        return [("snare", piece, self.data["disadvantage"])]


class DeepRoots(Ability):
    """The Old Oak."""

    numbers = ("defence",)

    def defence_bonus(self, state: State, piece: int, enemy: int) -> int:
        beside = state.trees & NEXT_TO[state.pieces[piece].square]
        return int(self.data["defence"]) if beside else 0


class Sapling(Ability):
    """The Seed-keeper."""

    def start(self, play: Play, piece: int) -> Iterable[Task]:
        return () if play.state.pieces[piece].used else [("sapling", piece)]


ABILITIES: Mapping[str, type[Ability]] = {
    "rootways": Rootways,
    "barbed_crown": BarbedCrown,
    "snare": Snare,
    "deep_roots": DeepRoots,
    "sapling": Sapling,
}


@choice("snare")
class LaySnare(Choice):
    """An enemy beside a Tree that has no Disadvantage gets some, or nobody."""

    def seat(self, state: State, piece: int, count: int) -> int:
        return state.pieces[piece].seat

    def options(self, state: State, piece: int, count: int) -> list[str]:
        seat = state.pieces[piece].seat
        found = [
            f"snare {NAMES[enemy.square]}"
            for number in on_board(state, 1 - seat)
            if not (enemy := state.pieces[number]).dis
            and state.trees & NEXT_TO[enemy.square]
            and may_take(state, number, DISADVANTAGE, Giver(seat, piece))
        ]
        return [*found, DECLINE]

    def take(self, play: Play, answer: str, piece: int, count: int) -> None:
        if answer != DECLINE:
            enemy = play.state.board[SQUARE_OF[answer.split()[1]]]
            play.give(enemy, DISADVANTAGE, count, Giver(play.state.pieces[piece].seat, piece))


@choice("sapling")
class PlantSapling(Choice):
    """A Tree goes to a free square beside the Bishop, once in a game, or stays."""

    def seat(self, state: State, piece: int) -> int:
        return state.pieces[piece].seat

    def options(self, state: State, piece: int) -> list[str]:
        free = squares_in(NEXT_TO[state.pieces[piece].square] & empty(state))
        found = [
            f"sapling {NAMES[tree]} {NAMES[square]}"
            for tree in squares_in(state.trees)
            for square in free
        ]
        return [*found, DECLINE]

    def take(self, play: Play, answer: str, piece: int) -> None:
        if answer == DECLINE:
            return
        _, tree, square = answer.split()
        play.state.trees ^= 1 << SQUARE_OF[tree] | 1 << SQUARE_OF[square]
        play.change(piece, used=True)
        play.tell_of("tree_moved", piece, **{"from": tree, "to": square})
