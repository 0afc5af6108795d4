"""The match-up runner: what it counts and what it prints."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.bots import GreedyBot, RandomBot, duel
from games.bots.duel import Duel, Fought, fight, main, run
from games.engine import registry
from games.engine.contract import Ask, Game, Json, Outcome
from tests.engine.systems import hoard, sticks


class Taker:
    """Takes as many sticks as the rules allow, at most ``most``."""

    def __init__(self, most: int) -> None:
        self.most = most

    def answer(self, game: Game[Any], view: Json, ask: Ask, rng: Random) -> Json:
        return {"take": min(self.most, view["sticks"])}


class Copier:
    """Plays its highest card."""

    def answer(self, game: Game[Any], view: Json, ask: Ask, rng: Random) -> Json:
        return max(view["hand"])


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    places = (*registry.PLACES, "tests.engine.systems.{name}")
    monkeypatch.setattr(registry, "PLACES", places)


def test_seats_alternate() -> None:
    match = Duel(sticks.SYSTEM, {"one": Taker(1), "three": Taker(3)}, options={"sticks": 4})

    games = [fight(match, number) for number in range(4)]

    assert [game.names for game in games] == [("one", "three"), ("three", "one")] * 2


def test_wins_and_losses_are_counted_for_each() -> None:
    """With four sticks, one-three ends at once; three-one leaves one for the one-taker."""
    match = Duel(sticks.SYSTEM, {"one": Taker(1), "three": Taker(3)}, options={"sticks": 4})

    line = run(match, 10)

    counted = {
        name: (row["wins"], row["draws"], row["losses"], row["share"])
        for name, row in line["bots"].items()
    }
    assert counted == {"one": (5, 0, 5, 0.5), "three": (5, 0, 5, 0.5)}
    assert line["steps_mean"] == 2
    assert line["bots"]["one"]["decisions"] == 10


def test_both_games_of_a_pair_have_the_same_deal() -> None:
    """Equal players, swapped seats, equal luck: what one wins here the other wins there."""
    match = Duel(hoard.SYSTEM, {"left": Copier(), "right": Copier()}, seed=4)

    line = run(match, 20)

    assert line["bots"]["left"]["wins"] == line["bots"]["right"]["wins"] > 0


def test_a_shared_win_is_a_draw_and_half_a_win() -> None:
    """Highest cards first with one die each: some prizes are equal."""
    match = Duel(hoard.SYSTEM, {"left": Copier(), "right": Copier()}, options={"hand": 2})

    line = run(match, 60)

    row = line["bots"]["left"]
    assert row["draws"] > 0
    assert row["wins"] + row["draws"] + row["losses"] == 60
    assert row["share"] == round((row["wins"] + row["draws"] / 2) / 60, 4)


def test_a_game_without_end_is_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duel, "MAX_STEPS", 2)

    line = run(Duel(sticks.SYSTEM, {"one": Taker(1), "two": Taker(1)}), 2)

    assert line["bots"]["one"]["draws"] == 2
    assert line["reasons"] == {"running": 2}


def test_two_processes_play_the_same_games() -> None:
    match = Duel(hoard.SYSTEM, {"greedy": GreedyBot(), "random": RandomBot()}, seed=9)

    lines = [run(match, 8, processes) for processes in (1, 2)]

    assert lines[0]["reasons"] == lines[1]["reasons"]
    for name in ("greedy", "random"):
        won = [[line["bots"][name][key] for key in ("wins", "draws", "losses")] for line in lines]
        assert won[0] == won[1]


@pytest.mark.usefixtures("toys")
def test_the_command_prints_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    options = tmp_path / "options.json"
    options.write_text('{"sticks": 3}')

    code = main(
        ["sticks", "--bots", "greedy,random", "--games", "6", "--seed", "2"]
        + ["--options", str(options)]
    )

    line = json.loads(capsys.readouterr().out)
    assert code == 0
    assert (line["system"], line["games"], line["seed"]) == ("sticks", 6, 2)
    assert list(line["bots"]) == ["greedy", "random"]
    assert line["bots"]["greedy"]["wins"] >= 3
    assert line["bots"]["greedy"]["ms_per_decision"] > 0


@pytest.mark.usefixtures("toys")
def test_an_unknown_system_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["chess", "--games", "1"]) == 2
    assert "no rule system called chess" in capsys.readouterr().err


@pytest.mark.parametrize("bots", ["search", "greedy,greedy", "greedy,genius", "a,b,c"])
def test_two_different_bots_are_needed(bots: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["sticks", "--bots", bots])

    assert "two different bots" in capsys.readouterr().err


@pytest.mark.parametrize("count", [["--games", "0"], ["--processes", "0"]])
def test_a_duel_needs_games(count: list[str]) -> None:
    with pytest.raises(SystemExit):
        main(["sticks", *count])


def test_with_more_seats_the_first_bot_is_alone_and_moves_round() -> None:
    match = Duel(sticks.SYSTEM, {"one": Taker(1), "two": Taker(2)}, seats=3)

    found = [match.seated(number) for number in range(4)]

    assert found == [
        ("one", "two", "two"), ("two", "one", "two"), ("two", "two", "one"), ("one", "two", "two"),
    ]  # fmt: skip


def test_a_win_of_any_of_several_is_counted_for_their_bot() -> None:
    """Of five sticks: one, two, two leaves none, so the last seat wins; two, one, two as well;
    two, two, one leaves none for the lone taker."""
    match = Duel(sticks.SYSTEM, {"one": Taker(1), "two": Taker(2)}, options={"sticks": 5}, seats=3)

    line = run(match, 6)

    counted = {name: (row["wins"], row["losses"]) for name, row in line["bots"].items()}
    assert counted == {"one": (2, 4), "two": (4, 2)}


def test_a_game_that_nobody_at_the_table_wins_is_a_loss_of_both() -> None:
    lost = Fought(("a", "b"), Outcome(True, "end", (1, 2), (2, 1), (), True), 9, {})
    shared = Fought(("a", "b"), Outcome(True, "end", (2, 2), (1, 1), (0, 1)), 9, {})

    assert (lost.winner, lost.drawn) == (None, False)
    assert (shared.winner, shared.drawn) == (None, True)


def test_turns_are_counted_for_each_player(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """A cap of eight turns for two players: four each. One bot will do then."""
    options = tmp_path / "options.json"
    options.write_text('{"turn_cap": 8}')

    code = main(
        ["courtier", "--bots", "random", "--games", "2", "--turns", "--options", str(options)]
    )

    line = json.loads(capsys.readouterr().out)
    assert code == 0
    assert line["turns_per_player"] == {"median": 4.0, "tenth_over": 4.0, "max": 4.0}
    assert list(line["bots"]) == ["random"]
