"""The state as JSON and back."""

from __future__ import annotations

from typing import Any

from games.engine.contract import Json
from games.skirmish.abilities import Task
from games.skirmish.cards import CARD_OF, TEXT
from games.skirmish.geometry import NAMES, SQUARE_OF, mask_of, squares_in
from games.skirmish.state import HAND, SLAIN, Fight, Piece, Setup, State, new_state

GRACES = {1: "blessed", -1: "cursed", 0: None}
_GRACE_OF = {text: number for number, text in GRACES.items()}


def encode(state: State) -> Json:
    """Return the state as JSON; cards lie top first in ``deck``, newest last elsewhere."""
    return {
        "turn": state.turn,
        "first": state.first,
        "mover": state.mover,
        "active": state.active,
        "trees": [NAMES[square] for square in squares_in(state.trees)],
        "pieces": [encode_piece(piece) for piece in state.pieces],
        "deck": [TEXT[card] for card in reversed(state.deck)],
        "discard": [TEXT[card] for card in state.discard],
        "shown": [TEXT[card] for card in state.shown],
        "kept": [[TEXT[card] for card in cards] for cards in state.kept],
        "jokers_up": state.jokers_up,
        "marks": [list(marks) for marks in state.marks],
        "skipped": _skipped(state),
        "fight": _fight(state),
        "last_fight": state.last_fight,
        "agenda": [list(task) for task in state.agenda],
        "queue": [list(task) for task in state.queue],
        "over": state.over,
        "winners": list(state.winners),
    }


def encode_piece(piece: Piece) -> dict[str, Json]:
    """Return a piece as JSON; ``square`` is null in hand and in the slain pool."""
    return {
        "seat": piece.seat,
        "entry": piece.entry.id,
        "square": NAMES[piece.square] if piece.square >= 0 else None,
        "where": "board" if piece.square >= 0 else "hand" if piece.square == HAND else "slain",
        "adv": piece.adv,
        "dis": piece.dis,
        "grace": GRACES[piece.grace],
        "activated": piece.activated,
        "fresh": piece.fresh,
        "promoted": piece.promoted,
        "used": piece.used,
    }


def _skipped(state: State) -> Json:
    if state.skipped is None:
        return None
    return {"piece": state.skipped[0], "square": NAMES[state.skipped[1]]}


def _fight(state: State) -> Json:
    if state.fight is None:
        return None
    attacker, target, ends, spends = state.fight
    return {"attacker": attacker, "target": target, "ends": NAMES[ends], "spends": list(spends)}


def decode(setup: Setup, data: Json) -> State:
    """Return the state that ``encode`` wrote."""
    state = new_state(setup)
    state.turn, state.first, state.mover = data["turn"], data["first"], data["mover"]
    state.active = data["active"]
    state.trees = mask_of([SQUARE_OF[name] for name in data["trees"]])
    state.pieces = [decode_piece(setup, one) for one in data["pieces"]]
    state.deck = [CARD_OF[text] for text in reversed(data["deck"])]
    state.discard = [CARD_OF[text] for text in data["discard"]]
    state.shown = [CARD_OF[text] for text in data["shown"]]
    state.kept = [[CARD_OF[text] for text in cards] for cards in data["kept"]]
    state.jokers_up = data["jokers_up"]
    state.marks = [list(marks) for marks in data["marks"]]
    if skipped := data["skipped"]:
        state.skipped = (skipped["piece"], SQUARE_OF[skipped["square"]])
    if fight := data["fight"]:
        spends = (fight["spends"][0], fight["spends"][1])
        state.fight = Fight(fight["attacker"], fight["target"], SQUARE_OF[fight["ends"]], spends)
    state.last_fight = data["last_fight"]
    state.agenda = [_task(task) for task in data["agenda"]]
    state.queue = [_task(task) for task in data["queue"]]
    state.over, state.winners = data["over"], tuple(data["winners"])
    settle_board(state)
    return state


def decode_piece(setup: Setup, data: Json) -> Piece:
    """Return the piece that ``encode_piece`` wrote."""
    square = SQUARE_OF.get(data["square"], HAND if data["where"] == "hand" else SLAIN)
    return Piece(
        data["seat"],
        setup.factions[data["seat"]].by_id[data["entry"]],
        square,
        data["adv"],
        data["dis"],
        _GRACE_OF[data["grace"]],
        data["activated"],
        data["fresh"],
        data["promoted"],
        data["used"],
    )


def _task(task: list[Any]) -> Task:
    return tuple(task)


def settle_board(state: State) -> None:
    """Work out who stands where from the pieces."""
    state.board = [-1] * 64
    state.occupied = [0, 0]
    for number, piece in enumerate(state.pieces):
        if piece.square >= 0:
            state.board[piece.square] = number
            state.occupied[piece.seat] |= 1 << piece.square
