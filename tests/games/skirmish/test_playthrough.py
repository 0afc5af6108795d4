"""Recorded games of every pair of factions, replayed to what is written down; whole playouts.

``playthrough_*.txt`` was written by the referee, not by the package: every piece, the cards
and the score at the start, then each answer and what it changed.
"""

import json
from pathlib import Path
from time import process_time

import pytest

from games.engine.playout import Table, run
from games.engine.replay import Record, play_back
from games.skirmish import SYSTEM
from tests.games.skirmish.playing import InOrder
from tests.games.skirmish.referee import Referee
from tests.games.skirmish.retelling import lines, of_package, of_referee

HERE = Path(__file__).parent
GAMES = ("blights_plain_guard", "briar_host_blights", "plain_guard_briar_host")


def recorded(name):
    return Record.from_json(json.loads((HERE / f"playthrough_{name}.json").read_text()))


def written(name):
    return (HERE / f"playthrough_{name}.txt").read_text().splitlines()


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_leads_to_the_same_states_as_ever(name):
    record = recorded(name)
    game = SYSTEM.open(record.options, 2)
    replay = play_back(record)

    told = [of_package(game, step.state) for step in replay.steps]

    assert replay.breach is None
    assert list(lines([step.answers for step in record.steps], told)) == written(name)
    assert told[-1]["asked"] == "nobody"


@pytest.mark.parametrize("name", GAMES)
def test_the_referee_writes_the_same(name):
    record = recorded(name)
    referee = Referee(record.options["factions"])
    referee.begin(InOrder(record.start))
    told = [of_referee(referee)]

    for step in record.steps:
        referee.answer(step.answers, InOrder(step.draws))
        told.append(of_referee(referee))

    assert list(lines([step.answers for step in record.steps], told)) == written(name)


def test_the_recorded_games_use_most_of_the_rules():
    kinds, told = set(), set()
    for name in GAMES:
        record = recorded(name)
        game = SYSTEM.open(record.options, 2)
        for step in play_back(record).steps:
            kinds |= {ask.kind for ask in game.asks(step.state)}
            told |= {event.kind for event in step.events}

    assert kinds >= {
        "team", "tree", "deploy", "activate", "act", "spend", "bump", "promotion",
        "fools_endeavour", "wonderland", "wonder", "keep_card", "around", "chill", "melt",
        "frostbite", "obelisk", "jig", "prowl", "steady_command", "benediction", "snare", "sapling",
    }  # fmt: skip
    assert told >= {
        "rolled_off", "castled", "fought", "slain", "bumped", "placed", "conjured", "thaw_began",
        "kept_discarded", "joker_turned", "tree_moved", "promoted", "stayed", "game_over",
    }  # fmt: skip


@pytest.mark.parametrize("bots", [("random",), ("greedy", "random")])
def test_playouts_keep_every_promise(bots):
    options = {"points": [5, 5], "trees": 2}

    told, held = run(Table(SYSTEM, options=options, bots=bots), games=2, seed=300)

    assert held, told
    assert told["games"] == 2


def test_playouts_choose_among_all_factions():
    told, held = run(Table(SYSTEM, checks=False), games=20, seed=1)

    assert held, told
    assert told["steps_max"] < 600


def test_a_replay_is_quick():
    record = recorded("blights_plain_guard")

    best = min(seconds(record) for _ in range(5))

    assert best / len(record.steps) < 400e-6


def seconds(record):
    begun = process_time()
    assert play_back(record).breach is None
    return process_time() - begun
