"""The lock of a campaign: what was locked before is let go, so that nobody waits in a circle."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import transaction

from campaign.models import Phase
from campaign.services.memberships import lock_campaign
from campaign.services.phases import phase_resolve
from tests.factories import Table
from tests.races.together import WAIT, alone, eventually, own_backend, waiting_for
from tests.services.courtly import DUE, at_court

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]


def is_free(table: Table, ordinal: int) -> bool:
    """Tell whether nobody holds a phase's lock."""
    rows = Phase.objects.select_for_update(skip_locked=True)
    with transaction.atomic():
        return rows.filter(pk=table.phase(ordinal).pk).exists()


def test_who_waited_for_a_phase_that_ended_holds_the_lock_of_the_next_alone():
    table = at_court()
    is_locked, may_go = threading.Event(), threading.Event()

    def wait_and_keep() -> None:
        with transaction.atomic():
            lock_campaign(table.campaign)
            is_locked.set()
            may_go.wait(WAIT)

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            phase = Phase.objects.select_for_update().get(pk=table.phase(1).pk)
            waits = pool.submit(alone, wait_and_keep)
            eventually(lambda: waiting_for(own_backend()) == 1)
            phase_resolve(phase_id=phase.pk, now=DUE)
        assert is_locked.wait(WAIT)
        free = [is_free(table, ordinal) for ordinal in (1, 2)]
        may_go.set()

    assert waits.result() is None
    assert free == [True, False]
