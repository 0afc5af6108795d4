"""Reports of battles on a real table: agreeing, disputing, waiting, and the game master's word."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from campaign.models import Army, Event, LogEntry, Outbox, Phase, Submission, Tile
from campaign.services.clock import clock_act
from campaign.services.mail_texts import mail_for
from campaign.services.memberships import kingdom_hand_over
from campaign.services.outbox import deliver_outbox
from campaign.services.phases import phase_resolve, sweep
from campaign.services.policy import access_campaign
from campaign.services.regents import kingdom_set_regent
from campaign.services.rulings import battle_rule, filed_reports, report_confirm
from games.engine.contract import Json, Refusal
from games.hosting.errors import Conflict, NotAllowed, NotThere, ServiceError, Stale
from tests.factories import Table, make_user
from tests.services.nested import is_sound
from tests.services.war import ASIDE, FOUGHT, LOST, REPORTS_DUE, TILE, WON, at_war, file

pytestmark = pytest.mark.django_db

SOON = FOUGHT + timedelta(hours=2)
GRACE_ENDS = REPORTS_DUE + timedelta(days=3)


def rule(table: Table, report: Json, key: str = "k", **fields: Any) -> Phase:
    given = {"phase": 2, "tile": TILE, "reason": "I was there.", "now": SOON} | fields
    person = given.pop("person", table.master)
    return battle_rule(
        person=person, campaign_id=table.campaign.pk, report=report, key=key, **given
    )


def confirm(table: Table, seat: int, **fields: Any) -> Any:
    given = {"phase": 2, "tile": TILE, "now": SOON} | fields
    return report_confirm(person=table.players[seat], campaign_id=table.campaign.pk, **given)


def reported(table: Table) -> list[dict[str, object]]:
    return [event.data for event in Event.objects.filter(phase=table.phase(2), kind="reported")]


def read_as(table: Table, person: Any) -> dict[int, Json]:
    (battle,) = filed_reports(access_campaign(person, table.campaign.pk), table.phase(2))
    return dict(battle.lines)


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


# The game master's word


def test_a_ruling_counts_instead_of_what_both_sides_filed_and_ends_the_phase():
    table = at_war(ends_early=False)
    mine, theirs = file(table, 0, WON).receipt, file(table, 1, LOST).receipt

    phase = rule(table, {"winner": None})

    assert (phase.due_at, sweep(now=SOON)) == (SOON, 1)
    assert reported(table) == [{"battle": 1, "tile": TILE, "winner": -1, "simple": 0}]
    # A draw on the defender's hex: the attacker goes home upright (3d).
    army = Army.objects.get(kingdom=table.kingdom(0))
    assert (army.tile.number in (13, 14), army.is_upright) == (True, True)
    assert table.phase(2).receipts == {"0": mine, "1": theirs}
    entry = LogEntry.objects.get(action="ruling")
    assert (entry.reason, entry.data) == ("I was there.", {"phase": 2, "tile": TILE})
    assert is_sound(table)


def test_a_ruling_needs_no_report_and_who_filed_none_stays_nmr():
    table = at_war()

    rule(table, {"winner": 1})
    sweep(now=SOON)

    assert reported(table)[0]["winner"] == 1
    assert table.phase(2).receipts == {}
    assert is_sound(table)


def test_a_ruling_may_leave_it_to_the_dice():
    table = at_war()

    rule(table, {"simple": True})
    sweep(now=SOON)

    assert reported(table) == [{"battle": 1, "tile": TILE, "winner": -1, "simple": 1}]


def test_f16_a_ruling_pressed_twice_is_one_and_another_one_replaces_it():
    table = at_war()
    act = {"person": table.master, "campaign_id": table.campaign.pk, "phase": 2}
    clock_act(**act, action="pause", key="p", now=SOON)

    first = rule(table, {"winner": 0})
    again = rule(table, {"winner": 1})
    changed = rule(table, {"winner": 1}, "another")

    assert (again.revision, again.rulings) == (first.revision, first.rulings)
    assert changed.rulings == {str(TILE): {"tile": TILE, "winner": 1}}
    assert LogEntry.objects.filter(action="ruling").count() == 2


def test_a_ruling_that_ends_the_phase_is_the_last_word():
    table = at_war()
    rule(table, {"winner": 0})

    with pytest.raises(Conflict) as refused:
        rule(table, {"winner": 1}, "another")

    assert refused.value.code == "deadline_passed"


def test_a_ruling_while_the_clock_stands_waits_for_it():
    table = at_war()
    act = {"person": table.master, "campaign_id": table.campaign.pk, "phase": 2}
    clock_act(**act, action="pause", key="p", now=SOON)

    rule(table, {"winner": 0})
    paused = table.phase(2)
    clock_act(**act, action="resume", key="r", now=SOON)

    assert paused.due_at is None
    assert sweep(now=SOON) == 1


@pytest.mark.parametrize(
    ("report", "fields", "code"),
    [
        ({"winner": 2}, {}, "not_a_winner"),
        ({}, {}, "missing_field"),
        ({"winner": 0, "routs": [{"unit": [1, 7, 1]}]}, {}, "unit_not_there"),
        ([], {}, "bad_sheet"),
        ({"winner": 0}, {"reason": " "}, "reason_missing"),
        ({"winner": 0}, {"key": ""}, "bad_key"),
        ({"winner": 0}, {"tile": ASIDE}, "no_battle"),
        ({"winner": 0}, {"phase": 1}, "phase_over"),
        ({"winner": 0}, {"phase": 9}, "no_phase"),
        ({"winner": 0}, {"revision": 7}, "phase_changed"),
        ({"winner": 0}, {"now": REPORTS_DUE}, "deadline_passed"),
    ],
)
def test_a_ruling_that_cannot_be_is_refused_and_changes_nothing(
    report: Json, fields: dict[str, Any], code: str
):
    table = at_war()

    with pytest.raises((ServiceError, Refusal)) as refused:
        rule(table, report, **fields)

    assert refused.value.code == code
    assert table.phase(2).rulings == {}
    assert not LogEntry.objects.filter(action="ruling").exists()


def test_only_the_game_master_rules():
    table = at_war()

    with pytest.raises(NotAllowed):
        rule(table, {"winner": 0}, person=table.players[0])


def test_a_ruling_that_was_changed_afterwards_is_found():
    table = at_war()
    rule(table, {"winner": 0})
    sweep(now=SOON)

    Phase.objects.filter(pk=table.phase(2).pk).update(
        rulings={str(TILE): {"tile": TILE, "winner": 1}}
    )

    assert not is_sound(table)


def test_a_steward_who_stands_in_disputes_what_was_filed_and_the_player_may_confirm_the_dice():
    table = at_war()
    file(table, 0, WON)

    kingdom_set_regent(
        person=table.master,
        campaign_id=table.campaign.pk,
        seat=1,
        regent="steward",
        key="regent",
        now=SOON,
    )
    disputed = Outbox.objects.filter(kind="dispute").count()
    confirm(table, 0)

    assert disputed == 1
    assert sweep(now=SOON) == 1
    assert reported(table)[0]["simple"] == 1


def test_two_stewards_leave_their_battle_to_the_dice_while_people_play_elsewhere():
    table = at_war()

    for seat in (0, 1):
        kingdom_set_regent(
            person=table.master,
            campaign_id=table.campaign.pk,
            seat=seat,
            regent="steward",
            key=f"regent {seat}",
            now=SOON,
        )

    assert (table.phase(2).closing, sweep(now=SOON)) == ("all_in", 1)
    assert reported(table)[0]["simple"] == 1
    assert is_sound(table)


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
