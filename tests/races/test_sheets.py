"""Sheets that meet: with the lock, with each other, with a change of hands."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from campaign.models import Ask, Campaign, Phase, Submission
from campaign.services.clock import clock_act
from campaign.services.memberships import kingdom_hand_over
from campaign.services.phases import phase_resolve, sweep
from campaign.services.submissions import Receipt, sheet_submit
from campaign.services.verify import verify_campaign
from games.hosting.errors import Conflict, Stale
from games.hosting.idempotency import Answer, answer_once
from games.models import IdempotencyRecord
from tests.factories import Table, make_table, make_user
from tests.races.together import WAIT, at_once, errors, results

pytestmark = pytest.mark.django_db(transaction=True)

START = datetime(2026, 1, 5, 12, tzinfo=UTC)
SOON = START + timedelta(hours=1)
GIFT = {"tithes": [{"to": 1, "gold": 1, "food": 0}]}


def hand_in(table: Table, seat: int, sheet: Any, **fields: Any) -> Receipt:
    fields.setdefault("phase", 1)
    fields.setdefault("person", table.players[seat])
    return sheet_submit(campaign_id=table.campaign.pk, sheet=sheet, **fields)


def kept(seat: int = 0) -> list[str]:
    """Return the receipts on record for a seat, oldest first."""
    rows = Submission.objects.filter(kingdom__seat=seat).order_by("sequence")
    return list(rows.values_list("receipt", flat=True))


def differences(table: Table) -> list[str]:
    """Return what does not agree with the record."""
    return verify_campaign(Campaign.objects.get(pk=table.campaign.pk)).differences


def send_until_refused(table: Table, seat: int) -> tuple[list[str], str]:
    """Hand in one changed sheet after the other; return the receipts and the last refusal."""
    gift = {"tithes": [{"to": 1 - seat, "gold": 1, "food": 0}]}
    receipts: list[str] = []
    until = time.monotonic() + WAIT / 2
    while time.monotonic() < until:
        try:
            receipts.append(hand_in(table, seat, (gift, {})[len(receipts) % 2]).receipt)
        except Conflict as refusal:
            return receipts, refusal.code
        time.sleep(0.002)  # SQLite's lock goes to whoever happens to ask when it is free
    return receipts, "never refused"


def end_soon(table: Table) -> None:
    """Resolve now, once a few sheets are in."""
    time.sleep(0.15)
    clock_act(
        person=table.master, campaign_id=table.campaign.pk, phase=1, action="resolve_now", key="now"
    )
    phase_resolve(phase_id=table.phase().pk)


def test_f07_a_sheet_that_meets_the_lock_counts_or_is_refused():
    table = make_table(now=timezone.now(), ends_early=False)

    (first, why), (second, why_second), _ = at_once(
        partial(send_until_refused, table, 0),
        partial(send_until_refused, table, 1),
        partial(end_soon, table),
    )

    assert {why, why_second} <= {"deadline_passed", "phase_over"}
    assert len(first) > 1
    assert (kept(0), kept(1)) == (first, second)
    phase = table.phase()
    assert phase.status == Phase.Status.DONE
    assert phase.receipts == {"0": first[-1], "1": second[-1]}
    assert not Submission.objects.exclude(phase=phase).exists()
    assert differences(table) == []


def test_f12_two_seats_at_once_are_both_kept_and_end_the_phase_once():
    table = make_table(now=START, ends_early=True)

    outcomes = at_once(
        partial(hand_in, table, 0, GIFT, now=SOON), partial(hand_in, table, 1, {}, now=SOON)
    )
    swept = [sweep(now=SOON), sweep(now=SOON)]

    assert errors(outcomes) == []
    assert swept == [1, 0]
    mine, theirs = (receipt.receipt for receipt in outcomes)
    assert table.phase().receipts == {"0": mine, "1": theirs}
    assert table.phase().closing == "all_in"


def test_f16_the_same_sheet_twice_at_once_has_one_receipt():
    table = make_table(now=START)

    outcomes = at_once(*[partial(hand_in, table, 0, GIFT, now=SOON)] * 4)

    assert errors(outcomes) == []
    assert [receipt.is_new for receipt in outcomes].count(True) == 1
    assert {receipt.receipt for receipt in outcomes} == set(kept())
    assert len(kept()) == 1


def test_f15_of_two_devices_at_once_the_second_is_told():
    table = make_table(now=START)

    outcomes = at_once(
        partial(hand_in, table, 0, GIFT, based_on="", now=SOON),
        partial(hand_in, table, 0, {}, based_on="", now=SOON),
    )

    (refused,) = errors(outcomes)
    assert isinstance(refused, Stale)
    assert refused.code == "sheet_changed"
    (taken,) = results(outcomes)
    assert kept() == [taken.receipt]


def test_f10_changes_at_once_are_one_unbroken_chain():
    table = make_table(now=START)
    sheets = [
        {"tithes": [{"to": 1, "gold": gold, "food": food}]}
        for gold, food in ((1, 0), (0, 1), (1, 1))
    ]

    outcomes = at_once(*(partial(hand_in, table, 0, sheet, now=SOON) for sheet in (*sheets, {})))

    assert errors(outcomes) == []
    rows = list(Submission.objects.order_by("sequence"))
    assert [row.sequence for row in rows] == [1, 2, 3, 4]
    assert [row.previous for row in rows[1:]] == [row.receipt for row in rows[:-1]]
    counted = Ask.objects.get(phase=table.phase(), kingdom=table.kingdom(0)).submission
    assert counted == rows[-1]
    assert differences(table) == []


def test_f45_a_sheet_beside_a_hand_over_is_the_old_players_before_or_refused_after():
    table = make_table(now=START)
    before, after = table.players[0], make_user("newcomer")

    outcomes = at_once(
        partial(hand_in, table, 0, GIFT, person=before, now=SOON),
        partial(
            kingdom_hand_over,
            person=table.master,
            campaign_id=table.campaign.pk,
            seat=0,
            username=after.username,
            now=SOON,
        ),
        partial(hand_in, table, 0, {}, person=before, now=SOON),
    )

    codes = {getattr(error, "code", error) for error in errors(outcomes)}
    assert codes <= {"not_allowed", "no_campaign"}
    taken = [outcome.receipt for outcome in results(outcomes) if outcome is not None]
    assert sorted(kept()) == sorted(taken)
    assert table.kingdom(0).player == after
    receipt = hand_in(table, 0, {}, person=after, now=SOON)
    assert kept()[-1] == receipt.receipt
    assert differences(table) == []


def test_f31_an_extension_pressed_six_times_at_once_counts_once():
    table = make_table(now=START)
    due = table.phase().due_at
    press = partial(
        clock_act,
        person=table.master,
        campaign_id=table.campaign.pk,
        phase=1,
        action="extend",
        key="once",
        minutes=60,
        reason="snow",
        now=SOON,
    )

    outcomes = at_once(*[press] * 6)

    assert errors(outcomes) == []
    assert table.phase().due_at == due + timedelta(hours=1)


def test_f16_a_repeated_request_is_carried_out_once_and_answered_alike():
    table = make_table(now=START)
    player = table.players[0]

    def run() -> Answer:
        receipt = hand_in(table, 0, GIFT, now=SOON)
        return Answer(201, {"receipt": receipt.receipt, "new": receipt.is_new})

    outcomes = at_once(
        *[partial(answer_once, user=player, key="k1", fingerprint="same", run=run)] * 4
    )
    again = answer_once(user=player, key="k1", fingerprint="same", run=run)

    assert {getattr(error, "code", error) for error in errors(outcomes)} <= {"request_running"}
    answers = [*results(outcomes), again]
    assert all(answer == Answer(201, {"receipt": kept()[0], "new": True}) for answer in answers)
    assert len(kept()) == 1
    assert IdempotencyRecord.objects.count() == 1
