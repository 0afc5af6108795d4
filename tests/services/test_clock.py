"""The game master's clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from campaign.models import LogEntry, Phase
from campaign.services.clock import clock_act
from campaign.services.memberships import kingdom_hand_over
from campaign.services.phases import phase_resolve, sweep
from campaign.services.submissions import sheet_submit
from games.hosting.errors import Conflict, NotAllowed, ServiceError, Stale
from tests.factories import Table, make_table

pytestmark = pytest.mark.django_db

START = datetime(2026, 3, 28, 12, tzinfo=UTC)
DUE = START + timedelta(days=2)
HOUR = timedelta(hours=1)


def act(table: Table, action: str, at: datetime, key: str = "", **fields: Any) -> Phase:
    return clock_act(
        person=fields.pop("person", table.master),
        campaign_id=table.campaign.pk,
        phase=fields.pop("phase", 1),
        action=action,
        key=key or f"{action} {at}",
        now=at,
        **fields,
    )


def test_f33_a_pause_keeps_exactly_the_time_that_was_left():
    # The spring clock change lies inside the pause. Two days by Berlin's clocks are 47 hours then.
    table = make_table(now=START, time_zone="Europe/Berlin")

    act(table, "pause", START + 10 * HOUR)
    paused = table.phase()
    act(table, "resume", START + 100 * HOUR)

    assert (paused.due_at, paused.remaining) == (None, 37 * HOUR)
    assert table.phase().due_at == START + 137 * HOUR


def test_a_paused_phase_is_never_due_but_takes_sheets():
    table = make_table(now=START)
    act(table, "pause", START + HOUR)

    for person in table.players:
        sheet_submit(
            person=person,
            campaign_id=table.campaign.pk,
            phase=1,
            sheet={},
            now=START + 3 * HOUR,
        )

    assert sweep(now=START + timedelta(days=99)) == 0
    assert sorted(table.phase().asks.exclude(submission=None).values_list("kingdom__seat")) == [
        (0,),
        (1,),
    ]


def test_a_resumed_phase_ends_at_once_if_everybody_came_in_meanwhile():
    table = make_table(now=START)
    act(table, "pause", START + HOUR)
    for person in table.players:
        sheet_submit(
            person=person, campaign_id=table.campaign.pk, phase=1, sheet={}, now=START + 2 * HOUR
        )

    act(table, "resume", START + 3 * HOUR)

    assert (table.phase().due_at, table.phase().closing) == (START + 3 * HOUR, "all_in")


def test_f31_the_same_extension_pressed_six_times_moves_the_deadline_once():
    table = make_table(now=START)

    for _ in range(6):
        act(table, "extend", START + HOUR, key="k1", minutes=24 * 60, reason="snow")

    assert table.phase().due_at == DUE + timedelta(days=1)
    assert LogEntry.objects.filter(action="extend").count() == 1
    assert LogEntry.objects.get(action="extend").reason == "snow"


def test_f31_extensions_count_from_the_current_deadline_up_to_a_limit():
    table = make_table(now=START)

    act(table, "extend", START + HOUR, key="a", minutes=7 * 24 * 60, reason="snow")
    act(table, "extend", START + HOUR, key="b", minutes=7 * 24 * 60, reason="snow")
    with pytest.raises(ServiceError) as refused:
        act(table, "extend", START + HOUR, key="c", minutes=5, reason="snow")

    assert table.phase().due_at == DUE + timedelta(days=14)
    assert refused.value.code == "extension_too_long"


def test_f32_an_extension_leaves_the_later_deadlines_on_their_grid():
    daily = {"kind": "daily", "at": "20:00", "days": 1, "at_least": 360}
    table = make_table(now=START, schedule={"sheet": daily, "deploy": daily})
    act(table, "extend", START + HOUR, minutes=3 * 60, reason="snow")

    phase_resolve(phase_id=table.phase().pk, now=table.phase().due_at)

    assert table.phase().due_at == datetime(2026, 3, 28, 23, tzinfo=UTC)
    assert table.phase(2).due_at == datetime(2026, 3, 29, 20, tzinfo=UTC)


def test_extending_while_paused_adds_to_the_time_left():
    table = make_table(now=START)
    act(table, "pause", START + 10 * HOUR)

    act(table, "extend", START + 20 * HOUR, minutes=120, reason="snow")
    act(table, "resume", START + 30 * HOUR)

    assert table.phase().due_at == START + 70 * HOUR


def test_resolve_now_ends_the_phase_once_with_what_is_in():
    table = make_table(now=START)

    act(table, "resolve_now", START + HOUR, key="now")
    resolved = sweep(now=START + HOUR)
    with pytest.raises(Conflict) as late:
        act(table, "resolve_now", START + 2 * HOUR, key="other")

    assert resolved == 1
    assert table.phase().closing == "resolve_now"
    assert late.value.code == "phase_over"
    assert table.phase(2).status == Phase.Status.OPEN


def test_pressing_resolve_now_again_after_it_was_done_changes_nothing():
    table = make_table(now=START)
    act(table, "resolve_now", START + HOUR, key="now")
    sweep(now=START + HOUR)

    act(table, "resolve_now", START + HOUR, key="now")

    assert sweep(now=START + HOUR) == 0
    assert table.phase(2).due_at > START + HOUR


def test_the_clock_moves_only_from_the_state_that_was_seen():
    table = make_table(now=START)
    seen = table.phase().revision
    act(table, "pause", START + HOUR, revision=seen)

    with pytest.raises(Stale) as refused:
        act(table, "extend", START + HOUR, minutes=60, reason="snow", revision=seen)

    assert refused.value.code == "phase_changed"


@pytest.mark.parametrize(
    ("action", "fields", "code"),
    [
        ("extend", {"minutes": 60, "reason": "  "}, "reason_missing"),
        ("extend", {"minutes": -60, "reason": "snow"}, "bad_extension"),
        ("extend", {"minutes": None, "reason": "snow"}, "bad_extension"),
        ("resume", {}, "not_paused"),
        ("retry", {}, "not_parked"),
        ("rewind", {}, "unknown_action"),
        ("pause", {"phase": 9}, "no_phase"),
        ("pause", {"key": "x" * 65}, "bad_key"),
    ],
)
def test_what_the_clock_cannot_do_is_refused(action: str, fields: dict[str, Any], code: str):
    table = make_table(now=START)
    before = table.phase()

    with pytest.raises(ServiceError) as refused:
        act(table, action, START + HOUR, **fields)

    assert refused.value.code == code
    assert (table.phase().due_at, table.phase().revision) == (before.due_at, before.revision)
    assert not LogEntry.objects.exclude(action="start").exists()


def test_only_the_game_master_holds_the_clock():
    table = make_table(now=START)

    with pytest.raises(NotAllowed):
        act(table, "pause", START + HOUR, person=table.players[0])


def test_f16_a_key_never_meets_one_of_the_logs_own():
    table = make_table(now=START)

    act(table, "pause", START + HOUR, key="start")
    act(table, "resume", START + 2 * HOUR, key="hand-over 1")
    kingdom_hand_over(
        person=table.master, campaign_id=table.campaign.pk, seat=1, username=None, now=START
    )

    assert table.phase().due_at == DUE + HOUR
    assert table.kingdom(1).player is None


def test_a_reason_is_one_line_of_letters_for_all_to_read():
    table = make_table(now=START)

    act(table, "extend", START, minutes=60, reason=" Snow\n on\u202e the \x1bpass\0 ")
    with pytest.raises(ServiceError) as refused:
        act(table, "extend", START, key="k", minutes=60, reason="\u200b \u202e")

    assert LogEntry.objects.get(action="extend").reason == "Snow on the pass"
    assert refused.value.code == "reason_missing"
