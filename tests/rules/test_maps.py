"""Maps as text, fair starts, and what a map maker is warned of."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.rules.board import compile_board
from campaign.rules.mapcheck import DIRECTION_NAMES, EDGES, TERRAINS, read_tiles
from campaign.rules.maps import CATALOGUE, grid_map, load_map
from campaign.rules.maps.fairness import FAIR, good_land, map_warnings, percent
from campaign.rules.maps.text import MOST_CHARACTERS, TITLE, from_text, to_text
from games.engine.contract import BadOptions
from games.engine.names import is_plain

SHORE = """Wintertide map
name: A shore
about: Three rows.

# a remark
1 at 0 0:  p p p f m
6 at 0 1:   p P=p c o
20 at 3 5: s12
edge 8: w none, se water
named 7: Long Ford
"""


def codes(text):
    with pytest.raises(BadOptions) as caught:
        from_text(text)
    return [(p.code, p.params.get("line"), p.params.get("tile")) for p in caught.value.problems]


def problems_of(text):
    try:
        read_tiles(from_text(text))
    except BadOptions as error:
        return error.problems
    return ()


def warnings(document, kingdoms=2):
    return [(w.code, w.params.get("tile")) for w in map_warnings(document, kingdoms)]


# Text


def test_a_text_says_terrain_rivers_bridges_ranks_edges_and_names():
    document = from_text(SHORE)

    assert (document["name"], document["about"]) == ("A shore", "Three rows.")
    tiles = {tile["n"]: tile for tile in document["tiles"]}
    assert sorted(tiles) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20]
    assert tiles[4] == {"n": 4, "q": 3, "r": 0, "terrain": "forest"}
    assert tiles[7] == {
        "n": 7, "q": 1, "r": 1, "terrain": "plain", "river": True, "bridge": True,
        "name": "Long Ford",
    }  # fmt: skip
    assert tiles[8]["edges"] == {"w": "none", "se": "water"}
    assert tiles[20] == {"n": 20, "q": 3, "r": 5, "terrain": "marsh", "start": 12}


def test_spaces_remarks_and_line_ends_of_other_systems_change_nothing():
    loose = (
        SHORE.replace("\n", "\r\n").replace("p p p f m", "pppf  m").replace("name: ", "  name: ")
    )

    assert from_text("\ufeff" + loose) == from_text(SHORE)


def test_a_text_draws_rows_as_they_lie():
    text = to_text({"tiles": [
        {"n": 1, "q": 0, "r": 0, "terrain": "plain", "start": 1},
        {"n": 2, "q": 1, "r": 0, "terrain": "ocean"},
        {"n": 3, "q": 0, "r": 1, "terrain": "coast", "river": True},
        {"n": 9, "q": 1, "r": 1, "terrain": "mountain"},
    ]})  # fmt: skip

    assert text == "Wintertide map\n1 at 0 0: p1o\n3 at 0 1:  C\n9 at 1 1:    m\n"


@pytest.mark.parametrize("entry", CATALOGUE, ids=lambda entry: entry.key)
def test_shipped_maps_stand_in_their_text(entry):
    document = load_map(entry.key)

    text = to_text(document)

    assert from_text(text) == document
    assert max(map(len, text.splitlines())) <= 80


def test_the_text_in_the_documentation_is_a_map(request):
    page = (request.config.rootpath / "docs" / "maps.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"```\n(Wintertide map\n.*?)```", page, flags=re.S)

    document = from_text(text)

    assert [tile["n"] for tile in document["tiles"]] == list(range(1, 11))
    assert document["tiles"][6]["name"] == "Long Ford"


letters = st.characters(exclude_categories=("C", "Z"), include_characters=" ")
names = st.text(letters, max_size=80).filter(is_plain)
hexes = st.fixed_dictionaries(
    {"terrain": st.sampled_from(TERRAINS)},
    optional={
        "river": st.booleans(),
        "bridge": st.booleans(),
        "name": names,
        "edges": st.dictionaries(st.sampled_from(DIRECTION_NAMES), st.sampled_from(EDGES)),
    },
)
places = st.tuples(*[st.integers(-2_000, 2_000) | st.integers(-4, 4)] * 2)


@st.composite
def documents(draw):
    where = draw(st.lists(places, unique=True, max_size=40))
    numbers = draw(st.permutations(range(1, 60)).map(lambda found: found[: len(where)]))
    if draw(st.booleans()):
        numbers, where = sorted(numbers), sorted(where, key=lambda place: place[::-1])
    ranks = draw(st.lists(st.integers(1, 9_999), unique=True, max_size=len(where)))
    tiles = [
        {"n": number, "q": q, "r": r, **draw(hexes)}
        for number, (q, r) in zip(numbers, where, strict=True)
    ]
    for tile, rank in zip(tiles, ranks, strict=False):
        tile["start"] = rank
    return {"name": draw(names), "about": draw(names), "tiles": tiles}


@given(documents())
def test_every_map_comes_back_from_its_text(document):
    again = from_text(to_text(document))

    assert read_tiles(again) == read_tiles(document)
    assert all(again.get(key, "") == document[key] for key in ("name", "about"))
    assert from_text(to_text(again)) == again


def test_a_grid_with_changes_comes_back_as_the_same_board():
    document = grid_map(9, 7, 2, shore=True)

    one, other = compile_board(document, 2), compile_board(from_text(to_text(document)), 2)

    assert (one.tiles, one.borders, one.across) == (other.tiles, other.borders, other.across)


lines = st.sampled_from([*SHORE.splitlines(), "1 at 0 0:", "edge 7:", "named 99: x", "7 at 1 1: p"])


@given(st.lists(lines | st.text(max_size=30), max_size=12).map("\n".join), st.booleans())
def test_any_text_is_a_map_or_refused_with_its_line(text, titled):
    found = problems_of(f"{TITLE}\n{text}" if titled else text)

    assert all(p.params["line"] >= 1 and p.message.format(**p.params) for p in found)


@pytest.mark.parametrize("what", [None, 7, b"Wintertide map", ["x"], "x" * (MOST_CHARACTERS + 1)])
def test_what_is_no_short_text_is_refused(what):
    with pytest.raises(BadOptions):
        from_text(what)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("30 at 0 9: p p x", ("text_bad_hexes", 2, 31)),
        ("30 at 0 9:", ("text_bad_first", 2, None)),
        ("30 at 0: p", ("text_bad_line", 2, None)),
        ("0 at 0 0: p", ("text_bad_number", 2, 0)),
        ("9999 at 0 0: pp", ("text_bad_number", 2, 10_000)),
        ("30 at 2001 0: p", ("text_bad_place", 2, 30)),
        ("30 at 0 0: p0", ("text_bad_rank", 2, 30)),
        ("edge 30: e water", ("text_no_hex", 2, 30)),
        ("about: " + "x" * 321, ("text_bad_title", 2, None)),
    ],
)
def test_a_wrong_line_is_named(line, problem):
    assert codes(f"{TITLE}\n{line}\n") == [problem]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("5 at 9 9: p", ("text_number_twice", 11, 5)),
        ("30 at 0 0: p", ("text_place_twice", 11, 30)),
        ("30 at 9 9: p12", ("text_rank_twice", 11, 30)),
        ("edge 1: north water", ("text_bad_edge", 11, 1)),
        ("edge 1: e water, e none", ("text_bad_edge", 11, 1)),
        ("edge 8: e water", ("text_said_twice", 11, None)),
        ("named 1: " + "x" * 81, ("text_bad_name", 11, 1)),
        ("name: Other", ("text_said_twice", 11, None)),
    ],
)
def test_a_line_that_does_not_fit_the_others_is_named(line, problem):
    assert codes(SHORE + line) == [problem]


def test_a_text_without_its_title_is_refused_at_once():
    assert codes("1 at 0 0: p\n" * 30)[0] == ("text_no_title", 1, None)


def test_a_text_of_too_many_hexes_is_refused():
    rows = "\n".join(f"{1 + 100 * r} at 0 {r}: {'p' * 100}" for r in range(25))

    assert "map_too_large" in [code for code, _line, _tile in codes(f"{TITLE}\n{rows}")]


# Fair starts


CENTRE = 41
"""The middle of a grid of 9 x 9, four marches from its rim and all within the grid."""


def centre(*changes):
    tiles = {CENTRE: {"n": CENTRE, "start": 1}}
    for change in changes:
        tiles[change["n"]] = tiles.get(change["n"], {}) | change
    board = compile_board({"grid": [9, 9], "tiles": list(tiles.values())}, 1)
    return good_land(board)[CENTRE]


def test_good_land_counts_what_a_hex_is_and_how_near():
    # itself 4 x 4, then 6, 12, 18 and 24 hexes, nearer ones more
    assert centre() == 16 + 4 * (6 * 4 + 12 * 3 + 18 * 2 + 24 * 1) == 496
    assert centre({"n": 42, "terrain": "forest"}) == 496 - 1 * 4
    assert centre({"n": 42, "terrain": "mountain"}) == 496 - 2 * 4
    assert centre({"n": 43, "terrain": "coast"}) == 496
    assert centre({"n": 45, "terrain": "marsh"}) == 496 - 4 * 1


def test_good_land_is_what_can_be_marched_to():
    walled = {"n": 45, "edges": dict.fromkeys(DIRECTION_NAMES, "water")}

    assert centre(walled) == 496 - 4 * 1
    # the three beyond in that line are a march farther away, the last one too far
    assert centre({"n": 42, "edges": {"e": "water"}}) == 496 - 4 - 4 - 4


def test_the_least_start_in_per_cent_of_the_best():
    assert percent([400, 360, 380]) == 90
    assert percent([400, 359]) == 89
    assert percent([]) == 100


@pytest.mark.parametrize("entry", CATALOGUE, ids=lambda entry: entry.key)
def test_shipped_maps_are_fair_and_nothing_about_them_is_odd(entry):
    document = load_map(entry.key)

    for kingdoms in range(entry.fewest, entry.most + 1):
        assert percent(good_land(compile_board(document, kingdoms)).values()) >= FAIR
        assert map_warnings(document, kingdoms) == ()


@pytest.mark.parametrize("entry", CATALOGUE, ids=lambda entry: entry.key)
def test_ships_of_shipped_maps_sail_the_sea_and_up_a_river(entry):
    board = compile_board(load_map(entry.key), entry.most)
    wet = [tile.river or tile.terrain in ("coast", "ocean") for tile in board.tiles]
    sea = {i for i, tile in enumerate(board.tiles) if tile.terrain == "ocean"}

    seen, fringe = set(sea), list(sea)
    for here in fringe:
        news = [i for i in board.adjacent[here] if wet[i] and i not in seen]
        seen.update(news)
        fringe += news

    assert {i for i, tile in enumerate(board.tiles) if tile.river} <= seen
    assert any(board.tiles[i].terrain == "plain" for i in seen)


def test_the_inner_sea_of_the_ring_is_reached_from_outside_by_ship():
    board = compile_board(load_map("ring"), 8)
    wet = [tile.river or tile.terrain in ("coast", "ocean") for tile in board.tiles]
    outside, inside = board.index[91], board.index[83]

    seen, fringe = {outside}, [outside]
    for here in fringe:
        news = [i for i in board.adjacent[here] if wet[i] and i not in seen]
        seen.update(news)
        fringe += news

    assert inside in seen


# Warnings


STARTS = [{"n": 86, "start": 1}, {"n": 96, "start": 2}]
"""On a grid of 20 x 9, both four marches from its rim."""


def odd(*changes):
    return {"grid": [20, 9], "tiles": [*STARTS, *changes]}


def test_a_plain_grid_is_nothing_to_warn_of():
    assert warnings(odd()) == []


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ([{"n": 42, "terrain": "coast"}], ("map_dry_coast", 42)),
        ([{"n": 42, "bridge": True}], ("map_dry_bridge", 42)),
        ([{"n": 42, "river": True}, {"n": 43, "river": True}], ("map_dry_river", 42)),
        ([{"n": 1, "edges": {"w": "water"}}], ("map_lost_edge", 1)),
        ([{"n": 500, "q": 30, "r": 0, "terrain": "ocean"}], ("map_far_hex", 500)),
        ([{"n": 500, "q": 30, "r": 0, "terrain": "plain"}], ("map_cut_off", 500)),
        ([{"n": 500, "q": 30, "r": 0, "terrain": "marsh"}], ("map_lone_marsh", 500)),
    ],
)
def test_what_is_odd_is_named(changes, found):
    assert found in warnings(odd(*changes))


def test_a_lake_is_nothing_odd():
    assert warnings(odd({"n": 42, "river": True})) == []


def test_starts_that_cannot_reach_each_other_are_named():
    water = [{"n": 11 + 20 * row, "terrain": "ocean"} for row in range(9)]

    assert warnings(odd(*water)) == [("map_apart", 86)]


def test_a_poor_start_is_named_with_its_share():
    around = [{"n": n, "terrain": "mountain"} for n in (85, 87, 65, 66, 105, 106)]
    high = {"n": 86, "start": 1, "terrain": "mountain"}

    document = {"grid": [20, 9], "tiles": [high, STARTS[1], *around]}
    (worst,) = map_warnings(document, 2)

    # 496 less two for each of seven hexes, four times: 440
    assert worst.code == "map_fair"
    assert worst.params == {"at": "Your answer", "tile": 86, "other": 96, "worth": 88}
