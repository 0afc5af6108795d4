"""Fashion cards, and the end that one of them brings (courtier.md 11, 12)."""

from __future__ import annotations

from collections.abc import Callable

from games.courtier import board
from games.courtier.deck import Effect
from games.courtier.ending import finish
from games.courtier.state import Table


def reveal(table: Table, completer: int) -> bool:
    """Turn up the top fashion card and carry it out; ``False``: the game is over."""
    if not table.fashion:
        return True
    number, deck = table.fashion[0], table.rules.deck
    table.fashion = table.fashion[1:]
    table.seen += (number,)
    table.tell("fashion_shown", {"card": deck.fashion_ids[number]}, reveals=True)
    card = deck.fashions[number]
    if card.ends:
        finish(table, "queen_arrested")
        return False
    for effect in card.effects:
        EFFECTS[effect.op](table, effect, completer)
    return True


def _fill(table: Table, effect: Effect, completer: int) -> None:
    deck = table.rules.deck
    _sprinkled(table, board.sprinkle(table, deck.members[effect.coterie], max(deck.slots)))


def _sprinkle(table: Table, effect: Effect, completer: int) -> None:
    _sprinkled(table, board.sprinkle(table, range(len(table.free)), effect.amount))


def _sprinkled(table: Table, courtiers: dict[str, int]) -> None:
    if courtiers:
        table.tell("neutral_placed", {"courtiers": courtiers})


def _gain_each(table: Table, effect: Effect, completer: int) -> None:
    for seat in range(table.rules.seats):
        board.gain(table, seat, effect.amount, "fashion")


def _clear_neutral(table: Table, effect: Effect, completer: int) -> None:
    rules, cleared = table.rules, {}
    for courtier, name in enumerate(rules.deck.courtiers):
        place = courtier * rules.owners + rules.neutral
        if count := table.marks[place]:
            table.marks[place] = 0
            table.free[courtier] += count
            table.neutral += count
            cleared[name] = count
    if cleared:
        table.tell("neutral_cleared", {"courtiers": cleared})


def _new_petitions(table: Table, effect: Effect, completer: int) -> None:
    ids, row = table.rules.deck.petition_ids, table.row
    table.petition_deck += row
    table.bottom += len(row)
    table.tell("petitions_returned", {"petitions": [ids[one] for one in row]})
    table.row = next_petitions(table, table.rules.deck.setup.public)
    shown = [ids[one] for one in table.row]
    table.tell("petitions_shown", {"petitions": shown}, reveals=True)


def _vp_completer(table: Table, effect: Effect, completer: int) -> None:
    board.score(table, completer, effect.amount, "fashion")


EFFECTS: dict[str, Callable[[Table, Effect, int], None]] = {
    "fill": _fill,
    "sprinkle": _sprinkle,
    "gain_each": _gain_each,
    "clear_neutral": _clear_neutral,
    "new_petitions": _new_petitions,
    "vp_completer": _vp_completer,
}
"""The ops of fashion cards (11)."""


def next_petitions(table: Table, count: int) -> tuple[int, ...]:
    """Take up to ``count`` petitions from the top of their deck."""
    top, table.petition_deck = table.petition_deck[:count], table.petition_deck[count:]
    table.bottom = min(table.bottom, len(table.petition_deck))
    return top
