"""What lists of matches are made of, each with a fixed number of queries.

A list holds nothing of how far a match has gone: outsiders see that late, and a count or an
order by the last answer would tell. ``histories`` shows one match to one person.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.hosting.people import Person, User, is_known
from games.models import Match, Seat
from games.services import clocks

LISTED = ("state", "failure", "secret")
"""What no list needs of a match."""

GAME_NAMES = {
    "winter": gettext_lazy("Winter"),
    "winter_court": gettext_lazy("Winter Court"),
    "courtier": gettext_lazy("Courtier"),
    "skirmish": gettext_lazy("Skirmish"),
}
BOT_NAMES = {
    "random": gettext_lazy("Random"),
    "greedy": gettext_lazy("Greedy"),
    "search": gettext_lazy("Thinker"),
}


FREE = Seat.Kind.FREE

# Names


def game_name(game: str) -> str:
    """Return what people call a game.

    >>> game_name("winter_court")
    'Winter Court'
    """
    return str(GAME_NAMES.get(game, game.replace("_", " ").capitalize()))


def seat_names(seats: Iterable[Seat]) -> list[str]:
    """Return what each seat is called, by number; those of one name bear their seat's besides.

    A seat that stands for something is called by that, whoever sits there (see ``seat_player``).
    """
    rows = list(seats)
    names = [row.label or seat_player(row) for row in rows]
    count = Counter(name for row, name in zip(rows, names, strict=True) if row.kind != FREE)
    return [
        name if count[name] < 2 else _("%(name)s, seat %(seat)s") % {"name": name, "seat": seat}
        for seat, name in enumerate(names, start=1)
    ]


def seat_player(seat: Seat) -> str:
    """Return who sits at a seat: a person's user name, a bot, or nobody yet."""
    if seat.kind == Seat.Kind.BOT:
        return _("%(bot)s (bot)") % {"bot": BOT_NAMES.get(seat.bot, seat.bot)}
    if seat.kind == Seat.Kind.FREE:
        return _("a free seat")
    return seat.user.get_username() if seat.user else _("somebody who left")


# What waits for a person


def matches_waiting_for(user: User) -> list[Match]:
    """Return the matches at which the person is asked now, soonest due first; seats loaded.

    Two queries, however many there are.
    """
    running = Q(status=Match.Status.RUNNING, seats__user=user)
    asked = [match for match in _listed(running) if is_asked(match, user.pk)]
    return sorted(asked, key=lambda match: _urgency(match, user.pk))


def seats_at_play(user: User) -> QuerySet[Seat]:
    """Return the person's seats at matches under way, whoever is asked there, in no order."""
    return Seat.objects.filter(user=user, match__status=Match.Status.RUNNING).order_by()


def _urgency(match: Match, user_id: int) -> tuple[bool, datetime | None, int]:
    due = due_for(match, user_id)
    return due is None, due, match.pk


def seat_of(match: Match, user_id: int | None) -> Seat | None:
    """Return the person's seat at a match whose seats are loaded."""
    mine = (seat for seat in match.seats.all() if seat.user_id == user_id)
    return next(mine, None) if user_id is not None else None


def is_asked(match: Match, user_id: int) -> bool:
    """Tell whether the match waits for that person now."""
    seat = seat_of(match, user_id)
    return match.status == Match.Status.RUNNING and seat is not None and seat.number in match.asked


def due_for(match: Match, user_id: int) -> datetime | None:
    """Return until when the person must answer, or the match ends as it stands."""
    seat = seat_of(match, user_id)
    due = clocks.due_of(match, seat.number) if seat and is_asked(match, user_id) else None
    return min(filter(None, (due, clocks.ends_at(match))), default=None)


# Lists


@dataclass(frozen=True, slots=True)
class Line:
    """A match in a list: what any reader may know of it, and what is this reader's own.

    ``seat`` is the reader's own, ``is_asked`` and ``due`` are about it.
    """

    match: Match
    names: list[str]
    seat: int | None
    is_asked: bool
    due: datetime | None

    @property
    def game(self) -> str:
        """What people call the game."""
        return game_name(self.match.game)


def lines_for(matches: Iterable[Match], user: Person) -> list[Line]:
    """Return the lines of matches whose seats are loaded; no query."""
    return [_line(match, user.pk) for match in matches]


def _line(match: Match, user_id: int | None) -> Line:
    seats = match.seats.all()
    own = seat_of(match, user_id)
    if own is None or user_id is None:
        return Line(match, seat_names(seats), None, False, None)
    return Line(
        match, seat_names(seats), own.number, is_asked(match, user_id), due_for(match, user_id)
    )


def matches_of(user: User) -> QuerySet[Match]:
    """Return the matches the person sits at or has opened, newest first."""
    return _listed(_own(user))


def lobby_open(user: Person) -> QuerySet[Match]:
    """Return the matches that wait for players: those listed and the person's own, newest first."""
    return _listed(_may_find(user), status=Match.Status.OPEN)


def lobby_running(user: Person) -> QuerySet[Match]:
    """Return the matches under way: those listed and the person's own, last begun first."""
    under_way = (Match.Status.RUNNING, Match.Status.PARKED)
    return _listed(_may_find(user), status__in=under_way).order_by("-started_at", "-pk")


def lobby_over(user: Person) -> QuerySet[Match]:
    """Return the matches that are over: those listed and the person's own, last ended first."""
    return _listed(_may_find(user), status=Match.Status.OVER).order_by("-ended_at", "-pk")


def _may_find(user: Person) -> Q:
    return Q(is_listed=True) | _own(user) if is_known(user) else Q(is_listed=True)


def _own(user: User) -> Q:
    # Not a join: a match would come once for each of its seats.
    return Q(opened_by=user) | Q(pk__in=Seat.objects.filter(user=user).values("match"))


def _listed(*wanted: Q, **fields: object) -> QuerySet[Match]:
    seats = Prefetch("seats", Seat.objects.select_related("user").order_by("number"))
    return Match.objects.filter(*wanted, **fields).defer(*LISTED).prefetch_related(seats)
