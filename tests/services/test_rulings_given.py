"""The game master's word on a battle, instead of what both sides filed."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.models import Army, LogEntry, Outbox, Phase
from campaign.services.clock import clock_act
from campaign.services.phases import sweep
from campaign.services.regents import kingdom_set_regent
from games.engine.contract import Json, Refusal
from games.hosting.errors import Conflict, NotAllowed, ServiceError
from tests.services.nested import is_sound
from tests.services.reporting import SOON, confirm, reported, rule
from tests.services.war import ASIDE, LOST, REPORTS_DUE, TILE, WON, at_war, file

pytestmark = pytest.mark.django_db


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
