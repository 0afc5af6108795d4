"""What people hear of courts: a mail for who is challenged, and the campaign's log."""

from __future__ import annotations

import pytest
from django.core import mail

from campaign.models import LogEntry, Outbox
from campaign.services.outbox import deliver_outbox
from campaign.web.words import log_words
from tests.factories import Table
from tests.rules.courtyard import A, B, C
from tests.services.courtly import (
    GOLD,
    SOON,
    answer,
    at_court,
    challenge,
    regent,
    set_court,
    withdraw,
)

pytestmark = pytest.mark.django_db


def challenges(table: Table) -> list[int]:
    """Return who is told of a challenge, by seat."""
    told = Outbox.objects.filter(kind="challenge").values_list("recipient_id", flat=True)
    return [seat for seat, person in enumerate(table.players) if person.pk in told]


def test_everybody_challenged_is_told_once():
    table = at_court()
    Outbox.objects.all().delete()

    challenge(table, B, A, C)
    challenge(table, B, A, C)

    assert challenges(table) == [A, C]
    assert Outbox.objects.count() == 2


def test_f44_the_mail_says_what_to_do_and_until_when_and_names_nobody():
    table = at_court()
    Outbox.objects.all().delete()
    challenge(table, A, B, stake=GOLD)

    deliver_outbox(now=SOON)

    (sent,) = mail.outbox
    assert sent.to == [table.players[B].email]
    assert sent.subject == "A test: the winter of year 1, you are challenged to a court"
    assert "Accept or decline; unanswered it lapses." in sent.body
    assert "Deadline: Wed 7 Jan 2026, 12:00 (UTC)" in sent.body
    assert "Kingdom 1" not in sent.body


@pytest.mark.parametrize("end", ["answered", "withdrawn", "over"])
def test_f52_a_challenge_that_waits_no_more_is_not_mailed(end):
    table = at_court()
    Outbox.objects.all().delete()
    challenge(table, A, B)

    if end == "answered":
        answer(table, B, accept=False)
    elif end == "withdrawn":
        withdraw(table, A)
    else:
        table.phase().contests.update(status="lapsed")
    deliver_outbox(now=SOON)

    assert mail.outbox == []
    assert Outbox.objects.get().status == "dropped"


def test_a_steward_is_told_nothing():
    table = at_court()
    regent(table, B)

    challenge(table, A, B)

    assert challenges(table) == []


def test_the_log_says_who_did_what():
    table = at_court()
    set_court(table, A, B, C)
    challenge(table, A, B, C)
    answer(table, C, 2)
    answer(table, B, 2, accept=False)
    challenge(table, C, A, key="3")
    withdraw(table, C, 3)

    names = {A: "North", B: "East", C: "West"}
    rows = LogEntry.objects.filter(action__startswith="court").order_by("pk")
    assert [log_words(row.action, row.data, names) for row in rows] == [
        "set court 1, Courtier: North, East and West",
        "(North) challenged East and West to court 2, Courtier",
        "(West) accepted court 2",
        "(East) declined court 2",
        "(West) challenged North to court 3, Winter",
        "(West) took its challenge to court 3 back",
    ]
