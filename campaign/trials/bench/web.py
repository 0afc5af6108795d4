"""Pages and submissions over HTTP, beside a bare view and a bare move of the same server."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from random import Random

from django.core.management import call_command
from django.urls import reverse

from campaign.services.rulebook import game_of, state_of
from campaign.trials.bench import bare
from campaign.trials.bench.figures import Figure, beside, plain
from campaign.trials.bench.timing import Effort, Timing, in_turn
from campaign.trials.bench.visitors import Hands, Mover, Player, Reader
from campaign.trials.clients import check, session_of
from campaign.trials.server import ask, web_server
from campaign.trials.worlds import World, lively_answer, make_world, running_phase

Call = Callable[[], object]
TILES, SEATS, TABLES = 400, 6, 6


def measure(effort: Effort, database: str) -> list[Figure]:
    """Return the figures of the web server on this database."""
    bare.lay_rows()
    worlds = [
        make_world(f"web-{number}", seats=SEATS, tiles=TILES, seed=number)
        for number in range(TABLES)
    ]
    players = [player for world in worlds for player in _players(world)]
    call_command("collectstatic", verbosity=0, interactive=False)
    with web_server(Path(os.environ["WINTERTIDE_TRIAL"])) as (port, _):
        return [
            *_pages(port, worlds[0], effort, database),
            *_hand_ins(port, players, effort, database),
        ]


def _players(world: World) -> list[Player]:
    phase = running_phase(world.campaign.pk)
    assert phase is not None
    game, rng = game_of(world.campaign), Random(world.campaign.pk)
    state = state_of(game, phase)
    found = []
    for seat in range(SEATS):
        one = other = lively_answer(game, state, seat, rng)
        while game.check(state, seat, one) == game.check(state, seat, other):
            other = lively_answer(game, state, seat, rng)
        found.append(Player(world, seat, phase.ordinal, (one, other)))
    return found


def _pages(port: int, world: World, effort: Effort, database: str) -> list[Figure]:
    cookie = session_of(world.players[0])
    path = reverse("campaign-detail", args=[world.campaign.pk])
    calls = {
        "row": Reader(port, "/bare/row/1/", {}),
        "page": Reader(port, path, cookie),
        "form": Reader(port, reverse("hand-in", args=[world.campaign.pk]), cookie),
    }
    spent = in_turn(calls, effort)
    unchanged = in_turn({"row": calls["row"], "unchanged": Conditional(port, path, cookie)}, effort)
    row = plain(f"bare view of one row, p50, {database}", spent["row"].p50, "ms")
    slow = plain(f"bare view of one row, p95, {database}", spent["row"].p95, "ms")
    size = len(check(ask(port, "GET", path, cookie), 200).body)
    return [
        row,
        slow,
        *_both(f"campaign page, {TILES} hexes", database, spent["page"], row, slow, 12),
        plain(f"campaign page, {TILES} hexes, size, {database}", size, "bytes"),
        *_both("campaign page, unchanged (304)", database, unchanged["unchanged"], row, slow, None),
        *_both(f"hand-in form, {TILES} hexes", database, spent["form"], row, slow, None),
    ]


class Conditional:
    """Asks whether a page has changed; its tag changes by the minute, so it is asked anew then."""

    def __init__(self, port: int, path: str, cookie: dict[str, str]) -> None:
        """Take up the address and who reads it."""
        self.port, self.path, self.cookie = port, path, cookie
        self.tag = ""

    def __call__(self) -> None:
        """Ask until the answer is 304."""
        while True:
            headers = {**self.cookie, **({"If-None-Match": self.tag} if self.tag else {})}
            answer = check(ask(self.port, "GET", self.path, headers), 200, 304)
            if answer.status == 304:
                return
            self.tag = answer.headers["etag"]


def _hand_ins(port: int, players: list[Player], effort: Effort, database: str) -> list[Figure]:
    mover: Call = Mover(port, range(1, bare.ROWS + 1))
    ways = {"submission by the API": "put", "submission by the form": "post"}
    figures = []
    for name, way in ways.items():
        spent = in_turn({"move": mover, "hand-in": Hands(port, players, way)}, effort)
        beside_it = f"beside a {name}, {database}"
        move = plain(f"bare view of one move, p50, {beside_it}", spent["move"].p50, "ms")
        slow = plain(f"bare view of one move, p95, {beside_it}", spent["move"].p95, "ms")
        figures += [move, slow, *_both(name, database, spent["hand-in"], move, slow, 2.5)]
    return figures


def _both(
    name: str, database: str, spent: Timing, p50: Figure, p95: Figure, below: float | None
) -> list[Figure]:
    return [
        beside(f"{name}, p50, {database}", spent.p50, "ms", p50, below=below),
        beside(f"{name}, p95, {database}", spent.p95, "ms", p95),
    ]
