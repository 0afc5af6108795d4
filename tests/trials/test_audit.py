"""The audit of `manage.py chaos` finds what it is there to find."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from campaign.models import Ask, Event, LogEntry, Outbox, Phase, Submission
from campaign.services.outbox import deliver_outbox
from campaign.services.phases import sweep
from campaign.services.stewards import STEWARD
from campaign.services.submissions import append
from campaign.trials.chaos.audit import Findings, audit
from campaign.trials.chaos.ledger import Ledger
from games.engine.contract import Json
from tests.factories import Table, make_table
from tests.services.war import FIELD, TILE

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

LINE, OTHER = {"tile": 15, "winner": 0}, {"tile": 40, "simple": True}
GIFT = {"tithes": [{"to": 1, "gold": 1, "food": 0}]}


@pytest.fixture
def ledger() -> Ledger:
    return Ledger()


@pytest.fixture
def played(ledger: Ledger) -> Table:
    """A campaign whose first phase is resolved, with two sheets of one player in it."""
    table = make_table(now=timezone.now())
    for sheet in (GIFT, {}):
        assert ledger.submit(table.players[0], table.campaign.pk, 1, 0, sheet) is None
    Phase.objects.filter(pk=table.phase().pk).update(due_at=timezone.now())
    assert sweep() == 1
    return table


def found(table: Table, ledger: Ledger, mail: Path = Path("nowhere")) -> Findings:
    return audit(ledger, [table.campaign.pk], mail)


def test_what_went_well_is_clean(played: Table, ledger: Ledger):
    assert list(found(played, ledger).lines()) == []


def test_a_sheet_for_a_phase_that_is_over_is_refused_and_noted(played: Table, ledger: Ledger):
    code = ledger.submit(played.players[1], played.campaign.pk, 1, 1, {})

    assert code == "phase_over"
    assert ledger.refused == {"phase_over": 1}
    assert found(played, ledger).is_clean


def test_an_acknowledged_sheet_that_is_gone_is_lost(played: Table, ledger: Ledger):
    gone = Submission.objects.get(receipt=ledger.accepted[0].receipt)
    gone.delete()

    findings = found(played, ledger)

    assert len(findings.lost) == 1
    assert gone.receipt in findings.lost[0]
    assert findings.other == [
        f"campaign {played.campaign.pk}: seat 0, submission 2: the chain is broken"
    ]


def test_a_sheet_that_nobody_was_told_of_is_one_too_many(played: Table, ledger: Ledger):
    told_once = ledger.accepted.pop()

    findings = found(played, ledger)

    assert len(findings.duplicated) == 1
    assert told_once.receipt in findings.duplicated[0]


def test_an_older_sheet_carried_out_is_a_loss(played: Table, ledger: Ledger):
    older = ledger.accepted[0].receipt
    Phase.objects.filter(pk=played.phase().pk).update(receipts={"0": older})

    assert len(found(played, ledger).lost) == 1


def test_a_regent_that_hands_in_over_its_player_is_one_too_many(played: Table, ledger: Ledger):
    told = ledger.accepted.pop()
    Submission.objects.filter(receipt=told.receipt).update(by_regent=True)

    (line,) = found(played, ledger).duplicated

    assert line == f"campaign {played.campaign.pk}: (phase, seat) (1, 0), a regent came second"


@pytest.mark.parametrize(
    ("old", "new", "findings"),
    [
        ({}, {"reports": [LINE]}, 0),
        ({"reports": [LINE]}, {"reports": [LINE, OTHER]}, 0),
        ({"reports": [LINE]}, {"reports": [LINE]}, 1),
        ({"reports": [LINE]}, {"reports": [{**LINE, "winner": 1}, OTHER]}, 1),
        ({"retreat": [16]}, {"retreat": [15], "reports": [LINE]}, 1),
    ],
)
def test_a_regent_comes_again_only_to_report_one_more_battle(
    old: Json, new: Json, findings: int, played: Table, ledger: Ledger
):
    ask = Ask.objects.get(phase=played.phase(1), kingdom=played.kingdom(1))
    for sheet in (old, new):
        append(played.campaign, played.phase(1), ask, sheet, STEWARD, timezone.now())

    assert len(found(played, ledger).duplicated) == findings


@pytest.fixture
def ruled(ledger: Ledger) -> Table:
    """A campaign whose one battle on a table was ruled, and resolved by that ruling."""
    now = timezone.now()
    options = {"rules": {"battle_mode": "tabletop"}}
    table = make_table(3, now=now, position=FIELD, options=options)
    pk = table.campaign.pk
    march = {"orders": [{"army": 1, "order": "move", "to": TILE}]}
    assert ledger.submit(table.players[0], pk, 1, 0, march) is None
    assert sweep(now=now + timedelta(days=2)) == 1
    assert ledger.rule(table.master, pk, 2, TILE, {"winner": 1}, "k") is None
    assert sweep(now=now + timedelta(days=2)) == 1
    return table


def test_a_ruling_that_was_carried_out_is_clean(ruled: Table, ledger: Ledger):
    assert list(found(ruled, ledger).lines()) == []


def test_a_ruling_that_was_not_carried_out_is_lost(ruled: Table, ledger: Ledger):
    other = {str(TILE): {"tile": TILE, "winner": 0}}
    Phase.objects.filter(pk=ruled.phase(2).pk).update(rulings=other)

    assert len(found(ruled, ledger).lost) == 1


def test_a_ruling_without_a_record_is_lost(ruled: Table, ledger: Ledger):
    LogEntry.objects.filter(action="ruling").delete()

    assert len(found(ruled, ledger).lost) == 1


def test_a_due_phase_and_a_parked_one_are_stuck(played: Table, ledger: Ledger):
    Phase.objects.filter(pk=played.phase(2).pk).update(due_at=datetime(2026, 1, 1, tzinfo=UTC))
    due = found(played, ledger)
    later = timezone.now() + timedelta(days=1)
    Phase.objects.filter(pk=played.phase(2).pk).update(due_at=later, status=Phase.Status.PARKED)
    parked = found(played, ledger)

    assert (len(due.stuck), len(parked.stuck)) == (1, 1)


def test_a_phase_that_is_missing_is_lost(played: Table, ledger: Ledger):
    Phase.objects.filter(pk=played.phase(2).pk).update(ordinal=3)

    findings = found(played, ledger)

    assert findings.lost == [f"campaign {played.campaign.pk}: phase 2 is missing"]


def test_an_event_that_is_not_that_of_the_rules_is_named(played: Table, ledger: Ledger):
    Event.objects.filter(phase=played.phase()).first().delete()

    findings = found(played, ledger)

    assert findings.other == [
        f"campaign {played.campaign.pk}: phase 1: the events on record are not those of the rules"
    ]


def test_a_message_under_way_for_long_comes_to_an_end(played: Table, ledger: Ledger):
    now = timezone.now()
    Outbox.objects.update(status=Outbox.Status.SENDING, taken_at=now)

    assert found(played, ledger).is_clean
    assert set(Outbox.objects.values_list("status", flat=True)) == {"unsure"}


def test_a_mail_that_left_twice_is_found(
    played: Table, ledger: Ledger, tmp_path: Path, settings: pytest.FixtureRequest
):
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    settings.EMAIL_FILE_PATH = str(tmp_path)
    deliver_outbox()
    twice = Outbox.objects.filter(status=Outbox.Status.SENT).first()
    assert twice is not None
    Outbox.objects.filter(pk=twice.pk).update(status=Outbox.Status.WAITING)
    deliver_outbox()

    findings = found(played, ledger, tmp_path)

    assert len(findings.duplicated) == 1
    assert twice.key.replace(":", ".") in findings.duplicated[0]
