"""A hex's sheet: land, ways and what they cost, holder, tokens, who can come, the way to orders."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.rules.system import SYSTEM, CampaignGame
from campaign.services.submissions import sheet_submit
from campaign.web.hex_page import HexSheet, Way, hex_sheet
from tests.factories import Table, make_table
from tests.web.pages import client_of


def ring(**middle: Any) -> dict[str, Any]:
    """A map: hex 1 amid 2 (east) to 7, counter-clockwise, and two start tiles far off.

    2 plain behind water, 3 forest, 4 ocean, 5 marsh, 6 river, 7 plain.
    """
    around = [
        {"n": 2, "q": 1, "r": 0, "terrain": "plain"},
        {"n": 3, "q": 1, "r": -1, "terrain": "forest"},
        {"n": 4, "q": 0, "r": -1, "terrain": "ocean"},
        {"n": 5, "q": -1, "r": 0, "terrain": "marsh"},
        {"n": 6, "q": -1, "r": 1, "terrain": "plain", "river": True},
        {"n": 7, "q": 0, "r": 1, "terrain": "plain"},
    ]
    tile = {"n": 1, "q": 0, "r": 0, "terrain": "coast", "edges": {"e": "water", "nw": "none"}}
    return {"name": "Ring", "tiles": [tile | middle, *around, *home(20, 10), *home(30, -10)]}


def home(number: int, q: int) -> list[dict[str, Any]]:
    """A start tile with its six neighbours."""
    steps = ((0, 0), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
    return [
        {"n": number + place, "q": q + dq, "r": dr, "terrain": "plain"}
        | ({"start": number} if place == 0 else {})
        for place, (dq, dr) in enumerate(steps)
    ]


def game(**rules: Any) -> CampaignGame:
    return SYSTEM.open({"map": ring(), "rules": rules}, 2)


def sheet(position: dict[str, Any], number: int = 1, **rules: Any) -> HexSheet:
    played = game(**rules)
    month = {"stage": "orders", "summer": {"month": 2}}
    return hex_sheet(played, played.position(month | position), number)


def ways(found: HexSheet) -> dict[int, Way]:
    return {way.number: way for way in found.ways}


def test_ways_say_what_a_step_costs() -> None:
    found = ways(sheet({}))

    assert {number: way.kind for number, way in found.items()} == {
        2: "water", 3: "hard", 4: "sea", 5: "marsh", 6: "hard", 7: "free",
    }  # fmt: skip
    assert [number for number, way in found.items() if way.ships] == [4, 6]
    assert [way.side for way in found.values()] == [
        "east", "north-east", "north-west", "west", "south-west", "south-east",
    ]  # fmt: skip
    assert found[7].words == "open to armies"
    assert found[6].words == "armies are on their side after it; ships may go"


def test_roads_spare_who_leaves_a_city() -> None:
    city = {"tiles": {"1": {"owner": 0, "settlement": "city"}}}

    assert ways(sheet(city, roads=True))[3].kind == "free"
    assert ways(sheet(city, roads=False))[3].kind == "hard"


def test_tokens_are_told_with_posture_and_points_and_an_army_aboard_with_its_ship() -> None:
    found = sheet(
        {
            "ships": [{"kingdom": 0, "tile": 1, "number": 1}],
            "armies": [
                {"kingdom": 0, "number": 1, "tile": 1, "points": 300, "upright": False},
                {"kingdom": 0, "number": 2, "tile": 1, "aboard": 1},
                {"kingdom": 1, "number": 4, "tile": 7},
            ],
        }
    )

    assert [(token.name, token.words, token.anchor) for token in found.tokens] == [
        ("army 1", "300 points, on its side", "army-1"),
        ("ship 1 with army 2", "500 points, upright", "ship-1"),
    ]


def test_who_can_come_is_upright_beside_it_and_has_a_way() -> None:
    """Army 1 waits behind the water, 2 in the forest, 3 lies; ships may come over any edge."""
    found = sheet(
        {
            "armies": [
                {"kingdom": 0, "number": 1, "tile": 2},
                {"kingdom": 0, "number": 2, "tile": 3},
                {"kingdom": 0, "number": 3, "tile": 7, "upright": False},
                {"kingdom": 1, "number": 1, "tile": 7},
                {"kingdom": 1, "number": 2, "tile": 20},
            ],
            "ships": [{"kingdom": 1, "number": 1, "tile": 4}],
        }
    )

    assert found.comers is not None
    assert [(c.seat, c.name, c.start, c.is_hard) for c in found.comers] == [
        (0, "army 2", 3, True),
        (1, "army 1", 7, False),
        (1, "ship 1", 4, False),
    ]


def test_outside_of_summer_nobody_is_said_to_come() -> None:
    played = game()

    assert hex_sheet(played, played.position({"stage": "build"}), 1).comers is None


# The page

POSITION = {
    "stage": "orders",
    "summer": {"month": 1},
    "tiles": {"1": {"owner": 0, "settlement": "village"}, "30": {"owner": 1}},
    "armies": [{"kingdom": 0, "tile": 1}, {"kingdom": 1, "tile": 30}],
}


def month_table() -> Table:
    return make_table(2, position=POSITION, is_public=True)


def text(table: Table, person: Any, number: int, **headers: str) -> str:
    answer = client_of(person).get(f"/campaigns/{table.campaign.pk}/map/{number}/", headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.django_db
def test_the_reader_is_led_to_the_orders_of_their_own_tokens_only() -> None:
    table = month_table()
    link = f'/campaigns/{table.campaign.pk}/hand-in/#army-1"'

    assert link in text(table, table.players[0], 1)
    assert link not in text(table, table.players[1], 1)
    assert link not in text(table, table.master, 1)
    assert link not in text(table, None, 1)


@pytest.mark.django_db
def test_it_is_a_page_and_a_piece_of_one() -> None:
    table = month_table()

    whole = text(table, table.players[0], 1)
    piece = text(table, table.players[0], 1, **{"HX-Request": "true"})

    assert "<html" in whole
    assert piece.lstrip().startswith('<article class="hex-card"')
    assert "village" in piece


@pytest.mark.django_db
def test_f43_what_somebody_ordered_there_is_not_told() -> None:
    table = month_table()
    piece = {"HX-Request": "true"}
    before = text(table, table.players[1], 1, **piece)
    order = {"orders": [{"army": 1, "order": "raze"}]}
    sheet_submit(person=table.players[0], campaign_id=table.campaign.pk, phase=1, sheet=order)

    assert text(table, table.players[1], 1, **piece) == before
    assert "raze" not in text(table, table.players[0], 1)


@pytest.mark.django_db
def test_a_hex_that_is_not_there_is_not_found() -> None:
    table = month_table()

    answer = client_of(table.players[0]).get(f"/campaigns/{table.campaign.pk}/map/999/")

    assert answer.status_code == 404


@pytest.mark.django_db
def test_the_table_on_the_campaigns_page_leads_to_every_sheet() -> None:
    table = month_table()
    pk = table.campaign.pk

    page = client_of(None).get(f"/campaigns/{pk}/").content.decode()

    assert page.count('class="more"') == 96
    assert f'<a class="more" href="/campaigns/{pk}/map/1/">' in page
