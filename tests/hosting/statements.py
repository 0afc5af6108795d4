"""What was asked of the database, whichever it is."""

from __future__ import annotations

from django.test.utils import CaptureQueriesContext


def statements(captured: CaptureQueriesContext) -> list[str]:
    """Return what was asked, without the test's own savepoints.

    PostgreSQL is told of several at a time.
    """
    asked = [query["sql"] for query in captured.captured_queries]
    own = [sql for together in asked for sql in together.split("; ")]
    return [sql for sql in own if "SAVEPOINT" not in sql and sql not in ("BEGIN", "COMMIT")]


def verbs(captured: CaptureQueriesContext) -> list[str]:
    """Return what each statement does; one that PostgreSQL knows already is called by name."""
    return [_verb(sql) for sql in statements(captured)]


def _verb(sql: str) -> str:
    first, *rest = sql.split()
    return rest[0].partition("_")[0].upper() if first == "EXECUTE" else first
