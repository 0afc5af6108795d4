"""The package and the naive referee play the same games."""

from random import Random

import pytest

from games.engine.chance import Seeded
from tests.games.winter.play import GAME, dull, legal, lively, view
from tests.games.winter.referee import Referee


def referee_of(state) -> Referee:
    """A referee for a game that has just been dealt."""
    data = GAME.encode(state)
    return Referee([*data["lake"], data["drawn"], *data["deck"]], data["first"])


def referee_of_position(state) -> Referee:
    """A referee who looks at a position of the freeze or the thaw as if it began there."""
    data = GAME.encode(state)
    referee = Referee([*data["lake"], data["drawn"], *data["deck"]], data["first"])
    referee.lake = {card: tuple(spot) for card, spot in data["lake"].items()}
    referee.drawn, referee.deck = data["drawn"], list(data["deck"])
    referee.stage, referee.mover, referee.colours = data["stage"], data["to_move"], data["colours"]
    referee.tokens = {colour: set(map(tuple, data["tokens"][colour])) for colour in "LD"}
    referee.supply, referee.had = dict(data["supply"]), dict(data["had_token"])
    referee.out_of_game, referee.turns = list(data["discarded"]), data["thaw_turns"]
    referee.seen = [referee.position()] if referee.stage == "thaw" else []
    return referee


def assert_same(state, referee: Referee) -> None:
    shown = view(state)
    assert shown["stage"] == referee.stage
    assert {c["card"]: (c["x"], c["y"], c["rot"]) for c in shown["lake"]} == referee.lake
    for colour in "LD":
        lying = {(t["x"], t["y"]) for t in shown["tokens"] if t["colour"] == colour}
        assert lying == referee.tokens[colour]
    assert (shown["supply"], shown["had_token"]) == (referee.supply, referee.had)
    assert shown["discarded"] == referee.out_of_game
    assert shown["thaw_turns"] == referee.turns
    assert [c["card"] for c in shown["lake"] if c["free"]] == referee.free()


@pytest.mark.parametrize(
    ("taste", "seed"),
    [*((lively, seed) for seed in range(8)), *((dull, seed) for seed in range(4))],
)
def test_whole_games_are_those_of_the_referee(taste, seed):
    rng = Random(seed)
    state = GAME.start(Seeded(rng)).state
    referee = referee_of(state)

    while referee.stage != "over":
        assert_same(state, referee)
        assert (state.to_move, legal(state)) == (referee.mover, referee.legal())
        text = taste(state, rng)
        state = GAME.resolve(state, {state.to_move: text}, Seeded(rng)).state
        referee.play(text)

    assert_same(state, referee)
    outcome = GAME.outcome(state)
    assert (outcome.reason, list(outcome.winners)) == referee.result
