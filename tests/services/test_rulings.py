"""Reports of battles on a real table: agreeing, disputing, waiting."""

from __future__ import annotations

from datetime import timedelta

import pytest

from campaign.models import Army, Outbox, Phase, Submission, Tile
from campaign.services.clock import clock_act
from campaign.services.mail_texts import mail_for
from campaign.services.memberships import kingdom_hand_over
from campaign.services.outbox import deliver_outbox
from campaign.services.phases import phase_resolve, sweep
from campaign.services.policy import access_campaign
from games.hosting.errors import Conflict, NotThere, Stale
from tests.factories import make_user
from tests.services.nested import is_sound
from tests.services.reporting import GRACE_ENDS, SOON, confirm, read_as, reported
from tests.services.war import ASIDE, LOST, REPORTS_DUE, TILE, WON, at_war, file

pytestmark = pytest.mark.django_db


# Agreeing


def test_both_sides_and_the_game_master_read_what_one_side_filed_and_nobody_else():
    table = at_war(is_public=True)

    file(table, 0, WON)

    for person in (table.players[0], table.players[1], table.master):
        assert read_as(table, person) == {0: WON}
    for person in (table.players[2], make_user()):
        assert read_as(table, person) == {}


def test_a_confirmed_report_counts_at_once():
    table = at_war()
    file(table, 0, WON)

    confirm(table, 1)
    resolved = sweep(now=SOON)

    assert resolved == 1
    assert reported(table) == [{"battle": 1, "tile": TILE, "winner": 0, "simple": 0}]
    # The beaten army retreats to the capital, the only hex beside that its kingdom holds (3d).
    assert Army.objects.get(kingdom=table.kingdom(1)).tile.number == 16
    assert Tile.objects.get(campaign=table.campaign, number=TILE).owner == table.kingdom(0)
    assert is_sound(table)


def test_f16_confirming_twice_is_one_submission():
    table = at_war(ends_early=False)
    file(table, 0, WON)

    first, second = confirm(table, 1), confirm(table, 1)

    assert (first.is_new, second.is_new) == (True, False)
    assert first.receipt == second.receipt
    assert Submission.objects.filter(phase=table.phase(2)).count() == 2


def test_what_was_changed_since_it_was_read_is_not_confirmed():
    table = at_war(ends_early=False)
    seen = file(table, 0, WON).receipt
    file(table, 0, LOST)

    with pytest.raises(Stale) as refused:
        confirm(table, 1, receipt=seen)

    assert refused.value.code == "report_changed"
    assert Submission.objects.filter(kingdom=table.kingdom(1), phase=table.phase(2)).count() == 0


def test_nothing_filed_is_nothing_to_confirm():
    table = at_war()

    with pytest.raises(Conflict) as refused:
        confirm(table, 1)
    with pytest.raises(NotThere) as elsewhere:
        confirm(table, 1, tile=ASIDE)
    with pytest.raises(NotThere):
        confirm(table, 2)

    assert (refused.value.code, elsewhere.value.code) == ("nothing_filed", "no_battle")


def test_before_the_deadline_even_two_equal_reports_wait_where_nothing_ends_early():
    table = at_war(ends_early=False)
    file(table, 0, WON)
    confirm(table, 1)

    early, due = sweep(now=SOON), sweep(now=REPORTS_DUE)

    assert (early, due) == (0, 1)
    assert reported(table)[0]["winner"] == 0


# Disputing


def test_a_contradiction_waits_and_is_told_to_the_game_master_once():
    table = at_war()

    file(table, 0, WON)
    file(table, 1, LOST)
    file(table, 1, {"tile": TILE, "winner": None})

    assert sweep(now=SOON) == 0
    assert table.phase(2).status == Phase.Status.OPEN
    mails = Outbox.objects.filter(kind="dispute")
    assert list(mails.values_list("recipient", flat=True)) == [table.master.pk]


def test_f44_the_mail_of_a_contradiction_names_neither_place_nor_winner():
    table = at_war()
    file(table, 0, WON)
    file(table, 1, LOST)

    subject, body = mail_for(Outbox.objects.get(kind="dispute"))

    assert subject == "A test: month 1 of year 1, two reports of one battle differ"
    told = body.replace(f"/campaigns/{table.campaign.pk}/", "")
    for secret in (str(TILE), table.kingdom(0).name, table.kingdom(1).name, "winner"):
        assert secret not in told.replace("2026", "")


def test_f52_a_contradiction_that_was_settled_meanwhile_is_not_mailed():
    table = at_war(ends_early=False)
    Outbox.objects.all().delete()
    file(table, 0, WON)
    file(table, 1, LOST)
    file(table, 1, WON)

    sent = deliver_outbox(now=SOON)

    assert sent == 0
    assert Outbox.objects.get(kind="dispute").status == Outbox.Status.DROPPED


# Waiting for a ruling


def test_f01_at_the_deadline_a_battle_without_a_result_waits_once_more():
    table = at_war()
    file(table, 0, WON)

    first = sweep(now=REPORTS_DUE)
    again = phase_resolve(phase_id=table.phase(2).pk, now=REPORTS_DUE)

    phase = table.phase(2)
    assert (first, again) == (0, None)
    assert (phase.status, phase.grace_used, phase.due_at) == ("open", True, GRACE_ENDS)
    told = Outbox.objects.filter(kind="ruling").values_list("recipient", flat=True)
    assert sorted(told) == sorted([table.master.pk, table.players[0].pk, table.players[1].pk])


def test_in_the_grace_the_sides_may_still_agree_and_the_phase_ends_at_once():
    table = at_war(ends_early=False)
    file(table, 0, WON)
    sweep(now=REPORTS_DUE)

    confirm(table, 1, now=REPORTS_DUE + timedelta(hours=1))

    assert sweep(now=REPORTS_DUE + timedelta(hours=1)) == 1
    assert reported(table)[0] == {"battle": 1, "tile": TILE, "winner": 0, "simple": 0}


def test_after_the_grace_the_dice_decide():
    table = at_war()
    file(table, 0, WON)
    sweep(now=REPORTS_DUE)

    resolved = sweep(now=GRACE_ENDS)

    assert resolved == 1
    assert reported(table) == [{"battle": 1, "tile": TILE, "winner": -1, "simple": 1}]
    assert table.phase(2).draws[0]["label"].startswith("battle.1")
    assert is_sound(table)


def test_the_game_master_may_let_the_dice_decide_without_a_grace():
    table = at_war()

    clock_act(
        person=table.master,
        campaign_id=table.campaign.pk,
        phase=2,
        action="resolve_now",
        key="now",
        now=SOON,
    )

    assert sweep(now=SOON) == 1
    assert reported(table)[0]["simple"] == 1


# Replaced


def test_f45_who_gave_a_kingdom_up_reads_no_report_and_files_none():
    table, heir = at_war(), make_user()
    file(table, 0, WON)

    kingdom_hand_over(
        person=table.master,
        campaign_id=table.campaign.pk,
        seat=1,
        username=heir.username,
        now=SOON,
    )

    with pytest.raises(NotThere):
        access_campaign(table.players[1], table.campaign.pk)
    with pytest.raises(NotThere):
        confirm(table, 1)
    assert read_as(table, heir) == {0: WON}
    table.players[1] = heir
    assert confirm(table, 1).is_new
