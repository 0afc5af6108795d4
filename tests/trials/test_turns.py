"""Whose turn it is at the tables of `manage.py chaos`."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from campaign.trials.chaos.turns import Turns


def test_the_table_with_the_fewest_rounds_comes_first():
    turns = Turns.of(["a", "b"])

    taken = [turns.take(), turns.take()]
    turns.put_back("b")
    taken.append(turns.take())

    assert taken == ["a", "b", "b"]


def test_nobody_runs_far_ahead_of_a_slow_table():
    turns = Turns.of(["slow", "quick"])
    assert turns.take() == "slow"
    for _round in range(3):
        assert turns.take() == "quick"
        turns.put_back("quick")

    with ThreadPoolExecutor(1) as pool:
        waits = pool.submit(turns.take)
        is_early = waits.done()
        turns.put_back("slow")

    assert (is_early, waits.result(5)) == (False, "slow")


def test_a_table_that_is_dropped_holds_nobody_up():
    turns = Turns.of(["stuck", "other"])
    turns.take()
    for _round in range(3):
        assert turns.take() == "other"
        turns.put_back("other")

    turns.drop("stuck")

    assert turns.take() == "other"
