"""Player order and the roll-offs that decide it.

Source: campaign.md 1, "player order" and "At random".
"""

from __future__ import annotations

from campaign.rules.table import Table
from games.engine.contract import Chance

MOST_ROLLS = 10
"""How many rolls in a row that separate nobody a tied group makes."""


def set_order(table: Table, chance: Chance) -> None:
    """Order the living kingdoms by armies, most first, ties at random; those out come last."""
    armies = [len(own) for own in table.armies]
    month = f".month{table.month}" if table.month else ""
    _arrange(table, chance, f"year{table.year}{month}", armies)


def draw_order(table: Table, chance: Chance) -> None:
    """Order all kingdoms at random, as at the start of the campaign."""
    _arrange(table, chance, "start", [0] * len(table.kingdoms))


def _arrange(table: Table, chance: Chance, occasion: str, armies: list[int]) -> None:
    dice = _RollOff(table, chance, occasion)
    alive = [seat for seat in range(len(armies)) if table.alive[seat]]
    order: list[int] = []
    for count in sorted({armies[seat] for seat in alive}, reverse=True):
        order += dice.rank([seat for seat in alive if armies[seat] == count])
    table.order = order + [seat for seat in range(len(armies)) if not table.alive[seat]]
    for place, seat in enumerate(order, start=1):
        table.tell("order_set", kingdom=seat, place=place, armies=len(table.armies[seat]))


class _RollOff:
    """The rolls of one ordering, labelled in sequence."""

    def __init__(self, table: Table, chance: Chance, occasion: str) -> None:
        self.table, self.chance, self.occasion = table, chance, occasion
        self.rolls = 0

    def rank(self, tied: list[int]) -> list[int]:
        """Rank a tied group (lowest seat first): high goes first, the equal roll again."""
        for _ in range(MOST_ROLLS):
            if len(tied) < 2:
                return tied
            dice = self._roll(tied)
            groups = [
                [seat for seat, die in zip(tied, dice, strict=True) if die == face]
                for face in sorted(set(dice), reverse=True)
            ]
            if len(groups) > 1:
                return [seat for group in groups for seat in self.rank(group)]
        return tied

    def _roll(self, tied: list[int]) -> tuple[int, ...]:
        self.rolls += 1
        dice = self.chance.roll(f"order.{self.occasion}.{self.rolls}", 6, len(tied))
        for seat, die in zip(tied, dice, strict=True):
            self.table.tell("order_rolled", kingdom=seat, die=die, roll=self.rolls)
        return dice
