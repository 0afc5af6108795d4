"""Phases opened again: what of them all may read, what stays a kingdom's own, and the export."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaign.models import Phase
from campaign.services.chances import phase_secret
from campaign.services.history import export_text, phase_position, timeline, without_lists
from campaign.services.phases import sweep
from campaign.services.policy import Access, access_campaign
from campaign.services.rulebook import game_of
from campaign.services.rulings import battle_rule
from games.engine.dice_check import difference
from games.hosting.errors import NotThere
from tests.factories import SETUP, Table, make_table, make_user
from tests.services.war import FIELD, FOUGHT, START, TILE, WON, at_war, file, hand_in

pytestmark = pytest.mark.django_db

SOON = FOUGHT + timedelta(hours=2)
GUARDS = [{"name": "Grey Guards", "size": 20, "points": 500}]


def reading(table: Table, person: Any = None) -> Access:
    return access_campaign(person or make_user(), table.campaign.pk)


def sheets(access: Access, ordinal: int) -> dict[int, Any]:
    return {sheet.seat: sheet.sheet for sheet in phase_position(access, ordinal).sheets}


def test_a_month_that_is_over_shows_its_position_events_dice_and_every_sheet():
    table = at_war(is_public=True)

    past = phase_position(reading(table), 1)

    assert past.view["stage"] == "orders"
    assert {army["kingdom"]: army["tile"] for army in past.view["armies"]} == {0: 14, 1: 15, 2: 51}
    assert [event.kind for event in past.events][:2] == ["moved", "defended"]
    march = {"orders": [{"army": 1, "order": "move", "to": TILE}]}
    assert [(sheet.seat, sheet.sheet) for sheet in past.sheets] == [(0, march)]


def test_f43_a_running_phase_shows_its_position_and_ones_own_sheet_only():
    table = at_war(is_public=True, ends_early=False)
    file(table, 0, WON)

    assert sheets(reading(table, table.players[0]), 2) == {0: {"reports": [WON]}}
    for person in (table.players[1], table.master, None):
        past = phase_position(reading(table, person), 2)
        assert (past.sheets, past.events, past.draws) == ((), (), ())
        assert past.view["summer"]["waiting"][0]["tile"] == TILE


def test_reports_are_open_once_the_battle_is_over():
    table = at_war(is_public=True)
    file(table, 0, WON)
    file(table, 1, WON)
    sweep(now=SOON)

    assert sheets(reading(table), 2) == {0: {"reports": [WON]}, 1: {"reports": [WON]}}


def test_f43_sheets_of_the_winter_stay_their_kingdoms_own():
    table = make_table(2, now=START, is_public=True)
    gift = {"tithes": [{"to": 1, "gold": 1, "food": 0}]}
    hand_in(table, 0, gift, phase=1, now=START)
    hand_in(table, 1, {}, phase=1, now=START)
    sweep(now=START)

    assert sheets(reading(table, table.players[0]), 1) == {0: gift}
    assert sheets(reading(table), 1) == {}
    assert sheets(reading(table, table.master), 1) == {}


def test_f40_lists_of_armies_leave_by_no_sheet():
    table = make_table(
        2, now=START, is_public=True, options={**SETUP, "rules": {"battle_mode": "tabletop"}}
    )
    sheet = {"race": "Elves", "list": {"units": GUARDS}}
    hand_in(table, 0, sheet, phase=1, now=START)
    hand_in(table, 1, {}, phase=1, now=START)
    sweep(now=START)

    assert "Grey Guards" in "".join(export_text(reading(table, table.players[0])))
    assert sheets(reading(table, table.players[1]), 1) == {0: {"race": "Elves"}, 1: {}}
    for person in (table.players[1], table.master, None):
        assert "Grey Guards" not in "".join(export_text(reading(table, person)))


def test_every_part_of_a_sheet_but_its_lists_is_shown():
    shown = without_lists({"orders": [1], "lists": [2], "list": 3})

    assert shown == {"orders": [1]}
    assert without_lists("pass") == "pass"


def test_in_open_play_every_answer_was_public_and_is_told_again():
    table = make_table(2, now=START, is_public=True, options={**SETUP, "play": "open"})
    for seat in (0, 1):
        hand_in(table, seat, {"race": f"Race {seat}"}, phase=1, now=START)
    sweep(now=START)
    phase = table.phase(2)
    seat = phase.asks.get().kingdom.seat
    start = next(tile.number for tile in _starts(table))
    hand_in(table, seat, start, phase=2, now=START)
    sweep(now=START)

    assert sheets(reading(table), 1) == {0: {"race": "Race 0"}, 1: {"race": "Race 1"}}
    assert sheets(reading(table), 2) == {seat: start}


def _starts(table: Table) -> list[Any]:
    return [tile for tile in game_of(table.campaign).board.tiles if tile.start]


def test_the_timeline_names_every_phase_with_its_year_and_month():
    table = at_war()

    steps = [
        (phase.ordinal, phase.kind, phase.month) for phase in timeline(reading(table, table.master))
    ]

    assert steps == [(0, "start", 0), (1, "month", 1), (2, "report", 1)]


def test_the_export_holds_what_is_needed_to_check_and_to_read_the_campaign():
    table = at_war(is_public=True, position=FIELD)
    battle_rule(
        person=table.master,
        campaign_id=table.campaign.pk,
        phase=2,
        tile=TILE,
        report={"winner": 0},
        reason="Seen.",
        key="k",
        now=SOON,
    )
    sweep(now=SOON)

    whole = json.loads("".join(export_text(reading(table))))

    assert (whole["options"]["begin"], whole["seats"], whole["viewer"]) == ("winter", 3, None)
    assert [phase["ordinal"] for phase in whole["phases"]] == [0, 1, 2, 3]
    reports = whole["phases"][2]
    assert reports["rulings"] == {str(TILE): {"tile": TILE, "winner": 0}}
    assert difference(reports["dice"]) == ""
    running = whole["phases"][3]
    assert (running["status"], running["dice"], running["receipts"]) == ("open", None, {})


def test_f53_an_export_is_read_as_it_is_sent_not_held(monkeypatch: pytest.MonkeyPatch):
    table = at_war(is_public=True)
    monkeypatch.setattr("campaign.services.history.CHUNK", 1)
    pieces = export_text(reading(table))

    with CaptureQueriesContext(connection) as queries:
        begun = next(pieces) + next(pieces)

    assert begun.count('"ordinal":') == 1
    assert sum('"campaign_phase"."state"' in query["sql"] for query in queries) == 1


def test_f42_no_secret_of_the_dice_is_exported_before_its_phase_is_done():
    table = at_war(is_public=True)

    text = "".join(export_text(reading(table, table.master)))

    assert phase_secret(table.campaign, 0, 1).hex() in text
    assert phase_secret(table.campaign, 0, 2).hex() not in text
    assert table.campaign.secret not in text


def test_who_may_not_look_opens_nothing():
    table = at_war()

    with pytest.raises(NotThere):
        reading(table)
    with pytest.raises(NotThere) as refused:
        phase_position(reading(table, table.master), 9)

    assert refused.value.code == "no_phase"
    assert Phase.objects.filter(campaign=table.campaign).count() == 3
