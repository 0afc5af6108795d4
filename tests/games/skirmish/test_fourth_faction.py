"""The faction of docs/adding-a-faction.md is whole: it is read from the page and played."""

import re
import tomllib
from pathlib import Path
from random import Random

import pytest

from games.engine.chance import Seeded
from games.engine.contract_checks import state_violations, step_violations
from games.skirmish.faction import faction, read_faction
from games.skirmish.state import Setup
from games.skirmish.system import Skirmish
from games.skirmish.tasks import CHOICES, DOINGS
from games.skirmish.teams import team_problems

PAGE = Path(__file__).parents[3] / "docs/adding-a-faction.md"


def block(kind: str) -> str:
    (found,) = re.findall(rf"```{kind}\n(.*?)```", PAGE.read_text(), re.DOTALL)
    return found


@pytest.fixture(scope="module")
def salt_court():
    names: dict = {}
    exec(block("python"), names)
    yield read_faction("salt_court", tomllib.loads(block("toml")), names["ABILITIES"])
    CHOICES.pop("ebb")
    DOINGS.pop("driftwood")


@pytest.fixture
def game(salt_court):
    return Skirmish(Setup((salt_court, faction("plain_guard")), (14, 14), (None, None), 6, 0))


def test_its_sample_list_is_legal(salt_court):
    assert team_problems(salt_court, salt_court.sample, 14) == []


@pytest.mark.parametrize("seed", range(6))
def test_random_games_keep_the_contract(game, seed):
    rng = Random(seed)
    chance = Seeded(rng)
    state = game.start(chance).state

    while asks := game.asks(state):
        if rng.random() < 0.05:
            assert list(state_violations(game, state, rng)) == []
        answers = {ask.seat: game.sample(state, ask, rng) for ask in asks}
        step = game.resolve(state, answers, chance)
        if rng.random() < 0.05:
            assert list(step_violations(game, state, answers, step, rng)) == []
        state = step.state

    assert game.outcome(state).over


def scripted(*rolls):
    """Dice that fall like this, one roll after the other."""

    class Script:
        left = list(rolls)

        def roll(self, label, sides, count=1):
            return self.left.pop(0)

    return Script()


def test_a_slain_heron_brings_a_crab_back(game):
    state = game.position(
        {
            "to_move": 1,
            "south": {"e4": "heron", "h1": "tide_king"},
            "north": {"e8": "watchtower"},
            "slain": [["crab"]],
        }
    )

    state = game.resolve(state, {1: "attack e8 e4"}, scripted((8,), (1,))).state
    (ask,) = game.asks(state)
    after = game.resolve(state, {0: "redeploy c2"}, scripted()).state

    assert (ask.seat, ask.kind) == (0, "redeploy")
    assert len(ask.legal) == 15  # two ranks without h1
    assert game.encode(after)["pieces"][3]["square"] == "c2"


def test_the_ebb_gives_both_tokens_and_the_shell_defends(game):
    state = game.position({"south": {"a1": "tide_king"}, "north": {"e8": "watchtower"}})

    state = game.resolve(state, {0: "activate a1"}, scripted()).state
    state = game.resolve(state, {0: "ebb"}, scripted()).state

    king = game.encode(state)["pieces"][0]
    assert (king["adv"], king["dis"]) == (1, 1)


def test_a_shell_turns_an_attack_that_is_one_better(game):
    state = game.position(
        {"to_move": 1, "south": {"e4": "crab", "h1": "tide_king"}, "north": {"e8": "watchtower"}}
    )

    step = game.resolve(state, {1: "attack e8 e4"}, scripted((4,), (3,)))

    (fought,) = [event.data for event in step.events if event.kind == "fought"]
    assert fought["totals"] == [4, 4]
    assert not fought["success"]
