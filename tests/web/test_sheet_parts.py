"""The parts of a sheet that depend on the position: places, berths, meals, disbanding, gifts."""

from __future__ import annotations

import json
from typing import Any

import pytest

from campaign.models import Submission
from campaign.rules.maps import grid_map
from campaign.services.campaigns import campaign_start
from campaign.services.rulebook import game_of
from campaign.web.sheet_words import meals_words, sheet_lines
from tests.factories import Table, make_table
from tests.web.pages import form_fields
from tests.web.sheets import opened, press, url

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

# A map of 12 x 8 whose column 11 is coast: hexes 11, 23, 35, 47, ...
SHORE = grid_map(12, 8, 2, shore=True)

LOST_CAPITAL = {
    "tiles": {
        "11": {"owner": 0, "settlement": "city"},
        "23": {"owner": 0, "settlement": "city"},
        "35": {"owner": 0, "settlement": "fortress"},
        "34": {"owner": 0, "settlement": "village"},
        "50": {"owner": 1, "settlement": "capital"},
    },
    "armies": [
        {"kingdom": 0, "number": 1, "tile": 34, "points": 300},
        {"kingdom": 0, "number": 2, "tile": 34, "points": 500},
        {"kingdom": 1, "tile": 50},
    ],
    "ships": [
        {"kingdom": 0, "number": 1, "tile": 47},
        {"kingdom": 0, "number": 2, "tile": 11},
    ],
}


def table_at(position: dict[str, Any], **options: Any) -> Table:
    table = make_table(2, started=False, options={"map": SHORE, **options})
    state = game_of(table.campaign).position(position)
    campaign_start(person=table.master, campaign_id=table.campaign.pk, position=state)
    table.campaign.refresh_from_db()
    return table


def test_without_a_capital_the_place_to_winter_is_chosen_and_ships_their_berths() -> None:
    table = table_at(LOST_CAPITAL)
    client, html = opened(table)

    sent = press(
        client, table, html, "hand_in",
        **{"recall.place": ["23"], "recall.berths.0.tile": ["23"]},
    )  # fmt: skip

    assert "by default (hex 11)" in html
    assert "hex 23, city" in html
    assert "now on hex 47" in html
    assert sent.status_code == 302
    assert Submission.objects.get().sheet == {"recall": {"place": 23, "berths": [[1, 23]]}}


def test_armies_that_are_cut_off_are_not_said_to_winter() -> None:
    # A chain of hexes joins 34 to the default place: 34, 35, 23, 11. Hex 8 is apart.
    apart = [*LOST_CAPITAL["armies"], {"kingdom": 0, "number": 3, "tile": 8}]

    _, html = opened(table_at(LOST_CAPITAL | {"armies": apart}, edition="capitals"))

    assert "Your armies winter on hex 11." in html
    assert "Cut off from supply and lost: army 3." in html


def test_a_wrong_place_and_a_berth_taken_twice_are_told_where_they_stand() -> None:
    table = table_at(LOST_CAPITAL)
    client, html = opened(table)

    refused = press(
        client, table, html, "hand_in",
        **{"recall.place": ["34"], "recall.berths.0.tile": ["11"], "recall.berths.1.tile": ["11"]},
    )  # fmt: skip

    text = refused.content.decode()
    assert refused.status_code == 422
    assert "armies go to a city while you hold one" in text
    assert "Berths, line 2: this repeats line 1" in text
    assert 'field-wrong" id="line-berths-1"' in text
    assert form_fields(text)["recall.berths.1.tile"] == ["11"]


def test_the_recall_step_has_a_sheet_of_its_own() -> None:
    table = table_at(LOST_CAPITAL, hand_in="steps")
    client, html = opened(table)

    refused = press(client, table, html, "hand_in", **{"recall.berths.0.tile": ["34"]})
    sent = press(client, table, html, "hand_in", **{"recall.berths.0.tile": ["23"]})

    assert 'field-wrong" id="line-berths-0"' in refused.content.decode()
    assert sent.status_code == 302
    assert Submission.objects.get().sheet == {"berths": [[1, 23]]}


def test_most_points_are_fed_first_unless_the_order_is_changed() -> None:
    table = table_at(LOST_CAPITAL)
    client, html = opened(table)
    order = form_fields(html)

    # Food for one: the village brings 1, so army 2 (500 points) eats and army 1 starves.
    moved = press(client, table, html, "up:feed:1").content.decode()
    forecast = press(client, table, moved, "forecast").content.decode()
    press(client, table, moved, "hand_in", **{"feed.dismiss": ["2"]})

    assert "No food for army 1." in html
    assert (order["feed.order.0"], order["feed.order.1"]) == (["2"], ["1"])
    assert "has no food for army 2" in forecast
    assert Submission.objects.get().sheet == {"feed": {"first": [1], "dismiss": [2]}}


def test_at_the_most_armies_a_recruit_asks_whom_to_disband() -> None:
    table = table_at(LOST_CAPITAL, rules={"max_armies": 2})
    client, html = opened(table)
    html = press(client, table, html, "add:purchases:army:35").content.decode()

    refused = press(client, table, html, "hand_in")
    sent = press(client, table, html, "hand_in", **{"purchases.0.disband": ["1"]})

    assert "Disband for it" in html
    assert refused.status_code == 422
    assert "you have 2 armies; name one to disband" in refused.content.decode()
    assert sent.status_code == 302
    assert Submission.objects.get().sheet == {
        "purchases": [{"buy": "army", "tile": 35, "disband": 1}]
    }


def test_recruits_beyond_the_most_armies_ask_whom_to_disband_below_it_already() -> None:
    table = table_at(LOST_CAPITAL, rules={"max_armies": 3})
    client, html = opened(table)

    first = press(client, table, html, "add:purchases:army:35").content.decode()
    fortress = press(client, table, first, "add:purchases:fortress:34").content.decode()
    second = press(client, table, fortress, "add:purchases:army:34").content.decode()
    sent = press(client, table, second, "hand_in", **{"purchases.2.disband": ["1"]})

    assert "Disband for it" not in fortress
    assert "Disband for it" in second
    assert sent.status_code == 302
    assert Submission.objects.get().sheet["purchases"] == [
        {"buy": "army", "tile": 35},
        {"buy": "fortress", "tile": 34},
        {"buy": "army", "tile": 34, "disband": 1},
    ]


def test_a_wish_on_the_list_brings_what_it_makes_possible_to_the_front() -> None:
    table = table_at(LOST_CAPITAL)
    client, html = opened(table)

    after = press(client, table, html, "add:purchases:fortress:34").content.decode()

    def folded(page: str) -> bool:
        ready = page.split('aria-label="Army"')[1].split("<details>")[0]
        return 'value="add:purchases:army:34"' not in ready

    assert folded(html)
    assert not folded(after)


def test_large_tithes_are_typed_and_conditions_name_kingdoms() -> None:
    table = table_at(LOST_CAPITAL, rules={"tithe_limit": {"gold": 3, "food": 0}})
    client, html = opened(table)
    html = press(client, table, html, "add:tithes:1:1:0").content.decode()
    html = press(client, table, html, "condition:tithes:0").content.decode()

    sent = press(
        client, table, html, "hand_in",
        **{"tithes.0.gold": ["2"], "tithes.0.if.0.from": ["1"], "tithes.0.if.0.gold": ["3"]},
    )  # fmt: skip

    assert sent.status_code == 302
    assert Submission.objects.get().sheet == {
        "tithes": [
            {"to": 1, "gold": 2, "food": 0, "if": [{"received": {"from": 1, "gold": 3, "food": 0}}]}
        ]
    }


def test_a_sheet_from_elsewhere_is_shown_as_it_is_and_sent_back_unchanged() -> None:
    table = table_at(LOST_CAPITAL)
    sheet = {
        "recall": {"place": 11, "berths": [[2, 23], [1, 11]]},
        "tithes": [{"to": 1, "gold": 1, "food": 0, "if": [{"stock": {"gold": 2, "food": 0}}]}],
        "purchases": [{"buy": "fortress", "tile": 34}, {"buy": "army", "tile": 34, "disband": 1}],
        "feed": {"first": [1], "dismiss": [2]},
    }
    client, _ = opened(table)

    first = client.post(
        url(table),
        {"phase": "1", "kind": "winter", "based_on": "", "do": "hand_in",
         "draft": json.dumps(sheet)},
    )  # fmt: skip
    again = press(client, table, client.get(url(table)).content.decode(), "hand_in")

    assert (first.status_code, again.status_code) == (302, 302)
    assert Submission.objects.count() == 1
    assert Submission.objects.get().sheet == sheet


def test_a_body_over_256_kb_is_refused_and_changes_nothing() -> None:
    table = make_table(2)
    client, html = opened(table)

    refused = press(client, table, html, "hand_in", note=["x" * 270_000])

    assert refused.status_code == 413
    assert not Submission.objects.exists()


def test_the_food_is_counted_in_armies_before_or_after_spending() -> None:
    assert meals_words(None, spends=True) == "Armies need no food."
    assert meals_words(1, spends=True) == "Your food is enough for 1 army, less what you spend."
    assert meals_words(4, spends=False) == "Your food is enough for 4 armies."


def test_a_condition_names_the_kingdom_it_waits_for() -> None:
    condition = {"received": {"from": 1, "gold": 1, "food": 0}}
    sheet = {
        "tithes": [{"to": 0, "gold": 0, "food": 1, "if": [condition]}],
        "purchases": [{"buy": "village", "tile": 34, "if": [condition]}],
    }

    said = sheet_lines("winter", sheet, ["Hollowmere", "Saltmarch"])

    assert said == [
        "To Hollowmere: 1 food; only if I have received 1 gold from Saltmarch",
        "Village on hex 34; only if I have received 1 gold from Saltmarch",
    ]
