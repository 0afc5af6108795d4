"""Where a piece may Move, what it may Attack, with whom it may Castle.

Answers are made as texts straight from the tables of ``geometry``. Source: skirmish.md 5, 6,
10, 11 (Castle, En Passant).
"""

from __future__ import annotations

from collections.abc import Iterable

from games.skirmish.geometry import (
    ACTIVATE,
    ATTACK,
    BETWEEN,
    CASTLE,
    FORWARD,
    MOVE,
    PAWN_ATTACKS,
    REACH,
    STAY,
    squares_in,
)
from games.skirmish.house import HOUSE
from games.skirmish.state import Piece, State


def activations(state: State, seat: int) -> list[str]:
    """Return all ways to Activate a piece of a seat.

    A piece with rules at the start of its Activation is only named (``activate e4``): they
    come before its action. Every other says at once what it does.
    """
    found: list[str] = []
    for number, piece in enumerate(state.pieces):
        if piece.seat == seat and piece.square >= 0 and not piece.activated:
            if piece.entry.starts:
                found.append(ACTIVATE[piece.square])
            else:
                _actions(state, number, piece, found)
    return found


def actions(state: State, number: int) -> list[str]:
    """Return the actions of a piece that is Activated now (skirmish.md 4)."""
    found: list[str] = []
    _actions(state, number, state.pieces[number], found)
    return found


def _actions(state: State, number: int, piece: Piece, found: list[str]) -> None:
    """Add the actions: Moves, Attacks, Castles, and staying put where no Move is legal."""
    before = len(found)
    hit = 0 if piece.entry.is_pawn else _slides(state, piece, found)
    if piece.entry.is_pawn:
        _pawn_moves(state, piece, found)
    has_move = len(found) > before
    targets = _targets(state, number, piece, hit)
    if targets:
        row = ATTACK[piece.square]
        found += [row[target] for target in targets]
    if piece.entry.castles:
        row = CASTLE[piece.square]
        found += [row[square] for square in castle_partners(state, piece)]
    if not has_move:
        found.append(STAY[piece.square])


def _slides(state: State, piece: Piece, found: list[str]) -> int:
    """Add the Moves of any piece but a Pawn; return what its Attack path meets first."""
    entry = piece.entry
    pieces = state.occupied[0] | state.occupied[1]
    taken = pieces | state.trees
    hit = 0
    if entry.through_trees and state.trees:
        for mask, line in REACH[entry.path][piece.square]:
            hit |= line[taken & mask].hit
            if not entry.immobile:
                reach = line[pieces & mask]
                if reach.ends & state.trees:
                    row = MOVE[piece.square]
                    found += [row[end] for end in squares_in(reach.ends & ~state.trees)]
                else:
                    found += reach.moves
        return hit
    for mask, line in REACH[entry.path][piece.square]:
        moves, met, _ = line[taken & mask]
        hit |= met
        if not entry.immobile:
            found += moves
    return hit


def _pawn_moves(state: State, piece: Piece, found: list[str]) -> None:
    """Add one square forward, and two for a fresh Pawn (skirmish.md 10)."""
    taken = state.occupied[0] | state.occupied[1] | state.trees
    step = FORWARD[piece.seat]
    one = piece.square + step
    if piece.entry.immobile or not 0 <= one < 64 or taken >> one & 1:
        return
    found.append(MOVE[piece.square][one])
    two = one + step
    if piece.fresh and 0 <= two < 64 and not taken >> two & 1:
        found.append(MOVE[piece.square][two])


def targets_of(state: State, number: int) -> list[int]:
    """Return the squares of the pieces that a piece may Attack from where it stands."""
    piece = state.pieces[number]
    taken = state.occupied[0] | state.occupied[1] | state.trees
    hit = 0
    if not piece.entry.is_pawn:
        for mask, line in REACH[piece.entry.path][piece.square]:
            hit |= line[taken & mask].hit
    return _targets(state, number, piece, hit)


def _targets(state: State, number: int, piece: Piece, hit: int) -> list[int]:
    """Return the squares of the pieces it may Attack."""
    entry = piece.entry
    enemies = state.occupied[1 - piece.seat]
    if entry.is_pawn:
        hit = PAWN_ATTACKS[piece.seat][piece.square]
        if state.skipped and entry.en_passant:
            hit |= _en_passant(state, piece)
    hit &= enemies
    if not hit:
        return []
    rules = entry.on["may_attack"]
    if rules and not all(rule.may_attack(state, number) for rule in rules):
        return []
    return [square for square in squares_in(hit) if _may_be_attacked(state, square)]


def _may_be_attacked(state: State, square: int) -> bool:
    number = state.board[square]
    rules = state.pieces[number].entry.on["may_be_attacked"]
    return not rules or all(rule.may_be_attacked(state, number) for rule in rules)


def _en_passant(state: State, piece: Piece) -> int:
    """Return the square of the Pawn that may be Attacked on the square it skipped, as a mask."""
    if state.skipped is None:
        return 0
    pawn, square = state.skipped
    other = state.pieces[pawn]
    beside = abs(other.square - piece.square) == 1 and other.square // 8 == piece.square // 8
    if other.seat == piece.seat or other.square < 0 or not beside:
        return 0
    taken = state.occupied[0] | state.occupied[1] | state.trees
    if taken >> square & 1 or not PAWN_ATTACKS[piece.seat][piece.square] >> square & 1:
        return 0
    return 1 << other.square


def lands_on(state: State, piece: Piece, target: int) -> int:
    """Return the square that an Attacker enters when it succeeds."""
    if piece.entry.is_pawn and not PAWN_ATTACKS[piece.seat][piece.square] >> target & 1:
        return state.skipped[1] if state.skipped else target
    return target


def castle_partners(state: State, piece: Piece) -> list[int]:
    """Return the squares of those with whom a Rook may Castle now (skirmish.md 11)."""
    if piece.entry.rooted:
        return []
    taken = state.occupied[0] | state.occupied[1] | state.trees
    return [
        partner.square
        for partner in _partners(state, piece.seat)
        if not partner.entry.rooted and not taken & BETWEEN.get((piece.square, partner.square), -1)
    ]


def _partners(state: State, seat: int) -> Iterable[Piece]:
    """Return the allies of the first type among the partners that stands on the board."""
    for type in HOUSE.castle_partners:
        found = [
            piece
            for piece in state.pieces
            if piece.seat == seat and piece.square >= 0 and piece.entry.type.id == type
        ]
        if found:
            return found
    return ()
