"""Hoard: everybody plays a card in secret, the highest takes a rolled prize.

Nine cards 1..9 are shuffled; each seat holds ``hand`` of them, the rest stays
face down. The game is over when the hands are empty; most gold wins.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from random import Random
from typing import Any

from games.engine.contract import (
    Ask,
    BadOptions,
    Chance,
    Event,
    Json,
    NotAsked,
    Outcome,
    Problem,
    Refusal,
    Step,
)

CARDS = tuple(range(1, 10))


@dataclass(frozen=True, slots=True)
class State:
    """Hands by seat, the gold won, and the cards played, round by round."""

    hands: tuple[tuple[int, ...], ...]
    gold: tuple[int, ...]
    played: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True)
class Hoard:
    """One game of Hoard."""

    seats: int
    hand: int

    def start(self, chance: Chance) -> Step[State]:
        order = chance.shuffle("deal", len(CARDS))
        hands = tuple(
            tuple(sorted(CARDS[card] for card in order[seat * self.hand : (seat + 1) * self.hand]))
            for seat in range(self.seats)
        )
        events = tuple(
            Event("dealt", {"seat": seat, "cards": list(hand)}, (seat,))
            for seat, hand in enumerate(hands)
        )
        return Step(State(hands, (0,) * self.seats), events)

    def asks(self, state: State) -> tuple[Ask, ...]:
        return tuple(
            Ask(seat, "play", hand[0], hand) for seat, hand in enumerate(state.hands) if hand
        )

    def check(self, state: State, seat: int, answer: Json) -> Json:
        if not 0 <= seat < self.seats or not state.hands[seat]:
            raise NotAsked(Problem("not_asked", "You are not asked anything now."))
        if type(answer) is not int or answer not in state.hands[seat]:
            raise Refusal(
                Problem("not_in_hand", "You do not hold {card}.", params={"card": str(answer)})
            )
        return answer

    def resolve(self, state: State, answers: Mapping[int, Json], chance: Chance) -> Step[State]:
        cards = tuple(self._card(state, ask, answers) for ask in self.asks(state))
        if not cards:
            return Step(state)
        winner = cards.index(max(cards))
        (prize,) = chance.roll("prize", 6)
        after = replace(
            state,
            hands=tuple(
                tuple(card for card in hand if card != cards[seat])
                for seat, hand in enumerate(state.hands)
            ),
            gold=tuple(gold + prize * (seat == winner) for seat, gold in enumerate(state.gold)),
            played=(*state.played, cards),
        )
        return Step(
            after,
            (
                Event("played", {"cards": list(cards)}, None),
                Event("prize", {"seat": winner, "gold": prize}, None),
            ),
        )

    def _card(self, state: State, ask: Ask, answers: Mapping[int, Json]) -> int:
        try:
            return int(self.check(state, ask.seat, answers.get(ask.seat)))
        except Refusal:
            return int(ask.default)

    def view(self, state: State, seat: int | None) -> Json:
        return {
            "hand": [] if seat is None else list(state.hands[seat]),
            "left": len(state.hands[0]),
            "gold": list(state.gold),
            "played": [list(cards) for cards in state.played],
        }

    def imagine(self, view: Json, seat: int | None, rng: Random) -> State:
        gone = {card for cards in view["played"] for card in cards} | set(view["hand"])
        unseen = [card for card in CARDS if card not in gone]
        rng.shuffle(unseen)
        hands = [
            tuple(view["hand"]) if other == seat else tuple(sorted(unseen.pop() for _ in range(n)))
            for other, n in enumerate([view["left"]] * self.seats)
        ]
        return State(tuple(hands), tuple(view["gold"]), tuple(map(tuple, view["played"])))

    def sample(self, state: State, ask: Ask, rng: Random) -> Json:
        return rng.choice(state.hands[ask.seat])

    def outcome(self, state: State) -> Outcome:
        over = not any(state.hands)
        places = tuple(1 + sum(other > gold for other in state.gold) for gold in state.gold)
        winners = tuple(seat for seat, place in enumerate(places) if over and place == 1)
        return Outcome(over, "hands_empty" if over else "running", state.gold, places, winners)

    def encode(self, state: State) -> Json:
        return {key: _lists(value) for key, value in asdict(state).items()}

    def decode(self, data: Json) -> State:
        return State(
            tuple(map(tuple, data["hands"])), tuple(data["gold"]), tuple(map(tuple, data["played"]))
        )

    def position(self, partial: Json) -> State:
        full = {"gold": [0] * self.seats, "played": [], **partial}
        cards = [card for hand in full.get("hands", []) for card in hand]
        if not cards or len(set(cards)) != len(cards) or not set(cards) <= set(CARDS):
            raise BadOptions(Problem("bad_hands", "These hands cannot be dealt.", "hands"))
        return self.decode(full)


def _lists(value: Any) -> Json:
    return [_lists(one) for one in value] if isinstance(value, tuple) else value


class HoardSystem:
    """The rule system Hoard; ``hand`` is its only option."""

    name = "hoard"
    version = "1"

    def open(self, options: Json, seats: int) -> Hoard:
        hand = options.get("hand", 3)
        if set(options) - {"hand"} or type(hand) is not int or hand < 1 or hand * seats > 9:
            raise BadOptions(Problem("bad_hand", "There are nine cards only.", "hand"))
        return Hoard(seats, hand)


SYSTEM = HoardSystem()
