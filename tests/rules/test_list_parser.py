"""Reading pasted army lists: what list-building programs print. Source: campaign.md 5."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.rules.reader import Limits, Reader
from campaign.rules.rosters import Extra, Unit
from campaign.rules.ruleset import Price
from campaign.rules.tabletop.list_frame import Line
from campaign.rules.tabletop.list_lines import plain, read_total
from campaign.rules.tabletop.list_parser import parse_list
from campaign.rules.tabletop.roster_sheet import list_json, read_list
from tests.rules.play import examples


@pytest.mark.parametrize(
    "line",
    [
        "20 Spearmen 120 pts",
        "20 Spearmen 120",
        "20x Spearmen: 120",
        "20 x Spearmen = 120 points",
        "Spearmen (20) - 120 points",
        "Spearmen (20) 120pts.",
        "Spearmen x20 [120]",
        "Spearmen x20 (120)",
        "Spearmen*20 120",
        "Spearmen [20] [120]",
        "Spearmen (20, 120 pts)",
        "Spearmen, 20 models, 120p",
        "Spearmen 20 120pts",
        "Spearmen ×20 — 120 Points",
        "1. 20 Spearmen - 120 pts",
        "2) Spearmen (20 men) @ 120 pt",
        "[120] Spearmen (20)",
        "120 pts: Spearmen (20)",
        "**20 Spearmen** 120 pts",
        "\t20   Spearmen\t120 pts",
    ],
)
def test_a_unit_is_read_in_any_usual_order_and_punctuation(line):
    parsed = parse_list(line)

    assert parsed.units == (Unit("Spearmen", 20, 120),)
    assert (parsed.counted, parsed.unread, parsed.warnings) == (120, (), ())


@pytest.mark.parametrize(
    ("line", "unit"),
    [
        ("Duke Aldric [L] (150 points)", Unit("Duke Aldric", 1, 150, legend=True)),
        ("Duke Aldric (legend) 150", Unit("Duke Aldric", 1, 150, legend=True)),
        ("Unique Golem 1,200 pts", Unit("Unique Golem", 1, 1200, legend=True)),
        ("Axemen (20) [ally] [130]", Unit("Axemen", 20, 130, ally=True)),
        ("Spearmen (20) US: 2 [120]", Unit("Spearmen", 20, 120, strength=2)),
        ("Spearmen (20), unit strength 3, 120 pts", Unit("Spearmen", 20, 120, strength=3)),
        ("Wolf-riders of the Élan x5 90", Unit("Wolf-riders of the Élan", 5, 90)),
        ("Giant [190pts]", Unit("Giant", 1, 190)),
        ("Swarm 0 pts", Unit("Swarm", 1, 0)),
    ],
)
def test_marks_of_a_unit_are_read(line, unit):
    assert parse_list(line).units == (unit,)


def test_upgrades_stand_below_their_unit_with_dashes_bullets_or_indents():
    parsed = parse_list(
        "20 Spearmen 120 pts\n"
        "- Banner [15]\n"
        "• Fireball (10 points)\n"
        "   Shields\n"
        "Wizard 80\n"
        "* Magic item: Ring of Frost 20\n"
        "+ Lightning 5 pts, Blade of Winter [25]\n"
        "Total: 275"
    )

    banner, fireball, shields = (
        Extra("Banner", 15),
        Extra("Fireball", 10),
        Extra("Shields", 0),
    )
    items = (
        Extra("Ring of Frost", 20, magic=True),
        Extra("Lightning", 5),
        Extra("Blade of Winter", 25, magic=True),
    )
    assert parsed.units == (
        Unit("Spearmen", 20, 120, extras=(banner, fireball, shields)),
        Unit("Wizard", 1, 80, extras=items),
    )
    assert (parsed.stated, parsed.counted, parsed.warnings) == (275, 275, ())


def test_where_units_have_bullets_too_the_indent_tells_upgrades():
    parsed = parse_list("- Spearmen x20 [120]\n  - Banner [10]\n- Knights x5 [150]\nTotal 280")

    assert parsed.units == (
        Unit("Spearmen", 20, 120, extras=(Extra("Banner", 10),)),
        Unit("Knights", 5, 150),
    )
    assert parsed.stated == parsed.counted == 280


@pytest.mark.parametrize(
    "line", ["Total: 500", "500 points", "Army total 500 pts", "TOTAL - 500", "Points: 500",
             "Total: 500/600 pts", "500 / 500 points used", "Total cost of units: 500"],
)  # fmt: skip
def test_the_total_is_a_line_of_its_own(line):
    parsed = parse_list(f"20 Spearmen 120 pts\n{line}\n")

    assert parsed.units == (Unit("Spearmen", 20, 120),)
    assert (parsed.stated, parsed.counted) == (500, 120)


def test_headers_name_the_army_and_its_race():
    plain_headers = parse_list("The Iron Host\ndwarfs\n\n20 Axemen 120")
    titled = parse_list("Army: The Iron Host (500 pts)\nRace: Stonefolk\n20 Axemen 120")

    assert (plain_headers.name, plain_headers.race) == ("The Iron Host", "Dwarfs")
    assert (titled.name, titled.race, titled.stated) == ("The Iron Host", "Stonefolk", 500)
    assert plain_headers.unread == titled.unread == ()


def test_a_headline_with_points_is_the_name_where_the_total_says_so():
    limit = parse_list("Iron Host - 500 points\n20 Spearmen 120\nGiant 190\nTotal: 310")
    alone = parse_list("Iron Host [360]\nGiant [120]\nOgre [130]\nTroll [110]")

    assert (limit.name, [unit.name for unit in limit.units]) == ("Iron Host", ["Spearmen", "Giant"])
    assert limit.stated == limit.counted == 310
    assert (alone.name, alone.stated, alone.counted) == ("Iron Host", 360, 360)


def test_two_units_of_the_same_points_are_two_units():
    parsed = parse_list("Spear Brutes [120]\nBow Brutes [120]")

    assert [unit.name for unit in parsed.units] == ["Spear Brutes", "Bow Brutes"]


def test_a_header_of_allies_makes_the_units_allied():
    parsed = parse_list("Allies: Dwarfs\n20 Axemen 120\n10 Bolters 90")

    assert parsed.ally == "Dwarfs"
    assert all(unit.ally for unit in parsed.units)
    assert parsed.roster(1, 4).ally == "Dwarfs"


def test_lines_that_are_not_understood_are_shown_with_their_numbers():
    parsed = parse_list("20 Spearmen 120\n\n== Heroes ==\nwhat is this?\nGiant 190\n-----")

    assert parsed.aside == (Line(3, "== Heroes =="),)
    assert parsed.unread == (Line(4, "what is this?"),)
    assert [unit.name for unit in parsed.units] == ["Spearmen", "Giant"]


def test_a_total_that_does_not_add_up_is_a_warning():
    parsed = parse_list("20 Spearmen 120\nGiant 190\nTotal: 500")

    assert [str(warning) for warning in parsed.warnings] == [
        "The list says 500 points in all, but its lines come to 310."
    ]


def test_points_that_hold_the_upgrades_are_parted_where_the_total_shows_it():
    parsed = parse_list("Spearmen x20 [135]\n- Banner [15]\nGiant [190]\nTotal: 325")

    assert parsed.units[0] == Unit("Spearmen", 20, 120, extras=(Extra("Banner", 15),))
    assert parsed.counted == parsed.stated == 325
    assert [warning.code for warning in parsed.warnings] == ["extras_included"]


def test_a_body_of_men_without_a_number_is_asked_about():
    parsed = parse_list("Giant [190]\nSpear Horde [240pts]")

    assert parsed.units[1] == Unit("Spear Horde", 1, 240)
    assert [str(warning) for warning in parsed.warnings] == [
        "Line 2: no number of models was found, so it counts as 1."
    ]


def test_only_two_hundred_lines_and_twenty_thousand_letters_are_read():
    many = parse_list("Giant 1\n" * 201)
    wide = parse_list(("x" * 99 + "\n") * 300)

    for parsed in (many, wide):
        assert [warning.code for warning in parsed.warnings] == ["list_cut"]
        assert all(line.line <= 200 for line in parsed.unread)
    assert len(many.units) == 40
    assert [line.line for line in many.unread] == list(range(41, 201))


@pytest.mark.parametrize(
    "line",
    [
        "Spearmen x20 [99999]",
        "900 Spearmen 120 pts",
        "Spearmen" + " very" * 100 + " 120",
        "- 120 -",
    ],
)
def test_numbers_out_of_bounds_and_endless_lines_are_not_understood(line):
    parsed = parse_list(f"Giant 190\n{line}")

    assert [unit.name for unit in parsed.units] == ["Giant"]
    assert [unread.line for unread in parsed.unread] == [2]


pieces = st.sampled_from(
    ["20", "120", "pts", "points", "[", "]", "(", ")", "-", "•", "*", "x", "x20", " ", "  ", "\t",
     "\n", "\r\n", "Spearmen", "Total", ":", ",", ".", "/", "[L]", "[15]", "Banner", "Race:",
     "Allies:", "US", "1,000", "1.000", "0", "99999", "+ HQ [85pts] +", "++ ", " ++",
     "9x Boy", "10x Boyz [85]: ", "1x Boss", "Characters", "Incursion (1000 points)", "Warlord",
     "Data Version: v5", "Units: 3", ". ", "é", "\x00", "\u2028", "٣"]
)  # fmt: skip


@examples
@given(st.one_of(st.text(max_size=300), st.lists(pieces, max_size=120).map("".join)))
def test_f05_any_text_gives_a_list_that_a_sheet_can_hold(text):
    parsed = parse_list(text)

    assert parsed.counted == sum(unit.cost for unit in parsed.units)
    assert all(str(warning) for warning in parsed.warnings)
    assert all(1 <= unread.line <= 200 for unread in parsed.unread)
    if parsed.units:
        reader = Reader(Limits(Price(1, 1)))
        roster = parsed.roster(0, 1)
        assert read_list(reader, list_json(roster), "list", 0, 1) == roster
        assert reader.problems == []


@examples
@given(st.lists(pieces, max_size=120).map("".join))
def test_no_line_is_dropped(text):
    """Each line with a letter or digit shows: in a unit, a header, the total, aside or unread."""
    parsed = parse_list(text)
    shown = [line.line for line in parsed.unread]
    aside = [line.line for line in parsed.aside]
    used = len(parsed.units) + sum(len(unit.extras) for unit in parsed.units)
    headers = [part for part in (parsed.name, parsed.race, parsed.ally) if part]

    rest = [
        line
        for number, line in enumerate(text.splitlines(), start=1)
        if any(letter.isalnum() for letter in line) and number not in (*shown, *aside)
    ]
    totals = [line for line in rest if read_total(plain(line).strip("-•*:+. ")) == parsed.stated]

    assert shown == sorted(set(shown))
    assert len(rest) <= used + len(headers) + len(totals)


@pytest.mark.parametrize(
    "piece", ["(", "[", "1", "x", " ", "1 ", "1,", "a ", "- ", "([", "120 pts "]
)
def test_hostile_text_takes_no_time(piece):
    line = (piece * 300)[:300] + "\n"
    start = time.perf_counter()

    parse_list(line * 66)

    assert time.perf_counter() - start < 2
