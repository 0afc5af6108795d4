"""Every route, every role: who is let in, and that nobody learns a secret."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import deepcopy
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest
from django.core.cache import caches
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, resolve

from campaign.api import urls as api
from games.api import urls as matches_api
from games.hosting.api.routes import registered
from tests.api.client import Api
from tests.factories import make_user
from tests.routes import ACCOUNTS, MATCHES, PAGES, PROGRAMS, ROLES, ROWS, SAMPLE, UNMOVED, Row
from tests.scene import Scene, set_scene
from tests.shared import for_a_module
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db
by_whole_table = pytest.mark.sqlite  # hundreds of requests a test, and the same on both

if TYPE_CHECKING:
    from pytest_django import DjangoDbBlocker

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


def routes(resolver: URLResolver, names: str = "") -> Iterator[str]:
    """Give the name of every route below a resolver."""
    for entry in resolver.url_patterns:
        if isinstance(entry, URLPattern):
            yield f"{names}{entry.name}"
        else:
            yield from routes(entry, f"{entry.namespace}:" if entry.namespace else names)


def patterns_in(entries: Iterable[URLPattern | URLResolver]) -> Iterator[URLPattern]:
    """Give every pattern, those that are included too."""
    for entry in entries:
        if isinstance(entry, URLPattern):
            yield entry
        else:
            yield from patterns_in(entry.url_patterns)


def route_of(row: Row) -> str:
    address = row.path.partition("?")[0]
    filled = address.format(**SAMPLE)
    return resolve(filled).view_name


# The table is whole


def test_every_route_of_the_site_is_in_the_table():
    assert {route_of(row) for row in ROWS} == set(routes(get_resolver()))


def test_every_method_of_the_api_is_in_the_table_and_in_its_permissions():
    patterns = patterns_in((*api.v1, *matches_api.urlpatterns))
    views = {pattern.name: pattern.callback.view_class for pattern in patterns}
    offered = {
        (name, method)
        for name, view in views.items()
        for method in METHODS
        if method.lower() in view.http_method_names and hasattr(view, method.lower())
    }

    assert offered == {(name, method) for name, ways in registered().items() for method in ways}
    tabled = {(route_of(row).partition(":")[2], row.method) for row in PROGRAMS}
    assert offered <= tabled


def test_a_method_that_is_not_in_the_table_is_405():
    offered: dict[str, set[str]] = {}
    addresses: dict[str, str] = {}
    for row in (*PAGES, *MATCHES, *PROGRAMS):
        offered.setdefault(route_of(row), set()).add(row.method)
        addresses[route_of(row)] = row.path.format(**SAMPLE)
    client, program = client_of(make_user()), Api(make_user())

    for route, address in addresses.items():
        for method in set(METHODS) - offered[route]:
            asking = program.ask if address.startswith("/api/") else client.generic
            status = asking(method, address).status_code
            assert status == (404 if route == "api:nothing" else 405), (route, method)


# Who is told what


@pytest.fixture(scope="module")
def laid_out(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Scene]:
    """Lay the scene out once; what a test does to it is taken back by the database."""
    with for_a_module(django_db_blocker):
        yield set_scene()


@pytest.fixture
def scene(laid_out: Scene, db: None) -> Iterator[Scene]:
    """The campaign that the table is about; everybody is logged in at every test's beginning."""
    cookies = {role: deepcopy(client.cookies) for role, client in laid_out.clients.items()}

    yield laid_out

    for role, client in laid_out.clients.items():
        client.cookies = cookies[role]


def texts_of(answer: Any) -> str:
    """Return all that a client gets: the body, the headers, the cookies."""
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    heads = "\n".join(f"{name}: {value}" for name, value in answer.headers.items())
    return f"{body.decode()}\n{heads}\n{answer.cookies.output()}"


FOR_ALL = {"/robots.txt"}
"""What shared caches may keep."""


def is_guarded(answer: Any) -> bool:
    """Tell whether an answer forbids what no page of ours does."""
    policy = answer.headers["Content-Security-Policy"]
    return (
        "default-src 'none'" in policy
        and "frame-ancestors 'none'" in policy
        and "unsafe" not in policy
        and answer.headers["X-Content-Type-Options"] == "nosniff"
        and answer.headers["X-Frame-Options"] == "DENY"
        and answer.headers["Referrer-Policy"] == "same-origin"
    )


def is_for_one_reader(answer: Any) -> bool:
    """Tell whether no shared cache may keep it, and none gives it out unasked."""
    kept = set(answer.headers["Cache-Control"].split(", "))
    return "public" not in kept and ("no-store" in kept or {"private", "no-cache"} <= kept)


@by_whole_table
@pytest.mark.parametrize("row", ROWS, ids=str)
def test_f43_who_is_let_in_and_no_secret_is_told(row: Row, scene: Scene):
    secrets, asked = scene.secrets(), [(True, row.public)]
    if not row.path.startswith(UNMOVED):
        asked.append((False, row.private))
    for is_public, expected in asked:
        scene.open_up(is_public)
        statuses, leaks = [], []

        for role in ROLES:
            caches["default"].clear()  # limits of how often
            with transaction.atomic():
                answer = scene.ask(row, role)
                transaction.set_rollback(True)
            statuses.append(answer.status_code)
            assert is_guarded(answer)
            assert role == "anonymous" or row.path in FOR_ALL or is_for_one_reader(answer)
            told = texts_of(answer)
            leaks += [
                (role, secret)
                for secret, knowing in secrets.items()
                if role not in knowing and secret in told
                if secret not in scene.filled(row.path)
            ]

        assert tuple(statuses) == expected, "a public campaign" if is_public else "a private one"
        assert leaks == []


@by_whole_table
@pytest.mark.parametrize(
    "row", [r for r in (*PAGES, *MATCHES, *ACCOUNTS) if r.method == "POST"], ids=str
)
def test_no_page_takes_a_form_without_its_token(row: Row, scene: Scene):
    for role in ("player", "game master"):
        client = Client(enforce_csrf_checks=True)
        person = scene.people[role]
        assert person is not None
        client.force_login(person)

        answer = client.post(scene.filled(row.path), scene.filled(row.body) or {})

        assert answer.status_code == 403
        assert b"403" in answer.content


@by_whole_table
@pytest.mark.parametrize("row", [r for r in PROGRAMS if r.method != "GET"], ids=str)
def test_a_session_changes_nothing_through_the_api_without_a_token(row: Row, scene: Scene):
    client = Client(enforce_csrf_checks=True)
    client.force_login(scene.table.master)

    answer = client.generic(
        row.method, scene.filled(row.path), "{}", content_type="application/json"
    )

    assert answer.status_code in (403, 404)
    assert answer.json()["code"] in ("permission_denied", "not_found")


@pytest.mark.postgresql
def test_every_address_answers_the_same_on_postgresql(scene: Scene):
    """On SQLite each role asks; here who plays and who runs the campaign."""
    told, expected = [], []
    scene.open_up(is_public=True)
    for row, role in product(ROWS, ("player", "game master")):
        caches["default"].clear()
        client = scene.clients[role]
        signed_in = deepcopy(client.cookies)
        with transaction.atomic():
            told.append((str(row), role, scene.ask(row, role).status_code))
            transaction.set_rollback(True)
        client.cookies = signed_in
        expected.append((str(row), role, row.public[ROLES.index(role)]))

    assert told == expected


def test_what_is_not_yours_looks_like_what_is_not_there(scene: Scene):
    pk = scene.table.campaign.pk
    stranger = scene.people["stranger"]

    for path in ("/campaigns/{}/", "/campaigns/{}/run/", "/campaigns/{}/hand-in/"):
        hidden, missing = (client_of(stranger).get(path.format(n)) for n in (pk, pk + 1000))
        assert (hidden.status_code, len(hidden.content)) == (404, len(missing.content))
    for path in ("campaigns/{}/", "campaigns/{}/presence/", "campaigns/{}/ask/"):
        hidden, missing = (Api(stranger).get(path.format(n)) for n in (pk, pk + 1000))
        assert (hidden.status_code, hidden.content) == (404, missing.content)


def test_f45_who_left_hears_nothing_more(scene: Scene):
    left = Api(scene.people["left"])

    assert left.get("campaigns/").json()["results"] == []
    assert left.get("me/asks/").json() == []
    assert left.get("me/").json()["waiting"] == 0
