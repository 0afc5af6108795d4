"""Case files: the toy book passes, failures are told, mistakes in files are named."""

import re
from pathlib import Path

import pytest

from games.engine.casefile import CaseFileError, load
from games.engine.scenario import main, run

CASES = Path(__file__).parent / "cases"
DOCUMENT = Path(__file__).parents[2] / "docs" / "scenarios.md"
HEAD = 'system = "hoard"\nseats = ["anne", "bob"]\noptions = { hand = 2 }\n'
TABLE = HEAD + "position = { hands = [[2, 9], [4, 5]] }\n"
BASE = HEAD + "position = { hands = [[2, 9], [4, 5]], extra = { a = 1, b = 2 } }\n"
CASE = TABLE + '[[case]]\nname = "one"\n'


def written(tmp_path: Path, text: str) -> str:
    path = tmp_path / "book.toml"
    path.write_text(text, "utf-8")
    return str(path)


def failures(tmp_path: Path, text: str) -> list[str]:
    (case,) = load(written(tmp_path, text))
    return [str(failure) for failure in run(case)]


def test_the_toy_books_pass(capsys: pytest.CaptureFixture[str]) -> None:
    code = main([str(CASES / "hoard.toml"), str(CASES / "sticks.toml")])

    assert capsys.readouterr().out == "9 passed, 0 failed\n"
    assert code == 0


@pytest.mark.parametrize(
    ("step", "failure"),
    [
        (
            'answers = {}\ndice = [3]\nexpect = { "state.gold" = [0, 4] }',
            "one: state.gold[1]: expected 4, got 3",
        ),
        (
            'answers = {}\ndice = [3]\nexpect = { "views.bob.hand" = [4] }',
            "one: views.bob.hand[0]: expected 4, got 5",
        ),
        (
            'answers = {}\ndice = [3]\nexpect = { "events{kind=prize}" = { count = 0 } }',
            'one: events{kind=prize}: expected {"count": 0}, got '
            '[{"data": {"gold": 3, "seat": 1}, "kind": "prize", "seen_by": null}]',
        ),
        ('expect = { "asks.anne" = { absent = true } }', "one: asks.anne: expected"),
        ("expect = { outcome.over = true }", "one: outcome.over: expected true, got false"),
        (
            'answers = {}\ndice = [3]\nsame = ["state.gold"]',
            "one: state.gold: expected still [0, 0], got [0, 3]",
        ),
        (
            'answers = { anne = 4 }\nexpect = { "state.gold" = [0, 0] }',
            "one: answers.anne: expected 4 is legal, got refusal not_in_hand: You do not hold 4.",
        ),
        (
            'play = [["bob", 9]]\nexpect = { "state.gold" = [0, 0] }',
            "one: answers.bob: expected 9 is legal, got refusal not_in_hand",
        ),
        (
            'refuse = [{ seat = "bob", answer = 4, code = "not_in_hand" }]',
            "one: answer 4 of bob: expected refusal not_in_hand, got accepted",
        ),
        (
            'refuse = [{ seat = "bob", answer = 9, code = "not_asked" }]',
            "one: answer 9 of bob: expected refusal not_asked, got refusal not_in_hand",
        ),
        (
            'refuse = [{ seat = "bob", answer = 9, code = "not_in_hand", where = "card" }]',
            "one: answer 9 of bob: expected refusal not_in_hand at 'card', got refusal",
        ),
        (
            'refuse = [{ seat = "bob", answer = 9, code = "not_in_hand", says = "hold 8" }]',
            "one: answer 9 of bob: expected refusal not_in_hand saying 'hold 8', got refusal",
        ),
        (
            'refuse = [{ seat = "bob", answer = 9, code = "not_in_hand", problems = 2 }]',
            "one: answer 9 of bob: expected 2 problems, got refusal",
        ),
        (
            'accept = [{ seat = "bob", answer = 9 }]',
            "one: answer 9 of bob: expected no refusal, got refusal not_in_hand",
        ),
        (
            'accept = [{ seat = "bob", answer = 4, as = "four" }]',
            'one: answer 4 of bob: expected "four", got 4',
        ),
        (
            'answers = {}\nexpect = { "state.gold" = [0, 3] }',
            "one: rules: expected no exception, got ChanceError: The script's dice have run out",
        ),
        (
            'answers = {}\ndice = [3, 4]\nexpect = { "state.gold" = [0, 3] }',
            "one: chance: expected everything scripted is used, got unused dice: [4]",
        ),
        (
            'options = { hand = 5 }\nexpect = { "state.gold" = [0, 3] }',
            "one: options: expected no refusal, got refusal bad_hand at 'hand'",
        ),
        (
            'bad_options = { code = "bad_hand" }',
            "one: options: expected refusal bad_hand, got a legal game",
        ),
        (
            'position = { hands = [] }\nbad_options = { code = "bad_hand" }',
            "one: options: expected refusal bad_hand, got refusal bad_hands at 'hands'",
        ),
        (
            '[[case.step]]\nnote = "look"\nexpect = { "state.gold" = [1, 0] }',
            "one, look: state.gold[0]: expected 1, got 0",
        ),
    ],
)
def test_a_case_that_does_not_hold_says_what_was_expected_and_found(
    tmp_path: Path, step: str, failure: str
) -> None:
    (found,) = failures(tmp_path, CASE + step)

    assert found.startswith(failure)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "case: the file holds no case"),
        (CASE + "expects = {}", "case[0].expects: unknown key"),
        (CASE, "case[0] 'one': the case expects nothing"),
        (CASE + "answers = {}", "case[0] 'one': the case expects nothing"),
        (CASE + "expect = {}", "case[0] 'one': the case expects nothing"),
        (TABLE + "[[case]]\nexpect = {}", "case[0].name: a case needs a name"),
        ("sytem = 3\n" + CASE, "sytem: unknown key"),
        (CASE + "answers = 3", "case[0].answers: 3 does not belong here"),
        (CASE + "start = 1", "case[0].start: 1 does not belong here"),
        (CASE + "seats = true", "case[0].seats: True does not belong here"),
        (CASE + "seats = ['x', 'x']", "case[0] 'one'.seats: each seat has a name of its own"),
        (CASE + "seats = ['outsider']", "case[0] 'one'.seats: 'outsider' is no name for a seat"),
        (CASE + "seats = ['host']", "case[0] 'one'.seats: 'host' is no name for a seat"),
        (CASE + "seats = 0", "case[0] 'one'.seats: between 1 and 26 seats"),
        (CASE + "answers = { carl = 1 }", "case[0] 'one'.answers.carl: 'carl' is no seat"),
        (CASE + "answers = { bob = '@carl' }", "case[0] 'one'.answers.bob: 'carl' is no seat"),
        (
            CASE + "expect = { state.gold = '@x' }",
            "case[0] 'one'.expect.state.gold: 'x' is no seat",
        ),
        (CASE + "expect = { gold = 1 }", "case[0] 'one'.expect.gold: a path starts with one of"),
        (
            CASE + "expect = { 'state.a[' = 1 }",
            "case[0] 'one'.expect.state.a[: cannot read the path",
        ),
        (CASE + "expect = { state = {} }", "case[0] 'one'.expect.state: an empty table expects"),
        (CASE + "expect = { 'state' = { count = 'x' } }", "case[0] 'one'.expect.state: count does"),
        (CASE + "same = ['gold']", "case[0] 'one'.same[0]: a path starts with"),
        (CASE + "play = [['bob']]", "case[0] 'one'.play[0]: a move is written [seat, answer]"),
        (CASE + "play = []\nanswers = {}", "case[0] 'one'.play: a step has either answers or"),
        (CASE + "dice = ['6']", "case[0] 'one'.dice: dice are numbers"),
        (CASE + "shuffles = [3]", "case[0] 'one'.shuffles: a shuffle is a list"),
        (CASE + "shuffles = 'any'", "case[0] 'one'.shuffles: shuffles are"),
        (
            CASE + "refuse = [{ seat = 'bob', answer = 1 }]",
            "case[0] 'one'.refuse[0].code: a refusal",
        ),
        (
            CASE + "refuse = [{ seat = 'bob', code = 'x' }]",
            "case[0] 'one'.refuse[0].answer: is miss",
        ),
        (CASE + "refuse = [{ sea = 'bob' }]", "case[0] 'one'.refuse[0].sea: unknown key"),
        (CASE + "accept = [{ answer = 1 }]", "case[0] 'one'.accept[0].seat: is missing"),
        (
            CASE + "position = { day = 1979-05-27 }",
            "case[0] 'one'.position.day: datetime.date(1979",
        ),
        (CASE + "[[case.step]]\nexpct = {}", "case[0] 'one'.step[0].expct: unknown key"),
        (CASE + "bad_options = {}", "case[0] 'one'.bad_options.code: a refusal is expected by"),
        (CASE + "bad_options = { code = 'x' }\nanswers = {}", "case[0] 'one': a case with bad_opt"),
        (CASE + "same = ['state']\n" + CASE[len(TABLE) :] + "same = ['state']", "case: two cases"),
        (CASE.replace('system = "hoard"', ""), "case[0] 'one'.system: no rule system is named"),
        ("base = 'none.toml'\n" + CASE, "cannot be read"),
        ("seats = ", "is not TOML"),
    ],
)
def test_a_mistake_in_a_file_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, key: str
) -> None:
    path = written(tmp_path, text)

    code = main([path])

    told = capsys.readouterr()
    assert code == 2
    assert told.out == "0 passed, 0 failed\n"
    assert str(tmp_path) in told.err
    assert key in told.err


def test_the_last_line_counts_and_the_exit_code_tells(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, CASE + "expect = { outcome.over = true }")

    code = main([str(CASES / "sticks.toml"), path])

    assert code == 1
    assert capsys.readouterr().out.splitlines() == [
        f"{path}: one: outcome.over: expected true, got false",
        "2 passed, 1 failed",
    ]


def test_no_file_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "usage" in capsys.readouterr().err


def test_a_missing_file_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["no_such_book.toml"]) == 2
    assert "no_such_book.toml: cannot be read" in capsys.readouterr().err


def test_a_base_is_laid_under_the_file_and_the_file_under_the_case(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text(BASE, "utf-8")
    text = 'base = "base.toml"\nposition = { gold = [1, 1], extra = { b = 3 } }\n[[case]]\n'
    text += 'name = "one"\nposition = { gold = [2], extra = { c = 4 } }\nsame = ["state"]'

    (case,) = load(written(tmp_path, text))

    assert case.system == "hoard"
    assert case.options == {"hand": 2}
    assert case.position == {
        "hands": [[2, 9], [4, 5]],
        "gold": [2],
        "extra": {"a": 1, "b": 3, "c": 4},
    }


def test_null_and_seats_can_be_written_everywhere(tmp_path: Path) -> None:
    text = (
        CASE
        + """position = { "@bob" = "@anne", none = { null = true }, deep = ["@bob"] }
answers = { bob = { to = "@anne", place = { null = true } } }
expect = { "state.kingdoms.@bob{to=@anne}.gold" = "@bob" }
"""
    )

    (case,) = load(written(tmp_path, text))

    assert case.position["1"] == 0
    assert case.position["none"] is None
    assert case.position["deep"] == [1]
    assert case.steps[0].rounds == ({1: {"to": 0, "place": None}},)
    assert case.steps[0].expect == {"state.kingdoms.1{to=0}.gold": 1}


def test_an_unreadable_base_names_the_key_in_it(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text("[[case]]\n", "utf-8")

    with pytest.raises(CaseFileError, match=r"base\.toml: case: unknown key"):
        load(written(tmp_path, 'base = "base.toml"\n' + CASE))


def test_the_examples_of_the_document_are_case_files(tmp_path: Path) -> None:
    (tmp_path / "small_map.toml").write_text("[options]\nyears = 1\n", "utf-8")
    head = 'system = "any"\nseats = ["north", "south", "A", "B"]\n'
    examples = re.findall("```toml\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)

    cases = [
        case
        for text in examples
        for case in load(written(tmp_path, text if text.startswith("system") else head + text))
    ]

    assert len(examples) == 4
    assert len(cases) == 7
