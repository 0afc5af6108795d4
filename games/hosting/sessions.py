"""Sessions in the database, each read together with the account that is signed in by it.

A request that is signed in begins with one statement. This process remembers which account
a session was for, and nothing else: both rows are read anew each time, so that logging out,
another password, a closed account and the end of the session's time count at once. What is
not plain (an old secret key, another way to sign in) is left to Django's own ``get_user``.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from django.conf import settings
from django.contrib import auth
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.functional import SimpleLazyObject

from games.hosting.people import Person, User
from games.hosting.statements import Pair

MOST = 10_000
"""How many sessions a process remembers the accounts of."""

_accounts: dict[str, str] = {}


@cache
def _reader() -> Pair[Session, User]:
    return Pair(Session, "session_key", auth.get_user_model())


class SessionStore(db.SessionStore):
    """Django's own; ``person`` is the account that was read with the session, if any was."""

    person: User | None = None

    def load(self) -> dict[str, Any]:
        """Return what the session holds; nothing if it is over."""
        key = str(self.session_key)
        row, person = _reader()(key, _accounts.get(key))
        if row is None or row.expire_date <= timezone.now():
            self._session_key = None
            return {}
        self.person = person
        data: dict[str, Any] = self.decode(row.session_data)
        _remember(key, data)
        return data

    def create_model_instance(self, data: dict[str, Any]) -> Any:
        """Return the row that will keep the session."""
        row = super().create_model_instance(data)
        _remember(row.session_key, data)
        return row


def _remember(key: str, data: dict[str, Any]) -> None:
    if account := data.get(auth.SESSION_KEY):
        if len(_accounts) >= MOST:
            _accounts.clear()
        _accounts[key] = account


class SignedIn(AuthenticationMiddleware):
    """Django's own, but that ``request.user`` comes by ``person_of``."""

    def process_request(self, request: HttpRequest) -> None:
        """Make ``request.user`` known to whoever asks for it."""
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: person_of(request))  # type: ignore[assignment]


def person_of(request: HttpRequest) -> Person:
    """Return who is signed in by the request's session, as ``django.contrib.auth.get_user``."""
    session = request.session
    account = session.get(auth.SESSION_KEY)
    person = getattr(session, "person", None)
    if person is not None and account == str(person.pk) and _is_plain(session, person):
        return person
    return auth.get_user(request)


def _is_plain(session: SessionBase, person: User) -> bool:
    """Tell whether the account is open and the session made with its present password."""
    path = session.get(auth.BACKEND_SESSION_KEY)
    if path not in settings.AUTHENTICATION_BACKENDS:
        return False
    backend = _backend(path)
    return (
        isinstance(backend, ModelBackend)
        and type(backend).get_user is ModelBackend.get_user
        and backend.user_can_authenticate(person)
        and constant_time_compare(
            session.get(auth.HASH_SESSION_KEY, ""), person.get_session_auth_hash()
        )
    )


@cache
def _backend(path: str) -> Any:
    return auth.load_backend(path)
