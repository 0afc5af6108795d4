"""How promising a position is, and how the dice of an Attack may fall: for bots.

A position is worth its pieces, their tokens, how far its Pawns have come, and what either
side could slay next, by the exact chance of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp
from random import Random

from games.engine.chance import Seeded
from games.engine.contract import Ask, Chance, Json
from games.skirmish.combat import odds
from games.skirmish.geometry import SQUARE_OF, rank_of
from games.skirmish.moves import lands_on, targets_of
from games.skirmish.state import SLAIN, Fight, Piece, State
from games.skirmish.tasks import asked

ADVANTAGE, DISADVANTAGE, GRACE, STEP, CENTRE = 0.15, 0.2, 0.35, 0.04, 0.01
PRESSURE = 0.03
NEXT, LATER = 0.8, 0.5
"""What a chance to slay is worth to the side that Activates next, and to the other."""
SCALE = 3.0


def estimate(state: State, seat: int) -> float:
    """Return a number from 0 (lost) to 1 (won)."""
    lead = _strength(state, seat) - _strength(state, 1 - seat)
    return 1 / (1 + exp(-lead / SCALE))


def _strength(state: State, seat: int) -> float:
    worth = sum(worth_of(state, n) for n, p in enumerate(state.pieces) if p.seat == seat)
    worth += _pressure(state, seat)
    next_seat = asked(state)[0] if state.agenda and not state.over and state.pieces else seat
    if state.fight is not None or not state.turn:
        return worth
    return worth + (NEXT if next_seat == seat else LATER) * best_attack(state, seat)


def _pressure(state: State, seat: int) -> float:
    """Return what it is worth to stand near a piece that would win the game by standing there."""
    found = 0.0
    for target in state.pieces:
        if target.seat != seat and target.square >= 0 and target.entry.on["wins_at_end"]:
            rank, file = divmod(target.square, 8)
            for piece in state.pieces:
                if piece.seat == seat and piece.square >= 0 and not piece.entry.is_pawn:
                    near = max(abs(piece.square // 8 - rank), abs(piece.square % 8 - file))
                    found += PRESSURE * (7 - near)
    return found


def worth_of(state: State, number: int) -> float:
    """Return what a piece is worth where it stands, in points."""
    piece = state.pieces[number]
    if piece.square == SLAIN:
        return 0.0
    worth = piece.entry.cost + sum(rule.worth(state, number) for rule in piece.entry.on["worth"])
    worth += ADVANTAGE * min(piece.adv, 3) - DISADVANTAGE * min(piece.dis, 3)
    worth += GRACE * piece.grace
    return worth + (_place(piece) if piece.square >= 0 else 0.0)


def _place(piece: Piece) -> float:
    """Return what its square is worth: forward for Pawns, the middle files for all."""
    middle = CENTRE * (3.5 - abs(piece.square % 8 - 3.5))
    if not piece.entry.is_pawn:
        return middle
    rank = rank_of(piece.square)
    return middle + STEP * (rank - 1 if piece.seat == 0 else 8 - rank)


def best_attack(state: State, seat: int) -> float:
    """Return the best chance of a seat to slay something, times what that is worth."""
    return max(
        (
            float(odds(state, fight, (False, False))) * worth_of(state, fight.target)
            for fight in attacks(state, seat)
        ),
        default=0.0,
    )


def attacks(state: State, seat: int) -> Iterator[Fight]:
    """Yield every Attack that a seat's pieces could make, Activated or not."""
    for number, piece in enumerate(state.pieces):
        if piece.seat == seat and piece.square >= 0:
            for square in targets_of(state, number):
                yield Fight(number, state.board[square], lands_on(state, piece, square))


# Luck


class Loaded:
    """Dice that let the next Attack succeed, or fail; all other luck is as it comes."""

    def __init__(self, succeeds: bool, rng: Random) -> None:
        self.high = "attack" if succeeds else "defence"
        self.rest = Seeded(rng)

    def roll(self, label: str, sides: int, count: int = 1) -> tuple[int, ...]:
        """Roll the highest for one side of a fight and the lowest for the other."""
        if label.startswith(("attack", "defence")):
            return (sides if label.startswith(self.high) else 1,) * count
        return self.rest.roll(label, sides, count)

    def shuffle(self, label: str, size: int) -> tuple[int, ...]:
        """Return a random permutation."""
        return self.rest.shuffle(label, size)


def branches(state: State, seat: int, answer: Json, rng: Random) -> Sequence[tuple[float, Chance]]:
    """Return success and failure of the Attack that is rolled for right after this answer."""
    fight = _fight_at_once(state, answer)
    if fight is None:
        return ()
    chance = float(odds(state, fight, fight.spends))
    found: list[tuple[float, Chance]] = []
    for succeeds, weight in ((True, chance), (False, 1 - chance)):
        if weight:
            found.append((weight, Loaded(succeeds, Random(rng.random()))))
    return found


def _fight_at_once(state: State, answer: Json) -> Fight | None:
    """Return the fight that nobody is asked about any more after this answer."""
    if not isinstance(answer, str) or not state.agenda:
        return None
    pieces = state.pieces
    name, *args = state.agenda[-1]
    if name == "spend" and state.fight is not None:
        spends = answer == "spend"
        if args[0] == 1:
            return state.fight._replace(spends=(state.fight.spends[0], spends))
        return (
            None if pieces[state.fight.target].adv else state.fight._replace(spends=(spends, False))
        )
    if name not in ("activate", "act") or not answer.startswith("attack"):
        return None
    attacker, target = (state.board[SQUARE_OF[word]] for word in answer.split()[1:])
    if pieces[attacker].adv or pieces[target].adv:
        return None
    square = pieces[target].square
    return Fight(attacker, target, lands_on(state, pieces[attacker], square))


# What is worth comparing

SET_UP = ("tree", "deploy")
TREES_COMPARED = 5
"""Every so many squares for a Tree are looked at."""
MOST = 150


def shortlist(state: State, ask: Ask, first: bool) -> Sequence[Json]:
    """Return the answers that a bot compares.

    Its team is the default; what it plays through before it judges is one Activation.
    """
    if ask.kind == "team":
        return [ask.default]
    if not first and ask.kind in (*SET_UP, "activate"):
        return ()
    legal = ask.legal or ()
    return legal[::TREES_COMPARED] if ask.kind == "tree" else list(legal)[:MOST]
