"""Resolution under fire: sweeps, buttons and workers that meet over one phase."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from django.db import transaction

from campaign.models import Ask, Campaign, Event, Kingdom, Outbox, Phase, Tile
from campaign.rules.state import OVER
from campaign.rules.system import CampaignGame
from campaign.services.campaigns import campaign_start
from campaign.services.clock import clock_act
from campaign.services.phases import lock_phase, phase_resolve, sweep
from campaign.services.rulebook import game_of, state_of
from campaign.services.submissions import sheet_submit
from campaign.services.verify import verify_campaign
from games.engine.contract import Step
from games.hosting.errors import Conflict, ServiceError
from tests.conftest import ErrorLog
from tests.factories import Table, make_table
from tests.races.together import (
    at_once,
    begun,
    errors,
    eventually,
    kill,
    own_backend,
    process,
    results,
    waiting_for,
)

pytestmark = pytest.mark.django_db(transaction=True)

START = datetime(2026, 1, 5, 12, tzinfo=UTC)
DUE = START + timedelta(days=2)


def assert_resolved_once(table: Table) -> None:
    """Phase 1 was resolved once, phase 2 is open, and everything is as recorded."""
    phases = Phase.objects.filter(campaign=table.campaign)
    assert list(phases.values_list("ordinal", "status")) == [(0, "done"), (1, "done"), (2, "open")]
    reports = Outbox.objects.filter(campaign=table.campaign, kind="report")
    assert sorted(reports.values_list("recipient_id", flat=True)) == sorted(
        player.pk for player in table.players
    )
    campaign = Campaign.objects.get(pk=table.campaign.pk)
    assert verify_campaign(campaign).differences == []


def test_f01_two_sweeps_resolve_once():
    table = make_table(now=START)

    outcomes = at_once(*[partial(sweep, now=DUE)] * 4)

    assert errors(outcomes) == []
    assert sum(outcomes) == 1
    assert_resolved_once(table)


def test_f01_repeated_messages_beside_a_sweep_resolve_once():
    table = make_table(now=START)
    phase_id = table.phase().pk
    message = partial(phase_resolve, phase_id=phase_id, now=DUE, skip_locked=True)
    waiting = partial(phase_resolve, phase_id=phase_id, now=DUE)

    outcomes = at_once(message, message, waiting, waiting, partial(sweep, now=DUE))

    assert errors(outcomes) == []
    assert len([each for each in outcomes[:4] if each is not None]) + outcomes[4] == 1
    assert_resolved_once(table)


def test_f01_the_button_pressed_twice_beside_the_timer_and_the_last_sheet_resolves_once():
    table = make_table(now=START, ends_early=True)
    sheet_submit(
        person=table.players[0], campaign_id=table.campaign.pk, phase=1, sheet={}, now=START
    )
    before = DUE - timedelta(seconds=1)
    button = partial(
        clock_act,
        person=table.master,
        campaign_id=table.campaign.pk,
        phase=1,
        action="resolve_now",
        now=before,
    )
    last = partial(
        sheet_submit,
        person=table.players[1],
        campaign_id=table.campaign.pk,
        phase=1,
        sheet={},
        now=before,
    )

    outcomes = at_once(
        partial(button, key="one"),
        partial(button, key="one"),
        partial(button, key="two"),
        last,
        partial(sweep, now=DUE),
        partial(phase_resolve, phase_id=table.phase().pk, now=DUE),
    )
    sweep(now=DUE)

    refused = errors(outcomes)
    assert {getattr(error, "code", error) for error in refused} <= {"phase_over", "deadline_passed"}
    assert_resolved_once(table)
    assert table.phase(2).due_at > DUE


def test_f02_start_is_all_or_nothing_for_those_who_look_meanwhile():
    table = make_table(now=START, started=False, ends_early=True)
    start = partial(campaign_start, person=table.master, campaign_id=table.campaign.pk, now=START)
    later = START + timedelta(days=100)

    outcomes = at_once(start, start, *[partial(sweep, now=START)] * 2)

    assert [error.code for error in errors(outcomes)] == ["already_begun"]
    phases = Phase.objects.filter(campaign=table.campaign)
    assert list(phases.values_list("ordinal", "status")) == [(0, "done"), (1, "open")]
    assert Ask.objects.filter(phase=table.phase()).count() == 2
    assert table.phase().due_at < later


def test_f02_a_start_that_fails_leaves_nothing():
    table = make_table(now=START, started=False)
    game = game_of(table.campaign)
    over = game.position({"stage": OVER})

    with pytest.raises(Conflict) as refused:
        campaign_start(person=table.master, campaign_id=table.campaign.pk, position=over, now=START)

    assert refused.value.code == "nothing_to_play"
    assert Campaign.objects.get().status == Campaign.Status.FORMING
    assert not Phase.objects.exists()
    assert not Tile.objects.exists()


@pytest.mark.postgresql
def test_f04_a_worker_killed_in_the_middle_leaves_the_phase_open(site_env: Mapping[str, str]):
    table = make_table(now=START)
    phase = table.phase()
    code = f"from campaign.services import phases\nphases.phase_resolve(phase_id={phase.pk})\n"
    Phase.objects.filter(pk=phase.pk).update(due_at=START)
    gold = list(Kingdom.objects.values_list("gold", "food"))

    with transaction.atomic():
        # Whoever resolves must wait here, with the phase locked and the rules already run.
        Campaign.objects.select_for_update(no_key=True).get(pk=table.campaign.pk)
        holder = own_backend()
        with process(site_env, code) as worker:
            eventually(lambda: waiting_for(holder) == 1)
            kill(worker)

    # Waits until the database has let go of what the killed one held.
    with transaction.atomic():
        lock_phase(phase.pk)
    assert table.phase().status == Phase.Status.OPEN
    assert list(Kingdom.objects.values_list("gold", "food")) == gold
    assert not Event.objects.filter(phase=phase).exists()
    assert sweep() == 1
    assert_resolved_once(table)


@pytest.mark.postgresql
def test_f04_a_worker_that_hangs_keeps_nobody_elses_campaign_waiting():
    hanging, other = make_table(now=START), make_table(now=START)

    with transaction.atomic():
        Phase.objects.select_for_update().get(pk=hanging.phase().pk)
        with begun(partial(sweep, now=DUE)) as (swept,):
            assert swept.result(10) == 1

    assert hanging.phase().status == Phase.Status.OPEN
    assert_resolved_once(other)
    assert sweep(now=DUE) == 1
    assert_resolved_once(hanging)


def test_f05_failing_rules_park_and_do_not_block_others(
    monkeypatch: pytest.MonkeyPatch, error_log: ErrorLog
):
    bad, *good = make_table(3, now=START), make_table(now=START), make_table(now=START)
    resolve = CampaignGame.resolve

    def fail_for_three(game: CampaignGame, *args: object) -> Step:
        if game.seats == 3:
            raise ZeroDivisionError("an odd position")
        return resolve(game, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(CampaignGame, "resolve", fail_for_three)

    outcomes = at_once(*[partial(sweep, now=DUE)] * 3)
    again = sweep(now=DUE + timedelta(minutes=1))

    assert sum(results(outcomes)) == 2
    assert again == 0
    assert bad.phase().status == Phase.Status.PARKED
    assert "ZeroDivisionError: an odd position" in bad.phase().failure
    assert Outbox.objects.filter(kind="parked").count() == 1
    for table in good:
        assert_resolved_once(table)
    assert error_log.take() != []


def test_f05_a_parked_phase_retried_by_two_clicks_is_resolved_once(
    monkeypatch: pytest.MonkeyPatch, error_log: ErrorLog
):
    table = make_table(now=START)
    with monkeypatch.context() as broken:
        broken.setattr(CampaignGame, "resolve", lambda *_: 1 / 0)
        sweep(now=DUE)
    retry = partial(
        clock_act,
        person=table.master,
        campaign_id=table.campaign.pk,
        phase=1,
        action="retry",
        now=DUE,
    )

    outcomes = at_once(
        partial(retry, key="same"),
        partial(retry, key="same"),
        partial(sweep, now=DUE),
        partial(phase_resolve, phase_id=table.phase().pk, now=DUE),
    )
    sweep(now=DUE)

    assert all(isinstance(error, ServiceError) for error in errors(outcomes))
    assert_resolved_once(table)
    assert error_log.take() != []


def test_three_missed_deadlines_are_not_three_resolutions_in_a_row():
    table = make_table(now=START)
    late = START + timedelta(days=30)

    outcomes = [at_once(*[partial(sweep, now=late)] * 2) for _ in range(3)]

    assert [sum(results(pair)) for pair in outcomes] == [1, 0, 0]
    assert_resolved_once(table)
    # Two days of sheet and one of Deploy: the next deadline is counted from the waking.
    assert table.phase(2).due_at == late + timedelta(days=1)


def test_the_dice_of_a_phase_do_not_depend_on_who_resolves_it():
    table = make_table(now=START)
    game = game_of(table.campaign)
    expected = state_of(game, table.phase())

    at_once(*[partial(sweep, now=DUE)] * 3)

    assert state_of(game, table.phase()) == expected
    assert verify_campaign(Campaign.objects.get()).differences == []
