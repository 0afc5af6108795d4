"""Build a state from a scenario's partial position; refuse what play cannot lead to.

``court`` names members by letter: ``{card = "L7" | cards = [main first], holder, side}``.
Cards that are named nowhere lie in the pile, below those that ``pile`` names; with
``pile_size`` the rest of them lies at the bottom of the discard pile.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn, TypeVar

from games.engine.contract import BadOptions, Json
from games.engine.reading import number, truth
from games.winter_court.components import (
    BIT,
    CARD_READ,
    CARDS,
    LETTERS,
    MEMBER_OF,
    NAME,
    OTHERS,
    RANK,
    SUIT_BIT,
    SUITS_OF,
    TEXT,
    WIZARD,
)
from games.winter_court.problems import problem
from games.winter_court.state import (
    ACT,
    DRAW,
    KEEP,
    OVER,
    Influence,
    State,
    fresh_snapshot,
    royal_winner,
)

FIELDS = frozenset(
    ("court", "hands", "discard", "pile", "pile_size", "to_move", "first", "stage", "plays",
     "returned", "snapshot", "passed", "drawn", "turn")
)  # fmt: skip
MEMBER_FIELDS = frozenset(("card", "cards", "holder", "side"))

Value = TypeVar("Value")

NO_CARDS: tuple[int, ...] = ()


def position(partial: Json) -> State:
    """Return the state; raise ``BadOptions``."""
    if not isinstance(partial, dict):
        _refuse("bad_position")
    for name in partial:
        if name not in FIELDS:
            _refuse("unknown_field", str(name), name=str(name))
    state = _state(partial)
    _verify(state)
    return state


def _refuse(code: str, where: str = "", **params: Json) -> NoReturn:
    raise BadOptions(problem(code, where, **params))


def _read(
    partial: Mapping[str, Any], name: str, default: Value, read: Callable[[Any], Value]
) -> Value:
    """Read a field, or give its default; whatever is wrong in it is refused with its name."""
    if name not in partial:
        return default
    try:
        return read(partial[name])
    except BadOptions:
        raise
    except (TypeError, ValueError, KeyError, AttributeError, IndexError):
        _refuse("bad_field", name, name=name)


def _state(partial: Mapping[str, Any]) -> State:
    court, held = _read(partial, "court", _court({}), _court)
    hands = _read(partial, "hands", (NO_CARDS, NO_CARDS), _hands)
    mover = _read(partial, "to_move", 0, _seat)
    drawn = _read(partial, "drawn", NO_CARDS, _cards)
    stage = _read(partial, "stage", ACT, _stage)
    plays = _read(partial, "plays", 0, number(0, 2))
    returned = _read(partial, "returned", 0, _members)
    masks = [_mask(hand) for hand in hands]
    masks[mover] |= _mask(drawn)
    named = [card for there in court if there for card in there.cards]
    named += [card for hand in hands for card in hand]
    named += [card for card in drawn if card not in hands[mover]]
    pile, discard = _piles(partial, named)
    return State(
        stage=stage,
        to_move=mover,
        first=_read(partial, "first", 0, _seat),
        turn=_read(partial, "turn", 1, number(1, 10**6)),
        hands=(masks[0], masks[1]),
        pile=pile,
        discard=discard,
        court=court,
        held=held,
        snapshot=_read(partial, "snapshot", fresh_snapshot(held[mover]) | returned, _members),
        returned=returned,
        plays=plays,
        passed=_read(partial, "passed", stage == KEEP or (stage == DRAW and not plays), truth),
        drawn=drawn,
    )


# The fields, one by one


def _cards(given: Any) -> tuple[int, ...]:
    if not isinstance(given, list):
        raise TypeError
    return tuple(CARD_READ[text.lower()] for text in given)


def _hands(given: Any) -> tuple[tuple[int, ...], tuple[int, ...]]:
    one, two = given
    return _cards(one), _cards(two)


def _members(given: Any) -> int:
    if not isinstance(given, list):
        raise TypeError
    return sum(1 << member for member in {MEMBER_OF[letter] for letter in given})


def _seat(given: Any) -> int:
    return number(0, 1)(given)


def _stage(given: Any) -> str:
    return {name: name for name in (ACT, DRAW, KEEP, OVER)}[given]


def _court(given: Any) -> tuple[tuple[Influence | None, ...], tuple[int, int]]:
    there: list[Influence | None] = [None] * len(LETTERS)
    held = [0, 0]
    for letter, entry in given.items():
        member = MEMBER_OF[letter]
        holder = None if entry.get("holder") is None else _seat(entry["holder"])
        there[member] = _influence(member, entry, holder)
        if holder is not None:
            held[holder] |= 1 << member
    return tuple(there), (held[0], held[1])


def _influence(member: int, entry: Mapping[str, Any], holder: int | None) -> Influence | None:
    if not set(entry) <= MEMBER_FIELDS or {"card", "cards"} <= set(entry):
        raise ValueError
    cards = _cards([entry["card"]] if "card" in entry else entry.get("cards", []))
    if not cards:
        return None
    if len(cards) > 4:
        _refuse("too_many_cards", f"court.{LETTERS[member]}", member=NAME[member])
    side = entry.get("side")
    return Influence(
        cards,
        sum(RANK[card] for card in cards),
        _seat(side) if side is not None else holder or 0,
    )


def _mask(cards: Sequence[int]) -> int:
    mask = 0
    for card in cards:
        mask |= BIT[card]
    return mask


def _piles(
    partial: Mapping[str, Any], named: Sequence[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return pile and discard pile, the cards that are named nowhere in one of them."""
    top = _read(partial, "pile", NO_CARDS, _cards)
    discard = _read(partial, "discard", NO_CARDS, _cards)
    placed = [*named, *top, *discard]
    for place, card in enumerate(placed):
        if card in placed[:place]:
            _refuse("card_twice", card=TEXT[card])
    rest = tuple(card for card in range(CARDS) if card not in placed)
    size = _read(partial, "pile_size", len(top) + len(rest), number(0, CARDS))
    if not len(top) <= size <= len(top) + len(rest):
        _refuse("pile_size", "pile_size")
    down = size - len(top)
    return top + rest[:down], rest[down:] + discard


# What must fit together (winter_court.md 10)


def _verify(state: State) -> None:
    for member, there in enumerate(state.court):
        where = f"court.{LETTERS[member]}"
        if there and not SUITS_OF[member] & SUIT_BIT[there.cards[0]]:
            _refuse("wrong_main", where, card=TEXT[there.cards[0]], member=NAME[member])
        if not there and (state.held[0] | state.held[1]) >> member & 1:
            _refuse("no_cards", where, member=NAME[member])
    if state.stage != OVER and not state.pile:
        _refuse("empty_pile", "pile")
    if royal_winner(state.held) is None:
        if state.stage == OVER and state.pile:
            _refuse("bad_turn", "stage")
    elif state.stage != OVER:
        _refuse("four_royals", "court")
    _verify_turn(state)


def _verify_turn(state: State) -> None:
    mine = state.held[state.to_move]
    kept = state.snapshot & ~state.returned
    fits = {
        "snapshot": not state.snapshot & ~OTHERS and not kept & ~mine,
        "returned": not state.returned & ~state.snapshot,
        "plays": state.plays < 2 or bool(state.returned >> WIZARD & 1),
        "passed": state.stage == OVER
        or state.passed == (state.stage == KEEP or (state.stage == DRAW and not state.plays)),
        "stage": state.stage != KEEP or not state.plays,
    }
    for name, holds in fits.items():
        if not holds:
            _refuse("bad_turn", name)
    if len(state.drawn) != (2 if state.stage == KEEP else 0):
        _refuse("bad_drawn", "drawn")
