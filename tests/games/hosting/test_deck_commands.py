"""`manage.py check_deck` and `manage.py add_deck`."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.courtier.deckfile import HOUSE, MOST_BYTES
from games.models import Deck

pytestmark = pytest.mark.django_db


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """Return a copy of the house deck that its owner may fill in."""
    path = tmp_path / "mine.toml"
    path.write_text(HOUSE.read_text("utf-8"), "utf-8")
    return path


def run(*words: str) -> tuple[str, str]:
    """Run a command; return what it printed, and why it failed, if it did."""
    out = StringIO()
    try:
        call_command(*words, stdout=out)
    except CommandError as error:
        return out.getvalue(), str(error)
    return out.getvalue(), ""


def test_a_good_deck_is_summed_up(house: Path):
    out, failure = run("check_deck", str(house))

    assert failure == ""
    assert out.splitlines()[:3] == [
        "8 coteries, 23 courtiers, 60 slots",
        "48 influence cards, 44 power cards",
        "26 petitions worth 256 points, 17 fashion cards",
    ]
    assert out.endswith("It can be played with.\n")
    assert not Deck.objects.exists()


def test_what_is_wrong_is_printed_by_line_and_card(house: Path):
    lines = house.read_text("utf-8").split("\n")
    number = next(n for n, line in enumerate(lines, 1) if line == 'id = "pow_ruthless"')
    lines[number + 1] = "qty = 4"
    house.write_text("\n".join(lines), "utf-8")

    out, failure = run("check_deck", str(house))

    counts = next(n for n, line in enumerate(lines, 1) if line == "power = 44")
    assert out == f"{house}: line {counts}: [counts]: power must be 45: so many cards there are\n"
    assert failure == f"{house} is no deck that can be played with: 1 problem"


@pytest.mark.parametrize("command", [("check_deck",), ("add_deck", "--name", "Mine")])
def test_every_problem_has_a_line_of_its_own(house: Path, command: tuple[str, ...]):
    text = (
        house.read_text("utf-8").replace('op = "gain"', 'op = "win"').replace("slots = 1\n", "\n")
    )
    house.write_text(text, "utf-8")

    out, failure = run(command[0], str(house), *command[1:])

    assert failure.endswith("6 problems")
    assert [line.split(": ")[2] for line in out.splitlines()] == [
        "emeritus (Emeritus)",
        "astronomer (Astronomer)",
        "historian (Historian)",
        "inventor (Inventor)",
        "philosopher (Philosopher)",
        "pow_charismatic (Charismatic)",
    ]
    assert not Deck.objects.exists()


def test_a_file_that_is_not_there_is_named(tmp_path: Path):
    missing = tmp_path / "none.toml"

    assert (
        run("check_deck", str(missing))[1] == f"{missing} cannot be read: No such file or directory"
    )
    assert run("check_deck", str(tmp_path))[1] == f"{tmp_path} cannot be read: Is a directory"


def test_a_file_of_megabytes_is_refused(house: Path):
    house.write_text("# so it goes on\n" * 200_000, "utf-8")

    out, failure = run("check_deck", str(house))

    assert out == f"{house}: a deck file has at most {MOST_BYTES // 1024} kilobytes\n"
    assert failure.endswith("1 problem")


def test_a_deck_is_added_once_and_retired(house: Path):
    added, _none = run("add_deck", str(house), "--name", "Mine")
    again, _none = run("add_deck", str(house), "--name", "Yours")
    retired, _none = run("add_deck", "--retire", "Mine")
    _none, gone = run("add_deck", "--retire", "Mine")

    deck = Deck.objects.get()
    assert added == f"Deck {deck.pk}, Mine, is offered.\n"
    assert again == f"These cards are here already: deck {deck.pk}, Mine, is offered.\n"
    assert retired == f"Deck {deck.pk}, Mine, is offered no more.\n"
    assert gone == "No deck is offered by that name."
    assert not deck.is_offered


@pytest.mark.parametrize("words", [[], ["--name", "Mine"], ["x.toml"], ["x.toml", "--retire", "y"]])
def test_a_command_that_says_too_little_or_too_much_does_nothing(words: list[str]):
    assert run("add_deck", *words)[1] == "Give a file and --name, or --retire and a name."
