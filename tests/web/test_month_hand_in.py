"""Handing in a month: the forecast pretends nothing, nothing typed is lost or done twice.

The board is that of ``shore``.
"""

from __future__ import annotations

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from campaign.models import Phase, Submission
from campaign.services.phases import sweep
from campaign.services.submissions import sheet_submit
from tests.factories import Table, make_table
from tests.web.pages import client_of, form_fields
from tests.web.sheets import opened, press, resolve, url
from tests.web.shore import MAP, WAR, at_war

pytestmark = pytest.mark.django_db


# The forecast


def test_the_forecast_says_what_dice_decide_and_pretends_nothing() -> None:
    table = at_war()
    client, html = opened(table)

    orders = {"orders.0.order": ["move:13"], "orders.1.order": ["move:3"]}
    text = press(client, table, html, "forecast", **orders).content.decode()

    assert "Kingdom 1’s army 1 moves from hex 12 to hex 13." in text
    assert "A roll decides what is found on hex 3." in text
    assert "Dice decide the battle; what follows cannot be foretold." in text
    assert "Before the battle you hold" in text
    assert "It finds" not in text
    assert "rolls" not in text.split('id="forecast"')[1].split("</section>")[0]
    assert not Submission.objects.exists()


# What happens otherwise


def test_who_is_absent_is_told_what_their_tokens_do() -> None:
    table = at_war()
    client, html = opened(table)

    press(client, table, html, "hand_in")
    done = client.get(url(table)).content.decode()

    assert "<strong>If you do nothing:</strong> Defending: army 1, army 2" in html
    assert "If you do nothing" not in done
    assert "<strong>What your sheet leaves open:</strong> Defending: army 1, army 2" in done


def test_a_sheet_leaves_open_only_the_tokens_without_an_order() -> None:
    armies = [{"kingdom": 0, "tile": 12}, {"kingdom": 0, "tile": 12}, {"kingdom": 1, "tile": 13}]
    table = at_war(armies=armies, ships=[])
    client, html = opened(table)

    press(client, table, html, "hand_in", **{"orders.0.order": ["move:11"]})
    one = client.get(url(table)).content.decode()
    press(client, table, one, "hand_in", **{"orders.1.order": ["move:3"]})
    every = client.get(url(table)).content.decode()

    assert "<strong>What your sheet leaves open:</strong> Defending: army 2.<" in one
    assert "Hand in again" in every
    assert "leaves open" not in every


def test_under_the_stewards_policy_the_form_does_not_promise_to_hold() -> None:
    options = {"map": MAP, "rules": {"absent": "steward"}}
    table = make_table(2, options=options, position=WAR)

    _, html = opened(table)

    assert "<strong>If you do nothing:</strong> The steward plays this for you." in html
    assert "<strong>What a sheet of yours leaves open:</strong> Defending: army 1, army 2" in html


# Failures that others shipped


def test_f13_an_order_that_the_form_does_not_offer_is_refused_at_its_row() -> None:
    table = at_war()
    client, html = opened(table)

    far = {"orders.0.order": ["move:63"], "orders.2.order": ["defend"]}
    refused = press(client, table, html, "hand_in", **far)
    odd = press(client, table, html, "hand_in", **{"orders.4.order": ["fly<b>"]})

    text = refused.content.decode()
    assert refused.status_code == 422
    assert 'class="wish order wish-wrong" id="line-orders-0"' in text
    assert 'class="wish order" id="line-orders-1"' in text
    assert 'class="wish order wish-wrong" id="line-orders-2"' in text
    assert odd.status_code == 422
    assert 'class="wish order wish-wrong" id="line-orders-4"' in odd.content.decode()
    assert "<b>" not in odd.content.decode()
    assert not Submission.objects.exists()


def test_f13_a_strange_army_or_ship_in_the_form_is_refused() -> None:
    table = at_war()
    client, html = opened(table)

    refused = press(client, table, html, "hand_in", **{"orders.0.army": ["6"],
                    "orders.0.order": ["defend"]})  # fmt: skip

    assert refused.status_code == 422
    assert "you have no army 6" in refused.content.decode()


def test_f14_every_refusal_says_why_beside_its_line_and_keeps_what_was_typed() -> None:
    table = at_war()
    client, html = opened(table)

    typed = {"orders.1.order": ["move:14"], "retreat.0": ["999"]}
    refused = press(client, table, html, "hand_in", **typed)

    text = refused.content.decode()
    row = text.split('id="line-orders-1"')[1].split("</li>")[0]
    assert refused.status_code == 422
    assert "hex 14 is not next to hex 12" in row
    assert "there is no hex 999 on this map" in text.split('id="line-retreat-0"')[1][:300]
    assert 'href="#line-orders-1"' in text
    assert 'href="#line-retreat-0"' in text
    assert form_fields(text)["orders.1.order"] == ["move:14"]
    assert form_fields(text)["retreat.0"] == ["999"]
    assert not Submission.objects.exists()


def test_f14_half_a_line_is_refused_and_kept() -> None:
    table = at_war()
    client, html = opened(table)

    refused = press(client, table, html, "hand_in", **{"battles.0.tile": ["13"]})

    text = refused.content.decode()
    assert refused.status_code == 422
    assert "enemy is missing" in text.split('id="line-battles-0"')[1][:300]
    assert form_fields(text)["battles.0.tile"] == ["13"]


def test_f15_an_older_draft_does_not_overwrite_newer_orders() -> None:
    table = at_war()
    phone, old = opened(table)
    laptop, new = opened(table)
    press(laptop, table, new, "hand_in", **{"orders.0.order": ["move:11"]})

    refused = press(phone, table, old, "hand_in", **{"orders.0.order": ["move:13"]})

    text = refused.content.decode()
    assert refused.status_code == 412
    assert "Army 1 moves to hex 11" in text
    assert form_fields(text)["orders.0.order"] == ["move:13"]
    assert Submission.objects.count() == 1

    again = press(phone, table, text, "hand_in")

    assert again.status_code == 302
    latest = Submission.objects.order_by("-sequence")[0].sheet
    assert latest == {"orders": [{"army": 1, "order": "move", "to": 13}]}


def test_f16_a_double_click_hands_the_orders_in_once() -> None:
    table = at_war()
    client, html = opened(table)
    order = {"orders.0.order": ["move:11"]}

    first = press(client, table, html, "hand_in", **order)
    second = press(client, table, html, "hand_in", **order)

    assert (first.status_code, second.status_code) == (302, 302)
    assert Submission.objects.count() == 1


def test_f16_the_second_click_after_the_month_was_resolved_is_told_that_it_is_in() -> None:
    table = at_war()
    client, html = opened(table)
    fields = {**form_fields(html), "orders.0.order": ["move:11"], "do": ["hand_in"]}
    client.post(url(table), fields)
    resolve(table)

    second = client.post(url(table), fields, follow=True)

    receipt = Submission.objects.get().receipt
    assert f"It is in. Receipt {receipt[:12]}" in second.content.decode()
    assert Submission.objects.count() == 1


def test_f16_who_hands_in_last_reads_first_that_the_month_has_been_played() -> None:
    table = at_war()
    sheet_submit(person=table.players[1], campaign_id=table.campaign.pk, phase=1, sheet={})
    client, html = opened(table)

    press(client, table, html, "hand_in", **{"orders.0.order": ["move:11"]})
    closing = client.get(url(table)).content.decode()
    sweep()
    after = client.get(url(table)).content.decode()
    press(client, table, after, "hand_in")
    later = client.get(url(table)).content.decode()

    assert "Everyone is in." in closing
    assert "The deadline has passed" not in closing
    assert "has been played" not in closing
    assert "Month 2, year 1, has been played." in after
    report = f'href="/campaigns/{table.campaign.pk}/reports/1/">Read what happened'
    assert (
        after.index("has been played") < after.index(report) < after.index("Give your orders</h2>")
    )
    assert "has been played" not in later


def test_who_missed_a_month_is_not_told_of_an_older_one() -> None:
    table = at_war()
    client, html = opened(table)
    press(client, table, html, "hand_in")
    resolve(table)
    resolve(table, 2)

    assert "has been played" not in client.get(url(table)).content.decode()


def test_after_the_deadline_the_orders_stay_as_typed() -> None:
    table = at_war()
    client, html = opened(table)
    Phase.objects.filter(pk=table.phase().pk).update(due_at=timezone.now())

    late = press(client, table, html, "hand_in", **{"orders.0.order": ["move:11"]})

    assert late.status_code == 409
    assert form_fields(late.content.decode())["orders.0.order"] == ["move:11"]


# Who has nothing to order, and whose time is over


def test_a_kingdom_without_tokens_is_told_that_it_has_nothing_to_decide() -> None:
    table = at_war(armies=[{"kingdom": 1, "tile": 13}], ships=[])

    html = client_of(table.players[0]).get(url(table)).content.decode()

    assert "Nothing to hand in" in html
    assert "nothing to decide in “Month 2”" in html


def test_f11_orders_for_a_month_that_is_over_are_told_in_words_and_offered_for_the_next() -> None:
    table = at_war()
    client, html = opened(table)
    resolve(table)

    late = press(client, table, html, "hand_in", **{"orders.0.order": ["move:11"]})

    text = late.content.decode()
    assert late.status_code == 409
    assert "You wrote this for “Month 2”, year 1." in text
    assert "Army 1 moves to hex 11" in text
    assert "Use it for the current phase" in text
    assert not Submission.objects.exists()


def test_the_next_thing_on_the_first_page_is_to_give_orders() -> None:
    table = at_war()

    html = client_of(table.players[0]).get("/").content.decode()

    assert "Give your orders" in html


# Cost


def queries(client: Client, table: Table) -> int:
    client.get(url(table))
    caches["default"].clear()
    with CaptureQueriesContext(connection) as captured:
        client.get(url(table))
    return len(captured)


def test_the_page_takes_as_many_queries_for_six_armies_as_for_one() -> None:
    few = at_war(armies=[{"kingdom": 0, "tile": 12}, {"kingdom": 1, "tile": 13}], ships=[])
    many = at_war(
        armies=[{"kingdom": seat, "tile": 12 + seat} for seat in (0, 1) for _ in range(6)]
    )

    assert queries(opened(few)[0], few) == queries(opened(many)[0], many)
