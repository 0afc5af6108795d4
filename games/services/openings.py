"""People open a match, join it, leave it before it begins, or call it off.

A match begins in the transaction that fills its last seat. Whoever takes a seat holds the
match's lock, so that of two people who want the same one the second is told. What something
larger opens is in ``services.sourced``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from games.engine.contract import BadOptions, Json, Problem, System
from games.hosting.errors import Conflict, NotThere, ServiceError
from games.hosting.people import Person, User
from games.models import Deck, Match, Seat
from games.services import clocks, news
from games.services.answers import settle
from games.services.decks import deck_offered
from games.services.policy import Action, access_of, no_match, signed_in
from games.services.rulebook import BOTS, DECK, offered_system, seat_counts, whole_options
from games.services.table import Table, begin, sit

ME, FREE, BOT = "me", "free", "bot"
"""What a seat of a new match can be: one's own, open to others, a bot's."""

MOST_OPEN = 50
"""How many matches that are not over one person may have opened."""
MOST_DELAY = 24 * 60
MOST_DEFAULTS = 99


@dataclass(frozen=True, slots=True)
class NewMatch:
    """What somebody opens. ``seats``: by number ``{"kind": "me" | "free"}`` or
    ``{"kind": "bot", "bot": name}``.

    ``is_listed``: the lobby shows it and anybody may join and watch, ``delay`` minutes late.
    When a seat's time has run out ``most_defaults`` times in a row (of more than two seats: that
    of all people) the match ends as it stands; 0: never.
    ``deck`` is one of ``decks.decks_offered``; ``None``: the game's own cards.
    """

    game: str
    options: Json = field(default_factory=dict)
    clock: Json = field(default_factory=lambda: dict(clocks.NONE))
    seats: Sequence[Mapping[str, Any]] = ({"kind": ME}, {"kind": FREE})
    is_listed: bool = False
    delay: int = 0
    most_defaults: int = 3
    deck: int | None = None


# Opening, joining, leaving, calling off


def match_open(*, person: Person, new: NewMatch, now: datetime | None = None) -> Match:
    """Open a match; it begins at once when no seat is free.

    Raises ``NotAllowed`` (``not_signed_in``), ``ServiceError`` (``unknown_game``,
    ``bad_seats``, ``bad_clock``, ``bad_settings``, ``unknown_deck``), ``Conflict``
    (``too_many_matches``), ``BadOptions`` by the rules.
    """
    user, now = signed_in(person), now or timezone.now()
    system = offered_system(new.game)
    _check_settings(new)
    _check_no_table(new.options)
    seats = [_seat(entry, user) for entry in _checked_seats(new, system)]
    clock = clocks.parse_clock(new.clock)
    clocks.check_future(clock, now)
    with transaction.atomic():
        check_most(user)
        match = Match(
            options=new.options,
            deck=deck_named(new.game, new.deck),
            opened_by_id=user.pk,
            is_listed=new.is_listed,
            delay=new.delay,
            clock=clock,
            most_defaults=new.most_defaults,
        )
        return create(match, system, seats, now, by=user.pk)


def match_find(*, token: str) -> Match:
    """Return the match that waits for people behind an invitation link; ``no_invite``."""
    match = Match.objects.filter(invite_token=token, status=Match.Status.OPEN).first()
    if match is None:
        raise NotThere("no_invite", _("This invitation is no longer valid. Ask for a new one."))
    return match


def match_join(
    *,
    person: Person,
    match_id: int | None = None,
    token: str | None = None,
    seat: int | None = None,
    now: datetime | None = None,
) -> Match:
    """Take a free seat (``None``: the first) of a listed match, or of any by its ``token``.

    The match begins when that was the last. Raises ``NotThere`` (``no_match``,
    ``no_invite``), ``Conflict`` (``not_open``, ``already_seated``, ``seat_taken``).
    """
    user = signed_in(person)
    if token is not None:
        match_id = match_find(token=token).pk
    if match_id is None:
        raise no_match()
    with transaction.atomic():
        table = sit(match_id, now)
        if token is None:
            access_of(table.match, table.seats, person, Action.JOIN)
        take_free_seat(table, user, seat)
        return table.match


def match_leave(*, person: Person, match_id: int, now: datetime | None = None) -> Match:
    """Leave a match that has not begun; one's seat is free again.

    Raises ``NotThere`` (``no_match``), ``NotAllowed`` (who does not sit there), ``Conflict``
    (``not_open``).
    """
    with transaction.atomic():
        table = sit(match_id, now)
        access = access_of(table.match, table.seats, person, Action.LEAVE)
        _check_open(table.match)
        assert access.seat is not None  # the policy lets in who is seated
        seat = table.seat(access.seat)
        seat.kind, seat.user_id = Seat.Kind.FREE, None
        table.reseat(seat, "kind", "user")
        return table.match


def match_call_off(*, person: Person, match_id: int, now: datetime | None = None) -> Match:
    """Call off a match that has not begun; raise ``Conflict`` (``not_open``) if it has.

    If it was a rematch, another can be asked for.
    """
    with transaction.atomic():
        table = sit(match_id, now)
        match = table.match
        access_of(match, table.seats, person, Action.CALL_OFF)
        _check_open(match)
        match.status, match.ended_at = Match.Status.CALLED_OFF, table.now
        match.rematch_of = None
        match.save(update_fields=["status", "ended_at", "rematch_of"])
        return match


def take_free_seat(table: Table, user: User, wanted: int | None = None) -> None:
    """Seat a person at a match under its lock; begin it when nobody is missing any more."""
    match = table.match
    _check_open(match)
    if any(seat.user_id == user.pk for seat in table.seats):
        raise Conflict("already_seated", _("You sit at this match already."))
    seat = next((seat for seat in table.seats if _is_free(seat, wanted)), None)
    if seat is None:
        raise Conflict("seat_taken", _("That seat was just taken; choose another."))
    seat.kind, seat.user_id = Seat.Kind.PERSON, user.pk
    table.reseat(seat, "kind", "user")
    if not any(_is_free(seat) for seat in table.seats):
        clocks.check_future(match.clock, table.now)
        start(table, by=user.pk)


def _is_free(seat: Seat, wanted: int | None = None) -> bool:
    return seat.kind == Seat.Kind.FREE and wanted in (None, seat.number)


def _check_open(match: Match) -> None:
    if match.status != Match.Status.OPEN:
        raise Conflict("not_open", _("This match has begun, or was called off."))


# Checks of what people open


def _check_settings(new: NewMatch) -> None:
    whole = ((new.delay, MOST_DELAY), (new.most_defaults, MOST_DEFAULTS))
    fits = all(type(value) is int and 0 <= value <= most for value, most in whole)
    if not fits or type(new.is_listed) is not bool or not isinstance(new.options, dict):
        raise ServiceError(
            "bad_settings",
            _("The delay is at most %(delay)s minutes, the number of defaults at most %(most)s."),
            delay=MOST_DELAY,
            most=MOST_DEFAULTS,
        )


def _check_no_table(options: Mapping[str, Json]) -> None:
    """Refuse a table of cards among the options: decks are named, and checked before."""
    if DECK in options:
        raise BadOptions(
            Problem(
                "unknown_option",
                gettext_noop("There is no option called {field}."),
                where=DECK,
                params={"field": DECK},
            )
        )


def deck_named(game: str, deck_id: int | None) -> Deck | None:
    """Return the deck that a match is opened with, if it names one (``unknown_deck``)."""
    return None if deck_id is None else deck_offered(game, deck_id)


def _checked_seats(new: NewMatch, system: System) -> Sequence[Mapping[str, Any]]:
    kinds = [entry.get("kind") for entry in new.seats if _is_seat(entry)]
    if len(kinds) != len(new.seats):
        words = _("A seat is an object with its kind: me, free, or bot and which bot.")
        raise ServiceError("bad_seats", words)
    if len(kinds) not in seat_counts(system):
        raise ServiceError("bad_seats", _("This game is not played by so many."))
    if kinds.count(ME) > 1:
        raise ServiceError("bad_seats", _("You can sit on one seat only."))
    return new.seats


def _is_seat(entry: Any) -> bool:
    if not isinstance(entry, Mapping):
        return False
    if entry.get("kind") == BOT:
        return set(entry) == {"kind", "bot"} and entry["bot"] in BOTS
    return set(entry) == {"kind"} and entry["kind"] in (ME, FREE)


def _seat(entry: Mapping[str, Any], user: User) -> Seat:
    if entry["kind"] == ME:
        return Seat(kind=Seat.Kind.PERSON, user_id=user.pk)
    if entry["kind"] == BOT:
        return Seat(kind=Seat.Kind.BOT, bot=entry["bot"])
    return Seat(kind=Seat.Kind.FREE)


def check_most(user: User) -> None:
    """Refuse whoever has too many matches going on (``too_many_matches``)."""
    ended = [Match.Status.OVER, Match.Status.CALLED_OFF]
    if Match.objects.filter(opened_by_id=user.pk).exclude(status__in=ended).count() >= MOST_OPEN:
        raise Conflict(
            "too_many_matches",
            _("You have %(most)s matches under way or waiting; end one first."),
            most=MOST_OPEN,
        )


# Making and beginning


def create(
    match: Match, system: System, seats: Sequence[Seat], now: datetime, by: int | None = None
) -> Match:
    """Keep a new match with its seats, in their order, and begin it when none is free.

    ``by``: the account that did it, who needs no news of it. Call it inside a transaction.
    """
    system.open(whole_options(match), len(seats))  # raises BadOptions
    match.game, match.rules_version = system.name, system.version
    match.seat_count = len(seats)
    match.save(force_insert=True)
    for number, seat in enumerate(seats):
        seat.match, seat.number = match, number
    Seat.objects.bulk_create(seats)
    if not any(_is_free(seat) for seat in seats):
        start(Table(match, list(seats), now), by=by)
    return match


def start(table: Table, by: int | None = None) -> None:
    """Begin a match whose seats are taken: deal, ask, tell everybody but ``by``."""
    match = table.match
    if match.rematch_of is not None and match.rematch_of.is_listed:
        match.is_listed = True  # while it waited, its seats were kept for those invited
        table.fields.add("is_listed")
    begin(table)
    news.match_begun(table, by)
    settle(table)
