"""What people are told of their matches outside the pages: said here, sent by the host.

The host (the campaign's outbox) registers a ``Messenger``; it is called in the transaction
of the change, so that a message exists exactly if its cause does. ``key`` names the cause:
the same key a second time is the same message. Texts are written when they are sent, from
what is true then (``services.selectors.is_asked`` tells whether they still are).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from games.models import Match, Seat

if TYPE_CHECKING:
    from games.services.table import Table

STALE_AFTER = timedelta(days=2)
BEGUN, TURN, REMINDER, OVER, TAKEN, REMATCH = (
    "match_begun",
    "match_turn",
    "match_reminder",
    "match_over",
    "match_taken",
    "match_rematch",
)
"""``TAKEN``: somebody took one's seat over; ``REMATCH``: somebody opened one, and waits."""


@dataclass(frozen=True, slots=True)
class News:
    """One message for one person about one match; worthless after ``not_after``.

    ``turn``: the revision at which the person is asked, if the message is about that.
    """

    kind: str
    key: str
    match_id: int
    user_id: int
    not_before: datetime
    not_after: datetime
    turn: int | None = None


Messenger = Callable[[Iterable[News]], None]

_messengers: list[Messenger] = []


def carry(messenger: Messenger) -> None:
    """Register who carries messages; once, when an application is ready."""
    if messenger not in _messengers:
        _messengers.append(messenger)


def tell(news: Iterable[News]) -> None:
    """Hand messages to everybody who carries them."""
    told = list(news)
    for messenger in _messengers if told else ():
        messenger(told)


def match_over(table: Table) -> None:
    """Tell everybody at the table that the match is over."""
    tell(_to_all(table.match, table.seats, OVER, table.now))


def match_begun(table: Table, by: int | None = None) -> None:
    """Tell everybody at the table that the match has begun, but whose deed it was."""
    tell(_to_all(table.match, table.seats, BEGUN, table.now, by))


def rematch_waits(match: Match, people: Iterable[int], now: datetime) -> None:
    """Tell those who sat at the match before that a rematch waits for them."""
    tell([_to_one(match, person, REMATCH, now) for person in people])


def seat_taken(match: Match, person: int, now: datetime) -> None:
    """Tell somebody that their seat was taken over."""
    tell([_to_one(match, person, TAKEN, now)])


def seat_given(match: Match, person: int, now: datetime) -> None:
    """Tell somebody that they have a seat in a match that has begun."""
    tell([_to_one(match, person, BEGUN, now)])


def _to_all(
    match: Match, seats: Iterable[Seat], kind: str, now: datetime, but: int | None = None
) -> list[News]:
    people = [seat.user_id for seat in seats if seat.user_id not in (None, but)]
    return [_to_one(match, person, kind, now) for person in people if person is not None]


def _to_one(match: Match, person: int, kind: str, now: datetime) -> News:
    key = f"match:{match.pk}:{match.turn}:{kind}:{person}"
    return News(kind, key, match.pk, person, now, now + STALE_AFTER)


def asked(match: Match, seat: Seat, kind: str, now: datetime, until: datetime | None) -> News:
    """Return the message that a seat is asked (``TURN``), or that its time runs (``REMINDER``)."""
    assert seat.user_id is not None  # only people get messages
    key = f"match:{match.pk}:{match.turn}:{kind}:{seat.user_id}"
    until = until or now + STALE_AFTER
    return News(kind, key, match.pk, seat.user_id, now, until, turn=match.turn)
