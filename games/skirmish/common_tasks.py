"""What the common rules put on the agenda, and what any ability may (skirmish.md 11, 13)."""

from __future__ import annotations

from games.skirmish.abilities import Giver
from games.skirmish.geometry import NAMES, SQUARE_OF, ranks_mask, squares_in
from games.skirmish.house import HOUSE
from games.skirmish.play import Play
from games.skirmish.state import SLAIN, State, empty
from games.skirmish.tasks import Choice, choice, doing
from games.skirmish.tokens import BLESSING

DECLINE = "decline"


@doing("give")
def give(play: Play, number: int, token: str, count: int, seat: int, by: int) -> None:
    """Give tokens to a piece, if it still stands and may be given them."""
    if count and play.state.pieces[number].square >= 0:
        play.give(number, token, count, Giver(seat, by))


@choice("fools_endeavour")
class FoolsEndeavour(Choice):
    """Turn a Joker card over, in either direction, or do not."""

    def seat(self, state: State, seat: int) -> int:
        return seat

    def options(self, state: State, seat: int) -> list[str]:
        up, cards = state.jokers_up, HOUSE.joker_cards
        return [DECLINE, *(["turn up"] if up < cards else []), *(["turn down"] if up else [])]

    def take(self, play: Play, answer: str, seat: int) -> None:
        if answer != DECLINE:
            play.turn_joker(answer == "turn up")


@choice("promotion")
class Promotion(Choice):
    """Replace the Pawn by a slain ally, or leave it; with none to be had it is Blessed."""

    def seat(self, state: State, number: int) -> int:
        return state.pieces[number].seat

    def options(self, state: State, number: int) -> list[str]:
        found = dict.fromkeys(
            f"promote {piece.entry.id}"
            for piece in state.pieces
            if piece.seat == state.pieces[number].seat
            and piece.square == SLAIN
            and piece.entry.type.id not in HOUSE.promotion_never
            and not piece.entry.legendary
            and not piece.entry.never_promoted
        )
        return [*found, DECLINE] if found else ["bless"]

    def take(self, play: Play, answer: str, number: int) -> None:
        pawn = play.state.pieces[number]
        if answer == "bless":
            if play.give(number, BLESSING, 1, Giver(pawn.seat, number)):
                play.change(number, promoted=True)
        elif answer != DECLINE:
            _promote(play, number, answer.split()[1])


def _promote(play: Play, number: int, entry: str) -> None:
    pieces = play.state.pieces
    pawn = pieces[number]
    alike = [
        other
        for other, piece in enumerate(pieces)
        if piece.seat == pawn.seat and piece.square == SLAIN and piece.entry.id == entry
    ]
    # Of two alike, nobody wants back the one whose rule has been used up.
    newcomer = min(alike, key=lambda other: pieces[other].used)
    play.put(number, SLAIN)
    play.change(number, promoted=True, adv=0, dis=0, grace=0)
    play.put(newcomer, pawn.square)
    play.change(newcomer, activated=True)
    play.tell_of(
        "promoted",
        number,
        newcomer=newcomer,
        newcomer_entry=entry,
        square=NAMES[pawn.square],
    )


@choice("redeploy")
class Redeploy(Choice):
    """Put a piece on a free square of its owner's ranks; without one nothing happens."""

    def seat(self, state: State, number: int) -> int:
        return state.pieces[number].seat

    def options(self, state: State, number: int) -> list[str]:
        piece = state.pieces[number]
        if piece.entry.rooted or piece.entry.legendary and piece.square == SLAIN:
            return []
        home = home_ranks(piece.seat, HOUSE.redeploy_ranks)
        return [f"redeploy {NAMES[square]}" for square in squares_in(home & empty(state))]

    def take(self, play: Play, answer: str, number: int) -> None:
        play.redeploy(number, SQUARE_OF[answer.split()[1]])


def home_ranks(seat: int, count: int) -> int:
    """Return the ``count`` ranks nearest to a seat, as a mask."""
    return ranks_mask(1, count) if seat == 0 else ranks_mask(9 - count, 8)
