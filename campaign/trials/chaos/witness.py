"""A witness in the database: every time that a contest is decided, or that a match was heard.

Rows say how things ended, not how often. Triggers, which the code under test knows nothing
of, write each step down in the transaction that takes it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

from django.db import connection

CONTEST, HEARD, ENDED = "contest", "heard", "ended"
RULING = "ruling"

MADE = """
CREATE TABLE chaos_witness (
    id bigserial PRIMARY KEY, what text, row_id bigint, was text, became text
);
CREATE FUNCTION chaos_saw_contest() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.status = 'over' AND (OLD.status <> 'over'
        OR OLD.result IS DISTINCT FROM NEW.result OR OLD.decided_by <> NEW.decided_by) THEN
        INSERT INTO chaos_witness (what, row_id, was, became)
        VALUES ('contest', NEW.id, OLD.status, NEW.decided_by);
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION chaos_saw_match() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF OLD.heard_at IS DISTINCT FROM NEW.heard_at THEN
        INSERT INTO chaos_witness (what, row_id, was, became)
        VALUES ('heard', NEW.id, OLD.heard_at::text, NEW.heard_at::text);
    END IF;
    IF OLD.ended_at IS DISTINCT FROM NEW.ended_at THEN
        INSERT INTO chaos_witness (what, row_id, was, became)
        VALUES ('ended', NEW.id, OLD.ended_at::text, NEW.ended_at::text);
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER chaos_contest AFTER UPDATE ON campaign_contest
    FOR EACH ROW EXECUTE FUNCTION chaos_saw_contest();
CREATE TRIGGER chaos_match AFTER UPDATE ON games_match
    FOR EACH ROW EXECUTE FUNCTION chaos_saw_match();
"""


def install() -> None:
    """Set the triggers, on PostgreSQL, once the tables are there."""
    with connection.cursor() as cursor:
        cursor.execute(MADE)


def doubled() -> Iterator[str]:
    """Name every contest that was decided more than once, every match heard or ended twice.

    Nothing where there was no witness.
    The game master's word may come after another, and let a match count after all.
    """
    seen: dict[tuple[str, int], list[str]] = defaultdict(list)
    if "chaos_witness" not in connection.introspection.table_names():
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT what, row_id, became FROM chaos_witness ORDER BY id")
        for what, row_id, became in cursor.fetchall():
            seen[what, row_id].append(became)
    for (what, row_id), times in seen.items():
        again = [pair for pair in pairwise(times) if what != CONTEST or RULING not in pair]
        if again:
            yield f"{what} {row_id}: {times}"
