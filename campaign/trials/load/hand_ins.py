"""Two hundred people who hand in at the last moment: by program, by form, twice, too late."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from random import Random
from uuid import uuid4

from django.urls import reverse

from campaign.models import Phase
from campaign.services.rulebook import game_of, state_of
from campaign.services.selectors import kingdoms_of
from campaign.services.tokens import token_create
from campaign.trials.clients import session_of, sheet_post, sheet_put
from campaign.trials.load.audit import Sent
from campaign.trials.load.kept import is_kept
from campaign.trials.load.wire import Book, Heard, all_at_once, ask, wait_until
from campaign.trials.server import request_bytes
from campaign.trials.worlds import World, lively_answer, running_phase
from games.engine.contract import Json

RUSH = 2.0
"""Everybody hands in within so many seconds before the deadline."""
RECEIPT = re.compile(rb"Receipt ([0-9a-f]{12})")
KIND = "winter"
LOOKS = 12


@dataclass
class Player:
    """One person with two sheets, who hands in by form or by program."""

    campaign_id: int
    phase: int
    seat: int
    names: list[str]
    sheets: list[Json]
    by_form: bool
    cookie: Mapping[str, str]
    token: str
    receipt: str = ""

    def request(self, sheet: Json) -> bytes:
        """Return the request that hands a sheet in, over the one before."""
        if self.by_form:
            return sheet_post(self.campaign_id, self.phase, self.cookie, sheet)
        more = {"Idempotency-Key": uuid4().hex}
        if self.receipt:
            more["If-Match"] = f'"{self.receipt}"'
        return sheet_put(self.campaign_id, self.phase, self.token, sheet, more)


@dataclass
class Rush:
    """Everybody's last two seconds; ``sent`` is what became of each sheet."""

    port: int
    deadline: float
    book: Book
    rng: Random
    sent: list[Sent] = field(default_factory=list)

    def run(self, players: list[Player]) -> None:
        """Have everybody hand in and wait for all answers.

        Every third changes the sheet at once, every fourth presses twice at the same
        moment, and every tenth comes with another sheet when the deadline is over.
        """
        calls: list[Callable[[], None]] = []
        for number, player in enumerate(players):
            moment = self.deadline - self.rng.uniform(0.02, RUSH)
            request = player.request(player.sheets[0])
            calls.append(partial(self._play, player, number, moment, request))
            if number % 4 == 1:
                calls.append(partial(self._send_at, player, moment, request))
        for thread in all_at_once(calls):
            thread.join()

    def _play(self, player: Player, number: int, moment: float, request: bytes) -> None:
        self._send_at(player, moment, request)
        if number % 3 == 0 and player.receipt:
            self._send(player, player.request(player.sheets[1]), player.sheets[1])
        if number % 10 == 7:
            wait_until(self.deadline + self.rng.uniform(0.01, 2.0))
            self._send(player, player.request(player.sheets[1]), player.sheets[1])

    def _send_at(self, player: Player, moment: float, request: bytes) -> None:
        wait_until(moment)
        self._send(player, request, player.sheets[0])

    def _send(self, player: Player, request: bytes, sheet: Json) -> None:
        way = "hand in by form" if player.by_form else "hand in by program"
        heard = self.book.note(ask(self.port, way, request))
        receipt = self._receipt(player, heard)
        kept = heard.status != 409 or not player.by_form or self._kept(player, heard, sheet)
        self.sent.append(Sent(player.campaign_id, player.seat, heard, receipt, kept))
        player.receipt = receipt or player.receipt

    def _kept(self, player: Player, heard: Heard, sheet: Json) -> bool:
        return is_kept(heard.answer.body, KIND, sheet, player.names)

    def _receipt(self, player: Player, heard: Heard) -> str:
        """Return the receipt of an answer; after a form it is shown on the next page."""
        if heard.status in (200, 201):
            return str(json.loads(heard.answer.body)["receipt"])
        if heard.status != 302:
            return ""
        told = heard.answer.headers.get("set-cookie", "").partition(";")[0]
        cookie = {"Cookie": f"{player.cookie['Cookie']}; {told}"}
        page = request_bytes("GET", heard.answer.headers["location"], cookie)
        seen = self.book.note(ask(self.port, "page after the form", page))
        found = RECEIPT.search(seen.answer.body)
        return found[1].decode() if found else ""


def players_of(world: World, rng: Random) -> Iterator[Player]:
    """Give each player of a campaign two different sheets; every second one uses the form."""
    phase = running_phase(world.campaign.pk)
    assert phase is not None
    game = game_of(world.campaign)
    state = state_of(game, phase)
    names = [kingdom.name for kingdom in kingdoms_of(world.campaign)]
    for seat, user in enumerate(world.players):
        one = other = game.check(state, seat, lively_answer(game, state, seat, rng))
        while one == other:
            other = game.check(state, seat, lively_answer(game, state, seat, rng))
        yield Player(
            world.campaign.pk,
            phase.ordinal,
            seat,
            names,
            [one, other],
            by_form=(seat + world.campaign.pk) % 2 == 0,
            cookie=session_of(user),
            token=token_create(user=user).token,
        )


def open_forms(port: int, players: list[Player]) -> None:
    """Have some players look at their form, as all did in the days before."""
    for player in players[:LOOKS]:
        path = reverse("hand-in", args=[player.campaign_id])
        ask(port, "form", request_bytes("GET", path, player.cookie))


def set_deadline(worlds: list[World], moment: float) -> list[int]:
    """Have the running phases of all these campaigns end at that time; return their numbers."""
    due = datetime.fromtimestamp(moment, UTC)
    phases = Phase.objects.filter(
        campaign__in=[world.campaign.pk for world in worlds], status=Phase.Status.OPEN
    )
    numbers = list(phases.values_list("pk", flat=True))
    phases.update(due_at=due, planned_at=due)
    return numbers
