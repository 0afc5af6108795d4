"""What leaves the house: once, to those who still belong, and only while it is true."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend

from campaign.models import Outbox, Phase
from campaign.services import outbox
from campaign.services.clock import clock_act
from campaign.services.memberships import kingdom_hand_over
from campaign.services.outbox import LEASE, deliver_outbox
from campaign.services.phases import sweep
from campaign.services.regents import kingdom_set_regent
from campaign.services.submissions import sheet_submit
from games.services.openings import NewMatch, match_join, match_open
from tests.factories import make_table

pytestmark = pytest.mark.django_db

START = datetime(2026, 1, 5, 12, tzinfo=UTC)
DUE = START + timedelta(days=2)
REMINDING = DUE - timedelta(hours=12)
MONTH: dict[str, Any] = {
    "year": 2,
    "stage": "orders",
    "summer": {"month": 3},
    "kingdoms": [{}, {}],
    "tiles": {
        "14": {"owner": 0, "settlement": "capital"},
        "51": {"owner": 1, "settlement": "capital"},
    },
    "armies": [{"kingdom": 0, "tile": 14}, {"kingdom": 1, "tile": 51}],
}


def test_f52_each_message_is_sent_once():
    make_table(now=START, name="Ice")

    sent = [deliver_outbox(now=START) for _ in range(3)]

    assert sent == [2, 0, 0]
    assert [message.subject for message in mail.outbox] == ["Ice: the campaign has begun"] * 2
    assert "The winter of year 1: your Winter." in mail.outbox[0].body
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


def test_f52_a_reminder_says_what_is_asked_and_until_when():
    make_table(now=START, name="Ice", position=MONTH)
    deliver_outbox(now=START)
    mail.outbox.clear()

    deliver_outbox(now=REMINDING)

    expected = "Ice: month 3 of year 2, your orders by Wed 7 Jan 2026, 12:00 (UTC)"
    assert {message.subject for message in mail.outbox} == {expected}
    assert "Month 3 of year 2: your orders." in mail.outbox[0].body


def test_f52_a_report_says_which_month_was_played_and_what_comes_next():
    make_table(now=START, name="Ice", position=MONTH)
    deliver_outbox(now=START)
    mail.outbox.clear()

    sweep(now=DUE)
    deliver_outbox(now=DUE)

    assert {m.subject for m in mail.outbox} == {"Ice: month 3 of year 2 has been played"}
    assert mail.outbox[0].body.startswith(
        "Month 3 of year 2 has been played; the report is there for you.\n\n"
        "Month 4 of year 2: your orders.\n\n"
        "Deadline: Fri 9 Jan 2026, 12:00 (UTC)"
    )


def test_who_is_not_asked_is_told_so():
    table = make_table(now=START, position=MONTH)
    kingdom_set_regent(
        person=table.master, campaign_id=table.campaign.pk, seat=1, regent="steward", key="k"
    )

    deliver_outbox(now=START)

    idle = {message.to[0] for message in mail.outbox if "nothing is asked" in message.body}
    assert idle == {table.players[1].email}


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
    table = make_table(now=START, name="Ice")
    sweep(now=DUE)

    deliver_outbox(now=DUE)

    text = "".join(message.subject + message.body for message in mail.outbox)
    # The Winter in one sheet is done; Deploy is asked for by itself and belongs to it still.
    assert {message.subject for message in mail.outbox} == {
        "Ice: the campaign has begun",
        "Ice: the winter of year 1 goes on",
    }
    assert "The winter of year 1: where your armies go." in text
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


def test_a_mail_server_that_hangs_holds_a_worker_up_for_seconds_only(
    monkeypatch: pytest.MonkeyPatch,
):
    """The workers are those that resolve phases. Four mails, ten seconds each until it fails."""
    make_table(now=START)
    make_table(now=START)
    spent = [0.0]

    def hang(*_args: object) -> int:
        spent[0] += 10
        raise TimeoutError

    with monkeypatch.context() as patch:
        patch.setattr(EmailBackend, "send_messages", hang)
        patch.setattr(outbox, "monotonic", lambda: spent[0])
        deliver_outbox(now=START)
    left = list(Outbox.objects.filter(kind="begun").values_list("status", "attempts"))
    sent = deliver_outbox(now=START)

    assert sorted(left) == [("waiting", 0)] * 3 + [("waiting", 1)]
    assert sent == 3


def test_what_is_put_off_again_and_again_keeps_nothing_back():
    """A reminder of a phase that has stood still for days is looked at once, then others are."""
    table = make_table(now=START)
    deliver_outbox(now=START)
    Phase.objects.filter(pk=table.phase().pk).update(due_at=None)
    Outbox.objects.filter(kind="reminder").update(not_after=DUE + timedelta(days=9))
    make_table(now=DUE + timedelta(days=3))

    sent = deliver_outbox(now=DUE + timedelta(days=3))

    assert sent == 2
    assert set(Outbox.objects.filter(phase=table.phase(), kind="reminder").values_list(
        "status", "not_before"
    )) == {("waiting", REMINDING + timedelta(hours=1))}  # fmt: skip


def test_people_who_want_no_mail_get_none():
    table = make_table(now=START)
    table.players[0].wants_mail = False
    table.players[0].save()

    deliver_outbox(now=START)

    assert [message.to for message in mail.outbox] == [[table.players[1].email]]


def test_a_campaigns_mails_and_those_of_a_match_go_out_together():
    table = make_table(now=START, name="Ice")
    person = table.players[0]
    new = NewMatch("winter", seats=[{"kind": "me"}, {"kind": "free"}])
    match = match_open(person=person, new=new, now=START)
    match_join(person=table.players[1], token=match.invite_token, now=START)

    sent = deliver_outbox(now=START)

    assert sent == 3
    assert sorted(message.subject for message in mail.outbox) == [
        "Ice: the campaign has begun",
        "Ice: the campaign has begun",
        f"Winter against {table.players[1].username}: the match has begun",
    ]
