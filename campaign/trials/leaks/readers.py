"""Those who look: each with a browser and a program, who read and try, and change nothing."""

from __future__ import annotations

import contextlib
import json
import secrets
from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from random import Random
from typing import Any
from unittest.mock import patch

from django.core import mail
from django.core.cache import caches
from django.db import transaction
from django.test import Client
from django.utils import timezone

from campaign.models import User
from campaign.services.outbox import deliver_outbox
from campaign.services.tokens import token_create, token_revoke, tokens_of
from campaign.trials.leaks.told import Told, told_by
from games.engine.contract import Json

HOST = "localhost"
API = "/api/"


@dataclass(frozen=True)
class Viewer:
    """Somebody who looks: ``user`` ``None`` is nobody logged in, ``seat`` what they play."""

    name: str
    user: User | None = None
    seat: int | None = None
    is_master: bool = False


@dataclass(frozen=True)
class Request:
    """One thing that a viewer asks for; a form's fields, or what a program sends."""

    path: str
    method: str = "GET"
    fields: tuple[tuple[str, str], ...] = ()
    body: str = ""
    """JSON."""

    def __str__(self) -> str:
        sent = self.body or ("&".join("=".join(pair) for pair in self.fields))
        return f"{self.method} {self.path}" + (f" {sent}" if sent else "")


def sent(method: str, path: str, body: Json = None) -> Request:
    """Return what a program sends."""
    return Request(path, method, body="" if body is None else json.dumps(body))


MAIL = Request("mail", "READ")


@dataclass
class Reader:
    """A viewer at work: pages by session, the API by token."""

    viewer: Viewer
    client: Client = field(default_factory=lambda: new_client())
    program: Client = field(default_factory=lambda: new_client())
    token: str = ""

    @classmethod
    def of(cls, viewer: Viewer) -> Reader:
        """Log a viewer in; the token of an earlier look is worth nothing from then on."""
        reader = cls(viewer)
        if viewer.user is not None:
            reader.client.force_login(viewer.user)
            for old in tokens_of(viewer.user):
                token_revoke(user=viewer.user, token_id=old.token_key)
            reader.token = token_create(user=viewer.user).token
        return reader

    def ask(self, request: Request) -> Told:
        """Send a request and return what one is told; neither the site nor the browser keeps it.

        Limits on how often one may ask are no concern here.
        """
        caches["default"].clear()
        cookies = deepcopy(self.client.cookies)
        try:
            with same_luck(), undone(is_needed=request.method != "GET"):
                return told_by(self._send(request))
        finally:
            self.client.cookies = cookies

    def _send(self, request: Request) -> Any:
        if request.path.startswith(API):
            heads = {"Authorization": f"Token {self.token}"} if self.token else {}
            return self.program.generic(
                request.method, request.path, request.body, "application/json", headers=heads
            )
        if request.method == "GET":
            return self.client.get(request.path)
        fields: dict[str, list[str]] = {}
        for name, value in request.fields:
            fields.setdefault(name, []).append(value)
        return self.client.post(request.path, fields)

    def read(self, requests: Iterable[Request]) -> dict[Request, Told]:
        """Return what one is told by each request, and by the mails that wait."""
        return {MAIL: self._mails()} | {request: self.ask(request) for request in requests}

    def _mails(self) -> Told:
        letters = send_mails()
        user = self.viewer.user
        mine = [letter for letter in letters if user and user.email in letter.recipients()]
        texts = [f"{each.subject}\n{each.body}\n{each.extra_headers}" for each in mine]
        return Told(len(mine), "\n".join(texts), "")


def send_mails() -> list[mail.EmailMessage]:
    """Send all mails that wait, and return them."""
    before = len(getattr(mail, "outbox", []))
    while deliver_outbox():
        pass
    letters: list[mail.EmailMessage] = getattr(mail, "outbox", [])[before:]
    return letters


def new_client() -> Client:
    """Return a client to whom a fault of the site is an answer like any other."""
    return Client(raise_request_exception=False, headers={"host": HOST})


@contextlib.contextmanager
def undone(*, is_needed: bool = True) -> Iterator[None]:
    """Undo whatever the block does to the database."""
    if not is_needed:
        yield
        return
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@contextlib.contextmanager
def same_luck() -> Iterator[None]:
    """Let new tokens and nonces be the same each time."""
    with patch.object(secrets, "token_bytes", Random(0).randbytes):
        yield


@contextlib.contextmanager
def stopped_clock() -> Iterator[None]:
    """Let no time pass for services, pages and tags."""
    now = timezone.now()
    with (
        patch.object(timezone, "now", lambda: now),
        patch("games.hosting.pages.time", lambda: now.timestamp()),
    ):
        yield
