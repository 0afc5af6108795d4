"""Whatever a host tells of matches, modes and courts, the rules go on and everything adds up.

Source: campaign.md 5; ``campaign.rules.outside``.
"""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.rules import SYSTEM
from campaign.rules.invariants import Watch, state_faults
from campaign.rules.outside import MODES, Outside, Result, read_outside
from campaign.rules.simulate import lively, play, steward
from games.engine.chance import Seeded
from games.engine.contract import HOST, NotAsked
from tests.rules.crowds import ByLabel
from tests.rules.play import examples, options, seeds
from tests.rules.play import lively as answered
from tests.rules.test_hostile_answers import answers
from tests.rules.test_referee import warlike

numbers = st.one_of(st.integers(-1, 45), st.booleans(), st.none(), st.floats(), st.just(10**30))
keys = st.one_of(st.integers(0, 45).map(str), st.sampled_from(["", "-1", "007", "²", "31.0", "x"]))
pairs = st.lists(st.lists(st.integers(-1, 20), min_size=2, max_size=2), max_size=3)
modes = st.dictionaries(keys, st.one_of(st.sampled_from(MODES), answers), max_size=6)
results = st.lists(
    st.fixed_dictionaries(
        {"tile": st.one_of(st.integers(1, 45), numbers)},
        optional={
            "winner": numbers,
            "slain": st.one_of(pairs, answers),
            "places": st.one_of(st.dictionaries(keys, numbers, max_size=5), answers),
            "dice": st.one_of(st.booleans(), answers),
        },
    ),
    max_size=12,
)
stakes = st.one_of(
    answers,
    st.fixed_dictionaries(
        {"kind": st.sampled_from(["honour", "precedence", "purse", "favour", "tile"])},
        optional={
            "gold": numbers,
            "food": numbers,
            "from": st.sampled_from(["pot", "seats", 7]),
            "might": numbers,
            "tile": numbers,
        },
    ),
)
courts = st.lists(
    st.fixed_dictionaries(
        {},
        optional={
            "number": numbers,
            "game": st.one_of(st.sampled_from(MODES), answers),
            "seats": st.one_of(st.lists(st.integers(-1, 4), max_size=5), answers),
            "stake": stakes,
            "winner": numbers,
            "places": answers,
        },
    ),
    max_size=5,
)
hosts = st.one_of(
    answers,
    st.fixed_dictionaries(
        {},
        optional={
            "modes": st.one_of(modes, answers),
            "results": st.one_of(results, answers),
            "courts": st.one_of(courts, answers),
        },
    ),
)


def campaign_of(seed, seats, told):
    """Play a short campaign, told these things from outside in turn; every step is watched."""
    rng = Random(seed)
    chosen = options(rng, seats)
    chosen["rules"] |= {"years": 1, "courts": True}
    game = SYSTEM.open(chosen, seats)
    calls = iter(range(10_000))

    def host(game, state, rng):
        return told[next(calls) % len(told)]

    return [step for _, step in play(game, seed, [lively, steward, lively], host=host)]


@examples
@given(seeds, st.integers(2, 4), st.lists(hosts, min_size=1, max_size=8))
def test_f05_f13_whatever_comes_from_outside_the_campaign_ends_and_adds_up(seed, seats, told):
    steps = campaign_of(seed, seats, told)

    assert steps[-1].state.stage == "over"
    assert campaign_of(seed, seats, told) == steps


@examples
@given(seeds, st.sampled_from(MODES), st.lists(hosts, min_size=1, max_size=6))
def test_f05_f51_months_full_of_battles_hear_anything_and_add_up(seed, mode, told):
    game, _, position, rng = warlike(seed, mode, grounds=2)
    state = game.position(position)
    for number in range(12):
        given_answers = answered(game, state, rng) | {HOST: told[number % len(told)]}
        watch = Watch(game, state)

        step = game.resolve(state, given_answers, ByLabel(seed))

        assert step == game.resolve(state, dict(reversed(given_answers.items())), ByLabel(seed))
        assert [*state_faults(game, step.state), *watch.after(step)] == []
        written = json.loads(json.dumps(game.encode(step.state)))
        assert game.decode(written) == step.state
        state = step.state


@examples
@given(hosts)
def test_f13_what_a_host_tells_is_read_without_an_error_and_only_what_makes_sense(told):
    read = read_outside(told)

    assert set(read.modes.values()) <= set(MODES)
    assert all(0 <= tile <= 9_999 for tile in (*read.modes, *read.results))
    for result in read.results.values():
        assert len(result.slain) in (0, 2)
        assert all(number >= 0 for pair in result.slain for number in pair)
        assert all(type(place) is int for place in result.places.values())


def test_f13_nothing_from_outside_is_as_an_empty_answer():
    game, _, position, rng = warlike(5, "skirmish", grounds=2)
    state = game.position(position)
    sheets = answered(game, state, rng)

    without = game.resolve(state, sheets, Seeded(Random(1)))

    for nothing in ({}, None, [], {"modes": {}, "results": [], "courts": []}, {"more": 1}):
        assert game.resolve(state, sheets | {HOST: nothing}, Seeded(Random(1))) == without


def test_the_host_is_never_asked_and_its_answer_never_checked():
    game, _, position, _ = warlike(5, "skirmish", grounds=2)
    state = game.position(position)

    assert HOST not in [ask.seat for ask in game.asks(state)]
    with pytest.raises(NotAsked):
        game.check(state, HOST, {"modes": {}})


# The shape, line by line


@pytest.mark.parametrize(
    ("told", "read"),
    [
        ({"modes": {"17": "winter", "x": "winter", "18": "chess"}}, Outside({17: "winter"})),
        ({"modes": {"12345": "winter"}}, Outside()),
        ({"results": [{"tile": 4, "winner": 1}]}, Outside(results={4: Result(1)})),
        ({"results": [{"tile": 4, "winner": None}]}, Outside(results={4: Result()})),
        ({"results": [{"tile": 4, "winner": True}]}, Outside(results={4: Result()})),
        ({"results": [{"tile": 4, "dice": 1}]}, Outside(results={4: Result()})),
        ({"results": [{"tile": 4, "dice": True}]}, Outside(results={4: Result(dice=True)})),
        ({"results": [{"tile": True}, {"winner": 1}, 4]}, Outside()),
        ({"results": [{"tile": 4, "slain": [[1, 7]]}]}, Outside(results={4: Result()})),
        ({"results": [{"tile": 4, "slain": [[1, 7], [-1, 7]]}]}, Outside(results={4: Result()})),
        (
            {"results": [{"tile": 4, "slain": [[1, 7], [0, 9]], "places": {"0": 2, "-1": 1}}]},
            Outside(results={4: Result(None, ((1, 7), (0, 9)), {0: 2})}),
        ),
        (
            {"results": [{"tile": 4, "winner": 0}, {"tile": 4, "winner": 1}]},
            Outside(results={4: Result(1)}),
        ),
        ({"courts": [{"number": 1}, 7]}, Outside(courts=({"number": 1}, 7))),
    ],
)
def test_what_makes_no_sense_is_left_out(told, read):
    assert read_outside(told) == read
