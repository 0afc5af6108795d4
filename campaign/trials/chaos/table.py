"""One campaign of chaos: its people, and what they can do, each in a thread of its own."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from random import Random
from typing import Any

from celery import current_app
from django.db import connection
from django.utils import timezone

from campaign.models import Army, Kingdom, Phase, User
from campaign.rules.outside import MODES
from campaign.rules.state import COURT, MONTH, REPORT, Battle
from campaign.services.clock import clock_act
from campaign.services.phases import phase_resolve, sweep
from campaign.services.regents import kingdom_set_regent
from campaign.services.reports import waiting
from campaign.services.rulebook import game_of, state_of
from campaign.trials.chaos.ledger import Ledger
from campaign.trials.fleet import WORKER, Fleet
from campaign.trials.worlds import (
    World,
    lively_answer,
    make_world,
    person,
    running_phase,
    seats_asked,
)
from games.hosting.errors import ServiceError
from games.services import sweeping

SECONDS_TO_RESOLVE = 60.0
STEWARD = str(Kingdom.Regent.STEWARD)
MOST_PASSED = 12
"""So many phases in a row pass in a campaign at most before it is left for another."""
HANDS = 7
"""How many of one campaign's people act at the same time."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What sort of campaign a table plays, one after the other."""

    name: str
    seats: int
    ends_early: bool
    options: dict[str, Any]
    in_summer: bool = False
    regents: int = 0
    """How many of the last seats the steward plays from the beginning."""
    fights: tuple[str, ...] = ()
    """The kinds of phases that are fought over (empty: all); the others pass undisturbed."""
    lasts: int = 0
    """After so many rounds another campaign begins (0: when this one is over)."""
    mixes: bool = False
    """Whether the game master has battles on hexes fought by other modes, before they begin."""
    tiles: int = 60
    """How many hexes the map has: the fewer, the sooner armies meet."""


AT_TABLES = {"battle_mode": "tabletop"}
AT_COURT = {
    "courts": True,
    "court_purse": {"gold": 9, "food": 9},
    "standing_game": "winter",
    "years": 2,
}
KINDS = (
    Kind("endless", 4, True, {"edition": "classic", "rules": {"years": 0}}),
    Kind("short", 3, False, {"edition": "capitals", "rules": {"years": 2}}),
    Kind("steps", 3, True, {"edition": "classic", "rules": {"years": 3}, "hand_in": "steps"}),
    Kind("open", 2, True, {"edition": "capitals", "rules": {"years": 1}, "play": "open"}),
    Kind("tabletop", 4, True, {"edition": "classic", "rules": {**AT_TABLES, "years": 0}}, True),
    Kind("lists", 3, False, {"edition": "capitals", "rules": {**AT_TABLES, "years": 2}}, True),
    Kind("regents", 4, True, {"rules": {**AT_TABLES, "absent": "steward"}}, True, regents=2),
    Kind(
        "duels",
        3,
        True,
        {"edition": "classic", "rules": {"battle_mode": "winter", "years": 0}},
        in_summer=True,
        fights=(REPORT,),
        lasts=4,
        tiles=36,
    ),
    Kind(
        "mixed",
        4,
        False,
        {
            "edition": "capitals",
            "rules": {"battle_mode": "skirmish", "unfinished": "simple", "years": 0},
        },
        in_summer=True,
        regents=1,
        fights=(REPORT,),
        lasts=4,
        mixes=True,
        tiles=48,
    ),
    Kind(
        "courts",
        4,
        True,
        {"rules": {**AT_COURT, "standing_court": "first_two", "standing_stake": "pot"}},
        fights=(COURT,),
        lasts=2,
    ),
    Kind(
        "nested",
        3,
        False,
        {
            "edition": "capitals",
            "rules": {**AT_COURT, "battle_mode": "winter_court", "absent": "steward"},
            "hand_in": "steps",
        },
        regents=1,
        fights=(COURT, REPORT),
        tiles=36,
    ),
)


class Stuck(Exception):
    """A phase was not resolved in time; the audit will say so too."""


@dataclass
class Table:
    """A campaign under attack. One thread drives it; ``together`` uses further ones."""

    kind: Kind
    rng: Random
    ledger: Ledger
    fleet: Fleet
    campaigns: list[int] = field(default_factory=list)
    world: World | None = None
    phase: Phase = field(init=False)
    rounds: int = 0
    """How many rounds the present campaign was fought over."""
    killed_inside: int = 0
    killed_listening: int = 0
    pool: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(HANDS))
    watch: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1))

    def sit_down(self) -> None:
        """Look at the running phase; begin another campaign when there is none.

        What this kind does not fight over passes undisturbed before. A campaign in which
        nothing comes of that for long is left.
        """
        passed = 0
        while True:
            is_left = passed > MOST_PASSED or 0 < self.kind.lasts <= self.rounds
            phase = running_phase(self.campaigns[-1]) if self.campaigns and not is_left else None
            if phase is None:
                passed = 0
                self._begin()
                phase = running_phase(self.campaigns[-1])
                assert phase is not None
            self.phase = phase
            if not self.kind.fights or phase.kind in self.kind.fights:
                self.rounds += 1
                return
            self._pass_by()
            passed += 1

    def _pass_by(self) -> None:
        """Let everybody hand in, and the phase end."""
        for seat, user in self.players().items():
            self.hand_in(seat, user, self.sheet(seat))
        if self.kind.mixes and self.phase.kind == MONTH:
            self._mix_modes()
        self.press("resolve_now", self.key("pass"))
        self.resolve_here()
        self.await_status(Phase.Status.DONE)

    def _mix_modes(self) -> None:
        """Say of hexes where armies stand how battles there are fought this month."""
        assert self.world is not None
        board = game_of(self.world.campaign).board
        armies = Army.objects.filter(kingdom__campaign_id=self.campaign_id)
        numbers = set(armies.values_list("tile__number", flat=True))
        hexes = [number for number in sorted(numbers) if board.land[board.index[number]]]
        for tile in self.rng.sample(hexes, min(len(hexes), 9)):
            self.set_mode(tile, self.rng.choice(MODES[1:]), self.key("ahead"))

    def _begin(self) -> None:
        name = f"{self.kind.name}-{len(self.campaigns) + 1}"
        self.world = make_world(
            name,
            seats=self.kind.seats,
            tiles=self.kind.tiles,
            seed=self.rng.getrandbits(32),
            options=self.kind.options,
            ends_early=self.kind.ends_early,
            in_summer=self.kind.in_summer,
        )
        self.campaigns.append(self.world.campaign.pk)
        self.rounds = 0
        for seat in range(self.kind.seats - self.kind.regents, self.kind.seats):
            self.appoint(seat, STEWARD, f"regent-{seat}")

    @property
    def campaign_id(self) -> int:
        """The campaign being played."""
        return self.campaigns[-1]

    @property
    def master(self) -> User:
        """Its game master."""
        assert self.world is not None
        return self.world.master

    def players(self) -> dict[int, User]:
        """Return who plays each seat that is asked something, as the database has it now."""
        people = self.people()
        return {seat: people[seat] for seat in seats_asked(self.phase) if seat in people}

    def people(self) -> dict[int, User]:
        """Return who plays each kingdom that has a player, asked or not."""
        kingdoms = Kingdom.objects.filter(campaign_id=self.campaign_id, player__isnull=False)
        return {row.seat: row.player for row in kingdoms.select_related("player") if row.player}

    def substitute(self) -> User:
        """Return somebody who plays no kingdom here."""
        return person(f"substitute-{self.campaign_id}-{self.rng.getrandbits(32)}")

    def sheet(self, seat: int) -> Any:
        """Return a lively sheet for a seat, legal in this phase."""
        assert self.world is not None
        game = game_of(self.world.campaign)
        return lively_answer(game, state_of(game, self.phase), seat, self.rng)

    def hand_in(self, seat: int, user: User, sheet: Any, *, phase: int | None = None) -> str | None:
        """Hand a sheet in; return the code of a refusal."""
        ordinal = self.phase.ordinal if phase is None else phase
        return self.ledger.submit(user, self.campaign_id, ordinal, seat, sheet)

    def press(self, action: str, key: str, **more: Any) -> str | None:
        """Press a button of the game master's clock; return the code of a refusal."""
        try:
            clock_act(
                person=self.master,
                campaign_id=self.campaign_id,
                phase=self.phase.ordinal,
                action=action,
                key=key,
                **more,
            )
        except ServiceError as refusal:
            return refusal.code
        return None

    def appoint(self, seat: int, regent: str, key: str) -> None:
        """Let the steward play a kingdom, or no longer; one that is out needs nobody."""
        try:
            kingdom_set_regent(
                person=self.master,
                campaign_id=self.campaign_id,
                seat=seat,
                regent=regent,
                key=key,
            )
        except ServiceError as refusal:
            if refusal.code != "kingdom_out":
                self.ledger.note(f"campaign {self.campaign_id}: a regent refused, {refusal.code}")

    def set_mode(self, tile: int, mode: str, key: str) -> str | None:
        """Have battles on a hex fought by a mode; return the code of a refusal."""
        phase = self.phase.ordinal
        return self.ledger.set_mode(self.master, self.campaign_id, phase, tile, mode, key)

    def battles(self) -> list[Battle]:
        """Return the battles that wait for a report in this phase."""
        assert self.world is not None
        return waiting(state_of(game_of(self.world.campaign), self.phase))

    def key(self, word: str) -> str:
        """Return a key that belongs to this phase."""
        return f"{word}-{self.phase.ordinal}-{self.rng.getrandbits(24)}"

    def cut_deadline(self, seconds: float) -> None:
        """Have the deadline come so soon; nobody waits for days here."""
        due = timezone.now() + timedelta(seconds=seconds)
        Phase.objects.filter(pk=self.phase.pk, status=Phase.Status.OPEN).exclude(
            due_at=None
        ).update(due_at=due)

    def wake(self, times: int = 1) -> None:
        """Send the message that a phase may be resolved, as often as a broker might."""
        for _time in range(times):
            send("campaign.tasks.resolve_phase", self.phase.pk)

    def resolve_here(self) -> None:
        """Resolve in this process as well, as one more worker."""
        phase_resolve(phase_id=self.phase.pk, skip_locked=self.rng.random() < 0.5)

    def sweep_here(self) -> None:
        """Sweep in this process as well, unless workers are to do it."""
        if not self.fleet.hunts:
            sweep()
            sweeping.sweep()

    def together(self, *calls: Callable[[], object]) -> None:
        """Make all calls at the same instant, each on its own connection, and wait for them."""
        barrier = threading.Barrier(min(len(calls), HANDS))

        def at_once(place: int, call: Callable[[], object]) -> None:
            if place < HANDS:
                barrier.wait(10)
            call()

        self.finish(self.start(*(partial(at_once, *each) for each in enumerate(calls))))

    def start(self, *calls: Callable[[], object]) -> list[Future[object]]:
        """Begin all calls, each on its own connection; ``finish`` waits for them."""
        return [self.pool.submit(call) for call in calls]

    def finish(self, running: list[Future[object]]) -> None:
        """Wait for calls that were begun, and note what they raised."""
        for each in running:
            error = each.exception()
            if error is not None:
                where = f"campaign {self.campaign_id}, phase {self.phase.ordinal}"
                self.ledger.note(f"{where}: {error!r}")

    def status(self) -> str:
        """Return the phase's status now."""
        return str(Phase.objects.values_list("status", flat=True).get(pk=self.phase.pk))

    def await_status(self, *wanted: str, seconds: float = SECONDS_TO_RESOLVE) -> str:
        """Wait until the phase's status is one of these; raise ``Stuck`` when it takes too long."""
        until = time.monotonic() + seconds
        while (status := self.status()) not in wanted:
            if time.monotonic() > until:
                raise Stuck(f"campaign {self.campaign_id}, phase {self.phase.ordinal}: {status}")
            time.sleep(0.03)
        return status

    def worker_held_up(self, holder: int, seconds: float = 8.0) -> str | None:
        """Wait for a worker that waits for the lock of database process ``holder``; name it."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            with connection.cursor() as cursor:
                cursor.execute(
                    "SELECT application_name FROM pg_stat_activity WHERE application_name LIKE %s"
                    " AND wait_event_type = 'Lock' AND %s = ANY(pg_blocking_pids(pid))",
                    [f"{WORKER}-%", holder],
                )
                found = cursor.fetchone()
            if found:
                return str(found[0])
            time.sleep(0.02)
        return None


def backend() -> int:
    """Return the database process of this thread's connection."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def send(task: str, *arguments: int) -> None:
    """Send a message to the workers; with the broker away it is lost, as it would be."""
    with contextlib.suppress(Exception):  # whatever a broker's client raises
        current_app.send_task(task, args=arguments, retry=False, ignore_result=True, expires=5.0)
