"""The rule system behind the contract: options, start, views, what nobody may know."""

import json
from random import Random

import pytest
from hypothesis import given

from games.engine import playout
from games.engine.chance import Scripted, Seeded
from games.engine.contract import BadOptions
from games.winter import SYSTEM
from tests.games.winter.play import GAME, examples, position, seeds, states, view


def test_the_first_player_is_drawn_unless_the_options_name_one():
    drawn = GAME.start(Scripted([2], "sorted"))
    named = SYSTEM.open({"first": 0}, 2).start(Scripted((), "sorted"))

    assert (drawn.state.first, drawn.state.to_move) == (1, 1)
    assert (named.state.first, named.state.to_move) == (0, 0)


def test_the_deal_lays_the_top_card_and_reveals_the_next():
    step = SYSTEM.open({"first": 0}, 2).start(Scripted((), [[17, 3]]))

    assert [(e.kind, dict(e.data), e.reveals) for e in step.events] == [
        ("dealt", {"first": 0, "card": "w18", "pattern": "DDLD"}, True),
        ("card_drawn", {"seat": 0, "card": "w04", "pattern": "LDLD"}, True),
    ]
    assert view(step.state)["lake"] == [
        {"card": "w18", "pattern": "DDLD", "x": 0, "y": 0, "rot": 0, "free": True}
    ]
    assert view(step.state)["unseen"] == {
        "DDDL": 2, "DDLD": 1, "DLLD": 2, "LDDL": 2, "LDLD": 2, "LLDD": 3, "LLDL": 2, "LLLD": 2,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("options", "seats", "code"),
    [
        ({"first": 2}, 2, "bad_first"),
        ({"first": True}, 2, "bad_first"),
        ({"second": 1}, 2, "unknown_option"),
        ([], 2, "bad_options"),
        ({}, 3, "bad_seats"),
    ],
)
def test_other_options_are_refused(options, seats, code):
    with pytest.raises(BadOptions) as refused:
        SYSTEM.open(options, seats)

    assert refused.value.code == code


@examples
@given(seeds)
def test_f40_a_view_tells_nothing_of_the_order_of_the_deck(seed):
    for state in states(seed):
        turned = state._replace(deck=state.deck[::-1])

        for seat in (0, 1, None):
            assert GAME.view(state, seat) == GAME.view(turned, None)
        shown = json.dumps(GAME.view(state, None))
        assert not any(f'"{card}"' in shown for card in GAME.encode(state)["deck"])


@examples
@given(seeds)
def test_an_imagined_state_looks_the_same_and_differs_in_the_deck_alone(seed):
    rng = Random(seed)
    for state in states(seed):
        other = GAME.imagine(GAME.view(state, 0), 0, rng)

        assert sorted(other.deck) == sorted(state.deck)
        assert other._replace(deck=state.deck) == state


def test_f40_a_card_is_seen_only_when_it_is_drawn():
    state = position(["LDLD@(0,0)180", "LDLD@(2,0)0"], stage="freeze", deck=["w18"])

    step = GAME.resolve(state, {0: "draw"}, Scripted())

    assert "w18" not in json.dumps(GAME.view(state, 0))
    assert [(e.kind, e.reveals) for e in step.events] == [("card_drawn", True)]
    assert view(step.state)["drawn"] == {"card": "w18", "pattern": "DDLD"}


@pytest.mark.parametrize("answers", [{}, {0: "no such thing"}, {0: None}, {1: "draw"}])
def test_who_does_not_answer_draws_in_the_freeze(answers):
    state = position(["LDLD@(0,0)180", "LDLD@(2,0)0"], stage="freeze", deck=["w18"])

    step = GAME.resolve(state, answers, Scripted())

    assert view(step.state)["drawn"]["card"] == "w18"


def test_who_does_not_answer_in_the_thaw_makes_the_first_listed_move():
    state = position(["LDLD@(0,0)180", "LLDD@(0,2)0", "LDLD@(0,4)0"])
    first = GAME.asks(state)[0]

    step = GAME.resolve(state, {}, Scripted())

    assert first.default == first.legal[0]
    assert step == GAME.resolve(state, {0: first.default}, Scripted())


@examples
@given(seeds)
def test_an_estimate_lies_between_lost_and_won_and_the_seats_share_it(seed):
    for state in states(seed):
        one, other = GAME.estimate(state, 0), GAME.estimate(state, 1)

        assert 0 <= one <= 1
        assert abs(one + other - 1) < 1e-9


def test_an_estimate_prefers_more_tokens():
    lake = ["LDLD@(0,0)180", "LDLD@(2,0)0", "LDDL@(-2,0)0"]

    assert GAME.estimate(position(lake, tokens={"L": [[1, 0]]}), 0) > 0.5
    assert GAME.estimate(position(lake, tokens={"L": [[1, 0]]}), 1) < 0.5


@pytest.mark.parametrize("seed", [11, 12, 13, 14])
def test_playouts_keep_every_promise_of_the_contract(seed):
    played = playout.play(playout.Table(SYSTEM, bots=("random", "greedy")), seed)

    assert played.outcome.over


def test_a_finished_game_stays_as_it_is():
    state = GAME.resolve(position(["LDDL@(0,0)0"]), {0: "remove w09"}, Scripted()).state

    assert GAME.asks(state) == ()
    assert GAME.resolve(state, {0: "draw"}, Seeded(Random(1))).state == state
