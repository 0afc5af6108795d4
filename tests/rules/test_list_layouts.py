"""Reading the layouts in which list-building programs print armies. Source: campaign.md 5.

The samples are our own: made-up armies in the shape that such programs give their text.
"""

from __future__ import annotations

import pytest

from campaign.rules.rosters import Extra, Unit
from campaign.rules.tabletop.list_frame import Line
from campaign.rules.tabletop.list_parser import parse_list

FENCED_SECTIONS = """===
Frost March [500 pts]
Winter Battles, Mountain Clans, Main Army
===

++ Characters [85 pts] ++

Clan Chief [85 pts]
- Hand weapon
- Great hammer [4 pts]
- General

++ Core Units [315 pts] ++

20 Hill Spears [140 pts]
- Shields
- Champion [7 pts]

10 Goat Riders [175 pts]
• Lances

++ Rare Units [100 pts] ++

+ Beasts +

Snow Troll [100 pts]

---
Created with "Muster Sheet"

[https://muster.example.org]
"""


def test_sections_between_plus_signs_are_headings_and_the_title_is_the_name():
    parsed = parse_list(FENCED_SECTIONS)

    assert (parsed.name, parsed.race) == (
        "Frost March",
        "Winter Battles, Mountain Clans, Main Army",
    )
    # 85 + 140 + 175 + 100 = 500: the points hold the upgrades, which are taken out of them.
    chief = (Extra("Hand weapon", 0), Extra("Great hammer", 4), Extra("General", 0))
    assert parsed.units == (
        Unit("Clan Chief", 1, 81, extras=chief),
        Unit("Hill Spears", 20, 133, extras=(Extra("Shields", 0), Extra("Champion", 7))),
        Unit("Goat Riders", 10, 175, extras=(Extra("Lances", 0),)),
        Unit("Snow Troll", 1, 100),
    )
    assert parsed.stated == parsed.counted == 500
    assert [line.line for line in parsed.aside] == [6, 13, 22, 24, 29, 31]
    assert parsed.unread == ()


APP_EXPORT = """Tusk Tide 2 (490 points)

Boar Tribes
Hunting Band
Incursion (1000 points)

CHARACTERS

Tusk Lord (85 points)
  • Warlord
  • 1x War pig
  • 1x Long claw
  • Enhancement: Loud Voice (+20 points)

BATTLELINE

Boarz (85 points)
  • 1x Boss Snout
    • 1x Cleaver
  • 9x Boar
    • 9x Cleaver
    • 9x Thrower

OTHER DATASHEETS

Gun Cart (300 points)
  • 2x Big gun

Exported with App Version: v1.2.0 (1), Data Version: v500
"""


def test_an_apps_title_battle_size_headings_and_versions_are_no_units():
    parsed = parse_list(APP_EXPORT)

    assert (parsed.name, parsed.race) == ("Tusk Tide 2", "Boar Tribes")
    assert parsed.units == (
        Unit(
            "Tusk Lord",
            1,
            85,
            extras=(
                Extra("Warlord", 0),
                Extra("War pig", 0),
                Extra("Long claw", 0),
                Extra("Loud Voice", 20),
            ),
        ),
        Unit(
            "Boarz",
            10,
            85,
            extras=(Extra("Cleaver", 0), Extra("9x Cleaver", 0), Extra("9x Thrower", 0)),
        ),
        Unit("Gun Cart", 1, 300, extras=(Extra("2x Big gun", 0),)),
    )
    # 85 + 20 + 85 + 300
    assert parsed.stated == parsed.counted == 490
    assert [line.line for line in parsed.aside] == [4, 5, 7, 15, 18, 20, 24, 29]
    assert parsed.unread == ()
    # "2x Big gun" may be two carts or two guns, so it is asked about.
    assert [str(warning) for warning in parsed.warnings] == [
        "Line 26: no number of models was found, so it counts as 1."
    ]


def test_an_apps_short_list_without_headings_has_its_title_by_the_sum():
    parsed = parse_list(
        "Tusk Tide (170 points)\nBoarz (85 points)\n• 9x Boar\n  • 9x Cleaver\n"
        "Goblets (85 points)\n• 10x Goblet\nData Version: v500"
    )

    assert parsed.name == "Tusk Tide"
    assert parsed.units == (
        Unit("Boarz", 9, 85, extras=(Extra("9x Cleaver", 0),)),
        Unit("Goblets", 10, 85),
    )
    assert parsed.stated == parsed.counted == 170
    assert parsed.unread == ()


COLONS = """++ Battalion (Boar Tribes) [11 PL, 250pts] ++

+ HQ [85pts] +

Tusk Lord [3 PL, 85pts]: Long Claw [10pts], Warlord

+ Troops [165pts] +

Boarz [5 PL, 85pts, 1CP]
. 9x Boar w/ Thrower: 9x Cleaver, 9x Thrower
. Boss Snout: Cleaver, Big Thrower

Goblets [3 PL, 80pts]: 10x Goblet, Herder

++ Total: [11 PL, 250pts] ++

Created with ListBook
"""


def test_upgrades_after_a_colon_are_extras_and_other_costs_are_left_out():
    parsed = parse_list(COLONS)

    boarz = ("9x Cleaver", "9x Thrower", "Cleaver", "Big Thrower")
    assert parsed.units == (
        Unit("Tusk Lord", 1, 75, extras=(Extra("Long Claw", 10), Extra("Warlord", 0))),
        Unit("Boarz", 10, 85, extras=tuple(Extra(name, 0) for name in boarz)),
        Unit("Goblets", 10, 80, extras=(Extra("Herder", 0),)),
    )
    assert parsed.stated == parsed.counted == 250
    assert parsed.aside == (
        Line(1, "++ Battalion (Boar Tribes) [11 PL, 250pts] ++"),
        Line(3, "+ HQ [85pts] +"),
        Line(7, "+ Troops [165pts] +"),
        Line(13, "10x Goblet"),
        Line(17, "Created with ListBook"),
    )
    assert parsed.unread == ()


HEADER_BLOCK = """+++++++++++++++++++++++++++++++++++++++
+ FACTION KEYWORD: Wilds - Boar Tribes
+ DETACHMENT: Hunting Band
+ TOTAL ARMY POINTS: 500pts
+
+ WARLORD: Char1: Tusk Lord
+ ENHANCEMENT: Loud Voice (on Char1: Tusk Lord)
+ NUMBER OF UNITS: 3
+ SECONDARY: - Hold the hill: (1x4) - Hunt: (1x2)
+++++++++++++++++++++++++++++++++++++++

Char1: 1x Tusk Lord (105 pts): Warlord, Long claw
Enhancement: Loud Voice (+20 pts)

10x Boarz (85 pts)
• 9x Boar
   9 with Cleaver, Thrower
• 1x Boss Snout: Cleaver, Big Thrower

2x Gun Cart (310 pts): Smoke
"""


def test_a_block_of_keys_is_about_the_list_and_models_fill_the_unit():
    parsed = parse_list(HEADER_BLOCK)

    lord = (Extra("Warlord", 0), Extra("Long claw", 0), Extra("Loud Voice", 20))
    boarz = (Extra("9 with Cleaver, Thrower", 0), Extra("Cleaver", 0), Extra("Big Thrower", 0))
    assert parsed.race == "Wilds - Boar Tribes"
    # 105 + 85 + 310 = 500: the lord's points hold the 20 of his enhancement.
    assert parsed.units == (
        Unit("Tusk Lord", 1, 85, extras=lord),
        Unit("Boarz", 10, 85, extras=boarz),
        Unit("Gun Cart", 2, 310, extras=(Extra("Smoke", 0),)),
    )
    assert parsed.stated == parsed.counted == 500
    assert [line.line for line in parsed.aside] == [3, 6, 7, 8, 9, 16]
    assert parsed.unread == ()


# Single questions


@pytest.mark.parametrize(
    ("below", "size", "extras"),
    [
        ("- Boar x9\n- Boss Snout x1\n- Big horn", 10, ["Big horn"]),
        ("- Boar (9)\n- Horn", 9, ["Horn"]),
        ("- 9 Boars\n- 2 Horns", 9, ["2 Horns"]),
        ("• 9x Boar with cleaver\n• 1x Boar with horn", 10, []),
        ("• 4x Boar: Axe\n• Boss Snout: Horn, Axe", 5, ["Axe", "Horn", "Axe"]),
        ("- 5x Cannon", 1, ["5x Cannon"]),
        ("- 1x Boss pole", 1, ["Boss pole"]),
        ("- 900x Boar", 1, ["900x Boar"]),
        ("- 9x Boar [81 pts]: Axe\n- Horn [4 pts]", 9, ["9x Boar", "Axe", "Horn"]),
        ("• 9x Boar\n  • Axe\n• Boss Snout\n  • Horn", 10, ["Axe", "Horn"]),
        ("• 1x Long claw\n  ◦ Enhancement: Loud Voice", 1, ["Long claw", "Loud Voice"]),
    ],
)
def test_a_line_below_counts_models_or_is_an_extra(below, size, extras):
    (unit,) = parse_list(f"Boarz [85 pts]\n{below}").units

    assert unit.size == size
    assert [extra.name for extra in unit.extras] == extras


@pytest.mark.parametrize("line", ["9x Boarz [85]", "Boarz x9 [85]", "Boarz (9) [85 pts]"])
def test_the_size_on_a_units_own_line_is_not_added_to(line):
    (unit,) = parse_list(f"{line}\n• 8x Boar\n• 1x Boss Snout\n• 20x Boar skull").units

    assert (unit.name, unit.size) == ("Boarz", 9)
    assert [extra.name for extra in unit.extras] == ["20x Boar skull"]


def test_headings_with_points_but_without_signs_are_headings_by_their_sums():
    parsed = parse_list(
        "Host 270\nCharacters [85]\nChief 85\nCore (185 points)\n20 Spears 100\n- Flag 15\nOgre 70"
    )

    assert [unit.name for unit in parsed.units] == ["Chief", "Spears", "Ogre"]
    assert (parsed.name, parsed.stated, parsed.counted) == ("Host", 270, 270)


def test_plain_units_that_are_named_like_headings_stay_units():
    parsed = parse_list("Infantry 100\nCavalry 120\nGiant 190\nTotal 410")

    assert [unit.name for unit in parsed.units] == ["Infantry", "Cavalry", "Giant"]
    assert (parsed.counted, parsed.aside, parsed.unread) == (410, (), ())


@pytest.mark.parametrize("end", ["", "\nTotal 170"])
def test_a_first_unit_before_a_heading_is_no_title(end):
    parsed = parse_list(f"Chief 85\nTroops\nSpears x10 85{end}")

    assert [unit.name for unit in parsed.units] == ["Chief", "Spears"]
    assert parsed.aside == (Line(2, "Troops"),)


def test_headings_and_totals_between_other_signs_are_read_too():
    parsed = parse_list(
        "## Heroes\n- Chief [85]\n  - Axe [5]\n--- Troops [95] ---\n- Spears x10 [95]\n"
        "=== Total: 185 ==="
    )

    assert [(unit.name, unit.cost) for unit in parsed.units] == [("Chief", 90), ("Spears", 95)]
    assert (parsed.stated, parsed.counted, parsed.unread) == (185, 185, ())


def test_marks_of_style_are_no_bullets_and_hashes_make_headings():
    parsed = parse_list(
        "## Frost March [500 pts]\nMountain Clans\n### Characters [85 pts]\n"
        "**Clan Chief** [85 pts]\n- Hammer\n### Core [415 pts]\n**20 Hill Spears** [415 pts]"
    )

    assert (parsed.name, parsed.race) == ("Frost March", "Mountain Clans")
    assert parsed.units == (
        Unit("Clan Chief", 1, 85, extras=(Extra("Hammer", 0),)),
        Unit("Hill Spears", 20, 415),
    )
    assert (parsed.stated, parsed.counted, parsed.unread) == (500, 500, ())


@pytest.mark.parametrize(
    ("title", "name", "stated"),
    [
        ("Frost March 490/500 pts", "Frost March", 490),
        ("+++ Frost March [490pts] +++", "Frost March", 490),
        ("Total: 490/500 pts", "", 490),
    ],
)
def test_titles_with_a_limit_or_between_many_signs(title, name, stated):
    parsed = parse_list(f"{title}\nDrops: 2\nClan Chief (85)\n10 x Spears (405)\nApp: v1.2")

    assert [unit.name for unit in parsed.units] == ["Clan Chief", "Spears"]
    assert (parsed.name, parsed.stated, parsed.counted) == (name, stated, 490)
    assert parsed.unread == ()


def test_a_unit_with_a_fraction_in_its_name_is_no_title():
    parsed = parse_list("Riders 5/10 models 120 pts\nGiant 190")

    assert [unit.points for unit in parsed.units] == [120, 190]


def test_what_is_unclear_in_a_known_layout_is_shown_with_what_stands_below_it():
    parsed = parse_list(
        "Tusk Tide (490 points)\r\n\r\nBoar Tribes\r\n\r\nCHARACTERS\r\n\r\n"
        "Tusk Lord (85 points)\r\n  •\u00a01x Long claw\r\nthe old captain came too\r\n"
        "- with an axe [5]\r\nBATTLELINE\r\nBoarz x10 (85 points)\r\n"
    )

    assert [unit.name for unit in parsed.units] == ["Tusk Lord", "Boarz"]
    assert parsed.units[0].extras == (Extra("Long claw", 0),)
    assert parsed.unread == (Line(9, "the old captain came too"), Line(10, "- with an axe [5]"))


def test_a_plus_at_the_end_of_an_upgrade_makes_no_heading():
    (unit,) = parse_list("Gun Cart (100 points)\n+ Ward save 5+\n+ Crew of 3+").units

    assert [extra.name for extra in unit.extras] == ["Ward save 5+", "Crew of 3+"]


def test_an_upgrade_after_the_colon_that_cannot_be_is_shown():
    parsed = parse_list("Chief [85pts]: Axe [5pts], Bomb [99999pts]")

    assert parsed.units == (Unit("Chief", 1, 85, extras=(Extra("Axe", 5),)),)
    assert parsed.unread == (Line(1, "Bomb [99999pts]"),)


def test_more_extras_than_a_unit_holds_are_shown():
    parsed = parse_list("Chief [85]\n" + "- Trinket\n" * 25)

    assert len(parsed.units[0].extras) == 20
    assert [line.line for line in parsed.unread] == [22, 23, 24, 25, 26]


def test_a_number_of_units_between_signs_is_no_total():
    parsed = parse_list("++ Units: 3 ++\nChief 85")

    assert (parsed.stated, parsed.counted) == (None, 85)
    assert parsed.aside == (Line(1, "++ Units: 3 ++"),)
