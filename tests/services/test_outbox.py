"""What leaves the house: once, to those who still belong, and only while it is true."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend

from campaign.models import Outbox
from campaign.services.clock import clock_act
from campaign.services.memberships import kingdom_hand_over
from campaign.services.outbox import LEASE, deliver_outbox
from campaign.services.phases import sweep
from campaign.services.submissions import sheet_submit
from tests.factories import make_table

pytestmark = pytest.mark.django_db

START = datetime(2026, 1, 5, 12, tzinfo=UTC)
DUE = START + timedelta(days=2)
REMINDING = DUE - timedelta(hours=12)


def test_f52_each_message_is_sent_once():
    make_table(now=START, name="Ice")

    sent = [deliver_outbox(now=START) for _ in range(3)]

    assert sent == [2, 0, 0]
    assert [message.subject for message in mail.outbox] == ["Wintertide: Ice"] * 2
    assert "Deadline: Wed 7 Jan 2026, 12:00 (UTC)" in mail.outbox[0].body


def test_f52_a_deadline_is_told_in_the_readers_own_zone():
    table = make_table(now=START)
    table.players[0].time_zone = "Asia/Tokyo"
    table.players[0].save()

    deliver_outbox(now=START)

    bodies = {message.to[0]: message.body for message in mail.outbox}
    assert "21:00 (Asia/Tokyo)" in bodies[table.players[0].email]


def test_a_mail_that_cannot_be_written_keeps_no_other_back():
    table = make_table(now=START)
    table.players[0].time_zone = "Europe/Atlantis"  # as when the world's zones change
    table.players[0].save()

    deliver_outbox(now=START)

    assert [message.to for message in mail.outbox] == [[table.players[1].email]]
    assert Outbox.objects.get(error="ServiceError").status == Outbox.Status.WAITING


def test_only_those_who_are_not_in_are_reminded():
    table = make_table(now=START)
    deliver_outbox(now=START)
    mail.outbox.clear()
    sheet_submit(
        person=table.players[0], campaign_id=table.campaign.pk, phase=1, sheet={}, now=START
    )

    deliver_outbox(now=REMINDING)

    assert [message.to for message in mail.outbox] == [[table.players[1].email]]


def test_f52_after_an_outage_no_flood_of_stale_reminders():
    make_table(now=START)

    sent = deliver_outbox(now=DUE + timedelta(days=3))

    assert (sent, mail.outbox) == (0, [])
    assert set(Outbox.objects.values_list("status", flat=True)) == {"dropped"}


def test_a_reminder_follows_a_deadline_that_was_moved():
    table = make_table(now=START)
    deliver_outbox(now=START)
    mail.outbox.clear()
    clock_act(
        person=table.master,
        campaign_id=table.campaign.pk,
        phase=1,
        action="extend",
        key="k",
        minutes=24 * 60,
        reason="snow",
        now=START,
    )

    early = deliver_outbox(now=REMINDING)
    later = deliver_outbox(now=REMINDING + timedelta(days=1))

    assert (early, later) == (0, 2)


def test_f45_whoever_left_gets_no_more_mail():
    table = make_table(now=START)
    kingdom_hand_over(
        person=table.master, campaign_id=table.campaign.pk, seat=0, username=None, now=START
    )

    deliver_outbox(now=START)

    assert [message.to for message in mail.outbox] == [[table.players[1].email]]


def test_f44_no_mail_says_what_happened():
    table = make_table(now=START)
    sweep(now=DUE)

    deliver_outbox(now=DUE)

    text = "".join(message.subject + message.body for message in mail.outbox)
    assert mail.outbox
    assert table.kingdom(0).name not in text
    assert "gold" not in text


def test_f52_a_message_in_a_killed_workers_hands_is_not_sent_again():
    make_table(now=START)
    Outbox.objects.filter(kind="begun").update(
        status=Outbox.Status.SENDING, taken_at=START, attempts=1
    )

    sent = deliver_outbox(now=START + LEASE + timedelta(seconds=1))

    assert sent == 0
    assert Outbox.objects.filter(status="unsure").count() == 2


def test_a_mail_server_that_refuses_is_tried_again_later(monkeypatch: pytest.MonkeyPatch):
    make_table(now=START)

    def refuse(*_args: object) -> int:
        raise ConnectionRefusedError

    with monkeypatch.context() as patch:
        patch.setattr(EmailBackend, "send_messages", refuse)
        failed = deliver_outbox(now=START)
    sent = deliver_outbox(now=START + timedelta(minutes=3))

    assert (failed, sent) == (0, 2)


def test_people_who_want_no_mail_get_none():
    table = make_table(now=START)
    table.players[0].wants_mail = False
    table.players[0].save()

    deliver_outbox(now=START)

    assert [message.to for message in mail.outbox] == [[table.players[1].email]]
