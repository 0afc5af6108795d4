"""People who are logged in, and the requests they send over and over."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import cycle

from campaign.services.tokens import token_create
from campaign.trials.clients import check, session_of, sheet_post, sheet_put
from campaign.trials.server import fetch, parse, request_bytes
from campaign.trials.worlds import World
from games.engine.contract import Json


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
        more = {"If-Match": f'"{self.receipt}"'} if self.receipt else {}
        pk = self.world.campaign.pk
        request = sheet_put(pk, self.phase, self.token, self.next_sheet(), more)
        answer = check(parse(fetch(port, request)), 200, 201)
        self.receipt = answer.headers["etag"].strip('"')

    def post(self, port: int) -> None:
        """Hand in by the form."""
        pk = self.world.campaign.pk
        request = sheet_post(pk, self.phase, self.cookie, self.next_sheet())
        check(parse(fetch(port, request)), 302)


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
