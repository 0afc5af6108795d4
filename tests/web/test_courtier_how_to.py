"""The page that explains Courtier: what it shows is what the deck and the rules say."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from django.template.loader import render_to_string

from games.courtier.deckfile import house_table
from games.web.boards import board_of
from games.web.boards.courtier_how_to import RULINGS, pictures

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def page() -> str:
    board = board_of("courtier")
    shown = {"pictures": board.how_to_pictures(), "game": "courtier"}
    return unescape(render_to_string(board.how_to, shown))


def test_every_ruling_of_ours_is_told() -> None:
    spec = (ROOT / "docs/rules/courtier.md").read_text(encoding="utf-8")
    section = spec[spec.index("## 17") : spec.index("## 18")]

    told = sorted(number for numbers, _text in RULINGS for number in numbers)
    assert told == sorted(map(int, re.findall(r"^\| H(\d+) \|", section, re.MULTILINE)))


def test_our_rulings_are_never_called_official(page: str) -> None:
    assert "These are ours, not official" in page
    for _numbers, text in RULINGS:
        assert f"<li>{text}</li>" in page
    assert "Persuasive, Ambitious, Generous, Meddlesome, Diplomatic, Ruthless and Scholarly" in page


def test_the_page_tells_every_ability_card_and_courtier(page: str) -> None:
    table = house_table()

    for ability in table["ability"]:
        assert f"<dd>{ability['text']}</dd>" in page
    for card in table["power"]:
        assert card["name"] in page
        assert f"<dd>{card['text']}</dd>" in page
    for courtier in table["courtier"]:
        assert f'<span class="courtier-name">{courtier["name"]}</span>' in page
    assert page.count('class="slot-free"') >= 60


def test_the_numbers_of_the_page_are_those_of_the_deck(page: str) -> None:
    for words in (
        "23 courtiers belong to 8 coteries. Each has one to 4 slots",
        "Fill your hand up to 5 cards",
        "15 markers in your pool and 9 in your reserve",
        "29 influence cards name one courtier, 19 leave you a choice",
        "4 petitions lie open for all",
        "Of 13 fashions one ends the game at once, and it lies among the last 7",
        "10 for the Senate",
        "3 influence and 2 power cards",
        "all 25 markers",
    ):
        assert words in page


def test_the_pictures_show_control_a_replacement_and_a_petition() -> None:
    shown = pictures()

    assert shown["before"]["words"] == "you 1, Tom 2, Jane 1, full; Tom controls it"
    assert shown["after"]["words"] == "you 2, Tom 1, Jane 1, full; you control it"
    words = {case["courtier"]["id"]: case["courtier"]["words"] for case in shown["control"]}
    assert words == {
        "prince": "you 2, Tom 1, full; you control it",
        "king": "you 1, Tom 1, neutral 1, 1 free",
        "admiral": "neutral 3, full; you control it",
    }
    states = [(one["name"], one["state"]) for one in shown["petition"]["courtiers"]]
    assert states == [("Prince", "ready"), ("Palatine", "not"), ("Painter", "mine")]


def test_no_id_stands_twice_on_the_page(page: str) -> None:
    ids = re.findall(r' id="([^"]+)"', page)

    assert len(ids) == len(set(ids))
