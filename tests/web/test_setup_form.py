"""Setup's form: race, ranking of start hexes, homeland and first army; banners of open play.

Start hexes are 11 and 14 of a 9 by 7 grid. Around 11 lie 12 (east), 3 (north-east), 2
(north-west), 10 (west), 19 (south-west) and 20 (south-east).
"""

from __future__ import annotations

from typing import Any

import pytest
from django.http import QueryDict

from campaign.models import Kingdom, Submission
from campaign.web.setup_form import (
    SetupDraft,
    edit_setup,
    read_setup_form,
    setup_draft_of,
    setup_sheet_of,
)
from tests.factories import SETUP, Table, make_table
from tests.web.pages import form_fields
from tests.web.sheets import opened, press, resolve, url

MAP: dict[str, Any] = {
    "grid": [9, 7],
    "tiles": [{"n": 11, "start": 1}, {"n": 14, "start": 2}, {"n": 20, "terrain": "forest"}],
}
HOMELAND = {"e": "city", "ne": "fortress", "w": "village", "sw": "village"}
SHEET = {
    "race": "Elves",
    "faction": "blights",
    "starts": [14, 11],
    "homeland": HOMELAND,
    "army": "ne",
}

pytest_db = pytest.mark.django_db


def at_setup(**options: Any) -> Table:
    return make_table(2, options={"map": MAP, **SETUP, **options})


# The form alone


def test_a_sheet_becomes_a_draft_and_the_same_sheet_again() -> None:
    assert setup_sheet_of(setup_draft_of(SHEET)) == SHEET
    assert setup_sheet_of(SetupDraft()) == {}


@pytest.mark.parametrize("odd", [None, 3, [], {"starts": 3, "homeland": [1], "army": 4}])
def test_whatever_was_sent_as_a_sheet_becomes_a_draft(odd: Any) -> None:
    assert isinstance(setup_draft_of(odd), SetupDraft)


def test_only_what_was_ranked_is_on_the_sheet() -> None:
    posted = QueryDict(
        "race= Elves &faction=briar_host&starts.0=14&starts.1=11&starts.2=30&starts.ranked=2"
        "&homeland.e=&army="
    )

    draft = read_setup_form(posted)

    assert setup_sheet_of(draft) == {
        "race": "Elves", "faction": "briar_host", "starts": [14, 11],
    }  # fmt: skip
    assert draft.order == (14, 11, 30)


def test_moving_a_start_hex_ranks_all_down_to_it() -> None:
    draft = SetupDraft(order=(4, 9, 17, 30))

    assert edit_setup(draft, "up:starts:2")[0].starts == (4, 17, 9)
    assert edit_setup(draft, "down:starts:0")[0].starts == (9, 4)
    assert edit_setup(draft, "best:starts:3")[0].starts == (30,)
    assert edit_setup(draft, "best:starts:3")[0].order == (30, 4, 9, 17)


def test_a_homeland_is_filled_in_from_the_east() -> None:
    filled, place = edit_setup(SetupDraft(), "fill:city:fortress::village:village:")

    assert dict(filled.homeland) == HOMELAND
    assert place == "homeland"


@pytest.mark.parametrize(
    "operation", ["up:starts:0", "down:starts:9", "best:starts:-1", "up:x:1", "fill:city", "x", ""]
)
def test_a_button_that_makes_no_sense_changes_nothing(operation: str) -> None:
    draft = SetupDraft(order=(4, 9))

    assert edit_setup(draft, operation) == (draft, "")


# The page


@pytest_db
def test_the_page_names_the_land_and_what_the_defaults_are() -> None:
    table = at_setup()

    _, html = opened(table)

    assert "plain; around it 5 plain and 1 forest" in html
    # By number: 2 city, 3 fortress, 10 and 12 villages (campaign.md 2, sealed play).
    assert "city on 2, fortress on 3, village on 10 and village on 12" in html
    assert "South-east" in html
    assert "20, forest" in html
    assert "You name no race" in html
    assert 'value="forecast"' not in html


@pytest_db
def test_a_sheet_of_setup_is_written_by_buttons_and_handed_in() -> None:
    table = at_setup()
    client, html = opened(table)

    html = press(client, table, html, "best:starts:1").content.decode()
    html = press(
        client, table, html, "show",
        **{f"homeland.{side}": [kind] for side, kind in HOMELAND.items()},
    ).content.decode()  # fmt: skip
    sent = press(client, table, html, "hand_in",
                 race=["Elves"], faction=["blights"], army=["ne"])  # fmt: skip

    assert "in the fortress to the north-east" in html
    assert sent.status_code == 302
    assert Submission.objects.get().sheet == SHEET | {"starts": [14]}


@pytest_db
def test_a_sheet_of_setup_names_only_what_it_leaves_to_the_defaults() -> None:
    table = at_setup()
    client, html = opened(table)

    press(client, table, html, "hand_in", race=["Elves"])
    some = opened(table)[1]
    some = press(client, table, some, "best:starts:1").content.decode()
    press(client, table, some, "hand_in",
          **{f"homeland.{side}": [kind] for side, kind in HOMELAND.items()})  # fmt: skip
    whole = opened(table)[1]

    left = some.partition("What your sheet leaves open:")[2].partition("</div>")[0]
    assert "The four lowest hexes around it get a city" in left
    assert "race" not in left
    assert "lowest free start hex" not in left
    assert "Hand in again" in whole
    assert "leaves open" not in whole


@pytest_db
def test_the_default_homeland_is_a_beginning() -> None:
    table = at_setup()
    client, html = opened(table)

    html = press(client, table, html, "fill:village:fortress:city:village::").content.decode()

    assert 'value="fill:village:fortress:city:village::"' in html
    fields = form_fields(html)
    sides = [fields[f"homeland.{side}"] for side in ("e", "ne", "nw", "w", "sw", "se")]
    assert sides == [["village"], ["fortress"], ["city"], ["village"], [""], [""]]


@pytest_db
def test_the_banner_wished_for_on_joining_stands_in_the_form() -> None:
    table = at_setup()
    wishes = {"race_wish": "Dwarfs", "faction_wish": "plain_guard"}
    Kingdom.objects.filter(pk=table.kingdom(0).pk).update(**wishes)
    client, html = opened(table)
    other = opened(table, 1)[1]

    press(client, table, html, "hand_in")

    assert (form_fields(html)["race"], form_fields(html)["faction"]) == (
        ["Dwarfs"], ["plain_guard"],
    )  # fmt: skip
    assert (form_fields(other)["race"], form_fields(other)["faction"]) == ([""], [""])
    assert Submission.objects.get().sheet == {"race": "Dwarfs", "faction": "plain_guard"}


@pytest_db
def test_factions_are_offered_with_what_they_are_like_and_what_comes_of_no_choice() -> None:
    table = at_setup()

    first, second = opened(table)[1], opened(table, 1)[1]

    # By seat, in alphabetical order of the factions' ids (campaign.md 2.1).
    assert '<option value="" selected>No choice: The Blights of Winter</option>' in first
    assert '<option value="" selected>No choice: The Briar Host</option>' in second
    assert "The Plain Guard: Honest soldiers:" in first


@pytest_db
def test_a_faction_that_is_none_is_refused_at_its_field_and_kept() -> None:
    table = at_setup()
    client, html = opened(table)

    refused = press(client, table, html, "hand_in", faction=["elves"])

    text = refused.content.decode()
    assert refused.status_code == 422
    assert 'href="#race"' in text
    assert "an army in skirmishes is one of: blights, briar_host, plain_guard" in text
    assert form_fields(text)["faction"] == ["elves"]
    assert not Submission.objects.exists()


@pytest_db
def test_the_sheet_can_be_changed_until_the_deadline_and_is_carried_out() -> None:
    table = at_setup()
    client, html = opened(table)
    press(client, table, html, "hand_in", race=["Elves"])
    again = opened(table)[1]
    press(client, table, again, "hand_in", race=["Orcs"])

    resolve(table)

    assert table.kingdom(0).race == "Orcs"
    assert Submission.objects.count() == 2


@pytest_db
def test_f14_half_a_homeland_is_refused_and_kept() -> None:
    table = at_setup()
    client, html = opened(table)

    refused = press(client, table, html, "hand_in", **{"homeland.e": ["city"]})

    text = refused.content.decode()
    assert refused.status_code == 422
    assert 'href="#homeland"' in text
    assert form_fields(text)["homeland.e"] == ["city"]
    assert not Submission.objects.exists()


@pytest_db
def test_f13_a_hex_where_no_capital_may_be_founded_is_refused_at_its_line() -> None:
    table = at_setup()
    client, html = opened(table)

    refused = press(client, table, html, "hand_in", **{"starts.0": ["63"], "starts.ranked": ["1"]})

    text = refused.content.decode()
    assert refused.status_code == 422
    assert 'class="wish wish-wrong" id="line-starts-0"' in text
    assert not Submission.objects.exists()


@pytest_db
def test_f15_an_older_draft_does_not_overwrite_a_newer_setup() -> None:
    table = at_setup()
    phone, old = opened(table)
    laptop, new = opened(table)
    press(laptop, table, new, "hand_in", race=["Elves"])

    refused = press(phone, table, old, "hand_in", race=["Orcs"])

    text = refused.content.decode()
    assert refused.status_code == 412
    assert "Race: Elves" in text
    assert form_fields(text)["race"] == ["Orcs"]


@pytest_db
def test_f16_a_double_click_hands_setup_in_once() -> None:
    table = at_setup()
    client, html = opened(table)

    for _ in range(2):
        assert press(client, table, html, "hand_in", race=["Elves"]).status_code == 302

    assert Submission.objects.count() == 1


@pytest_db
def test_open_play_asks_for_the_banner_alone() -> None:
    table = at_setup(play="open")
    client, html = opened(table)

    sent = press(client, table, html, "hand_in", race=["Elves"], faction=["blights"])

    assert "Choose your banner" in html
    assert 'id="homeland"' not in html
    assert sent.status_code == 302
    assert Submission.objects.get().sheet == {"race": "Elves", "faction": "blights"}
    after = client.get(url(table)).content.decode()
    assert "Race: Elves" in after
    assert "Army in skirmishes: The Blights of Winter" in after
