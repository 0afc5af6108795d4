"""Fewer questions to the server: about its connection, and about statements it knows already."""

from __future__ import annotations

import re
import select
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from time import monotonic
from typing import Any

from django.db.backends.postgresql import base
from psycopg.pq import TransactionStatus

QUIET = 5.0
"""After so many seconds without a request the server is asked, as Django always does."""

_numbers = count()
"""No name is used twice, not even after an attempt whose end nobody heard of."""


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
        read, which it never has between requests. After an error the server is asked.
        """
        now, before = monotonic(), self._tried
        self._tried = now
        self._forget_after_error()
        if self.connection is None or self.errors_occurred or now - before > QUIET:
            return super().is_usable()
        return not self.connection.closed and not _has_news(self.connection.fileno())

    def rollback(self) -> None:
        """Undo the transaction."""
        self._forget_after_error()
        super().rollback()

    def _forget_after_error(self) -> None:
        """Learn the statements anew: one may have been read before a column was changed."""
        if self.errors_occurred:
            self._prepared = {}

    @contextmanager
    def beginning(self) -> Iterator[bool]:
        """Tell whether the statement that comes next must bring ``BEGIN`` with it.

        In an outermost block whose first statement this is the driver would send that alone,
        and wait. It keeps out of transactions until Django, at the end of the block, turns
        its own off and on again.
        """
        begins = self._ends_with_its_block() and self._is_idle() and not self.connection.autocommit
        if begins:
            self.connection.autocommit = True
        try:
            yield begins
        finally:
            self._leave_to_the_driver(begins)

    @contextmanager
    def ending(self) -> Iterator[bool]:
        """Tell whether the last statement of a block may bring ``COMMIT`` with it.

        Only in an outermost block that began by ``beginning``. Django then finds nothing left
        to commit and goes on as after any commit. What is written in the block after all is a
        transaction of its own.
        """
        ends = (
            self._ends_with_its_block()
            and self.connection.autocommit
            and self.connection.info.transaction_status == TransactionStatus.INTRANS
        )
        try:
            yield ends
        finally:
            self._leave_to_the_driver(ends)

    def _ends_with_its_block(self) -> bool:
        """Tell whether this is an outermost block, which Django itself began and will end."""
        return len(self.atomic_blocks) == 1 and self.commit_on_exit

    def _is_idle(self) -> bool:
        return bool(self.connection.info.transaction_status == TransactionStatus.IDLE)

    def _leave_to_the_driver(self, was_taken: bool) -> None:
        """Have the driver begin the block's transactions again where none is under way.

        So it is after a commit, and when a statement failed before it reached the server.
        """
        if was_taken and self._is_idle():
            self.connection.autocommit = False

    def prepared(self, sql: str) -> str:
        """Return what stands for a statement that this connection has read and planned once.

        Only for texts that are the same each time, with ``%s`` where values go. A connection
        that is no longer good is replaced first, as by Django's cursors.
        """
        self.close_if_health_check_failed()
        self.ensure_connection()
        if sql not in self._prepared:
            name = f"{_title(sql)}_{next(_numbers)}"
            parts = sql.split("%s")
            places = [f"${number}" for number in range(1, len(parts))]
            text = "".join(map("".join, zip(parts, [*places, ""], strict=True)))
            with self.wrap_database_errors:
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
