"""Records: to JSON and back, played to the end, and where broken ones stop."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.chance import Draw
from games.engine.playout import Table, play
from games.engine.replay import Record, RecordError, RecordStep, play_back
from tests.engine.systems import hoard
from tests.engine.systems.sticks import SticksSystem

START = (Draw("deal", "shuffle", 9, (8, 0, 3, 4, 1, 2, 5, 6, 7)),)


def prize(gold: int) -> tuple[Draw, ...]:
    return (Draw("prize", "roll", 6, (gold,)),)


def record() -> Record:
    """Seat 0 is dealt 1 and 9, seat 1 is dealt 4 and 5."""
    steps = (RecordStep({0: 9, 1: 4}, prize(6)), RecordStep({1: 5}, prize(2)))
    return Record("hoard", "1", {"hand": 2}, 2, START, steps)


def test_a_record_gives_every_state() -> None:
    replay = play_back(record())

    assert replay.breach is None
    assert [step.state for step in replay.steps] == [
        hoard.State(((1, 9), (4, 5)), (0, 0)),
        hoard.State(((1,), (5,)), (6, 0), ((9, 4),)),
        hoard.State(((), ()), (6, 2), ((9, 4), (1, 5))),
    ]


@given(st.integers(0, 10**6), st.integers(2, 4), st.sampled_from(["hoard", "sticks"]))
def test_a_record_survives_json(seed: int, seats: int, name: str) -> None:
    options = {"hand": 2} if name == "hoard" else {"sticks": 7}
    system = hoard.SYSTEM if name == "hoard" else SticksSystem()

    played = play(Table(system, seats, options, checks=False), seed).record

    assert Record.from_json(json.loads(json.dumps(played.to_json()))) == played


@pytest.mark.parametrize(
    ("broken", "step", "code"),
    [
        (replace(record(), version="2"), 0, "other_version"),
        (replace(record(), system="nothing_like_it"), 0, "bad_options"),
        (replace(record(), options={"hand": 9}), 0, "bad_options"),
        (replace(record(), start=()), 0, "no_draw"),
        (replace(record(), start=(*START, *prize(1))), 0, "unused_draws"),
        (replace(record(), steps=(RecordStep({0: 9}),)), 1, "no_draw"),
        (replace(record(), steps=(*record().steps, RecordStep({}))), 3, "over"),
        (replace(record(), start=(Draw("deal", "shuffle", 9, (99, 0, 1, 2)),)), 0, "raised"),
    ],
)
def test_a_broken_record_says_where_and_why(broken: Record, step: int, code: str) -> None:
    replay = play_back(broken)

    assert replay.breach is not None
    assert (replay.breach.step, replay.breach.code) == (step, code)
    assert len(replay.steps) == step


@pytest.mark.parametrize("data", [None, [], {}, record().to_json() | {"steps": [{"answers": []}]}])
def test_what_is_no_record_is_refused(data: object) -> None:
    with pytest.raises(RecordError, match="no record of a game"):
        Record.from_json(data)
