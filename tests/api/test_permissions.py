"""Every route, every role: who may ask what, and that nobody learns a secret."""

from __future__ import annotations

import pytest
from django.db import transaction
from django.urls import get_resolver

from campaign.api import urls
from campaign.api.permissions import ROUTES
from campaign.models import Submission
from campaign.services.chances import phase_secret
from campaign.services.memberships import invite_create, kingdom_leave
from campaign.services.submissions import sheet_submit
from tests.api.client import Api
from tests.factories import Table, make_table, make_user

ROLES = ("anonymous", "stranger", "player", "other player", "game master", "left")
ALL = (200,) * 6
SIGNED_IN = (401, 200, 200, 200, 200, 200)
LOOK = (404, 404, 200, 200, 200, 404)
MASTER = (401, 404, 403, 403, 200, 404)

CASES: dict[tuple[str, str], tuple[str, object, tuple[int, ...]]] = {
    ("me", "GET"): ("me/", None, SIGNED_IN),
    ("me", "PUT"): ("me/", {"time_zone": "", "wants_mail": True}, SIGNED_IN),
    ("my-asks", "GET"): ("me/asks/", None, SIGNED_IN),
    ("my-tokens", "GET"): ("me/tokens/", None, SIGNED_IN),
    ("my-tokens", "POST"): ("me/tokens/", None, (401, 403, 403, 403, 403, 403)),
    ("my-token", "DELETE"): ("me/tokens/abc/", None, (401, 404, 404, 404, 404, 404)),
    ("tokens", "POST"): ("tokens/", {"username": "x", "password": "y"}, (403,) * 6),
    ("editions", "GET"): ("editions/", None, ALL),
    ("maps", "GET"): ("maps/", None, ALL),
    ("map-document", "GET"): ("maps/sound/", None, ALL),
    ("join", "POST"): (
        "join/", {"token": "{token}", "seat": 3}, (401, 201, 409, 409, 201, 201)
    ),
    ("invitation", "GET"): ("join/{token}/", None, ALL),
    ("campaigns", "GET"): ("campaigns/", None, ALL),
    ("campaigns", "POST"): (
        "campaigns/", {"name": "Mine", "seats": 2, "map": "sound"}, (401, 201, 201, 201, 201, 201)
    ),
    ("campaign", "GET"): ("campaigns/{id}/", None, LOOK),
    ("start", "POST"): ("campaigns/{id}/start/", None, (401, 404, 403, 403, 409, 404)),
    ("map", "GET"): ("campaigns/{id}/map/", None, LOOK),
    ("kingdoms", "GET"): ("campaigns/{id}/kingdoms/", None, LOOK),
    ("phase", "GET"): ("campaigns/{id}/phase/", None, LOOK),
    ("phases", "GET"): ("campaigns/{id}/phases/", None, LOOK),
    ("report", "GET"): ("campaigns/{id}/phases/0/", None, LOOK),
    ("dice", "GET"): ("campaigns/{id}/phases/0/dice/", None, LOOK),
    ("events", "GET"): ("campaigns/{id}/events/", None, LOOK),
    ("log", "GET"): ("campaigns/{id}/log/", None, LOOK),
    ("ask", "GET"): ("campaigns/{id}/ask/", None, (401, 404, 200, 200, 403, 404)),
    ("sheet", "GET"): ("campaigns/{id}/phases/1/sheet/", None, (401, 404, 200, 404, 403, 404)),
    ("sheet", "PUT"): ("campaigns/{id}/phases/1/sheet/", {}, (401, 404, 428, 201, 403, 404)),
    ("forecast", "POST"): (
        "campaigns/{id}/phases/1/forecast/", {}, (401, 404, 200, 200, 403, 404)
    ),
    ("receipts", "GET"): ("campaigns/{id}/receipts/", None, (401, 404, 200, 200, 403, 404)),
    ("kingdom", "PUT"): (
        "campaigns/{id}/kingdom/", {"name": "New name"}, (401, 404, 200, 200, 403, 404)
    ),
    ("leave", "POST"): ("campaigns/{id}/leave/", None, (401, 404, 204, 204, 403, 404)),
    ("presence", "GET"): ("campaigns/{id}/presence/", None, MASTER),
    ("clock", "POST"): (
        "campaigns/{id}/clock/", {"action": "pause", "phase": 1, "key": "k"}, MASTER
    ),
    ("invites", "GET"): ("campaigns/{id}/invites/", None, MASTER),
    ("invites", "POST"): ("campaigns/{id}/invites/", None, (401, 404, 403, 403, 201, 404)),
    ("invite", "DELETE"): (
        "campaigns/{id}/invites/{invite}/", None, (401, 404, 403, 403, 204, 404)
    ),
    ("hand-over", "POST"): (
        "campaigns/{id}/hand-over/", {"seat": 2, "username": None}, (401, 404, 403, 403, 204, 404)
    ),
}  # fmt: skip


def test_every_route_has_a_permission_entry_and_every_entry_a_route():
    routes = {pattern.name: pattern.callback.view_class for pattern in urls.v1}

    assert set(routes) == set(ROUTES)
    for name, view in routes.items():
        written = {m.upper() for m in view.http_method_names if m != "head" and hasattr(view, m)}
        assert written == set(ROUTES[name]), name


def test_every_route_and_method_is_in_the_table_of_roles():
    assert set(CASES) == {(name, method) for name, ways in ROUTES.items() for method in ways}


def test_the_api_is_where_it_should_be():
    assert get_resolver().resolve("/api/v1/me/").view_name == "api:me"


@pytest.fixture
def table(db: None) -> Table:
    """Four kingdoms: two players, one who left, one free; the first player has handed in."""
    table = make_table(3, seats=4, ends_early=False)
    kingdom_leave(person=table.players[2], campaign_id=table.campaign.pk)
    sheet_submit(
        person=table.players[0],
        campaign_id=table.campaign.pk,
        phase=1,
        sheet={"tithes": [{"to": 1, "gold": 1, "food": 1}]},
    )
    return table


def people(table: Table) -> dict[str, Api]:
    stranger = make_user()
    persons = (None, stranger, *table.players[:2], table.master, table.players[2])
    return {role: Api(person) for role, person in zip(ROLES, persons, strict=True)}


@pytest.mark.parametrize("case", CASES, ids="-".join)
def test_who_may_ask(case: tuple[str, str], table: Table):
    path, body, expected = CASES[case]
    invite = invite_create(person=table.master, campaign_id=table.campaign.pk)
    address = path.format(id=table.campaign.pk, invite=invite.pk, token=invite.token)
    if case == ("join", "POST"):
        body = {"token": invite.token, "seat": 3}
    asking = people(table)
    statuses, texts = {}, {}

    for role, api in asking.items():
        with transaction.atomic():
            answer = api.ask(case[1], address, body)
            transaction.set_rollback(True)
        statuses[role], texts[role] = answer.status_code, answer.content.decode()

    assert statuses == dict(zip(ROLES, expected, strict=True))
    receipt = Submission.objects.get(phase__campaign=table.campaign).receipt
    for role, text in texts.items():
        assert table.campaign.secret not in text
        assert phase_secret(table.campaign, 0, 1).hex() not in text
        assert role == "game master" or invite.token not in text
        assert role == "player" or receipt not in text
        assert role == "player" or '"tithes"' not in text


@pytest.mark.parametrize("role", ROLES)
def test_a_public_campaign_may_be_looked_at_by_anyone_and_no_more(role: str, table: Table):
    table.campaign.is_public = True
    table.campaign.save(update_fields=["is_public"])
    api = people(table)[role]
    open_to_all = {"campaign", "map", "kingdoms", "phase", "phases", "report", "dice", "events",
                   "log"}  # fmt: skip

    for (name, method), (path, _body, _expected) in CASES.items():
        if method == "GET" and "{id}" in path:
            status = api.get(path.format(id=table.campaign.pk)).status_code
            if name in open_to_all:
                assert status == 200, name
            elif role == "anonymous":
                assert status == 401, name
            elif role in ("stranger", "left"):
                assert status == 403, name


def test_what_is_not_yours_looks_like_what_is_not_there(table: Table):
    stranger = Api(make_user())

    hidden = stranger.get(f"campaigns/{table.campaign.pk}/")
    absent = stranger.get("campaigns/999999/")

    assert hidden.status_code == absent.status_code == 404
    assert hidden.content == absent.content


def test_f45_who_left_hears_nothing_more(table: Table):
    left = Api(table.players[2])

    listed = left.get("campaigns/").json()["results"]
    waiting = left.get("me/asks/").json()

    assert listed == []
    assert waiting == []
