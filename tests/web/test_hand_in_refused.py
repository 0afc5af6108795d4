"""A sheet that is refused, pressed twice, too old or too late keeps what was typed."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from campaign.models import Phase, Submission
from tests.factories import SETUP, make_table
from tests.web.pages import form_fields
from tests.web.sheets import opened, own_tile, press, resolve, url

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


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
