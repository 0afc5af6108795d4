"""A deadline settles for as long as sheets that came in time wait for their turn."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from campaign.models import Heartbeat, Phase
from campaign.services.rush import LONGEST, SETTLING, settling
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
    arrived = timezone.now() - timedelta(seconds=waited)
    sheet_submit(
        person=table.players[seat],
        campaign_id=table.campaign.pk,
        phase=1,
        sheet={},
        arrived=arrived,
    )


def test_f07_while_sheets_queue_a_deadline_waits_for_those_that_came_in_time(table: Table):
    hand_in(table, 0, waited=5)

    during = sweep()
    hand_in(table, 1, waited=6)
    Heartbeat.objects.filter(name="queue").update(at=timezone.now() - SETTLING)
    after = sweep()

    assert (during, after) == (0, 1)
    assert set(table.phase().receipts) == {"0", "1"}


def test_a_queue_without_end_holds_a_deadline_up_for_half_a_minute_only(table: Table):
    hand_in(table, 0, waited=5)
    Phase.objects.filter(pk=table.phase().pk).update(due_at=timezone.now() - LONGEST)

    assert sweep() == 1


def test_a_sheet_that_did_not_wait_is_no_sign_of_a_queue(table: Table):
    Phase.objects.filter(pk=table.phase().pk).update(due_at=timezone.now() + timedelta(hours=1))

    hand_in(table, 0, waited=0.5)

    assert settling() == SETTLING
