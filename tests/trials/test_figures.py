"""The figures of `manage.py bench`: ratios, aims, the file and the table."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from campaign.rules import SYSTEM
from campaign.trials.bench.bare import STATE_BYTES, bare_state
from campaign.trials.bench.figures import at_most, beside, load, plain, save, table
from campaign.trials.bench.timing import percentile
from campaign.trials.worlds import full_autumn, laid_map


def test_a_ratio_is_to_the_figure_it_is_measured_beside():
    bare = plain("bare", 2.0, "ms")

    inside, outside = beside("a", 5.0, "ms", bare, below=3), beside("b", 7.0, "ms", bare, below=3)

    assert (inside.against, inside.ratio, inside.aim, inside.met) == ("bare", 2.5, "< 3 x", True)
    assert (outside.ratio, outside.met) == (3.5, False)


def test_a_limit_may_be_reached_and_an_aim_must_be_undercut():
    assert at_most("queries", 40, "queries", 40).met
    assert not at_most("queries", 41, "queries", 40).met
    assert not plain("Winter", 2.0, "ms", below=2).met


def test_figures_are_written_as_one_object_each(tmp_path: Path):
    figures = [plain("bare", 2.0, "ms"), at_most("queries", 41, "queries", 40)]

    save(figures, tmp_path / "var" / "bench.json")

    written = json.loads((tmp_path / "var" / "bench.json").read_text())
    assert [set(entry) for entry in written] == [
        {"name", "value", "unit", "against", "ratio", "aim", "met"}
    ] * 2
    assert load(tmp_path / "var" / "bench.json") == figures
    assert table(figures).splitlines()[-1].endswith("<= 40 queries  NO")


def test_half_the_calls_stay_below_the_median():
    spent = [float(value) for value in range(100)]

    assert (percentile(spent, 0.5), percentile(spent, 0.95)) == (50, 95)


def test_the_bare_state_has_the_size_that_is_said():
    assert len(json.dumps(bare_state())) == STATE_BYTES == 459


@pytest.mark.parametrize(("tiles", "seats"), [(60, 6), (200, 6), (400, 6), (60, 2)])
def test_maps_of_trials_are_legal_and_of_their_size(tiles: int, seats: int):
    rng = Random(1)
    game = SYSTEM.open({"map": laid_map(tiles, seats, rng)}, seats)

    state = full_autumn(game, rng)

    assert len(game.board.tiles) == tiles
    assert game.decode(game.encode(state)) == state
    assert {ask.seat for ask in game.asks(state)} == set(range(seats))
