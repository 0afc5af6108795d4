"""Recorded games of two, three and four, replayed to what is written down; whole playouts.

``playthrough_N.txt`` was written by the referee, not by the package: everything that
lies on the table or in a hand at the start, then each answer and what it changed.
"""

import json
from pathlib import Path
from time import process_time

import pytest

from games.courtier import SYSTEM
from games.engine.playout import Table, run
from games.engine.replay import Record, play_back

HERE = Path(__file__).parent
SEATS = (2, 3, 4)
SAME = ("petitions", "completed", "pools", "reserves", "track", "neutral", "played", "stand_ins",
        "penalty", "scores")  # fmt: skip


def recorded(seats):
    return Record.from_json(json.loads((HERE / f"playthrough_{seats}.json").read_text()))


def facts(views):
    """Return the views of all seats and, last, the outsider's as lines by name."""
    *mine, shown = views
    told = {
        "asked": [shown["to_move"], shown["stage"]],
        "turn": [shown["turn"], shown["turn_of"]],
        "bids": [[one["seat"], one["amount"], *one["cards"]] for one in shown["bids"] or []],
        **{f"hand {seat}": view["hands"][seat] for seat, view in enumerate(mine)},
        **{f"secret {seat}": view["secrets"][seat] for seat, view in enumerate(mine)},
        **{name: _pile(shown, name) for name in ("influence", "power")},
        "petition deck": [shown["petition_deck"], *shown["petition_bottom"]],
        "fashion": [shown["fashion"]["left"], *shown["fashion"]["seen"]],
        "plays": list(shown["plays"].values()),
        "marks": [name for name in ("lifted", "reviewed", "petition_done") if shown[name]],
        **{one: _markers(there, shown["owners"]) for one, there in shown["courtiers"].items()},
        **{f"{one} card": there["holder"] for one, there in shown["coteries"].items()},
        **{name: shown[name] for name in SAME},
    }
    return {name: _words(value) or "-" for name, value in told.items()}


def _pile(shown, name):
    thrown = shown["discards"][name]
    return [shown["decks"][name], len(thrown), *thrown[-1:], "offers", shown["offers"][name]]


def _markers(there, owners):
    marks = [f"{owner}x{n}" for owner, n in zip(owners, there["markers"], strict=True) if n]
    return [*marks, f"for {there['controller']}"] if there["controller"] else marks


def _words(value):
    if isinstance(value, list):
        return " ".join(f"({_words(one)})" if isinstance(one, list) else str(one) for one in value)
    return str(value)


def lines(steps):
    """Write ``(asked, answer, views)`` down: all facts first, then those that change."""
    known = {}
    for number, (seat, kind, answer, views) in enumerate(steps):
        if number:
            yield f"{number}. {seat} {kind}: {answer}"
        for name, value in facts(views).items():
            if known.get(name) != value:
                yield f"    {name}: {value}"
                known[name] = value


def retold(game, record):
    """Give the steps of a recorded game as ``lines`` wants them."""
    replay = play_back(record)
    assert replay.breach is None
    seat = kind = answer = None
    for number, step in enumerate(replay.steps):
        if number:
            (ask,) = game.asks(replay.steps[number - 1].state)
            seat, kind = ask.seat, ask.kind
            answer = record.steps[number - 1].answers[seat]
        yield seat, kind, answer, [game.view(step.state, one) for one in (*range(game.seats), None)]


@pytest.mark.parametrize("seats", SEATS)
def test_a_recorded_game_leads_to_the_same_states_as_ever(seats):
    record = recorded(seats)
    game = SYSTEM.open(record.options, seats)

    written = list(lines(retold(game, record)))

    assert written == (HERE / f"playthrough_{seats}.txt").read_text().splitlines()
    assert "    asked: None over" in written


def test_the_recorded_games_use_most_of_the_rules():
    kinds, told = set(), set()
    for seats in SEATS:
        record = recorded(seats)
        game = SYSTEM.open(record.options, seats)
        for step in play_back(record).steps:
            kinds |= {ask.kind for ask in game.asks(step.state)}
            told |= {event.kind for event in step.events}

    assert kinds >= {
        "hands", "bid", "trade", "action", "play_more", "discard_more", "review_more", "petition",
        "refill", "spend", "place", "place_extra", "choose_step", "repeat", "swap", "swap_with",
        "gianni_place",
    }  # fmt: skip
    assert told >= {"petition_completed", "fashion_shown", "deck_shuffled", "game_over"}


@pytest.mark.parametrize("bots", [("random",), ("greedy", "random")])
def test_playouts_keep_every_promise(bots):
    table = Table(SYSTEM, seats=2, options={"turn_cap": 8, "fashion_top": 0}, bots=bots)

    told, held = run(table, games=2, seed=300)

    assert held, told
    assert told["games"] == 2


def test_a_replay_is_quick():
    record = recorded(3)

    best = min(_seconds(record) for _ in range(5))

    assert best / len(record.steps) < 200e-6


def _seconds(record):
    begun = process_time()
    assert play_back(record).breach is None
    return process_time() - begun
