"""How much memory a web and a worker process hold after a hundred large campaigns."""

from __future__ import annotations

import os
import time
from pathlib import Path

from celery import current_app
from django.conf import settings
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from campaign.models import Phase
from campaign.serving.redis import redis_server
from campaign.trials.bench.figures import Figure, plain
from campaign.trials.clients import check, session_of
from campaign.trials.server import ask, resident_kilobytes, running, web_server
from campaign.trials.worlds import World, make_world

TILES, SEATS = 400, 6
LIMIT = 160.0
SECONDS_TO_RESOLVE = 120
PAGES = ("campaign-detail", "hand-in", "kingdom", "receipts")
ROUTES = ("campaign", "map", "phase", "ask", "kingdoms", "events")


def measure(campaigns: int, database: str) -> list[Figure]:
    """Return how large the processes are with so many campaigns in the database."""
    directory = Path(os.environ["WINTERTIDE_TRIAL"])
    worlds = [
        make_world(f"memory-{number}", seats=SEATS, tiles=TILES, seed=number)
        for number in range(campaigns)
    ]
    call_command("collectstatic", verbosity=0, interactive=False)
    with redis_server(settings.VAR_DIR):
        worker = _worker(directory, worlds)
        web = _web(directory, worlds)
    around = f"{campaigns} campaigns of {TILES} tiles, {database}"
    return [
        plain(f"memory of a web process, {around}", web, "MB", below=LIMIT),
        plain(f"memory of a worker process, {around}", worker, "MB", below=LIMIT),
    ]


def _worker(directory: Path, worlds: list[World]) -> float:
    """Let a worker resolve a whole Winter of every campaign."""
    with running("worker", 0, directory) as process:
        for _kind in ("winter", "deploy"):
            now = timezone.now()
            due = list(Phase.objects.filter(status=Phase.Status.OPEN).values_list("pk", flat=True))
            Phase.objects.filter(pk__in=due).update(due_at=now)
            _await_done(due)
        return _largest(process.pid)


def _await_done(due: list[int]) -> None:
    until = time.monotonic() + SECONDS_TO_RESOLVE
    while Phase.objects.filter(pk__in=due).exclude(status=Phase.Status.DONE).exists():
        if time.monotonic() > until:
            raise RuntimeError("the worker did not resolve what was due")
        current_app.send_task("campaign.tasks.sweep", retry=False, ignore_result=True, expires=5)
        time.sleep(0.5)


def _web(directory: Path, worlds: list[World]) -> float:
    """Show every campaign to one of its players, twice over, as pages and by the API."""
    with web_server(directory) as (port, process):
        for world in worlds:
            cookie = session_of(world.players[0])
            number = world.campaign.pk
            paths = [reverse(name, args=[number]) for name in PAGES]
            paths += [reverse(f"api:{name}", args=[number]) for name in ROUTES]
            for path in paths:
                check(ask(port, "GET", path, cookie), 200)
                check(ask(port, "GET", path, cookie), 200)
        return _largest(process.pid)


def _largest(root: int) -> float:
    return max(resident_kilobytes(root).values(), default=0) / 1024
