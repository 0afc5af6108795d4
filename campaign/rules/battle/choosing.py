"""Choices in battle: who is asked, what is preferred, and how open play replays them.

The rules of battles ask ``decide`` wherever a player has a choice. In sealed play the
month's standing instructions answer (``sealed``); in open play a ``Script`` holds the answers
and dice of the running battle and stops it, by ``Paused``, at the first choice that is not
answered yet. Sources: campaign.md 3a (the month's sheet), 3c, 3d, 6.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from campaign.rules.board import OCEAN
from campaign.rules.field import Field
from campaign.rules.state import CAPITAL, CITY, FORTRESS, VILLAGE, Plan
from campaign.rules.table import Table
from campaign.rules.tokens import Token, token_json
from games.engine.contract import Chance, Json

BATTLE, CONCEDE, LAST_STAND, ALLOCATE = "battle", "concede", "last_stand", "allocate"
SACRIFICE, BREAK_OFF, RETREAT, ADVANCE = "sacrifice", "break_off", "retreat", "advance"
CHOICES = (BATTLE, CONCEDE, LAST_STAND, ALLOCATE, SACRIFICE, BREAK_OFF, RETREAT, ADVANCE)
"""Every kind of choice."""

NOBODY = "pass"
"""The answer to ``advance`` that moves no token."""

Option = TypeVar("Option")
Choose = Callable[[str, int, Sequence[Any], int], int]
"""``choose(kind, seat, options, preferred)`` returns the index of the option taken."""

ANSWER, DICE = 0, 1
_NOTHING = Plan()
_BEST = (CAPITAL, FORTRESS, CITY, VILLAGE, None)


class Pick(NamedTuple):
    """A battle that a kingdom may start: where (position), against whom, what is fought."""

    tile: int
    enemy: int
    kind: str


class Shot(NamedTuple):
    """A die to be played at an enemy army, by its number."""

    die: int
    army: int


class Stride(NamedTuple):
    """A token's step to an adjacent tile (position): a retreat or an advance."""

    token: Token
    tile: int


class Choice(NamedTuple):
    """A choice that open play asks for. ``options`` are JSON, ``preferred`` is their default.

    ``battle`` is the number of the running battle and ``tile`` its tile's number; both are 0
    while a battle is still to be picked.
    """

    kind: str
    seat: int
    options: tuple[Json, ...]
    preferred: int
    battle: int = 0
    tile: int = 0


def decide(
    choose: Choose, kind: str, seat: int, options: Sequence[Option], prefer: Callable[[], int]
) -> Option:
    """Return the option taken; where there is only one nobody is asked."""
    if len(options) == 1:
        return options[0]
    return options[choose(kind, seat, options, prefer())]


def sealed(kind: str, seat: int, options: Sequence[Any], preferred: int) -> int:
    """Choose as the standing instructions say, which is what every preference is made of."""
    return preferred


def plan_of(table: Table, seat: int) -> Plan:
    """Return a kingdom's standing instructions; open play has none."""
    return table.plans[seat] if table.plans else _NOTHING


def preferred_pick(table: Table, seat: int, picks: Sequence[Pick]) -> int:
    """Prefer as ``battles`` says, else the lowest tile and seat, land before naval (3a).

    The picks come in that order. The kind counts only where both are possible.
    """
    numbers = table.board.numbers
    for tile, enemy, kind in plan_of(table, seat).battles:
        fitting = [
            i for i, pick in enumerate(picks) if pick.enemy == enemy and numbers[pick.tile] == tile
        ]
        if fitting:
            return next((i for i in fitting if picks[i].kind == kind), fitting[0])
    return 0


def preferred_sacrifice(field: Field, seat: int, tokens: Sequence[Token]) -> int:
    """Prefer as ``sacrifice`` says, else fewest points, lone before pair, highest number (3a)."""
    for army, ship in plan_of(field.table, seat).sacrifice:
        for i, token in enumerate(tokens):
            if token.named_by(army, ship):
                return i
    return min(range(len(tokens)), key=lambda i: _dearness(field, tokens[i]))


def _dearness(field: Field, token: Token) -> tuple[int, bool, int]:
    number = token.army if token.ship is None else token.ship
    return field.points(token), token.is_pair, -(number or 0)


def preferred_retreat(field: Field, seat: int, strides: Sequence[Stride]) -> int:
    """Prefer as ``retreat`` says, else the safest and best tile by 3d's default."""
    numbers = field.table.board.numbers
    for tile in plan_of(field.table, seat).retreat:
        for i, stride in enumerate(strides):
            if numbers[stride.tile] == tile:
                return i
    return min(range(len(strides)), key=lambda i: _remoteness(field, seat, strides[i].tile))


def _remoteness(field: Field, seat: int, tile: int) -> tuple[bool, bool, int, int]:
    table = field.table
    is_ocean = table.board.tiles[tile].terrain == OCEAN
    return field.has_enemy(tile, seat), is_ocean, _BEST.index(table.settlements[tile]), tile


def preferred_advance(table: Table, seat: int, strides: Sequence[Stride | None]) -> int:
    """Prefer as ``advance`` says; by default nobody moves, which is the first option (3a)."""
    numbers = table.board.numbers
    for army, ship, tile in plan_of(table, seat).advance:
        for i, stride in enumerate(strides):
            if stride and numbers[stride.tile] == tile and stride.token.named_by(army, ship):
                return i
    return 0


def option_json(table: Table, option: Any) -> Json:
    """Write an option as the answer that takes it."""
    numbers = table.board.numbers
    if option is None:
        return NOBODY
    if isinstance(option, Pick):
        return {"tile": numbers[option.tile], "enemy": option.enemy, "kind": option.kind}
    if isinstance(option, Shot):
        return {"die": option.die, "army": option.army}
    if isinstance(option, Stride):
        return {**token_json(option.token), "to": numbers[option.tile]}
    return token_json(option) if isinstance(option, Token) else option


class Paused(Exception):
    """Open play has come to a choice that is not answered yet; the options are native."""

    def __init__(self, kind: str, seat: int, options: Sequence[Any], preferred: int) -> None:
        self.kind, self.seat, self.options, self.preferred = kind, seat, options, preferred
        super().__init__(kind)


class NoDice(Exception):
    """A replay without chance came to dice that were never rolled: the state was edited."""


class Script:
    """The answers and dice of one battle: replayed first, then gone on with.

    ``entries`` are ``(ANSWER, index)`` and ``(DICE, faces...)`` in the order they were needed.
    ``answer`` is the one that comes after them. An entry that does not fit, since the state
    was edited meanwhile, ends the replay there: it and all that follow are forgotten.
    """

    def __init__(
        self, entries: Sequence[tuple[int, ...]], answer: int | None, chance: Chance | None
    ) -> None:
        self._left = list(entries)
        self._answer, self._chance = answer, chance
        self.entries: list[tuple[int, ...]] = []

    def choose(self, kind: str, seat: int, options: Sequence[Any], preferred: int) -> int:
        """Take the recorded answer, or the new one, or stop the battle here."""
        index = self._recorded_answer(len(options))
        if index is None:
            index, self._answer = self._answer, None
        if index is None or not 0 <= index < len(options):
            raise Paused(kind, seat, options, preferred)
        self.entries.append((ANSWER, index))
        return index

    def _recorded_answer(self, options: int) -> int | None:
        if self._left:
            kind, *rest = self._left.pop(0)
            if kind == ANSWER and len(rest) == 1 and 0 <= rest[0] < options:
                return rest[0]
            self._left.clear()
        return None

    def roll(self, label: str, sides: int, count: int = 1) -> tuple[int, ...]:
        """Give the recorded dice, or roll and record new ones."""
        faces = self._recorded_dice(count)
        if faces is None or not all(1 <= face <= sides for face in faces):
            faces = self._source().roll(label, sides, count)
        return self._kept(faces)

    def shuffle(self, label: str, size: int) -> tuple[int, ...]:
        """Give the recorded permutation, or draw and record a new one."""
        order = self._recorded_dice(size)
        if order is None or sorted(order) != list(range(size)):
            order = self._source().shuffle(label, size)
        return self._kept(order)

    def _recorded_dice(self, count: int) -> tuple[int, ...] | None:
        if self._left:
            kind, *faces = self._left.pop(0)
            if kind == DICE and len(faces) == count:
                return tuple(faces)
        return None

    def _source(self) -> Chance:
        """Return where new dice come from; an answer that nobody asked for yet is forgotten."""
        self._left.clear()
        self._answer = None
        if self._chance is None:
            raise NoDice
        return self._chance

    def _kept(self, faces: tuple[int, ...]) -> tuple[int, ...]:
        self.entries.append((DICE, *faces))
        return faces
