"""Other rule engines in Python, playing at random: chess, poker, a research library's games.

They are extras that only the bench knows; without them their figures are left out.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from random import Random
from typing import Any

PLIES = 200
"""A random game of chess is cut there."""

RESEARCH = ("python_tic_tac_toe", "python_liars_poker", "python_block_dominoes")
"""The research library's games that are written in Python."""


def playouts() -> dict[str, Callable[[Random], int]]:
    """Return what is installed, by name; each plays one game and counts its actions."""
    found: dict[str, Callable[[Random], int]] = {}
    if find_spec("chess"):
        found[f"chess, {PLIES} plies at most (python-chess)"] = _chess
    if find_spec("pokerkit"):
        found["hold'em, two players (pokerkit)"] = _poker
    if find_spec("pyspiel"):
        for name in RESEARCH:
            found[f"{name} (OpenSpiel)"] = partial(_research, _loaded(name))
    return found


def _chess(rng: Random) -> int:
    import chess

    board, plies = chess.Board(), 0
    while plies < PLIES and (moves := list(board.legal_moves)):
        board.push(rng.choice(moves))
        plies += 1
    return plies


def _poker(rng: Random) -> int:
    from pokerkit import Automation, NoLimitTexasHoldem

    hand = NoLimitTexasHoldem.create_state(tuple(Automation), True, 0, (1, 2), 2, 200, 2)
    actions = 0
    while hand.status:
        ways: list[Callable[[], object]] = []
        if hand.can_fold():
            ways.append(hand.fold)
        if hand.can_check_or_call():
            ways.append(hand.check_or_call)
        if hand.can_complete_bet_or_raise_to():
            ways.append(hand.complete_bet_or_raise_to)
        if not ways:
            break
        rng.choice(ways)()
        actions += 1
    return actions


def _loaded(name: str) -> Any:
    import open_spiel.python.games  # noqa: F401 - importing it registers its games
    import pyspiel

    return pyspiel.load_game(name)


def _research(game: Any, rng: Random) -> int:
    state, actions = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            values, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(values, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            actions += 1
    return actions
