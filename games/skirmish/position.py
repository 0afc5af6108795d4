"""A state from a scenario's partial position.

::

    turn = 3
    to_move = 1
    south = { e4 = "captain adv=1", d4 = "spearman moved" }
    north = { e8 = "father_winter dis=2 cursed" }
    trees = ["d5"]
    cards = ["KS", "7D"]
    kept = [0, 10]

Words behind an entry: ``adv=n dis=n blessed cursed activated moved promoted used``. The deck
is ``cards`` first, then the rest in order (``deck_size``: so many of all, the rest discarded);
``kept`` names cards, or how many of the last ones. ``slain`` and ``hand`` list entries by
seat; ``skipped = { pawn = "d5", square = "d6" }``; ``jokers_up``; ``marks = [[], ["thaw"]]``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.contract import BadOptions, Json
from games.skirmish.cards import CARD_OF, CARDS
from games.skirmish.codec import settle_board
from games.skirmish.geometry import SQUARE_OF, mask_of
from games.skirmish.house import HOUSE
from games.skirmish.problems import problem
from games.skirmish.state import HAND, SLAIN, Piece, Setup, State, empty, new_state

FIELDS = (
    "turn", "first", "to_move", "south", "north", "slain", "hand", "trees", "cards", "deck_size",
    "discard", "kept", "jokers_up", "marks", "skipped", "stage",
)  # fmt: skip
STAGES = ("activate", "deploy")


class _Bad(Exception):
    """What is wrong with the position."""


def position(setup: Setup, partial: Json) -> State:
    """Return the state; raise ``BadOptions`` (``bad_position``)."""
    try:
        return _position(setup, partial)
    except _Bad as bad:
        raise BadOptions(problem("bad_position", what=str(bad))) from bad
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise BadOptions(problem("bad_position", what=f"{error!r}"[:200])) from error


def _position(setup: Setup, partial: Mapping[str, Any]) -> State:
    if unknown := set(partial) - set(FIELDS):
        raise _Bad(f"there is no field {sorted(unknown)[0]}")
    state = new_state(setup)
    state.turn = partial.get("turn", 1)
    if state.turn not in range(1, HOUSE.last_turn + 1) or type(state.turn) is not int:
        raise _Bad(f"there is no turn {state.turn}")
    state.first = _whole(partial, "first", partial.get("to_move", 0), 0, 1)
    state.mover = _whole(partial, "to_move", state.first, 0, 1)
    state.jokers_up = _whole(partial, "jokers_up", HOUSE.joker_cards_up, 0, HOUSE.joker_cards)
    state.marks = [[_text(mark) for mark in marks] for marks in _pair(partial, "marks", ((), ()))]
    trees = [SQUARE_OF[name] for name in partial.get("trees", ())]
    if len(set(trees)) != len(trees):
        raise _Bad("two Trees stand on one square")
    state.trees = mask_of(trees)
    _pieces(state, partial)
    _cards(state, partial)
    if skipped := partial.get("skipped"):
        state.skipped = _skipped(state, skipped)
    _stage(state, partial.get("stage", "activate"))
    return state


def _whole(partial: Mapping[str, Any], name: str, default: int, least: int, most: int) -> int:
    value = partial.get(name, default)
    if type(value) is not int or not least <= value <= most:
        raise _Bad(f"{name} is a whole number from {least} to {most}")
    return value


def _pair(
    partial: Mapping[str, Any], name: str, default: Sequence[Any], least: int = 2
) -> Sequence[Any]:
    """Return one thing for each seat, or for the first of them."""
    value: Sequence[Any] = partial.get(name, default)
    if not isinstance(value, list | tuple) or not least <= len(value) <= 2:
        raise _Bad(f"{name} is a list with an entry for each seat")
    return value


def _text(value: Json) -> str:
    if not isinstance(value, str):
        raise _Bad(f"{value!r} is no text")
    return value


def _skipped(state: State, skipped: Mapping[str, Any]) -> tuple[int, int]:
    """Return the Pawn that has just Moved two squares, and the square it skipped."""
    stands, square = SQUARE_OF[skipped["pawn"]], SQUARE_OF[skipped["square"]]
    number = state.board[stands]
    if number < 0 or not state.pieces[number].entry.is_pawn or not empty(state) >> square & 1:
        raise _Bad("skipped names a Pawn and the free square behind it")
    if stands - square != (8, -8)[state.pieces[number].seat]:
        raise _Bad("skipped names a Pawn and the free square behind it")
    return number, square


def _pieces(state: State, partial: Mapping[str, Any]) -> None:
    for seat, side in enumerate(("south", "north")):
        for name, text in partial.get(side, {}).items():
            state.pieces.append(_piece(state.setup, seat, text, SQUARE_OF[name]))
    for where, square in (("slain", SLAIN), ("hand", HAND)):
        for seat, entries in enumerate(_pair(partial, where, ((), ()), least=0)):
            state.pieces += [_piece(state.setup, seat, text, square) for text in entries]
    settle_board(state)
    if sum(piece.square >= 0 for piece in state.pieces) != sum(n >= 0 for n in state.board):
        raise _Bad("two pieces stand on one square")
    if (state.occupied[0] | state.occupied[1]) & state.trees:
        raise _Bad("a piece stands on a Tree")
    _check_allowances(state)


def _check_allowances(state: State) -> None:
    for seat in (0, 1):
        for entry in state.setup.factions[seat].entries:
            count = sum(p.seat == seat and p.entry is entry for p in state.pieces)
            if count > entry.most:
                raise _Bad(f"there are {count} of {entry.id}")


def _said(words: list[str]) -> tuple[dict[str, int], set[str]]:
    """Return a piece's tokens, counted, and what else is said of it."""
    counts, flags = {"adv": 0, "dis": 0}, set()
    for word in words:
        key, _, number = word.partition("=")
        if key in counts and number.isascii() and number.isdigit() and len(number) < 4:
            counts[key] = int(number)
        elif word in ("blessed", "cursed", "activated", "moved", "promoted", "used"):
            flags.add(word)
        else:
            raise _Bad(f"{word} says nothing about a piece")
    return counts, flags


def _piece(setup: Setup, seat: int, text: str, square: int) -> Piece:
    name, *words = text.split()
    entry = setup.factions[seat].by_id.get(name)
    if entry is None:
        raise _Bad(f"{setup.factions[seat].id} has no {name}")
    counts, flags = _said(words)
    if {"blessed", "cursed"} <= flags:
        raise _Bad(f"{name} is Blessed and Cursed")
    if square < 0 and (any(counts.values()) or flags & {"blessed", "cursed"}):
        raise _Bad(f"{name} is not on the board and has tokens")
    return Piece(
        seat,
        entry,
        square,
        counts["adv"],
        counts["dis"],
        ("blessed" in flags) - ("cursed" in flags),
        "activated" in flags,
        "moved" not in flags,
        "promoted" in flags,
        "used" in flags,
    )


def _cards(state: State, partial: Mapping[str, Any]) -> None:
    top = [CARD_OF[text] for text in partial.get("cards", ())]
    state.discard = [CARD_OF[text] for text in partial.get("discard", ())]
    kept = _pair(partial, "kept", (0, 0))
    state.kept = [
        [CARD_OF[text] for text in cards] if isinstance(cards, list) else [] for cards in kept
    ]
    named = [*top, *state.discard, *state.kept[0], *state.kept[1]]
    if len(set(named)) != len(named):
        raise _Bad("a card lies in two places")
    rest = [card for card in range(CARDS) if card not in named]
    for seat, count in enumerate(kept):
        if not isinstance(count, list):
            count = _whole({"kept": count}, "kept", 0, 0, len(rest))
            state.kept[seat] = [rest.pop() for _ in range(count)]
    deck = top + rest
    size = _whole(partial, "deck_size", len(deck), 0, len(deck))
    state.discard = deck[size:] + state.discard
    state.deck = deck[:size][::-1]


def _stage(state: State, stage: str) -> None:
    """Put on the agenda what comes next; a position asks for something at once."""
    if stage not in STAGES:
        raise _Bad(f"there is no stage {stage}")
    if stage == "deploy":
        if not any(p.seat == state.mover and p.square == HAND for p in state.pieces):
            raise _Bad("the seat to move has nothing to deploy")
        state.turn = 0
        seat = state.mover
        state.mover = 1 - seat
        state.agenda = [("deployment",), ("deploy", seat)]
        return
    if not (state.occupied[0] and state.occupied[1]):
        raise _Bad("both seats need a piece on the board")
    waiting = {p.seat for p in state.pieces if p.square >= 0 and not p.activated}
    if not waiting:
        raise _Bad("nobody has a piece left to Activate")
    seat = state.mover if state.mover in waiting else 1 - state.mover
    state.agenda = [("activate", seat)]
