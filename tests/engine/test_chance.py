"""Sources of chance: range, determinism, no bias, and what cannot be drawn."""

import hmac
import json
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import dice_check
from games.engine.chance import (
    ChanceError,
    CommitReveal,
    Draw,
    Recorded,
    Recording,
    Scripted,
    Seeded,
    commitment,
    export_draws,
)

SECRET = bytes(range(32))
secrets = st.binary(min_size=32, max_size=32)
labels = st.text(max_size=20)
bounds = st.integers(1, 2**40)


def number(context: str, label: str, counter: int) -> int:
    text = f"{context}/{label}/{counter}".encode()
    return int.from_bytes(hmac.new(SECRET, text, "sha256").digest()[:8], "big")


@given(secrets, labels, bounds, st.integers(0, 8))
def test_every_roll_is_a_face(secret: bytes, label: str, sides: int, count: int) -> None:
    dice = CommitReveal(secret, "here").roll(label, sides, count)

    assert len(dice) == count
    assert all(1 <= face <= sides for face in dice)


@given(secrets, labels, st.integers(0, 60))
def test_every_shuffle_is_a_permutation(secret: bytes, label: str, size: int) -> None:
    order = CommitReveal(secret, "here").shuffle(label, size)

    assert sorted(order) == list(range(size))


@given(secrets, st.lists(labels, unique=True, min_size=1), st.randoms())
def test_outcomes_do_not_depend_on_the_order_of_labels(
    secret: bytes, names: list[str], rng: Random
) -> None:
    shuffled = rng.sample(names, len(names))
    one, other = CommitReveal(secret, "here"), CommitReveal(secret, "here")

    first = {name: (one.roll(name, 6, 3), one.shuffle(name, 9)) for name in names}
    second = {name: (other.roll(name, 6, 3), other.shuffle(name, 9)) for name in shuffled}

    assert first == second


def test_a_die_is_the_hmac_of_context_label_and_counter() -> None:
    dice = CommitReveal(SECRET, "match 7/turn 3").roll("attack", 20, 2)

    assert dice == (
        number("match 7/turn 3", "attack", 0) % 20 + 1,
        number("match 7/turn 3", "attack", 1) % 20 + 1,
    )


def test_numbers_in_the_incomplete_run_are_drawn_again() -> None:
    sides = 2**63 + 1  # one complete run: almost every second number is beyond it
    usable = [n for n in (number("here", "big", counter) for counter in range(64)) if n < sides]

    dice = CommitReveal(SECRET, "here").roll("big", sides, 20)

    assert dice == tuple(n + 1 for n in usable[:20])


def test_f41_two_contexts_of_one_secret_have_nothing_in_common() -> None:
    one = CommitReveal(SECRET, "match 1").roll("dice", 10**9, 4)
    other = CommitReveal(SECRET, "match 2").roll("dice", 10**9, 4)

    assert not set(one) & set(other)


def test_f42_the_commitment_hides_the_secret_not_the_few_outcomes() -> None:
    twenty = [bytes([n]) * 32 for n in range(20)]

    same_roll = [s for s in twenty if CommitReveal(s, "c").roll("d", 2) == (1,)]

    assert 1 < len(same_roll) < 20
    assert len({commitment(secret) for secret in same_roll}) == len(same_roll)
    assert commitment(SECRET) == sha256(SECRET).hexdigest()


@pytest.mark.parametrize("length", [0, 1, 31, 33])
def test_f42_a_guessable_secret_is_refused(length: int) -> None:
    with pytest.raises(ChanceError, match="32 bytes") as refused:
        CommitReveal(bytes(length), "here")

    assert refused.value.code == "bad_secret"


@given(st.integers(), st.integers(1, 100), st.integers(0, 9), st.integers(0, 30))
def test_seeded_chance_is_in_range_and_repeats(
    seed: int, sides: int, count: int, size: int
) -> None:
    one, other = Seeded(Random(seed)), Seeded(Random(seed))

    dice = one.roll("dice", sides, count)

    assert dice == other.roll("dice", sides, count)
    assert len(dice) == count
    assert all(1 <= face <= sides for face in dice)
    assert sorted(one.shuffle("cards", size)) == list(range(size))


def test_a_script_is_used_up_in_order() -> None:
    chance = Scripted([6, 5, 4], [[2, 0, 1], [1]])

    assert chance.roll("a", 6, 2) == (6, 5)
    assert chance.shuffle("s", 3) == (2, 0, 1)
    assert chance.unused() == ("dice: [4]", "shuffles: [[1]]")
    assert chance.roll("b", 6) == (4,)
    assert chance.shuffle("t", 4) == (1, 0, 2, 3)
    assert chance.unused() == ()


def test_a_script_by_label_takes_any_order() -> None:
    chance = Scripted({"a": [1, 2], "b": [3]}, {"s": [1, 0]})

    assert chance.roll("b", 6) == (3,)
    assert chance.roll("a", 6) == (1,)
    assert chance.shuffle("s", 2) == (1, 0)
    assert chance.unused() == ("dice a: [2]",)


def test_a_script_that_runs_out_names_the_label() -> None:
    chance = Scripted([6])

    with pytest.raises(ChanceError, match="run out at explore/7: 2 asked, 1 left") as error:
        chance.roll("explore/7", 6, 2)

    assert error.value.code == "script_exhausted"


def test_a_script_may_leave_everything_sorted() -> None:
    chance = Scripted([], "sorted")

    assert chance.shuffle("s", 3) == (0, 1, 2)
    assert chance.shuffle("t", 4) == (0, 1, 2, 3)
    assert chance.unused() == ()


@pytest.mark.parametrize("face", [0, 7])
def test_a_scripted_face_must_be_on_the_die(face: int) -> None:
    with pytest.raises(ChanceError, match="a die of 6 sides"):
        Scripted([face]).roll("dice", 6)


@pytest.mark.parametrize("order", [[3], [0, 0], [-1]])
def test_a_scripted_order_must_be_one(order: list[int]) -> None:
    with pytest.raises(ChanceError, match="no order of 3 things"):
        Scripted((), [order]).shuffle("cards", 3)


def recorded() -> Recording:
    recording = Recording(Scripted([6, 5], [[2, 0, 1]]))
    recording.roll("attack", 6, 2)
    recording.shuffle("deck", 3)
    return recording


def test_a_recording_keeps_draws_in_order_and_plays_them_again() -> None:
    draws = recorded().draws

    chance = Recorded(draws)

    assert draws == (Draw("attack", "roll", 6, (6, 5)), Draw("deck", "shuffle", 3, (2, 0, 1)))
    assert chance.unused() == ("attack", "deck")
    assert chance.shuffle("deck", 3) == (2, 0, 1)
    assert chance.roll("attack", 6, 2) == (6, 5)
    assert chance.unused() == ()


@pytest.mark.parametrize("second", ["roll", "shuffle"])
def test_a_recording_refuses_a_label_used_twice(second: str) -> None:
    recording = Recording(Seeded(Random(1)))
    recording.roll("dice", 6)

    with pytest.raises(ChanceError, match="dice was used twice") as refused:
        getattr(recording, second)("dice", 6)

    assert refused.value.code == "label_used"
    assert len(recording.draws) == 1


@pytest.mark.parametrize(
    ("kind", "arguments", "code"),
    [
        ("roll", ("attack", 6, 1), "other_draw"),
        ("roll", ("attack", 8, 2), "other_draw"),
        ("shuffle", ("attack", 6), "other_draw"),
        ("roll", ("defend", 6, 1), "no_draw"),
        ("shuffle", ("deck", 4), "other_draw"),
    ],
)
def test_a_record_gives_nothing_but_what_was_drawn(
    kind: str, arguments: tuple[Any, ...], code: str
) -> None:
    with pytest.raises(ChanceError) as refused:
        getattr(Recorded(recorded().draws), kind)(*arguments)

    assert refused.value.code == code


draws = st.builds(
    Draw,
    labels,
    st.sampled_from(["roll", "shuffle"]),
    bounds,
    st.lists(st.integers(), max_size=9).map(tuple),
)


@given(draws)
def test_a_draw_survives_json(draw: Draw) -> None:
    assert Draw.from_json(json.loads(json.dumps(draw.to_json()))) == draw


@pytest.mark.parametrize("data", [None, {}, {"label": "a", "kind": "x", "bound": 1, "outcome": []}])
def test_what_is_no_draw_is_refused(data: Any) -> None:
    with pytest.raises(ChanceError) as refused:
        Draw.from_json(data)

    assert refused.value.code == "bad_draw"


def exported() -> dict[str, Any]:
    recording = Recording(CommitReveal(SECRET, "match 7/turn 3"))
    recording.roll("attack", 6, 2)
    recording.roll("explore/ünder/7", 20, 5)
    recording.shuffle("deck", 60)
    return dict(export_draws(SECRET, "match 7/turn 3", recording.draws))


def checked(tmp_path: Path, text: str) -> subprocess.CompletedProcess[str]:
    """Run a copy of the script, alone in a directory, without the project."""
    script = tmp_path / "dice_check.py"
    script.write_text(Path(dice_check.__file__).read_text("utf-8"), "utf-8")
    (tmp_path / "dice.json").write_text(text, "utf-8")
    command = [sys.executable, "-I", "dice_check.py", "dice.json"]
    return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)


def test_the_stand_alone_script_derives_the_same_dice(tmp_path: Path) -> None:
    one = checked(tmp_path, json.dumps(exported()))
    several = checked(tmp_path, json.dumps([exported(), exported()]))

    assert (one.returncode, one.stdout) == (0, "OK, 3 draws\n")
    assert (several.returncode, several.stdout) == (0, "OK, 6 draws\n")


def test_the_stand_alone_script_finds_a_changed_die(tmp_path: Path) -> None:
    export = exported()
    export["draws"][1]["outcome"][4] = export["draws"][1]["outcome"][4] % 20 + 1

    found = checked(tmp_path, json.dumps([exported(), export]))

    assert found.returncode == 1
    assert found.stdout.startswith("match 7/turn 3: explore/ünder/7 should be [")


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"secret": "00" * 32}, "the secret is not the one that was committed to"),
        ({"context": "match 8"}, "match 8: attack should be"),
        ({"draws": exported()["draws"] + exported()["draws"][:1]}, "attack was drawn twice"),
    ],
)
def test_the_stand_alone_script_finds_other_differences(
    tmp_path: Path, change: dict[str, Any], text: str
) -> None:
    found = checked(tmp_path, json.dumps(exported() | change))

    assert found.returncode == 1
    assert text in found.stdout


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"secret": "xyz"}', "null"])
def test_the_stand_alone_script_says_when_a_file_is_no_export(tmp_path: Path, text: str) -> None:
    found = checked(tmp_path, text)

    assert found.returncode == 2
    assert "cannot be checked" in found.stderr


@given(secrets, labels, st.lists(bounds, max_size=4), st.integers(1, 20))
def test_script_and_source_always_agree(
    secret: bytes, context: str, sides: list[int], size: int
) -> None:
    recording = Recording(CommitReveal(secret, context))
    for index, bound in enumerate(sides):
        recording.roll(f"roll {index}", bound, 2)
    recording.shuffle("shuffle", size)

    export = export_draws(secret, context, recording.draws)

    assert dice_check.difference(json.loads(json.dumps(export))) == ""
