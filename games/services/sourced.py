"""Matches that something larger opens for its own ends: from the opening to the end, and after.

A source names each by a key of its own, says who sits there and how long, and is told of the
end (``services.listeners``). Nobody joins such a match, and nobody gives its seats away.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.engine.contract import Json
from games.engine.registry import load_system
from games.hosting.people import User
from games.models import Match, Seat
from games.services import clocks, endings, listeners
from games.services.openings import create, deck_named
from games.services.rulebook import BOTS
from games.services.seats import pass_to_bot, pass_to_person
from games.services.table import sit


def open_for(
    *,
    source: str,
    key: str,
    game: str,
    options: Json,
    seats: Sequence[User | str],
    clock: Json,
    most_defaults: int = 3,
    deck: int | None = None,
    stand_in: str = "",
    labels: Sequence[str] = (),
    now: datetime | None = None,
) -> Match:
    """Open the match that ``source`` needs for ``key``, between people and bots (by name).

    It begins at once. A second call for the same key returns the same match. ``source``
    is a registered listener, which is told how it ended; see ``abort``. ``deck`` as in
    ``NewMatch``. ``stand_in`` names the bot that answers for people whose time is up, where
    otherwise the default is taken: it counts as missed all the same. ``labels`` say what the
    seats stand for, in their order.
    """
    if not listeners.is_known(source):
        raise ValueError(f"nobody listens to matches of {source!r}")
    _check_bots(stand_in or BOTS[0], *(one for one in seats if isinstance(one, str)))
    wanted = Match.objects.filter(source=source, source_key=key)
    if (match := wanted.first()) is not None:
        return match
    new = Match(
        source=source,
        source_key=key,
        options=options,
        deck=deck_named(game, deck),
        clock=clocks.parse_clock(clock),
        most_defaults=most_defaults,
        stand_in=stand_in,
    )
    try:
        with transaction.atomic():
            return create(new, load_system(game), _taken(seats, labels), now or timezone.now())
    except IntegrityError:
        return wanted.get()  # somebody else opened it in the same instant


def _check_bots(*names: str) -> None:
    unknown = set(names) - set(BOTS)
    if unknown:
        raise ValueError(f"there is no bot {sorted(unknown)[0]!r}")


def _taken(seats: Sequence[User | str], labels: Sequence[str]) -> list[Seat]:
    names = [*labels, *[""] * (len(seats) - len(labels))]
    return [
        Seat(kind=Seat.Kind.BOT, bot=one, label=name)
        if isinstance(one, str)
        else Seat(kind=Seat.Kind.PERSON, user_id=one.pk, label=name)
        for one, name in zip(seats, names, strict=True)
    ]


def abort(*, match_id: int, now: datetime | None = None) -> listeners.Finished:
    """End a match as it stands, for its listener, and return what that would be told.

    It is told by this return and by nothing else. A match that is over already keeps its
    outcome, and when it was heard of; one that a fault stopped is ended too.
    """
    with transaction.atomic():
        table = sit(match_id, now)
        match = table.match
        if match.status != Match.Status.OVER:
            endings.end_by_abort(table)
        match.heard_at, match.wake_at = match.heard_at or table.now, None
        table.fields |= {"heard_at", "wake_at"}
        table.save()
        return listeners.finished(match)


def reseat(*, match_id: int, seat: int, occupant: User | str, now: datetime | None = None) -> bool:
    """Give a seat to a person or a bot (by name), at any moment; tell whether it is theirs now.

    Whoever sat there is an outsider at once, and told; whoever sits there now is told or woken.
    Nothing changes, and nothing is told, when it is theirs already; and the answer is false
    when the match is over, has no such seat, or that person sits on another of its seats: then
    give it to a bot. Raises ``ValueError`` if there is no such bot.
    """
    if isinstance(occupant, str):
        _check_bots(occupant)
    with transaction.atomic():
        table = sit(match_id, now)
        if not _goes_on(table.match) or not 0 <= seat < len(table.seats):
            return False
        if isinstance(occupant, str):
            pass_to_bot(table, table.seat(seat), occupant)
        elif not pass_to_person(table, table.seat(seat), occupant):
            return False
        table.save()
        return True


def reclock(*, match_id: int, clock: Json, now: datetime | None = None) -> bool:
    """Set the clock of a match that goes on anew, as if it began now; false if it is over.

    Every seat asked has its whole time again, and with a total clock so has every other. How
    many answers in a row a seat has missed stays. Raises ``ServiceError`` (``bad_clock``).
    """
    parsed = clocks.parse_clock(clock)
    with transaction.atomic():
        table = sit(match_id, now)
        match = table.match
        if not _goes_on(match):
            return False
        match.clock = clocks.settled(parsed, table.now)
        match.timing = {seat: clocks.fresh(timing) for seat, timing in match.timing.items()}
        table.fields.add("clock")
        table.start_clocks()
        table.save()
        return True


def _goes_on(match: Match) -> bool:
    """Whether somebody still has to play it; one that a fault stopped may be let go on."""
    return match.status in (Match.Status.RUNNING, Match.Status.PARKED)
