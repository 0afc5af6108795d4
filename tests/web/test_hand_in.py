"""Handing in through the form: nothing typed is lost, nothing is done twice or too late."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from campaign.models import Phase, Submission
from campaign.services.clock import clock_act
from campaign.services.memberships import kingdom_hand_over
from campaign.services.phases import phase_resolve
from campaign.web.turn_page import canonical_answer
from tests.factories import SETUP, Table, make_table
from tests.web.pages import client_of, form_fields

pytestmark = pytest.mark.django_db


def url(table: Table) -> str:
    return f"/campaigns/{table.campaign.pk}/hand-in/"


def press(client: Client, table: Table, html: str, button: str, **changes: Any) -> Any:
    """Press a button of the sheet that the page shows, as a browser would."""
    fields = {**form_fields(html), "do": [button], **changes}
    return client.post(url(table), fields)


def opened(table: Table, seat: int = 0) -> tuple[Client, str]:
    client = client_of(table.players[seat])
    return client, client.get(url(table)).content.decode()


def own_tile(table: Table, seat: int, kind: str | None) -> int:
    """Return a tile of the kingdom with that settlement (``None``: with none)."""
    tiles = table.kingdom(seat).tiles.select_related("settlement")
    return next(
        tile.number for tile in tiles
        if getattr(getattr(tile, "settlement", None), "kind", None) == kind
    )  # fmt: skip


def resolve(table: Table, ordinal: int = 1) -> None:
    phase = table.phase(ordinal)
    clock_act(
        person=table.master,
        campaign_id=table.campaign.pk,
        phase=ordinal,
        action="resolve_now",
        key=f"now{ordinal}",
    )
    phase_resolve(phase_id=phase.pk)


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


def test_f14_a_refusal_stands_at_its_line_and_keeps_what_was_typed() -> None:
    table = make_table(2)
    empty = own_tile(table, 0, None)
    foreign = own_tile(table, 1, None)
    client, html = opened(table)
    html = press(client, table, html, f"add:purchases:village:{empty}").content.decode()
    html = press(client, table, html, f"add:purchases:village:{foreign}").content.decode()

    refused = press(client, table, html, "hand_in")

    text = refused.content.decode()
    assert refused.status_code == 422
    assert f"Purchases, line 2: hex {foreign} is not yours." in text
    assert 'href="#line-purchases-1"' in text
    assert 'class="wish wish-wrong" id="line-purchases-1"' in text
    assert 'class="wish" id="line-purchases-0"' in text
    assert form_fields(text)["purchases.0.tile"] == [str(empty)]
    assert form_fields(text)["purchases.1.tile"] == [str(foreign)]
    assert not Submission.objects.exists()


def test_f13_a_form_made_by_hand_is_judged_like_any_other() -> None:
    table = make_table(2)
    client, html = opened(table)

    refused = press(
        client,
        table,
        html,
        "hand_in",
        **{
            "purchases.0.buy": ["castle<script>"],
            "purchases.0.tile": ["12"],
            "tithes.0.to": ["0"],
            "tithes.0.gold": ["99"],
        },
    )

    text = refused.content.decode()
    assert refused.status_code == 422
    assert "castle<script>" not in text
    assert not Submission.objects.exists()


def test_f16_a_double_click_hands_in_once() -> None:
    table = make_table(2)
    empty = own_tile(table, 0, None)
    client, html = opened(table)
    html = press(client, table, html, f"add:purchases:village:{empty}").content.decode()

    first = press(client, table, html, "hand_in")
    second = press(client, table, html, "hand_in")

    assert (first.status_code, second.status_code) == (302, 302)
    assert Submission.objects.count() == 1


def test_f16_the_second_click_after_the_phase_was_resolved_is_told_that_it_is_in() -> None:
    table = make_table(2)
    empty = own_tile(table, 0, None)
    client, html = opened(table)
    html = press(client, table, html, f"add:purchases:village:{empty}").content.decode()
    press(client, table, html, "hand_in")
    resolve(table)

    second = client.post(url(table), {**form_fields(html), "do": ["hand_in"]}, follow=True)

    receipt = Submission.objects.get().receipt
    assert second.status_code == 200
    assert f"It is in. Receipt {receipt[:12]}" in second.content.decode()
    assert Submission.objects.count() == 1


def test_f15_an_older_draft_does_not_overwrite_a_newer_sheet() -> None:
    table = make_table(2)
    empty, village = own_tile(table, 0, None), own_tile(table, 0, "village")
    phone, old = opened(table)
    old = press(phone, table, old, f"add:purchases:village:{empty}").content.decode()
    laptop, new = opened(table)
    new = press(laptop, table, new, f"add:purchases:city:{village}").content.decode()
    press(laptop, table, new, "hand_in")

    refused = press(phone, table, old, "hand_in")

    text = refused.content.decode()
    assert refused.status_code == 412
    assert f"City on hex {village}" in text
    assert form_fields(text)["purchases.0.tile"] == [str(empty)]
    assert Submission.objects.count() == 1

    again = press(phone, table, text, "hand_in")

    assert again.status_code == 302
    assert Submission.objects.order_by("-sequence")[0].sheet == {
        "purchases": [{"buy": "village", "tile": empty}]
    }


def test_f11_a_sheet_for_a_phase_that_is_over_is_kept_and_told() -> None:
    table = make_table(2)
    empty = own_tile(table, 0, None)
    client, html = opened(table)
    html = press(client, table, html, f"add:purchases:village:{empty}").content.decode()
    resolve(table)

    late = client.post(url(table), {**form_fields(html), "do": ["hand_in"]})

    text = late.content.decode()
    assert late.status_code == 409
    assert "that phase is over" in text
    assert f"Village on hex {empty}" in text
    assert not Submission.objects.exists()


def test_f11_what_was_written_can_be_used_in_the_next_phase_of_its_kind() -> None:
    table = make_table(2, options=SETUP)
    resolve(table)
    client, html = opened(table)
    defend = {"orders.0.order": ["defend"]}
    resolve(table, 2)

    late = client.post(url(table), {**form_fields(html), **defend, "do": ["hand_in"]})
    draft = json.dumps({"orders": [{"army": 1, "order": "defend"}]})
    taken = client.post(url(table), {"phase": "3", "based_on": "", "do": "show", "draft": draft})

    assert "Use it for the current phase" in late.content.decode()
    assert "Army 1 defends" in late.content.decode()
    assert taken.status_code == 200
    assert form_fields(taken.content.decode())["orders.0.order"] == ["defend"]


def test_after_the_deadline_the_form_keeps_what_was_typed() -> None:
    table = make_table(2)
    empty = own_tile(table, 0, None)
    client, html = opened(table)
    html = press(client, table, html, f"add:purchases:village:{empty}").content.decode()
    Phase.objects.filter(pk=table.phase().pk).update(due_at=timezone.now() - timedelta(seconds=1))

    late = press(client, table, html, "hand_in")

    text = late.content.decode()
    assert late.status_code == 409
    assert "The deadline has passed" in text
    assert form_fields(text)["purchases.0.tile"] == [str(empty)]


def test_a_parked_phase_is_locked_and_says_so() -> None:
    table = make_table(2)
    client, html = opened(table)
    Phase.objects.filter(pk=table.phase().pk).update(status=Phase.Status.PARKED)

    late = press(client, table, html, "hand_in")

    assert late.status_code == 409
    assert "waits for the game master" in late.content.decode()


def test_too_many_forecasts_a_minute_are_slowed_down_and_nothing_is_lost() -> None:
    table = make_table(2)
    empty = own_tile(table, 0, None)
    client, html = opened(table)
    html = press(client, table, html, f"add:purchases:village:{empty}").content.decode()

    answers = [press(client, table, html, "forecast") for _ in range(61)]

    assert answers[0].status_code == 200
    assert 429 in {answer.status_code for answer in answers}
    assert form_fields(answers[-1].content.decode())["purchases.0.tile"] == [str(empty)]


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
