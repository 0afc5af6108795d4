"""A battle reads as one story: who attacks, the dice, the hits, the losses, the retreats."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.services.selectors import SeenEvent
from campaign.web.report import Deed, chapters, deed

NAMES = ["Norn", "Vale", "Sund"]
HERE = {"battle": 1, "tile": 5}


def seen(kind: str, /, **data: Any) -> SeenEvent:
    return SeenEvent("1.1", 1, kind, data, False)


def began(battle: int, tile: int, kind: str = "land", mode: str = "simple") -> SeenEvent:
    return seen(
        "battle_began", battle=battle, tile=tile, attacker=0, defender=1, kind=kind, mode=mode
    )


def rolled(seat: int, dice: str, turn: int = 1) -> SeenEvent:
    return seen("battle_rolled", **HERE, kingdom=seat, round=turn, dice=dice)


def played(seat: int, die: int, army: int, points: int, hit: int) -> SeenEvent:
    return seen("die_played", **HERE, kingdom=seat, die=die, army=army, points=points, hit=hit)


def stories(events: list[SeenEvent]) -> list[tuple[Deed, ...]]:
    (chapter,) = chapters(events, NAMES)
    assert chapter.title == "Battles"
    return [(line, *line.more) for line in chapter.deeds]


def test_worked_example_11_is_one_story() -> None:
    """Attacker 6 and 5, defender 5: a hit each, a miss, a draw; who does not hold it retreats."""
    events = [
        began(1, 5),
        rolled(0, "6,5"),
        rolled(1, "5"),
        played(0, 6, 1, 400, 1),
        played(1, 5, 1, 400, 1),
        played(0, 5, 1, 400, 0),
        seen("battle_ended", **HERE, attacker=0, defender=1, result="draw", winner=-1),
        seen("retreated", kingdom=0, army=1, ship=0, start=5, tile=4, upright=1),
        seen("army_lost", kingdom=0, army=2, tile=5, points=500, reason="no_retreat"),
    ]

    (story,) = stories(events)

    assert [part.text for part in story] == [
        "Norn attacks Vale on hex 5.",
        "Norn rolls:",
        "Vale rolls:",
        "Norn’s 6 hits army 1, 400 points left.",
        "Vale’s 5 hits army 1, 400 points left.",
        "Norn’s 5 misses army 1.",
        "It is a draw.",
        "Norn’s army 1 retreats to hex 4.",
        "Norn loses army 2: there is nowhere to retreat to.",
    ]
    assert [part.dice for part in story[1:3]] == [(6, 5), (5,)]
    assert story[-1].tone == "loss"
    assert story[0].seats == {0, 1}


def test_two_battles_are_two_stories() -> None:
    again = {"battle": 2, "tile": 5, "attacker": 0, "defender": 1}
    events = [
        began(1, 5, "slaughter", ""),
        seen("army_lost", kingdom=1, army=3, tile=5, points=300, reason="slaughter"),
        seen("battle_ended", **HERE, attacker=0, defender=1, result="slaughter", winner=-1),
        began(2, 5, "slaughter", ""),
        seen("battle_ended", **again, result="slaughter", winner=-1),
    ]

    found = stories(events)

    assert [len(story) for story in found] == [3, 2]
    assert found[0][0].text == ("Norn falls upon Vale on hex 5, where nobody stands upright.")
    assert found[0][1].text == "Vale loses army 3: it is slain where it lies."


def test_a_naval_battle_counts_its_rounds() -> None:
    events = [
        began(1, 5, "naval", ""),
        rolled(0, "3"),
        rolled(1, "6,1"),
        seen("ship_lost", kingdom=0, ship=1, tile=5, reason="sunk"),
        rolled(0, "2", 2),
        seen("beaten", **HERE, kingdom=0, round=2),
        seen("battle_ended", **HERE, attacker=0, defender=1, result="win", winner=1),
        seen("retreated", kingdom=0, army=0, ship=2, start=5, tile=6, upright=0),
    ]

    (story,) = stories(events)

    assert [part.text for part in story] == [
        "Norn’s ships attack Vale’s on hex 5.",
        "Norn rolls:",
        "Vale rolls:",
        "Norn loses ship 1: it is sunk.",
        "Round 2: Norn rolls:",
        "Norn gives up.",
        "Vale wins.",
        "Norn’s ship 2 retreats to hex 6 and lies on its side.",
    ]


def test_a_battle_on_the_table_waits_and_is_told_on_when_it_is_reported() -> None:
    first = [
        began(1, 5, mode="tabletop"),
        seen("weather_rolled", **HERE, die=2, weather="boggy"),
        seen("strategy_drawn", battle=1, kingdom=1, card=7),
        seen("roster_opened", kingdom=0, army=1),
        seen("battle_waits", **HERE, attacker=0, defender=1, mode="tabletop"),
    ]
    then = [
        seen("reported", **HERE, winner=0, simple=0),
        seen("unit_routed", kingdom=1, army=1, unit=2, by_kingdom=0, by_army=1, by_unit=3),
        seen("unit_grew", kingdom=0, army=1, unit=3, change=1),
        seen("battle_ended", **HERE, attacker=0, defender=1, result="win", winner=0),
        seen("strategy_learned", kingdom=1, strategies=2),
        seen("might_won", kingdom=0, might=1),
        seen("reported", battle=3, tile=9, winner=-1, simple=0),
    ]

    (begun,) = stories(first)
    told, other = stories(then)

    assert [part.text for part in begun] == [
        "Norn attacks Vale on hex 5. It is fought on the table.",
        "Conditions: boggy ground.",
        "Vale draws strategy card 7.",
        "The list of Norn’s army 1 is open to all from now on.",
        "The battle on hex 5 waits for what both sides report.",
    ]
    assert begun[1].dice == (2,)
    assert [part.text for part in told] == [
        "Norn won the battle on hex 5 on the table.",
        "Unit 2 of Vale’s army 1 is routed by unit 3 of Norn’s army 1.",
        "Unit 3 of Norn’s army 1 grows (+1).",
        "Norn wins.",
        "Vale learns from it; strategies: 2.",
        "Norn’s might is 1 now.",
    ]
    assert other[0].text == "The battle on hex 9 ended in a draw on the table."


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (began(1, 5, "land_water", ""), "Norn attacks Vale on hex 5, land against water."),
        (played(1, 2, 0, 0, 0), "Vale’s 2 finds no enemy."),
        (played(1, 6, 2, 0, 1), "Vale’s 6 destroys army 2."),
        (seen("conceded", **HERE, kingdom=1, forced=0), "Vale concedes."),
        (seen("conceded", **HERE, kingdom=1, forced=1), "Vale is the weaker and has to concede."),
        (seen("stood", **HERE, kingdom=1), "Vale makes a last stand."),
        (seen("advanced", kingdom=0, army=2, ship=0, start=5, tile=6),
         "Norn’s army 2 advances to hex 6."),
        (seen("reported", **HERE, winner=-1, simple=1),
         "The battle on hex 5 is left to simple dice."),
        (seen("unit_routed", kingdom=1, army=1, unit=2, by_kingdom=-1, by_army=0, by_unit=0),
         "Unit 2 of Vale’s army 1 is routed."),
        (seen("battle_ended", **HERE, attacker=0, defender=1, result="none", winner=-1),
         "Both are gone; nobody wins."),
    ],
)  # fmt: skip
def test_sentences_of_a_battle(event: SeenEvent, text: str) -> None:
    assert deed(event, NAMES).text == text
