"""Tokens: by password or session, shown once, kept as a hash, revocable."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone
from knox.models import AuthToken

from campaign.models import User
from campaign.services.tokens import MOST_TOKENS, token_create
from games.models import IdempotencyRecord
from tests.api.client import Api, is_problem
from tests.factories import PASSWORD, make_user

pytestmark = pytest.mark.django_db


def by_password(username: str, password: str = PASSWORD, **options: Any) -> Any:
    return Api().post("tokens/", {"username": username, "password": password}, **options)


def with_token(token: str) -> Any:
    return Client().get("/api/v1/me/", headers={"Authorization": f"Token {token}"})


def in_session(user: User, **options: Any) -> Client:
    client = Client(**options)
    client.force_login(user)
    return client


def test_a_password_gives_a_token_that_works_until_it_is_revoked():
    make_user("anna")

    made = by_password("anna")
    token, named = made.json()["token"], made.json()["id"]
    before = with_token(token)
    revoked = Client().delete(
        f"/api/v1/me/tokens/{named}/", headers={"Authorization": f"Token {token}"}
    )
    after = with_token(token)

    assert made.status_code == 201
    assert made.headers["Cache-Control"] == "no-store"
    assert before.json()["username"] == "anna"
    assert revoked.status_code == 204
    assert is_problem(after, 401, "authentication_failed")


def test_f40_a_token_is_shown_once_and_kept_as_a_hash_only():
    make_user("anna")
    token = by_password("anna").json()["token"]

    row = AuthToken.objects.values().get()
    listed = Client().get("/api/v1/me/tokens/", headers={"Authorization": f"Token {token}"})

    assert token not in str(row)
    assert token not in listed.content.decode()
    assert [entry["id"] for entry in listed.json()] == [row["token_key"]]


def test_a_session_gives_a_token_and_a_token_does_not():
    anna = make_user()

    from_session = in_session(anna).post("/api/v1/me/tokens/")
    from_token = Api(anna).post("me/tokens/")

    assert from_session.status_code == 201
    assert with_token(from_session.json()["token"]).status_code == 200
    assert is_problem(from_token, 403, "session_required")


def test_a_session_needs_its_csrf_token():
    client = in_session(make_user(), enforce_csrf_checks=True)

    assert is_problem(client.post("/api/v1/me/tokens/"), 403, "permission_denied")
    assert AuthToken.objects.count() == 0


@pytest.mark.parametrize(
    ("name", "password"), [("anna", "wrong"), ("nobody", PASSWORD), ("gone", PASSWORD)]
)
def test_who_is_wrong_is_not_told_what_is_wrong(name: str, password: str):
    make_user("anna")
    make_user("gone", is_active=False)

    answer = by_password(name, password)

    assert is_problem(answer, 403, "wrong_password")
    assert answer.content == by_password("nobody", "at all").content
    assert AuthToken.objects.count() == 0


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({"username": "anna"}, "password"),
        ({"username": 1, "password": "x"}, "username"),
        ({"username": "a\x01", "password": ["x"]}, "password"),
        ({"username": "anna", "password": "x", "admin": True}, "admin"),
    ],
)
def test_a_bad_question_for_a_token_is_refused(body: Any, where: str):
    assert is_problem(Api().post("tokens/", body), 400, "invalid", where)


def test_where_mail_must_be_confirmed_a_token_waits_for_it(settings: Any):
    anna = make_user("anna")
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"

    before = by_password("anna")
    EmailAddress.objects.create(user=anna, email=anna.email, verified=True, primary=True)
    after = by_password("anna")

    assert is_problem(before, 403, "email_unconfirmed")
    assert after.status_code == 201


def test_a_token_is_never_stored_for_a_key():
    make_user("anna")

    answer = by_password("anna", Idempotency_Key="k")

    assert is_problem(answer, 400, "key_unsupported")
    assert IdempotencyRecord.objects.count() == 0
    assert AuthToken.objects.count() == 0


def test_there_is_a_limit_to_tokens():
    anna = make_user("anna")
    for _ in range(MOST_TOKENS):
        token_create(user=anna)

    assert is_problem(by_password("anna"), 409, "too_many_tokens")


def test_nobody_elses_token_can_be_revoked():
    anna, bert = make_user(), make_user()
    hers = token_create(user=anna)

    answer = Api(bert).delete(f"me/tokens/{hers.id}/")

    assert is_problem(answer, 404, "no_token")
    assert with_token(hers.token).status_code == 200


def test_an_expired_token_is_none():
    made = token_create(user=make_user())
    AuthToken.objects.update(expiry=timezone.now() - timedelta(seconds=1))

    assert is_problem(with_token(made.token), 401, "authentication_failed")


@pytest.mark.parametrize("header", ["Token", "Token a b", "Token nonsense", "Token \xff\xfe"])
def test_a_header_that_is_no_token_is_refused(header: str):
    answer = Client().get("/api/v1/me/", headers={"Authorization": header})

    assert is_problem(answer, 401, "authentication_failed")
    assert answer.headers["WWW-Authenticate"] == "Token"


def test_the_person_of_a_token_is_told_who_they_are():
    answer = Api(make_user("anna", time_zone="Europe/Vienna")).get("me/")

    assert answer.json() == {
        "username": "anna",
        "email": "anna@example.org",
        "time_zone": "Europe/Vienna",
        "wants_mail": True,
        "waiting": 0,
    }


def test_settings_are_changed_or_refused():
    api = Api(make_user())

    changed = api.put("me/", {"time_zone": "Europe/Vienna", "wants_mail": False})
    refused = api.put("me/", {"time_zone": "Winter/Land", "wants_mail": True})

    assert (changed.json()["time_zone"], changed.json()["wants_mail"]) == ("Europe/Vienna", False)
    assert is_problem(refused, 400, "bad_time_zone")
    assert api.get("me/").content == changed.content
