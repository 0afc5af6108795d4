"""The OpenAPI document: valid, complete, true, and readable under our content policy."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import URLResolver

from campaign.api.endpoint import CampaignEndpoint
from campaign.api.sheet_schema import EXAMPLES, SHEETS
from campaign.api.urls import urlpatterns as api_urls
from campaign.rules.problems import MESSAGES
from games.api.endpoint import MatchEndpoint
from games.api.reference import ANSWERS, ASKS, EVENTS, OPTIONS
from games.hosting.api.endpoint import Endpoint
from games.hosting.api.permissions import RoutePermission
from games.hosting.api.routes import is_open, registered
from games.services import rulebook
from tests.api.client import Api, is_problem, one, player, sheet_path
from tests.api.matches import programs
from tests.factories import make_table

if TYPE_CHECKING:
    from playwright.sync_api import Page

METHODS = ("get", "put", "post", "delete")


@cache
def document() -> Any:
    answer = Client().get("/api/schema/", headers={"Accept": "application/vnd.oai.openapi+json"})
    assert answer.status_code == 200
    return json.loads(answer.content)


def operations() -> list[tuple[str, str, Any]]:
    return [
        (path, method, operation)
        for path, methods in document()["paths"].items()
        for method, operation in methods.items()
    ]


def test_the_schema_is_valid_and_without_a_warning(tmp_path):
    call_command(
        "spectacular", "--validate", "--fail-on-warn", "--file", str(tmp_path / "schema.yml")
    )


def test_every_route_and_method_is_described():
    described = sum(len(methods) for methods in document()["paths"].values())

    assert described == sum(len(methods) for methods in registered().values())
    names = [operation["operationId"] for _path, _method, operation in operations()]
    assert len(set(names)) == len(names)


def test_every_operation_says_what_it_may_refuse_and_how():
    for path, method, operation in operations():
        refusals = {s: r for s, r in operation["responses"].items() if int(s) >= 400}
        assert {"401", "429"} <= set(refusals), (path, method)
        for response in refusals.values():
            assert list(response["content"]) == ["application/problem+json"], (path, method)
            assert "Codes: " in response["description"]
        if "requestBody" in operation:
            assert {"400", "413", "415"} <= set(refusals), (path, method)


def test_every_write_of_a_campaign_takes_a_key():
    keyless = {"token_create", "my_token_create"}
    for path, method, operation in operations():
        named = {p["name"] for p in operation.get("parameters", ()) if p["in"] == "header"}
        wanted = method in ("post", "put") and operation["operationId"] not in keyless
        assert ("Idempotency-Key" in named) == wanted, (path, method)


def test_every_number_and_text_in_an_address_is_described_with_its_bounds():
    bounds = {"integer": {"minimum", "maximum"}, "string": {"minLength"}}
    for path, method, operation in operations():
        for parameter in operation.get("parameters", ()):
            shape = parameter["schema"]
            if parameter["in"] == "query" and "enum" not in shape:
                assert bounds.get(shape["type"], set()) <= set(shape), (path, method, parameter)


def test_no_body_that_is_sent_has_a_field_beside_those_described():
    forms = {
        name: shape
        for name, shape in document()["components"]["schemas"].items()
        if name.endswith("FormRequest")
    }

    assert len(forms) > 20
    assert {name for name, form in forms.items() if form["additionalProperties"]} == set()


def test_the_document_is_the_same_whatever_its_address_says():
    plain = Client().get("/api/schema/")

    for odd in ("version=a%0Ab", "version=%22", "lang=..%2F", "lang=%0A", "x=1"):
        answer = Client().get(f"/api/schema/?{odd}")
        assert (answer.status_code, answer.content) == (200, plain.content), odd
        assert answer.headers["Content-Type"] == plain.headers["Content-Type"]


def test_what_is_open_to_anyone_is_described_so():
    by_operation = {op["operationId"]: op for _path, _method, op in operations()}

    assert {} in by_operation["campaign"]["security"]
    assert {} not in by_operation["ask"]["security"]
    open_to_all = sum(
        is_open(entry) for methods in registered().values() for entry in methods.values()
    )
    assert sum({} in op["security"] for op in by_operation.values()) == open_to_all


def test_versions_are_described_where_they_are_given_and_asked_for():
    by_operation = {op["operationId"]: op for _path, _method, op in operations()}

    for name in ("map", "phase", "ask", "sheet"):
        operation = by_operation[name]
        assert "304" in operation["responses"]
        assert "ETag" in operation["responses"]["200"]["headers"]
    submit = by_operation["sheet_submit"]
    named = {p["name"] for p in submit["parameters"]}
    assert {"If-Match", "If-None-Match", "Idempotency-Key", "dry_run"} <= named
    assert {"412", "428", "422", "409"} <= set(submit["responses"])
    assert len(submit["requestBody"]["content"]["application/json"]["examples"]) >= len(EXAMPLES)


def test_the_sheets_schema_knows_every_kind_of_ask():
    assert {"winter", "recall", "tithe", "build", "feed", "deploy"} <= set(SHEETS)
    assert set(EXAMPLES) == set(SHEETS) - {"turn"}


@pytest.mark.django_db
def test_the_examples_have_the_form_that_the_rules_read():
    """They name tiles of no map, so they may be refused, but never for their form."""
    form = {"unknown_field", "not_a_list", "not_a_number", "not_a_pair", "not_a_sheet",
            "missing_field", "unknown_condition", "unknown_purchase", "out_of_range",
            "not_this_step"}  # fmt: skip
    table = make_table(3)

    answer = player(table, 0).put(sheet_path(table) + "?dry_run=1", EXAMPLES["winter"])

    codes = {line["code"] for line in answer.json()["problems"]}
    assert codes <= set(MESSAGES)
    assert not codes & form


@pytest.mark.django_db
def test_answers_have_the_fields_that_the_schema_names():
    table = make_table()
    me, shapes = player(table, 0), document()["components"]["schemas"]
    paths = {"Campaign": "", "Map": "map/", "RunningPhase": "phase/", "AskPage": "ask/",
             "Report": "phases/0/", "Dice": "phases/0/dice/", "Events": "events/"}  # fmt: skip

    for name, path in paths.items():
        assert set(me.get(one(table, path)).json()) == set(shapes[name]["properties"]), name
    ask = me.get(one(table, "ask/")).json()["ask"]
    assert set(ask) == set(shapes["Ask"]["properties"])
    kingdom = me.get(one(table, "kingdoms/")).json()[0]
    assert set(kingdom) == set(shapes["Kingdom"]["properties"])
    rule = Api().get("editions/").json()["rules"][0]
    assert set(rule) == set(shapes["Rule"]["properties"])


def named(name: str) -> set[str]:
    """Return the fields of one of the schema's bodies."""
    return set(document()["components"]["schemas"][name]["properties"])


@pytest.mark.django_db
def test_answers_about_a_match_have_the_fields_that_the_schema_names():
    game = programs("winter_court", options={"first": 0}, clock={"kind": "total", "minutes": 60})
    me, new = game.seats[0], {"game": "winter"}
    opened = me.post("matches/", new).json()
    match, step = me.get(game.path()).json(), game.answer(0, "pass")
    page, events = me.get(game.path("ask/")).json(), me.get(game.path("events/")).json()
    drawn = me.post(game.path("draw/"), {"revision": 1, "action": "offer"}).json()
    plan = game.seats[1].get(game.path("plan/")).json()
    note = me.get(game.path("notes/")).json()["results"][0]
    link = me.post(game.path("seats/0/link/")).json()
    offer = Api().get(f"match-seats/{link['token']}/").json()
    line = me.get("matches/?list=running").json()["results"][0]
    me.post(game.path("resign/"))
    over, replay = me.get(game.path()).json(), me.get(game.path("replay/")).json()
    file, invitation = me.get(game.path("record/")).json(), f"match-invites/{opened['invite']}/"
    told: dict[str, Any] = {
        "OneMatch": match, "MatchSeat": match["seats"][0], "MatchOutcome": over["outcome"],
        "MatchAskPage": page, "MatchQuestion": page["ask"], "Answered": step.json(),
        "MatchEvents": events, "MatchEvent": events["events"][0], "MatchNote": note,
        "MatchPlan": plan, "MatchStanding": drawn, "SeatToken": link, "SeatOffer": offer,
        "MatchLine": line, "OpenedMatch": opened, "MatchInvitation": Api().get(invitation).json(),
        "MatchReplay": replay, "MatchStep": replay["steps"][0], "MatchFile": file,
        "ToldEvent": replay["steps"][0]["events"][0], "Game": me.get("games/").json()[0],
    }  # fmt: skip

    assert {name: set(body) for name, body in told.items()} == {name: named(name) for name in told}


def test_every_game_on_offer_is_put_into_words():
    assert set(rulebook.OFFERED) == set(ASKS) == set(ANSWERS) == set(EVENTS) == set(OPTIONS)


def test_the_page_holds_no_inline_script_or_style():
    page = Client().get("/api/docs/")
    script = Client().get("/api/docs/?script=")

    assert page.status_code == 200
    assert b"<style" not in page.content
    assert b" style=" not in page.content
    assert b"<script>" not in page.content
    assert "unsafe-inline" not in page.headers["Content-Security-Policy"]
    assert script.headers["Content-Type"].startswith("application/javascript")
    assert b"/api/schema/" in script.content


@pytest.mark.parametrize("path", ["/api/schema/", "/api/docs/"])
def test_refusals_of_the_document_and_its_page_are_problems_too(path: str):
    assert is_problem(Api().post(path, {}), 405, "method_not_allowed")
    assert is_problem(Api().get(path, Accept="image/png"), 406, "not_acceptable")


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_page_shows_every_operation_under_our_content_policy(page: Page):
    """The ``page`` fixture fails the test when the policy blocks anything."""
    page.goto("/api/docs/")

    page.wait_for_selector("#operations-sheets-sheet_submit")

    assert page.locator(".opblock").count() == len(operations())
    page.click("#operations-sheets-sheet_submit .opblock-summary-control")
    page.wait_for_selector("#operations-sheets-sheet_submit .opblock-body")


PAGED = {"campaigns", "log", "phases", "receipts", "matches", "match_notes"}
"""Lists by pages, with a cursor."""
PARTLY = {"events", "match_events", "match_replay", "ask"}
"""Lists of which as many are given as ``limit`` says."""
BOUNDED = {
    "army_lists": "armies of a kingdom: the edition's `max_armies`, and lists for as many",
    "contests": "battles: hexes of the map; courts: `courts` of editions.toml",
    "editions": "the site's own", "factions": "the site's own", "games": "the site's own",
    "maps": "the site's own",
    "filed_reports": "battles of a phase",
    "invites": "memberships.MOST_INVITES, and the newest that are over",
    "kingdoms": "eight", "campaign": "eight kingdoms", "invitation": "eight kingdoms",
    "match": "the game's seats", "match_invitation": "the game's seats",
    "presence": "eight kingdoms", "phase": "eight kingdoms",
    "report": "one phase", "position": "one phase", "dice": "one phase",
    "export": "a campaign's phases: streamed, and seldom (throttles.ExportThrottle)",
    "match_record": "a match's turns: the game ends",
    "match_plan": "plans.MOST_LINES",
    "map_drafts": "map_drafts.MOST_DRAFTS",
    "my_asks": "what waits: openings.MOST_OPEN matches, and one ask a campaign",
    "my_matches": "openings.MOST_OPEN",
    "my_tokens": "tokens.MOST_TOKENS",
    "season": "season.MOST_YEARS, eight kingdoms",
    "skirmish_teams": "teams.MOST_TEAMS",
}  # fmt: skip
"""Lists that are told whole, and what keeps each from growing."""


def lists_in(shape: Any) -> bool:
    """Tell whether an answer is a list, or has one at its top."""
    while "$ref" in shape:
        shape = document()["components"]["schemas"][shape["$ref"].rpartition("/")[2]]
    inner = shape.get("properties", {}).values()
    return shape.get("type") == "array" or any(one.get("type") == "array" for one in inner)


def test_every_list_is_paged_or_has_a_bound():
    lists, pages, parts = set(), set(), set()
    for _path, method, operation in operations():
        answer = operation["responses"].get("200", {}).get("content", {})
        if method == "get" and any(lists_in(body["schema"]) for body in answer.values()):
            names = {parameter["name"] for parameter in operation.get("parameters", ())}
            name = operation["operationId"]
            kind = pages if {"cursor", "limit"} <= names else parts if "limit" in names else lists
            kind.add(name)

    assert pages == PAGED
    assert parts == PARTLY & parts
    assert lists == set(BOUNDED)


# The table of who may ask

BESIDE = {"schema", "docs", "nothing"}
"""What is no operation: `campaign.api.site`."""


def views_below(entries: Any) -> list[tuple[str, Any]]:
    """Return the name and the view of every pattern, those that are included too."""
    return [
        found
        for entry in entries
        for found in (
            views_below(entry.url_patterns)
            if isinstance(entry, URLResolver)
            else [(entry.name, getattr(entry.callback, "view_class", entry.callback))]
        )
    ]


def test_no_view_of_the_api_goes_past_the_table_of_who_may_ask():
    found = [(name, view) for name, view in views_below(api_urls) if name not in BESIDE]
    names = [name for name, _view in found]

    assert len(names) == len(set(names)) == len(registered()) > 70
    for name, view in found:
        assert issubclass(view, Endpoint), name
        assert view.permission_classes == [RoutePermission], name
        assert view.authentication_classes == Endpoint.authentication_classes, name
        assert view.initial in (
            Endpoint.initial, CampaignEndpoint.initial, MatchEndpoint.initial,
        ), name  # fmt: skip
        assert view.throttle_classes, name
