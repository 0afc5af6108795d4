"""The site's own way to talk to PostgreSQL: kept connections, statements it knows, transactions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest
from django.contrib.sessions.models import Session
from django.db import IntegrityError, OperationalError, connection, transaction
from django.utils import timezone

from games.hosting.postgresql import base
from games.hosting.statements import Reader, write_rows
from games.models import Seat
from games.services.openings import NewMatch, match_open
from games.services.table import LOCKED
from tests.factories import make_user

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]

SESSIONS = Reader(Session, "session_key")
TOUCH = "UPDATE games_match SET turn = turn WHERE id = %s"


@pytest.fixture
def seat() -> Seat:
    match = match_open(person=make_user(), new=NewMatch(game="winter"))
    return Seat.objects.get(match=match, number=0)


@contextmanager
def undone() -> Iterator[None]:
    """Do what the block does in a transaction, or a savepoint, and undo it."""
    with suppress(ZeroDivisionError), transaction.atomic():
        yield
        raise ZeroDivisionError


def asks_of_the_server(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that fills with every time the server is asked whether it is there."""
    asked: list[str] = []
    ask = base.base.DatabaseWrapper.is_usable

    def noted(wrapper: base.DatabaseWrapper) -> bool:
        asked.append("asked")
        return ask(wrapper)

    monkeypatch.setattr(base.base.DatabaseWrapper, "is_usable", noted)
    return asked


def end_connection() -> None:
    """Have the server end this connection, as it does when it stops."""
    number = connection.connection.info.backend_pid
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [number])
    finally:
        other.close()


def test_a_connection_in_steady_use_is_tried_without_the_server(monkeypatch):
    connection.ensure_connection()
    asked = asks_of_the_server(monkeypatch)

    monkeypatch.setattr(connection, "_tried", float("-inf"))
    tried = [connection.is_usable() for _ in range(3)]

    assert tried == [True] * 3
    assert asked == ["asked"]


def test_a_quiet_connection_is_tried_with_the_server(monkeypatch):
    connection.ensure_connection()
    connection.is_usable()
    asked = asks_of_the_server(monkeypatch)

    monkeypatch.setattr(connection, "_tried", base.monotonic() - base.QUIET - 1)

    assert connection.is_usable()
    assert asked == ["asked"]


def test_a_connection_that_the_server_ended_is_seen_at_once(monkeypatch):
    connection.ensure_connection()
    connection.is_usable()
    asked = asks_of_the_server(monkeypatch)

    end_connection()

    assert not connection.is_usable()
    assert asked == []
    connection.close()
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        assert cursor.fetchone() == (1,)


def test_a_new_connection_learns_the_statements_anew():
    assert SESSIONS("nobody") == []
    connection.close()

    assert SESSIONS("nobody") == []
    Session.objects.create(session_key="somebody", session_data="", expire_date=timezone.now())
    assert [row.session_key for row in SESSIONS("somebody")] == ["somebody"]


def test_statements_outlive_a_transaction_that_is_undone():
    connection.close()
    with undone():
        assert SESSIONS("nobody") == []

    assert SESSIONS("nobody") == []


@pytest.mark.parametrize("is_new", [True, False])
def test_what_follows_a_lock_is_one_transaction(seat: Seat, is_new: bool):
    """Whether the connection has to learn the statement in it or knows it."""
    connection.close()
    if not is_new:
        with transaction.atomic():
            LOCKED(seat.match_id)

    with undone():
        LOCKED(seat.match_id)
        Seat.objects.filter(pk=seat.pk).update(kind=Seat.Kind.BOT)

    seat.refresh_from_db()
    assert seat.kind == Seat.Kind.PERSON


def test_blocks_within_and_the_next_block_work_as_ever(seat: Seat):
    for _ in range(2):
        with transaction.atomic():
            LOCKED(seat.match_id)
            with undone():
                Seat.objects.filter(pk=seat.pk).update(bot="inner")
            Seat.objects.filter(pk=seat.pk).update(kind=Seat.Kind.BOT)
    with undone():
        Seat.objects.filter(pk=seat.pk).update(bot="later")

    seat.refresh_from_db()
    assert (seat.kind, seat.bot) == (Seat.Kind.BOT, "")
    assert connection.get_autocommit()
    assert connection.connection.autocommit


def test_the_lock_holds_until_the_block_ends(seat: Seat):
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("SET lock_timeout = 200")
            with transaction.atomic():
                LOCKED(seat.match_id)
                with pytest.raises(OperationalError):
                    cursor.execute(TOUCH, [seat.match_id])
            cursor.execute(TOUCH, [seat.match_id])
            assert cursor.rowcount == 1
    finally:
        other.close()


def seen_elsewhere(seat: Seat) -> str:
    """Return what another connection reads of the seat's bot."""
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT bot FROM games_seat WHERE id = %s", [seat.pk])
            return str(cursor.fetchone()[0])
    finally:
        other.close()


def write_last(seat: Seat, bot: str) -> None:
    """Write a seat's bot as the last thing of a block that began with the match's lock."""
    LOCKED(seat.match_id)
    seat.bot = bot
    write_rows([], seat, ["bot"], last=True)


def test_the_last_write_ends_the_transaction_and_hooks_run_after_it(seat: Seat):
    seen: list[str] = []
    for bot in ("one", "two"):
        with transaction.atomic():
            transaction.on_commit(lambda: seen.append(seen_elsewhere(seat)))
            write_last(seat, bot)

    assert seen == ["one", "two"]
    with undone():
        Seat.objects.filter(pk=seat.pk).update(bot="later")
    assert seen_elsewhere(seat) == "two"


def test_within_another_block_the_last_write_ends_nothing(seat: Seat):
    with undone(), transaction.atomic():
        write_last(seat, "inner")

    assert seen_elsewhere(seat) == ""


def test_a_last_write_that_fails_leaves_nothing(seat: Seat):
    written = Seat.objects.get(pk=seat.pk)
    written.bot = "written"
    twin = Seat(match=seat.match, number=seat.number)
    with pytest.raises(IntegrityError), transaction.atomic():
        _lock_and_write(written, twin)

    assert seen_elsewhere(seat) == ""
    assert connection.get_autocommit()


def _lock_and_write(changed: Seat, added: Seat) -> None:
    LOCKED(changed.match_id)
    write_rows([], changed, ["bot"])
    write_rows([added], changed, ["kind"], last=True)
