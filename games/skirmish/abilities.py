"""What a special rule may do: the hooks of a piece's rules, and how a faction offers them.

A rule is a subclass of ``Ability`` that overrides the hooks it needs; the faction's file
names it and holds its numbers (``docs/adding-a-faction.md``). Hooks that only look get the
``State``; hooks that act get the ``Play`` and return *tasks*, which are carried out in
order, before anything that was waiting (``games.skirmish.tasks``).

``piece`` and ``enemy`` are numbers of pieces.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from games.skirmish.play import Play
    from games.skirmish.state import Fight, State

ADVANTAGE, DISADVANTAGE, BLESSING, CURSE = "advantage", "disadvantage", "blessing", "curse"
"""The four kinds of tokens (skirmish.md 8)."""

Task = tuple[Any, ...]
"""The name of something to do and what it is done with: numbers and texts only."""


class Giver(NamedTuple):
    """Whose rule gives a token: a seat, and its piece if it is a rule of one (else -1)."""

    seat: int
    piece: int = -1


class Ability:
    """One special rule of a piece, or of a whole faction. ``data`` is its entry in the file."""

    immobile = False
    """It cannot Move."""
    rooted = False
    """It cannot be relocated in any way."""
    legendary = False
    """Once slain it never comes back."""
    never_promoted = False
    """No Pawn becomes it."""
    through_trees = False
    """Its Moves pass through Trees."""
    castles = False
    """It may Castle."""
    en_passant = False
    """It may Attack En Passant."""
    numbers: tuple[str, ...] = ()
    """What its entry in the file has to hold, each a whole number."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data

    # looking

    def may_attack(self, state: State, piece: int) -> bool:
        """Tell whether the piece may Attack."""
        return True

    def may_be_attacked(self, state: State, piece: int) -> bool:
        """Tell whether the piece may be Attacked."""
        return True

    def may_take(self, state: State, piece: int, token: str, giver: Giver) -> bool:
        """Tell whether the piece may be given such a token (``tokens``) by that giver."""
        return True

    def survives(self, state: State, piece: int) -> bool:
        """Tell whether the piece is Bumped where it would be slain (skirmish.md 7)."""
        return False

    def free_sources(self, state: State, piece: int, enemy: int) -> int:
        """Return how many free Advantage sources it has when it Attacks ``enemy``."""
        return 0

    def attack_bonus(self, state: State, piece: int, enemy: int) -> int:
        """Return what is added to its Attack total."""
        return 0

    def defence_bonus(self, state: State, piece: int, enemy: int) -> int:
        """Return what is added to its Defence total."""
        return 0

    def wins_at_end(self, state: State, piece: int) -> bool:
        """Tell whether its owner wins because it stands there when the last turn ends."""
        return False

    def worth(self, state: State, piece: int) -> float:
        """Return what the rule adds to the worth of the piece in points, for bots."""
        return 0.0

    # acting

    def turn_start(self, play: Play, piece: int) -> Iterable[Task]:
        """Act at the start of every turn."""
        return ()

    def start(self, play: Play, piece: int) -> Iterable[Task]:
        """Act at the start of its Activation."""
        return ()

    def end(self, play: Play, piece: int) -> Iterable[Task]:
        """Act at the end of its Activation."""
        return ()

    def castled(self, play: Play, piece: int) -> Iterable[Task]:
        """Act when it has Castled."""
        return ()

    def won_attack(self, play: Play, piece: int, fight: Fight) -> Iterable[Task]:
        """Act after its successful Attack."""
        return ()

    def lost_attack(self, play: Play, piece: int, fight: Fight) -> Iterable[Task]:
        """Act after its Attack was Defended."""
        return ()

    def won_defence(self, play: Play, piece: int, fight: Fight) -> Iterable[Task]:
        """Act after it Defended successfully."""
        return ()

    def slain(self, play: Play, piece: int, by: int) -> Iterable[Task]:
        """Act when it has been slain by the piece ``by``."""
        return ()


HOOKS = tuple(
    name for name, value in vars(Ability).items() if callable(value) and not name.startswith("_")
)
FLAGS = tuple(
    name for name, value in vars(Ability).items() if value is False and not name.startswith("_")
)


def overriding(abilities: Iterable[Ability], hook: str) -> tuple[Ability, ...]:
    """Return those of the abilities that do something on a hook."""
    plain = getattr(Ability, hook)
    return tuple(one for one in abilities if getattr(type(one), hook) is not plain)
