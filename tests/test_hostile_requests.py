"""Requests nobody would send by accident: refused in words, never a failure of ours."""

from __future__ import annotations

import base64
import json
from copy import deepcopy
from time import process_time
from typing import Any
from urllib.parse import quote

import pytest
from django.core import signing
from django.core.cache import caches
from django.http import HttpResponse
from django.test import Client, RequestFactory

from campaign.config.middleware import plain_text
from campaign.config.wsgi import Handler, Request
from campaign.models import Invite, LogEntry, Submission
from campaign.services.map_drafts import draft_create
from campaign.web.create_form import CreateForm
from games.hosting.api.endpoint import CURSOR_SALT
from tests.api.client import Api, is_problem, one, player
from tests.factories import Table, make_table, make_user
from tests.scene import HEX
from tests.shared import laid_once
from tests.web.pages import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

NUL = "\0"
HALF = "\\ud800"
"""Half a character, as JSON writes it."""


laid_table = laid_once(lambda: make_table(2, seats=3))


@pytest.fixture
def table(laid_table: Table, db: None) -> Table:
    """Two kingdoms, the Winter's sheets are asked for."""
    return deepcopy(laid_table)


def everybody(table: Table) -> list[Client]:
    return [client_of(person) for person in (None, table.players[0], table.master)]


# A NUL is text for Python and for SQLite, and an error for PostgreSQL.

ADDRESSES = [
    "/invites/%00/",
    "/settings/tokens/%00/revoke/",
    "/campaigns/?page=%00",
    "/campaigns/?%00=1",
    "/accounts/login/?next=%00",
    "/accounts/password/reset/key/1-%00/",
    "/campaigns/{pk}/status/?board=%00",
    "/api/v1/join/%00/",
    "/api/v1/campaigns/{pk}/events/?since=%00",
    "/api/v1/campaigns/{pk}/log/?cursor=%00",
]
FORMS = [
    ("/campaigns/{pk}/run/clock/", {"action": "extend", "phase": "1", "key": "k", "reason": NUL}),
    ("/campaigns/{pk}/run/clock/", {"action": "pause", "phase": "1", "key": NUL}),
    ("/campaigns/{pk}/run/hand-over/", {"seat": "1", "username": f"a{NUL}"}),
    ("/campaigns/{pk}/hand-in/", {"do": "hand_in", "phase": "1", "based_on": NUL}),
    ("/campaigns/{pk}/kingdom/", {"name": NUL}),
    ("/campaigns/new/", {"name": "x", "key": NUL}),
    ("/settings/", {"time_zone": NUL}),
    ("/accounts/login/", {"login": NUL, "password": "x"}),
    ("/accounts/signup/", {"username": "x", f"a{NUL}": "x"}),
    ("/accounts/password/reset/", {"email": f"a{NUL}@example.org"}),
]


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_f05_an_address_with_a_nul_is_a_bad_request(address: str, method: str, table: Table):
    for client in everybody(table):
        answer = client.generic(method, address.format(pk=table.campaign.pk))

        assert answer.status_code == 400
        if address.startswith("/api/"):
            assert is_problem(answer, 400, "bad_text")
        else:
            assert b"could not be read" in answer.content


@pytest.mark.parametrize(("address", "form"), FORMS)
def test_f05_a_form_with_a_nul_is_a_bad_request(address: str, form: dict[str, str], table: Table):
    for client in everybody(table):
        assert client.post(address.format(pk=table.campaign.pk), form).status_code == 400

    assert list(LogEntry.objects.values_list("action", flat=True)) == ["start"]


def test_f05_a_cookie_with_a_nul_is_a_bad_request():
    quoted = '"' + r"\000" * 10 + '"'

    answer = Client().get("/", headers={"cookie": f"sessionid={quoted}"})

    assert answer.status_code == 400


@pytest.mark.parametrize("codec", ["utf-16", "unicode_escape", "punycode", "hex", "idna"])
@pytest.mark.parametrize("path", ["/campaigns/", "/api/v1/campaigns/"])
def test_no_client_chooses_how_bytes_become_text(codec: str, path: str):
    environ = RequestFactory().get(path, {"page": "1"}).environ
    reach = plain_text(lambda request: HttpResponse(request.GET["page"]))

    named = reach(Request({**environ, "CONTENT_TYPE": f"text/plain; charset={codec}"}))
    encoded = reach(Request({**environ, "CONTENT_TYPE": f"text/plain; charset*={codec}''x"}))
    usual = reach(Request({**environ, "CONTENT_TYPE": "text/plain; charset=UTF-8"}))

    assert named.status_code == 400
    assert encoded.status_code in (200, 400)
    assert usual.content == b"1"
    assert Handler.request_class is Request


def test_more_fields_than_a_form_has_are_a_bad_request(table: Table):
    fields = "&".join(f"f{number}=1" for number in range(2001))
    client = client_of(table.players[0])

    pages = client.get(f"/campaigns/?{fields}")
    api = client.get(f"/api/v1/campaigns/?{fields}")
    form = client.generic(
        "POST", "/settings/", fields, content_type="application/x-www-form-urlencoded"
    )

    assert [answer.status_code for answer in (pages, api, form)] == [400] * 3
    assert is_problem(api, 400, "bad_text")


@pytest.mark.parametrize(
    "path", ["/campaigns/" + "9" * 5000 + "/", "/campaigns/?page=" + "9" * 5000, "/?" + "x" * 9000]
)
def test_long_numbers_and_addresses_are_answered(path: str, table: Table):
    for client in everybody(table):
        assert client.get(path).status_code in (200, 404)


# Numbers and cursors of the API


@pytest.mark.parametrize(
    "limit", ["0", "-1", "201", "1e2", "١", "000000001" + "0" * 400, "000000001" + "0" * 5000]
)
def test_a_limit_is_a_number_from_1_to_200(limit: str, table: Table):
    answer = player(table, 0).get(one(table, f"events/?limit={limit}"))

    assert is_problem(answer, 400, "bad_parameter")


def invented(position: str) -> str:
    return base64.b64encode(f"p={position}".encode()).decode()


@pytest.mark.parametrize(
    "cursor",
    [
        "",
        "x",
        invented("1"),
        invented("0001-01-01T00:00:00%2B23:59"),
        invented("9999-12-31T23:59:59-23:59"),
        invented("9" * 5000),
        signing.dumps([0, False, "0001-01-01T00:00:00+23:59"], salt="another list"),
        signing.dumps([0, False, "no date and no number"], salt=CURSOR_SALT),
    ],
    # Names that stay the same: a signed value holds the second at which it was made.
    ids=["empty", "word", "one", "early", "late", "long", "another-list", "no-position"],
)
@pytest.mark.parametrize("path", ["log/", "phases/", "receipts/"])
def test_an_invented_cursor_is_told_from_ours(cursor: str, path: str, table: Table):
    answer = player(table, 0).get(one(table, f"{path}?cursor={cursor}"))

    assert is_problem(answer, 400, "bad_cursor")


QUERIES = [
    "/maps/picture/?map={}",
    "/maps/picture/?map=draft&draft={}",
    "/maps/picture/?map=seed&seed=1&tiles=60&seats=2&water={}&mountains=10",
    "/maps/picture/?map=seed&seed={}&tiles={}&seats={}&water=20&mountains=10",
    "/maps/editor/{map}/?hex={}",
    "/campaigns/new/?draft={}",
    "/campaigns/?page={}",
    "/campaigns/{pk}/map/?go={}",
    "/campaigns/{pk}/map/?go=army-{}-1&go=army-1-{}",
    "/campaigns/{pk}/status/?board={}",
    "/campaigns/{pk}/history/?at={}",
    "/campaigns/{pk}/season/?until={}",
    "/campaigns/{pk}/hand-in/?go={}",
    "/campaigns/{pk}/hand-in/?go=army-1-{}&go=ship-{}-1",
    "/campaigns/{pk}/receipts/?page={}",
    "/api/v1/maps/made/?seed={}&tiles=60&kingdoms={}&water=20&mountains=10",
    "/api/v1/maps/made/?seed=1&tiles={}&kingdoms=2&water={}&mountains={}",
    "/api/v1/campaigns/{pk}/events/?since={}",
    "/api/v1/campaigns/{pk}/phases/?limit={}",
    "/api/v1/campaigns/{pk}/season/?until={}",
]
ODD_VALUES = ("", "x", "-1", "0", "1.5", "9" * 16, "9" * 25, "NaN", "\u0661", "None", "[]", "a,b")


@pytest.mark.parametrize("query", QUERIES)
def test_f05_no_value_in_an_address_is_too_odd_to_be_answered(query: str, table: Table):
    player_0 = table.players[0]
    draft = draft_create(user=player_0, document={"name": "m", "tiles": [HEX]})
    query = query.replace("{pk}", str(table.campaign.pk)).replace("{map}", str(draft.pk))
    reader = Api(player_0) if query.startswith("/api/") else client_of(player_0)

    for value in ODD_VALUES:
        caches["default"].clear()
        assert reader.get(query.replace("{}", quote(value))).status_code < 500, value


# JSON in a field of a form is judged as strictly as a body of the API.

DRAFTS = [
    '{"purchases": [{"buy": "\\ud800", "tile": 1}]}',
    '{"purchases": [{"buy": "army", "tile": "\\ud800"}]}',
    '{"tithes": [{"to": "\\ud800", "gold": "\\u0000"}]}',
    '{"recall": {"place": %s}}' % ("[" * 900 + "]" * 900),
    '{"recall": {"place": NaN}}',
    '{"recall": {"place": 1e999}}',
    '{"recall": {"place": {"a": 1}, "berths": [[{"a": []}, [1]], [1, 2, 3], 7]}}',
    '{"feed": {"first": [{"a": 1}], "dismiss": [[1], null]}}',
    '{"purchases": [{"buy": [1], "tile": {}, "disband": [], "if": [{"received": 5}, {}, 3]}]}',
    '{"tithes": [{"to": {}, "gold": [], "if": {"a": 1}}]}',
    '{"placements": [[[], {}], [{}, []]]}',
    '{"a": ' * 30 + "1" + "}" * 30,
    "[" * 5000,
    "9" * 5000,
    '"text"',
]


@pytest.mark.parametrize("draft", DRAFTS, ids=range(len(DRAFTS)))
@pytest.mark.parametrize("do", ["hand_in", "forecast", "up:purchases:0", "condition:tithes:0"])
def test_f05_f13_a_form_whose_draft_is_hostile_is_shown_again(draft: str, do: str, table: Table):
    client = client_of(table.players[0])
    form = {"do": do, "phase": "1", "kind": "winter", "draft": draft}
    path = f"/campaigns/{table.campaign.pk}/hand-in/"

    answers = [
        client.post(path, form),
        client.post(path, form, headers={"HX-Request": "true"}),
        client.post(path, form | {"phase": "0"}),
        client.post(path, form | {"kind": "deploy"}),
    ]

    assert all(answer.status_code < 500 for answer in answers)
    for submission in Submission.objects.all():  # nothing legible was left of the draft
        assert submission.sheet == {}


def test_a_long_draft_becomes_no_longer_a_page_than_a_person_can_read(table: Table):
    conditions: list[Any] = [{"stock": {}}] * 70
    client, long = client_of(table.players[0]), [{"if": conditions}] * 25
    draft = json.dumps({"tithes": long})
    form = {"do": "hand_in", "phase": "1", "kind": "winter", "draft": draft}

    refused = client.post(f"/campaigns/{table.campaign.pk}/hand-in/", form)

    assert refused.status_code == 422
    assert "tithes.24.if.9." in refused.content.decode()
    assert ".if.10." not in refused.content.decode()
    assert not Submission.objects.exists()


@pytest.mark.parametrize("answer", [f'"{HALF}"', f'{{"buy": "{HALF}"}}', "[[[[1]]]]", "NaN", "{"])
def test_f05_f13_a_hostile_turn_is_refused(answer: str):
    table = make_table(2, options={"play": "open"})
    phase = table.phase()
    client = client_of(table.players[phase.asks.get().kingdom.seat])
    form = {"do": "answer", "phase": "1", "kind": "turn", "answer": answer}
    path = f"/campaigns/{table.campaign.pk}/hand-in/"

    for given in (form, form | {"kind": "winter"}, form | {"phase": "0"}):
        assert 400 <= client.post(path, given).status_code < 500

    assert not Submission.objects.exists()


# Texts that people give


MARKUP = "<script>alert(1)</script>"
FORMULA = "=HYPERLINK(A1)"


def test_names_are_text_wherever_they_are_shown():
    table = make_table(2, name=MARKUP, is_public=True)
    kingdom = table.kingdom(0)
    kingdom.name, kingdom.race_wish = MARKUP, FORMULA
    kingdom.save()
    pk, people = table.campaign.pk, everybody(table)
    pages = ["/", "/campaigns/", f"/campaigns/{pk}/", f"/campaigns/{pk}/run/",
             f"/campaigns/{pk}/hand-in/", f"/campaigns/{pk}/kingdom/",
             f"/campaigns/{pk}/receipts/", f"/campaigns/{pk}/reports/0/",
             f"/campaigns/{pk}/reports/0/dice/", f"/campaigns/{pk}/map/",
             f"/invites/{Invite.objects.get(campaign=pk).token}/"]  # fmt: skip

    for client in people:
        for page in pages:
            assert MARKUP not in client.get(page).content.decode(), page


@pytest.mark.parametrize(
    "name", ["a\nBcc: x@example.org", "a\r\nX: y", "\u202eevil", "a\u200bb", "\x1b[31m", "\x7f"]
)
def test_f44_no_name_is_more_than_one_line_of_letters(name: str):
    person = make_user()
    new = {"name": name, "seats": 2, "map": "sound"}

    made = Api(person).post("campaigns/", new)
    table = make_table(2)
    named = player(table, 0).put(one(table, "kingdom/"), {"name": name, "race": name})

    if "\n" in name:  # white space of any kind is a space
        assert made.json()["name"] == " ".join(name.split())
        assert table.kingdom(0).name == " ".join(name.split())
    else:
        assert is_problem(made, 400, "bad_name")
        assert is_problem(named, 400, "bad_name")


# Every field of the form of a new campaign, and schedules

HOSTILE_VALUES = [
    "-1",
    "1e9",
    "9" * 50,
    "9" * 5000,
    "NaN",
    "²",
    "½",
    "١٢",
    "0x10",
    "1.5",
    "on" * 99,
    "25:00",
    "20:00\n",
    "../../etc",
    MARKUP,
    FORMULA,
    "\u202e",
    "\U0001f600" * 50,
]


@pytest.mark.parametrize("place", range(len(HOSTILE_VALUES)))
def test_f13_no_value_is_too_odd_for_the_form_of_a_new_campaign(place: int):
    value, client = HOSTILE_VALUES[place], client_of(make_user())
    fields = dict.fromkeys(CreateForm().fields, value[:2000])
    good = {"name": "Ok", "seats": "2", "map": "sound", "edition": "classic", "play": "sealed",
            "hand_in": "sheet", "time_zone": "UTC", "sheet_kind": "daily", "deploy_kind": "daily",
            "turn_kind": "length"}  # fmt: skip

    every = client.post("/campaigns/new/", fields)
    assert every.status_code == 422
    assert MARKUP not in every.content.decode()
    fields_alone = ("seats", "time_zone", "sheet_at", "sheet_days", "turn_hours")
    name = fields_alone[place % len(fields_alone)]  # the page is long: one of them a value
    answer = client.post("/campaigns/new/", good | {name: value, "key": name})
    assert answer.status_code in (302, 422), name


ENTRIES: list[Any] = [
    None, "x", [], {}, {"kind": "length"}, {"kind": ["daily"]},
    {"kind": "length", "minutes": 10**30}, {"kind": "length", "minutes": -1},
    {"kind": "length", "minutes": 5.5}, {"kind": "length", "minutes": True},
    {"kind": "length", "minutes": "60"}, {"kind": "daily", "at": "24:00"},
    {"kind": "daily", "at": "20:00\n"}, {"kind": "daily", "at": "٢٠:٠٠"},
    {"kind": "daily", "at": ["20:00"]}, {"kind": "daily", "at": "20:00", "days": 10**9},
    {"kind": "daily", "at": "20:00", "x": 1},
]  # fmt: skip


@pytest.mark.parametrize("entry", ENTRIES, ids=str)
def test_f06_a_hostile_schedule_is_refused(entry: Any):
    new = {"name": "x", "seats": 2, "map": "sound", "schedule": {"sheet": entry}}

    assert is_problem(Api(make_user()).post("campaigns/", new), 400, "bad_schedule")


# Map documents that anybody may send


def hexes(count: int, **more: Any) -> list[dict[str, Any]]:
    return [{"n": n, "q": n, "r": 0, "terrain": "plain", **more} for n in range(1, count + 1)]


FAR = 10**9
HOSTILE_MAPS: list[Any] = [
    {"tiles": hexes(3000)},
    {"grid": [FAR, FAR]},
    {"grid": [2000, 2000]},
    {"grid": [1.5, 2]},
    {"grid": [2000, 1], "tiles": hexes(2000)},
    {"tiles": [{"n": 1, "q": FAR, "r": -FAR, "terrain": "plain"}]},
    {"tiles": [{"n": 1.5, "q": 0.5, "r": 0, "terrain": "plain"}]},
    {"tiles": [{"n": FAR, "q": 0, "r": 0, "terrain": "plain"}]},
    {"tiles": hexes(900, n=7)},
    {"tiles": hexes(900, q=0)},
    {"tiles": hexes(900, start=1)},
    {"tiles": hexes(50, edges={f"e{n}": "water" for n in range(300)})},
    {"tiles": hexes(900, terrain=["plain"])},
    {"tiles": hexes(900, name="x" * 100)},
    {"tiles": hexes(900, edges={"e": {"x": 1}})},
    {"tiles": [[]] * 2000},
    {"tiles": {}, "x" * 9000: 1},
    {"tiles": [], "name": "x" * 100_000},
    [], 7, "sound", None,
]  # fmt: skip


@pytest.mark.parametrize("document", HOSTILE_MAPS, ids=range(len(HOSTILE_MAPS)))
def test_f13_a_hostile_map_is_refused_by_a_short_answer(document: Any):
    api = Api(make_user())
    raw = json.dumps({"name": "x", "seats": 2, "options": {"map": document}})

    before = process_time()
    answer = api.post("campaigns/", raw=raw)
    spent = process_time() - before

    assert answer.status_code in (400, 422)
    assert len(answer.content) < 10_000
    assert spent < 0.5


def test_what_a_person_wrote_is_never_answered_as_a_page(table: Table):
    api, markup = player(table, 0), {"name": "<b onload=x>", "race": ""}

    first, again = (
        api.put(one(table, "kingdom/"), markup, Idempotency_Key="named") for _ in range(2)
    )
    refused = [api.put(one(table, "kingdom/"), {}, Idempotency_Key="refused") for _ in range(2)]

    assert (first.status_code, first.content) == (200, again.content)
    assert {a.headers["Content-Type"] for a in (first, again)} == {"application/json"}
    assert {a.headers["Content-Type"] for a in refused} == {"application/problem+json"}


@pytest.mark.parametrize("path", ["/api/v1/maps/%0A/", "/api/%0A", "/api/v1/campaigns/1/%0D%0Ax/"])
def test_no_address_under_api_is_answered_by_a_page(path: str):
    assert is_problem(Api().get(path), 404, "not_found")
