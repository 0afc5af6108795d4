"""Who is signed in: every way to end a session counts at the very next request."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from campaign.models import User
from games.hosting import sessions
from games.hosting.sessions import SessionStore
from tests.factories import make_user

pytestmark = pytest.mark.django_db


def signed_in(user: User) -> Client:
    """Return a client that is signed in and has just been served as such."""
    client = Client()
    client.force_login(user)
    assert name_of(client) == user.username
    return client


def name_of(client: Client) -> str | None:
    """Return the name under which a client is known, by what the API says of it."""
    answer = client.get("/api/v1/me/")
    assert answer.status_code in (200, 401, 403)
    return answer.json()["username"] if answer.status_code == 200 else None


def key_of(client: Client) -> str:
    return client.cookies["sessionid"].value


def twin(client: Client) -> Client:
    """Return another client with the same cookie."""
    other = Client()
    other.cookies["sessionid"] = key_of(client)
    return other


def test_logging_out_counts_for_every_window_with_that_cookie():
    client = signed_in(make_user())
    other = twin(client)

    client.post(reverse("account_logout"))

    assert name_of(other) is None


def test_a_session_deleted_elsewhere_is_over():
    client = signed_in(make_user())

    Session.objects.filter(session_key=key_of(client)).delete()

    assert name_of(client) is None


def test_another_password_ends_every_session():
    user = make_user()
    client = signed_in(user)

    user.set_password("another good password")
    user.save()

    assert name_of(client) is None
    assert not Session.objects.filter(session_key=key_of(client)).exists()


def test_a_closed_account_is_not_signed_in_and_an_opened_one_is_again():
    user = make_user()
    client = signed_in(user)

    User.objects.filter(pk=user.pk).update(is_active=False)
    closed = name_of(client)
    User.objects.filter(pk=user.pk).update(is_active=True)

    assert closed is None
    assert name_of(client) == user.username


def test_a_deleted_account_is_not_signed_in():
    user = make_user()
    client = signed_in(user)

    user.delete()

    assert name_of(client) is None


def test_a_session_ends_with_its_time():
    client = signed_in(make_user())

    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))

    assert name_of(client) is None


def test_what_is_remembered_of_a_session_never_says_who_is_signed_in():
    one, other = make_user(), make_user()
    client = signed_in(one)

    sessions._accounts[key_of(client)] = str(other.pk)

    assert name_of(client) == one.username


def test_a_process_that_never_saw_the_session_reads_it_too():
    user = make_user()
    client = signed_in(user)

    sessions._accounts.clear()

    assert name_of(client) == user.username
    assert sessions._accounts[key_of(client)] == str(user.pk)


def test_a_session_of_a_secret_key_used_before_is_taken_over():
    user = make_user()
    with override_settings(SECRET_KEY="the key of last year", SECRET_KEY_FALLBACKS=[]):
        client = Client()
        client.force_login(user)

    with override_settings(SECRET_KEY_FALLBACKS=["the key of last year"]):
        assert name_of(client) == user.username
    assert name_of(client) == user.username


def test_without_the_key_of_before_nobody_is_signed_in():
    with override_settings(SECRET_KEY="the key of last year"):
        client = Client()
        client.force_login(make_user())

    assert name_of(client) is None


def test_signing_in_as_somebody_else_in_the_same_browser():
    client = signed_in(make_user())
    other = make_user()

    client.force_login(other)

    assert name_of(client) == other.username


def test_a_session_whose_row_was_given_to_somebody_else_is_theirs():
    client = signed_in(make_user())
    other = make_user()
    theirs = Session.objects.get(session_key=key_of(signed_in(other)))

    Session.objects.filter(session_key=key_of(client)).update(session_data=theirs.session_data)

    assert name_of(client) == other.username
    assert name_of(client) == other.username


def test_an_account_named_without_its_password_hash_is_not_signed_in():
    user = make_user()
    client = signed_in(user)
    store = SessionStore(key_of(client))
    store[HASH_SESSION_KEY] = ""
    store.save()

    assert name_of(client) is None


def test_a_session_by_a_way_to_sign_in_that_is_gone_is_over():
    client = signed_in(make_user())

    with override_settings(AUTHENTICATION_BACKENDS=["campaign.no_longer.Here"]):
        assert name_of(client) is None


@pytest.mark.parametrize(
    "key", ["short", "x" * 32, "y" * 3000, "%s%(x)s%%' OR '1'='1", "\\'; --00000", "\xe9" * 9]
)
def test_an_invented_cookie_is_nobodys_and_no_key_of_a_session_to_come(key: str):
    user = make_user()
    client = Client()
    client.cookies["sessionid"] = key
    assert name_of(client) is None

    client.force_login(user)

    assert key_of(client) != key
    assert not Session.objects.filter(session_key=key).exists()
    assert name_of(client) == user.username


def test_signing_in_leaves_the_key_of_before_to_nobody():
    client = Client()
    session = client.session
    session["seen"] = True
    session.save()
    client.cookies["sessionid"] = session.session_key
    planted = twin(client)

    client.force_login(make_user())

    assert key_of(client) != key_of(planted)
    assert name_of(planted) is None


def test_a_session_that_is_over_is_not_written_again():
    client = signed_in(make_user())
    store = SessionStore(key_of(client))
    assert store[SESSION_KEY]
    Session.objects.all().delete()

    with pytest.raises(UpdateError):
        store.save()

    assert not Session.objects.exists()


def test_sessions_of_djangos_own_store_are_read():
    user = make_user()
    client = signed_in(user)
    copied = db.SessionStore(key_of(client))

    assert copied[SESSION_KEY] == str(user.pk)
    assert SessionStore(key_of(client))[SESSION_KEY] == str(user.pk)


def test_session_and_account_are_one_query():
    client = signed_in(make_user())
    with CaptureQueriesContext(connection) as captured:
        assert client.get("/api/v1/me/tokens/").status_code == 200

    asked = [query["sql"] for query in captured.captured_queries]
    assert [Session._meta.db_table in sql for sql in asked].count(True) == 1
    assert sum(f'FROM "{User._meta.db_table}"' in sql for sql in asked) == 0


def test_no_more_is_remembered_than_a_process_has_room_for(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sessions, "MOST", 2)
    sessions._accounts.clear()

    clients = [signed_in(make_user()) for _ in range(3)]

    assert len(sessions._accounts) <= 2
    assert all(name_of(client) for client in clients)
