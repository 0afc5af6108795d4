"""People who are logged in, and the requests they send over and over."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import cycle
from urllib.parse import urlencode

from django.contrib.auth import login
from django.contrib.sessions.backends.db import SessionStore
from django.test import RequestFactory
from django.urls import reverse

from campaign.models import User
from campaign.services.tokens import token_create
from campaign.trials.bench.server import Answer, fetch, parse, request_bytes
from campaign.trials.worlds import World
from games.engine.contract import Json

CSRF = "0123456789abcdefghijklmnopqrstuv"


class Unexpected(RuntimeError):
    """The site did not answer as it must for the figure to mean anything."""


def session_of(user: User) -> dict[str, str]:
    """Log somebody in and return the headers of their browser."""
    request = RequestFactory().get("/")
    request.session = SessionStore()
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    request.session.save()
    return {"Cookie": f"sessionid={request.session.session_key}; csrftoken={CSRF}"}


def check(answer: Answer, *wanted: int) -> Answer:
    """Return the answer if its status is one of these."""
    if answer.status not in wanted:
        text = answer.body[:2000].decode(errors="replace")
        raise Unexpected(f"status {answer.status} instead of {wanted}: {text}")
    return answer


@dataclass
class Reader:
    """Reads one address again and again; ``tag`` makes the question conditional."""

    port: int
    path: str
    headers: Mapping[str, str]
    wanted: int = 200

    def __call__(self) -> None:
        """Ask once."""
        raw = fetch(self.port, request_bytes("GET", self.path, self.headers))
        if not raw.startswith(b"HTTP/1.1 %d " % self.wanted):
            check(parse(raw), self.wanted)


@dataclass
class Mover:
    """Makes the bare move again and again, in one match after the other."""

    port: int
    matches: Iterable[int]

    def __post_init__(self) -> None:
        self._next = cycle(self.matches)

    def __call__(self) -> None:
        """Move once."""
        body = json.dumps({"match": next(self._next)}).encode()
        headers = {"Content-Type": "application/json"}
        raw = fetch(self.port, request_bytes("POST", "/bare/move/", headers, body))
        if not raw.startswith(b"HTTP/1.1 201 "):
            check(parse(raw), 201)


@dataclass
class Player:
    """One player who keeps changing between two sheets."""

    world: World
    seat: int
    phase: int
    sheets: tuple[Json, Json]
    cookie: dict[str, str] = field(default_factory=dict)
    token: str = ""
    receipt: str = ""
    turn: int = 0

    def __post_init__(self) -> None:
        user = self.world.players[self.seat]
        self.cookie = session_of(user)
        self.token = token_create(user=user).token

    def next_sheet(self) -> Json:
        """Return the other sheet."""
        self.turn += 1
        return self.sheets[self.turn % 2]

    def put(self, port: int) -> None:
        """Hand in by the API."""
        path = reverse("api:sheet", args=[self.world.campaign.pk, self.phase])
        headers = {"Authorization": f"Token {self.token}", "Content-Type": "application/json"}
        if self.receipt:
            headers["If-Match"] = f'"{self.receipt}"'
        body = json.dumps(self.next_sheet()).encode()
        answer = check(parse(fetch(port, request_bytes("PUT", path, headers, body))), 200, 201)
        self.receipt = answer.headers["etag"].strip('"')

    def post(self, port: int) -> None:
        """Hand in by the form."""
        path = reverse("hand-in", args=[self.world.campaign.pk])
        form = {
            "csrfmiddlewaretoken": CSRF,
            "phase": str(self.phase),
            "do": "hand_in",
            "kind": "winter",
            "draft": json.dumps(self.next_sheet()),
        }
        headers = {**self.cookie, "Content-Type": "application/x-www-form-urlencoded"}
        body = urlencode(form).encode()
        check(parse(fetch(port, request_bytes("POST", path, headers, body))), 302)


@dataclass
class Hands:
    """Many players in turn, so that no one of them is asked to slow down."""

    port: int
    players: Iterable[Player]
    way: str

    def __post_init__(self) -> None:
        self._next = cycle(self.players)

    def __call__(self) -> None:
        """Hand in once."""
        getattr(next(self._next), self.way)(self.port)
