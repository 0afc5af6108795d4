"""The page that explains the skirmish, and that our rulings are called ours."""

import re
from pathlib import Path

import pytest
from django.template.loader import render_to_string

from games.skirmish.faction import factions
from games.web.boards.skirmish import BOARD
from games.web.boards.skirmish_how_to import RULINGS
from games.web.boards.skirmish_sheets import COMMON

RULES = Path(__file__).parents[2] / "docs/rules/skirmish.md"


@pytest.fixture(scope="module")
def page():
    return render_to_string(BOARD.how_to, {"pictures": BOARD.how_to_pictures()})


def test_every_house_ruling_of_the_rules_is_listed_once():
    section = RULES.read_text().split("## 20.")[1]
    numbers = [int(number) for number in re.findall(r"^\| H(\d+) \|", section, re.MULTILINE)]

    listed = [number for numbers, _text in RULINGS for number in numbers]

    assert sorted(listed) == numbers


def test_our_rulings_are_never_called_official(page):
    assert "not official" in page
    assert page.count("official") == 1


def test_every_faction_is_shown_with_all_its_entries(page):
    for faction in factions():
        for entry in faction.entries:
            assert f"</svg>{entry.name} " in page
    assert {name for f in factions() for e in f.entries for name in e.common} == set(COMMON)


def test_what_is_ours_on_the_owners_sheet_is_marked(page):
    sheet = page.split("<h3>The Blights of Winter</h3>")[1].split("<h3>")[0]

    marked = re.findall(r"<dd><strong>([^<]+)\.</strong>[^<]*<span[^>]*>\(ours\)", sheet)

    assert marked == ["Winter wonderland", "Natural camouflage", "Prowl"]
