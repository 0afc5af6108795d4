"""One whole game, written down answer by answer with all that happened.

``playthrough.json`` holds the record, every event, and every state in full where a
stage begins. After a wanted change of the rules ``python -m
tests.games.winter.test_playthrough`` writes it anew; read the difference.
"""

import json
from pathlib import Path
from random import Random

from games.engine.chance import Recording, Seeded
from games.engine.contract import Step
from games.engine.replay import Record, RecordStep, play_back
from games.winter import SYSTEM
from tests.games.winter.play import GAME, lively
from tests.games.winter.test_referee import assert_same, referee_of

FILE = Path(__file__).with_name("playthrough.json")
SEED = 64


def written(steps: list[Step]) -> dict:
    """What the file says of the steps of a game."""
    stages = [step.state.stage for step in steps]
    begin = [i for i, stage in enumerate(stages) if stages.index(stage) == i]
    return {
        "events": [[[e.kind, dict(e.data), e.reveals] for e in step.events] for step in steps],
        "states": {str(i): GAME.encode(steps[i].state) for i in begin},
    }


def play() -> Record:
    """Play the game that is written down."""
    rng = Random(SEED)
    start = Recording(Seeded(rng))
    state = GAME.start(start).state
    steps = []
    while GAME.asks(state):
        answers = {state.to_move: lively(state, rng)}
        steps.append(RecordStep(answers))
        state = GAME.resolve(state, answers, Seeded(rng)).state
    return Record("winter", SYSTEM.version, {}, 2, start.draws, tuple(steps))


def test_the_written_game_leads_to_the_written_states_and_events():
    data = json.loads(FILE.read_text("utf-8"))

    replay = play_back(Record.from_json(data["record"]))

    assert replay.breach is None
    found = json.loads(json.dumps(written(list(replay.steps))))
    assert found["events"] == data["events"]
    assert found["states"] == data["states"]


def test_the_referee_plays_the_written_game_the_same_way():
    record = Record.from_json(json.loads(FILE.read_text("utf-8"))["record"])
    steps = play_back(record).steps
    referee = referee_of(steps[0].state)

    for step, given in zip(steps, record.steps, strict=False):
        assert_same(step.state, referee)
        (text,) = given.answers.values()
        referee.play(text)

    outcome = GAME.outcome(steps[-1].state)
    assert (outcome.reason, list(outcome.winners)) == referee.result


def test_the_written_game_shows_every_kind_of_turn():
    data = json.loads(FILE.read_text("utf-8"))
    verbs = {
        text.split()[0] for step in data["record"]["steps"] for text in step["answers"].values()
    }
    kinds = {event[0] for events in data["events"] for event in events}

    assert verbs == {"place", "colour", "draw", "token", "move", "remove", "take", "keep"}
    assert "group_left" in kinds


def write() -> None:
    """Write the file."""
    record = play()
    steps = list(play_back(record).steps)
    data = {"record": record.to_json(), **written(steps)}
    lines = [f'"record": {json.dumps(data["record"])}', '"events": [']
    lines.append(",\n".join(json.dumps(events) for events in data["events"]) + "],")
    states = (f'"{i}": {json.dumps(state)}' for i, state in data["states"].items())
    lines.append('"states": {\n' + ",\n".join(states) + "}}")
    FILE.write_text("{" + lines[0] + ",\n" + "\n".join(lines[1:]) + "\n", "utf-8")


if __name__ == "__main__":
    write()
