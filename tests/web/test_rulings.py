"""The game master's page: battles on a real table are ruled, and the steward is let in."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaign.models import LogEntry, Submission
from campaign.services.phases import phase_resolve
from tests.factories import Table, make_table
from tests.services.war import TILE
from tests.web.pages import client_of
from tests.web.war import at_war_now, file, line, look

pytestmark = pytest.mark.django_db


def run_path(table: Table, what: str = "") -> str:
    return f"/campaigns/{table.campaign.pk}/run/{what}"


def run_page(table: Table) -> str:
    return client_of(table.master).get(run_path(table)).content.decode()


def rule(
    table: Table, do: str, *, key: str = "k", reason: str = "Seen it myself.", **more: Any
) -> Any:
    phase = table.phase(2)
    data = {"phase": 2, "revision": phase.revision, "key": key, "tile": TILE, "reason": reason}
    return client_of(table.master).post(run_path(table, "rule/"), {**data, "do": do, **more})


def receipt(table: Table, seat: int) -> str:
    return Submission.objects.get(phase__ordinal=2, kingdom__seat=seat).receipt


def contradicted() -> Table:
    """Both sides say that they won; seat 0 that it routed the Wolves besides."""
    table = at_war_now(lists=True)
    file(table, 0, **{"winner": "0", "rout.1.1.1": "0.1.1"})
    file(table, 1, winner="1")
    return table


def test_both_reports_stand_side_by_side_with_what_differs() -> None:
    html = run_page(contradicted())

    assert "Kingdom 1 says" in html
    assert "Kingdom 2 says" in html
    assert "Only Kingdom 2 says: Kingdom 2 won." in html
    assert "Accept what Kingdom 1 says" in html
    assert "Let the dice decide" in html


def test_one_report_is_accepted_with_a_reason_that_all_read() -> None:
    table = contradicted()

    done = rule(table, f"accept:{receipt(table, 1)}")

    assert done.status_code == 302
    assert table.phase(2).rulings == {str(TILE): {"tile": TILE, "winner": 1}}
    assert "The game master has ruled" in look(table, 0)
    html = client_of(table.players[2]).get(f"/campaigns/{table.campaign.pk}/").content.decode()
    assert f"ruled the battle on hex {TILE}" in html
    assert "Seen it myself." in html
    assert phase_resolve(phase_id=table.phase(2).pk) is not None
    assert table.campaign.tiles.get(number=TILE).owner == table.kingdom(1)


def test_report_and_history_tell_that_it_was_ruled() -> None:
    table = contradicted()
    rule(table, f"accept:{receipt(table, 1)}")
    phase_resolve(phase_id=table.phase(2).pk)
    reader = client_of(table.players[0])
    base = f"/campaigns/{table.campaign.pk}"

    for path in (f"{base}/reports/2/", f"{base}/history/2/"):
        html = reader.get(path).content.decode()
        assert "The game master ruled, whatever was reported:" in html
        assert f"<li>Hex {TILE}: Kingdom 2 won</li>" in html.split("The game master ruled")[1]
    assert "The game master ruled" not in reader.get(f"{base}/reports/1/").content.decode()


def test_another_result_is_entered() -> None:
    table = contradicted()

    done = rule(table, "enter", **{"winner": "draw", "rout.0.1.2": "1.1.2"})

    assert done.status_code == 302
    assert table.phase(2).rulings[str(TILE)] == {
        "tile": TILE,
        "winner": None,
        "routs": [{"unit": [0, 1, 2], "by": [1, 1, 2]}],
    }


def test_the_dice_are_let_decide() -> None:
    table = contradicted()

    done = rule(table, "dice")

    assert done.status_code == 302
    assert table.phase(2).rulings == {str(TILE): {"tile": TILE, "simple": True}}


def test_without_a_reason_nothing_is_ruled_and_what_was_typed_stays() -> None:
    table = contradicted()

    refused = rule(table, "enter", reason=" ", winner="draw")

    html = refused.content.decode()
    assert refused.status_code == 400
    assert f'<a href="#reason-{TILE}">Say why, so that the players know.</a>' in html
    beside = f'<div class="field-error" id="reason-{TILE}-error">Say why, so that'
    assert html.count(beside) == 1
    assert html.count('aria-invalid="true"') == 1
    assert 'value="draw" checked' in html
    assert table.phase(2).rulings == {}


def test_resolving_reports_now_says_that_dice_decide() -> None:
    html = run_page(contradicted())

    assert "The dice decide battles that are not agreed or ruled." in html
    assert "the defaults count" not in html


def test_without_an_outcome_nothing_is_ruled() -> None:
    table = contradicted()

    refused = rule(table, "enter")

    assert refused.status_code == 422
    assert "Say how the battle ended first." in refused.content.decode()
    assert table.phase(2).rulings == {}


def test_enter_in_the_reason_rules_nothing_and_keeps_it() -> None:
    table = contradicted()
    form = run_page(table).split("/run/rule/")[1].split("</form>")[0]

    # Browsers press a form's first button on Enter.
    first = form.split("<button")[1].split(">")[0]
    shown = rule(table, "more", reason="Still thinking")

    assert 'value="more"' in first
    assert shown.status_code == 200
    assert 'value="Still thinking"' in shown.content.decode()
    assert table.phase(2).rulings == {}


def test_a_report_changed_since_the_page_was_read_is_not_accepted() -> None:
    table = contradicted()
    old = receipt(table, 1)
    file(table, 1, winner="draw")

    late = rule(table, f"accept:{old}")

    assert late.status_code == 412
    assert "That report was changed since you looked" in late.content.decode()
    assert table.phase(2).rulings == {}
    assert line(table, 1) == {"tile": TILE, "winner": None}


def test_f16_the_same_press_again_rules_once() -> None:
    table = contradicted()

    answers = [rule(table, "dice").status_code for _ in range(2)]

    assert answers == [302, 302]
    assert LogEntry.objects.filter(action="ruling").count() == 1


def test_the_page_of_who_runs_it_asks_no_more_once_reports_are_in() -> None:
    table = at_war_now(lists=True)
    client = client_of(table.master)

    def cost() -> int:
        client.get(run_path(table))
        with CaptureQueriesContext(connection) as captured:
            client.get(run_path(table))
        return len(captured)

    few = cost()
    file(table, 0, winner="0")
    file(table, 1, winner="1")

    assert cost() == few


# Regents


def regent(table: Table, seat: int, who: str, key: str) -> Any:
    data = {"seat": seat, "regent": who, "key": key}
    return client_of(table.master).post(run_path(table, "regent/"), data)


def test_the_steward_is_let_in_marked_and_sent_away() -> None:
    table = make_table(2)

    begun = regent(table, 1, "steward", "one")
    with_steward = run_page(table)
    standings = client_of(table.players[0]).get(f"/campaigns/{table.campaign.pk}/").content.decode()
    ended = regent(table, 1, "", "two")

    assert begun.status_code == ended.status_code == 302
    assert "the steward plays" in with_steward
    assert "(the steward)" in with_steward
    assert f"{table.players[1].username} · the steward plays" in standings
    assert f"Let {table.players[1].username} play again" in with_steward
    assert table.kingdom(1).regent == ""
    html = client_of(table.players[0]).get(f"/campaigns/{table.campaign.pk}/").content.decode()
    assert "let the steward play Kingdom 2" in html
    assert "the steward plays" not in html
    assert "had the steward stop playing Kingdom 2" in html


def test_a_kingdom_that_the_steward_plays_is_in_at_once() -> None:
    table = make_table(2)

    regent(table, 1, "steward", "one")

    who = run_page(table).split("Who is in")[1].split("The clock")[0]
    assert who.count("tag-good") == 1
    assert who.count("not yet") == 1


def test_an_unknown_regent_is_refused_beside_the_kingdoms() -> None:
    table = make_table(2)

    refused = regent(table, 1, "dragon", "one")

    assert refused.status_code == 400
    assert "A regent is the steward, or nobody." in refused.content.decode()
