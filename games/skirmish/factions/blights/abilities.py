"""The rules of the Blights' pieces (Source: skirmish.md 15.4, 15.5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import games.skirmish.factions.blights.conjure  # noqa: F401 (its tasks)
from games.skirmish.abilities import Ability, Giver, Task
from games.skirmish.common_tasks import DECLINE
from games.skirmish.geometry import NAMES, NEXT_TO, SQUARE_OF, squares_in
from games.skirmish.house import HOUSE
from games.skirmish.play import Play
from games.skirmish.state import Fight, State, empty, on_board
from games.skirmish.tasks import Choice, choice
from games.skirmish.tokens import ADVANTAGE, BLESSING, CURSE, DISADVANTAGE, may_take


class FreezingReign(Ability):
    """Father Winter."""

    numbers = ("conjure", "protected_at")

    def start(self, play: Play, piece: int) -> Iterable[Task]:
        return [("conjure", play.state.pieces[piece].seat, self.data["conjure"], 0)]

    def is_protected(self, state: State, piece: int) -> bool:
        """Tell whether enough cards are kept."""
        return len(state.kept[state.pieces[piece].seat]) >= int(self.data["protected_at"])

    def may_take(self, state: State, piece: int, token: str, giver: Giver) -> bool:
        return token not in (CURSE, DISADVANTAGE) or not self.is_protected(state, piece)

    def survives(self, state: State, piece: int) -> bool:
        return self.is_protected(state, piece)

    def wins_at_end(self, state: State, piece: int) -> bool:
        return True

    def worth(self, state: State, piece: int) -> float:
        """He wins if he lives, and is safer the more cards are kept."""
        kept = len(state.kept[state.pieces[piece].seat])
        near_the_end = (state.turn / HOUSE.last_turn) ** 2
        return 10.0 * near_the_end + 0.08 * min(kept, int(self.data["protected_at"]))


class BoneChillingGale(Ability):
    """The Witch of November."""

    numbers = ("disadvantage", "conjure", "keep_at_least")

    def lost_attack(self, play: Play, piece: int, fight: Fight) -> Iterable[Task]:
        seat = play.state.pieces[piece].seat
        return [("give", fight.target, DISADVANTAGE, self.data["disadvantage"], seat, piece)]

    def slain(self, play: Play, piece: int, by: int) -> Iterable[Task]:
        seat = play.state.pieces[piece].seat
        return [("conjure", seat, self.data["conjure"], self.data["keep_at_least"])]


class WinterWonderland(Ability):
    """Jack Frost."""

    numbers = ("conjure",)

    def start(self, play: Play, piece: int) -> Iterable[Task]:
        if not play.state.jokers_up:
            return ()
        return [("wonderland", play.state.pieces[piece].seat, self.data["conjure"])]

    def conjure_choices(self) -> list[str]:
        """Return what a face-down Joker card offers in a Conjure."""
        return list(self.data["choices"])


class AncientObelisk(Ability):
    """The Solstice Totem stands where it stands."""

    immobile = True
    rooted = True

    def may_attack(self, state: State, piece: int) -> bool:
        return False

    def slain(self, play: Play, piece: int, by: int) -> Iterable[Task]:
        play.remove(by, BLESSING)
        play.remove(by, ADVANTAGE)
        return [("obelisk", play.state.pieces[piece].seat, piece, by)]


class NextSolstice(Ability):
    """The Solstice Totem conjures; what Bishops add is part of ``conjure``."""

    numbers = ("conjure",)

    def start(self, play: Play, piece: int) -> Iterable[Task]:
        return [("conjure", play.state.pieces[piece].seat, self.data["conjure"], 0)]


class GoodWilled(Ability):
    """The Barbegazi keeps out of the fight until only Rooks are left."""

    def is_alone(self, state: State, piece: int) -> bool:
        """Tell whether all pieces of its owner on the board are Rooks."""
        seat = state.pieces[piece].seat
        return all(state.pieces[n].entry.type.id == "rook" for n in on_board(state, seat))

    def may_attack(self, state: State, piece: int) -> bool:
        return self.is_alone(state, piece)

    def may_be_attacked(self, state: State, piece: int) -> bool:
        return self.is_alone(state, piece)

    def may_take(self, state: State, piece: int, token: str, giver: Giver) -> bool:
        return token != CURSE or self.is_alone(state, piece)


class LittleJig(Ability):
    """The Barbegazi dances."""

    numbers = ("conjure",)

    def castled(self, play: Play, piece: int) -> Iterable[Task]:
        return [("conjure", play.state.pieces[piece].seat, self.data["conjure"], 0)]

    def end(self, play: Play, piece: int) -> Iterable[Task]:
        return [("jig", piece)]


class WinterWrath(Ability):
    """The Yeti roars when the Activation is over."""

    numbers = ("conjure",)

    def won_attack(self, play: Play, piece: int, fight: Fight) -> Iterable[Task]:
        return self._wait(play, piece)

    def won_defence(self, play: Play, piece: int, fight: Fight) -> Iterable[Task]:
        return self._wait(play, piece)

    def _wait(self, play: Play, piece: int) -> Iterable[Task]:
        play.state.queue.append(("conjure", play.state.pieces[piece].seat, self.data["conjure"], 0))
        return ()


class NaturalCamouflage(Ability):
    """The Yeti is hard to find."""

    def may_take(self, state: State, piece: int, token: str, giver: Giver) -> bool:
        if token not in (CURSE, DISADVANTAGE):
            return True
        yeti = state.pieces[piece]
        if giver.seat == yeti.seat:
            return True
        if giver.piece < 0 or yeti.square < 0:
            return False
        square = state.pieces[giver.piece].square
        return square >= 0 and bool(NEXT_TO[yeti.square] >> square & 1)


class Prowl(Ability):
    """The Arctic Wolf."""

    numbers = ("conjure", "advantage")

    def start(self, play: Play, piece: int) -> Iterable[Task]:
        return [("prowl", piece, self.data["conjure"], self.data["advantage"])]


ABILITIES: Mapping[str, type[Ability]] = {
    "freezing_reign": FreezingReign,
    "bone_chilling_gale": BoneChillingGale,
    "winter_wonderland": WinterWonderland,
    "ancient_obelisk": AncientObelisk,
    "next_solstice": NextSolstice,
    "good_willed": GoodWilled,
    "little_jig": LittleJig,
    "winter_wrath": WinterWrath,
    "natural_camouflage": NaturalCamouflage,
    "prowl": Prowl,
}


# What they put on the agenda


@choice("wonderland")
class Wonderland(Choice):
    """Turn a Joker card down to conjure."""

    def seat(self, state: State, seat: int, count: int) -> int:
        return seat

    def options(self, state: State, seat: int, count: int) -> list[str]:
        return ["turn down", DECLINE] if state.jokers_up else [DECLINE]

    def take(self, play: Play, answer: str, seat: int, count: int) -> None:
        if answer != DECLINE:
            play.turn_joker(up=False)
            play.push([("conjure", seat, count, 0)])


@choice("obelisk")
class Obelisk(Choice):
    """Curse whoever slew the Totem, or do not."""

    def seat(self, state: State, seat: int, totem: int, by: int) -> int:
        return seat

    def options(self, state: State, seat: int, totem: int, by: int) -> list[str]:
        legal = may_take(state, by, CURSE, Giver(seat, totem))
        return ["curse", DECLINE] if legal and state.pieces[by].square >= 0 else []

    def take(self, play: Play, answer: str, seat: int, totem: int, by: int) -> None:
        if answer == "curse":
            play.give(by, CURSE, 1, Giver(seat, totem))


@choice("jig")
class Jig(Choice):
    """Put the Barbegazi on a free square around an ally next to it, or leave it."""

    def seat(self, state: State, piece: int) -> int:
        return state.pieces[piece].seat

    def options(self, state: State, piece: int) -> list[str]:
        dancer = state.pieces[piece]
        if dancer.square < 0:
            return []
        around = 0
        for ally in squares_in(state.occupied[dancer.seat] & NEXT_TO[dancer.square]):
            around |= NEXT_TO[ally]
        return [DECLINE, *(f"jig {NAMES[square]}" for square in squares_in(around & empty(state)))]

    def take(self, play: Play, answer: str, piece: int) -> None:
        if answer != DECLINE:
            play.relocate(piece, SQUARE_OF[answer.split()[1]])


@choice("prowl")
class Prowling(Choice):
    """Conjure a little, gain Advantage from a shivering enemy, or neither."""

    def seat(self, state: State, piece: int, conjures: int, advantage: int) -> int:
        return state.pieces[piece].seat

    def options(self, state: State, piece: int, conjures: int, advantage: int) -> list[str]:
        wolf = state.pieces[piece]
        beside = state.occupied[1 - wolf.seat] & NEXT_TO[wolf.square]
        shivers = any(state.pieces[state.board[square]].dis for square in squares_in(beside))
        return ["prowl conjure", *(["prowl advantage"] if shivers else []), DECLINE]

    def take(self, play: Play, answer: str, piece: int, conjures: int, advantage: int) -> None:
        seat = play.state.pieces[piece].seat
        if answer == "prowl conjure":
            play.push([("conjure", seat, conjures, 0)])
        elif answer == "prowl advantage":
            play.give(piece, ADVANTAGE, advantage, Giver(seat, piece))
