"""A deadline settles for as long as sheets that came in time wait for their turn."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from campaign.config import middleware
from campaign.models import Heartbeat, Phase
from campaign.services.rush import LONGEST, SETTLING, note_wait, settling
from campaign.services.submissions import sheet_submit
from campaign.tasks import sweep
from tests.factories import Table, make_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    """A campaign whose deadline passed four seconds ago."""
    table = make_table(now=timezone.now())
    due = timezone.now() - timedelta(seconds=4)
    Phase.objects.filter(pk=table.phase().pk).update(due_at=due)
    return table


def hand_in(table: Table, seat: int, *, waited: float) -> None:
    sheet_submit(
        person=table.players[seat],
        campaign_id=table.campaign.pk,
        phase=1,
        sheet={},
        arrived=timezone.now() - timedelta(seconds=waited),
    )


def test_f07_while_requests_queue_a_deadline_waits_for_sheets_that_came_in_time(table: Table):
    note_wait(timezone.now() - timedelta(seconds=5))

    during = sweep()
    hand_in(table, 1, waited=6)
    Heartbeat.objects.filter(name="queue").update(at=timezone.now() - SETTLING)
    after = sweep()

    assert (during, after) == (0, 1)
    assert set(table.phase().receipts) == {"1"}


def test_a_queue_without_end_holds_a_deadline_up_for_half_a_minute_only(table: Table):
    note_wait(timezone.now() - timedelta(seconds=5))
    Phase.objects.filter(pk=table.phase().pk).update(due_at=timezone.now() - LONGEST)

    assert sweep() == 1


@pytest.mark.parametrize("waited", [None, 0.5])
def test_a_request_that_did_not_wait_is_no_sign_of_a_queue(waited: float | None):
    note_wait(None if waited is None else timezone.now() - timedelta(seconds=waited))

    assert settling() == SETTLING


def test_the_web_server_notes_that_a_request_had_to_wait(monkeypatch: pytest.MonkeyPatch):
    long_ago = timezone.now() - timedelta(seconds=3)
    monkeypatch.setattr(middleware, "arrived_at", lambda _request: long_ago)

    before = settling()
    Client().get("/health/")

    assert (before, settling()) == (SETTLING, LONGEST)
