"""The common special rules that any faction may name (Source: skirmish.md 11)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from games.skirmish.abilities import ADVANTAGE, Ability, Giver, Task
from games.skirmish.geometry import rank_of
from games.skirmish.house import HOUSE

if TYPE_CHECKING:
    from games.skirmish.play import Play
    from games.skirmish.state import Fight, State


class FactionLeader(Ability):
    """Whoever slays it gains Advantage; no Pawn becomes it."""

    never_promoted = True

    def slain(self, play: Play, piece: int, by: int) -> Iterable[Task]:
        seat = play.state.pieces[piece].seat
        return [("give", by, ADVANTAGE, HOUSE.faction_leader_advantage, *Giver(seat, piece))]


class Legendary(Ability):
    """Once slain it never comes back."""

    legendary = True


class FoolsEndeavour(Ability):
    """After a successful Attack a Joker card may be turned over."""

    def won_attack(self, play: Play, piece: int, fight: Fight) -> Iterable[Task]:
        return [("fools_endeavour", play.state.pieces[piece].seat)]


class Castle(Ability):
    """It may swap squares with its King along a free line."""

    castles = True


class EnPassant(Ability):
    """It may Attack a Pawn on the square it has just skipped."""

    en_passant = True


class Promotion(Ability):
    """On the far rank it may become a slain ally."""

    def end(self, play: Play, piece: int) -> Iterable[Task]:
        pawn = play.state.pieces[piece]
        is_far = pawn.square >= 0 and rank_of(pawn.square) == (8, 1)[pawn.seat]
        return [("promotion", piece)] if is_far and not pawn.promoted else ()


class MountedAdvantage(Ability):
    """Against all but Knights it Attacks with a free source of Advantage."""

    def free_sources(self, state: State, piece: int, enemy: int) -> int:
        mounted = state.pieces[enemy].entry.type.id == HOUSE.mounted_not_against
        return 0 if mounted else HOUSE.mounted_sources


COMMON: Mapping[str, type[Ability]] = {
    "faction_leader": FactionLeader,
    "legendary": Legendary,
    "fools_endeavour": FoolsEndeavour,
    "castle": Castle,
    "en_passant": EnPassant,
    "promotion": Promotion,
    "mounted_advantage": MountedAdvantage,
}
"""By the name that a faction's file gives them."""
