"""One recorded game, replayed to the states that are written down, and whole playouts.

The states in ``playthrough.txt`` were written by the referee, not by the package.
"""

import json
from pathlib import Path
from time import process_time

import pytest

from games.engine.playout import Table, run
from games.engine.replay import Record, play_back
from games.winter_court import SYSTEM
from tests.games.winter_court.boards import GAME

HERE = Path(__file__).parent
RECORD = Record.from_json(json.loads((HERE / "playthrough.json").read_text()))


def line(encoded):
    """Write a state on one line."""
    holders = {None: "", 0: "=0", 1: "=1"}
    court = " ".join(
        f"{letter}:{'+'.join(there['cards'])}@{there['side']}{holders[there['holder']]}"
        for letter, there in encoded["court"].items()
    )
    hands = " / ".join(" ".join(hand) for hand in encoded["hands"])
    turn = f"{encoded['turn']} {encoded['to_move']} {encoded['stage']} {encoded['plays']}"
    powers = f"{''.join(encoded['snapshot'])}-{''.join(encoded['returned'])}"
    piles = f"{len(encoded['pile'])} {' '.join(encoded['discard'])}"
    return f"{turn} {powers} | {hands} | {court} | {piles}"


def test_the_recorded_game_leads_to_the_same_states_as_ever():
    replay = play_back(RECORD)

    lines = [line(GAME.encode(step.state)) for step in replay.steps]

    assert replay.breach is None
    assert lines == (HERE / "playthrough.txt").read_text().splitlines()
    assert GAME.outcome(replay.steps[-1].state).over


def test_the_recorded_game_uses_every_power():
    told = [event for step in play_back(RECORD).steps for event in step.events]

    used = {event.data["power"] for event in told if event.kind == "power_used"}

    assert used == {
        "wizard", "steward", "sage", "charlatan", "knight", "lover", "matchmaker", "fool",
    }  # fmt: skip
    assert {"drew", "kept", "thrown", "passed", "game_over"} <= {event.kind for event in told}


@pytest.mark.parametrize("bots", [("random",), ("greedy", "random")])
def test_playouts_keep_every_promise(bots):
    told, held = run(Table(SYSTEM, bots=bots), games=6, seed=300)

    assert held, told
    assert told["games"] == 6


def test_a_replay_is_quick():
    best = min(_seconds() for _ in range(5))

    assert best / len(RECORD.steps) < 200e-6


def _seconds():
    begun = process_time()
    assert play_back(RECORD).breach is None
    return process_time() - begun
