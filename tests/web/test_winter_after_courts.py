"""The form of a winter in which courts were held: everybody is home, so nothing is recalled."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from campaign.models import Submission
from tests.factories import Table
from tests.rules.courtyard import TILES, A
from tests.services.courtly import at_court
from tests.web.pages import client_of, form_fields

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

CITIES = {
    **TILES,
    "1": {"owner": A, "settlement": "city"},
    "2": {"owner": A, "settlement": "city"},
}
"""A holds no capital, but two cities to winter in."""


def opened(stage: str) -> tuple[Table, Client, str]:
    """Return the table at a stage of the Winter, A's browser and what the form shows it."""
    table = at_court(position={"stage": stage, "tiles": CITIES})
    table.campaign.phases.filter(ordinal=1).update(due_at=timezone.now() + timedelta(days=1))
    client = client_of(table.players[A])
    return table, client, client.get(url(table)).content.decode()


def url(table: Table) -> str:
    return f"/campaigns/{table.campaign.pk}/hand-in/"


def test_the_form_after_courts_has_no_recall():
    table, _, page = opened("tithe")

    assert table.phase().kind == "winter"
    assert 'id="tithes"' in page
    assert 'name="recall.place"' not in page
    assert 'id="recall-title"' not in page


def test_where_courts_are_held_recall_has_a_form_by_itself():
    table, _, page = opened("recall")

    assert table.phase().kind == "recall"
    assert 'name="recall.place"' in page
    assert 'id="tithes"' not in page


def test_the_form_after_courts_hands_in_what_was_typed():
    table, client, page = opened("tithe")
    fields = {**form_fields(page), "do": ["hand_in"]}

    done = client.post(url(table), fields, follow=True)

    assert done.status_code == 200
    assert Submission.objects.get().sheet == {}


def test_f13_a_form_that_recalls_all_the_same_is_refused_with_its_sentence():
    table, client, page = opened("tithe")
    fields = {**form_fields(page), "recall.place": "2", "do": ["hand_in"]}

    refused = client.post(url(table), fields)

    assert refused.status_code == 422
    assert "where the armies winter is settled" in refused.content.decode()
    assert not Submission.objects.exists()
