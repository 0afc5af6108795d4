"""The forecast is the real resolver on what one kingdom may know."""

from __future__ import annotations

import pytest
from hypothesis import given

from campaign.rules import SYSTEM
from campaign.rules.forecast import forecast, holdings
from campaign.rules.state import WINTER_STAGES
from games.engine.chance import Seeded
from games.engine.contract import Refusal
from tests.rules.play import enriched, examples, opened, seeds
from tests.rules.test_choices import MAP, TILES


def position(**parts):
    game = SYSTEM.open({"map": MAP}, 2)
    return game, game.position({"tiles": TILES, **parts})


def test_a_forecast_tells_what_happens_to_this_kingdom_alone():
    game, state = position(armies=[{"kingdom": 0, "tile": 4}, {"kingdom": 1, "tile": 9}])

    expected = forecast(game, state, 0, {"purchases": [{"buy": "village", "tile": 4}]})

    kinds = [event.kind for event in expected.events]
    assert kinds == ["recalled", "gathered", "bought", "army_fed", "leftover_lost"]
    assert all(event.data["kingdom"] == 0 for event in expected.events)
    assert expected.holdings.villages == 2
    assert expected.holdings.capital == 1
    assert len(expected.holdings.armies) == 1
    assert expected.stage == "deploy"


def test_a_tie_that_dice_decide_is_said_to_be_uncertain():
    game, state = position(armies=[{"kingdom": 0, "tile": 4}, {"kingdom": 1, "tile": 9}])
    other, lonely = position(armies=[{"kingdom": 0, "tile": 4}])

    assert forecast(game, state, 0, {}).dice
    assert not forecast(other, lonely, 0, {}).dice
    assert "order_set" in [event.kind for event in forecast(other, lonely, 0, {}).events]


def test_a_forecast_of_an_illegal_sheet_is_refused():
    game, state = position()

    with pytest.raises(Refusal) as caught:
        forecast(game, state, 0, {"purchases": [{"buy": "village", "tile": 9}]})

    assert caught.value.code == "foreign_tile"


def test_holdings_count_the_score():
    game, state = position(armies=[{"kingdom": 0, "tile": 1}])

    # capital 3, village 1, fortress 2, city 2, army 5
    assert holdings(game, state, 0).score == 13


@examples
@given(seeds)
def test_a_forecast_is_what_comes_when_the_others_take_their_defaults(seed):
    game, rng = opened(seed, play="sealed")
    state = enriched(game, game.start(Seeded(rng)).state, rng)
    for _ in range(4):
        asks = game.asks(state)
        if not asks:
            return
        ask, stage = rng.choice(asks), state.stage
        answer = game.sample(state, ask, rng)
        before = game.encode(state)
        expected = forecast(game, state, ask.seat, answer)
        assert game.encode(state) == before

        state = game.resolve(state, {ask.seat: answer}, Seeded(rng)).state

        if stage in WINTER_STAGES or not expected.dice:  # in Summer dice find and destroy
            assert holdings(game, state, ask.seat) == expected.holdings
