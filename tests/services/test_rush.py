"""A deadline settles for as long as sheets that came in time wait for their turn."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from campaign.config import middleware
from campaign.models import Heartbeat
from campaign.services.phases import sweep
from campaign.services.rush import LONGEST, SETTLING, note_wait, settling
from campaign.services.submissions import sheet_submit
from tests.factories import Table, make_table

pytestmark = pytest.mark.django_db

START = datetime(2026, 1, 5, 12, tzinfo=UTC)
DUE = START + timedelta(days=2)


def after(seconds: float) -> datetime:
    """Return a moment so long after the deadline."""
    return DUE + timedelta(seconds=seconds)


def swept(now: datetime) -> int:
    """Sweep as a worker does."""
    return sweep(now=now, settling=settling(now))


@pytest.fixture
def table() -> Table:
    return make_table(now=START)


def test_f07_while_requests_queue_a_deadline_waits_for_sheets_that_came_in_time(table: Table):
    note_wait(after(-1), now=after(4))

    during = swept(after(5))
    receipt = sheet_submit(
        person=table.players[1],
        campaign_id=table.campaign.pk,
        phase=1,
        sheet={},
        arrived=after(-0.5),
    )
    gone = swept(after(6.1))

    assert (during, gone) == (0, 1)
    assert table.phase().receipts == {"1": receipt.receipt}


def test_a_deadline_is_settled_when_the_front_of_the_queue_came_after_it(table: Table):
    note_wait(after(0.4), now=after(4))
    at_the_front = swept(after(4.1))
    note_wait(after(0.6), now=after(5))

    assert (at_the_front, swept(after(5))) == (0, 1)


def test_a_queue_without_end_holds_a_deadline_up_for_half_a_minute_only(table: Table):
    note_wait(after(-60), now=after(29.5))
    before = swept(after(29.9))
    note_wait(after(-60), now=after(30.1))

    assert (before, swept(after(30.1))) == (0, 1)


@pytest.mark.parametrize("arrived", [None, after(-0.5)])
def test_a_request_that_did_not_wait_is_no_sign_of_a_queue(arrived: datetime | None):
    note_wait(arrived, now=after(0))

    assert settling(after(0)) == SETTLING


def test_the_web_server_notes_that_a_request_had_to_wait(monkeypatch: pytest.MonkeyPatch):
    long_ago = timezone.now() - 2 * LONGEST
    monkeypatch.setattr(middleware, "arrived_at", lambda _request: long_ago)

    Client().get("/health/")

    assert Heartbeat.objects.get(name="queue_front").at == long_ago
    assert Heartbeat.objects.filter(name="queue").exists()
