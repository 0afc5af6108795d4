"""Fewer questions to the server: about its connection, and about statements it knows already."""

from __future__ import annotations

import re
import select
from time import monotonic
from typing import Any

from django.db.backends.postgresql import base
from psycopg.pq import TransactionStatus

QUIET = 5.0
"""After so many seconds without a request the server is asked, as Django always does."""


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's own, but for how it tells whether a kept connection is still good."""

    _tried = float("-inf")
    _prepared: dict[str, str]

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Connect."""
        self._prepared = {}
        return super().get_new_connection(conn_params)

    def is_usable(self) -> bool:
        """Tell whether the connection can be used.

        A server that stops says so and closes its end: then the connection has something to
        read, which it never has between requests.
        """
        now, before = monotonic(), self._tried
        self._tried = now
        if now - before > QUIET:
            return super().is_usable()
        return self.connection is not None and not _has_news(self.connection.fileno())

    def begins_here(self) -> bool:
        """Tell whether the statement that comes next must bring ``BEGIN`` with it.

        In an outermost block whose first statement this is the driver would send that alone,
        and wait. It keeps out of transactions until Django, at the end of the block, turns
        its own off and on again; only whoever heeds the answer may ask.
        """
        connection = self.connection
        if connection is None or connection.autocommit:
            return False
        if connection.info.transaction_status != TransactionStatus.IDLE:
            return False
        connection.autocommit = True
        return True

    def ends_here(self) -> bool:
        """Tell whether the last statement of a block may bring ``COMMIT`` with it.

        Only in an outermost block that began by ``begins_here``. Django then finds nothing
        left to commit and goes on as after any commit.
        """
        return (
            len(self.atomic_blocks) == 1
            and self.connection.autocommit
            and self.connection.info.transaction_status == TransactionStatus.INTRANS
        )

    def prepared(self, sql: str) -> str:
        """Return what stands for a statement that this connection has read and planned once.

        Only for texts that are the same each time, with ``%s`` where values go.
        """
        self.ensure_connection()
        if sql not in self._prepared:
            name = f"{_title(sql)}_{len(self._prepared)}"
            parts = sql.split("%s")
            places = [f"${number}" for number in range(1, len(parts))]
            text = "".join(map("".join, zip(parts, [*places, ""], strict=True)))
            self.connection.execute(f"PREPARE {name} AS {text}")
            self._prepared[sql] = f"EXECUTE {name}({', '.join(['%s'] * len(places))})"
        return self._prepared[sql]


def _title(sql: str) -> str:
    """Return the verb of a statement and its table, for who reads the server's log."""
    table = re.search(r'(?:FROM|INTO|UPDATE) "(\w+)"', sql)
    return f"{sql.split()[0].lower()}_{table[1]}" if table else "statement"


def _has_news(descriptor: int) -> bool:
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(0))
