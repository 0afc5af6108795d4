"""Battles in matches when their phase ends, when it cannot be resolved, and what mails say."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail

from campaign.models import Contest, LogEntry, Outbox, Phase
from campaign.services.clock import clock_act
from campaign.services.memberships import kingdom_leave
from campaign.services.outbox import deliver_outbox
from campaign.services.phases import phase_resolve, sweep
from games.hosting.errors import Conflict
from games.models import Match
from games.services import listeners, sourced
from tests.conftest import ErrorLog
from tests.services.nested import (
    SOON,
    TWO_BATTLES,
    at_match,
    contest,
    done,
    fought_by,
    is_sound,
    match_of,
    resigned,
    told,
    won,
)
from tests.services.war import ASIDE, FOUGHT, REPORTS_DUE, TILE, WON, at_war, file

pytestmark = pytest.mark.django_db

# The deadline


def test_f01_at_the_deadline_a_match_ends_as_it_stands():
    table = at_match()
    match_id = match_of(table).pk

    assert sweep(now=REPORTS_DUE) == 1

    match = Match.objects.get(pk=match_id)
    battle = contest(table)
    assert (match.status, match.ending) == ("over", "adjudicated")
    assert match.heard_at == REPORTS_DUE
    assert (battle.status, battle.decided_by) == ("over", "adjudicated")
    winners = match.outcome["winners"]
    alone = battle.seats[winners[0]] if len(winners) == 1 else None
    assert battle.result["winner"] == alone
    assert done(table).outside == {"results": [battle.result]}
    assert is_sound(table)


def test_where_the_campaign_prefers_it_dice_decide_what_is_unfinished():
    table = at_match(rules={"unfinished": "simple"})

    sweep(now=REPORTS_DUE)

    assert match_of(table).status == "over"
    assert contest(table).decided_by == "dice"
    assert done(table).outside == {"results": [{"tile": TILE, "dice": True}]}
    assert [event["simple"] for event in told(table, "reported")] == [1]
    assert is_sound(table)


def test_a_match_that_is_over_but_untold_at_the_deadline_counts_as_it_ended():
    table = at_match(rules={"unfinished": "simple"})
    resigned(table, 1)

    sweep(now=REPORTS_DUE)

    assert contest(table).result == {"tile": TILE, "winner": 0}
    assert contest(table).decided_by == "match"
    assert listeners.tell(match_of(table).pk, REPORTS_DUE) is False
    assert is_sound(table)


def test_f23_a_match_that_a_fault_stopped_holds_up_nobody():
    table = at_match()
    Match.objects.update(status=Match.Status.PARKED, failure="Traceback")

    assert sweep(now=REPORTS_DUE) == 1

    assert match_of(table).status == "over"
    assert contest(table).status == "over"
    assert is_sound(table)


def test_f05_a_match_that_cannot_even_be_ended_holds_up_nobody(
    monkeypatch: pytest.MonkeyPatch, error_log: ErrorLog
):
    table = at_match()

    def fails(**fields: Any) -> Any:
        raise ValueError("a fault of ours")

    monkeypatch.setattr(sourced, "abort", fails)

    assert sweep(now=REPORTS_DUE) == 1
    battle = contest(table)
    match = match_of(table)
    assert error_log.take() == [
        f"contest {battle.pk} could not be ended as its match stood",
        f"match {match.pk} was stopped by a fault",
    ]
    assert (match.status, match.wake_at, "a fault of ours" in match.failure) == (
        "parked", None, True,
    )  # fmt: skip
    assert (battle.decided_by, battle.result) == ("fault", {"tile": TILE, "dice": True})
    assert LogEntry.objects.filter(action="no_match").count() == 1
    assert is_sound(table)
    won(table, 0, now=REPORTS_DUE)
    assert contest(table).decided_by == "fault"


def test_at_the_deadline_matches_end_while_a_battle_on_a_table_has_its_grace():
    table = at_match(position=TWO_BATTLES)
    fought_by(table, "tabletop", tile=ASIDE)

    assert sweep(now=REPORTS_DUE) == 0
    states = Contest.objects.filter(campaign=table.campaign).order_by("tile")
    assert list(states.values_list("tile", "status")) == [(TILE, "over"), (ASIDE, "open")]
    assert table.phase(2).grace_used
    assert sweep(now=REPORTS_DUE + timedelta(days=3)) == 1
    assert list(states.values_list("decided_by", flat=True)) == ["adjudicated", "dice"]
    assert is_sound(table)


def test_a_battle_whose_match_is_gone_is_decided_by_dice():
    table = at_match()
    Match.objects.all().delete()

    assert sweep(now=REPORTS_DUE) == 1

    assert contest(table).decided_by == "dice"
    assert is_sound(table)


def test_the_game_master_ends_it_before():
    table = at_match()
    pk = table.campaign.pk

    clock_act(person=table.master, campaign_id=pk, phase=2, action="resolve_now", key="k", now=SOON)

    assert sweep(now=SOON) == 1
    assert match_of(table).ended_at == SOON
    assert is_sound(table)


def test_a_battle_in_a_match_has_no_grace():
    table = at_match()

    assert sweep(now=REPORTS_DUE) == 1

    assert table.phase(2).grace_used is False
    assert not Outbox.objects.filter(kind="ruling").exists()


def test_no_word_of_a_battle_on_a_table_is_lost():
    table = at_war()
    file(table, 0, WON)
    file(table, 1, WON)

    sweep(now=SOON)

    battle = contest(table)
    assert (battle.decided_by, battle.result) == ("reports", WON)
    assert done(table).outside == {}
    assert is_sound(table)


def test_reports_that_never_came_are_dice():
    table = at_war()

    sweep(now=REPORTS_DUE)
    sweep(now=REPORTS_DUE + timedelta(days=3))

    assert contest(table).decided_by == "dice"
    assert is_sound(table)


# Sheets


def test_of_a_battle_in_a_match_nothing_can_be_reported():
    table = at_match()

    with pytest.raises(Conflict) as refused:
        file(table, 0, WON)

    assert refused.value.code == "match_decides"
    assert str(TILE) in refused.value.message


# A phase that cannot be resolved


def test_f05_a_parked_phase_keeps_its_matches_going(
    monkeypatch: pytest.MonkeyPatch, error_log: ErrorLog
):
    table = at_match()
    with monkeypatch.context() as broken:
        broken.setattr("campaign.services.phases.save_state", fails_to_save)
        assert phase_resolve(phase_id=table.phase(2).pk, now=REPORTS_DUE) is None
    assert len(error_log.take()) == 1
    assert table.phase(2).status == Phase.Status.PARKED
    assert (match_of(table).status, contest(table).status) == ("running", "open")

    won(table, 1, now=REPORTS_DUE + timedelta(hours=1))
    retry = REPORTS_DUE + timedelta(hours=2)
    assert table.phase(2).status == Phase.Status.PARKED
    clock_act(
        person=table.master,
        campaign_id=table.campaign.pk,
        phase=2,
        action="retry",
        key="k",
        now=retry,
    )

    assert sweep(now=retry) == 1
    assert contest(table).result == {"tile": TILE, "winner": 1}
    assert is_sound(table)


def fails_to_save(*args: Any) -> None:
    raise ValueError("a fault of ours")


def test_verify_finds_a_result_that_is_not_that_of_the_match():
    table = at_match()
    won(table, 0)
    sweep(now=REPORTS_DUE)
    assert is_sound(table)

    Contest.objects.update(result={"tile": TILE, "winner": 1})

    assert not is_sound(table)


# Mails


def test_f52_a_new_match_is_told_once():
    table = at_match()

    begun = Outbox.objects.filter(kind="match_begun")
    assert sorted(begun.values_list("recipient", flat=True)) == sorted(
        person.pk for person in table.players[:2]
    )


def test_f52_of_a_match_that_ends_with_its_phase_the_report_tells_alone():
    table = at_match()

    sweep(now=REPORTS_DUE)

    assert not Outbox.objects.filter(kind="match_over").exists()
    assert Outbox.objects.filter(kind="report", phase=table.phase(3)).count() == 3


def test_f52_the_end_of_a_match_that_was_played_is_told():
    table = at_match()

    won(table, 0)
    sweep(now=REPORTS_DUE)

    assert Outbox.objects.filter(kind="match_over").count() == 2


def test_f52_of_a_match_that_never_began_only_the_one_in_its_place_is_told():
    table = at_match()
    fought_by(table, "winter")

    assert not Outbox.objects.filter(kind="match_over").exists()
    assert Outbox.objects.filter(kind="match_begun", match=match_of(table)).count() == 2


def test_a_mail_says_what_its_match_is_played_for():
    table = at_match(name="The long war")
    Outbox.objects.exclude(kind="match_begun", recipient=table.players[0]).delete()

    deliver_outbox(now=FOUGHT)

    (message,) = mail.outbox
    assert "It is played for The long war, battle on hex 15." in message.body


def test_f45_who_gave_the_kingdom_up_reads_nothing_of_the_campaign():
    table = at_match(name="The long war")
    kingdom_leave(person=table.players[0], campaign_id=table.campaign.pk, now=SOON)
    Outbox.objects.exclude(recipient=table.players[0]).delete()

    deliver_outbox(now=SOON)

    assert [message.subject.partition(":")[2] for message in mail.outbox] == [
        " your seat was taken over"
    ]
    assert "The long war" not in mail.outbox[0].body
