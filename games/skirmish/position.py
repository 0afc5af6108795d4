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

from collections.abc import Mapping
from typing import Any

from games.engine.contract import BadOptions, Json
from games.skirmish.cards import CARD_OF, CARDS
from games.skirmish.codec import settle_board
from games.skirmish.geometry import SQUARE_OF, mask_of
from games.skirmish.house import HOUSE
from games.skirmish.problems import problem
from games.skirmish.state import HAND, SLAIN, Piece, Setup, State, new_state

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
    if not 1 <= state.turn <= HOUSE.last_turn:
        raise _Bad(f"there is no turn {state.turn}")
    state.first = partial.get("first", partial.get("to_move", 0))
    state.mover = partial.get("to_move", state.first)
    state.trees = mask_of([SQUARE_OF[name] for name in partial.get("trees", ())])
    state.jokers_up = partial.get("jokers_up", HOUSE.joker_cards_up)
    state.marks = [list(marks) for marks in partial.get("marks", ((), ()))]
    _pieces(state, partial)
    _cards(state, partial)
    if skipped := partial.get("skipped"):
        state.skipped = (
            state.board[SQUARE_OF[skipped["pawn"]]],
            SQUARE_OF[skipped["square"]],
        )
    _stage(state, partial.get("stage", "activate"))
    return state


def _pieces(state: State, partial: Mapping[str, Any]) -> None:
    for seat, side in enumerate(("south", "north")):
        for name, text in partial.get(side, {}).items():
            state.pieces.append(_piece(state.setup, seat, text, SQUARE_OF[name]))
    for where, square in (("slain", SLAIN), ("hand", HAND)):
        for seat, entries in enumerate(partial.get(where, ())):
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


def _piece(setup: Setup, seat: int, text: str, square: int) -> Piece:
    name, *words = text.split()
    entry = setup.factions[seat].by_id.get(name)
    if entry is None:
        raise _Bad(f"{setup.factions[seat].id} has no {name}")
    counts = {"adv": 0, "dis": 0}
    flags = set()
    for word in words:
        key, _, number = word.partition("=")
        if key in counts:
            counts[key] = int(number)
        elif word in ("blessed", "cursed", "activated", "moved", "promoted", "used"):
            flags.add(word)
        else:
            raise _Bad(f"{word} says nothing about a piece")
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
    kept = partial.get("kept", (0, 0))
    state.kept = [
        [CARD_OF[text] for text in cards] if isinstance(cards, list) else [] for cards in kept
    ]
    named = [*top, *state.discard, *state.kept[0], *state.kept[1]]
    if len(set(named)) != len(named):
        raise _Bad("a card lies in two places")
    rest = [card for card in range(CARDS) if card not in named]
    for seat, count in enumerate(kept):
        if isinstance(count, int):
            state.kept[seat] = [rest.pop() for _ in range(count)]
    deck = top + rest
    size = partial.get("deck_size", len(deck))
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
