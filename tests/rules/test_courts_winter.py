"""A winter with courts: its sheets, its forecast, its steward (campaign.md 4b, 4c)."""

from __future__ import annotations

from random import Random

import pytest

from campaign.rules.forecast import forecast
from campaign.rules.sample import sample_sheet
from campaign.rules.state import COURT, DEPLOY, RECALL, TITHE
from campaign.rules.steward.answer import steward_answer
from campaign.rules.winter.choices import choices
from games.engine.chance import Seeded
from games.engine.contract import Refusal
from tests.rules.courtyard import A, B, C, court_game, court_table, kinds

HELD = [{"number": 1, "game": "winter", "seats": [A, B], "stake": {"kind": "honour"}, "winner": A}]


def at(stage, game=None, **position):
    game = game or court_game()
    return game, court_table(game, stage=stage, **position).freeze()


def test_after_courts_a_whole_winter_is_forecast_from_the_stock_at_hand():
    stock = [{"gold": 1, "food": 1}, {}, {}]
    game, state = at(TITHE, kingdoms=stock, armies=[{"kingdom": A, "tile": 1}])

    expected = forecast(game, state, A, {"purchases": [{"buy": "village", "tile": 3}]})

    assert kinds(expected.events) == ["bought", "army_fed"]
    assert (expected.stage, expected.holdings.gold, expected.holdings.villages) == (DEPLOY, 0, 2)


def test_a_recall_by_itself_is_forecast_up_to_the_courts():
    game, state = at(RECALL, kingdoms=[{}, {}, {}], armies=[{"kingdom": A, "tile": 3}])
    tiles = {**game.encode(state)["tiles"], "1": {"owner": A, "settlement": "city"}}
    tiles["2"] = {"owner": A, "settlement": "city"}
    state = game.position({**game.encode(state), "tiles": tiles})

    expected = forecast(game, state, A, {"place": 2})

    assert kinds(expected.events) == ["seat_chosen", "recalled", "gathered"]
    assert (expected.stage, expected.holdings.gold) == (COURT, 2)


def test_being_done_with_courts_is_forecast_to_bring_nothing():
    game, state = at(COURT)

    expected = forecast(game, state, A, {})

    assert (expected.events, expected.stage, expected.holdings.gold) == ((), TITHE, 3)


def test_what_a_form_shows_after_courts_is_what_there_is():
    game, state = at(TITHE, kingdoms=[{"gold": 1}, {}, {}])

    can = choices(game, state, A)

    assert (can.stock, can.income) == ((1, 0), (0, 0))
    assert (can.home.ships_lost, can.tithe_to) == ((), (B, C))


@pytest.mark.parametrize("hand_in", ["sheet", "steps"])
def test_the_steward_says_that_it_is_done_and_spends_what_the_courts_left_it(hand_in):
    game, state = at(COURT, court_game(hand_in=hand_in))

    (done, *_) = game.asks(state)
    after = game.resolve(state, {}, Seeded(Random(1))).state

    assert steward_answer(game, state, A, done) == {}
    bought = [
        steward_answer(game, after, ask.seat, ask) for ask in game.asks(after) if ask.seat == A
    ]
    game.check(after, A, bought[0])
    assert ("purchases" in bought[0]) == (hand_in == "sheet")


@pytest.mark.parametrize("seed", range(20))
def test_random_sheets_after_courts_say_nothing_of_recall_and_pass(seed):
    game, state = at(TITHE, armies=[{"kingdom": A, "tile": 1}])

    sheet = sample_sheet(game.table(state), "winter", A, Random(seed))

    assert "recall" not in sheet
    assert game.check(state, A, sheet) == game.check(state, A, game.check(state, A, sheet))


def test_a_recall_part_after_courts_is_refused_by_its_own_code():
    game, state = at(TITHE)

    with pytest.raises(Refusal) as refused:
        game.check(state, A, {"recall": {"place": 1}})

    assert [(each.code, each.where) for each in refused.value.problems] == [
        ("recall_over", "recall")
    ]


def test_without_the_house_rule_no_court_was_held_whatever_the_host_says():
    game, state = at(COURT, court_game(courts=False))

    step = game.resolve(state, {-1: {"courts": HELD}}, Seeded(Random(1)))

    assert "court_held" not in kinds(step.events)


def test_what_was_played_for_and_who_won_is_told_to_everybody():
    game, state = at(COURT)

    step = game.resolve(state, {-1: {"courts": HELD}}, Seeded(Random(1)))

    assert [event.seen_by for event in step.events if event.kind == "court_held"] == [None]
