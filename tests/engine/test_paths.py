"""Paths into JSON and what may be expected there."""

from typing import Any

import pytest

from games.engine.paths import ABSENT, PathError, differences, find, fits, misuse

ARMIES = [
    {"kingdom": 0, "number": 1, "points": 500, "at": {"tile": 7}, "name": "the, first"},
    {"kingdom": 0, "number": 2, "points": 400, "at": {"tile": 8}, "name": None},
    {"kingdom": 1, "number": 1, "points": 300, "at": {"tile": 7}, "name": "x"},
]
STATE = {"armies": ARMIES, "rows": [["a", 1], ["b", 2]], "year": 2, "ready": True}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("year", 2),
        ("rows[1][0]", "b"),
        ("rows.1.0", "b"),
        ("rows.-1.1", 2),
        ("rows[0=b]", ["b", 2]),
        ("armies[kingdom=0,number=2].points", 400),
        ("armies[kingdom=0, at.tile=7].number", 1),
        ('armies[name="the, first"].points', 500),
        ("armies[name=null].points", 400),
        ("armies[name=x].points", 300),
        ("armies{kingdom=0}.points", [500, 400]),
        ("armies{at.tile=7}.at.tile", [7, 7]),
        ("armies{}.number", [1, 2, 1]),
        ("armies{kingdom=5}", []),
        ("armies[kingdom=5].points", ABSENT),
        ("year.month", ABSENT),
        ("rows.7", ABSENT),
        ("rows.x", ABSENT),
        ("", STATE),
    ],
)
def test_a_path_leads_to_its_value(path: str, value: Any) -> None:
    assert find(STATE, path) == value


def test_a_selector_for_one_refuses_several() -> None:
    with pytest.raises(PathError, match="fits 2 elements"):
        find(STATE, "armies[kingdom=0].points")


@pytest.mark.parametrize("path", ["armies[kingdom=0", "a[b]", "a..b", "a]b", "{x}"])
def test_a_malformed_path_is_refused(path: str) -> None:
    with pytest.raises(PathError):
        find({}, path)


@pytest.mark.parametrize(
    ("actual", "expected"),
    [
        (1, 1),
        ("a", "a"),
        (None, None),
        ([1, [2]], [1, [2]]),
        ({"a": 1, "b": 2}, {"a": 1}),
        (STATE, {"armies{kingdom=0}.points": {"set": [400, 500]}, "year": 2}),
        ({"a": 1}, {"exactly": {"a": 1}}),
        ({}, {"exactly": {}}),
        ({"a": 1}, {"b": {"absent": True}}),
        ({"a": None}, {"a": {"absent": False}}),
        ([1, 2], {"count": 2}),
        ("abc", {"count": 3}),
        ({"a": 1}, {"count": 1}),
        ([2, 1, 2], {"set": [1, 2, 2]}),
        ([{"a": 1, "b": 1}, {"a": 2}], {"set": [{"a": 2}, {"a": 1}]}),
        ([2, 1, 2], {"distinct": [1, 2]}),
        ([1, 2, 3], {"has": [3, 1], "lacks": [4], "count": 3}),
        ({"a": 1}, {"has": ["a"], "lacks": ["b"]}),
        ("gold and food", {"has": ["food"], "lacks": ["ship"]}),
        (5, {"at_least": 5, "at_most": 5}),
        (5, {"one_of": [4, 5]}),
        (5, {"not": 4}),
    ],
)
def test_what_fits(actual: Any, expected: Any) -> None:
    assert fits(actual, expected)


@pytest.mark.parametrize(
    ("actual", "expected"),
    [
        (1, 2),
        (1, True),
        (0, False),
        (True, 1),
        ([1, 2], [2, 1]),
        ([1, 2], [1]),
        ([True], [1]),
        ({"a": 1}, {"a": 2}),
        ({"a": 1}, {"b": None}),
        ({"a": 1, "b": 2}, {"exactly": {"a": 1}}),
        ({"a": 1}, {"exactly": {"a": True}}),
        ({"a": 1}, {"a": {"absent": True}}),
        ({"a": 1}, {"b": {"absent": False}}),
        ([1, 2], {"count": 3}),
        (7, {"count": 1}),
        ([1, 2, 2], {"set": [1, 1, 2]}),
        ([1, 2], {"set": [1]}),
        (7, {"set": []}),
        ([1, 2], {"distinct": [1]}),
        ([1, 1], {"distinct": [1, 2]}),
        ([1, 2], {"has": [3]}),
        ([1, 2], {"lacks": [2]}),
        ({}, {"a": {"lacks": [2]}}),
        (5, {"at_least": 6}),
        ("5", {"at_most": 6}),
        (True, {"at_most": 6}),
        (5, {"one_of": [4]}),
        (5, {"not": 5}),
        ({}, {"a": {"not": 5}}),
        (STATE, {"armies[kingdom=0].points": 500}),
    ],
)
def test_what_does_not_fit(actual: Any, expected: Any) -> None:
    assert not fits(actual, expected)


def test_a_difference_names_its_path_and_both_values() -> None:
    expected = {"armies[number=2]": {"at.tile": 9}, "rows": [["a", 1], ["b", 3]]}

    found = differences(STATE, expected, "state")

    assert list(map(str, found)) == [
        "state.armies[number=2].at.tile: expected 9, got 8",
        "state.rows[1][1]: expected 3, got 2",
    ]


@pytest.mark.parametrize(
    "expected",
    [{}, {"a": {}}, [{"count": "3"}], {"has": "x"}, {"a..b": 1}, {"absent": 1}, {"at_least": "1"}],
)
def test_a_misused_expectation_is_found_before_it_is_used(expected: Any) -> None:
    assert misuse(expected)
