"""The file of a match that is over: it plays to the end, and a script alone checks it."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from games.engine import dice_check
from games.engine.replay import Record, play_back
from games.services.histories import state_at
from games.services.policy import access_match
from games.services.replays import match_file
from games.services.rulebook import match_commitment
from tests.games.history.matches import heap, hoard, resign, take_back
from tests.games.hosting.toys import Played

pytestmark = pytest.mark.django_db


def file_of(played: Played) -> dict[str, Any]:
    """Return the file as somebody reads it who downloaded it."""
    return dict(json.loads(json.dumps(match_file(access_match(played.people[0], played.pk)))))


def rolled() -> Played:
    """A match with two dice, the second taken back, and one more rolled in its place."""
    played = heap("roll", "roll")
    take_back(played, 1)
    played.say(1, "take 3")
    played.say(0, "roll")
    resign(played, 1)
    return played


def run(tmp_path: Path, text: str) -> subprocess.CompletedProcess[str]:
    """Run a copy of the script, alone in a directory, without the project."""
    (tmp_path / "dice_check.py").write_text(Path(dice_check.__file__).read_text("utf-8"), "utf-8")
    (tmp_path / "match.json").write_text(text, "utf-8")
    command = [sys.executable, "-I", "dice_check.py", "match.json"]
    return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)


def test_the_record_in_the_file_plays_to_the_last_state():
    played = hoard(3)

    replay = play_back(Record.from_json(file_of(played)["record"]))

    assert replay.breach is None
    assert len(replay.steps) == 4
    assert replay.steps[-1].state == state_at(played.match, 3)


def test_the_record_leaves_out_what_was_taken_back_and_notes_the_end():
    file = file_of(rolled())

    replay = play_back(Record.from_json(file["record"]))

    answers = [step["answers"] for step in file["record"]["steps"]]
    assert answers == [{"0": "roll"}, {"1": "take 3"}, {"0": "roll"}]
    assert replay.breach is None
    assert len(file["turns"]) == 7
    assert (file["ending"], file["outcome"]["winners"]) == ("resigned", [0])


def test_the_file_names_the_seats_and_nobodys_account():
    played = hoard(3)
    file = file_of(played)

    assert file["seats"] == [person.username for person in played.people]
    assert all(person.email not in json.dumps(file) for person in played.people)
    assert "authors" not in json.dumps(file)


def test_f42_the_commitment_of_the_file_is_the_one_that_was_published():
    played = hoard()
    published = match_commitment(played.match)
    resign(played, 0)

    file = file_of(played)

    assert file["commitment"] == published == sha256(bytes.fromhex(file["secret"])).hexdigest()


def test_the_script_finds_every_draw_and_lists_it(tmp_path: Path):
    played = hoard(3)
    file = file_of(played)
    deal = " ".join(map(str, file["record"]["start"][0]["outcome"]))
    prizes = [step["draws"][0]["outcome"][0] for step in file["record"]["steps"]]

    done = run(tmp_path, json.dumps(file))

    context = f"match/{played.match.public_id}"
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        f"{context}/0 deal: {deal}",
        *(f"{context}/{turn} prize: {prize}" for turn, prize in enumerate(prizes, start=1)),
        "OK, 4 draws",
    ]


def test_the_script_checks_what_was_taken_back_as_well(tmp_path: Path):
    done = run(tmp_path, json.dumps(file_of(rolled())))

    assert done.returncode == 0
    assert done.stdout.endswith("OK, 3 draws\n")


def other_die(file: dict[str, Any]) -> None:
    (draw,) = file["turns"][1]["draws"]
    draw["outcome"] = [draw["outcome"][0] % 6 + 1]


def other_recorded_die(file: dict[str, Any]) -> None:
    (draw,) = file["record"]["steps"][0]["draws"]
    draw["outcome"] = [draw["outcome"][0] % 6 + 1]


def other_secret(file: dict[str, Any]) -> None:
    file["secret"] = "00" * 32


def chosen_context(file: dict[str, Any]) -> None:
    file["turns"][0]["context"] = "match/of our choice"


def turn_left_out(file: dict[str, Any]) -> None:
    del file["turns"][2]


def other_answer(file: dict[str, Any]) -> None:
    file["record"]["steps"][1]["answers"]["1"] = "take 1"


def other_start(file: dict[str, Any]) -> None:
    file["record"]["start"] = file["record"]["steps"][0]["draws"]


@pytest.mark.parametrize(
    ("tamper", "found"),
    [
        (other_die, "die should be ["),
        (other_recorded_die, "the record is not made of the turns that count"),
        (other_secret, "the secret is not the one that was committed to"),
        (chosen_context, "turn 0: the context is match/of our choice"),
        (turn_left_out, "turn 2: the context is"),
        (other_answer, "the record is not made of the turns that count"),
        (other_start, "the record begins with other draws than the turns"),
    ],
)
def test_the_script_finds_a_file_that_was_tampered_with(
    tmp_path: Path, tamper: Callable[[dict[str, Any]], None], found: str
):
    file = file_of(rolled())
    changed = copy.deepcopy(file)
    tamper(changed)

    done = run(tmp_path, json.dumps(changed))

    assert done.returncode == 1
    assert found in done.stdout
    assert "OK" not in done.stdout


@pytest.mark.parametrize("missing", ["secret", "commitment", "record", "match"])
def test_the_script_says_when_a_file_is_not_whole(tmp_path: Path, missing: str):
    file = file_of(rolled())
    del file[missing]

    done = run(tmp_path, json.dumps(file))

    assert done.returncode == 2
    assert "cannot be checked" in done.stderr
