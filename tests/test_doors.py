"""Getting in, staying in and being put out: log-in, sessions, tokens, redirections, hosts."""

from __future__ import annotations

import logging
import re
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from campaign.config.logs import RedactingFormatter
from campaign.models import User
from campaign.services.tokens import token_create
from tests.api.client import Api, is_problem, one, player
from tests.conftest import ErrorLog
from tests.factories import PASSWORD, make_table, make_user
from tests.scene import set_scene
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db

ELSEWHERE = [
    "https://evil.example/",
    "//evil.example/",
    "///evil.example/",
    r"/\evil.example/",
    r"\\evil.example/",
    "http:///evil.example",
    "javascript:alert(1)",
    "\t//evil.example",
    "https:evil.example",
]


def log_in(client: Client, name: str, password: str = PASSWORD, **more: Any) -> Any:
    return client.post("/accounts/login/", {"login": name, "password": password, **more})


# Redirections stay on the site


@pytest.mark.parametrize("elsewhere", ELSEWHERE)
def test_no_door_leads_elsewhere(elsewhere: str):
    user = make_user()
    inside = Client()

    answers = [
        log_in(inside, user.username, next=elsewhere),
        inside.get("/accounts/login/", {"next": elsewhere}),
        inside.get("/accounts/signup/", {"next": elsewhere}),
        inside.post("/accounts/logout/", {"next": elsewhere}),
    ]

    assert [answer.headers["Location"] for answer in answers] == ["/"] * 4


@pytest.mark.parametrize("path", ["//evil.example/settings/", "//evil.example", "//settings"])
def test_no_address_is_taken_for_another_site(path: str):
    answer = Client().get("/", PATH_INFO=path)

    assert answer.status_code in (301, 404)
    assert not answer.headers.get("Location", "").startswith("//")


# Sessions


def test_logging_in_gives_a_session_of_its_own():
    user = make_user()
    client = Client()
    client.cookies["sessionid"] = "chosenbysomebodyelse0000000000ab"

    log_in(client, user.username)
    first = client.cookies["sessionid"].value
    other = make_user()
    log_in(client, user.username)  # already in
    client.post("/accounts/logout/")
    log_in(client, other.username)
    second = client.cookies["sessionid"].value

    assert len({first, second, "chosenbysomebodyelse0000000000ab"}) == 3
    stale = Client()
    stale.cookies["sessionid"] = first
    assert stale.get("/settings/").status_code == 302


def test_a_new_password_ends_every_session_and_every_token():
    user = make_user()
    program = Api(user)
    here, there = Client(), Client()
    log_in(here, user.username)
    log_in(there, user.username)
    form = {"oldpassword": PASSWORD, "password1": "a colder winter", "password2": "a colder winter"}

    changed = here.post("/accounts/password/change/", form)

    assert changed.status_code == 302
    assert there.get("/settings/").status_code == 302
    assert is_problem(program.get("me/"), 401, "authentication_failed")


def test_a_settings_page_that_is_saved_ends_no_token():
    user = make_user()
    program = Api(user)

    client_of(user).post("/settings/", {"time_zone": "Europe/Oslo", "wants_mail": "on"})

    assert program.get("me/").status_code == 200


def test_who_is_deactivated_is_out_at_once():
    table = make_table(2)
    user = table.players[0]
    api, client, pk = player(table, 0), client_of(user), table.campaign.pk
    assert client.get(f"/campaigns/{pk}/hand-in/").status_code == 200

    User.objects.filter(pk=user.pk).update(is_active=False)

    assert client.get(f"/campaigns/{pk}/hand-in/").status_code == 302
    assert client.get(f"/campaigns/{pk}/").status_code == 404
    assert is_problem(api.get("me/"), 401, "authentication_failed")
    assert is_problem(api.put(one(table, "phases/1/sheet/"), {}), 401, "authentication_failed")
    assert log_in(Client(), user.username).headers["Location"] == "/accounts/inactive/"
    asked = Api().post("tokens/", {"username": user.username, "password": PASSWORD})
    assert is_problem(asked, 403, "wrong_password")


def test_a_revoked_token_is_worth_nothing_from_that_moment():
    user = make_user()
    made = token_create(user=user)
    headers = {"Authorization": f"Token {made.token}"}

    before = Client().get("/api/v1/me/", headers=headers)
    client_of(user).post(f"/settings/tokens/{made.id}/revoke/")
    after = Client().get("/api/v1/me/", headers=headers)

    assert before.status_code == 200
    assert is_problem(after, 401, "authentication_failed")


# Guessing


def page_of(answer: Any, name: str) -> str:
    text = re.sub(r'value="\w{64}"', "", answer.content.decode())
    return text.replace(name, "NAME")


def test_a_log_in_does_not_tell_who_has_an_account():
    make_user("anna")

    known = log_in(Client(), "anna", "wrong")
    unknown = log_in(Client(), "nobody", "wrong")

    assert known.status_code == unknown.status_code == 200
    assert page_of(known, "anna") == page_of(unknown, "nobody")


def test_a_password_reset_does_not_tell_who_has_an_account():
    make_user("anna")
    answers = []

    for address in ("anna@example.org", "nobody@example.org"):
        client = Client()
        answer = client.post("/accounts/password/reset/", {"email": address})
        done = client.get(answer.headers["Location"])
        answers.append((answer.status_code, sorted(answer.cookies), page_of(done, address)))

    assert answers[0] == answers[1]


def test_guessing_a_password_is_slowed_down_by_name_and_by_address():
    make_user("anna")
    make_user("bert")

    by_name = [
        log_in(Client(REMOTE_ADDR=f"192.0.2.{place}"), "anna", "wrong") for place in range(7)
    ]
    right = log_in(Client(REMOTE_ADDR="192.0.2.99"), "anna")
    forged = [
        log_in(Client(headers={"X-Forwarded-For": f"192.0.2.{n}"}), f"bert{n}", "wrong")
        for n in range(31)
    ]

    assert b"Too many failed" in by_name[-1].content
    assert right.status_code == 200
    assert "sessionid" not in right.cookies
    assert forged[-1].status_code == 429 or b"Too many failed" in forged[-1].content


# Mails


@pytest.mark.parametrize("address", ["anna@example.org", "nobody@example.org"])
def test_f44_a_forged_host_does_not_get_into_a_mail(address: str, settings: Any):
    settings.ALLOWED_HOSTS = ["*"]
    settings.SITE_URL = "https://winter.example.org"
    make_user("anna")

    Client().post("/accounts/password/reset/", {"email": address}, headers={"Host": "evil.example"})

    letter = mail.outbox[0]
    assert "evil.example" not in letter.subject + str(letter.body)
    links = re.findall(r"https?://[^/\s]+", str(letter.body))
    assert links == ["https://winter.example.org"] * len(links) != []


# What every answer bears


def test_a_refused_host_bears_the_policy_too(error_log: ErrorLog):
    answer = Client().get("/", headers={"Host": "evil.example"})

    assert answer.status_code == 400
    assert b"Start again" in answer.content
    assert error_log.take()
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


def test_a_failure_of_ours_bears_the_policy_and_tells_nothing(
    monkeypatch: pytest.MonkeyPatch, error_log: ErrorLog
):
    def broken(*_: Any) -> None:
        raise RuntimeError("the secret is 42")

    monkeypatch.setattr("campaign.web.views.home.public_campaigns", broken)

    answer = Client(raise_request_exception=False).get("/")

    assert answer.status_code == 500
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert b"42" not in answer.content
    assert b"Traceback" not in answer.content
    assert error_log.take()


def test_no_log_line_holds_what_opens_a_door(caplog: pytest.LogCaptureFixture):
    token = set_scene().invite.token
    client = Client(enforce_csrf_checks=True)

    client.post(f"/invites/{token}/", {"seat": "3", "name": "x"})
    client.get(f"/invites/{token}/x/")
    client.get(f"/api/v1/join/{token}/x/")
    Client().post("/accounts/login/", {"login": "anna", "password": "s3cr3t-word"})
    Client().get("/api/v1/me/", headers={"Authorization": "Token s3cr3t0123456789"})
    Client().get("/nowhere/?password=s3cr3t-word&token=s3cr3t0123456789")

    formatter = logging.getLogger().handlers[0].formatter
    assert isinstance(formatter, RedactingFormatter)
    lines = [formatter.format(record) for record in caplog.records]
    assert any("Forbidden (CSRF" in line for line in lines)
    assert [line for line in lines if token in line or "s3cr3t" in line] == []
