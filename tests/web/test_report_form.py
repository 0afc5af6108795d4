"""Reports of battles on a real table, as both sides file them on the page."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaign.models import Phase, Submission
from campaign.services.phases import phase_resolve
from games.engine.contract import Json
from tests.services.war import TILE
from tests.web.pages import client_of, form_fields
from tests.web.war import at_war_now, file, line, look, path

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def test_a_winner_is_reported_and_the_other_side_confirms_with_one_button() -> None:
    table = at_war_now()

    filed = file(table, 0, winner="0")
    theirs = look(table, 1)
    receipt = Submission.objects.get(phase__ordinal=2).receipt
    data = {"do": "confirm", "phase": 2, "tile": TILE, "receipt": receipt}
    confirmed = client_of(table.players[1]).post(path(table), data)

    assert filed.status_code == confirmed.status_code == 302
    assert "Kingdom 1 says" in theirs
    assert "Kingdom 1 won." in theirs
    assert "Confirm this" in theirs
    assert line(table, 0) == line(table, 1) == {"tile": TILE, "winner": 0}
    assert phase_resolve(phase_id=table.phase(2).pk) is not None
    # The attacker won on hex 15, so it is theirs, and the beaten army is on its side or gone.
    table.campaign.refresh_from_db()
    assert table.campaign.tiles.get(number=TILE).owner == table.kingdom(0)


def test_a_draw_and_dice_can_be_said_too() -> None:
    table = at_war_now()

    file(table, 0, winner="draw")
    file(table, 1, winner="dice")

    assert line(table, 0) == {"tile": TILE, "winner": None}
    assert line(table, 1) == {"tile": TILE, "simple": True}


def test_routs_are_said_for_each_unit_with_who_did_it() -> None:
    table = at_war_now(lists=True)

    html = look(table, 0)
    file(table, 0, **{"winner": "0", "rout.1.1.1": "0.1.2", "rout.1.1.2": "none"})
    theirs = look(table, 1)

    assert "Spearmen" in html
    assert "Giants" in html
    assert line(table, 0)["routs"] == [
        {"unit": [1, 1, 1], "by": [0, 1, 2]},
        {"unit": [1, 1, 2], "by": None},
    ]
    words = "Wolves (Kingdom 2, army 1) was routed by Riders (Kingdom 1, army 1)."
    assert words in theirs
    assert "Giants (Kingdom 2, army 1) was routed." in theirs


def test_units_without_a_list_are_reported_by_their_number() -> None:
    table = at_war_now()

    file(table, 0, **{"winner": "0", "spare.1.0.unit": "1.1.7", "spare.1.0.by": "0.1.2"})

    assert line(table, 0)["routs"] == [{"unit": [1, 1, 7], "by": [0, 1, 2]}]
    html = look(table, 0)
    assert form_fields(html, f"report-{TILE}")["spare.1.0.unit"] == ["1.1.7"]
    assert "unit 7 (Kingdom 2, army 1) was routed by unit 2 (Kingdom 1, army 1)." in html


def test_a_contradiction_says_what_differs_and_that_the_game_master_rules() -> None:
    table = at_war_now(lists=True)
    file(table, 0, **{"winner": "0", "rout.1.1.1": "none"})

    file(table, 1, winner="1")

    for seat in (0, 1):
        html = look(table, seat)
        assert "The reports differ" in html
        assert "The game master will rule" in html
        assert "Only Kingdom 1 says: Kingdom 1 won." in html
        assert "Only Kingdom 2 says: Kingdom 2 won." in html
        assert "Only Kingdom 1 says: Wolves (Kingdom 2, army 1) was routed." in html
    assert table.phase(2).status == Phase.Status.OPEN


def test_f16_a_report_filed_twice_or_confirmed_twice_counts_once() -> None:
    table = at_war_now(lists=True)
    html = look(table, 0)
    file(table, 0, html, **{"winner": "0", "rout.1.1.1": "0.1.1"})

    again = file(table, 0, html, **{"winner": "0", "rout.1.1.1": "0.1.1"})
    receipt = Submission.objects.get(phase__ordinal=2).receipt
    data = {"do": "confirm", "phase": 2, "tile": TILE, "receipt": receipt}
    answers = [client_of(table.players[1]).post(path(table), data) for _ in range(2)]

    assert again.status_code == 302
    assert answers[0].status_code == 302
    assert Submission.objects.filter(phase__ordinal=2).count() == 2
    assert phase_resolve(phase_id=table.phase(2).pk) is not None
    # Spearmen routed one unit once, so they grew by 1, and the Wolves shrank by 1.
    table.campaign.refresh_from_db()
    rosters: list[Json] = [table.kingdom(seat).armies.get().roster for seat in (0, 1)]
    assert [roster["units"][0]["change"] for roster in rosters] == [1, -1]


def test_a_report_changed_since_it_was_read_is_not_confirmed() -> None:
    table = at_war_now()
    file(table, 0, winner="0")
    receipt = Submission.objects.get(phase__ordinal=2).receipt
    file(table, 0, winner="draw")

    data = {"do": "confirm", "phase": 2, "tile": TILE, "receipt": receipt}
    late = client_of(table.players[1]).post(path(table), data)

    assert late.status_code == 412
    assert "changed its report; read it again" in late.content.decode()


def test_without_an_outcome_nothing_is_filed_and_the_routs_stay() -> None:
    table = at_war_now(lists=True)

    refused = file(table, 0, **{"rout.1.1.2": "0.1.1"})

    html = refused.content.decode()
    assert refused.status_code == 422
    assert "Say how the battle ended first." in html
    assert form_fields(html, f"report-{TILE}")["rout.1.1.2"] == ["0.1.1"]
    assert not Submission.objects.filter(phase__ordinal=2).exists()


def test_f11_a_report_for_a_phase_that_is_over_changes_nothing() -> None:
    table = at_war_now()
    html = look(table, 0)
    for seat in (0, 1):
        file(table, seat, winner="0")
    assert phase_resolve(phase_id=table.phase(2).pk) is not None

    late = file(table, 0, html, winner="1")

    assert late.status_code == 404
    assert "That phase is over" in late.content.decode()


def test_f43_who_does_not_fight_reads_nothing_of_what_is_filed() -> None:
    table = at_war_now(lists=True)
    file(table, 0, **{"winner": "0", "rout.1.1.1": "none"})

    html = look(table, 2)

    assert "No battle of yours waits" in html
    assert "won." not in html
    assert "was routed" not in html


def test_the_words_of_grace_are_told() -> None:
    table = at_war_now()
    before = look(table, 0)
    Phase.objects.filter(pk=table.phase(2).pk).update(grace_used=True)

    after = look(table, 0)

    assert "there is the same time once more for the game master to rule" in before
    assert "The time was up once already" in after


def test_the_page_asks_the_same_number_of_questions_once_reports_are_in() -> None:
    table = at_war_now(lists=True)
    client = client_of(table.players[0])

    def cost() -> int:
        client.get(path(table))
        with CaptureQueriesContext(connection) as captured:
            client.get(path(table))
        return len(captured)

    few = cost()
    file(table, 0, winner="0")
    file(table, 1, winner="1")

    assert cost() == few
