"""Battles fought as matches: opened with their phase, heard once, and waited for."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from campaign.models import Army, Contest, LogEntry, Phase, Tile
from campaign.rules.outside import MATCHES
from campaign.services import contests
from campaign.services.clock import clock_act
from campaign.services.memberships import kingdom_leave
from campaign.services.phases import sweep
from campaign.services.regents import kingdom_set_regent
from games.engine.contract import BadOptions, Problem
from games.models import Match
from games.services import listeners, sourced
from tests.conftest import ErrorLog
from tests.factories import Table
from tests.services.nested import (
    SOON,
    THREE,
    at_match,
    contest,
    done,
    is_sound,
    match_of,
    move,
    occupants,
    resigned,
    told,
    won,
)
from tests.services.war import REPORTS_DUE, START, TILE, at_war, hand_in

pytestmark = pytest.mark.django_db

# Opening


@pytest.mark.parametrize("game", MATCHES)
def test_a_battle_of_every_mode_opens_its_match_between_its_sides(game: str):
    table = at_match(game)

    match, battle = match_of(table), contest(table)
    assert (match.game, match.status, match.source) == (game, "running", "campaign")
    assert (match.source_key, match.is_listed) == (f"contest-{battle.pk}", False)
    assert (battle.mode, battle.status, battle.tile, battle.seats) == (game, "open", TILE, [0, 1])
    assert occupants(match) == [table.players[0].pk, table.players[1].pk]


def test_all_the_time_of_a_match_ends_with_its_phase():
    table = at_match()

    # Three days for the reports: a day and a half for each of two.
    assert match_of(table).clock == {"kind": "total", "minutes": 36 * 60, "increment": 0}
    assert match_of(table).most_defaults == 3


def test_however_short_its_phase_all_the_time_of_a_match_lies_within_it():
    schedule = {"report": {"kind": "length", "minutes": 41}}

    two = at_match(schedule=schedule)
    three = at_match("courtier", position=THREE, schedule=schedule)

    assert match_of(two).clock["minutes"] == 20
    assert match_of(three).clock["minutes"] == 13


def test_the_last_seconds_of_a_phase_leave_each_seat_a_minute():
    table = at_match()
    phase = table.phase(2)

    late = contests.Running(table.campaign, phase, REPORTS_DUE - timedelta(seconds=5))

    assert late.clock(2) == {"kind": "total", "minutes": 1}


def test_who_has_a_regent_or_no_player_is_played_by_the_bot():
    def go(table: Table) -> None:
        kingdom_leave(person=table.players[1], campaign_id=table.campaign.pk)

    table = at_match(before_month=go)

    assert occupants(match_of(table)) == [table.players[0].pk, "greedy"]


def test_a_kingdom_with_a_regent_is_played_by_the_bot():
    def appoint(table: Table) -> None:
        pk = table.campaign.pk
        kingdom_set_regent(person=table.master, campaign_id=pk, seat=1, regent="steward", key="k")

    table = at_match(before_month=appoint)

    assert occupants(match_of(table)) == [table.players[0].pk, "greedy"]


def test_three_kingdoms_on_a_hex_play_one_courtier():
    table = at_match("courtier", position=THREE)

    battle = contest(table)
    assert sorted(battle.seats) == [0, 1, 2]
    people = {table.players[seat].pk: seat for seat in range(3)}
    assert [people[who] for who in occupants(match_of(table))] == battle.seats


def test_a_battle_on_a_table_is_a_contest_without_a_match():
    table = at_war()

    battle = contest(table)
    assert (battle.mode, battle.match, battle.status) == ("tabletop", None, "open")


def test_simple_battles_are_no_contests():
    table = at_match("simple")

    assert not Contest.objects.exists()
    assert table.phase(2).kind == "month"


def test_f05_a_match_that_cannot_be_opened_leaves_the_battle_to_dice(
    monkeypatch: pytest.MonkeyPatch, error_log: ErrorLog
):
    def fails(**fields: Any) -> Match:
        raise BadOptions(Problem("bad_options", "no"))

    monkeypatch.setattr(sourced, "open_for", fails)

    table = at_match()

    battle = contest(table)
    assert error_log.take() == [f"contest {battle.pk} could not be opened"]
    assert (battle.status, battle.decided_by, battle.match) == ("over", "fault", None)
    assert battle.result == {"tile": TILE, "dice": True}
    entry = LogEntry.objects.get(campaign=table.campaign, action="no_match")
    assert entry.data == {"phase": 2, "tile": TILE}
    assert sweep(now=REPORTS_DUE) == 1
    assert [event["simple"] for event in told(table, "reported")] == [1]
    assert is_sound(table)


# Hearing


def test_the_result_comes_home_and_the_month_goes_on():
    table = at_match()

    won(table, 0)

    battle = contest(table)
    assert (battle.status, battle.decided_by, battle.decided_at) == ("over", "match", SOON)
    assert battle.result == {"tile": TILE, "winner": 0}
    hand_in(table, 0, {}, now=SOON)
    hand_in(table, 1, {}, now=SOON)
    assert sweep(now=SOON) == 1
    assert told(table, "match_decided") == [
        {"battle": 1, "tile": TILE, "mode": "winter_court", "winner": 0}
    ]
    assert Tile.objects.get(campaign=table.campaign, number=TILE).owner == table.kingdom(0)
    # The only hex beside that the beaten kingdom holds is its capital (3d).
    assert Army.objects.get(kingdom=table.kingdom(1)).tile.number == 16
    assert done(table).outside == {"results": [{"tile": TILE, "winner": 0}]}
    assert is_sound(table)


def test_the_defender_who_wins_keeps_the_hex():
    table = at_match()

    won(table, 1)
    sweep(now=REPORTS_DUE)

    assert [event["winner"] for event in told(table, "match_decided")] == [1]
    assert Tile.objects.get(campaign=table.campaign, number=TILE).owner == table.kingdom(1)
    assert is_sound(table)


def test_what_the_sides_say_comes_after_counts_for_the_rest_of_the_month():
    table = at_match()

    won(table, 0)
    hand_in(table, 0, {"advance": [{"army": 1, "to": 16}]}, now=SOON)
    hand_in(table, 1, {"retreat": [16]}, now=SOON)
    sweep(now=SOON)

    assert [event["tile"] for event in told(table, "retreated")] == [16]


def test_a_skirmish_brings_home_what_both_sides_lost():
    table = at_match("skirmish")

    resigned(table, 1)
    finished = listeners.finished(match_of(table))
    listeners.tell(match_of(table).pk, SOON)

    points = match_of(table).options["points"]
    assert finished.casualties == ((0, points[0]), (0, points[1]))
    assert contest(table).result == {
        "tile": TILE,
        "winner": 0,
        "slain": [[0, points[0]], [0, points[1]]],
    }


def test_the_order_of_a_courtier_for_three_is_that_of_its_match():
    table = at_match("courtier", position=THREE)
    seats = contest(table).seats

    listeners.tell(resigned(table, 0).pk, SOON)

    result = contest(table).result
    places = match_of(table).outcome["places"]
    assert result["places"] == {str(seat): places[at] for at, seat in enumerate(seats)}
    # Who resigns is last.
    assert result["places"]["0"] == 3


def test_f01_a_match_is_heard_once_however_often_it_is_told():
    table = at_match()
    match = resigned(table, 1)

    first, again = (listeners.tell(match.pk, SOON) for _ in range(2))
    contests.heard(listeners.finished(match))

    assert (first, again) == (True, False)
    assert (contest(table).decided_at, contest(table).result["winner"]) == (SOON, 0)


def test_after_the_phase_nothing_happens_and_the_listener_counts_as_told():
    table = at_match()
    match = resigned(table, 1, now=REPORTS_DUE - timedelta(seconds=1))
    sweep(now=REPORTS_DUE)
    Match.objects.filter(pk=match.pk).update(heard_at=None)
    before = Contest.objects.filter(pk=contest(table).pk).values().get()

    assert listeners.tell(match.pk, REPORTS_DUE + timedelta(hours=1))

    assert Contest.objects.filter(pk=contest(table).pk).values().get() == before
    assert Phase.objects.filter(campaign=table.campaign).count() == 4
    assert is_sound(table)


def test_a_played_move_changes_nothing_of_the_campaign():
    table = at_match()

    asked = match_of(table).asked[0]
    move(table, table.players[contest(table).seats[asked]])

    assert contest(table).status == "open"
    assert sweep(now=SOON) == 0


# Ending early


def test_the_phase_waits_for_the_match_and_for_both_sheets():
    table = at_match()

    hand_in(table, 0, {}, now=SOON)
    hand_in(table, 1, {}, now=SOON)
    with_both_sheets = sweep(now=SOON)
    won(table, 0)

    assert (with_both_sheets, sweep(now=SOON)) == (0, 1)
    assert done(table).closing == "all_in"


def test_f11_a_match_heard_of_late_ends_no_phase_before_its_last_sheet():
    table, later = at_match(), SOON + timedelta(minutes=5)
    match = resigned(table, 1)
    hand_in(table, 0, {}, now=later)
    hand_in(table, 1, {}, now=later)

    listeners.tell(match.pk, later)

    assert (contest(table).decided_at, table.phase(2).due_at) == (SOON, later)
    assert (sweep(now=SOON), sweep(now=later)) == (0, 1)


def test_the_phase_waits_for_the_sheet_of_a_side_after_the_match():
    table = at_match()

    won(table, 0)
    hand_in(table, 0, {}, now=SOON)
    with_one_sheet = sweep(now=SOON)
    hand_in(table, 1, {}, now=SOON)

    assert (with_one_sheet, sweep(now=SOON)) == (0, 1)


def test_where_nothing_ends_early_the_deadline_is_waited_for():
    table = at_match(ends_early=False)

    won(table, 0)
    hand_in(table, 0, {}, now=SOON)
    hand_in(table, 1, {}, now=SOON)

    assert (sweep(now=SOON), sweep(now=REPORTS_DUE)) == (0, 1)


def test_f33_a_match_that_ends_while_the_clock_stands_still_ends_the_phase_afterwards():
    table = at_match()
    act = {"person": table.master, "campaign_id": table.campaign.pk, "phase": 2}
    hand_in(table, 0, {}, now=SOON)
    hand_in(table, 1, {}, now=SOON)
    clock_act(action="pause", key="p", now=SOON, **act)

    won(table, 0, now=SOON + timedelta(hours=1))
    later = SOON + timedelta(hours=2)
    assert table.phase(2).due_at is None
    clock_act(action="resume", key="r", now=later, **act)

    assert sweep(now=later) == 1
    assert is_sound(table)


def test_kingdoms_of_regents_alone_go_no_faster_than_the_deadline():
    def appoint(table: Table) -> None:
        pk = table.campaign.pk
        for seat in range(3):
            kingdom_set_regent(
                person=table.master, campaign_id=pk, seat=seat, regent="steward", key=f"{seat}"
            )

    table = at_match(before_month=appoint)
    won(table, 0)

    assert (sweep(now=SOON), sweep(now=REPORTS_DUE)) == (0, 1)


# The house rule of absence


@pytest.mark.parametrize(("absent", "bot", "most"), [("hold", "", 3), ("steward", "greedy", 0)])
def test_whose_time_is_up_is_answered_for_as_the_house_rule_says(absent: str, bot: str, most: int):
    def stay(table: Table) -> None:
        hand_in(table, 1, {}, phase=1, now=START)

    table = at_match(rules={"absent": absent}, before_month=stay)

    match = match_of(table)
    assert (match.stand_in, match.most_defaults) == (bot, most)
