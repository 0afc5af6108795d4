"""The whole site on one machine: which programs it is made of, and its greeting."""

from __future__ import annotations

import errno
import fcntl
import socket
import sys
from collections.abc import Callable, Sequence
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import IO

from django.conf import settings
from redis.exceptions import RedisError

from campaign.config.paths import private_directory
from campaign.serving.processes import Processes, Program
from campaign.serving.redis import RedisMissing, redis_command, wait_for_redis

WEB_PROCESSES = 2
GIVE_UP_AFTER = 3


class CannotServe(Exception):
    """Why the site cannot start here, in words for whoever typed the command."""


def claim_directory(var: Path) -> IO[str]:
    """Return the lock that keeps a second site out of ``var``; hold on to it."""
    lock = (var / "serve.lock").open("a")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise CannotServe(f"A site is already running from {var}.") from None
    return lock


def check_port(host: str, port: int) -> None:
    """Raise ``CannotServe`` unless ``host`` and ``port`` can be listened on."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        reason = {
            errno.EADDRINUSE: f"Port {port} is in use. Choose another: make run PORT={port + 1}",
            errno.EACCES: f"Port {port} is for the system; choose one above 1023.",
        }.get(error.errno or 0, f"Cannot listen on {host}:{port}: {error.strerror}.")
        raise CannotServe(reason) from None


def address(host: str, port: int) -> str:
    """Return ``host:port`` as addresses write it."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def programs(host: str, port: int) -> Sequence[Program]:
    """Return what the site is made of, in the order of starting."""
    python = [sys.executable, "-m"]
    celery = [*python, "celery", "--quiet", "-A", "campaign.config.celery"]
    quiet_worker = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    web = [
        *python,
        "gunicorn",
        "campaign.config.wsgi",
        *("--bind", address(host, port), "--workers", str(WEB_PROCESSES)),
        *("--timeout", "30", "--graceful-timeout", "5", "--log-level", "warning"),
        # Start anew before memory that was never given back adds up.
        *("--max-requests", "5000", "--max-requests-jitter", "500"),
        "--preload",
        "--no-control-socket",
    ]
    return [
        *bundled_redis(),
        Program("web", web),
        Program("worker", [*celery, "worker", "--loglevel", "INFO", *quiet_worker]),
        Program("beat", [*celery, "beat", "--loglevel", "WARNING", "--pidfile="]),
    ]


def bundled_redis() -> list[Program]:
    """Return the Redis of the site's own, unless ``REDIS_URL`` names another."""
    where: Path | None = settings.REDIS_SOCKET
    if where is None:
        return []
    private_directory(where.parent)
    if where.parent.stat().st_uid != settings.VAR_DIR.stat().st_uid:
        raise CannotServe(f"{where.parent} belongs to somebody else.")
    try:
        command = redis_command(where)
    except RedisMissing as error:
        raise CannotServe(str(error)) from None
    return [Program("redis", command, ready=lambda: redis_answers(where))]


def redis_answers(where: Path) -> None:
    """Wait for the bundled Redis; raise ``CannotServe`` when it does not come up."""
    try:
        wait_for_redis(where)
    except RedisError as error:
        log = where.with_name("redis.log")
        raise CannotServe(f"The bundled Redis does not answer ({error}); see {log}.") from error


def answers(host: str, port: int) -> bool:
    """Tell whether the web server answers and its database does."""
    asked = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    connection = HTTPConnection(asked, port, timeout=2)
    known_as = next(
        (name.lstrip(".") for name in settings.ALLOWED_HOSTS if name != "*"), "localhost"
    )
    try:
        connection.request("GET", "/health/", headers={"Host": known_as})
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def serve(host: str, port: int, say: Callable[[str], None], greeting: Sequence[str]) -> int:
    """Run the site until it is told to stop; greet once it answers."""
    greeted = False

    def greet(processes: Processes) -> None:
        nonlocal greeted
        if greeted:
            return
        if answers(host, port):
            greeted = True
            for line in greeting:
                say(line)
        elif processes.failures("web") >= GIVE_UP_AFTER:
            say("The web server does not start; what it said stands above.")
            processes.stop(1)

    parts = programs(host, port)
    width = max(len(part.name) for part in parts)
    return Processes(
        parts, write=lambda name, line: say(f"{name:<{width}} | {line}"), tick=greet
    ).run()
