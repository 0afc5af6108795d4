"""Kinds of failure that are impossible by construction: what must stay true for that."""

from __future__ import annotations

import socket
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from celery import Celery, current_app
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaign.models import Phase, Submission
from campaign.services.phases import phase_resolve
from campaign.services.policy import Action, access_campaign
from campaign.services.selectors import asks_waiting_for, current_phase, who_is_in
from campaign.services.submissions import sheet_submit
from campaign.services.waiting import waiting_count
from games.hosting.errors import NotThere
from tests.factories import make_table

pytestmark = pytest.mark.django_db

START = datetime(2026, 1, 5, 12, tzinfo=UTC)


def test_f03_no_message_ever_waits_in_the_broker_for_a_time(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks
):
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(Celery, "send_task", lambda _app, name, **fields: sent.append(fields))
    table = make_table(now=START)

    with django_capture_on_commit_callbacks(execute=True):
        for person in table.players:
            sheet_submit(person=person, campaign_id=table.campaign.pk, phase=1, sheet={}, now=START)

    assert [fields["args"] for fields in sent] == [(table.phase().pk,)]
    assert not {"eta", "countdown"} & set(sent[0])


def test_f03_a_repeated_message_of_the_clock_is_too_old_to_be_run():
    visibility = 3600  # seconds after which Redis hands a message out again, by Celery's default

    for entry in settings.CELERY_BEAT_SCHEDULE.values():
        options = entry["options"]
        assert not {"eta", "countdown"} & set(options)
        assert options["expires"] <= visibility
    assert current_app.conf.task_time_limit < visibility


def test_f08_a_sheet_written_for_another_branch_of_history_lands_nowhere():
    # The turn is rolled back: the campaign goes on in branch 1 while a client still
    # writes for phase 2 of branch 0.
    table = make_table(now=START, ends_early=False)
    phase_resolve(phase_id=table.phase().pk, now=table.phase().due_at)
    Phase.objects.filter(ordinal=2).update(status=Phase.Status.DONE)
    table.campaign.branch = 1
    table.campaign.save(update_fields=["branch"])

    with pytest.raises(NotThere) as refused:
        sheet_submit(person=table.players[0], campaign_id=table.campaign.pk, phase=2, sheet={})

    assert refused.value.code == "no_phase"
    assert Submission.objects.count() == 0


@pytest.mark.parametrize("handed_in", [set(), {1}, {0, 2}, {0, 1, 2}])
def test_f21_everybody_agrees_on_who_is_absent(handed_in: set[int]):
    table = make_table(players=3, seats=4, now=START)
    for seat in handed_in:
        sheet_submit(
            person=table.players[seat],
            campaign_id=table.campaign.pk,
            phase=1,
            sheet={},
            now=START + timedelta(hours=1),
        )
    phase = current_phase(table.campaign)
    assert phase is not None
    master = access_campaign(table.master, table.campaign.pk, Action.RUN)

    told_master = {row.kingdom.seat for row in who_is_in(master, phase) if row.is_in}
    told_players = {seat for seat in range(3) if waiting_count(table.players[seat]) == 0}
    listed = {
        seat for seat in range(3) if asks_waiting_for(table.players[seat])[0].submission is not None
    }
    phase_resolve(phase_id=phase.pk, now=START + timedelta(days=2))
    carried_out = {int(seat) for seat in table.phase().receipts}

    assert told_master == told_players == listed == carried_out == handed_in


def test_f54_resolving_asks_no_other_machine(monkeypatch: pytest.MonkeyPatch):
    table = make_table(players=3, now=START)
    connection.ensure_connection()

    def refuse(*_args: object) -> None:
        raise AssertionError("a connection was opened while a phase was resolved")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)
    resolution = phase_resolve(phase_id=table.phase().pk, now=table.phase().due_at)

    assert resolution is not None
    assert table.phase().draws


def test_resolving_takes_at_most_forty_queries_whatever_the_size_of_the_map():
    counts = []
    for size in [(12, 8), (20, 20), (40, 30)]:
        table = make_table(players=6, size=size, now=START)
        with CaptureQueriesContext(connection) as queries:
            phase_resolve(phase_id=table.phase().pk, now=table.phase().due_at)
        counts.append(len(queries))

    assert counts[0] == counts[1] == counts[2]
    assert counts[0] <= 40
