"""What the game master does by API: presence, the clock, invitations, handing over."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from campaign.models import Heartbeat, LogEntry, Membership, Phase
from campaign.services.health import beat
from tests.api.client import Api, is_problem, one, player, sheet_path
from tests.factories import Table, make_table, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return make_table(ends_early=False)


def act(table: Table, action: str, *, phase: int = 1, path: str = "clock/", **fields: Any) -> Any:
    """Press a button of the clock; header fields begin with a capital letter."""
    headers = {name: fields.pop(name) for name in list(fields) if name[0].isupper()}
    body = {"action": action, "phase": phase} | fields
    return Api(table.master).post(one(table, path), body, **headers)


# Who is in


def test_presence_says_who_is_in_and_never_what(table: Table):
    beat("sweep")
    player(table, 0).put(sheet_path(table), {"tithes": [{"to": 1, "gold": 1, "food": 0}]})

    answer = Api(table.master).get(one(table, "presence/"))

    page = answer.json()
    assert [(k["seat"], k["is_asked"], k["is_in"]) for k in page["kingdoms"]] == [
        (0, True, True),
        (1, True, False),
    ]
    assert page["kingdoms"][0]["at"] is not None
    assert page["resolution"] == {"is_well": True, "late": 0, "culprit": ""}
    assert page["failure"] == ""
    assert b"tithes" not in answer.content
    assert b"receipt" not in answer.content


def test_presence_says_that_resolution_is_late_and_why(table: Table):
    Heartbeat.objects.all().delete()
    due = timezone.now() - timedelta(minutes=10)
    Phase.objects.filter(pk=table.phase().pk).update(due_at=due)

    resolution = Api(table.master).get(one(table, "presence/")).json()["resolution"]

    assert resolution["is_well"] is False
    assert 600 <= resolution["late"] < 660
    assert resolution["culprit"] == "broker"  # no broker runs for this test


def test_only_the_game_master_reads_why_a_phase_is_parked(table: Table):
    Phase.objects.filter(pk=table.phase().pk).update(
        status=Phase.Status.PARKED, failure="Traceback: secret 42"
    )

    shown = Api(table.master).get(one(table, "presence/")).json()
    looked = [player(table, 0).get(one(table, path)) for path in ("", "phase/", "ask/")]

    assert shown["failure"] == "Traceback: secret 42"
    for answer in looked:
        assert answer.status_code == 200
        assert b"secret 42" not in answer.content


# The clock


def test_the_clock_is_paused_and_resumed_with_the_time_that_was_left(table: Table):
    paused = act(table, "pause", key="a")
    resumed = act(table, "resume", key="b")

    assert paused.json()["is_paused"] is True
    assert resumed.json()["is_paused"] is False
    assert resumed.json()["revision"] == 2
    assert resumed.headers["ETag"] != paused.headers["ETag"]


def test_f31_the_same_extension_pressed_six_times_counts_once(table: Table):
    due = table.phase().due_at
    assert due is not None

    answers = [act(table, "extend", minutes=60, reason="A storm", key="once") for _ in range(6)]

    assert {answer.status_code for answer in answers} == {200}
    assert table.phase().due_at == due + timedelta(hours=1)
    assert LogEntry.objects.filter(action="extend").count() == 1


def test_f31_the_idempotency_key_serves_as_the_key(table: Table):
    due = table.phase().due_at
    assert due is not None

    for _ in range(3):
        act(table, "extend", minutes=60, reason="A storm", Idempotency_Key="once")

    assert table.phase().due_at == due + timedelta(hours=1)


def test_f31_with_neither_key_nor_version_nothing_is_pressed(table: Table):
    before = table.phase().due_at

    answer = act(table, "extend", minutes=60, reason="A storm")

    assert is_problem(answer, 428, "precondition_required")
    assert table.phase().due_at == before


def test_f31_a_version_serves_once(table: Table):
    tag = Api(table.master).get(one(table, "phase/")).headers["ETag"]
    due = table.phase().due_at
    assert due is not None

    first = act(table, "extend", minutes=60, reason="A storm", If_Match=tag)
    second = act(table, "extend", minutes=60, reason="A storm", If_Match=tag)

    assert first.status_code == 200
    assert is_problem(second, 412, "phase_changed")
    assert table.phase().due_at == due + timedelta(hours=1)


@pytest.mark.parametrize("tag", ['"0.2.0.open"', '"nonsense"', 'W/"0.1.0.open"', '"0.1.x.open"'])
def test_the_version_of_something_else_is_stale(tag: str, table: Table):
    before = table.phase()

    answer = act(table, "pause", key="k", If_Match=tag)

    assert is_problem(answer, 412, "phase_changed")
    assert table.phase().revision == before.revision


def test_a_key_of_a_client_never_meets_one_of_ours(table: Table):
    assert LogEntry.objects.filter(key="start").exists()

    assert act(table, "pause", key="start").json()["is_paused"] is True


def test_a_dry_run_of_the_clock_shows_and_changes_nothing(table: Table):
    before = table.phase()

    answer = act(table, "extend", minutes=60, reason="A storm", key="k", path="clock/?dry_run=1")

    assert answer.status_code == 200
    assert answer.json()["deadline"] != before.due_at
    assert (table.phase().due_at, table.phase().revision) == (before.due_at, before.revision)
    assert not LogEntry.objects.filter(action="extend").exists()


def test_resolve_now_makes_the_phase_due(table: Table):
    answer = act(table, "resolve_now", key="k")

    assert answer.json()["closing"] == "resolve_now"
    due = table.phase().due_at
    assert due is not None
    assert due <= timezone.now()


BAD: list[tuple[dict[str, Any], int, str]] = [
    ({"action": "stop"}, 400, "unknown_action"),
    ({"action": "extend", "minutes": 60}, 400, "reason_missing"),
    ({"action": "extend", "reason": "x"}, 400, "bad_extension"),
    ({"action": "extend", "reason": "x", "minutes": -5}, 400, "bad_extension"),
    ({"action": "extend", "reason": "x", "minutes": 60 * 24 * 15}, 400, "extension_too_long"),
    ({"action": "extend", "reason": "x", "minutes": "60"}, 400, "invalid"),
    ({"action": "resume"}, 409, "not_paused"),
    ({"action": "retry"}, 409, "not_parked"),
    ({"action": "pause", "phase": 0}, 409, "phase_over"),
    ({"action": "pause", "phase": 7}, 404, "no_phase"),
    ({"action": "pause", "phase": "1"}, 400, "invalid"),
    ({"action": "pause", "force": True}, 400, "invalid"),
]


@pytest.mark.parametrize(("fields", "status", "code"), BAD, ids=lambda value: str(value)[:40])
def test_f14_what_the_clock_cannot_do_is_refused(
    fields: dict[str, Any], status: int, code: str, table: Table
):
    before = table.phase()
    body = {"phase": 1, "key": "k"} | fields

    answer = Api(table.master).post(one(table, "clock/"), body)

    assert is_problem(answer, status, code)
    after = table.phase()
    assert (after.due_at, after.revision, after.is_paused) == (
        before.due_at,
        before.revision,
        before.is_paused,
    )


# Invitations and handing over


def test_invitations_are_made_listed_and_revoked():
    table = make_table(1, seats=2)
    master = Api(table.master)
    made = master.post(one(table, "invites/")).json()

    revoked = master.delete(one(table, f"invites/{made['id']}/"))
    listed = {invite["id"]: invite for invite in master.get(one(table, "invites/")).json()}
    refused = Api(make_user()).post("join/", {"token": made["token"]})

    assert revoked.status_code == 204
    assert listed[made["id"]]["revoked_at"] is not None
    assert is_problem(refused, 404, "no_invite")
    assert is_problem(master.delete(one(table, "invites/999999/")), 404, "no_invite")


def test_an_invitation_of_another_campaign_cannot_be_revoked(table: Table):
    other = make_table(1, seats=2)
    foreign = Api(other.master).post(one(other, "invites/")).json()["id"]

    answer = Api(table.master).delete(one(table, f"invites/{foreign}/"))

    assert is_problem(answer, 404, "no_invite")


def test_a_kingdom_is_handed_over_and_its_sheet_with_it(table: Table):
    player(table, 0).put(sheet_path(table), {})
    successor = make_user()

    answer = Api(table.master).post(
        one(table, "hand-over/"), {"seat": 0, "username": successor.username}
    )

    assert answer.status_code == 204
    assert Api(successor).get(sheet_path(table)).status_code == 200
    assert is_problem(player(table, 0).get(sheet_path(table)), 404, "no_campaign")
    assert Membership.objects.get(user=table.players[0]).left_at is not None


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"seat": 0, "username": "nobody here"}, 400, "no_such_person"),
        ({"seat": 5, "username": None}, 404, "no_kingdom"),
        ({"seat": 0}, 400, "invalid"),
        ({"seat": "0", "username": None}, 400, "invalid"),
    ],
)
def test_handing_over_is_refused_with_the_reason(
    body: dict[str, Any], status: int, code: str, table: Table
):
    answer = Api(table.master).post(one(table, "hand-over/"), body)

    assert is_problem(answer, status, code)
    assert table.kingdom(0).player == table.players[0]


def test_a_player_cannot_be_given_a_second_kingdom(table: Table):
    body = {"seat": 0, "username": table.players[1].username}

    answer = Api(table.master).post(one(table, "hand-over/"), body)

    assert is_problem(answer, 409, "already_playing")
