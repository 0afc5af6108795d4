"""The report: every kind of event has its sentence and its place."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.rules.events import KINDS
from campaign.services.selectors import SeenEvent
from campaign.web.report import STEP_OF, STEPS, TELLERS, chapters, deed

NAMES = ["Norn", "Vale"]
VALUES: dict[str, Any] = {
    "kingdom": 0,
    "giver": 0,
    "receiver": 1,
    "settlement": "village",
    "reason": "no_place",
    "buy": "city",
    "list": "purchases",
    "code": "not_empty",
    "stage": "winter",
}


def seen(kind: str, *, private: bool = False, **data: Any) -> SeenEvent:
    return SeenEvent("1.1", 1, kind, data, private)


def test_every_kind_of_event_is_told_and_has_a_step() -> None:
    assert set(TELLERS) == set(KINDS)
    assert set(STEP_OF) == set(KINDS)
    assert set(STEP_OF.values()) == set(STEPS)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_the_sentence_of_a_kind_is_whole(kind: str) -> None:
    data = {key: VALUES.get(key, 3) for key in KINDS[kind].keys}

    text = deed(SeenEvent("1.1", 1, kind, data, False), NAMES).text

    assert text
    # Dice stand behind a roll, so it ends with a colon, not with a full stop before them.
    assert text.endswith(":" if kind in ("battle_rolled", "order_rolled") else ".")
    assert "%(" not in text


@pytest.mark.parametrize(
    ("kind", "data", "text"),
    [
        ("tithe_given", {"giver": 0, "receiver": 1, "gold": 1, "food": 0},
         "Norn gives Vale 1 gold."),
        ("bought", {"kingdom": 1, "buy": "city", "tile": 9, "gold": 1, "food": 1},
         "Vale builds a city on hex 9 (1 gold and 1 food)."),
        ("army_lost", {"kingdom": 0, "army": 2, "tile": 4, "points": 500, "reason": "cut_off"},
         "Norn loses army 2 on hex 4: it is cut off from supply."),
        ("gathered", {"kingdom": 0, "gold": 4, "food": 3, "villages": 3, "cities": 2,
                      "fortresses": 1, "capitals": 1},
         "Norn gathers 4 gold and 3 food "
         "(1 capital, 2 cities, 3 villages and 1 fortress)."),
        ("campaign_ended", {"year": 6, "reason": "years"},
         "The campaign ends with year 6, as agreed."),
        ("line_unused", {"kingdom": 0, "list": "purchases", "line": 1, "reason": "too_poor",
                         "code": ""},
         "Line 2 of your purchases was not carried out: "
         "there was not enough left to pay for it."),
        ("line_unused", {"kingdom": 0, "list": "purchases", "line": 0, "reason": "condition",
                         "code": ""},
         "Line 1 of your purchases was not carried out: its condition did not hold."),
        ("line_unused", {"kingdom": 0, "list": "purchases", "line": 2, "reason": "illegal",
                         "code": "needs_fortress"},
         "Line 3 of your purchases was not carried out: the hex had no fortress."),
        ("line_unused", {"kingdom": 0, "list": "berths", "line": 0, "reason": "illegal",
                         "code": "no_berth"},
         "Line 1 of your berths was not carried out: it was not allowed by then."),
    ],
)  # fmt: skip
def test_sentences_say_who_what_and_where(kind: str, data: dict[str, Any], text: str) -> None:
    assert deed(seen(kind, **data), NAMES).text == text


def test_a_run_of_the_same_small_deed_is_one_line() -> None:
    fed = [seen("army_fed", kingdom=0, army=army, gold=0, food=1) for army in (1, 2, 3)]
    other = seen("army_fed", kingdom=1, army=1, gold=0, food=1)

    (chapter,) = chapters([*fed, other], NAMES)

    assert [line.text for line in chapter.deeds] == [
        "Norn feeds armies 1, 2 and 3.",
        "Vale feeds army 1.",
    ]


def test_chapters_follow_the_winter_and_end_with_what_the_sheet_could_not_do() -> None:
    unused = seen("line_unused", private=True, kingdom=0, list="tithes", line=0,
                  reason="condition", code="")  # fmt: skip
    bought = seen("bought", kingdom=0, buy="village", tile=3, gold=1, food=0)
    fed = seen("army_fed", kingdom=0, army=1, gold=0, food=1)

    found = chapters([unused, bought, fed], NAMES)

    assert [chapter.step for chapter in found] == ["build", "feed", "sheet"]
    assert found[-1].deeds[0].is_private


def test_a_die_stands_beside_its_sentence() -> None:
    told = deed(seen("order_rolled", kingdom=1, die=5, roll=1), NAMES)

    assert told.dice == (5,)
    assert told.seat == 1
