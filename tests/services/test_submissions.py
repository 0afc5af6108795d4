"""Handing in: receipts, chains, what is refused, and when a phase ends early."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from campaign.models import Ask, Phase, Submission
from campaign.services import places
from campaign.services.chances import campaign_commitment
from campaign.services.memberships import kingdom_hand_over
from campaign.services.phases import phase_resolve, sweep
from campaign.services.submissions import Receipt, sheet_forecast, sheet_submit
from games.engine.contract import Refusal
from games.hosting.errors import (
    Conflict,
    NotAllowed,
    NotThere,
    ServiceError,
    Stale,
    problem_text,
)
from tests.factories import Table, make_table, make_user

pytestmark = pytest.mark.django_db

START = datetime(2026, 1, 5, 12, tzinfo=UTC)
SOON = START + timedelta(hours=1)
GIFT = {"tithes": [{"to": 1, "gold": 1, "food": 0}]}


def hand_in(table: Table, seat: int, sheet: Any, phase: int = 1, **fields: Any) -> Receipt:
    fields.setdefault("now", SOON)
    return sheet_submit(
        person=table.players[seat],
        campaign_id=table.campaign.pk,
        phase=phase,
        sheet=sheet,
        **fields,
    )


def test_f10_every_sheet_has_a_receipt_chained_to_the_one_before():
    table = make_table(now=START)

    first = hand_in(table, 0, {})
    second = hand_in(table, 0, GIFT)

    chain = list(Submission.objects.filter(kingdom=table.kingdom(0)))
    assert [row.receipt for row in chain] == [first.receipt, second.receipt]
    assert [row.previous for row in chain] == [campaign_commitment(table.campaign), first.receipt]
    assert [row.author_name for row in chain] == [table.players[0].username] * 2
    assert chain[0].at == SOON


def test_f43_a_receipt_tells_nothing_of_what_others_handed_in():
    table = make_table(now=START, ends_early=False)

    hand_in(table, 1, {})
    hand_in(table, 1, {"tithes": [{"to": 0, "gold": 1, "food": 0}]})
    mine = hand_in(table, 0, {})

    row = Submission.objects.get(receipt=mine.receipt)
    assert (row.sequence, row.previous) == (1, campaign_commitment(table.campaign))


def test_f42_equal_sheets_have_receipts_that_cannot_be_guessed_from_them():
    table = make_table(now=START, ends_early=False)

    receipts = {hand_in(table, seat, {}).receipt for seat in (0, 1)}
    nonces = set(Submission.objects.values_list("nonce", flat=True))

    assert len(receipts) == 2
    assert len(nonces) == 2
    assert all(len(nonce) == 32 for nonce in nonces)


def test_f16_the_same_sheet_again_is_one_submission_with_one_receipt():
    table = make_table(now=START)

    first = hand_in(table, 0, GIFT)
    again = hand_in(table, 0, GIFT, based_on="", now=SOON + timedelta(minutes=1))

    assert (first.is_new, again.is_new) == (True, False)
    assert (again.receipt, again.at) == (first.receipt, first.at)
    assert Submission.objects.count() == 1


def test_f15_an_older_draft_does_not_overwrite_a_newer_sheet():
    table = make_table(now=START)
    seen = hand_in(table, 0, {}, based_on="").receipt
    newer = hand_in(table, 0, GIFT, based_on=seen).receipt

    with pytest.raises(Stale) as refused:
        hand_in(table, 0, {"tithes": [{"to": 1, "gold": 0, "food": 1}]}, based_on=seen)

    assert refused.value.code == "sheet_changed"
    assert Ask.objects.get(kingdom=table.kingdom(0)).submission.receipt == newer


def test_f11_a_sheet_for_a_phase_gone_by_is_refused():
    table = make_table(now=START)
    phase_resolve(phase_id=table.phase().pk, now=table.phase().due_at)

    with pytest.raises(Conflict) as refused:
        hand_in(table, 0, GIFT, phase=1)

    assert refused.value.code == "phase_over"
    assert Submission.objects.count() == 0


def test_f07_a_sheet_after_the_deadline_is_refused_even_before_resolution():
    table = make_table(now=START)
    due = table.phase().due_at

    with pytest.raises(Conflict) as refused:
        hand_in(table, 0, GIFT, now=due)
    accepted = hand_in(table, 1, {}, now=due - timedelta(seconds=1))

    assert refused.value.code == "deadline_passed"
    assert accepted.is_new


def test_f07_a_sheet_that_came_in_time_and_waited_for_its_turn_counts_until_resolution():
    table = make_table(now=START)
    due = timezone.now() - timedelta(seconds=2)
    Phase.objects.filter(pk=table.phase().pk).update(due_at=due)
    in_time, too_late = due - timedelta(milliseconds=1), due

    taken = hand_in(table, 0, {}, arrived=in_time, now=None)
    with pytest.raises(Conflict) as refused:
        hand_in(table, 1, {}, arrived=too_late, now=None)
    sweep()
    with pytest.raises(Conflict) as resolved:
        hand_in(table, 1, {}, arrived=in_time, now=None)

    assert taken.at == in_time
    assert table.phase().receipts == {"0": taken.receipt}
    assert (refused.value.code, resolved.value.code) == ("deadline_passed", "phase_over")


def test_f13_what_no_form_would_send_is_refused_by_the_service():
    table = make_table(now=START)

    with pytest.raises(Refusal) as refused:
        hand_in(table, 0, {"tithes": [{"to": 1, "gold": 1, "food": 0}, {"to": 0, "gold": 2}]})

    assert refused.value.problems[0].where.startswith("tithes.1")
    assert Submission.objects.count() == 0


def test_a_sheet_of_more_than_256_kilobytes_is_refused_before_it_is_read():
    table = make_table(now=START)

    with pytest.raises(ServiceError) as refused:
        hand_in(table, 0, {"tithes": ["x" * 300_000]})

    assert (refused.value.code, refused.value.status) == ("sheet_too_large", 413)


def test_a_sheet_nested_without_end_is_refused():
    table = make_table(now=START)
    sheet: Any = []
    for _ in range(100_000):
        sheet = [sheet]

    with pytest.raises((ServiceError, Refusal)):
        hand_in(table, 0, {"tithes": sheet})

    assert Submission.objects.count() == 0


def test_a_dry_run_checks_and_keeps_nothing():
    table = make_table(now=START)

    tried = hand_in(table, 0, GIFT, dry_run=True)

    assert (tried.receipt, tried.is_new) == ("", True)
    assert Submission.objects.count() == 0


def test_the_phase_is_due_at_once_when_everybody_asked_is_in():
    table = make_table(now=START)

    hand_in(table, 0, {})
    waiting = table.phase().due_at
    hand_in(table, 1, {})

    assert waiting == START + timedelta(days=2)
    assert (table.phase().due_at, table.phase().closing) == (SOON, "all_in")


def test_f20_an_empty_sheet_counts_as_being_in():
    table = make_table(now=START)

    hand_in(table, 0, {})
    hand_in(table, 1, {})
    phase_resolve(phase_id=table.phase().pk, now=SOON)

    assert sorted(table.phase().receipts) == ["0", "1"]


def test_f24_one_ready_player_cannot_hurry_absent_ones_along():
    table = make_table(players=1, seats=3, now=START)

    hand_in(table, 0, {})

    assert table.phase().due_at == START + timedelta(days=2)


def test_a_campaign_that_does_not_end_early_waits_for_its_deadline():
    table = make_table(now=START, ends_early=False)

    hand_in(table, 0, {})
    hand_in(table, 1, {})

    assert table.phase().due_at == START + timedelta(days=2)


def test_f12_two_seats_in_a_row_are_both_kept():
    table = make_table(now=START, ends_early=False)

    hand_in(table, 0, GIFT, based_on="")
    hand_in(table, 1, {}, based_on="")
    phase_resolve(phase_id=table.phase().pk, now=table.phase().due_at)

    assert sorted(table.phase().receipts) == ["0", "1"]


def test_f45_whoever_lost_the_kingdom_hands_in_no_more():
    table = make_table(now=START)
    successor = make_user("heir")
    kingdom_hand_over(
        person=table.master, campaign_id=table.campaign.pk, seat=0, username="heir", now=SOON
    )

    with pytest.raises(NotThere):
        hand_in(table, 0, GIFT)
    table.players[0] = successor

    assert hand_in(table, 0, GIFT).is_new


def test_the_game_master_hands_in_for_nobody():
    table = make_table(now=START)
    table.players[0] = table.master

    with pytest.raises(NotAllowed):
        hand_in(table, 0, GIFT)


def test_a_forecast_stores_nothing_and_sees_nothing_of_others():
    table = make_table(now=START, ends_early=False)
    before = sheet_forecast(
        person=table.players[0], campaign_id=table.campaign.pk, phase=1, sheet=GIFT
    )

    hand_in(table, 1, {"tithes": [{"to": 0, "gold": 1, "food": 1}]})
    after = sheet_forecast(
        person=table.players[0], campaign_id=table.campaign.pk, phase=1, sheet=GIFT
    )

    assert after == before
    assert Submission.objects.filter(kingdom=table.kingdom(0)).count() == 0


def test_an_unknown_phase_is_not_there():
    table = make_table(now=START)

    with pytest.raises(NotThere) as refused:
        hand_in(table, 0, {}, phase=7)

    assert refused.value.code == "no_phase"
    assert Phase.objects.filter(status=Phase.Status.OPEN).count() == 1


def test_f14_a_refusal_names_the_line_in_the_readers_language(monkeypatch: pytest.MonkeyPatch):
    table = make_table(now=START)
    with pytest.raises(Refusal) as refused:
        hand_in(table, 0, {"tithes": [{"to": 1, "gold": 1}, {"to": 0, "gold": 1}]})
    german = {"{list}, line {line}": "{list}, Zeile {line}", "Tithes": "Gaben"}
    monkeypatch.setattr(places, "gettext", lambda text: german.get(text, text))

    text = problem_text(refused.value.problems[0])

    assert "Gaben, Zeile 2" in text
