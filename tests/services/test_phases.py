"""Resolving, parking and sweeping phases."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.db import OperationalError

from campaign.models import Army, Event, Kingdom, LogEntry, Outbox, Phase, Settlement, Tile
from campaign.rules.system import CampaignGame
from campaign.services import phases
from campaign.services.board_rows import load_rows, state_from_rows
from campaign.services.campaigns import campaign_start
from campaign.services.clock import clock_act
from campaign.services.phases import phase_resolve, sweep
from campaign.services.rulebook import game_of
from campaign.services.submissions import sheet_submit
from games.hosting.errors import Conflict
from tests.factories import Table, make_table

pytestmark = pytest.mark.django_db

START = datetime(2026, 1, 5, 12, tzinfo=UTC)
DUE = START + timedelta(days=2)


def break_rules(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def fail(*_args: object) -> None:
        raise error

    monkeypatch.setattr(CampaignGame, "resolve", fail)


def state_on_board(table: Table) -> object:
    table.campaign.refresh_from_db()
    game = game_of(table.campaign)
    return game.encode(state_from_rows(table.campaign, game, load_rows(table.campaign)))


def test_f02_a_campaign_begins_with_its_board_phase_and_asks_together():
    table = make_table(now=START)

    first = table.phase()
    assert (first.status, first.due_at) == (Phase.Status.OPEN, DUE)
    assert first.asks.count() == 2
    assert Tile.objects.filter(campaign=table.campaign).count() == 96
    # Setup's defaults (2): a capital, a city, a fortress and two villages each, one army.
    assert Settlement.objects.filter(kind="capital").count() == 2
    assert Settlement.objects.filter(kind="village").count() == 4
    assert Army.objects.count() == 2
    assert state_on_board(table) == first.state


def test_f02_beginning_twice_is_refused_and_changes_nothing():
    table = make_table(now=START)

    with pytest.raises(Conflict) as refused:
        campaign_start(person=table.master, campaign_id=table.campaign.pk)

    assert refused.value.code == "already_begun"
    assert Phase.objects.count() == 2


def test_nothing_is_resolved_before_its_time():
    table = make_table(now=START)

    assert phase_resolve(phase_id=table.phase().pk, now=DUE - timedelta(seconds=1)) is None
    assert sweep(now=DUE - timedelta(seconds=1)) == 0
    assert table.phase().status == Phase.Status.OPEN


def test_f01_a_phase_is_resolved_once_however_often_it_is_asked_for():
    table = make_table(now=START)
    phase_id = table.phase().pk

    first = phase_resolve(phase_id=phase_id, now=DUE)
    second = phase_resolve(phase_id=phase_id, now=DUE)
    third = sweep(now=DUE)

    assert first is not None
    assert (second, third) == (None, 0)
    assert list(table.campaign.phases.values_list("ordinal", flat=True)) == [0, 1, 2]
    assert Outbox.objects.filter(kind="report").count() == 2


def test_the_winter_of_two_kingdoms_brings_what_the_rules_say():
    # Homeland by default: capital, city, fortress, two villages: 3 gold, 2 food (8.16).
    table = make_table(now=START)
    sheet_submit(
        person=table.players[0],
        campaign_id=table.campaign.pk,
        phase=1,
        sheet={"tithes": [{"to": 1, "gold": 1, "food": 1}]},
        now=START + timedelta(hours=1),
    )

    phase_resolve(phase_id=table.phase().pk, now=DUE)

    gathered = Event.objects.filter(phase=table.phase(), kind="gathered").values_list(
        "data__gold", "data__food"
    )
    given = Event.objects.get(phase=table.phase(), kind="tithe_given").data
    assert list(gathered) == [(3, 2), (3, 2)]
    assert (given["giver"], given["receiver"], given["gold"], given["food"]) == (0, 1, 1, 1)
    assert table.phase(2).kind == "deploy"


def test_after_the_winter_the_rows_are_the_next_phases_state():
    table = make_table(now=START, players=3)

    phase_resolve(phase_id=table.phase().pk, now=DUE)
    after_winter = state_on_board(table), table.phase(2).state
    phase_resolve(phase_id=table.phase(2).pk, now=DUE + timedelta(days=1))
    after_deploy = state_on_board(table), table.phase(3).state

    assert after_winter[0] == after_winter[1]
    assert after_deploy[0] == after_deploy[1]


def test_f05_a_phase_whose_resolution_fails_is_parked_with_the_reason(
    monkeypatch: pytest.MonkeyPatch, error_log
):
    table = make_table(now=START)
    before = state_on_board(table)
    break_rules(monkeypatch, ZeroDivisionError("an odd position"))

    resolved = sweep(now=DUE)
    again = sweep(now=DUE)

    phase = table.phase()
    assert (resolved, again) == (0, 0)
    assert phase.status == Phase.Status.PARKED
    assert "an odd position" in phase.failure
    assert state_on_board(table) == before
    assert Event.objects.filter(phase=phase).count() == 0
    assert Outbox.objects.filter(kind="parked").count() == 1
    assert len(error_log.take()) == 1


def test_f05_a_parked_phase_does_not_keep_another_campaign_waiting(
    monkeypatch: pytest.MonkeyPatch, error_log
):
    broken, sound = make_table(now=START), make_table(now=START)
    Kingdom.objects.filter(campaign=broken.campaign, seat=0).update(gold=99)

    resolved = sweep(now=DUE)

    assert resolved == 1
    assert broken.phase().status == Phase.Status.PARKED
    assert sound.phase().status == Phase.Status.DONE
    error_log.take()


def test_a_parked_phase_is_retried_with_the_same_sheets(monkeypatch: pytest.MonkeyPatch, error_log):
    table = make_table(now=START)
    with monkeypatch.context() as patch:
        break_rules(patch, KeyError("gone"))
        sweep(now=DUE)

    clock_act(
        person=table.master,
        campaign_id=table.campaign.pk,
        phase=1,
        action="retry",
        key="again",
        now=DUE + timedelta(hours=5),
    )
    resolved = sweep(now=DUE + timedelta(hours=5))

    assert resolved == 1
    assert table.phase().status == Phase.Status.DONE
    assert LogEntry.objects.filter(action="retry").count() == 1
    error_log.take()


def test_a_busy_database_is_no_failure_of_the_rules(monkeypatch: pytest.MonkeyPatch):
    table = make_table(now=START)
    with monkeypatch.context() as patch:
        break_rules(patch, OperationalError("database is locked"))
        busy = sweep(now=DUE)

    after = sweep(now=DUE)

    assert (busy, after) == (0, 1)
    assert table.phase().status == Phase.Status.DONE


def test_three_missed_deadlines_are_not_three_resolutions_in_a_row():
    table = make_table(now=START)
    much_later = DUE + timedelta(days=9)

    resolved = [sweep(now=much_later) for _ in range(3)]

    assert resolved == [1, 0, 0]
    assert table.phase(2).due_at == much_later + timedelta(days=1)


def test_a_sweep_is_bounded_and_the_next_goes_on(monkeypatch: pytest.MonkeyPatch):
    tables = [make_table(now=START) for _ in range(3)]
    monkeypatch.setattr(phases, "SWEEP_BATCH", 2)

    counts = [sweep(now=DUE) for _ in range(3)]

    assert counts == [2, 1, 0]
    assert all(table.phase().status == Phase.Status.DONE for table in tables)


def test_a_sweep_that_finds_a_crowd_calls_for_another_worker(monkeypatch: pytest.MonkeyPatch):
    called: list[str] = []
    monkeypatch.setattr(phases, "CROWD", 1)
    monkeypatch.setattr(phases.connection.features, "has_select_for_update_skip_locked", True)
    monkeypatch.setattr(phases, "wake_another_sweep", lambda: called.append("sweep"))
    make_table(now=START)
    sweep(now=START)
    make_table(now=START)

    alone = sweep(now=DUE - timedelta(seconds=1)) or list(called)
    sweep(now=DUE)

    assert alone == []
    assert called == ["sweep"]


def test_f07_a_deadline_settles_while_sheets_that_came_in_time_wait_for_their_turn():
    table, ready = make_table(now=START), make_table(now=START, ends_early=True)
    soon, settling = DUE + timedelta(seconds=1), timedelta(seconds=2)
    for seat, player in enumerate(ready.players):
        pk = ready.campaign.pk
        sheet_submit(person=player, campaign_id=pk, phase=1, sheet={}, now=soon - 9 * settling)
        assert sweep(now=soon - 8 * settling, settling=settling) == seat

    unsettled = sweep(now=soon, settling=settling)
    late = sheet_submit(
        person=table.players[0], campaign_id=table.campaign.pk, phase=1, sheet={},
        arrived=DUE - timedelta(seconds=1),
    )  # fmt: skip
    settled = sweep(now=DUE + settling, settling=settling)

    assert (unsettled, settled) == (0, 1)
    assert table.phase().receipts == {"0": late.receipt}


def test_a_phase_is_done_when_it_was_resolved_and_not_when_its_sweep_began(
    monkeypatch: pytest.MonkeyPatch,
):
    tables = [make_table(now=START) for _ in range(2)]
    moments = [DUE + timedelta(seconds=seconds) for seconds in range(20)]
    monkeypatch.setattr(phases.timezone, "now", lambda: moments.pop(0))

    assert sweep() == 2

    first, second = (table.phase() for table in tables)
    assert first.done_at is not None
    assert first.done_at < second.done_at
    assert tables[1].phase(2).opened_at == second.done_at


def test_a_campaign_ends_after_its_years_and_opens_nothing_more():
    table = make_table(now=START, options={"rules": {"years": 1}})

    sweep(now=DUE)
    sweep(now=DUE + timedelta(days=2))

    table.campaign.refresh_from_db()
    assert table.campaign.status == "over"
    assert not Phase.objects.exclude(status=Phase.Status.DONE).exists()
    assert Outbox.objects.filter(kind="over").count() == 2


def test_f22_a_kingdom_that_is_out_is_neither_asked_nor_reminded():
    table = make_table(now=START, players=3)
    Settlement.objects.filter(tile__owner=table.kingdom(2)).delete()
    Tile.objects.filter(owner=table.kingdom(2)).update(owner=table.kingdom(0))
    phase = table.phase()
    phase.state = state_on_board(table)
    phase.opened_at += timedelta(seconds=1)
    phase.save()

    sweep(now=DUE)

    assert not table.kingdom(2).is_alive
    following = table.phase(2)
    assert sorted(following.asks.values_list("kingdom__seat", flat=True)) == [0, 1]
    assert (
        Outbox.objects.filter(phase=following, kind="reminder", recipient=table.players[2]).count()
        == 0
    )
