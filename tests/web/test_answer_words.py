"""Sheets and answers of Setup and Summer in words; every kind of ask has its words."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.rules.battle.choosing import CHOICES
from campaign.rules.state import SETUP_STAGES, WINTER_STAGES
from campaign.web.answer_words import ANSWERS
from campaign.web.ask_forms import FORMS
from campaign.web.sheet_form import PARTS
from campaign.web.sheet_words import sheet_lines
from campaign.web.turn_words import INTROS
from campaign.web.words import HANDED_IN, PHASES, TASKS

NAMES = ["Norn", "Vale"]
TURNS = ("found", "homeland", "muster", "order", *CHOICES)
SHEETS = ("setup", "banner", "month")


def test_every_kind_of_ask_is_named_and_said() -> None:
    kinds = {*TURNS, *SHEETS, *WINTER_STAGES, "winter"}

    assert kinds <= set(PHASES)
    assert kinds <= set(TASKS)
    assert {*SHEETS, *PARTS} <= set(HANDED_IN)
    assert set(FORMS) == {*SHEETS, *PARTS}
    assert {*TURNS, *SHEETS} <= set(ANSWERS)
    assert set(TURNS) == set(INTROS)
    assert set(SETUP_STAGES) <= set(PHASES)


def test_reports_of_battles_are_said_with_their_routs() -> None:
    routs = [{"unit": [1, 2, 3], "by": [0, 1, 1]}, {"unit": [0, 1, 2], "by": None}]
    sheet = {
        "reports": [
            {"tile": 17, "winner": 0, "routs": routs},
            {"tile": 20, "winner": None},
            {"tile": 40, "simple": True},
        ]
    }

    assert sheet_lines("report", sheet, NAMES) == [
        "Hex 17: Norn won",
        "Hex 17: unit 3 of Vale’s army 2 routed by unit 1 of Norn’s army 1",
        "Hex 17: unit 2 of Norn’s army 1 routed",
        "Hex 20: a draw",
        "Hex 40: the dice are to decide",
    ]
    assert sheet_lines("report", {}, NAMES) == []


def test_a_month_is_said_line_by_line() -> None:
    sheet = {
        "orders": [
            {"army": 2, "order": "move", "to": 13},
            {"ship": 1, "army": 4, "order": "hold"},
            {"army": 3, "order": "raze"},
        ],
        "battles": [{"tile": 13, "enemy": 1}, {"tile": 31, "enemy": 1, "kind": "naval"}],
        "sacrifice": [{"ship": 2}, {"army": 1}],
        "break_off": True,
        "retreat": [12, 11],
        "advance": [{"army": 2, "to": 12}],
        "concede": [22],
        "last_stand": False,
        "lists": [{"army": 1, "units": []}],
    }

    assert sheet_lines("month", sheet, NAMES) == [
        "Army 2 moves to hex 13",
        "Ship 1 with army 4 stays",
        "Army 3 razes what stands on its hex",
        "Fight first on hex 13 against Vale",
        "Fight first on hex 31 against Vale, at sea",
        "Lose first: ship 2 and army 1",
        "Break off a naval battle with fewer ships",
        "Retreat to hex 12, then 11",
        "Army 2 moves on to hex 12 after a win",
        "Concede on hex 22",
        "Never make a last stand",
        "The list of army 1",
    ]
    assert sheet_lines("month", {}, NAMES) == []


def test_setup_is_said_line_by_line() -> None:
    homeland = {"e": "city", "nw": "fortress", "w": "village", "sw": "village"}
    sheet = {"race": "Elves", "starts": [14, 11], "homeland": homeland, "army": "nw"}

    assert sheet_lines("setup", sheet, NAMES) == [
        "Race: Elves",
        "Capital on hex 14, else 11",
        "City to the east, fortress to the north-west, village to the west and "
        "village to the south-west",
        "First army in the settlement to the north-west",
    ]


@pytest.mark.parametrize(
    ("kind", "answer", "text"),
    [
        ("banner", {"race": "Elves"}, "Race: Elves"),
        ("found", 14, "Capital on hex 14"),
        ("muster", "capital", "First army in the capital"),
        ("order", {"army": 1, "order": "defend"}, "Army 1 defends"),
        ("battle", {"tile": 13, "enemy": 1, "kind": "land"}, "Hex 13: against Vale, on land"),
        ("battle", "go_on", "Go on"),
        ("concede", True, "Concede"),
        ("last_stand", True, "Make a last stand"),
        ("last_stand", False, "Concede"),
        ("break_off", False, "Fight on"),
        ("allocate", {"die": 6, "army": 2}, "The 6 at army 2"),
        ("sacrifice", {"ship": 1, "army": 2}, "Ship 1 with army 2"),
        ("retreat", {"army": 2, "to": 12}, "Army 2 to hex 12"),
        ("advance", "pass", "Nobody moves on"),
        ("advance", {"ship": 1, "to": 12}, "Ship 1 to hex 12"),
    ],
)
def test_every_answer_of_open_play_is_said(kind: str, answer: Any, text: str) -> None:
    assert sheet_lines(kind, answer, NAMES) == [text]


@pytest.mark.parametrize("kind", sorted(ANSWERS))
@pytest.mark.parametrize(
    "odd", [None, 3, "x", [], [1], {}, {"army": {}}, {"orders": [{"army": []}]}]
)
def test_whatever_was_sent_can_be_said(kind: str, odd: Any) -> None:
    assert all(isinstance(line, str) for line in sheet_lines(kind, odd, NAMES))
