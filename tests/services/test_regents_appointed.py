"""Appointing a regent: once for each key, for the phase that was seen, by whom and when."""

from __future__ import annotations

import pytest

from campaign.models import Kingdom, LogEntry, Phase, Submission
from campaign.services.campaigns import campaign_start
from campaign.services.clock import clock_act
from games.hosting.errors import Conflict, NotAllowed, NotThere, ServiceError, Stale
from tests.factories import SETUP, make_table, make_user
from tests.services.ruled import DUE, SOON, START, appoint, sheet_of

pytestmark = pytest.mark.django_db


def test_f16_a_key_counts_once_and_is_written_to_the_log():
    table = make_table(2, now=START)

    appoint(table, 1, key="a")
    appoint(table, 1, "", key="b")
    kingdom = appoint(table, 1, key="a")

    assert kingdom.regent == ""
    log = LogEntry.objects.filter(action="regent").order_by("pk")
    assert [entry.data for entry in log] == [
        {"seat": 1, "regent": "steward"},
        {"seat": 1, "regent": ""},
    ]


def test_f11_an_appointment_for_another_phase_or_clock_is_refused():
    table = make_table(2, now=START)

    for fields in ({"phase": 2}, {"phase": 1, "revision": 3}):
        with pytest.raises(Stale) as refused:
            appoint(table, 1, **fields)
        assert refused.value.code == "phase_changed"
    assert appoint(table, 1, phase=1, revision=0).regent == "steward"


def test_a_regent_before_the_campaign_begins_plays_from_its_first_phase():
    table = make_table(1, seats=2, started=False, options=SETUP)

    appoint(table, 1)
    table.campaign.refresh_from_db()
    campaign_start(person=table.master, campaign_id=table.campaign.pk, now=START)

    sheet = sheet_of(table, 1)
    assert sheet is not None
    assert sheet.by_regent


def test_what_cannot_be_is_refused():
    table = make_table(2, now=START)
    Kingdom.objects.filter(pk=table.kingdom(1).pk).update(is_alive=False)

    for seat, fields, error, code in (
        (0, {"regent": "cat"}, ServiceError, "unknown_regent"),
        (7, {}, NotThere, "no_kingdom"),
        (1, {}, Conflict, "kingdom_out"),
        (0, {"key": ""}, ServiceError, "bad_key"),
        (0, {"person": table.players[0]}, NotAllowed, "not_allowed"),
        (0, {"person": make_user()}, NotThere, "no_campaign"),
    ):
        with pytest.raises(error) as refused:
            appoint(table, seat, **fields)
        assert refused.value.code == code
    assert not LogEntry.objects.filter(action="regent").exists()


def test_after_the_deadline_and_in_a_parked_phase_nothing_is_handed_in():
    late, parked = make_table(2, now=START), make_table(2, now=START)
    Phase.objects.filter(pk=parked.phase().pk).update(status=Phase.Status.PARKED)

    appoint(late, 1, now=DUE)
    appoint(parked, 1)

    assert not Submission.objects.exists()


def test_while_the_clock_stands_a_steward_still_hands_in():
    table = make_table(2, now=START)
    act = {"person": table.master, "campaign_id": table.campaign.pk, "phase": 1, "now": SOON}
    clock_act(**act, action="pause", key="p")

    appoint(table, 1)

    assert sheet_of(table, 1) is not None
    assert table.phase().due_at is None
