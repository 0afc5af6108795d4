"""The processes that chaos may kill: Celery workers, each its own group, and the Redis."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from campaign.serving.redis import redis_command, wait_for_redis
from campaign.trials.ground import STARTED

WORKER = "chaos-worker"
"""Workers are ``chaos-worker-1`` and so on, to the database too (``application_name``)."""


def worker_command(name: str) -> list[str]:
    """Return the command of a worker, as the site starts it."""
    quiet = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    celery = [sys.executable, "-m", "celery", "--quiet", "-A", "campaign.config.celery"]
    return [*celery, "worker", "--loglevel", "INFO", "--hostname", f"{name}@chaos", *quiet]


@dataclass
class Fleet:
    """Workers kept at full strength by ``tend``, and the Redis in ``directory``."""

    directory: Path
    size: int
    redis_is_ours: bool = True
    kills: int = 0
    outages: int = 0
    failures: int = 0
    hunts: int = 0
    """How many attacks wait for a worker to run into their lock, and for nobody else to."""
    _workers: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)
    _redis: subprocess.Popen[bytes] | None = None
    _redis_back_at: float = 0.0
    _counting: threading.Lock = field(default_factory=threading.Lock)

    def start(self) -> None:
        """Start the Redis and all workers."""
        if self.redis_is_ours:
            self._start_redis()
        for number in range(self.size):
            self._start_worker(f"{WORKER}-{number + 1}")

    def tend(self) -> None:
        """Start again what was killed, when its time has come. Call it often, from one thread."""
        if self.redis_is_ours and self._redis is None and time.monotonic() >= self._redis_back_at:
            self._start_redis()
        for name, process in list(self._workers.items()):
            if process.poll() is not None:
                self._check_end(name, process.returncode)
                self._start_worker(name)

    def _check_end(self, name: str, status: int) -> None:
        """Raise when workers keep ending by themselves: then the site is broken, not chaos."""
        self.failures = self.failures + 1 if status > 0 else 0
        if self.failures > self.size * 2:
            log = (self.directory / f"{name}.log").read_text(errors="replace")
            raise RuntimeError(f"the workers do not start:\n{log[-3000:]}")

    def names(self) -> list[str]:
        """Return the names of the workers that live."""
        return [name for name, process in self._workers.items() if process.poll() is None]

    def kill(self, name: str, *, only_child: bool = False) -> None:
        """Kill a worker outright: all of it, or only the process that carries tasks out."""
        process = self._workers[name]
        child = _only_child(process.pid) if only_child else None
        self.kills += 1
        with contextlib.suppress(ProcessLookupError):
            if child is None:
                os.killpg(process.pid, signal.SIGKILL)
            else:
                os.kill(child, signal.SIGKILL)

    @contextlib.contextmanager
    def hunt(self) -> Iterator[None]:
        """Leave what is due to the workers meanwhile, so that one of them can be killed at it."""
        with self._counting:
            self.hunts += 1
        try:
            yield
        finally:
            with self._counting:
                self.hunts -= 1

    def cut_redis(self, seconds: float) -> None:
        """Kill the Redis; ``tend`` starts an empty one after so many seconds."""
        if self._redis is not None:
            self.outages += 1
            self._redis.kill()
            self._redis.wait(10)
            self._redis, self._redis_back_at = None, time.monotonic() + seconds

    def stop(self) -> None:
        """End everything at once; what was to be kept is in the database."""
        for process in self._workers.values():
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait(10)
        if self._redis is not None:
            self._redis.kill()
            self._redis.wait(10)
        (self.directory / STARTED).unlink(missing_ok=True)

    def _start_redis(self) -> None:
        socket = self.directory / "redis.sock"
        self._redis = subprocess.Popen(redis_command(socket), stdout=subprocess.DEVNULL)
        wait_for_redis(socket)

    def _start_worker(self, name: str) -> None:
        with (self.directory / f"{name}.log").open("ab") as log:
            process = subprocess.Popen(
                worker_command(name),
                env={**os.environ, "PGAPPNAME": name},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._workers[name] = process
        with (self.directory / STARTED).open("a") as started:
            started.write(f"{process.pid}\n")


def _only_child(pid: int) -> int | None:
    """Return the worker's one child, where the system tells."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return None
    return int(children[0]) if len(children) == 1 else None
