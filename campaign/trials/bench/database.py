"""A phase resolved through the database, beside one bare move in the same database."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random
from statistics import median
from typing import Any

from django.db import connection
from django.utils import timezone

from campaign.models import Event, Phase
from campaign.services.phases import phase_resolve
from campaign.services.rulebook import game_of, state_of
from campaign.services.submissions import sheet_submit
from campaign.trials.bench import bare
from campaign.trials.bench.figures import Figure, at_most, beside, plain
from campaign.trials.bench.timing import Effort, milliseconds
from campaign.trials.worlds import World, lively_answer, make_world, running_phase, seats_asked

SIZES = (60, 200, 400)
BARE_MOVES = 20


@dataclass(frozen=True, slots=True)
class Sample:
    """One resolution: its kind of phase, its time, its queries, and bare moves beside it."""

    kind: str
    spent: float
    queries: int
    bare: float


def measure(effort: Effort, database: str) -> list[Figure]:
    """Return the figures of resolving through this database; ``effort.calls`` winters a size."""
    figures: list[Figure] = []
    bare.lay_rows()
    samples = {tiles: _samples(tiles, effort.calls) for tiles in SIZES}
    for tiles, some in samples.items():
        name = f"bare transaction of one move, beside {tiles} tiles, {database}"
        move = plain(name, median(sample.bare for sample in some), "ms")
        figures.append(move)
        for kind in ("winter", "deploy"):
            chosen = [sample for sample in some if sample.kind == kind]
            name = f"{kind} phase resolved, {tiles} tiles, {database}"
            spent = median(sample.spent for sample in chosen)
            most = max(sample.queries for sample in chosen)
            figures += [
                beside(name, spent, "ms", move, below=25),
                at_most(f"{name}, queries", most, "queries", 40),
            ]
    return figures + _sizes(database)


def _samples(tiles: int, winters: int) -> list[Sample]:
    world = make_world(
        f"bench-{tiles}", seats=6, tiles=tiles, seed=tiles, options={"rules": {"years": 0}}
    )
    rng = Random(tiles)
    warm_up, samples = 1, []
    for winter in range(winters + warm_up):
        for _kind in ("winter", "deploy"):
            sample = _resolve(world, rng)
            if winter >= warm_up:
                samples.append(sample)
    return samples


def _resolve(world: World, rng: Random) -> Sample:
    """Hand in for everybody, then resolve as a worker that meets this phase anew."""
    phase = running_phase(world.campaign.pk)
    assert phase is not None
    game = game_of(world.campaign)
    state = state_of(game, phase)
    for seat in seats_asked(phase):
        sheet_submit(
            person=world.players[seat],
            campaign_id=world.campaign.pk,
            phase=phase.ordinal,
            sheet=lively_answer(game, state, seat, rng),
        )
    now = timezone.now()
    # Another moment of opening is another phase to the cache of decoded states.
    Phase.objects.filter(pk=phase.pk).update(due_at=now, opened_at=now)
    moves = milliseconds(_bare_moves) / BARE_MOVES
    counter = QueryCounter()
    with connection.execute_wrapper(counter):
        spent = milliseconds(partial(phase_resolve, phase_id=phase.pk))
    phase.refresh_from_db(fields=["status", "failure"])
    if phase.status != Phase.Status.DONE:
        raise RuntimeError(f"the phase was not resolved: {phase.failure}")
    return Sample(phase.kind, spent, counter.count, moves)


def _bare_moves() -> None:
    """Make as many moves in a row as last about as long as a resolution.

    So whatever else this machine does holds up the one as often as the other.
    """
    for place in range(BARE_MOVES):
        bare.bare_move(place + 1)


@dataclass
class QueryCounter:
    """Counts what is sent to the database."""

    count: int = 0

    def __call__(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        """Count one query and send it."""
        self.count += 1
        return execute(sql, params, many, context)


def _sizes(database: str) -> list[Figure]:
    """Return how much a phase of the largest map leaves in the database."""
    largest = Phase.objects.filter(
        campaign__name=f"bench-{SIZES[-1]}", status=Phase.Status.DONE, ordinal__gt=0
    )
    states = [len(json.dumps(phase.state)) for phase in largest]
    whole = [_bytes(phase) for phase in largest]
    name = f"phase of {SIZES[-1]} tiles, {database}"
    return [
        at_most(f"{name}, stored state", max(states), "bytes", 100_000),
        plain(f"{name}, all that is stored (median)", median(whole), "bytes"),
    ]


def _bytes(phase: Phase) -> int:
    events = Event.objects.filter(phase=phase).values_list("kind", "data", "seen_by")
    sheets = phase.submissions.values_list("sheet", flat=True)
    parts = [phase.state, phase.draws, phase.receipts, list(events), list(sheets)]
    return sum(len(json.dumps(part)) for part in parts)
