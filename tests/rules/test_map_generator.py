"""Maps made from a seed: the same each time, legal, fair, and looking like a land."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.rules.board import DIRECTIONS, compile_board
from campaign.rules.maps.fairness import FAIR, good_land, map_warnings, percent
from campaign.rules.maps.generator import BOUNDS, LAND_EACH, generate
from campaign.rules.maps.text import from_text, to_text
from games.engine.contract import BadOptions

WISH = {"tiles": 180, "kingdoms": 6, "water": 30, "mountains": 12}
sizes = [(60, 2), (60, 3), (100, 4), (120, 5), (180, 6), (250, 7), (300, 8), (400, 2), (400, 8)]


def test_the_same_seed_gives_the_same_bytes():
    one, other = (json.dumps(generate(7, **WISH)) for _ in range(2))

    assert one == other
    assert one != json.dumps(generate(8, **WISH))


def test_another_process_makes_the_same_map():
    script = (
        "import json; from campaign.rules.maps.generator import generate;"
        "print(json.dumps(generate(7, tiles=180, kingdoms=6, water=30, mountains=12)))"
    )

    run = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=True,
    )

    assert run.stdout.strip() == json.dumps(generate(7, **WISH))


@pytest.mark.parametrize(("tiles", "kingdoms"), sizes)
def test_maps_are_legal_fair_and_nothing_about_them_is_odd(tiles, kingdoms):
    for seed in range(3):
        document = generate(seed, tiles=tiles, kingdoms=kingdoms, water=10, mountains=12)

        board = compile_board(document, kingdoms)
        assert len(board.tiles) == tiles
        assert len(board.starts) == kingdoms
        assert percent(good_land(board).values()) >= FAIR
        assert map_warnings(document, kingdoms) == ()
        assert from_text(to_text(document)) == document


@pytest.mark.parametrize("water", [0, 10, 30, 50])
def test_so_much_of_the_map_is_water_and_coast_lies_between(water):
    for seed in range(6):
        board = compile_board(generate(seed, tiles=200, kingdoms=3, water=water, mountains=10), 3)

        sea = [tile.terrain == "ocean" for tile in board.tiles]
        assert sum(sea) == 2 * water
        for i, tile in enumerate(board.tiles):
            beside_sea = any(sea[j] for j in board.adjacent[i])
            assert (tile.terrain == "coast") == (beside_sea and not sea[i])


def test_mountains_are_about_as_many_as_wished_and_mostly_in_ranges():
    together, alone = 0, 0
    for seed in range(5):
        board = compile_board(generate(seed, **WISH), 6)
        high = [tile.terrain == "mountain" for tile in board.tiles]
        land = sum(tile.terrain != "ocean" for tile in board.tiles)
        assert 6 <= 100 * sum(high) / land <= 22
        for i in (i for i, is_high in enumerate(high) if is_high):
            joined = any(high[j] for j in board.adjacent[i])
            together, alone = together + joined, alone + (not joined)

    assert together > 4 * alone


def test_rivers_run_to_the_sea_in_one_line():
    found = 0
    for seed in range(5):
        board = compile_board(generate(seed, **WISH), 6)
        wet = [tile.river for tile in board.tiles]
        seen: set[int] = set()
        for spring in (i for i, is_wet in enumerate(wet) if is_wet):
            if spring in seen:
                continue
            course = [spring]
            for here in course:
                course += [j for j in board.adjacent[here] if wet[j] and j not in course]
            seen.update(course)
            found += 1
            links = [sum(wet[j] for j in board.adjacent[i]) for i in course]
            assert sorted(links)[:2] == [1, 1]
            assert max(links) <= 2
            assert sum(board.tiles[i].terrain == "coast" for i in course) == 1

    assert found >= 10


def test_a_pass_is_open_from_side_to_side():
    passes = 0
    for seed in range(5):
        document = generate(seed, **WISH)
        board = compile_board(document, 6)
        for tile in document["tiles"]:
            for direction in tile.get("edges", ()):
                i = board.index[tile["n"]]
                assert board.edge(i, list(DIRECTIONS).index(direction)) == set()
                passes += 1

    assert passes >= 5


@settings(max_examples=25)
@given(
    st.integers(0, 2**53 - 1),
    st.integers(2, 8),
    st.integers(0, 60),
    st.integers(0, 40),
    st.integers(60, 400),
)
def test_every_sane_wish_is_granted_in_a_second(seed, kingdoms, water, mountains, tiles):
    if tiles - tiles * water // 100 < LAND_EACH * kingdoms:
        with pytest.raises(BadOptions) as caught:
            generate(seed, tiles=tiles, kingdoms=kingdoms, water=water, mountains=mountains)
        assert caught.value.code == "seed_too_little_land"
        return

    began = time.process_time()
    document = generate(seed, tiles=tiles, kingdoms=kingdoms, water=water, mountains=mountains)

    assert time.process_time() - began < 1.5
    board = compile_board(document, kingdoms)
    assert percent(good_land(board).values()) >= FAIR


@pytest.mark.parametrize("name", BOUNDS)
@pytest.mark.parametrize("value", [-1, 2**53, True, 1.5, "7", None])
def test_a_wish_out_of_bounds_is_refused_by_name(name, value):
    wish = {"seed": 1, **WISH, name: value}

    with pytest.raises(BadOptions) as caught:
        generate(wish.pop("seed"), **wish)

    assert (caught.value.code, caught.value.problems[0].where) == ("seed_bad_number", name)
