"""The whole site on one machine: its programs, the supervisor that keeps them, its greeting.

supervisord runs in the foreground, starts what dies again, and stops everything on
Ctrl-C or SIGTERM. Its configuration is written anew at every start; while the site
runs, ``supervisorctl -c var/supervisord.conf`` lists, stops and starts single programs.
"""

from __future__ import annotations

import errno
import fcntl
import os
import shlex
import socket
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import IO, NoReturn

from django.conf import settings

from campaign.config.paths import private_directory
from campaign.serving.output import STANDARD_OUTPUT, make_output_reopenable
from campaign.serving.redis import RedisMissing, redis_command

WEB_PROCESSES = 2
SECONDS_TO_ANSWER = 60
LONGEST_SOCKET_PATH = 90


@dataclass(frozen=True, slots=True)
class Program:
    """A program of the site. One that runs ``once`` is not started again."""

    name: str
    command: Sequence[str]
    once: bool = False


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
        # A killed server's workers hold the port for seconds; its successor need not wait.
        "--reuse-port",
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
    return [Program("redis", command)]


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


def wait_for_site(host: str, port: int) -> bool:
    """Wait until the site answers; ``False`` when it does not in ``SECONDS_TO_ANSWER``."""
    end = time.monotonic() + SECONDS_TO_ANSWER
    while not answers(host, port):
        if time.monotonic() > end:
            return False
        time.sleep(0.2)
    return True


def serve(host: str, port: int, *, demo: bool) -> NoReturn:
    """Become the supervisor of the site; the caller's open lock stays held."""
    greet = [sys.executable, "manage.py", "greet", *(["--demo"] if demo else [])]
    parts = [*programs(host, port), Program("greeting", greet, once=True)]
    config = settings.VAR_DIR / "supervisord.conf"
    config.write_text("\n".join(supervisor_config(parts)))
    os.chdir(settings.BASE_DIR)
    make_output_reopenable()
    command = [sys.executable, "-m", "campaign.serving.supervise", "-c", str(config)]
    os.execv(sys.executable, command)  # noqa: S606 - the interpreter itself, no shell


def supervisor_config(parts: Sequence[Program]) -> Iterator[str]:
    """Yield the lines of supervisord's configuration."""
    var = _escaped(settings.VAR_DIR)
    yield "[supervisord]"
    yield from ("nodaemon=true", "silent=true", "loglevel=warn", "minfds=256")
    yield from (f"logfile={var}/supervisord.log", f"pidfile={var}/supervisord.pid")
    if len(os.fsencode(settings.VAR_DIR)) < LONGEST_SOCKET_PATH:
        yield from _control(f"{var}/supervisor.sock")
    for priority, part in enumerate(parts):
        yield from _program(part, priority)


def _control(where: str) -> Iterator[str]:
    """Let the owner of the directory, and nobody else, use supervisorctl."""
    yield from ("[unix_http_server]", f"file={where}", "chmod=0700")
    yield "[rpcinterface:supervisor]"
    yield "supervisor.rpcinterface_factory = supervisor.rpcinterface:make_main_rpcinterface"
    yield from ("[supervisorctl]", f"serverurl=unix://{where}")


def _program(part: Program, priority: int) -> Iterator[str]:
    yield f"[program:{part.name}]"
    yield f"command={_escaped(shlex.join(part.command))}"
    yield f"priority={priority}"
    yield from ("killasgroup=true", "stopwaitsecs=15", "redirect_stderr=true")
    yield from ("stdout_logfile=" + STANDARD_OUTPUT, "stdout_logfile_maxbytes=0")
    if part.once:
        yield from ("autorestart=false", "startsecs=0")
    else:
        yield from ("autorestart=true", "startsecs=2", "startretries=1000")


def _escaped(value: object) -> str:
    """Write a value so that supervisord does not expand what is in it."""
    return str(value).replace("%", "%%")
