"""The board: neighbours, edges, distances, harbours; the maps that come with it."""

from __future__ import annotations

from collections import Counter

import pytest

from campaign.rules.board import DIRECTIONS, compile_board
from campaign.rules.maps import CATALOGUE, grid_map, load_map, maps_for
from games.engine.contract import BadOptions

STARTS = [{"n": 11, "start": 1}, {"n": 14, "start": 2}]


def board(*tiles):
    changes = {tile["n"]: tile for tile in [*STARTS, *tiles]}
    return compile_board({"grid": [9, 7], "tiles": list(changes.values())}, 2)


def edge(found, number, direction):
    return found.edge(found.index[number], list(DIRECTIONS).index(direction))


def test_neighbours_of_a_hex_by_direction():
    found = board()

    across = found.across[found.index[11]]

    numbers = [found.numbers[i] for i in across if i is not None]
    assert dict(zip(DIRECTIONS, numbers, strict=True)) == {
        "e": 12, "ne": 3, "nw": 2, "w": 10, "sw": 20, "se": 21,
    }  # fmt: skip


def test_neighbours_are_mutual():
    found = board()

    for one, row in enumerate(found.adjacent):
        assert all(one in found.adjacent[other] for other in row)


def test_distance_counts_hexes():
    found = board()

    assert found.distance(found.index[1], found.index[9]) == 8
    assert found.distance(found.index[1], found.index[19]) == 2
    assert found.distance(found.index[11], found.index[11]) == 0
    assert found.distance(found.index[1], found.index[63]) == 11


def test_mountains_and_forests_bear_their_mark_on_all_six_edges():
    found = board({"n": 40, "terrain": "mountain"}, {"n": 41, "terrain": "forest"})

    assert {edge(found, 40, d) for d in ("ne", "nw", "w", "sw", "se")} == {frozenset({"mountain"})}
    assert edge(found, 40, "e") == {"mountain", "forest"}
    assert edge(found, 39, "e") == {"mountain"}
    assert edge(found, 43, "w") == set()


def test_a_coast_bears_water_only_towards_the_ocean():
    found = board({"n": 55, "terrain": "coast"}, {"n": 56, "terrain": "ocean"})

    assert edge(found, 55, "e") == {"water"}
    assert edge(found, 55, "ne") == set()
    assert edge(found, 47, "sw") == {"water"} or edge(found, 47, "se") == {"water"}


def test_the_map_may_say_otherwise_on_its_own_side():
    found = board(
        {"n": 40, "terrain": "mountain", "edges": {"e": "none", "w": "water"}},
        {"n": 43, "edges": {"e": "forest"}},
    )

    assert edge(found, 40, "e") == set()
    assert edge(found, 40, "w") == {"water"}
    assert edge(found, 44, "w") == {"forest"}


def test_harbours_are_coasts_and_rivers_never_the_sea_or_a_marsh():
    found = board(
        {"n": 50, "terrain": "coast"},
        {"n": 51, "river": True},
        {"n": 52, "terrain": "ocean", "river": True},
        {"n": 53, "terrain": "marsh", "river": True},
    )

    places = [found.harbour[found.index[n]] for n in (49, 50, 51, 52, 53)]
    assert places == [False, True, True, False, False]
    assert [found.land[found.index[n]] for n in (50, 51, 52, 53)] == [True, True, False, False]


@pytest.mark.parametrize("kingdoms", range(2, 9))
def test_there_is_a_shipped_map_for_every_number_of_kingdoms(kingdoms):
    entry = maps_for(kingdoms)[0]

    found = compile_board(load_map(entry.key), kingdoms)

    assert len(found.starts) == kingdoms
    assert len(found.tiles) == entry.tiles


@pytest.mark.parametrize("entry", CATALOGUE, ids=lambda entry: entry.key)
def test_shipped_maps_have_all_kinds_of_terrain_and_a_connected_land(entry):
    found = compile_board(load_map(entry.key), entry.most)

    terrains = Counter(tile.terrain for tile in found.tiles)
    assert set(terrains) == {"plain", "forest", "mountain", "marsh", "coast", "ocean"}
    assert any(tile.river for tile in found.tiles)
    assert any(tile.bridge for tile in found.tiles)
    assert all(tile.river for tile in found.tiles if tile.bridge)
    assert reached(found, found.starts[0]) == {i for i, dry in enumerate(found.land) if dry}


def reached(found, start):
    seen, fringe = {start}, [start]
    while fringe:
        for other in found.adjacent[fringe.pop()]:
            if found.land[other] and other not in seen:
                seen.add(other)
                fringe.append(other)
    return seen


@pytest.mark.parametrize(
    ("width", "height", "kingdoms"), [(20, 20, 8), (20, 10, 6), (9, 7, 2), (40, 50, 8)]
)
def test_a_grid_map_holds_its_kingdoms(width, height, kingdoms):
    found = compile_board(grid_map(width, height, kingdoms), kingdoms)

    assert (len(found.tiles), len(found.starts)) == (width * height, kingdoms)


def test_a_grid_map_with_a_shore_ends_in_coast_and_sea():
    found = compile_board(grid_map(12, 7, 2, shore=True), 2)

    assert [found.tiles[found.index[n]].terrain for n in (10, 11, 12)] == [
        "plain",
        "coast",
        "ocean",
    ]


def test_a_grid_too_small_for_its_kingdoms_is_refused():
    with pytest.raises(BadOptions) as caught:
        grid_map(6, 5, 8)

    assert caught.value.code == "too_few_starts"


def test_an_unknown_shipped_map_is_refused():
    with pytest.raises(BadOptions):
        load_map("../editions")
