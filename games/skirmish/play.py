"""A resolve at work: a copy of the state, the chance, and the events so far.

Everything that changes a state goes through these methods, so that the board, the
occupied squares and the events never disagree.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.engine.contract import Chance, Event, Json
from games.skirmish.abilities import Giver, Task
from games.skirmish.cards import texts_of
from games.skirmish.geometry import NAMES
from games.skirmish.house import HOUSE
from games.skirmish.state import HAND, SLAIN, Piece, State
from games.skirmish.tokens import ADVANTAGE, BLESSING, CURSE, DISADVANTAGE, may_take


class Play:
    """What one resolve does. ``state`` may be changed here and nowhere else."""

    def __init__(self, state: State, chance: Chance) -> None:
        self.state = state
        self.chance = chance
        self.events: list[Event] = []
        self._labels: dict[str, int] = {}

    # telling and chance

    def tell(self, kind: str, **data: Json) -> None:
        """Tell everybody of something."""
        self.events.append(Event(kind, data, None))

    def tell_drawn(self, kind: str, **data: Json) -> None:
        """Tell everybody of something that chance or a hidden pile has brought."""
        self.events.append(Event(kind, data, None, reveals=True))

    def tell_of(self, kind: str, number: int, **data: Json) -> None:
        """Tell everybody of something about a piece: its seat and entry are added."""
        piece = self.state.pieces[number]
        self.tell(kind, seat=piece.seat, piece=number, entry=piece.entry.id, **data)

    def label(self, name: str) -> str:
        """Return a label for a draw that is new in this resolve."""
        count = self._labels[name] = self._labels.get(name, 0) + 1
        return name if count == 1 else f"{name}/{count}"

    def roll(self, name: str, sides: int, count: int = 1) -> tuple[int, ...]:
        """Roll dice."""
        return self.chance.roll(self.label(name), sides, count)

    # the agenda

    def push(self, tasks: Iterable[Task]) -> None:
        """Put tasks before all that waits; the first of them comes first."""
        self.state.agenda.extend(reversed(list(tasks)))

    # pieces

    def change(self, number: int, **fields: Any) -> Piece:
        """Change what is known of a piece, but not its square."""
        piece = self.state.pieces[number] = self.state.pieces[number]._replace(**fields)
        return piece

    def put(self, number: int, square: int) -> None:
        """Put a piece on a square, or to ``HAND`` or ``SLAIN``, from wherever it is."""
        state = self.state
        piece = state.pieces[number]
        if piece.square >= 0:
            state.board[piece.square] = -1
            state.occupied[piece.seat] &= ~(1 << piece.square)
        if square >= 0:
            state.board[square] = number
            state.occupied[piece.seat] |= 1 << square
        state.pieces[number] = piece._replace(square=square)

    def relocate(self, number: int, square: int, kind: str = "placed") -> None:
        """Relocate a piece (skirmish.md 13); whoever calls has seen that it may be."""
        before = self.state.pieces[number].square
        self.put(number, square)
        self.change(number, fresh=False)
        where = NAMES[before] if before >= 0 else None
        self.tell_of(kind, number, **{"from": where, "to": NAMES[square]})

    def redeploy(self, number: int, square: int) -> None:
        """Bring a piece back to the owner's ranks (skirmish.md 13); a slain one has no tokens."""
        if self.state.pieces[number].square == SLAIN:
            self.change(number, adv=0, dis=0, grace=0)
        self.relocate(number, square, "redeployed")

    def random_square(self) -> int | None:
        """Roll for an unoccupied square, rank first (skirmish.md 13); ``None``: there is none."""
        state = self.state
        taken = state.occupied[0] | state.occupied[1] | state.trees
        if taken == (1 << 64) - 1:
            return None
        while True:
            rank, file = (self.roll("place", HOUSE.random_die)[0] for _ in range(2))
            square = (rank - 1) * 8 + file - 1
            self.tell_drawn("square_rolled", rolls=[rank, file], square=NAMES[square])
            if not taken >> square & 1:
                return square

    def slay(self, number: int, by: int) -> None:
        """Take a slain piece off the board, its tokens with it (skirmish.md 7)."""
        square = self.state.pieces[number].square
        self.put(number, SLAIN)
        self.change(number, adv=0, dis=0, grace=0)
        self.tell_of("slain", number, square=NAMES[square], by=by)

    # tokens

    def give(self, number: int, token: str, count: int, giver: Giver) -> bool:
        """Give tokens if the piece may be given them; tell whether it was (skirmish.md 8)."""
        if not may_take(self.state, number, token, giver):
            return False
        piece = self.state.pieces[number]
        if token == ADVANTAGE:
            self.change(number, adv=piece.adv + count)
        elif token == DISADVANTAGE:
            self.change(number, dis=piece.dis + count)
        else:
            self.change(number, grace=piece.grace + (1 if token == BLESSING else -1))
        self.tell_of("token_given", number, token=token, count=count, square=NAMES[piece.square])
        return True

    def remove(self, number: int, token: str, count: int | None = None) -> None:
        """Remove tokens of a kind, all of them unless ``count`` says how many."""
        piece = self.state.pieces[number]
        held = held_of(piece, token)
        gone = held if count is None else min(count, held)
        if not gone:
            return
        if token == ADVANTAGE:
            self.change(number, adv=piece.adv - gone)
        elif token == DISADVANTAGE:
            self.change(number, dis=piece.dis - gone)
        else:
            self.change(number, grace=0)
        self.tell_of("token_removed", number, token=token, count=gone, square=NAMES[piece.square])

    # cards

    def reveal(self, count: int) -> list[int]:
        """Turn over cards, shuffling the discard pile when the deck is empty (skirmish.md 9)."""
        state = self.state
        found: list[int] = []
        for _ in range(count):
            if not state.deck and not state.discard:
                break
            if not state.deck:
                pile = state.discard
                order = self.chance.shuffle(self.label("deck"), len(pile))
                state.deck = [pile[place] for place in reversed(order)]
                state.discard = []
                self.tell_drawn("deck_shuffled", count=len(pile))
            found.append(state.deck.pop())
        state.shown.extend(found)
        return found

    def throw(self, cards: list[int]) -> None:
        """Put cards that lie open onto the discard pile."""
        if cards:
            self.state.shown = [card for card in self.state.shown if card not in cards]
            self.state.discard.extend(cards)
            self.tell("cards_discarded", cards=texts_of(cards))

    def keep(self, seat: int, cards: list[int]) -> None:
        """Lay cards aside for a seat."""
        self.state.shown = [card for card in self.state.shown if card not in cards]
        self.state.kept[seat].extend(cards)

    def turn_joker(self, up: bool) -> None:
        """Turn one of the Joker cards over."""
        self.state.jokers_up += 1 if up else -1
        self.tell("joker_turned", up=up, jokers_up=self.state.jokers_up)

    # the end

    def end_game(self, reason: str, winners: tuple[int, ...]) -> None:
        """End the game; what was still waiting is dropped (skirmish.md 4)."""
        self.state.over, self.state.winners = reason, winners

    def check_elimination(self) -> bool:
        """End the game when a seat has no piece left on the board (skirmish.md 14.1)."""
        left = [seat for seat in (0, 1) if self.state.occupied[seat]]
        if len(left) == 2:
            return False
        self.end_game("eliminated", tuple(left) or (0, 1))
        return True


def held_of(piece: Piece, token: str) -> int:
    """Return how many tokens of a kind a piece holds."""
    if token == ADVANTAGE:
        return piece.adv
    if token == DISADVANTAGE:
        return piece.dis
    return int(piece.grace == (1 if token == BLESSING else -1))


__all__ = ["ADVANTAGE", "BLESSING", "CURSE", "DISADVANTAGE", "HAND", "Play", "held_of"]
