"""The forecast is the real resolver on what one kingdom may know."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given

from campaign.rules import SYSTEM
from campaign.rules.forecast import forecast, holdings
from campaign.rules.state import Army
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
        ask = rng.choice(asks)
        answer = game.sample(state, ask, rng)
        before = game.encode(state)
        expected = forecast(game, state, ask.seat, answer)
        assert game.encode(state) == before

        state = game.resolve(state, {ask.seat: answer}, Seeded(rng)).state

        if not (expected.explores or expected.undecided):
            assert holdings(game, state, ask.seat) == expected.holdings


# A month: hex 1 is the capital of kingdom 0, hex 4 its own, hex 5 unexplored, hex 9 kingdom 1's.


def month(**parts):
    return position(stage="orders", summer={"month": 1}, **parts)


def test_what_an_explorer_finds_is_left_to_the_dice():
    game, state = month(armies=[{"kingdom": 0, "tile": 4}])

    sheet = {"orders": [{"army": 1, "order": "move", "to": 5}]}
    expected = forecast(game, state, 0, sheet)

    kinds = [event.kind for event in expected.events]
    assert "moved" in kinds
    assert "explored" not in kinds
    assert expected.explores == (5,)
    assert not expected.undecided
    assert expected.holdings == replace(holdings(game, state, 0), armies=(Army(0, 1, 500, 5),))


def test_a_battle_by_dice_is_foretold_up_to_its_beginning():
    game, state = month(armies=[{"kingdom": 0, "tile": 8}, {"kingdom": 1, "tile": 9}])

    sheet = {"orders": [{"army": 1, "order": "move", "to": 9}]}
    expected = forecast(game, state, 0, sheet)

    kinds = [event.kind for event in expected.events]
    assert kinds[-1] == "battle_began"
    assert "battle_rolled" not in kinds
    assert expected.undecided
    assert expected.holdings.armies == (Army(0, 1, 500, 9),)
    assert expected.holdings.villages == 1


def test_a_month_without_battle_or_exploring_is_foretold_to_its_end():
    game, state = month(armies=[{"kingdom": 0, "tile": 4}, {"kingdom": 1, "tile": 9}])

    expected = forecast(game, state, 0, {})

    assert not expected.undecided
    assert expected.explores == ()
    assert expected.stage == "orders"
    assert "defended" in [event.kind for event in expected.events]


def test_setup_foretells_no_hex_that_the_draft_decides():
    game = SYSTEM.open({"map": MAP}, 2)
    state = game.start(Seeded(Random(1))).state

    expected = forecast(game, state, 0, {"race": "Elves", "faction": "blights", "starts": [14]})

    assert [event.kind for event in expected.events] == ["banner_raised", "faction_chosen"]
    assert expected.holdings.capital is None
    assert [army.tile for army in expected.holdings.armies] == [None]
    assert (expected.holdings.villages, expected.holdings.fortresses) == (2, 1)
