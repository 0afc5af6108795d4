"""Setup, months, battles on a real table, regents and the past by API."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from campaign.models import LogEntry, Phase
from campaign.services.phases import sweep
from tests.api.client import Api, is_problem, one, player, sheet_path
from tests.factories import SETUP, Table, make_table, make_user
from tests.routes import READS
from tests.services.war import FIELD, TILE
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db

WON = {"tile": TILE, "winner": 0}


def master(table: Table) -> Api:
    return Api(table.master)


def at_war(**new: Any) -> Table:
    """Return a table whose second phase waits for reports, played by API."""
    options = {"rules": {"battle_mode": "tabletop"}}
    table = make_table(3, position=FIELD, options=options, ends_early=True, **new)
    march = {"orders": [{"army": 1, "order": "move", "to": TILE}]}
    for seat, sheet in enumerate([march, {}, {}]):
        assert player(table, seat).put(sheet_path(table), sheet).status_code == 201
    assert sweep() == 1
    return table


# Setup and months


def test_a_new_campaign_begins_with_setup_or_with_its_first_winter():
    api = Api(make_user())
    new = {"name": "Mine", "seats": 2, "map": "sound"}

    usual = api.post("campaigns/", new).json()["id"]
    winter = api.post("campaigns/", new | {"options": {"begin": "winter"}}).json()["id"]
    wrong = api.post("campaigns/", new | {"options": {"begin": "spring"}})

    assert api.get(f"campaigns/{usual}/").json()["begin"] == "setup"
    assert api.get(f"campaigns/{winter}/").json()["begin"] == "winter"
    assert api.get("editions/").json()["begin"] == ["setup", "winter"]
    assert is_problem(wrong, 422, "bad_choice", "begin")


def test_setup_is_asked_with_the_start_tiles_and_their_land():
    table = make_table(2, options=SETUP)

    page = player(table, 0).get(one(table, "ask/")).json()

    assert (page["phase"]["kind"], page["phase"]["month"]) == ("setup", 0)
    assert page["ask"]["default"] == {}
    starts = page["ask"]["choices"]["setup"]["starts"]
    assert len(starts) == 2
    assert {near["direction"] for near in starts[0]["around"]} == {"e", "ne", "nw", "w", "sw", "se"}


def test_a_month_is_asked_with_what_each_token_can_do_and_refused_line_by_line():
    table = make_table(3, position=FIELD)
    api = player(table, 0)

    page = api.get(one(table, "ask/")).json()
    (token,) = page["ask"]["choices"]["month"]["orders"]
    taken = api.put(sheet_path(table), {"orders": [{"army": 1, "order": "move", "to": TILE}]})
    refused = api.put(
        sheet_path(table),
        {"orders": [{"army": 1, "order": "move", "to": 51}]},
        If_Match=taken.headers["ETag"],
    )

    assert (page["phase"]["kind"], page["phase"]["month"]) == ("month", 1)
    assert (token["army"], token["ship"], token["default"]) == (1, None, "defend")
    # A grid of plains, twelve hexes wide: all six neighbours of hex 14 can be entered.
    assert len(token["goals"]) == 6
    assert TILE in [goal["place"]["tile"] for goal in token["goals"]]
    assert taken.status_code == 201
    assert is_problem(refused, 422, "not_adjacent", "orders.0")


def test_a_forecast_of_a_month_is_given():
    table = make_table(3, position=FIELD)
    march = {"orders": [{"army": 1, "order": "move", "to": 13}]}

    answer = player(table, 0).post(one(table, "phases/1/forecast/"), march)

    moved = {"army": 1, "kingdom": 0, "ship": 0, "start": 14, "tile": 13}
    assert {"kind": "moved", "data": moved} in answer.json()["events"]


# Battles on a real table


def test_a_report_is_filed_read_and_confirmed():
    table = at_war(is_public=True)
    api, other = player(table, 0), player(table, 1)
    reports = one(table, "phases/2/reports/")

    filed = api.put(sheet_path(table, 2), {"reports": [WON]})
    seen = other.get(reports).json()
    unseen = [Api().get(reports).json(), player(table, 2).get(reports).json()]
    confirmed = other.post(reports + "confirm/", {"tile": TILE, "receipt": filed.json()["receipt"]})

    (battle,) = seen
    assert battle["filed"] == [{"seat": 0, "report": WON, "receipt": filed.json()["receipt"]}]
    facts = ("number", "tile", "attacker", "defender", "attackers", "defenders")
    assert [battle[name] for name in facts] == [1, TILE, 0, 1, [1], [1]]
    assert [[entry["filed"] for entry in page] for page in unseen] == [[[]], [[]]]
    assert confirmed.json()["sheet"] == {"reports": [WON]}
    assert confirmed.headers["ETag"] == f'"{confirmed.json()["receipt"]}"'
    assert table.phase(2).closing == "all_in"


def test_what_cannot_be_confirmed_is_said():
    table = at_war()
    api, path = player(table, 1), one(table, "phases/2/reports/confirm/")

    nothing = api.post(path, {"tile": TILE})
    elsewhere = api.post(path, {"tile": 51})
    player(table, 0).put(sheet_path(table, 2), {"reports": [WON]})
    changed = api.post(path, {"tile": TILE, "receipt": "0" * 64})

    assert is_problem(nothing, 409, "nothing_filed")
    assert is_problem(elsewhere, 404, "no_battle")
    assert is_problem(changed, 412, "report_changed")


def test_a_ruling_ends_the_phase_and_is_told_in_its_report():
    table = at_war()
    body = {"phase": 2, "tile": TILE, "report": {"winner": None}, "reason": "Both said so."}
    tag = master(table).get(one(table, "phase/")).headers["ETag"]

    ruled = master(table).post(one(table, "ruling/"), body, If_Match=tag)
    sweep()

    assert (ruled.status_code, ruled.json()["closing"]) == (200, "all_in")
    report = master(table).get(one(table, "phases/2/")).json()
    assert report["rulings"] == {str(TILE): {"tile": TILE, "winner": None}}
    assert report["receipts"] == {}
    log = master(table).get(one(table, "log/")).json()["results"]
    assert (log[0]["action"], log[0]["reason"]) == ("ruling", "Both said so.")


def test_f16_a_ruling_needs_something_to_tell_a_repeat_by():
    table = at_war()
    body = {"phase": 2, "tile": TILE, "report": {"winner": 0}, "reason": "Seen."}

    bare = master(table).post(one(table, "ruling/"), body)
    stale = master(table).post(one(table, "ruling/"), body, If_Match='"0.2.7.open"')
    twice = [master(table).post(one(table, "ruling/"), body | {"key": "k"}) for _ in range(2)]

    assert is_problem(bare, 428, "precondition_required")
    assert is_problem(stale, 412, "phase_changed")
    assert [answer.status_code for answer in twice] == [200, 200]
    assert LogEntry.objects.filter(action="ruling").count() == 1


# Regents


def test_a_regent_is_appointed_shown_and_counts_as_in():
    table = make_table(2)
    body = {"seat": 1, "regent": "steward", "phase": 1, "key": "away"}

    answer = master(table).post(one(table, "regent/"), body)

    kingdoms = Api(table.players[0]).get(one(table, "kingdoms/")).json()
    assert answer.status_code == 204
    assert [kingdom["regent"] for kingdom in kingdoms] == ["", "steward"]
    presence = master(table).get(one(table, "presence/")).json()["kingdoms"]
    assert [line["is_in"] for line in presence] == [False, True]
    receipts = player(table, 1).get(one(table, "receipts/")).json()["results"]
    assert [line["author"] for line in receipts] == ["steward"]
    assert Api(table.players[1]).get("me/asks/").json() == []


def test_f21_what_a_regent_left_behind_still_waits_for_its_player():
    table = make_table(2)
    for regent in ("steward", ""):
        body = {"seat": 1, "regent": regent, "key": f"regent {regent}"}
        assert master(table).post(one(table, "regent/"), body).status_code == 204

    (waiting,) = player(table, 1).get("me/asks/").json()
    replaced = player(table, 1).put(sheet_path(table), {}, If_Match=waiting["etag"])

    assert (waiting["is_in"], replaced.status_code) == (False, 200)


def test_an_appointment_that_cannot_be_is_refused():
    table = make_table(2)
    path = one(table, "regent/")
    api = master(table)

    assert is_problem(
        api.post(path, {"seat": 1, "regent": "cat", "key": "a"}), 400, "unknown_regent"
    )
    assert is_problem(api.post(path, {"seat": 9, "regent": "", "key": "a"}), 404, "no_kingdom")
    assert is_problem(api.post(path, {"seat": 1, "regent": ""}), 428, "precondition_required")
    late = {"seat": 1, "regent": "steward", "phase": 4, "key": "a"}
    assert is_problem(api.post(path, late), 412, "phase_changed")
    assert table.kingdom(1).regent == ""


def test_a_dry_run_appoints_and_rules_nothing():
    table = at_war()
    regent = {"seat": 2, "regent": "steward", "key": "a"}
    ruling = {"phase": 2, "tile": TILE, "report": {"winner": 0}, "reason": "Seen.", "key": "b"}

    tried = [
        master(table).post(one(table, "regent/?dry_run=1"), regent).status_code,
        master(table).post(one(table, "ruling/?dry_run=1"), ruling).status_code,
    ]

    assert tried == [204, 200]
    assert (table.kingdom(2).regent, table.phase(2).rulings) == ("", {})
    assert not LogEntry.objects.exclude(action="start").exists()


GUARDS = "Grey Guards"


def test_f40_f43_a_secret_list_is_read_by_its_owner_alone():
    options = {**SETUP, "rules": {"battle_mode": "tabletop"}}
    table = make_table(2, options=options, is_public=True)
    units = [{"name": GUARDS, "size": 20, "points": 500}]
    assert player(table, 0).put(sheet_path(table), {"list": {"units": units}}).status_code == 201
    player(table, 1).put(sheet_path(table), {})
    assert sweep() == 1
    paths = [
        row.path.format(pk=table.campaign.pk, token="x", invite=1, board="")
        for row in READS
        if "{pk}" in row.path
    ]

    for person in (None, make_user(), table.players[1], table.master):
        clients = [Api(person).http, client_of(person)]
        headers = Api(person).headers
        for path in paths:
            client, sent = (clients[0], headers) if path.startswith("/api/") else (clients[1], {})
            answer = client.get(path, headers=sent)
            body = b"".join(answer.streaming_content) if answer.streaming else answer.content
            assert GUARDS not in body.decode(), (person, path)
    assert GUARDS in player(table, 0).get(one(table, "map/")).content.decode()


# The past


def test_a_phase_is_opened_again_with_every_months_sheet():
    table = at_war(is_public=True)

    answer = Api().get(one(table, "phases/1/position/"))
    past = answer.json()
    again = Api().get(one(table, "phases/1/position/"), If_None_Match=answer.headers["ETag"])
    missing = Api().get(one(table, "phases/7/position/"))

    assert (past["phase"]["kind"], past["view"]["stage"]) == ("month", "orders")
    assert [sheet["seat"] for sheet in past["sheets"]] == [0, 1, 2]
    assert past["sheets"][0]["sheet"]["orders"][0]["to"] == TILE
    assert past["sheets"][0]["by_regent"] is False
    assert [event["kind"] for event in past["events"]][0] == "moved"
    assert is_problem(missing, 404, "no_phase")
    assert again.status_code == 304


def test_the_export_is_a_file_of_the_whole_campaign_and_its_rate_is_limited():
    table = at_war(is_public=True)

    answers = [Api().get(one(table, "export/")) for _ in range(21)]

    whole = json.loads(answers[0].getvalue())
    assert answers[0].streaming
    assert whole["format"] == "wintertide-campaign-1"
    assert [phase["kind"] for phase in whole["phases"]] == ["start", "month", "report"]
    name = f'attachment; filename="wintertide-{table.campaign.pk}.json"'
    assert answers[0].headers["Content-Disposition"] == name
    assert [answer.status_code for answer in answers] == [200] * 20 + [429]


def test_a_deadline_that_finds_no_result_moves_once_and_says_so():
    table = at_war()
    Phase.objects.filter(pk=table.phase(2).pk).update(due_at=timezone.now() - timedelta(minutes=1))

    sweep()

    running = player(table, 0).get(one(table, "phase/")).json()
    assert (running["kind"], running["revision"], running["closing"]) == ("report", 1, "")
    assert running["deadline"] > timezone.now().isoformat()
