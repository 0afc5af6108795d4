"""Account and error pages: in the site's own look, complete, and within the content policy."""

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.template.loader import render_to_string
from django.test import Client
from django.utils.html import escape

from campaign.models import User
from games.engine.names import look
from tests.conftest import PASSWORD, ErrorLog

MakeUser = Callable[..., User]
LogIn = Callable[[User], Client]

ENTRANCE = [
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/accounts/password/reset/done/",
    "/accounts/password/reset/key/1-abc-def/",
    "/accounts/password/reset/key/done/",
    "/accounts/inactive/",
    "/accounts/confirm-email/",
    "/accounts/confirm-email/no-such-key/",
]
INSIDE = [
    "/accounts/logout/",
    "/accounts/password/change/",
    "/accounts/email/",
    "/accounts/reauthenticate/",
]
ERRORS = ["400", "403", "403_csrf", "404", "413", "429", "500"]


def assert_in_the_house_style(page: str) -> None:
    """One stylesheet, one heading, one main part, every control in a button's or field's dress."""
    assert page.count('rel="stylesheet"') == 1
    assert "css/wintertide.css" in page
    assert len(re.findall(r"<h1[ >]", page)) == 1
    assert len(re.findall(r"<main[ >]", page)) == 1
    assert "viewport" in page
    assert not re.search(r"\sstyle\s*=", page)
    assert not re.search(r"<script(?![^>]*\bsrc=)", page)
    unlabelled = set(re.findall(r'<input[^>]*type="(?:text|email|password)"[^>]*>', page))
    for control in unlabelled:
        name = re.search(r'id="([^"]+)"', control)
        assert name is not None
        assert f'<label for="{name[1]}"' in page


@pytest.mark.django_db
def test_the_log_in_page_says_what_it_takes(client: Client) -> None:
    page = client.get("/accounts/login/").content.decode()

    assert re.search(r'<label for="id_login">\s*User name or email\s*</label>', page)
    assert "Login" not in page


@pytest.mark.django_db
@pytest.mark.parametrize("path", ENTRANCE)
def test_pages_before_the_door_are_ours(client: Client, path: str) -> None:
    response = client.get(path)

    assert response.status_code == 200
    assert_in_the_house_style(response.content.decode())


@pytest.mark.parametrize("path", INSIDE)
def test_pages_behind_the_door_are_ours(make_user: MakeUser, log_in: LogIn, path: str) -> None:
    response = log_in(make_user("anna")).get(path)

    assert response.status_code == 200
    assert_in_the_house_style(response.content.decode())


@pytest.mark.parametrize("name", ERRORS)
def test_error_pages_need_nothing_of_the_request(name: str) -> None:
    page = render_to_string(f"{name}.html", {"detail": "Too large."})

    assert_in_the_house_style(page)


@pytest.mark.django_db
def test_a_missing_page_says_so_in_our_words(client: Client) -> None:
    response = client.get("/no/such/page/")

    assert response.status_code == 404
    assert "There is nothing here" in response.content.decode()
    assert "To the first page" in response.content.decode()


def test_a_refused_log_in_says_why_and_keeps_the_name(client: Client, make_user: MakeUser) -> None:
    make_user("anna")

    response = client.post("/accounts/login/", {"login": "anna", "password": "wrong"})

    page = response.content.decode()
    assert 'class="problems" role="alert"' in page
    assert "are not correct" in page
    assert 'value="anna"' in page


@pytest.mark.django_db
def test_a_wrong_field_is_named_above_and_beside_it(client: Client) -> None:
    form = {"username": "anna", "email": "nowhere", "password1": PASSWORD, "password2": PASSWORD}

    page = client.post("/accounts/signup/", form).content.decode()

    assert '<a href="#id_email">Email: Enter a valid email address.</a>' in page
    assert re.search(r'<div class="field-error" id="id_email_error">\s*Enter a valid', page)
    field = re.search(r'<input[^>]*name="email"[^>]*>', page)
    assert field is not None
    assert 'aria-invalid="true"' in field[0]
    assert "id_email_error" in field[0]


def test_a_password_can_be_reset_by_mail(client: Client, make_user: MakeUser) -> None:
    make_user("anna", email="anna@example.org")

    client.post("/accounts/password/reset/", {"email": "anna@example.org"})
    link = re.search(r"https?://[^/]+(/accounts/password/reset/key/\S+)", str(mail.outbox[0].body))
    assert link is not None
    page = client.get(link[1], follow=True)
    fresh = "a colder winter than last"
    client.post(page.request["PATH_INFO"], {"password1": fresh, "password2": fresh})

    assert_in_the_house_style(page.content.decode())
    assert client.login(username="anna", password=fresh)


def test_the_menu_logs_out_by_post_and_greets_by_name(make_user: MakeUser, log_in: LogIn) -> None:
    page = log_in(make_user("anna")).get("/accounts/email/").content.decode()

    assert '<form method="post" action="/accounts/logout/">' in page
    assert "anna</span></summary>" in page


@pytest.mark.django_db
def test_a_stranger_gets_no_token_on_pages_without_a_form(client: Client) -> None:
    """So that a public page may be kept by whoever stands in between."""
    response = client.get("/accounts/inactive/")

    assert "hx-headers" not in response.content.decode()
    assert "csrftoken" not in response.cookies


class NoServer(BaseEmailBackend):
    """A mail server that is not there."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        raise OSError


@pytest.mark.django_db
def test_who_signs_up_while_no_mail_can_be_sent_is_told_how_to_go_on(
    client: Client, settings: Any, error_log: ErrorLog
) -> None:
    settings.EMAIL_BACKEND = "tests.web.test_account_pages.NoServer"
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    form = {
        "username": "frida",
        "email": "frida@example.org",
        "password1": PASSWORD,
        "password2": PASSWORD,
    }

    answer = client.post("/accounts/signup/", form, follow=True)

    assert answer.status_code == 200
    assert error_log.take() == ["A mail about an account could not be sent."]
    assert "The mail could not be sent. Log in a little later" in answer.content.decode()


@pytest.mark.django_db
def test_who_cannot_be_sent_a_reset_link_is_told_to_try_later(
    client: Client, make_user: MakeUser, settings: Any, error_log: ErrorLog
) -> None:
    settings.EMAIL_BACKEND = "tests.web.test_account_pages.NoServer"
    user = make_user("frida", email="frida@example.org")

    answer = client.post("/accounts/password/reset/", {"email": user.email}, follow=True)

    assert answer.status_code == 200
    assert error_log.take() == ["A mail about an account could not be sent."]
    assert "The mail could not be sent. Try again a little later." in answer.content.decode()


SIGN_UP = {"email": "new@example.org", "password1": PASSWORD, "password2": PASSWORD}


@pytest.mark.django_db
@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("ANNA", "already exists"),
        ("Änna", "looks like it"),
        ("аnna", "one alphabet"),  # a Cyrillic a
        ("АNNА", "one alphabet"),
        ("anna\u200b", "valid username"),
        ("anna\u3164", "one alphabet"),
        ("anna@example.org", "mail address"),
        ("x" * 41, "40 characters at most"),
        ("<b>anna</b>", "valid username"),
    ],
)
def test_nobody_signs_up_by_a_name_that_is_taken_for_another(
    name: str, told: str, client: Client, make_user: MakeUser
) -> None:
    make_user("anna")

    page = client.post("/accounts/signup/", {"username": name, **SIGN_UP})
    html = page.content.decode()

    assert told in html
    assert f'value="{escape(name)}"' in html  # what was typed is still there
    assert User.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.sqlite
def test_a_name_of_another_alphabet_is_as_good_as_any(client: Client, make_user: MakeUser) -> None:
    make_user("olga")

    answer = client.post("/accounts/signup/", {"username": "Ольга", **SIGN_UP})

    assert answer.status_code == 302
    assert User.objects.get(username="Ольга").look == look("Ольга")


@pytest.mark.django_db
def test_an_account_older_than_looks_goes_on_beside_the_one_it_looks_like(
    make_user: MakeUser,
) -> None:
    make_user("Hollow")
    older = make_user("other")
    User.objects.filter(pk=older.pk).update(username="Ho11ow", look="")

    older = User.objects.get(pk=older.pk)
    older.time_zone = "Europe/Rome"
    older.save()

    older.refresh_from_db()
    assert (older.username, older.look, older.time_zone) == ("Ho11ow", "", "Europe/Rome")
