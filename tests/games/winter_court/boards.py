"""Random games and crowded positions of Winter Court for tests."""

from __future__ import annotations

from random import Random

from games.engine.chance import Seeded
from games.winter_court import SYSTEM

GAME = SYSTEM.open({}, 2)
CARDS = [f"{suit}{rank}" for suit in ("L", "Mi", "W", "K", "D", "Wi") for rank in range(1, 11)]
SUITS = {
    "A": "L Mi", "B": "K Wi", "C": "Mi Wi", "D": "W D", "E": "K D", "F": "L W",
    "G": "K", "H": "W", "I": "Mi", "J": "D", "K": "L", "L": "Wi",
}  # fmt: skip


def suit(card):
    return card.rstrip("0123456789")


def start(seed, first=None):
    """Return the first state of a seeded game."""
    return SYSTEM.open({"first": first}, 2).start(Seeded(Random(seed))).state


def after(state, *answers):
    """Return the state after some answers, each checked, of whoever is asked."""
    for answer in answers:
        (ask,) = GAME.asks(state)
        given = {ask.seat: GAME.check(state, ask.seat, answer)}
        state = GAME.resolve(state, given, Seeded(Random(0))).state
    return state


def events(state, answer):
    """Return what one answer leads to, as ``[kind, data]``."""
    (ask,) = GAME.asks(state)
    step = GAME.resolve(state, {ask.seat: GAME.check(state, ask.seat, answer)}, Seeded(Random(0)))
    return step.events


def legal(state):
    """Return all legal answers of whoever is asked."""
    asks = GAME.asks(state)
    return list(asks[0].legal) if asks else []


def lively(state, rng):
    """Return a random legal answer that is no pass, mostly."""
    return GAME.sample(state, GAME.asks(state)[0], rng)


def play(state, rng, choose=lively):
    """Give every state of a game played at random from ``state``, with the answer given there."""
    while GAME.asks(state):
        answer = choose(state, rng)
        yield state, answer
        state = after(state, answer)
    yield state, None


def crowded(rng, hand=6):
    """Return a position in the middle of a turn: much influence, many powers, small hands."""
    free = CARDS[:]
    rng.shuffle(free)
    hands = [[free.pop() for _ in range(rng.randint(1, hand))] for _ in range(2)]
    court, mover = {}, rng.randrange(2)
    for letter in rng.sample(sorted(SUITS), rng.randint(6, 12)):
        entry = _influence(letter, free, rng)
        entry["holder"] = rng.choice([mover, mover, 1 - mover, None])
        court[letter] = entry
    if all(court.get(x, {}).get("holder") is not None for x in "ABCD"):
        court["A"]["holder"] = None
    discard = [free.pop() for _ in range(rng.randint(0, 4))]
    return GAME.position(
        {"court": court, "hands": hands, "discard": discard, "pile": free[:5], "to_move": mover}
    )


def _influence(letter, free, rng):
    main = next(card for card in free if suit(card) in SUITS[letter].split())
    free.remove(main)
    return {"cards": [main, *(free.pop() for _ in range(rng.choice([0, 0, 0, 1, 2])))]}
