"""Carry out a legal move: the next state, and what happened (winter_court.md 4 to 8)."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.contract import Event, Json, Step
from games.winter_court.components import (
    BIT,
    CARDS,
    CHARLATAN,
    DECK,
    EVERY,
    LETTERS,
    SAGE,
    STEWARD,
    TEXT,
    WORD,
    texts_of,
)
from games.winter_court.ending import outcome
from games.winter_court.legality import additions, influence_rank, powers_of, total_of
from games.winter_court.notation import (
    CLEAR,
    DRAWS,
    END,
    KEEPS,
    PASS,
    STOCK,
    TAKE,
    Deed,
    Move,
    Play,
)
from games.winter_court.state import (
    ACT,
    DRAW,
    KEEP,
    OVER,
    Influence,
    State,
    fresh_snapshot,
    holder_among,
    royal_winner,
    status,
)


def deal(first: int, order: tuple[int, ...]) -> Step[State]:
    """Deal the shuffled cards: five to the first player, then six to the second (H17)."""
    one, two = DECK.hands
    dealt = [_mask(order[:one]), _mask(order[one : one + two])]
    hands = (dealt[0], dealt[1]) if first == 0 else (dealt[1], dealt[0])
    state = State(ACT, first, first, 1, hands, order[one + two : CARDS], ())
    told = [Event("dealt", {"first": first}, None, reveals=True)]
    for seat in (0, 1):
        cards = {"seat": seat, "cards": texts_of(hands[seat])}
        told.append(Event("hand_dealt", cards, (seat,), reveals=True))
    return Step(state, tuple(told))


def _mask(cards: tuple[int, ...]) -> int:
    return sum(BIT[card] for card in cards)


def apply(state: State, move: Move) -> Step[State]:
    """Return what a legal move leads to; whether it is legal is not asked again."""
    table = Table(state)
    if isinstance(move, Play):
        _play(table, move)
    else:
        _DEEDS[move.verb](table, move)
    return Step(table.state(), tuple(table.events))


class Table:
    """A state that may be changed, for the time of one move, and what happened on it."""

    __slots__ = (
        "stage", "seat", "first", "turn", "hands", "pile", "discard", "court", "held",
        "snapshot", "returned", "plays", "passed", "drawn", "events",
    )  # fmt: skip

    def __init__(self, state: State) -> None:
        (
            self.stage, self.seat, self.first, self.turn, hands, self.pile, self.discard, court,
            held, self.snapshot, self.returned, self.plays, self.passed, self.drawn,
        ) = state  # fmt: skip
        self.hands, self.court, self.held = list(hands), list(court), list(held)
        self.events: list[Event] = []

    def state(self) -> State:
        """Return what the table shows."""
        return State(
            self.stage,
            self.seat,
            self.first,
            self.turn,
            (self.hands[0], self.hands[1]),
            self.pile,
            self.discard,
            tuple(self.court),
            (self.held[0], self.held[1]),
            self.snapshot,
            self.returned,
            self.plays,
            self.passed,
            self.drawn,
        )

    def tell(self, kind: str, data: Mapping[str, Json], *, reveals: bool = False) -> None:
        """Note an event that everybody sees."""
        self.events.append(Event(kind, data, None, reveals))

    def tell_mover(self, kind: str, data: Mapping[str, Json], *, reveals: bool = False) -> None:
        """Note an event that only the seat to move sees."""
        self.events.append(Event(kind, data, (self.seat,), reveals))

    def return_pawn(self, power: int) -> None:
        """Pay for a power: the pawn goes to its tile, its influence stays (4.1)."""
        self.held[self.seat] &= ~(1 << power)
        self.returned |= 1 << power
        data = {"seat": self.seat, "power": WORD[power], "member": LETTERS[power]}
        self.tell("power_used", data)

    def shift(self, member: int) -> None:
        """Shift a pawn by one place towards the seat to move (2)."""
        bit = 1 << member
        if self.held[1 - self.seat] & bit:
            self.held[1 - self.seat] ^= bit
        else:
            self.held[self.seat] |= bit

    def draw(self, count: int) -> None:
        """Draw cards one by one; with the last one the game is over at once (5, H8)."""
        drawn, self.pile = self.pile[:count], self.pile[count:]
        self.hands[self.seat] |= (mask := _mask(drawn))
        self.drawn = drawn
        self.tell("drew", {"seat": self.seat, "count": len(drawn)}, reveals=True)
        # Not in the order in which they came, which no view remembers.
        self.tell_mover("drew_cards", {"seat": self.seat, "cards": texts_of(mask)}, reveals=True)
        if not self.pile:
            self.finish()

    def finish(self) -> None:
        """End the game."""
        self.stage, self.drawn = OVER, ()
        last = self.state()
        ended = outcome(last)
        data = {
            "reason": ended.reason,
            "winners": list(ended.winners),
            "status": list(status(last.held)),
        }
        self.tell("game_over", data)

    def next_turn(self) -> None:
        """Let the other seat begin its turn, with its own snapshot (4)."""
        self.seat = 1 - self.seat
        self.stage, self.turn = ACT, self.turn + 1
        self.snapshot, self.returned = fresh_snapshot(self.held[self.seat]), 0
        self.plays, self.passed, self.drawn = 0, False, ()


def _play(table: Table, play: Play) -> None:
    """Resolve a play in the order of winter_court.md 6."""
    seat, target = table.seat, play.target
    for power in powers_of(play):
        table.return_pawn(power)
    before = table.court[target]
    laid = (play.main, *(card for _, card in additions(play)))
    if before:
        table.discard += before.cards
    table.court[target] = Influence(laid, influence_rank(play), seat)
    table.discard += play.boosts
    table.hands[seat] &= EVERY ^ _mask(laid + play.boosts)
    table.shift(target)
    table.plays += 1
    _tell_play(table, play, before.rank if before else 0)
    if royal_winner(table.held) is not None:
        table.finish()


def _tell_play(table: Table, play: Play, beaten: int) -> None:
    table.tell(
        "played",
        {
            "seat": table.seat,
            "target": LETTERS[play.target],
            "main": TEXT[play.main],
            "added": [
                {"power": WORD[power], "card": TEXT[card]} for power, card in additions(play)
            ],
            "boosts": [TEXT[card] for card in play.boosts],
            "fool": play.fool,
            "wizard": play.wizard,
            "total": total_of(play),
            "beaten": beaten,
            "holder": holder_among(table.held, play.target),
        },
    )


def _steward(table: Table, deed: Deed) -> None:
    table.return_pawn(STEWARD)
    table.draw(2)
    table.drawn = ()


def _sage(table: Table, deed: Deed) -> None:
    table.return_pawn(SAGE)
    card = deed.value
    table.discard = tuple(one for one in table.discard if one != card)
    table.hands[table.seat] |= BIT[card]
    table.tell("card_taken", {"seat": table.seat, "card": TEXT[card]})


def _charlatan(table: Table, deed: Deed) -> None:
    table.return_pawn(CHARLATAN)
    influence = table.court[deed.value]
    assert influence
    table.court[deed.value] = None
    table.discard += influence.cards
    cards = [TEXT[card] for card in influence.cards]
    table.tell("influence_discarded", {"member": LETTERS[deed.value], "cards": cards})


def _pass(table: Table, deed: Deed) -> None:
    table.stage, table.passed = DRAW, True
    table.tell("passed", {"seat": table.seat})


def _end(table: Table, deed: Deed) -> None:
    table.stage = DRAW


def _draw(table: Table, deed: Deed) -> None:
    """Draw after the play or pass; two cards lead to ``keep`` (4.2)."""
    if deed.value:
        table.draw(deed.value)
    if table.stage == OVER:
        return
    if deed.value == 2:
        table.stage = KEEP
    else:
        table.next_turn()


def _keep(table: Table, deed: Deed) -> None:
    """Keep one of the two cards, throw the other on the discard pile (4.2)."""
    thrown = next(card for card in table.drawn if card != deed.value)
    table.hands[table.seat] ^= BIT[thrown]
    table.discard = (*table.discard, thrown)
    table.tell_mover("kept", {"seat": table.seat, "card": TEXT[deed.value]})
    table.tell("thrown", {"seat": table.seat, "card": TEXT[thrown]}, reveals=True)
    table.next_turn()


_DEEDS = {
    STOCK: _steward,
    TAKE: _sage,
    CLEAR: _charlatan,
    PASS: _pass,
    END: _end,
    DRAWS: _draw,
    KEEPS: _keep,
}
