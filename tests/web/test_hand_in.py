"""Handing in through the form: what the page says, writes, forecasts and offers."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from campaign.models import Submission
from campaign.services.memberships import kingdom_hand_over
from campaign.web.turn_page import canonical_answer
from tests.factories import make_table
from tests.web.pages import client_of, form_fields
from tests.web.sheets import opened, own_tile, press, resolve, url

pytestmark = pytest.mark.django_db


def test_the_page_says_what_i_have_can_do_and_what_happens_otherwise() -> None:
    table = make_table(2)

    _, html = opened(table)

    # Homeland: capital, city, fortress, two villages: 3 gold and 2 food (campaign.md 8, 16).
    assert "<dd>3 " in html
    assert "<dd>2 " in html
    assert "Fed: army 1." in html
    village = own_tile(table, 0, "village")
    assert f'value="add:purchases:city:{village}"' in html
    assert "1 gold and 1 food" in html


def test_a_sheet_is_written_button_by_button_and_handed_in() -> None:
    table = make_table(2)
    empty, village = own_tile(table, 0, None), own_tile(table, 0, "village")
    client, html = opened(table)

    html = press(client, table, html, f"add:purchases:village:{empty}").content.decode()
    html = press(client, table, html, f"add:purchases:city:{village}").content.decode()
    html = press(client, table, html, "up:purchases:1").content.decode()
    html = press(client, table, html, "add:tithes:1:1:0").content.decode()
    sent = press(client, table, html, "hand_in")

    assert sent.status_code == 302
    assert Submission.objects.get().sheet == {
        "tithes": [{"to": 1, "gold": 1, "food": 0}],
        "purchases": [{"buy": "city", "tile": village}, {"buy": "village", "tile": empty}],
    }


def test_f10_the_receipt_is_shown_with_its_time_and_how_long_it_can_be_changed() -> None:
    table = make_table(2)
    client, html = opened(table)
    press(client, table, html, "hand_in")

    html = client.get(url(table)).content.decode()

    submission = Submission.objects.get()
    assert submission.receipt in html
    assert submission.at.strftime("%H:%M:%S") in html
    assert "You can change it until then." in html
    assert '<details id="change"><summary>Change it</summary>' in html
    assert '<details id="change">' not in press(client, table, html, "forecast").content.decode()
    receipts = client.get(f"/campaigns/{table.campaign.pk}/receipts/").content.decode()
    assert submission.receipt in receipts


def test_what_is_handed_in_is_edited_and_replaced() -> None:
    table = make_table(2)
    empty = own_tile(table, 0, None)
    client, html = opened(table)
    html = press(client, table, html, f"add:purchases:village:{empty}").content.decode()
    press(client, table, html, "hand_in")

    html = client.get(url(table)).content.decode()
    html = press(client, table, html, "remove:purchases:0").content.decode()
    sent = press(client, table, html, "hand_in")

    assert sent.status_code == 302
    sheets = list(Submission.objects.order_by("sequence").values_list("sheet", flat=True))
    assert sheets == [{"purchases": [{"buy": "village", "tile": empty}]}, {}]


def test_a_winter_sheet_names_only_what_it_leaves_to_the_defaults() -> None:
    table = make_table(2)
    client, html = opened(table)
    html = press(client, table, html, f"add:purchases:village:{own_tile(table, 0, None)}")
    html = html.content.decode()
    press(client, table, html, "hand_in")

    done = client.get(url(table)).content.decode()

    left = done.partition("What your sheet leaves open:")[2].partition("</div>")[0]
    assert "You give nothing." in left
    assert "Fed: army 1." in left
    assert "build and recruit nothing" not in left


def test_who_recruits_reads_that_a_new_army_eats_before_a_weaker_one() -> None:
    """Source: campaign.md 4b, "Feed": for the unnamed most points first."""
    table = make_table(2)
    client, html = opened(table)
    offer = re.search(r'value="(add:purchases:army:\d+)"', html)
    assert offer

    listed = press(client, table, html, offer[1]).content.decode()
    press(client, table, listed, "hand_in")
    done = client.get(url(table)).content.decode()

    left = done.partition("What your sheet leaves open:")[2].partition("</div>")[0]
    assert "The strongest are fed first, a new army before a weaker one." in left
    assert "Fed: army 1." not in left


def test_the_forecast_is_the_resolvers_and_stores_nothing() -> None:
    table = make_table(2)
    empty = own_tile(table, 0, None)
    client, html = opened(table)
    html = press(client, table, html, f"add:purchases:village:{empty}").content.decode()

    shown = press(client, table, html, "forecast")

    text = shown.content.decode()
    assert shown.status_code == 200
    assert f"builds a village on hex {empty} (1 gold)" in text
    assert "3 villages" in text
    assert not Submission.objects.exists()


def test_the_forecast_names_the_lines_that_would_not_be_carried_out() -> None:
    table = make_table(2)
    village = own_tile(table, 0, "village")
    client, html = opened(table)
    html = press(client, table, html, f"add:purchases:fortress:{village}").content.decode()
    html = press(client, table, html, f"add:purchases:army:{village}").content.decode()
    html = press(
        client, table, html, f"add:purchases:village:{own_tile(table, 0, None)}"
    ).content.decode()

    text = press(client, table, html, "forecast").content.decode()

    # 3 gold: the fortress takes 2, the recruit 1, nothing is left for the village.
    assert "Line 3 of your purchases was not carried out" in text


def test_htmx_gets_the_form_alone_and_is_sent_on_after_handing_in() -> None:
    table = make_table(2)
    client, html = opened(table)
    empty = own_tile(table, 0, None)
    fields = {**form_fields(html), "do": [f"add:purchases:village:{empty}"]}

    edited = client.post(url(table), fields, headers={"HX-Request": "true"})
    text = edited.content.decode()
    sent = client.post(
        url(table), {**form_fields(text), "do": ["hand_in"]}, headers={"HX-Request": "true"}
    )

    assert text.lstrip().startswith("<form")
    assert sent.status_code == 204
    assert sent.headers["HX-Redirect"] == url(table)


def test_the_deploy_sheet_offers_places_and_is_handed_in() -> None:
    table = make_table(2)
    resolve(table)
    fortress = own_tile(table, 0, "fortress")
    client, html = opened(table)

    sent = press(client, table, html, "hand_in", **{"placements.0.tile": [str(fortress)]})

    assert sent.status_code == 302
    assert Submission.objects.get().sheet == {"placements": [[1, fortress]]}


@pytest.mark.parametrize("stage", ["tithe", "build", "feed"])
def test_every_step_has_its_own_form(stage: str) -> None:
    table = make_table(2, options={"hand_in": "steps"})
    while table.campaign.phases.get(status="open").kind != stage:
        resolve(table, table.campaign.phases.get(status="open").ordinal)

    client, html = opened(table)
    sent = press(client, table, html, "hand_in")

    part = {"tithe": "tithes", "build": "purchases", "feed": "feed"}[stage]
    assert f'<section id="{part}"' in html
    assert sent.status_code == 302
    assert Submission.objects.get().sheet == {}


def test_open_play_lists_the_answers_and_takes_one() -> None:
    table = make_table(2, options={"play": "open"})
    phase = table.phase()
    seat = phase.asks.get().kingdom.seat
    client, html = opened(table, seat)
    other, waiting = opened(table, 1 - seat)
    answer = canonical_answer({"to": 1 - seat, "gold": 1, "food": 0})

    nothing = client.post(url(table), {**form_fields(html, "turn"), "do": "answer"})
    sent = client.post(url(table), {**form_fields(html, "turn"), "do": "answer", "answer": answer})

    assert f'value="{answer.replace(chr(34), "&quot;")}"' in html
    assert "Nothing to hand in" in waiting
    assert nothing.status_code == 422
    assert "Choose one of the answers first." in nothing.content.decode()
    assert sent.status_code == 302
    assert Submission.objects.get().sheet == {"to": 1 - seat, "gold": 1, "food": 0}


def test_an_answer_that_is_not_listed_is_refused_in_the_form() -> None:
    table = make_table(2, options={"play": "open"})
    seat = table.phase().asks.get().kingdom.seat
    client, html = opened(table, seat)

    refused = client.post(
        url(table),
        {
            **form_fields(html, "turn"),
            "do": "answer",
            "answer": canonical_answer({"to": seat, "gold": 1}),
        },
    )

    assert refused.status_code == 422
    assert "cannot tithe to itself" in refused.content.decode()
    assert not Submission.objects.exists()


def test_whose_turn_it_is_is_said_to_everybody_else() -> None:
    table = make_table(2, options={"play": "open"})
    phase = table.campaign.phases.get(status="open")
    seats = set(phase.asks.values_list("kingdom__seat", flat=True))
    waiting = next(seat for seat in (0, 1) if seat not in seats)

    html = client_of(table.players[waiting]).get(url(table)).content.decode()

    assert phase.is_turn
    assert f"It is the turn of Kingdom {min(seats) + 1}." in html
    assert "has nothing to decide" not in html


def test_the_map_beside_a_sheet_is_near_enough_to_read_the_numbers() -> None:
    table = make_table(2)
    client = client_of(table.players[0])

    beside = client.get(f"/campaigns/{table.campaign.pk}/map/").content.decode()
    alone = client.get(f"/campaigns/{table.campaign.pk}/").content.decode()

    assert 'id="map-near" checked' in beside
    assert 'id="map-fit" checked' not in beside
    assert 'id="map-fit" checked' in alone


def test_what_is_on_the_list_is_marked_where_it_was_picked() -> None:
    table = make_table(2)
    empty = own_tile(table, 0, None)
    client, html = opened(table)
    before = html

    html = press(client, table, html, f"add:purchases:village:{empty}").content.decode()
    html = press(client, table, html, "add:tithes:1:1:0").content.decode()

    assert "(on your list)" not in before
    assert html.count("(on your list)") == 2
    marked = [part for part in html.split("<button") if "chip-listed" in part]
    assert [f'value="{name}"' in part for name, part in zip(
        ["add:tithes:1:1:0", f"add:purchases:village:{empty}"], marked, strict=True
    )] == [True, True]  # fmt: skip


@pytest.mark.parametrize("odd", [[1], {"a": 1}, None, "x"])
def test_a_draft_of_odd_values_is_shown_again(odd: Any) -> None:
    table = make_table(2)
    draft = {"tithes": [{"to": odd, "gold": odd}], "purchases": [{"buy": odd, "tile": odd}]}
    data = {"phase": "1", "kind": "winter", "do": "show", "draft": json.dumps(draft)}

    shown = client_of(table.players[0]).post(url(table), data)

    assert shown.status_code == 200


def test_a_sheet_that_is_in_asks_no_more_until_it_is_changed() -> None:
    table = make_table(2)
    another = make_table(2)
    kingdom_hand_over(
        person=another.master,
        campaign_id=another.campaign.pk,
        seat=0,
        username=table.players[0].username,
    )
    client, html = opened(table)
    press(client, table, html, "hand_in")

    handed_in = client.get(url(table)).content.decode()
    changed = press(client, table, handed_in, "add:tithes:1:1:0").content.decode()

    button = 'type="submit" name="do" value="hand_in"'
    assert f'<button class="button button-primary" {button}' in html
    assert f'<button class="button" {button}' in handed_in
    assert f'<button class="button button-primary" {button}' in changed
    assert "1 more thing waits for you" in handed_in


def test_the_page_of_what_is_handed_in_tells_by_itself_when_it_is_carried_out() -> None:
    table = make_table(2)
    client, html = opened(table)
    press(client, table, html, "hand_in")
    html = client.get(url(table)).content.decode()
    asks = f"{url(table)}?seen=1"

    before = client.get(asks)
    resolve(table)
    after = client.get(asks)

    assert f'hx-get="{asks}"' in html
    assert (before.status_code, before.content) == (204, b"")
    link = f"/campaigns/{table.campaign.pk}/reports/1/"
    assert f'<a href="{link}">Read what came of it</a>' in after.content.decode()
    assert client.get(link).status_code == 200
    assert client.get(f"{url(table)}?seen=2").status_code == 204
    assert client.get(f"{url(table)}?seen=odd").status_code == 204
