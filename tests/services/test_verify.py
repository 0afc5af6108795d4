"""Verification finds every kind of change to a record, and nothing in a sound one."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from campaign.models import Ask, Event, Kingdom, Phase, Submission
from campaign.services.phases import sweep
from campaign.services.submissions import sheet_submit
from campaign.services.verify import verify_campaign
from tests.factories import Table, make_table

pytestmark = pytest.mark.django_db

START = datetime(2026, 1, 5, 12, tzinfo=UTC)


@pytest.fixture
def table() -> Table:
    """A campaign two phases on, with three sheets handed in."""
    table = make_table(players=3, now=START)
    for seat, sheet in enumerate([{}, {"tithes": [{"to": 0, "gold": 1, "food": 0}]}]):
        sheet_submit(
            person=table.players[seat],
            campaign_id=table.campaign.pk,
            phase=1,
            sheet=sheet,
            now=START,
        )
    sweep(now=START + timedelta(days=2))
    sweep(now=START + timedelta(days=4))
    sheet_submit(
        person=table.players[0],
        campaign_id=table.campaign.pk,
        phase=3,
        sheet={},
        now=START + timedelta(days=4),
    )
    table.campaign.refresh_from_db()
    return table


def test_a_sound_campaign_is_clean(table: Table):
    report = verify_campaign(table.campaign)

    assert report.differences == []
    assert (report.phases, report.submissions) == (4, 3)


def test_f53_a_long_campaign_is_read_one_phase_after_the_other(table: Table):
    with CaptureQueriesContext(connection) as queries:
        verify_campaign(table.campaign)

    states = [query["sql"] for query in queries if '"campaign_phase"."state"' in query["sql"]]
    assert len(states) == 4
    assert all('"campaign_phase"."id" = ' in sql for sql in states)


def change_gold(table: Table) -> None:
    Kingdom.objects.filter(campaign=table.campaign, seat=0).update(gold=F("gold") + 1)


def change_dice(table: Table) -> None:
    phase = table.phase(1)
    phase.draws = [{**phase.draws[0], "outcome": [0]}, *phase.draws[1:]]
    phase.save()


def change_event(table: Table) -> None:
    Event.objects.filter(phase=table.phase(1), kind="gathered").update(data={"gold": 99})


def change_sheet(table: Table) -> None:
    Submission.objects.filter(phase=table.phase(1), kingdom__seat=1).update(sheet={})


def change_time(table: Table) -> None:
    Submission.objects.filter(kingdom__seat=0, sequence=1).update(at=START - timedelta(days=1))


def drop_submission(table: Table) -> None:
    first = Submission.objects.get(kingdom__seat=0, sequence=1)
    Ask.objects.filter(submission=first).update(submission=None)
    first.delete()


def change_state(table: Table) -> None:
    phase = table.phase(2)
    phase.state = table.phase(1).state
    phase.save()


def change_secret(table: Table) -> None:
    table.campaign.secret = "00" * 32
    table.campaign.save()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (change_gold, "the board's rows"),
        (change_dice, "the dice on record"),
        (change_event, "the events on record"),
        (change_sheet, "the receipt is not that of its content"),
        (change_time, "the receipt is not that of its content"),
        (drop_submission, "the chain is broken"),
        (change_state, "the state after it"),
        (change_secret, "the published commitment"),
    ],
)
def test_every_change_is_found(table: Table, change, words: str):
    change(table)

    report = verify_campaign(table.campaign)

    assert any(words in line for line in report.differences), report.differences
    assert Phase.objects.filter(campaign=table.campaign).count() == 4
