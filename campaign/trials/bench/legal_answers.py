"""Making the legal answers of a busy position: the skirmish beside chess.

The skirmish's position is the busiest of some random games, that of chess one with about
as many moves as a middle game has at most.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from random import Random
from typing import Any

from campaign.trials.bench.figures import Figure, plain
from campaign.trials.bench.timing import Effort, in_turn
from games.engine.chance import Seeded
from games.skirmish import SYSTEM
from games.skirmish.moves import activations
from games.skirmish.state import State

CHESS = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
GAMES = 20
AT_ONCE = 50
"""How often the answers are made in one measured call: once is too short to time."""
BELOW = 40


def measure(effort: Effort) -> list[Figure]:
    """Return the time for all legal answers of one position, in microseconds."""
    state, seat = busiest()
    calls: dict[str, Callable[[], object]] = {
        "skirmish": lambda: [activations(state, seat) for _ in range(AT_ONCE)]
    }
    if find_spec("chess"):
        calls["chess"] = _chess
    spent = {name: one.p50 * 1000 / AT_ONCE for name, one in in_turn(calls, effort).items()}
    figures = []
    if "chess" in spent:
        figures.append(plain("legal moves, 48 of them (python-chess)", spent["chess"], "us"))
    title = f"legal answers, {len(activations(state, seat))} of them, Skirmish"
    return [*figures, plain(title, spent["skirmish"], "us", below=BELOW)]


def _chess() -> None:
    import chess

    board = chess.Board(CHESS)
    for _ in range(AT_ONCE):
        list(board.legal_moves)


def busiest() -> tuple[State, int]:
    """Return the position with most legal answers of some random games, and who is asked."""
    rng = Random(1)
    found: list[tuple[int, State, int]] = []
    for _ in range(GAMES):
        game = SYSTEM.open(SYSTEM.playout_options(rng, 2), 2)
        chance: Any = Seeded(rng)
        state = game.start(chance).state
        while asks := game.asks(state):
            if asks[0].kind == "activate":
                found.append((len(asks[0].legal or ()), state, asks[0].seat))
            answers = {ask.seat: rng.choice(ask.legal or (ask.default,)) for ask in asks}
            state = game.resolve(state, answers, chance).state
    return max(found, key=lambda one: one[0])[1:]
