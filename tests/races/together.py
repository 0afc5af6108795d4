"""Do several things at the same instant, each in a thread with a connection of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from django.db import connection, connections, transaction

WAIT = 20.0


def alone(call: Callable[[], Any]) -> Any:
    """Return what a call gives, or the error it raises, and close this thread's connection."""
    try:
        return call()
    except Exception as error:
        return error
    finally:
        connections.close_all()


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """Make all calls at the same instant; return their results or errors, in order."""
    barrier = threading.Barrier(len(calls))

    def wait_and(call: Callable[[], Any]) -> Any:
        barrier.wait(WAIT)
        return call()

    with ThreadPoolExecutor(len(calls)) as pool:
        running = [pool.submit(alone, lambda call=call: wait_and(call)) for call in calls]  # type: ignore[misc]
        return [each.result(WAIT) for each in running]


@contextmanager
def begun(*calls: Callable[[], Any]) -> Iterator[list[Future[Any]]]:
    """Begin calls in threads; all have ended when the block is left."""
    with ThreadPoolExecutor(len(calls)) as pool:
        yield [pool.submit(alone, call) for call in calls]


def errors(outcomes: list[Any]) -> list[Exception]:
    """Return the errors among the outcomes of ``at_once``."""
    return [outcome for outcome in outcomes if isinstance(outcome, Exception)]


def results(outcomes: list[Any]) -> list[Any]:
    """Return what is no error among the outcomes of ``at_once``."""
    return [outcome for outcome in outcomes if not isinstance(outcome, Exception)]


def eventually(check: Callable[[], bool], seconds: float = WAIT) -> None:
    """Return as soon as ``check`` holds; fail when it does not in time."""
    until = time.monotonic() + seconds
    while not check():
        assert time.monotonic() < until, "it did not come about in time"
        time.sleep(0.02)


# PostgreSQL


def own_backend() -> int:
    """Return the number of the database process that serves this thread."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def waiting_for(holder: int) -> int:
    """Count the connections that wait for a lock which ``holder`` holds."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE %s = ANY(pg_blocking_pids(pid))", [holder]
        )
        return int(cursor.fetchone()[0])


def blocked() -> int:
    """Count the connections that wait for anybody's lock."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE cardinality(pg_blocking_pids(pid)) > 0"
        )
        return int(cursor.fetchone()[0])


@contextmanager
def holding(take: Callable[[], object]) -> Iterator[int]:
    """Do something in another transaction, yield its database process, undo it in the end."""
    taken, release = threading.Event(), threading.Event()
    holder: list[int] = []

    def hold() -> None:
        with transaction.atomic():
            take()
            holder.append(own_backend())
            taken.set()
            release.wait(WAIT)
            transaction.set_rollback(True)

    with begun(hold):
        try:
            assert taken.wait(WAIT)
            yield holder[0]
        finally:
            release.set()


# Processes


@contextmanager
def process(environment: Mapping[str, str], code: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run Python code that has the site's models at hand; it is killed when the block is left."""
    whole = f"import django; django.setup()\n{code}"
    running = subprocess.Popen(
        [sys.executable, "-c", whole], env=dict(environment), start_new_session=True
    )
    try:
        yield running
    finally:
        kill(running)


def kill(running: subprocess.Popen[bytes]) -> None:
    """Kill a process outright, with all it has started."""
    if running.poll() is None:
        os.killpg(running.pid, signal.SIGKILL)
    running.wait(10)
