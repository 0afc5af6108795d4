"""Bots: what they are given, and how well they do with it."""

from random import Random
from typing import Any

import pytest

from games.bots import BOTS, GreedyBot
from games.bots.greedy import WIN, standing
from games.bots.outlook import promise
from games.engine.contract import Ask, Outcome
from games.engine.playout import Table, run
from tests.engine.systems import hoard, sticks


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_f40_a_bot_answers_from_a_view_alone(name: str) -> None:
    game = hoard.Hoard(2, 3)
    states = [hoard.State(((2, 5, 9), hand), (0, 0)) for hand in ((1, 3, 4), (6, 7, 8), (1, 4, 8))]

    answers = {
        BOTS[name].answer(game, game.view(state, 0), game.asks(state)[0], Random(5))
        for state in states
    }

    assert len(answers) == 1
    assert answers <= {2, 5, 9}


def test_the_random_bot_gives_every_legal_answer() -> None:
    ask = Ask(0, "play", 2, (2, 5, 9))

    answers = {BOTS["random"].answer(hoard.Hoard(2, 3), {}, ask, Random(s)) for s in range(40)}

    assert answers == {2, 5, 9}


def test_the_random_bot_samples_sheets() -> None:
    game = sticks.Sticks(2, 2)
    state = sticks.State(2, 0)
    (ask,) = game.asks(state)

    answers = [
        BOTS["random"].answer(game, {"sticks": 2, "turn": 0}, ask, Random(s)) for s in range(40)
    ]

    assert {answer["take"] for answer in answers} == {1, 2}


@pytest.mark.parametrize("left", [1, 2, 3])
def test_the_greedy_bot_takes_the_last_sticks(left: int) -> None:
    game = sticks.Sticks(2, 10)
    state = sticks.State(left, 1)
    (ask,) = game.asks(state)

    answer = GreedyBot().answer(game, game.view(state, 1), ask, Random(1))

    assert answer == {"take": left}


def test_the_greedy_bot_plays_the_card_that_wins_most() -> None:
    game = hoard.Hoard(2, 2)
    state = hoard.State(((1, 9), (2, 3)), (0, 0))

    answer = GreedyBot().answer(game, game.view(state, 0), game.asks(state)[0], Random(1))

    assert answer == 9


@pytest.mark.parametrize(
    ("scores", "over", "winners", "value"),
    [
        ((5, 3, 4), False, (), 1),
        ((3, 5, 4), False, (), -2),
        ((5, 3, 4), True, (0,), WIN + 1),
        ((5, 5, 4), True, (0, 1), WIN),
        ((3, 5, 4), True, (1,), -WIN - 2),
    ],
)
def test_standing_is_the_lead_and_a_win_above_all(
    scores: tuple[int, ...], over: bool, winners: tuple[int, ...], value: int
) -> None:
    assert standing(Outcome(over, "test", scores, (1, 1, 1), winners), 0) == value


class Ended:
    """A game that has ended in one way."""

    def __init__(self, outcome: Outcome) -> None:
        self.ended = outcome

    def outcome(self, _state: object) -> Outcome:
        return self.ended


def test_to_be_first_is_worth_something_where_nobody_wins() -> None:
    won: Any = Ended(Outcome(True, "end", (5, 3), (1, 2), (0,)))
    beaten: Any = Ended(Outcome(True, "end", (5, 3), (1, 2), (), True))

    assert 1 == promise(won, None, 0, None) > promise(beaten, None, 0, None) > 0
    assert promise(won, None, 1, None) == promise(beaten, None, 1, None) == 0


def test_greedy_beats_random_at_sticks() -> None:
    line: Any
    line, _ = run(Table(sticks.SYSTEM, bots=("greedy", "random"), checks=False), 200, 1)

    assert line["outcomes"]["wins"]["greedy"] > 140
