"""Battles fought otherwise, ruled and paused while somebody moves: see ``tests.races.contests``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from campaign.models import LogEntry
from campaign.services.clock import clock_act
from campaign.services.contest_modes import (
    battle_agree_mode,
    battle_propose_mode,
    battle_set_mode,
)
from campaign.services.phases import sweep
from games.models import Match
from games.services import listeners
from tests.races.contests import (
    LAST_SECOND,
    check_sound,
    codes,
    first_move,
    gives_up,
    resolves,
    rounds,
)
from tests.races.rulings import ruling
from tests.races.together import at_once, errors
from tests.services.nested import (
    SOON,
    at_match,
    contest,
    match_of,
)
from tests.services.war import REPORTS_DUE, TILE

pytestmark = pytest.mark.django_db(transaction=True)


# How it is fought


def test_f12_a_first_move_and_another_mode_at_once():
    def race() -> None:
        table = at_match()
        before = match_of(table).pk

        moved, changed = at_once(
            first_move(table),
            partial(
                battle_set_mode,
                person=table.master,
                campaign_id=table.campaign.pk,
                phase=2,
                tile=TILE,
                mode="winter",
                reason="We agreed.",
                key="k",
                now=SOON,
            ),
        )

        assert codes([moved]) <= {"not_running"}
        assert codes([changed]) <= {"battle_begun"}
        assert isinstance(moved, Exception) != isinstance(changed, Exception)
        has_changed = not isinstance(changed, Exception)
        assert (match_of(table).pk != before) is has_changed
        log = LogEntry.objects.filter(campaign=table.campaign, action="battle_mode")
        assert log.count() == has_changed
        assert Match.objects.filter(status="running", pk__in=[before, match_of(table).pk]).exists()
        sweep(now=REPORTS_DUE)
        check_sound(table)

    rounds(race)


def test_f12_two_sides_who_agree_at_once_change_their_battle_once():
    def race() -> None:
        table = at_match()
        named = {"campaign_id": table.campaign.pk, "phase": 2, "tile": TILE, "now": SOON}

        def says(say: Any, seat: int) -> Callable[[], Any]:
            person = table.players[seat]
            return partial(say, person=person, mode="winter", key=f"{seat}", **named)

        outcomes = at_once(says(battle_propose_mode, 0), says(battle_propose_mode, 1))
        outcomes += at_once(*[says(battle_agree_mode, 1)] * 2)

        assert codes(outcomes) <= {"wish_changed", "battle_begun"}
        battle = contest(table)
        assert (battle.mode, battle.changes) == ("winter", 1)
        matches = Match.objects.filter(source_key__startswith=f"contest-{battle.pk}")
        assert sorted(matches.values_list("status", flat=True)) == ["over", "running"]
        sweep(now=REPORTS_DUE)
        check_sound(table)

    rounds(race)


# Rulings and the clock


def test_f01_a_ruling_the_last_move_and_the_deadline_at_once():
    def race() -> None:
        table = at_match()

        outcomes = at_once(
            ruling(table, None, now=LAST_SECOND),
            gives_up(table, 1, LAST_SECOND),
            resolves(table, REPORTS_DUE),
        )
        listeners.tell(match_of(table).pk, REPORTS_DUE)

        assert codes(outcomes) <= {"phase_over", "not_running"}
        if not isinstance(outcomes[0], Exception):
            assert contest(table).result == {"tile": TILE, "winner": None}
        check_sound(table)

    rounds(race)


def test_f33_a_pause_during_a_move_leaves_no_clock_running():
    def race() -> None:
        table = at_match()
        act = {"person": table.master, "campaign_id": table.campaign.pk, "phase": 2}

        outcomes = at_once(
            first_move(table),
            partial(clock_act, action="pause", key="p", now=SOON, **act),
        )

        assert errors(outcomes) == []
        match = match_of(table)
        assert match.clock == {"kind": "none"}
        assert [match.timing[str(seat)]["due"] for seat in match.asked] == [None]
        clock_act(action="resume", key="r", now=SOON, **act)
        sweep(now=REPORTS_DUE)
        check_sound(table)

    rounds(race)
