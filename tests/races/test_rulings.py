"""Battles on a real table and regents under fire: whoever comes second changes nothing twice."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest

from campaign.models import Event, Invite, LogEntry, Outbox, Phase, Submission
from campaign.services.memberships import kingdom_join
from campaign.services.phases import phase_resolve, sweep
from campaign.services.regents import kingdom_set_regent
from campaign.services.rulings import report_confirm
from campaign.services.submissions import sheet_submit
from tests.factories import Table, make_table, make_user
from tests.races.rulings import ruling
from tests.races.together import at_once, errors, results
from tests.services.nested import is_sound
from tests.services.war import FOUGHT, REPORTS_DUE, START, TILE, WON, at_war, file

pytestmark = pytest.mark.django_db(transaction=True)

SOON = FOUGHT + timedelta(hours=2)
GRACE_ENDS = REPORTS_DUE + timedelta(days=3)
LATE = {"phase_over", "deadline_passed"}


def reported(table: Table) -> list[tuple[int, int]]:
    found = Event.objects.filter(phase=table.phase(2), kind="reported")
    return [(event.data["winner"], event.data["simple"]) for event in found]


def test_f01_a_ruling_in_the_second_of_the_last_deadline_counts_or_is_refused():
    table = at_war()
    sweep(now=REPORTS_DUE)
    before = GRACE_ENDS - timedelta(seconds=1)

    ruled, *swept = at_once(
        ruling(table, 1, "k", now=before),
        *[partial(sweep, now=GRACE_ENDS)] * 2,
        partial(phase_resolve, phase_id=table.phase(2).pk, now=GRACE_ENDS),
    )
    sweep(now=GRACE_ENDS)

    assert errors(swept) == []
    if isinstance(ruled, Exception):
        assert getattr(ruled, "code", ruled) == "phase_over"
        assert (reported(table), table.phase(2).rulings) == ([(-1, 1)], {})
    else:
        assert reported(table) == [(1, 0)]
    assert Phase.objects.filter(campaign=table.campaign).count() == 4
    assert is_sound(table)


def test_f16_one_ruling_pressed_four_times_and_another_beside_it():
    table = at_war()

    outcomes = at_once(*[ruling(table, 0, "one")] * 4, ruling(table, 1, "two"))
    sweep(now=SOON)

    refused = {getattr(error, "code", error) for error in errors(outcomes)}
    assert refused <= LATE
    assert LogEntry.objects.filter(action="ruling").count() == 1
    (entry,) = table.phase(2).rulings.values()
    assert reported(table) == [(entry["winner"], 0)]
    assert is_sound(table)


def test_f01_a_deadline_without_a_result_gives_one_grace():
    table = at_war()

    outcomes = at_once(
        *[partial(sweep, now=REPORTS_DUE)] * 3,
        partial(phase_resolve, phase_id=table.phase(2).pk, now=REPORTS_DUE),
    )

    phase = table.phase(2)
    assert [outcome or 0 for outcome in outcomes] == [0, 0, 0, 0]
    assert (phase.status, phase.revision, phase.due_at) == ("open", 1, GRACE_ENDS)
    assert Outbox.objects.filter(kind="ruling").count() == 3


def test_f12_both_sides_confirm_and_file_at_once_and_it_counts_once():
    table = at_war()
    file(table, 0, WON)
    confirm = partial(
        report_confirm,
        person=table.players[1],
        campaign_id=table.campaign.pk,
        phase=2,
        tile=TILE,
        now=SOON,
    )

    outcomes = at_once(*[confirm] * 3, partial(file, table, 0, WON, now=SOON))
    swept = sweep(now=SOON)

    assert {getattr(error, "code", error) for error in errors(outcomes)} <= LATE
    assert len({receipt.receipt for receipt in results(outcomes[:3])}) == 1
    assert Submission.objects.filter(phase=table.phase(2)).count() == 2
    assert (swept, reported(table)) == (1, [(0, 0)])
    assert is_sound(table)


def test_f12_a_regent_and_the_player_who_comes_back_at_once_leave_one_chain():
    table = make_table(2, now=START, ends_early=False)
    now = START + timedelta(hours=1)
    appoint = partial(
        kingdom_set_regent,
        person=table.master,
        campaign_id=table.campaign.pk,
        seat=1,
        regent="steward",
        now=now,
    )
    sheet = {"tithes": [{"to": 0, "gold": 1, "food": 0}]}
    mine = partial(
        sheet_submit,
        person=table.players[1],
        campaign_id=table.campaign.pk,
        phase=1,
        sheet=sheet,
        now=now,
    )

    outcomes = at_once(partial(appoint, key="a"), partial(appoint, key="a"), mine)

    assert errors(outcomes) == []
    counted = table.phase().asks.get(kingdom__seat=1).submission
    assert counted is not None
    assert (counted.sheet, counted.by_regent) == (sheet, False)
    assert LogEntry.objects.filter(action="regent").count() == 1
    assert is_sound(table)


def test_f12_who_joins_while_a_regent_is_appointed_is_waited_for_or_has_a_regent():
    table = make_table(1, seats=2, now=START)
    heir, token = make_user(), Invite.objects.get().token
    now = START + timedelta(hours=1)

    outcomes = at_once(
        partial(kingdom_join, person=heir, token=token, seat=1, now=now),
        partial(
            kingdom_set_regent,
            person=table.master,
            campaign_id=table.campaign.pk,
            seat=1,
            regent="steward",
            key="k",
            now=now,
        ),
    )

    kingdom = table.kingdom(1)
    assert errors(outcomes) == []
    assert kingdom.player == heir
    assert kingdom.regent in ("", "steward")
    assert is_sound(table)
