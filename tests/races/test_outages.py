"""Without a broker: everything is accepted, quickly, and caught up with once."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest
from django.utils import timezone

from campaign.config.celery import app
from campaign.models import Campaign
from campaign.services.phases import sweep
from campaign.services.submissions import sheet_submit
from campaign.services.verify import verify_campaign
from tests.factories import Table, make_table

pytestmark = pytest.mark.django_db(transaction=True)

START = datetime(2026, 1, 5, 12, tzinfo=UTC)
QUICK = 2.0
"""Seconds within which a page must have its answer, broker or not."""


def all_hand_in(table: Table) -> float:
    """Have everybody hand in; return how long the slowest waited."""
    slowest = 0.0
    for player in table.players:
        begun = time.monotonic()
        sheet_submit(person=player, campaign_id=table.campaign.pk, phase=1, sheet={})
        slowest = max(slowest, time.monotonic() - begun)
    return slowest


@pytest.fixture
def broker_at(settings: object) -> Iterator[Callable[[str], None]]:
    """Return a function that has this process send its messages to that address."""
    before = app.conf.broker_url

    def use(url: str) -> None:
        app.conf.broker_url = url
        app.pool.force_close_all()
        app.amqp._producer_pool = None
        app._pool = None

    yield use

    use(before)


def test_without_redis_the_last_sheet_is_taken_at_once_and_the_sweep_resolves_once():
    table = make_table(now=timezone.now(), ends_early=True)

    slowest = all_hand_in(table)

    assert slowest < QUICK
    assert table.phase().closing == "all_in"
    assert [sweep(), sweep()] == [1, 0]
    assert len(table.phase().receipts) == 2
    assert verify_campaign(Campaign.objects.get()).differences == []
