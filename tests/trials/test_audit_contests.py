"""The audit of `manage.py chaos` finds what went wrong with battles and courts."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from campaign.models import Contest, Event, LogEntry, Phase
from campaign.services.contest_modes import battle_set_mode
from campaign.services.phases import sweep
from campaign.services.rulings import battle_rule
from campaign.trials.chaos import witness
from campaign.trials.chaos.audit_contests import audit_contests
from campaign.trials.chaos.ledger import Ledger, Moved, Said
from campaign.trials.findings import Findings
from games.models import Match, Seat, Turn
from games.services import listeners
from tests.factories import Table, make_user
from tests.services import courtly, nested
from tests.services.courtly import DUE, GOLD, at_court, challenge, resolve, set_court
from tests.services.nested import SOON, at_match, contest, match_of, move
from tests.services.war import REPORTS_DUE, TILE

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def found(table: Table, ledger: Ledger | None = None) -> Findings:
    findings = Findings()
    audit_contests(table.campaign, ledger or Ledger(), findings)
    return findings


def lines(table: Table, ledger: Ledger | None = None) -> list[str]:
    return list(found(table, ledger).lines())


@pytest.fixture
def fought() -> Table:
    """A battle that a match decided, in a phase that is done."""
    table = at_match("winter")
    nested.won(table, 0)
    assert sweep(now=REPORTS_DUE) == 1
    return table


@pytest.fixture
def held() -> Table:
    """A court for gold that seat 0 won from seat 1, in a phase that is done."""
    table = at_court()
    set_court(table, 0, 1, stake=GOLD)
    courtly.won(table, 0)
    resolve(table)
    return table


def told(table: Table, *said: tuple[int, str, int]) -> Ledger:
    """Return a ledger of what was said in the phase of courts: court, what, by whom."""
    pk = table.campaign.pk
    return Ledger(said={Said(pk, 1, court, what, by) for court, what, by in said})


# Battles and matches


def test_a_battle_that_came_home_is_clean(fought: Table):
    assert lines(fought) == []


def test_a_battle_whose_match_is_open_still_is_clean():
    assert lines(at_match("winter")) == []


def test_a_result_that_is_not_the_matchs_is_found(fought: Table):
    Contest.objects.update(result={"tile": TILE, "winner": 1})

    findings = found(fought)

    name = f"campaign {fought.campaign.pk}, phase 2, battle 1"
    assert findings.other[0] == f"{name}: its result is not that of its match"
    assert len(findings.other) == 2  # and the rules were told otherwise


def test_what_the_rules_were_told_of_another_battle_is_found(fought: Table):
    told_too = {"results": [{"tile": TILE, "winner": 0}, {"tile": 3, "winner": 1}]}
    Phase.objects.filter(pk=fought.phase(2).pk).update(outside=told_too)

    assert len(found(fought).other) == 1


def test_a_battle_that_waits_in_a_phase_that_is_done_is_stuck(fought: Table):
    Contest.objects.update(status="open", result=None)

    stuck = found(fought).stuck

    name = f"campaign {fought.campaign.pk}, phase 2, battle 1"
    assert stuck[0] == f"{name} is open in a phase that is done"


def test_a_match_that_nobody_heard_of_is_stuck(fought: Table):
    match = match_of(fought)
    Match.objects.filter(pk=match.pk).update(heard_at=None)

    assert found(fought).stuck == [f"match {match.pk} of {match.source_key} is over, heard None"]


def test_a_match_that_runs_for_a_battle_that_is_over_is_stuck():
    table = at_match("winter")
    Contest.objects.update(status="over", decided_by="dice", result={"tile": TILE, "dice": True})

    assert len(found(table).stuck) == 1


def test_a_match_whose_bot_is_left_asked_is_stuck():
    table = at_match("winter")
    asked = Seat.objects.filter(match=match_of(table), number__in=match_of(table).asked)
    asked.update(kind="bot", user=None, bot="greedy")

    assert len(found(table).stuck) == 1


@pytest.mark.parametrize(("times", "where"), [(0, "lost"), (2, "duplicated")])
def test_a_battle_is_told_exactly_once(fought: Table, times: int, where: str):
    event = Event.objects.get(phase=fought.phase(2), kind="match_decided")
    if times:
        event.pk, event.index = None, 9_999
        event.save()
    else:
        event.delete()

    name = f"campaign {fought.campaign.pk}, phase 2, battle 1"
    assert lines(fought) == [f"{where}: {name} was told {times} times"]


def test_who_sits_at_a_match_and_does_not_play_that_kingdom_is_found():
    table = at_match("winter")
    Seat.objects.filter(match=match_of(table), number=0).update(user=make_user())

    assert len(found(table).other) == 1


def test_a_bot_that_sits_where_a_person_plays_is_found():
    table = at_match("winter")
    seat = Seat.objects.filter(match=match_of(table), number=0)
    seat.update(kind="bot", user=None, bot="greedy")

    assert any("'s, not" in line for line in found(table).other)


# What people were told at matches


def moved(table: Table) -> Moved:
    """Let whoever is asked move; return what they were told."""
    match, battle = match_of(table), contest(table)
    seat = match.asked[0]
    person = table.players[battle.seats[seat]]
    given = move(table, person)
    return Moved(match.pk, match.turn, seat, person.pk, given.answer)


def test_a_move_that_was_played_and_acknowledged_is_clean():
    table = at_match("winter")

    assert lines(table, Ledger(moved=[moved(table)])) == []


def test_a_move_that_nobody_was_told_of_is_one_too_many():
    table = at_match("winter")
    moved(table)

    assert len(found(table).duplicated) == 1


def test_an_acknowledged_move_that_was_not_played_is_lost():
    table = at_match("winter")
    told_of = moved(table)
    Turn.objects.filter(match=match_of(table), number=told_of.revision + 1).update(answers={})
    Turn.objects.filter(match=match_of(table)).update(sources={})

    assert len(found(table, Ledger(moved=[told_of])).lost) == 1


def test_an_acknowledged_resignation_that_is_not_on_record_is_lost(fought: Table):
    match = match_of(fought)
    ledger = Ledger(resigned={(match.pk, fought.players[1].pk)})

    assert lines(fought, ledger) == [f"lost: match {match.pk}: somebody resigned"]


def ruled(table: Table, **reports: Any) -> Ledger:
    """Let the game master rule the battle, by key; return what they were told."""
    where: dict[str, Any] = {"campaign_id": table.campaign.pk, "phase": 2, "tile": TILE}
    for key, report in reports.items():
        battle_rule(person=table.master, **where, report=report, reason="r", key=key, now=SOON)
    pk = table.campaign.pk
    return Ledger(ruled={(pk, 2, TILE, key): report for key, report in reports.items()})


@pytest.mark.parametrize("report", [{"winner": 1}, {"simple": True}, {"standing": True}])
def test_the_last_ruling_counts(report: dict[str, Any]):
    table = at_match("winter")

    ledger = ruled(table, first={"winner": None}, last=report)

    assert lines(table, ledger) == []


@pytest.mark.parametrize("report", [{"winner": 1}, {"simple": True}])
def test_an_acknowledged_ruling_that_a_match_overrode_is_lost(report: dict[str, Any]):
    table = at_match("winter")
    ledger = ruled(table, k=report)
    result = {"tile": TILE, "winner": 0}
    Contest.objects.update(decided_by="match", result=result)
    Match.objects.update(outcome={**match_of(table).outcome, "winners": [0]})

    assert len(found(table, ledger).lost) == 1


def test_a_ruling_that_nobody_made_is_found(fought: Table):
    Contest.objects.update(decided_by="ruling")

    place = f"campaign {fought.campaign.pk}: ruling (phase, tile) (2, {TILE})"
    assert found(fought).lost == [f"{place}: None"]


@pytest.fixture
def changed() -> Table:
    """A battle that the game master has fought by another match than it began with."""
    table = at_match("winter")
    where: dict[str, Any] = {"campaign_id": table.campaign.pk, "phase": 2, "tile": TILE}
    battle_set_mode(
        person=table.master, **where, mode="winter_court", reason="r", key="k", now=SOON
    )
    return table


def changes(table: Table) -> Ledger:
    return Ledger(modes={(table.campaign.pk, 2, TILE, "winter_court", "k")})


def test_a_change_of_mode_that_counts_is_clean(changed: Table):
    assert lines(changed, changes(changed)) == []


def test_a_change_of_mode_that_does_not_count_is_lost(changed: Table):
    Contest.objects.update(mode="skirmish")

    assert len(found(changed, changes(changed)).lost) == 1


def test_a_change_of_mode_without_a_record_is_lost(changed: Table):
    LogEntry.objects.filter(action="battle_mode").delete()

    assert len(found(changed, changes(changed)).lost) == 1


def test_the_match_of_before_a_change_of_mode_is_over(changed: Table):
    first = Match.objects.filter(source="campaign").earliest("pk")
    Match.objects.filter(pk=first.pk).update(heard_at=None)

    stuck = found(changed, changes(changed)).stuck

    assert stuck == [f"match {first.pk} of {first.source_key} is over, heard None"]


# Courts


def test_a_court_that_was_paid_is_clean(held: Table):
    assert Event.objects.filter(phase=held.phase(1), kind="purse_won").count() == 1
    assert set(lines(held, told(held, (1, "set", -1)))) == resignations(held)


def resignations(table: Table) -> set[str]:
    """Return what is found of those who resigned in the fixtures, of which no ledger knows."""
    ids = Match.objects.filter(source="campaign").values_list("pk", flat=True)
    return {f"duplicated: match {pk}: nobody resigned" for pk in ids}


@pytest.mark.parametrize("kind", ["purse_paid", "purse_won"])
def test_gold_that_was_paid_and_not_won_is_found(held: Table, kind: str):
    event = Event.objects.get(phase=held.phase(1), kind=kind)
    event.data = {**event.data, "gold": 1}
    event.save()

    assert any("of gold" in line for line in found(held, told(held, (1, "set", -1))).other)


def test_a_purse_that_the_loser_won_is_found(held: Table):
    event = Event.objects.get(phase=held.phase(1), kind="purse_won")
    event.data = {**event.data, "kingdom": 1}
    event.save()

    assert any("but the winner is 0" in line for line in found(held).other)


def test_more_than_a_kingdom_had_staked_is_found(held: Table):
    Contest.objects.update(stake={**GOLD, "gold": 4, "food": 0})

    name = f"campaign {held.campaign.pk}, phase 1"
    other = found(held).other
    assert f"{name}: kingdom 0 staked 4 gold and had 3" in other
    assert f"{name}: kingdom 1 staked 4 gold and had 3" in other


def test_a_court_that_nobody_was_told_of_is_one_too_many(held: Table):
    assert len(found(held).duplicated) == 2  # the other is who resigned


def test_a_court_that_is_gone_is_lost(held: Table):
    ledger = told(held, (1, "set", -1), (2, "set", -1))

    assert len(found(held, ledger).lost) == 1


@pytest.fixture
def challenged() -> Table:
    """A challenge that nobody has answered."""
    table = at_court()
    challenge(table, 0, 1)
    return table


def test_a_challenge_is_clean(challenged: Table):
    assert lines(challenged, told(challenged, (1, "challenge", 0))) == []


def test_an_acknowledged_answer_that_is_not_on_record_is_lost(challenged: Table):
    ledger = told(challenged, (1, "challenge", 0), (1, "accept", 1))

    assert len(found(challenged, ledger).lost) == 1


def test_a_court_that_began_before_all_had_accepted_is_found(challenged: Table):
    Contest.objects.update(status="open")

    other = found(challenged, told(challenged, (1, "challenge", 0))).other

    assert other == ["court (1, 1): open, accepted by [0] of [0, 1]"]


def test_a_challenge_that_ended_declined_without_a_word_is_found(challenged: Table):
    Contest.objects.update(status="declined")

    other = found(challenged, told(challenged, (1, "challenge", 0))).other

    assert other == ["court (1, 1): declined, but declined 0 times"]


def test_a_challenge_that_waits_in_a_phase_that_is_done_is_stuck(challenged: Table):
    resolve(challenged, now=DUE + timedelta(hours=1))
    Contest.objects.update(status="proposed")

    assert len(found(challenged, told(challenged, (1, "challenge", 0))).stuck) == 1


# The witness


def test_without_a_witness_nothing_is_doubled():
    assert list(witness.doubled()) == []


@pytest.mark.postgresql
def test_the_witness_sees_what_rows_do_not_say():
    witness.install()
    table = at_match("winter")
    nested.won(table, 0)
    once = list(witness.doubled())
    row, match = contest(table), match_of(table)

    Contest.objects.filter(pk=row.pk).update(result={"tile": TILE, "winner": 1})
    Match.objects.filter(pk=match.pk).update(heard_at=None)
    listeners.tell(match.pk, SOON)

    assert once == []
    named = [line.partition(":")[0] for line in witness.doubled()]
    assert sorted(named) == [f"contest {row.pk}", f"heard {match.pk}"]


@pytest.mark.postgresql
def test_the_witness_lets_the_game_master_have_the_last_word():
    witness.install()
    table = at_match("winter")
    nested.won(table, 0)

    Contest.objects.update(result={"tile": TILE, "winner": 1}, decided_by="ruling")

    assert list(witness.doubled()) == []
