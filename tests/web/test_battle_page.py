"""The printable sheet of a battle on a real table: facts, both open lists, boxes to tick."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.rules.rosters import Extra, Unit
from campaign.services.selectors import SeenEvent
from campaign.web.battle_page import sheets_named, unit_line
from tests.factories import Table, make_table
from tests.web.pages import client_of


def unit(name: str, **more: Any) -> dict[str, Any]:
    plain = {"size": 10, "points": 100, "strength": 1, "legend": False, "ally": False,
             "extras": [], "change": 0, "struck": False}  # fmt: skip
    return {"name": name, **plain, **more}


def roster(kingdom: int, army: int, *units: dict[str, Any], opened: bool = True) -> dict[str, Any]:
    return {"kingdom": kingdom, "army": army, "units": list(units), "ally": "", "open": opened}


POSITION: dict[str, Any] = {
    "stage": "report",
    "year": 2,
    "kingdoms": [{"race": "Dwarfs", "strategies": 2}, {"race": "Elves"}],
    "tiles": {"5": {"owner": 1, "settlement": "city"}, "30": {"owner": 0}},
    "armies": [
        {"kingdom": 0, "number": 1, "tile": 5},
        {"kingdom": 0, "number": 2, "tile": 30},
        {"kingdom": 1, "number": 4, "tile": 5, "points": 300},
    ],
    "rosters": [
        roster(
            0, 1,
            unit("Hammerers", strength=2, change=2,
                 extras=[["Banner of Oak", 25, True]]),
            unit("Lost miners", struck=True),
            unit("King Orm", legend=True, change=-2),
        ),
        roster(0, 2, unit("Hidden gyrocopter"), opened=False),
    ],
    "summer": {
        "month": 3,
        "defending": [[1, 4]],
        "waiting": [
            {"number": 2, "tile": 5, "attacker": 0, "defender": 1, "mode": "tabletop",
             "attackers": [1], "defenders": [4], "last_stand": False, "weather": 0,
             "cards": [[3, 7], []], "report": None},
        ],
    },
}  # fmt: skip


def fought() -> Table:
    return make_table(
        2, position=POSITION, is_public=True, options={"rules": {"battle_mode": "tabletop"}}
    )


def shown(table: Table, person: Any = None, part: str = "battles/1/5/") -> str:
    answer = client_of(person).get(f"/campaigns/{table.campaign.pk}/{part}")
    assert answer.status_code == 200
    return answer.getvalue().decode()


@pytest.mark.parametrize(
    ("strength", "change", "plays", "true_sum"),
    [(1, 0, 1, None), (2, 2, 3, 4), (1, -2, 0, -1), (3, 0, 3, None), (0, 0, 0, None)],
)
def test_a_unit_plays_as_nought_to_three_and_keeps_its_true_sum(
    strength: int, change: int, plays: int, true_sum: int | None
) -> None:
    line = unit_line(1, Unit("Guard", 10, 100, strength=strength, change=change))

    assert (line.strength, line.sum) == (plays, true_sum)


def test_a_units_points_are_with_its_extras() -> None:
    line = unit_line(1, Unit("Guard", 10, 100, extras=(Extra("Axe", 15), Extra("Orb", 30, True))))

    assert line.points == 145
    assert line.extras == ("Axe (15)", "Orb (30)")


@pytest.mark.django_db
def test_the_sheet_says_where_and_what_and_lists_both_sides() -> None:
    html = shown(fought())

    for words in (
        "Year 2, month 3, battle 2", "Battle on hex 5", "4 by 4 feet",
        "plain, city, held by Kingdom 2", "as your rule book rolls it",
        "Kingdom 2: 2 area pieces, 2 obstacles and 1 objective in its half, worth a point",
        "Dwarfs", "Elves", "strategy cards 3 and 7", "Hammerers", "Banner of Oak (25)", "King Orm",
        "legend", "No list was handed in for it.",
    ):  # fmt: skip
        assert words in html, words
    assert "Lost miners" not in html
    assert html.count('class="tick"') == 2 * 3 + 3


@pytest.mark.django_db
def test_f40_a_list_that_no_battle_has_opened_is_on_nobodys_sheet() -> None:
    table = fought()

    for reader in (None, table.master, *table.players):
        assert "Hidden gyrocopter" not in shown(table, reader)


@pytest.mark.django_db
def test_f40_hidden_lists_are_in_their_own_kingdoms_export_alone() -> None:
    table = fought()
    own, *others = (
        shown(table, reader, "history.json")
        for reader in (table.players[0], table.players[1], table.master, None)
    )

    assert "Hidden gyrocopter" in own
    assert all("Hidden gyrocopter" not in export for export in others)
    assert all("Hammerers" in export for export in others)


@pytest.mark.django_db
def test_only_a_side_is_led_to_its_report() -> None:
    table = fought()
    link = "Report how it ended"

    assert link in shown(table, table.players[0])
    assert link in shown(table, table.players[1])
    assert link not in shown(table, table.master)


@pytest.mark.django_db
def test_the_campaigns_page_names_the_battles_that_are_fought_now() -> None:
    table = fought()

    html = shown(table, part="")

    assert f'href="/campaigns/{table.campaign.pk}/battles/1/5/"' in html
    assert 'id="contests"' in html
    assert "Both sides report how it ended." in html
    assert 'id="contests"' not in shown(make_table(2, is_public=True), part="")


@pytest.mark.django_db
def test_no_battle_waits_elsewhere() -> None:
    table = fought()

    for part in ("battles/1/30/", "battles/0/999/", "battles/7/5/"):
        answer = client_of(table.master).get(f"/campaigns/{table.campaign.pk}/{part}")
        assert answer.status_code == 404


def test_a_report_leads_to_the_sheets_of_its_battles() -> None:
    """What begins to wait in phase 4 stands in the state of phase 5, where it is reported."""

    def told(kind: str, tile: int) -> SeenEvent:
        return SeenEvent("4.1", 4, kind, {"tile": tile}, False)

    month = [told("battle_began", 5), told("battle_waits", 5), told("battle_waits", 9)]

    assert sheets_named(month, 4) == [(5, 5), (9, 5)]
    assert sheets_named([told("reported", 5)], 5) == [(5, 5)]
