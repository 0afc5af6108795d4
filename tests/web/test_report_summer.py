"""Setup and a month in words: what is told, how it is grouped, and under which heading."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.services.selectors import SeenEvent
from campaign.web.report import Chapter, chapters, deed

NAMES = ["Norn", "Vale"]


def seen(kind: str, **data: Any) -> SeenEvent:
    return SeenEvent("1.1", 1, kind, data, False)


def moved(seat: int, army: int, start: int, tile: int, ship: int = 0) -> SeenEvent:
    return seen("moved", kingdom=seat, army=army, ship=ship, start=start, tile=tile)


def taken(seat: int, tile: int, loser: int = -1) -> SeenEvent:
    return seen("tile_taken", kingdom=seat, tile=tile, loser=loser)


def whole(chapter: Chapter) -> list[str]:
    """Return each line of a chapter as it reads, its story included."""
    return [" ".join(part.text for part in (line, *line.more)) for line in chapter.deeds]


@pytest.mark.parametrize(
    ("kind", "data", "text"),
    [
        ("banner_raised", {"kingdom": 0, "race": "dwarfs"}, "Norn raises its banner: dwarfs."),
        ("banner_raised", {"kingdom": 0, "race": ""}, "Norn raises its banner and names no race."),
        ("faction_chosen", {"kingdom": 1, "faction": "briar_host"},
         "Vale’s army in skirmishes: The Briar Host."),
        ("homeland_claimed", {"kingdom": 1, "tile": 9, "settlement": ""}, "Vale claims hex 9."),
        ("month_began", {"year": 2, "month": 3}, "Month 3 of year 2 begins."),
        ("order_given", {"kingdom": 0, "army": 2, "ship": 1, "order": "move", "tile": 16},
         "Norn orders ship 1 with army 2 to hex 16."),
        ("order_given", {"kingdom": 0, "army": 0, "ship": 3, "order": "hold", "tile": 0},
         "Norn orders ship 3 to hold."),
        ("pair_made", {"kingdom": 0, "army": 2, "ship": 1, "tile": 4},
         "Norn’s army 2 goes aboard ship 1 on hex 4."),
        ("explored", {"kingdom": 0, "tile": 4, "first": 3, "second": 4, "settlement": ""},
         "It finds nothing there."),
        ("tile_taken", {"kingdom": 0, "tile": 4, "loser": 1}, "Norn takes hex 4 from Vale."),
        ("capital_fell", {"kingdom": 1, "tile": 4, "captor": 0},
         "Vale’s capital on hex 4 falls to Norn and is a city now."),
        ("razed", {"kingdom": 0, "tile": 4, "settlement": "village"},
         "Norn razes the village on hex 4."),
        ("army_lost", {"kingdom": 1, "army": 2, "tile": 4, "points": 300, "reason": "no_retreat"},
         "Vale loses army 2: there is nowhere to retreat to."),
        ("ship_lost", {"kingdom": 1, "ship": 2, "tile": 4, "reason": "sunk"},
         "Vale loses ship 2: it is sunk."),
        ("laid_down", {"kingdom": 0, "army": 1, "tile": 4},
         "Rough ground lays Norn’s army 1 down on hex 4."),
        ("unit_struck", {"kingdom": 0, "army": 1, "unit": 3, "points": 420},
         "Unit 3 of Norn’s army 1 is struck off its list; 420 points are left."),
    ],
)  # fmt: skip
def test_sentences_of_setup_and_summer(kind: str, data: dict[str, Any], text: str) -> None:
    assert deed(SeenEvent("1.1", 1, kind, data, False), NAMES).text == text


def test_a_homeland_is_one_claim() -> None:
    settlements = ("city", "fortress", "village", "village", "", "")
    claims = [
        seen("homeland_claimed", kingdom=0, tile=20 + place, settlement=settlement)
        for place, settlement in enumerate(settlements)
    ]

    (chapter,) = chapters(claims, NAMES)

    assert whole(chapter) == [
        "Norn claims hex 20 with a city, hex 21 with a fortress, hex 22 with a village, "
        "hex 23 with a village, hex 24 and hex 25."
    ]


def test_a_move_is_told_with_what_it_finds_and_whom_it_costs() -> None:
    events = [
        moved(0, 1, 4, 5),
        seen("explored", kingdom=0, tile=5, first=6, second=4, settlement="city"),
        taken(0, 5),
        moved(1, 2, 9, 8),
        taken(1, 8, loser=0),
        moved(0, 3, 7, 6, ship=2),
    ]

    (chapter,) = chapters(events, NAMES)

    assert chapter.title == "Moves"
    assert whole(chapter) == [
        "Norn’s army 1 moves from hex 4 to hex 5. It finds a city.",
        "Vale’s army 2 moves from hex 9 to hex 8. Vale takes hex 8 from Norn.",
        "Norn’s ship 2 with army 3 moves from hex 7 to hex 6.",
    ]
    assert chapter.deeds[0].more[0].dice == (6, 4)


def test_who_stays_is_told_by_kingdom_after_the_moves() -> None:
    """Tokens resolve in turns, so a kingdom's defenders never follow each other."""
    events = [
        seen("defended", kingdom=0, army=1, tile=4),
        moved(1, 1, 9, 8),
        seen("defended", kingdom=0, army=2, tile=5),
        seen("regrouped", kingdom=1, army=2, ship=0, tile=9),
        seen("regrouped", kingdom=1, army=4, ship=0, tile=8),
        seen("regrouped", kingdom=1, army=0, ship=1, tile=9),
    ]

    (chapter,) = chapters(events, NAMES)

    assert whole(chapter) == [
        "Vale’s army 1 moves from hex 9 to hex 8.",
        "Norn’s armies 1 and 2 defend.",
        "Vale’s armies 2 and 4 and ship 1 stand up.",
    ]


def test_a_month_reads_as_moves_battles_reform_player_order_and_what_begins() -> None:
    """A hex may change hands in Resolution, in a battle and in Reform: each under its own head."""
    land = {"battle": 1, "tile": 5, "attacker": 0, "defender": 1}
    events = [
        moved(0, 1, 4, 5),
        taken(0, 6, loser=1),
        SeenEvent("1.1", 1, "battle_began", {**land, "kind": "land", "mode": "simple"}, False),
        seen("battle_ended", **land, result="win", winner=0),
        taken(0, 5, loser=1),
        taken(1, 12, loser=0),
        seen("kingdom_out", kingdom=1, year=1),
        seen("order_set", kingdom=0, place=1, armies=2),
        seen("order_set", kingdom=1, place=2, armies=1),
        seen("month_began", year=1, month=2),
    ]

    found = chapters(events, NAMES)

    assert [(chapter.step, len(chapter.deeds)) for chapter in found] == [
        ("moves", 2), ("battles", 1), ("reform", 2), ("order", 1), ("end", 1),
    ]  # fmt: skip
    assert whole(found[1]) == ["Norn attacks Vale on hex 5. Norn wins. Norn takes hex 5 from Vale."]
    assert whole(found[2])[0] == "Vale takes hex 12 from Norn."
    assert whole(found[3]) == ["Player order: Norn and Vale."]


def test_a_kingdom_that_is_out_in_winter_is_told_under_recall() -> None:
    out = seen("kingdom_out", kingdom=1, year=1)

    assert [chapter.step for chapter in chapters([out], NAMES)] == ["recall"]


def test_player_order_is_one_line_with_the_dice_that_settled_its_ties() -> None:
    events = [
        seen("order_rolled", kingdom=0, die=3, roll=1),
        seen("order_rolled", kingdom=1, die=5, roll=1),
        seen("order_set", kingdom=1, place=1, armies=2),
        seen("order_set", kingdom=0, place=2, armies=2),
    ]

    (chapter,) = chapters(events, NAMES)

    assert whole(chapter) == ["Player order: Vale and Norn. Norn rolled: Vale rolled:"]
    assert [part.dice for part in chapter.deeds[0].more] == [(3,), (5,)]
    assert chapter.deeds[0].seat is None


def test_whom_the_ground_lays_down_is_told_by_kingdom() -> None:
    """Reform goes by crossings, so kingdoms alternate."""
    events = [seen("laid_down", kingdom=seat, army=army, tile=4) for seat, army in
              ((0, 1), (1, 1), (0, 2))]  # fmt: skip

    (chapter,) = chapters([*events, taken(1, 9, loser=0)], NAMES)

    assert whole(chapter) == [
        "Rough ground lays Norn’s armies 1 and 2 down.",
        "Rough ground lays Vale’s army 1 down on hex 4.",
        "Vale takes hex 9 from Norn.",
    ]
