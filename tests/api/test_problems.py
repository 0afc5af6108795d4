"""Whatever goes wrong under /api/ is one kind of body, and nothing tells more than it should."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.db import OperationalError
from rest_framework.throttling import SimpleRateThrottle

from campaign.api.views import people
from tests.api.client import Api, is_problem, one, player
from tests.conftest import ErrorLog
from tests.factories import make_table, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
@pytest.mark.parametrize(
    "path", ["/api/", "/api/v1/", "/api/v2/me/", "/api/v1/me", "/api/v1/campaigns/x/", "/api/v1//"]
)
def test_what_is_not_there_is_a_problem_too(method: str, path: str):
    answer = Api(make_user()).ask(method, path)

    assert answer.status_code == 404
    assert answer.headers["Content-Type"] == "application/problem+json"
    if method != "HEAD":
        assert is_problem(answer, 404, "not_found")
        assert ("end with a slash" in answer.json()["detail"]) == (not path.endswith("/"))


@pytest.mark.parametrize("method", ["POST", "PATCH", "DELETE", "OPTIONS", "TRACE"])
def test_a_method_that_is_not_there_is_405_and_names_those_that_are(method: str):
    answer = Api(make_user()).ask(method, "me/")

    assert is_problem(answer, 405, "method_not_allowed")
    assert answer.headers["Allow"] == "GET, HEAD, PUT"


def test_nobody_is_told_to_log_in_before_anything_else_is_said():
    table = make_table()

    for path in (one(table, "ask/"), "campaigns/999999/ask/", one(table, "presence/")):
        answer = Api().get(path)
        assert is_problem(answer, 401, "not_authenticated")
        assert answer.headers["WWW-Authenticate"] == "Token"


@pytest.mark.parametrize("accept", ["text/html", "application/xml", "application/problem+json"])
def test_the_answer_is_json_whatever_is_accepted(accept: str):
    answer = Api(make_user()).get("me/", Accept=accept)

    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/json")


def test_no_shared_cache_keeps_what_is_for_one_person():
    table = make_table()

    answer = player(table, 0).get(one(table, "ask/"))

    assert set(answer.headers["Cache-Control"].split(", ")) == {"private", "no-cache"}
    assert {"Authorization", "Cookie"} <= set(answer.headers["Vary"].split(", "))


def test_a_failure_of_ours_is_logged_and_tells_nothing(
    monkeypatch: pytest.MonkeyPatch, error_log: ErrorLog
):
    def broken(user: Any) -> int:
        raise RuntimeError("the secret is 42")

    monkeypatch.setattr(people.waiting, "waiting_count", broken)

    answer = Api(make_user()).get("me/")

    assert is_problem(answer, 500, "server_error")
    assert b"42" not in answer.content
    assert any("the API failed" in line for line in error_log.take())


def test_a_busy_database_says_when_to_come_again(
    monkeypatch: pytest.MonkeyPatch, error_log: ErrorLog
):
    def busy(user: Any) -> int:
        raise OperationalError("database is locked")

    monkeypatch.setattr(people.waiting, "waiting_count", busy)

    answer = Api(make_user()).get("me/")

    assert is_problem(answer, 503, "busy")
    assert answer.headers["Retry-After"] == "1"
    assert b"locked" not in answer.content
    error_log.take()  # the framework notes every answer of 500 and above


@pytest.fixture
def low_rates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two of everything a minute."""
    rates = dict.fromkeys(("anon", "user", "write", "token", "token_name"), "2/min")
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", rates)
    cache.clear()


def throttled(answer: Any) -> bool:
    assert is_problem(answer, 429, "throttled")
    assert 0 < int(answer.headers["Retry-After"]) <= 60
    return True


@pytest.mark.usefixtures("low_rates")
def test_too_many_requests_are_told_when_to_come_again():
    api = Api(make_user())

    assert [api.get("me/").status_code for _ in range(2)] == [200, 200]
    assert throttled(api.get("me/"))


@pytest.mark.usefixtures("low_rates")
def test_f53_strangers_have_a_rate_of_their_own():
    assert [Api().get("editions/").status_code for _ in range(2)] == [200, 200]
    assert throttled(Api().get("editions/"))


@pytest.mark.usefixtures("low_rates")
def test_guessing_a_password_is_slow():
    make_user("anna")
    wrong = {"username": "anna", "password": "wrong"}

    assert [Api().post("tokens/", wrong).status_code for _ in range(2)] == [403, 403]
    assert throttled(Api().post("tokens/", wrong))


def test_guessing_one_persons_password_from_many_places_is_slow(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", {"token_name": "2/hour"})
    wrong = {"username": "anna", "password": "wrong"}

    def guess(place: int) -> Any:
        return Api().http.post(
            "/api/v1/tokens/", wrong, content_type="application/json", REMOTE_ADDR=f"10.0.0.{place}"
        )

    assert [guess(1).status_code, guess(2).status_code] == [403, 403]
    assert guess(3).status_code == 429


def test_writes_have_a_rate_that_reads_do_not_use_up(monkeypatch: pytest.MonkeyPatch):
    rates = {"anon": "99/min", "user": "99/min", "write": "1/min"}
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", rates)
    table = make_table()
    me = player(table, 0)

    reads = [me.get(one(table, "phase/")).status_code for _ in range(3)]
    first = me.post(one(table, "phases/1/forecast/"), {})
    second = me.post(one(table, "phases/1/forecast/"), {})

    assert reads == [200, 200, 200]
    assert first.status_code == 200
    assert throttled(second)
