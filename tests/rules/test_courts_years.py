"""Whole years with courts in every Winter: everything has its event, and nobody ever owes."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.rules.courts.choices import court_choices
from campaign.rules.invariants import Watch
from campaign.rules.state import COURT, State
from campaign.rules.system import CampaignGame
from games.engine.chance import Seeded
from games.engine.contract import HOST, Json
from tests.rules.play import enriched, lively, opened, seeds

campaigns = settings(max_examples=30)


def courts_of(game: CampaignGame, state: State, rng: Random) -> list[Json]:
    """Return random courts among the living, most for what the house allows."""
    table = game.table(state)
    can = court_choices(table)
    living = table.living()
    stakes: list[dict[str, Any]] = [
        {"kind": "precedence"},
        {"kind": "purse", "gold": rng.randint(0, 2), "food": rng.randint(0, 2), "from": "pot"},
        {"kind": "purse", "gold": rng.randint(0, 2), "food": rng.randint(0, 2), "from": "seats"},
        {"kind": "favour", "might": 1},
        *({"kind": "tile", "tile": one.tile} for one in can.tiles),
    ]
    return [_court(rng, number, living, stakes) for number in range(rng.randint(0, 6))]


def _court(rng: Random, number: int, living: list[int], stakes: list[dict[str, Any]]) -> Json:
    seats = rng.sample(living, rng.randint(2, min(4, len(living))))
    return {
        "number": number,
        "game": "courtier",
        "seats": seats,
        "stake": rng.choice(stakes),
        "winner": rng.choice([None, *seats]),
    }


def told_of_courts(seed: int, **fixed: Json) -> list[str]:
    """Play a random campaign with courts under the watch; return what was told of courts."""
    game, rng = opened(seed, **fixed)
    state = enriched(game, game.start(Seeded(rng)).state, rng)
    watch, told = Watch(game, state), []
    for _ in range(40):
        if not game.asks(state):
            break
        answers = lively(game, state, rng)
        if state.stage == COURT:
            answers[HOST] = {"courts": courts_of(game, state, rng)}
        step = game.resolve(state, answers, Seeded(rng))
        assert watch.after(step) == []
        told += [event.kind for event in step.events if "court" in event.data]
        state = step.state
    return told


@campaigns
@given(seeds, st.sampled_from(("sheet", "steps")), st.sampled_from(("classic", "capitals")))
def test_f51_years_with_courts_account_for_everything(seed, hand_in, edition):
    rules = {"courts": True, "years": 2}

    told_of_courts(seed, play="sealed", hand_in=hand_in, edition=edition, rules=rules)


@campaigns
@given(seeds)
def test_f51_open_years_with_courts_account_for_everything(seed):
    told_of_courts(seed, play="open", rules={"courts": True, "years": 2, "might": True})


def test_the_random_courts_of_these_years_are_held_paid_and_kept():
    told = {
        kind
        for seed in range(12)
        for kind in told_of_courts(seed, play="sealed", rules={"courts": True, "might": True})
    }

    assert told == {"court_held", "precedence_won", "purse_paid", "purse_won", "stake_kept"}
