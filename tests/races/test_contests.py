"""Nested matches under fire: a match and its campaign rolled forward at the same instant.

After each race: one result, the match as its turns say, books balanced, nothing stuck.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.db import transaction

from campaign.models import Contest, LogEntry, Outbox, Phase
from campaign.services.clock import clock_act
from campaign.services.contest_modes import (
    battle_agree_mode,
    battle_propose_mode,
    battle_set_mode,
)
from campaign.services.memberships import kingdom_hand_over
from campaign.services.phases import phase_resolve, sweep
from campaign.services.regents import kingdom_set_regent
from games.engine.contract import NotAsked
from games.hosting.errors import ServiceError
from games.models import Match, Turn
from games.services import listeners
from games.services.answers import answer_give
from games.services.offers import resign
from games.services.seats import seat_to_bot
from games.services.sweeping import sweep as sweep_matches
from games.services.table import sit
from games.services.verify import verify_match
from tests.factories import Table, make_user
from tests.races.rulings import ruling
from tests.races.together import at_once, errors
from tests.services.nested import (
    SOON,
    at_match,
    contest,
    is_sound,
    match_of,
    occupants,
    resigned,
    told,
)
from tests.services.war import FOUGHT, REPORTS_DUE, TILE, hand_in

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = 3
"""How often a race is run: its two outcomes should both come up."""

LAST_SECOND = REPORTS_DUE - timedelta(seconds=1)


def rounds(race: Callable[[], None]) -> None:
    for _ in range(ROUNDS):
        race()


def codes(outcomes: list[Any]) -> set[str]:
    """Return the codes of what was refused; anything but a refusal fails."""
    refused = errors(outcomes)
    assert [each for each in refused if not isinstance(each, (ServiceError, NotAsked))] == []
    return {each.code for each in refused}  # type: ignore[attr-defined]


def check_sound(table: Table) -> None:
    """Check that every battle was decided once, and everything is as recorded."""
    battle = contest(table)
    assert battle.status == "over"
    decided = told(table, "match_decided") + told(table, "reported")
    assert len(decided) == 1
    winner = battle.result.get("winner")
    assert decided[0]["winner"] == (-1 if winner is None else winner)
    assert table.phase(2).status == Phase.Status.DONE
    assert Phase.objects.filter(campaign=table.campaign, ordinal=3).count() == 1
    for match in Match.objects.filter(source="campaign"):
        assert verify_match(match) == []
    assert is_sound(table)


def first_move(table: Table, now: datetime = SOON) -> Callable[[], Any]:
    """Return the first move of whoever is asked first, ready to be made."""
    match = match_of(table)
    number = match.asked[0]
    person = table.players[contest(table).seats[number]]
    ask = sit_once(match.pk, number)
    return partial(
        answer_give,
        person=person,
        match_id=match.pk,
        revision=match.turn,
        answer=ask.default,
        now=now,
    )


def sit_once(match_id: int, seat: int) -> Any:
    with transaction.atomic():
        return sit(match_id).ask_of(seat)


def gives_up(table: Table, seat: int, now: datetime) -> Callable[[], Any]:
    """Return the last move of a match: a kingdom resigns, and the campaign is told."""
    person, match_id = table.players[seat], match_of(table).pk

    def last_move() -> bool:
        resign(person=person, match_id=match_id, now=now)
        return listeners.tell(match_id, now)

    return last_move


def resolves(table: Table, now: datetime) -> Callable[[], Any]:
    return partial(phase_resolve, phase_id=table.phase(2).pk, now=now)


# The last move and the deadline


def test_f07_the_last_move_and_the_deadline_at_the_same_instant_give_one_result():
    def race() -> None:
        table = at_match()

        outcomes = at_once(
            gives_up(table, 1, LAST_SECOND),
            *[resolves(table, REPORTS_DUE)] * 2,
            partial(sweep, now=REPORTS_DUE),
        )
        listeners.tell(match_of(table).pk, REPORTS_DUE)

        assert codes(outcomes) <= {"not_running"}
        battle = contest(table)
        if battle.decided_by == "match":
            assert battle.result == {"tile": TILE, "winner": 0}
        else:
            assert (battle.decided_by, match_of(table).ending) == ("adjudicated", "adjudicated")
        check_sound(table)

    rounds(race)


def test_f07_a_move_and_the_end_of_the_phase_at_the_same_instant():
    def race() -> None:
        table = at_match()

        outcomes = at_once(
            first_move(table, LAST_SECOND),
            resolves(table, REPORTS_DUE),
            partial(sweep_matches, REPORTS_DUE),
        )

        assert codes(outcomes) <= {"not_running", "moved_on", "not_asked"}
        assert match_of(table).status == "over"
        check_sound(table)

    rounds(race)


def test_f01_many_who_tell_of_one_match_write_one_result():
    def race() -> None:
        table = at_match()
        match = resigned(table, 1)

        outcomes = at_once(
            *[partial(listeners.tell, match.pk, SOON)] * 3, partial(sweep_matches, SOON)
        )

        assert errors(outcomes) == []
        assert sum(outcomes[:3]) <= 1
        match.refresh_from_db()
        assert match.heard_at is not None
        assert contest(table).result == {"tile": TILE, "winner": 0}
        sweep(now=REPORTS_DUE)
        check_sound(table)

    rounds(race)


def test_f01_the_last_sheet_and_the_last_move_at_once_end_the_phase_once():
    def race() -> None:
        table = at_match()
        hand_in(table, 0, {}, now=SOON)

        outcomes = at_once(gives_up(table, 1, SOON), partial(hand_in, table, 1, {}, now=SOON))
        swept = at_once(*[partial(sweep, now=SOON)] * 3)

        assert errors(outcomes) == []
        assert sum(swept) == 1
        check_sound(table)

    rounds(race)


def test_f01_a_month_resolved_by_many_opens_each_match_once():
    def race() -> None:
        table = at_match(month_ends=False)

        outcomes = at_once(
            *[partial(sweep, now=FOUGHT)] * 3,
            partial(phase_resolve, phase_id=table.phase(1).pk, now=FOUGHT),
        )
        sweep(now=FOUGHT)

        assert errors(outcomes) == []
        assert Contest.objects.filter(campaign=table.campaign).count() == 1
        battle = contest(table)
        assert Match.objects.filter(source_key__startswith=f"contest-{battle.pk}").count() == 1
        begun = Outbox.objects.filter(kind="match_begun", match=battle.match_id)
        assert begun.count() == 2

    rounds(race)


# Whoever plays


def test_f12_a_kingdom_handed_over_during_a_move_of_its_player():
    def race() -> None:
        table, heir = at_match(), make_user()
        match = match_of(table)
        seat = contest(table).seats[match.asked[0]]

        moved, handed = at_once(
            first_move(table),
            partial(
                kingdom_hand_over,
                person=table.master,
                campaign_id=table.campaign.pk,
                seat=seat,
                username=heir.username,
                now=SOON,
            ),
        )

        assert handed is None
        assert codes([moved]) <= {"no_match", "not_allowed"}
        assert heir.pk in occupants(match_of(table))
        assert table.players[seat].pk not in occupants(match_of(table))
        turns = Turn.objects.filter(match=match, kind="play").count()
        assert turns == (0 if isinstance(moved, Exception) else 1)
        sweep(now=REPORTS_DUE)
        check_sound(table)

    rounds(race)


def test_f12_a_regent_appointed_while_the_player_gives_the_seat_to_a_bot():
    def race() -> None:
        table = at_match()
        match = match_of(table)

        outcomes = at_once(
            partial(
                kingdom_set_regent,
                person=table.master,
                campaign_id=table.campaign.pk,
                seat=0,
                regent="steward",
                key="k",
                now=SOON,
            ),
            partial(
                seat_to_bot,
                person=table.players[0],
                match_id=match.pk,
                seat=contest(table).seats.index(0),
                bot="greedy",
                now=SOON,
            ),
        )

        assert codes(outcomes) <= {"bot_already", "no_match", "not_allowed"}
        assert occupants(match_of(table)) == ["greedy", table.players[1].pk]
        sweep(now=REPORTS_DUE)
        check_sound(table)

    rounds(race)


def test_f12_a_hand_over_the_last_move_and_the_deadline_at_once():
    def race() -> None:
        table, heir = at_match(), make_user()

        outcomes = at_once(
            gives_up(table, 1, LAST_SECOND),
            partial(
                kingdom_hand_over,
                person=table.master,
                campaign_id=table.campaign.pk,
                seat=1,
                username=heir.username,
                now=LAST_SECOND,
            ),
            resolves(table, REPORTS_DUE),
        )
        listeners.tell(match_of(table).pk, REPORTS_DUE)

        assert codes(outcomes) <= {"no_match", "not_allowed", "not_running"}
        assert table.kingdom(1).player == heir
        check_sound(table)

    rounds(race)


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
