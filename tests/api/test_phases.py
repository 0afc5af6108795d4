"""The running phase, reports, events since a cursor, dice and the log, by API."""

from __future__ import annotations

import hashlib

import pytest

from campaign.models import Event, Phase
from campaign.services.phases import phase_resolve
from tests.api.client import Api, is_problem, one, player, sheet_path
from tests.factories import Table, make_table

pytestmark = pytest.mark.django_db


def resolve(table: Table, ordinal: int) -> None:
    phase = table.phase(ordinal)
    assert phase.due_at is not None
    phase_resolve(phase_id=phase.pk, now=phase.due_at)


def test_the_running_phase_costs_a_304_until_its_clock_changes():
    table = make_table()
    me, master = player(table, 0), Api(table.master)

    first = me.get(one(table, "phase/"))
    again = me.get(one(table, "phase/"), If_None_Match=first.headers["ETag"])
    master.post(one(table, "clock/"), {"action": "pause", "phase": 1, "key": "k"})
    paused = me.get(one(table, "phase/"), If_None_Match=first.headers["ETag"])

    assert (first.json()["ordinal"], first.json()["kind"]) == (1, "winter")
    assert first.json()["asked"] == [0, 1]
    assert (again.status_code, again.headers["ETag"]) == (304, first.headers["ETag"])
    assert paused.json()["is_paused"] is True
    assert paused.json()["deadline"] is None
    # The first sheet has two days in these campaigns, less the moment the test took.
    assert 2880 * 60 - 60 < paused.json()["remaining"] <= 2880 * 60


def test_before_and_after_no_phase_runs():
    forming = make_table(started=False)
    over = make_table(options={"rules": {"years": 1}})
    resolve(over, 1)
    resolve(over, 2)

    assert is_problem(player(forming, 0).get(one(forming, "phase/")), 404, "no_phase")
    assert is_problem(player(over, 0).get(one(over, "phase/")), 404, "no_phase")
    shown = player(over, 0).get(one(over)).json()
    assert (shown["status"], shown["phase"]) == ("over", None)
    assert player(over, 0).get(one(over, "ask/")).json() == {"phase": None, "ask": None}
    assert player(over, 0).get(one(over, "map/")).json()["position"]["stage"] == "over"
    assert player(over, 0).get("me/asks/").json() == []


def test_phases_that_are_done_are_listed_newest_first():
    table = make_table()
    resolve(table, 1)
    me = player(table, 0)

    page = me.get(one(table, "phases/?limit=1")).json()
    rest = me.get(page["next"].removeprefix("http://testserver")).json()

    found = page["results"] + rest["results"]
    assert [(phase["ordinal"], phase["kind"]) for phase in found] == [(1, "winter"), (0, "start")]
    assert found[0]["closing"] == "deadline"


def test_a_running_phase_has_neither_report_nor_dice():
    table = make_table()
    me = player(table, 0)

    assert is_problem(me.get(one(table, "phases/1/")), 409, "phase_running")
    assert is_problem(me.get(one(table, "phases/1/dice/")), 409, "phase_running")
    assert is_problem(me.get(one(table, "phases/9/")), 404, "no_phase")


def test_f41_the_dice_of_a_phase_that_is_done_can_be_checked():
    table = make_table()
    me = player(table, 0)
    published = me.get(one(table, "phases/")).json()["results"][0]["commitment"]

    dice = me.get(one(table, "phases/0/dice/")).json()

    assert dice["commitment"] == published
    assert dice["draws"][0]["label"] == "order.start.1"
    assert dice["draws"] == me.get(one(table, "phases/0/")).json()["draws"]
    secret = bytes.fromhex(dice["secret"])
    assert len(secret) == 32
    assert table.campaign.secret != dice["secret"]
    assert hashlib.sha256(secret).hexdigest() != table.campaign.secret


def test_events_since_a_cursor_come_once_and_in_order():
    table = make_table()
    me = player(table, 0)
    resolve(table, 1)

    whole = me.get(one(table, "events/?limit=200")).json()
    cursor, pages = "", []
    while True:
        page = me.get(one(table, f"events/?limit=3&since={cursor}")).json()
        pages += page["events"]
        cursor = page["next"]
        if not page["more"]:
            break
    later = me.get(one(table, f"events/?since={cursor}")).json()
    resolve(table, 2)
    fresh = me.get(one(table, f"events/?since={cursor}")).json()

    assert pages == whole["events"]
    assert len(pages) > 10
    assert later == {"events": [], "next": cursor, "more": False}
    assert {event["phase"] for event in fresh["events"]} == {2}


def test_events_go_on_after_many_phases_in_which_nothing_is_to_be_seen():
    table = make_table(2)
    me = player(table, 0)
    seen = me.get(one(table, "events/")).json()["next"]
    running = table.phase(1)
    Phase.objects.filter(pk=running.pk).update(ordinal=99)
    quiet = [
        Phase(campaign=table.campaign, ordinal=n, kind="tithe", year=1, status="done", state={},
              opened_at=running.opened_at, commitment="")
        for n in range(1, 31)
    ]  # fmt: skip
    Phase.objects.bulk_create(quiet)
    last = Phase.objects.get(campaign=table.campaign, ordinal=30)
    Event.objects.create(phase=last, index=0, kind="year_began", data={"year": 2}, seen_by=None)

    first = me.get(one(table, f"events/?since={seen}")).json()
    second = me.get(one(table, f"events/?since={first['next']}")).json()

    assert (first["events"], first["more"]) == ([], True)
    assert [event["kind"] for event in second["events"]] == ["year_began"]
    assert second["more"] is False


def test_f43_private_events_leave_no_gap_for_others():
    table = make_table()
    resolve(table, 1)
    phase = table.phase(1)
    Event.objects.filter(phase=phase).delete()
    told = [(0, None), (1, [0]), (2, [0]), (3, None)]
    for index, seen_by in told:
        Event.objects.create(
            phase=phase, index=index, kind="year_began", data={"year": index}, seen_by=seen_by
        )

    mine = player(table, 0).get(one(table, "phases/1/")).json()["events"]
    theirs = player(table, 1).get(one(table, "phases/1/")).json()["events"]
    page = player(table, 1).get(one(table, "events/?since=0.99")).json()

    assert [event["cursor"] for event in mine] == ["1.1", "1.2", "1.3", "1.4"]
    assert [event["is_private"] for event in mine] == [False, True, True, False]
    assert [(event["cursor"], event["data"]["year"]) for event in theirs] == [
        ("1.1", 0),
        ("1.2", 3),
    ]
    assert page["events"] == theirs
    assert page["next"] == "1.2"


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("since=x", "bad_cursor"),
        ("since=1", "bad_cursor"),
        ("since=-1.2", "bad_cursor"),
        ("since=1.2.3", "bad_cursor"),
        ("since=" + "9" * 40 + ".1", "bad_cursor"),
        ("limit=0", "bad_parameter"),
        ("limit=201", "bad_parameter"),
        ("limit=ten", "bad_parameter"),
        ("limit=٣", "bad_parameter"),
    ],
)
def test_a_bad_question_for_events_is_refused(query: str, code: str):
    table = make_table()

    assert is_problem(player(table, 0).get(one(table, f"events/?{query}")), 400, code)


def test_a_cursor_beyond_all_phases_is_empty():
    table = make_table()

    page = player(table, 0).get(one(table, "events/?since=99999999999999999.1"))

    assert page.json() == {"events": [], "next": "99999999999999999.1", "more": False}


def test_f20_an_empty_sheet_is_a_sheet_in_the_report():
    table = make_table(ends_early=False)
    receipt = player(table, 0).put(sheet_path(table), {}).json()["receipt"]
    resolve(table, 1)

    assert player(table, 1).get(one(table, "phases/1/")).json()["receipts"] == {"0": receipt}


def test_the_log_is_read_by_every_member():
    table = make_table()
    Api(table.master).post(
        one(table, "clock/"),
        {"action": "extend", "phase": 1, "minutes": 60, "reason": "A storm", "key": "k"},
    )

    log = player(table, 0).get(one(table, "log/")).json()["results"]

    assert [entry["action"] for entry in log] == ["extend", "start"]
    assert (log[0]["actor"], log[0]["reason"]) == (table.master.username, "A storm")
    assert log[0]["data"] == {"phase": 1, "minutes": 60}
