"""One battle while it is fought: where, between whom, and by what means.

The kinds of battle (``naval.py``, ``simple_battle.py``, ``land_water.py``) work on a ``Clash``
and return a ``Verdict``; ``results.py`` carries it out. Source: campaign.md 3c.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from campaign.rules.battle.choosing import SACRIFICE, Choose, Option, decide, preferred_sacrifice
from campaign.rules.field import Field
from campaign.rules.table import Table
from campaign.rules.tokens import Token
from games.engine.contract import Chance

WIN, DRAW, NONE, SLAUGHTER = "win", "draw", "none", "slaughter"
"""How a battle may end (3c, 3d); ``SLAUGHTER`` is also what a battle of that kind is called."""


class Verdict(NamedTuple):
    """How a battle ended; ``winner`` is set for a win only."""

    result: str
    winner: int | None = None


@dataclasses.dataclass(slots=True)
class Clash:
    """A battle on ``tile`` (position). ``reached`` collects where its tokens went."""

    table: Table
    field: Field
    choose: Choose
    chance: Chance
    number: int
    tile: int
    attacker: int
    defender: int
    reached: set[int] = dataclasses.field(default_factory=set)

    @property
    def sides(self) -> tuple[int, int]:
        """The two kingdoms, the attacker first."""
        return self.attacker, self.defender

    def enemy(self, seat: int) -> int:
        """Return the other side."""
        return self.defender if seat == self.attacker else self.attacker

    def upright(self, seat: int) -> list[Token]:
        """List a side's upright tokens here: armies by number, then ships by number."""
        return upright(self.field, self.tile, seat)

    def armies(self, seat: int) -> list[int]:
        """List the numbers of a side's upright armies here that are not aboard."""
        return [t.army for t in self.upright(seat) if t.ship is None and t.army is not None]

    def ships(self, seat: int) -> list[Token]:
        """List a side's upright ships and pairs here."""
        return [token for token in self.upright(seat) if token.floats]

    def tell(self, kind: str, /, **data: Any) -> None:
        """Note an event of this battle."""
        number = self.table.board.numbers[self.tile]
        self.table.tell(kind, battle=self.number, tile=number, **data)

    def decide(
        self, kind: str, seat: int, options: Sequence[Option], prefer: Callable[[], int]
    ) -> Option:
        """Let a side choose."""
        return decide(self.choose, kind, seat, options, prefer)

    def sacrifice(self, seat: int, tokens: Sequence[Token]) -> Token:
        """Let a side say which of its tokens is lost."""
        return self.decide(
            SACRIFICE, seat, tokens, lambda: preferred_sacrifice(self.field, seat, tokens)
        )

    def roll(self, seat: int, count: int, turn: int = 1) -> tuple[int, ...]:
        """Roll a side's dice of one round, and tell them."""
        who = "attacker" if seat == self.attacker else "defender"
        label = f"battle.{self.number}.{who}.{turn}"
        dice = self.chance.roll(label, 6, count) if count else ()
        self.tell("battle_rolled", kingdom=seat, round=turn, dice=",".join(map(str, dice)))
        return dice


def upright(field: Field, tile: int, seat: int) -> list[Token]:
    """List a kingdom's upright tokens on a tile: armies by number, then ships by number."""
    return [token for token in field.on(tile, seat) if field.upright(token)]
