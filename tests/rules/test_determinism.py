"""The same input gives the same winter, in whatever order and form it was handed in."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

from hypothesis import assume, given

from campaign.rules import SYSTEM
from games.engine.chance import Seeded
from tests.rules.play import enriched, examples, lively, opened, options, played, seeds

SEALED = {"play": "sealed"}


@examples
@given(seeds)
def test_the_same_seed_gives_the_same_winter(seed):
    one = [(step.state, step.events) for _, _, step in played(seed)]
    other = [(step.state, step.events) for _, _, step in played(seed)]

    assert one == other


@examples
@given(seeds)
def test_f12_the_order_of_submission_never_matters(seed):
    game, rng = opened(seed, **SEALED)
    state = enriched(game, game.start(Seeded(rng)).state, rng)
    for _ in range(12):
        answers = lively(game, state, rng)
        shuffled = dict(rng.sample(sorted(answers.items()), len(answers)))
        dice = rng.random()
        step = game.resolve(state, answers, Seeded(Random(dice)))

        assert game.resolve(state, shuffled, Seeded(Random(dice))) == step
        state = step.state


def as_steps(sheet, kind):
    """Return the part of a winter sheet that a step asks for."""
    if kind in ("recall", "feed"):
        return sheet.get(kind, {})
    key = {"tithe": "tithes", "build": "purchases"}[kind]
    return {key: sheet[key]} if key in sheet else {}


@examples
@given(seeds)
def test_one_sheet_and_step_by_step_give_the_same_winter(seed):
    rng = Random(seed)
    common = options(rng, 3, play="sealed")
    whole = SYSTEM.open(common | {"hand_in": "sheet"}, 3)
    steps = SYSTEM.open(common | {"hand_in": "steps"}, 3)
    state = enriched(whole, whole.start(Seeded(Random(seed))).state, rng)
    sheets = lively(whole, state, rng)
    one = whole.resolve(state, sheets, Seeded(Random(seed))).state

    assume(one.stage in ("deploy", "over"))  # else the next year is under way in one of them
    other = state
    while (asks := steps.asks(other)) and asks[0].kind != "deploy":
        parts = {ask.seat: as_steps(sheets.get(ask.seat, {}), ask.kind) for ask in asks}
        other = steps.resolve(other, parts, Seeded(Random(seed))).state

    assert other == one


@examples
@given(seeds)
def test_states_survive_json(seed):
    for game, before, step in played(seed):
        text = json.dumps(game.encode(step.state))
        assert game.decode(json.loads(text)) == step.state
        assert json.loads(text) == game.encode(step.state)
        assert before != step.state or game.asks(before)


@examples
@given(seeds)
def test_a_position_can_be_built_from_every_view(seed):
    for game, _, step in played(seed):
        view = json.loads(json.dumps(game.view(step.state, 0)))
        known = tuple(each for each in step.state.rosters if each.open or each.kingdom == 0)
        assert game.imagine(view, 0, Random(0)) == replace(step.state, rosters=known)
        others = [game.view(step.state, seat) for seat in (1, None)]
        assert all(other | {"rosters": []} == view | {"rosters": []} for other in others)


def test_the_stored_state_of_400_tiles_is_small():
    options_400 = {
        "map": {"grid": [20, 20], "tiles": [{"n": 22, "start": 1}, {"n": 30, "start": 2}]}
    }
    game = SYSTEM.open(options_400, 2)
    tiles = {str(n): {"owner": n % 2, "settlement": "fortress"} for n in range(1, 401)}
    armies = [{"kingdom": seat, "tile": 22} for seat in (0, 1) for _ in range(6)]

    text = json.dumps(game.encode(game.position({"tiles": tiles, "armies": armies})))

    assert len(text) < 22_000
