"""Contests at the end of things: the last Winter, a listener that always fails, a long pause."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from campaign.models import Campaign, Contest, Phase
from campaign.services.clock import clock_act
from campaign.services.phases import phase_resolve, sweep
from games.models import Match
from games.services import listeners
from games.services.sweeping import sweep as sweep_matches
from tests.conftest import ErrorLog
from tests.factories import Table
from tests.rules.courtyard import A, B, C
from tests.services.courtly import DUE, SOON, at_court, challenge, court, resolve, set_court
from tests.services.nested import at_match, contest, done, is_sound, match_of, resigned
from tests.services.war import FOUGHT, REPORTS_DUE

pytestmark = pytest.mark.django_db


def played_out(table: Table) -> Campaign:
    """Resolve phase after phase, until the campaign is over."""
    now = DUE
    for _ in range(8):
        now += timedelta(days=10)
        sweep(now=now)
    return Campaign.objects.get(pk=table.campaign.pk)


def test_f05_the_last_winter_ends_its_courts_and_then_the_campaign():
    table = at_court(rules={"years": 1})
    set_court(table, A, B, C)
    challenge(table, A, B, stake={"kind": "purse", "gold": 1, "from": "seats"})

    resolve(table)
    campaign = played_out(table)

    assert campaign.status == Campaign.Status.OVER
    assert [court(table, number).status for number in (1, 2)] == ["over", "lapsed"]
    assert Match.objects.get().status == Match.Status.OVER
    assert not Phase.objects.exclude(status=Phase.Status.DONE).exists()
    assert is_sound(table)


def deaf(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Let the campaign's listener fail whenever it is told; return what it was told of."""
    told: list[int] = []

    def fails(finished: listeners.Finished) -> None:
        told.append(finished.match_id)
        raise RuntimeError("It does not listen.")

    opener = listeners.Opener(fails, *_rest())
    monkeypatch.setitem(listeners._listeners, "campaign", opener)
    return told


def _rest() -> tuple[Any, Any]:
    known = listeners._listeners["campaign"]
    return known.may_watch, known.place


def test_f05_a_listener_that_always_fails_keeps_no_phase_from_its_end(
    monkeypatch: pytest.MonkeyPatch, error_log: ErrorLog
):
    table = at_match()
    told = deaf(monkeypatch)
    match = resigned(table, 0)

    for minutes in range(5, 60, 5):
        sweep_matches(now=match.ended_at + timedelta(minutes=minutes))
    assert contest(table).is_open
    sweep(now=REPORTS_DUE)

    assert len(told) > 5
    assert set(error_log.take()) == {f"the listener of match {match.pk} failed"}
    assert (contest(table).result["winner"], contest(table).decided_by) == (1, "match")
    assert done(table)
    assert sweep_matches(now=REPORTS_DUE + timedelta(days=1)) == 0
    assert is_sound(table)


def test_f33_what_nobody_hears_while_the_clock_stands_ends_with_the_game_masters_word(
    monkeypatch: pytest.MonkeyPatch, error_log: ErrorLog
):
    table = at_match()
    deaf(monkeypatch)
    acts: dict[str, Any] = {"person": table.master, "campaign_id": table.campaign.pk, "phase": 2}
    clock_act(**acts, action="pause", key="p", now=FOUGHT + timedelta(minutes=1))
    listeners.tell(resigned(table, 1).pk)
    late = REPORTS_DUE + timedelta(days=30)

    clock_act(**acts, action="resume", key="r", now=late)
    clock_act(**acts, action="resolve_now", key="n", now=late)
    phase_resolve(phase_id=table.phase(2).pk, now=late)

    assert len(error_log.take()) == 1
    assert (contest(table).result["winner"], match_of(table).heard_at) == (0, late)
    assert done(table)
    assert is_sound(table)


def test_a_court_that_its_match_left_open_in_a_paused_winter_ends_when_that_goes_on():
    table = at_court()
    set_court(table, A, B)
    acts: dict[str, Any] = {"person": table.master, "campaign_id": table.campaign.pk, "phase": 1}

    clock_act(**acts, action="pause", key="p", now=SOON)
    assert sweep(now=DUE + timedelta(days=5)) == 0
    sweep_matches(now=DUE + timedelta(days=5))
    assert court(table).is_open
    clock_act(**acts, action="resume", key="r", now=DUE + timedelta(days=5))
    sweep(now=DUE + timedelta(days=8))

    assert (court(table).status, court(table).decided_by) == ("over", "adjudicated")
    assert not Contest.objects.filter(status="open").exists()
    assert is_sound(table)
