"""Playouts: sound systems pass, every broken promise is found and can be shown again."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.engine.contract import System
from games.engine.leaks import state_leaks
from games.engine.playout import Broken, Table, main, play, run
from tests.engine import broken
from tests.engine.systems import hoard, sticks


def names() -> list[str]:
    return [f"{system.make(2).__class__.__name__}: {code}" for system, code in broken.BROKEN]


@pytest.mark.parametrize("bots", [("random",), ("greedy",), ("random", "greedy")])
@pytest.mark.parametrize("system", [hoard.SYSTEM, sticks.SYSTEM])
def test_sound_systems_keep_every_promise(system: System, bots: tuple[str, ...]) -> None:
    line, held = run(Table(system, bots=bots), games=8, seed=100)

    assert held, line
    assert line["games"] == 8


@pytest.mark.parametrize(("system", "code"), broken.BROKEN, ids=names())
def test_a_broken_promise_is_found_and_shown_again_by_its_seed(system: Any, code: str) -> None:
    table = Table(system, max_steps=50)
    line, held = run(table, games=20, seed=1)

    assert not held
    assert line["violation"] == code
    with pytest.raises(Broken) as again:
        play(table, line["seed"])
    assert again.value.step == line["step"]
    assert again.value.violation.message == line["message"]


def test_f05_an_exception_of_the_rules_names_its_place() -> None:
    line, _ = run(Table(broken.sticks(broken.RaisingResolve), checks=False), games=20, seed=1)

    assert line["violation"] == "raised"
    assert line["message"].startswith("ZeroDivisionError: nothing to share (broken.py:")
    assert line["message"].endswith("in resolve)")


def test_f43_a_refusal_that_tells_a_secret_is_a_leak() -> None:
    game = broken.LeakingRefusal(2, 3)
    state = hoard.State(((1, 2, 3), (4, 5, 9)), (0, 0))

    leaks = list(state_leaks(game, state, 0, Random(1)))

    assert {leak.code for leak in leaks} == {"refusal"}


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        (broken.LeakingView, "view"),
        (broken.LeakingAsk, "ask"),
        (broken.LeakingLegal, "refusal"),
        (broken.LeakingEvent, "event"),
    ],
)
def test_f43_each_kind_of_leak_is_named(kind: type[hoard.Hoard], code: str) -> None:
    state = hoard.State(((3, 5, 7), (1, 6, 8)), (0, 0))
    games = [kind(2, 3)]

    found = {
        leak.code
        for game in games
        for seed in range(30)
        for viewer in (0, 1, None)
        for leak in state_leaks(game, state, viewer, Random(seed))
    }

    assert code in found


def test_f40_a_sound_state_tells_nobody_anything() -> None:
    game = hoard.Hoard(3, 3)
    state = hoard.State(((1, 5, 9), (2, 4, 6), (3, 7, 8)), (0, 0, 0))

    found = [
        leak
        for seed in range(30)
        for viewer in (0, 1, 2, None)
        for leak in state_leaks(game, state, viewer, Random(seed))
    ]

    assert found == []


def test_games_are_the_same_with_and_without_checks() -> None:
    checked = play(Table(hoard.SYSTEM), 7)
    unchecked = play(Table(hoard.SYSTEM, checks=False), 7)

    assert checked == unchecked
    assert play(Table(hoard.SYSTEM), 8).record != checked.record


def test_the_command_prints_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["sticks", "--games", "10", "--seed", "3", "--bots", "greedy,random"])

    told = capsys.readouterr().out
    line = json.loads(told)
    assert code == 0
    assert told.count("\n") == 1
    assert (line["system"], line["games"]) == ("sticks", 10)
    assert line["moves"] >= 40  # ten sticks, three at most in a move
    assert line["steps_max"] <= 10
    assert line["outcomes"]["reasons"] == {"last_stick": 10}
    assert sum(line["outcomes"]["places"].values()) == 10
    assert sum(line["outcomes"]["wins"].values()) == 10
    assert line["seconds"] > 0
    assert line["moves_per_second"] > 0


def test_the_command_takes_options_and_seats(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = tmp_path / "options.json"
    options.write_text('{"hand": 1}', "utf-8")

    code = main(["hoard", "--games", "5", "--seats", "4", "--options", str(options), "--no-checks"])

    line = json.loads(capsys.readouterr().out)
    assert code == 0
    assert line["moves"] == 5 * 4
    assert all(len(places.split(",")) == 4 for places in line["outcomes"]["places"])


def test_the_command_ends_with_1_at_a_broken_promise(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hoard, "SYSTEM", broken.hoard(broken.LeakingView))

    code = main(["hoard", "--games", "5", "--seed", "40"])

    line = json.loads(capsys.readouterr().out)
    assert code == 1
    assert (line["violation"], line["seed"], line["step"]) == ("leak", 40, 0)


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["no_such_system"], "There is no rule system called no_such_system."),
        (["../etc"], "There is no rule system called ../etc."),
        (["hoard", "--options", "no_such_file.json"], "no_such_file.json"),
        (["hoard", "--seats", "5"], "There are nine cards only."),
    ],
)
def test_the_command_says_when_there_is_no_such_game(
    capsys: pytest.CaptureFixture[str], arguments: list[str], text: str
) -> None:
    code = main(arguments)

    assert code == 2
    assert text in capsys.readouterr().err


def test_an_unknown_bot_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["hoard", "--bots", "genius"])

    assert stopped.value.code == 2
    assert "genius" in capsys.readouterr().err


class Offering(hoard.HoardSystem):
    """Offers seats and options for playouts."""

    playout_seats = (3,)

    def playout_options(self, rng: Random, seats: int) -> dict[str, int]:
        return {"hand": rng.choice([1, 2])}


def test_a_system_may_offer_seats_and_options() -> None:
    records = [play(Table(Offering(), checks=False), seed).record for seed in range(20)]

    assert {record.seats for record in records} == {3}
    assert {record.options["hand"] for record in records} == {1, 2}
