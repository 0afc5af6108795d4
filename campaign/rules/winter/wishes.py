"""Sealed lists: round and round in player order, each kingdom's next line that is legal now.

On its turn a kingdom carries out the first line not yet executed, counted from the
top, that is legal, fully affordable and whose conditions all hold; otherwise it
passes. The step is over after one full round of passes. Source: campaign.md 4c.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, Protocol, TypeVar

from campaign.rules.ruleset import Price
from campaign.rules.table import Table
from campaign.rules.winter.sheets import Condition


class Line(Protocol):
    """A line of a wish list."""

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """What must hold before the line is carried out."""
        ...


L = TypeVar("L", bound=Line)


class Step(Generic[L]):
    """How one step of the winter plays a line: why not, for what price, and what then."""

    def __init__(
        self,
        name: str,
        fault: Callable[[Table, int, L], str],
        price: Callable[[Table, L], Price],
        carry_out: Callable[[Table, int, L], None],
    ) -> None:
        """Name the list and give the three functions; ``fault`` returns a code or nothing."""
        self.name, self.fault, self.price, self.carry_out = name, fault, price, carry_out

    def obstacle(self, table: Table, seat: int, line: L) -> tuple[str, str]:
        """Return why a line cannot be carried out now (reason, code), empty if it can."""
        code = self.fault(table, seat, line)
        if code:
            return "illegal", code
        if not all(holds(table, seat, condition) for condition in line.conditions):
            return "condition", ""
        return ("", "") if table.can_pay(seat, self.price(table, line)) else ("too_poor", "")


def holds(table: Table, seat: int, condition: Condition) -> bool:
    """Tell whether a condition holds for a kingdom now."""
    if condition.kind == "stock":
        return table.can_pay(seat, Price(condition.gold, condition.food))
    gifts = [
        gift
        for gift in table.gifts
        if gift.receiver == seat and condition.source in (None, gift.giver)
    ]
    gold, food = sum(gift.gold for gift in gifts), sum(gift.food for gift in gifts)
    return gold >= condition.gold and food >= condition.food


def play_lists(table: Table, step: Step[L], lists: Mapping[int, Sequence[L]]) -> None:
    """Carry out everybody's list until a full round of passes; tell each owner what was left."""
    players = table.living()
    pending = {seat: list(enumerate(lists.get(seat, ()))) for seat in players}
    passes = 0
    while passes < len(players):
        for seat in players:
            passes = 0 if _take_turn(table, step, seat, pending[seat]) else passes + 1
    for seat in players:
        for line, wish in pending[seat]:
            reason, code = step.obstacle(table, seat, wish)
            table.tell_only(
                seat,
                "line_unused",
                kingdom=seat,
                list=step.name,
                line=line,
                reason=reason,
                code=code,
            )


def _take_turn(table: Table, step: Step[L], seat: int, pending: list[tuple[int, L]]) -> bool:
    for place, (_, wish) in enumerate(pending):
        if not step.obstacle(table, seat, wish)[0]:
            del pending[place]
            step.carry_out(table, seat, wish)
            return True
    return False
