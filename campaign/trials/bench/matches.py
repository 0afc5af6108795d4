"""Moves of hosted matches over HTTP, signed in, beside a bare move of the same server.

Each match's whole game is worked out beforehand from its own secret, so that the client only
sends prepared answers and none of its time is measured.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from random import Random
from time import perf_counter

from django.core.management import call_command

from campaign.models import User
from campaign.services.tokens import token_create
from campaign.trials.bench import bare
from campaign.trials.bench.figures import Figure, at_least, beside, beside_at_most, plain
from campaign.trials.bench.timing import Effort, in_turn
from campaign.trials.bench.visitors import Mover
from campaign.trials.clients import CSRF, check, session_of
from campaign.trials.server import fetch, parse, request_bytes, web_server
from games.engine.contract import Json
from games.models import Match
from games.services.openings import NewMatch, match_join, match_open
from games.services.rulebook import game_of, turn_chance

TABLES = 16
"""Matches that are played in turn for the time of one move."""
CLIENTS = 8
CROWD_MOVES = 60
"""Moves each client makes in its own match, for the rate."""
GAME = "winter_court"


@dataclass
class Sitting:
    """Two people at one match, and the answers with which they will play it to the end."""

    match: int
    headers: tuple[dict[str, str], dict[str, str]]
    moves: Iterator[tuple[int, int, Json]]
    sent: int = field(default=0)

    def move(self, port: int) -> bool:
        """Send the next answer; false when the game is over."""
        following = next(self.moves, None)
        if following is None:
            return False
        seat, revision, answer = following
        data = self.request(seat, revision, answer)
        raw = fetch(port, data)
        if not raw.startswith(b"HTTP/1.1 2"):
            check(parse(raw), 200, 201)
        self.sent += 1
        return True

    def request(self, seat: int, revision: int, answer: Json) -> bytes:
        """Return the request that gives an answer by the API."""
        body = json.dumps({"revision": revision, "answer": answer}).encode()
        path = f"/api/v1/matches/{self.match}/answer/"
        return request_bytes("POST", path, self.headers[seat], body)


def sit_down(name: str, seed: int, *, by_token: bool) -> Sitting:
    """Open a match between two new people; they answer by token or by their sessions."""
    people = [
        User.objects.create_user(f"{name}-{seat}", f"{name}-{seat}@example.org") for seat in (0, 1)
    ]
    match = match_open(person=people[0], new=NewMatch(game=GAME))
    match = match_join(person=people[1], token=match.invite_token)
    headers = [_token(user) if by_token else _session(user) for user in people]
    moves = iter(prepared(match, Random(seed)))
    return Sitting(match.pk, (headers[0], headers[1]), moves)


def _token(user: User) -> dict[str, str]:
    token = token_create(user=user).token
    return {"Authorization": f"Token {token}", "Content-Type": "application/json"}


def _session(user: User) -> dict[str, str]:
    return {**session_of(user), "Content-Type": "application/json", "X-CSRFToken": CSRF}


def prepared(match: Match, rng: Random) -> list[tuple[int, int, Json]]:
    """Return a whole random game of a match, from its secret: seats, revisions, answers."""
    game = game_of(match)
    state = game.start(turn_chance(match, 0)).state
    moves: list[tuple[int, int, Json]] = []
    while asks := game.asks(state):
        ask = asks[0]
        answer = rng.choice(ask.legal or ())
        revision = len(moves)
        moves.append((ask.seat, revision, answer))
        state = game.resolve(state, {ask.seat: answer}, turn_chance(match, revision + 1)).state
    return moves


@dataclass
class Tables:
    """Moves at one match after the other, as many as there are."""

    port: int
    sittings: list[Sitting]

    def __post_init__(self) -> None:
        self._next = cycle(self.sittings)

    def __call__(self) -> None:
        """Make one move at the next match that is not over."""
        for _ in self.sittings:
            if next(self._next).move(self.port):
                return
        raise RuntimeError("all matches are over: seat more of them")


def measure(effort: Effort, database: str) -> list[Figure]:
    """Return the figures of hosted moves on this database."""
    bare.lay_rows()
    seats = {
        way: [sit_down(f"{way}-{n}", n, by_token=way == "token") for n in range(TABLES)]
        for way in ("session", "token")
    }
    crowds = [
        [sit_down(f"crowd-{repeat}-{n}", n, by_token=True) for n in range(CLIENTS)]
        for repeat in range(4)
    ]
    call_command("collectstatic", verbosity=0, interactive=False)
    with web_server(Path(os.environ["WINTERTIDE_TRIAL"])) as (port, _):
        figures: list[Figure] = []
        for way, sittings in seats.items():
            figures += _beside_bare(way, Tables(port, sittings), port, effort, database)
        return [*figures, *_crowd(port, crowds, database)]


def _beside_bare(
    way: str, tables: Tables, port: int, effort: Effort, database: str
) -> list[Figure]:
    mover = Mover(port, range(1, bare.ROWS + 1))
    spent = in_turn({"bare": mover, "move": tables}, effort)
    name = f"match move by {way}"
    most = 1.5 if database == "PostgreSQL" else None
    p50 = plain(f"bare view of one move, p50, beside a {name}, {database}", spent["bare"].p50, "ms")
    p95 = plain(f"bare view of one move, p95, beside a {name}, {database}", spent["bare"].p95, "ms")
    title = f"{name}, p50, {database}"
    if most:
        figure = beside_at_most(title, spent["move"].p50, "ms", p50, most=most)
    else:
        figure = beside(title, spent["move"].p50, "ms", p50)
    return [p50, p95, figure, beside(f"{name}, p95, {database}", spent["move"].p95, "ms", p95)]


def _crowd(port: int, crowds: list[list[Sitting]], database: str) -> list[Figure]:
    """Return moves a second of eight clients in eight matches, beside bare moves of eight."""
    movers = [[Mover(port, [1 + n]) for n in range(CLIENTS)] for _ in crowds]
    bare_rates = [_rate([mover.__call__ for mover in group]) for group in movers][1:]
    rates = [_rate([_playing(port, one) for one in crowd]) for crowd in crowds][1:]
    best_bare = plain(
        f"bare moves of {CLIENTS} clients, {database}", sorted(bare_rates)[1], "moves/s"
    )
    title = f"match moves of {CLIENTS} clients in {CLIENTS} matches, {database}"
    rate = sorted(rates)[1]
    if database == "PostgreSQL":
        return [best_bare, at_least(title, rate, "moves/s", 500)]
    return [best_bare, plain(title, rate, "moves/s")]


def _playing(port: int, sitting: Sitting) -> Callable[[], object]:
    return lambda: sitting.move(port)


def _rate(calls: list[Callable[[], object]]) -> float:
    def work(call: Callable[[], object]) -> None:
        for _ in range(CROWD_MOVES):
            call()

    begun = perf_counter()
    with ThreadPoolExecutor(len(calls)) as pool:
        list(pool.map(work, calls))
    return len(calls) * CROWD_MOVES / (perf_counter() - begun)
