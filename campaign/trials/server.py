"""The site's own programs, started for a trial, and a client small enough not to be measured."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

HOST = "127.0.0.1"
SECONDS_TO_START = 30


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server answered; names of headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


def request_bytes(
    method: str, path: str, headers: Mapping[str, str] | None = None, body: bytes = b""
) -> bytes:
    """Return a request as it goes over the wire, asking to close afterwards."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: {HOST}", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    if method not in ("GET", "HEAD"):
        lines.append(f"Content-Length: {len(body)}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode() + body


def fetch(port: int, data: bytes, *, patience: float = 20) -> bytes:
    """Send a request and return all that comes back, waiting for so many seconds at most."""
    with socket.create_connection((HOST, port), timeout=patience) as link:
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        link.sendall(data)
        parts = []
        while part := link.recv(262_144):
            parts.append(part)
    return b"".join(parts)


def parse(raw: bytes) -> Answer:
    """Read an answer."""
    head, _, body = raw.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    pairs = (line.partition(":") for line in lines)
    headers = {name.strip().lower(): value.strip() for name, _, value in pairs}
    return Answer(int(first.split()[1]), headers, body)


def ask(
    port: int,
    method: str,
    path: str,
    headers: Mapping[str, str] | None = None,
    body: bytes = b"",
) -> Answer:
    """Ask once."""
    return parse(fetch(port, request_bytes(method, path, headers, body)))


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def running(name: str, port: int, directory: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run one of the site's programs, as ``manage.py serve`` starts it, until the block ends."""
    from campaign.serving.site import programs

    command = next(part.command for part in programs(HOST, port) if part.name == name)
    with (directory / f"{name}.log").open("ab") as log:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
        )
    try:
        yield process
    finally:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(10)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(10)


@contextlib.contextmanager
def web_server(directory: Path) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """Run the web server; yield its port once it answers."""
    port = free_port()
    with running("web", port, directory) as process:
        until = time.monotonic() + SECONDS_TO_START
        while True:
            try:
                if ask(port, "GET", "/health/").status == 200:
                    break
            except OSError:
                pass
            if process.poll() is not None or time.monotonic() > until:
                log = (directory / "web.log").read_text(errors="replace")
                raise RuntimeError(f"the web server does not start:\n{log[-3000:]}")
            time.sleep(0.1)
        yield port, process


def resident_kilobytes(root: int) -> dict[int, int]:
    """Return the resident memory of a process and all below it, by process number (Linux)."""
    if not sys.platform.startswith("linux"):
        return {}
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            with contextlib.suppress(OSError, IndexError):
                parents[int(entry.name)] = int(
                    (entry / "stat").read_text().rsplit(")")[-1].split()[1]
                )
    family = {root}
    while more := {pid for pid, parent in parents.items() if parent in family} - family:
        family |= more
    found = {}
    for pid in family:
        with contextlib.suppress(OSError, StopIteration):
            lines = Path(f"/proc/{pid}/status").read_text().splitlines()
            found[pid] = int(next(line for line in lines if line.startswith("VmRSS")).split()[1])
    return found
