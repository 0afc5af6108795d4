"""Search by whole rounds of turns, and what both thinking bots know of Courtier."""

from random import Random

import pytest

from games.bots import GreedyBot, SearchBot
from games.courtier import SYSTEM
from games.engine.chance import Seeded

SHORT = SearchBot(playouts=12)
THINKING = {"greedy": GreedyBot(), "search": SHORT}
NEAR = {
    "petitions": ["pet_03", "pet_26", "pet_25", "pet_24"],
    "secrets": ["pet_22", "pet_21", "pet_20"],
    "to_move": 0,
}


def answer_of(bot, game, state, seed=1):
    (ask,) = game.asks(state)
    return bot.answer(game, game.view(state, ask.seat), ask, Random(seed))


@pytest.mark.parametrize("name", THINKING)
def test_f40_positions_that_look_alike_get_the_same_answer(name):
    """What others hold, what they are after and what lies in the decks is not known."""
    game = SYSTEM.open({}, 3)
    hidden = (
        {"hands": [["inf_bishop", "inf_king"], ["inf_any", "pow_ruthless"], []]},
        {
            "hands": [["inf_bishop", "inf_king"], ["inf_general", "pow_energetic"], []],
            "secrets": ["pet_22", "pet_01", "pet_02"],
            "decks": {"influence": ["inf_bishop", "inf_palatine"], "power": ["pow_generous"]},
            "fashion": ["fas_sweep", "fas_petitions"],
        },
    )
    offers = {"influence": "inf_minister", "power": "pow_subversive"}
    states = [game.position({**NEAR, "offers": offers, **given}) for given in hidden]

    assert game.view(states[0], 0) == game.view(states[1], 0)
    answers = [answer_of(THINKING[name], game, state, seed=4) for state in states]

    assert answers[0] == answers[1]


def test_search_completes_what_can_be_completed():
    game = SYSTEM.open({}, 3)
    state = game.position(
        {
            **NEAR,
            "courtiers": {"bishop": {"0": 3}, "historian": {"neutral": 1}},
            "hands": [["inf_bishop", "inf_admiral", "pow_ruthless"]],
        }
    )

    answers = []
    while state.stage != "refill":
        answers.append(answer_of(SHORT, game, state))
        state = game.resolve(state, {0: answers[-1]}, Seeded(Random(1))).state

    assert answers == ["play inf_bishop", "complete pet_03"]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("bot", [GreedyBot(), SearchBot(playouts=1), SearchBot(None, seconds=0.0)])
def test_every_answer_of_whole_games_is_legal(bot, seats):
    game = SYSTEM.open({"turn_cap": seats}, seats)
    luck, rng = Seeded(Random(seats)), Random(3)
    state = game.start(luck).state

    while asks := game.asks(state):
        answer = bot.answer(game, game.view(state, asks[0].seat), asks[0], rng)
        assert answer in asks[0].legal
        state = game.resolve(state, {asks[0].seat: answer}, luck).state

    assert game.outcome(state).reason == "turn_cap"


def test_the_rng_decides_the_answer():
    game = SYSTEM.open({}, 3)
    state = game.start(Seeded(Random(2))).state
    for _ in range(6):
        state = game.resolve(state, {}, Seeded(Random(3))).state

    assert answer_of(SHORT, game, state, seed=5) == answer_of(SHORT, game, state, seed=5)
