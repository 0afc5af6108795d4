"""What goes wrong on PostgreSQL is told as Django tells it, and leaves nothing half done."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest
from django.contrib.sessions.models import Session
from django.db import (
    Error,
    IntegrityError,
    InternalError,
    NotSupportedError,
    OperationalError,
    close_old_connections,
    connection,
    transaction,
)
from django.test import Client
from django.utils import timezone

from games.hosting.statements import Reader, write_rows
from games.models import Match, Seat, Turn
from games.services.answers import answer_give
from games.services.openings import NewMatch, match_open
from games.services.table import LOCKED, SEATS_OF
from tests.factories import make_user

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]

SESSIONS = Reader(Session, "session_key")


@pytest.fixture
def seat() -> Seat:
    match = match_open(
        person=make_user(),
        new=NewMatch(game="winter", seats=({"kind": "me"}, {"kind": "bot", "bot": "random"})),
    )
    return Seat.objects.get(match=match, number=0)


def end_connection() -> None:
    """Have the server end this connection, as it does when it stops."""
    number = connection.connection.info.backend_pid
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [number])
    finally:
        other.close()


@pytest.mark.parametrize("is_known", [True, False])
def test_the_first_statement_after_the_server_ended_the_connection(is_known: bool):
    connection.close()
    connection.ensure_connection()
    if is_known:
        SESSIONS("nobody")
    end_connection()

    close_old_connections()

    assert SESSIONS("nobody") == []


def test_a_connection_lost_in_a_statement_is_replaced_before_the_next_request():
    connection.ensure_connection()
    connection.is_usable()
    end_connection()
    with pytest.raises(OperationalError), connection.cursor() as cursor:
        cursor.execute("SELECT 1")

    close_old_connections()

    assert SESSIONS("nobody") == []


def _fail_and_lock(seat: Seat) -> None:
    with suppress(Error), connection.cursor() as cursor:
        cursor.execute("SELECT no_such_function()")
    LOCKED(seat.match_id)


@pytest.mark.parametrize("is_known", [True, False])
def test_a_lock_that_fails_is_told_as_djangos_error(seat: Seat, is_known: bool):
    connection.close()
    if is_known:
        LOCKED(seat.match_id)

    with pytest.raises(InternalError), transaction.atomic():
        _fail_and_lock(seat)

    assert len(LOCKED(seat.match_id)) == 2


def test_a_database_fault_of_an_answer_does_not_stop_the_match(seat: Seat):
    person = seat.user
    assert person is not None
    connection.close()
    other = connection.copy()
    try:
        with connection.cursor() as cursor, other.cursor() as held:
            cursor.execute("SET lock_timeout = 50")
            held.execute("BEGIN; LOCK TABLE games_seat")
            with pytest.raises(OperationalError):
                answer_give(person=person, match_id=seat.match_id, revision=0, answer="draw")
    finally:
        other.close()
        connection.close()

    assert Match.objects.get(pk=seat.match_id).status == Match.Status.RUNNING


def test_a_lock_that_never_reached_the_server_leaves_the_block_as_it_was(seat: Seat):
    LOCKED(seat.match_id)

    with suppress(ZeroDivisionError), transaction.atomic():
        with suppress(Exception):
            LOCKED(object())
        Seat.objects.filter(pk=seat.pk).update(bot="half")
        raise ZeroDivisionError

    seat.refresh_from_db()
    assert seat.bot == ""


def test_what_is_written_after_the_last_write_is_undone_by_an_exception(seat: Seat):
    LOCKED(seat.match_id)

    with suppress(ZeroDivisionError), transaction.atomic():
        LOCKED(seat.match_id)
        write_rows([], seat, ["bot"], last=True)
        Seat.objects.filter(pk=seat.pk).update(bot="late")
        raise ZeroDivisionError

    seat.refresh_from_db()
    assert seat.bot == ""


def test_a_commit_that_the_server_refuses_leaves_nothing_and_runs_no_hook(seat: Seat):
    """A foreign key is checked at the end: with ``COMMIT``, by then all else was carried out."""
    LOCKED(seat.match_id)
    ran: list[str] = []
    orphan = Turn(match_id=2**40, number=1, kind=Turn.Kind.END, at=timezone.now())
    seat.bot = "half"

    with suppress(ZeroDivisionError), transaction.atomic():
        transaction.on_commit(lambda: ran.append("ran"))
        LOCKED(seat.match_id)
        with pytest.raises(IntegrityError):
            write_rows([orphan], seat, ["bot"], last=True)
        Seat.objects.filter(pk=seat.pk).update(bot="late")
        raise ZeroDivisionError

    seat.refresh_from_db()
    assert (seat.bot, ran) == ("", [])


@pytest.mark.parametrize("stop", [KeyboardInterrupt, SystemExit])
@pytest.mark.parametrize("is_known", [True, False])
def test_a_process_told_to_stop_between_lock_and_last_write_leaves_nothing(
    seat: Seat, stop: type[BaseException], is_known: bool
):
    connection.close()
    if is_known:
        LOCKED(seat.match_id)

    with suppress(stop), transaction.atomic():
        LOCKED(seat.match_id)
        seat.bot = "half"
        write_rows([], seat, ["bot"])
        raise stop

    seat.refresh_from_db()
    assert seat.bot == ""
    assert connection.connection.autocommit


@pytest.mark.parametrize("stop", [KeyboardInterrupt, SystemExit])
def test_a_process_told_to_stop_while_it_waits_for_the_lock_leaves_nothing(
    seat: Seat, stop: type[BaseException]
):
    LOCKED(seat.match_id)
    other = connection.copy()
    try:
        with other.cursor() as held:
            held.execute("BEGIN; UPDATE games_match SET turn = turn")
            with told_to_stop(stop), pytest.raises(stop), transaction.atomic():
                LOCKED(seat.match_id)
            held.execute("ROLLBACK; BEGIN; LOCK TABLE games_match IN EXCLUSIVE MODE; ROLLBACK")
    finally:
        other.close()

    with suppress(ZeroDivisionError), transaction.atomic():
        LOCKED(seat.match_id)
        Seat.objects.filter(pk=seat.pk).update(bot="half")
        raise ZeroDivisionError
    seat.refresh_from_db()
    assert seat.bot == ""


@contextmanager
def told_to_stop(stop: type[BaseException]) -> Iterator[None]:
    """Raise that in the block after half a second, wherever it is, as a signal's handler does."""

    def heed(number: int, frame: object) -> None:
        raise stop

    before = signal.signal(signal.SIGALRM, heed)
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_a_server_that_ends_between_lock_and_last_write_leaves_nothing(seat: Seat):
    LOCKED(seat.match_id)
    ran: list[str] = []
    seat.bot = "half"

    with suppress(OperationalError), transaction.atomic():
        transaction.on_commit(lambda: ran.append("ran"))
        LOCKED(seat.match_id)
        write_rows([], seat, ["bot"])
        end_connection()
        write_rows([], seat, ["kind"], last=True)

    seat.refresh_from_db()
    assert (seat.bot, ran) == ("", [])


def test_blocks_that_must_be_outermost_may_be_ended_by_the_last_write(seat: Seat):
    LOCKED(seat.match_id)
    seat.bot = "written"

    with transaction.atomic(durable=True):
        LOCKED(seat.match_id)
        with transaction.atomic(savepoint=False):
            write_rows([], seat, ["kind"], last=True)
        LOCKED(seat.match_id)
        write_rows([], seat, ["bot"], last=True)

    seat.refresh_from_db()
    assert seat.bot == "written"


def test_a_transaction_that_must_be_undone_is_not_ended_by_the_last_write(seat: Seat):
    LOCKED(seat.match_id)
    seat.bot = "half"

    with transaction.atomic():
        LOCKED(seat.match_id)
        transaction.set_rollback(True)
        with pytest.raises(transaction.TransactionManagementError):
            write_rows([], seat, ["bot"], last=True)

    seat.refresh_from_db()
    assert seat.bot == ""


@pytest.fixture
def column_changed() -> Iterator[None]:
    """Change a column of the seats while this connection knows how to read them."""
    LOCKED(0)
    SEATS_OF(0)
    _alter_bot("varchar(150)")
    yield
    connection.close()
    _alter_bot("varchar(24)")


def _alter_bot(kind: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE games_seat ALTER bot TYPE {kind}")


@pytest.mark.usefixtures("column_changed")
def test_a_changed_column_costs_a_connection_no_more_than_one_transaction():
    with pytest.raises(NotSupportedError), transaction.atomic():
        LOCKED(0)

    with transaction.atomic():
        assert LOCKED(0) == []


@pytest.mark.usefixtures("column_changed")
def test_a_changed_column_costs_a_connection_no_more_than_one_request():
    with pytest.raises(NotSupportedError):
        SEATS_OF(0)

    close_old_connections()

    assert SEATS_OF(0) == []


def test_transactions_by_hand_are_left_alone(seat: Seat):
    LOCKED(seat.match_id)
    connection.set_autocommit(False)
    try:
        LOCKED(seat.match_id)
        with transaction.atomic(savepoint=False):
            seat.bot = "by hand"
            write_rows([], seat, ["bot"], last=True)
        connection.rollback()
        Seat.objects.filter(pk=seat.pk).update(bot="later")
        connection.rollback()
    finally:
        connection.set_autocommit(True)

    seat.refresh_from_db()
    assert seat.bot == ""


def test_a_cookie_that_no_column_can_hold_is_nobodys():
    client = Client()
    client.cookies["sessionid"] = "forged\x00key"

    assert [client.get(path).status_code for path in ("/api/v1/me/", "/")] == [400, 400]
