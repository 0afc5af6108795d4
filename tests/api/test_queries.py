"""The API asks the database the same number of questions whatever the campaign's size."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaign.services.phases import phase_resolve
from tests.api.client import Api, one, sheet_path
from tests.factories import Table, make_table, make_user

pytestmark = pytest.mark.django_db

READS = {
    "": 4,
    "map/": 2,
    "kingdoms/": 3,
    "phase/": 3,
    "phases/": 2,
    "phases/0/": 3,
    "ask/": 3,
    "receipts/": 2,
    "events/": 3,
    "log/": 2,
}
"""Queries of each read beside the one that finds the person of a token."""


def grown(players: int, size: tuple[int, int], phases: int) -> Table:
    """Make a campaign and play it for so many phases, nobody handing in."""
    table = make_table(players, size=size, ends_early=False)
    for ordinal in range(1, phases + 1):
        phase = table.phase(ordinal)
        assert phase.due_at is not None
        phase_resolve(phase_id=phase.pk, now=phase.due_at)
    return table


def queries(api: Api, path: str) -> int:
    """Count the queries of a read; the first fills this process's caches."""
    assert api.get(path).status_code == 200
    with CaptureQueriesContext(connection) as captured:
        assert api.get(path).status_code == 200
    return len(captured)


def test_reads_cost_the_same_in_a_small_and_a_large_campaign():
    small, large = grown(2, (12, 8), 1), grown(6, (20, 20), 6)

    for path in READS:
        counts = [queries(Api(table.players[0]), one(table, path)) for table in (small, large)]
        assert counts == [READS[path] + 1] * 2, path


def test_lists_cost_the_same_however_long():
    person = make_user()
    api = Api(person)
    counts = []
    for _ in range(2):
        for _ in range(3):
            api.post("campaigns/", {"name": "x", "seats": 2, "map": "sound"})
        counts.append([queries(api, path) for path in ("campaigns/", "me/asks/", "me/")])

    assert counts[0] == counts[1]


def test_handing_in_costs_the_same_in_a_small_and_a_large_campaign():
    counts = []
    for table in (grown(2, (12, 8), 1), grown(6, (20, 20), 6)):
        api = Api(table.players[0])
        ordinal = table.campaign.phases.get(status="open").ordinal
        api.put(sheet_path(table, ordinal) + "?dry_run=1", {})
        with CaptureQueriesContext(connection) as captured:
            assert api.put(sheet_path(table, ordinal), {}).status_code == 201
        counts.append(len(captured))

    assert counts[0] == counts[1]
    assert counts[0] <= 18
