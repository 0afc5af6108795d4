"""The game master's page: the clock's buttons, parked phases, hand-overs, what is down."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from campaign.models import Heartbeat, LogEntry, Phase
from campaign.services.health import beat
from campaign.services.submissions import sheet_submit
from tests.factories import Table, make_table, make_user
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db


def act(table: Table, action: str, **more: Any) -> Any:
    phase = table.campaign.phases.get(status__in=["open", "parked"])
    data = {"phase": phase.ordinal, "revision": phase.revision, "key": action, "action": action}
    return client_of(table.master).post(
        f"/campaigns/{table.campaign.pk}/run/clock/", {**data, **more}
    )


def page(table: Table) -> str:
    return client_of(table.master).get(f"/campaigns/{table.campaign.pk}/run/").content.decode()


def test_the_clock_is_stopped_and_runs_on() -> None:
    table = make_table(2)

    stopped = act(table, "pause")
    while_stopped = page(table)
    resumed = act(table, "resume")

    assert stopped.status_code == resumed.status_code == 302
    assert "The clock is stopped." in while_stopped
    assert " left." in while_stopped
    assert not table.phase().is_paused


def test_beside_a_stopped_clock_it_is_said_when_everyone_is_in() -> None:
    table = make_table(2)
    act(table, "pause")
    waiting = "Everyone is in."
    told = []

    for person in table.players:
        told.append(waiting in page(table))
        sheet_submit(person=person, campaign_id=table.campaign.pk, phase=1, sheet={})

    assert [*told, waiting in page(table)] == [False, False, True]


def test_more_time_needs_a_reason_and_everybody_reads_it() -> None:
    table = make_table(2)
    due = table.phase().due_at
    assert due is not None

    refused = act(table, "extend", hours="6", reason=" ")
    moved = act(table, "extend", hours="6", reason="Christmas <3")

    assert refused.status_code == 400
    html = refused.content.decode()
    assert '<a href="#reason">Say why, so that the players know.</a>' in html
    assert '<div class="field-error" id="reason-error">Say why, so that' in html
    assert 'min="1" max="336" required value="6"' in html
    assert moved.status_code == 302
    assert table.phase().due_at == due + timedelta(hours=6)
    html = client_of(table.players[0]).get(f"/campaigns/{table.campaign.pk}/").content.decode()
    assert "extended the phase by 6 hours" in html
    assert "Christmas &lt;3" in html


def test_f31_the_same_press_again_moves_nothing() -> None:
    table = make_table(2)
    due = table.phase().due_at
    assert due is not None
    data = {"phase": 1, "revision": 0, "key": "once", "action": "extend", "hours": 5, "reason": "x"}
    client = client_of(table.master)

    answers = [client.post(f"/campaigns/{table.campaign.pk}/run/clock/", data) for _ in range(6)]

    assert {answer.status_code for answer in answers} == {302}
    assert table.phase().due_at == due + timedelta(hours=5)


def test_a_button_of_an_old_page_changes_nothing_and_keeps_the_reason() -> None:
    table = make_table(2)
    act(table, "pause")
    act(table, "resume")

    stale = act(table, "extend", revision=0, hours="7", reason="Holidays")

    html = stale.content.decode()
    assert stale.status_code == 412
    assert "changed since you looked" in html
    assert 'value="Holidays"' in html
    assert LogEntry.objects.filter(action="extend").count() == 0


def test_resolve_now_makes_the_phase_due() -> None:
    table = make_table(2)

    answer = act(table, "resolve_now")

    due = table.phase().due_at
    assert answer.status_code == 302
    assert due is not None
    assert due <= timezone.now()


def test_a_parked_phase_shows_its_failure_to_the_game_master_alone_and_is_retried() -> None:
    table = make_table(2)
    Phase.objects.filter(pk=table.phase().pk).update(
        status=Phase.Status.PARKED, failure="Traceback: <frost>", failed_at=timezone.now()
    )

    html = page(table)
    players = client_of(table.players[0]).get(f"/campaigns/{table.campaign.pk}/").content.decode()
    home = client_of(table.master).get("/").content.decode()
    retried = act(table, "retry")

    assert "Traceback: &lt;frost&gt;" in html
    assert "Traceback" not in players
    assert "This phase waits for the game master" in players
    assert "A phase could not be resolved" in home
    assert retried.status_code == 302
    assert table.phase().status == Phase.Status.OPEN


def test_what_is_down_is_said_with_its_reason() -> None:
    table = make_table(2)

    warned = page(table)
    beat("sweep")
    well = page(table)

    assert "late because the message broker (Redis) does not answer." in warned
    assert "because" not in well.split("</header>")[1].split("Who is in")[0]
    assert Heartbeat.objects.filter(name="sweep").exists()


@pytest.mark.parametrize(
    ("duty", "words"), [("matches", "clocks and bots stand still"), ("outbox", "no mail goes out")]
)
def test_a_duty_that_fails_while_phases_are_resolved_is_told(duty: str, words: str) -> None:
    table = make_table(now=timezone.now())
    for each in ("sweep", "matches", "outbox"):
        beat(each)
    well = page(table)
    beat(duty, timezone.now() - timedelta(seconds=31))

    assert words not in well
    assert words in page(table)


def test_a_late_phase_is_told_while_workers_catch_up() -> None:
    table = make_table(2)
    beat("sweep")
    Phase.objects.filter(pk=table.phase().pk).update(due_at=timezone.now() - timedelta(minutes=9))

    assert "9 minutes late" in page(table)


def test_a_kingdom_is_handed_over_and_the_old_player_is_out() -> None:
    table = make_table(2)
    heir = make_user("heir")
    path = f"/campaigns/{table.campaign.pk}/run/hand-over/"

    nobody = client_of(table.master).post(path, {"seat": 0, "username": "no such person"})
    done = client_of(table.master).post(path, {"seat": 0, "username": "Heir"})

    assert nobody.status_code == 400
    assert "Nobody has that user name." in nobody.content.decode()
    assert 'value="no such person"' in nobody.content.decode()
    assert done.status_code == 302
    assert table.kingdom(0).player == heir
    pk = table.campaign.pk
    assert client_of(table.players[0]).get(f"/campaigns/{pk}/").status_code == 404
    assert client_of(heir).get(f"/campaigns/{pk}/hand-in/").status_code == 200
    html = client_of(heir).get(f"/campaigns/{pk}/").content.decode()
    assert "gave Kingdom 1 a new player" in html


def test_an_extension_that_is_too_long_is_told_the_most() -> None:
    table = make_table(2)

    refused = act(table, "extend", hours="9999", reason="Holidays")

    html = refused.content.decode()
    assert refused.status_code == 400
    assert "together are at most 14 days" in html
    assert 'value="9999"' in html


def test_the_page_looks_again_by_itself_while_a_phase_is_resolved_and_only_then() -> None:
    table = make_table(2)
    beat("sweep")
    waiting = page(table)
    act(table, "resolve_now")

    resolving = page(table)

    refresh = f'content="3; url=/campaigns/{table.campaign.pk}/run/"'
    assert refresh not in waiting
    assert refresh in resolving


def test_a_kingdom_without_a_player_is_not_waited_for_by_name() -> None:
    table = make_table(1, seats=2)

    html = page(table)

    assert html.count("no player") == 1
    assert html.count("not yet") == 1


def test_a_link_is_shown_once_while_players_gather() -> None:
    table = make_table(1, seats=2, started=False)
    full = make_table(2)

    gathering, running = page(table), page(full)

    assert gathering.count("/invites/") == 1 + gathering.count("/run/invites/")
    assert "The link above" in gathering
    assert "Every kingdom has a player." in running
