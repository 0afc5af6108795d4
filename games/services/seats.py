"""Giving a seat away: to a bot, by a link to whoever takes it, or by whoever opened the match.

Everything is decided under the match's lock: an answer is in before, by whoever sat there,
or refused after. Who has left is an outsider from that moment on. A link is for one's own
seat only; of an absent opponent's seat one can make a bot's, but not a friend's.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.hosting.errors import Conflict, NotAllowed, NotThere, ServiceError
from games.hosting.people import Person, User
from games.hosting.wake import wake
from games.models import Match, Seat
from games.models.matches import new_token
from games.services import clocks, news, plans
from games.services.answers import BOT_TASK
from games.services.policy import Action, access_of, signed_in
from games.services.rulebook import BOTS
from games.services.table import Table, running, sit


def is_absent(match: Match, seat: Seat) -> bool:
    """Tell whether others may give the seat to a bot: its time ran out since its last answer.

    Or nobody is there any more: the account is gone or closed (one query, unless it is loaded).
    Where something else opened the match that alone says who sits there.
    """
    if seat.kind != Seat.Kind.PERSON or match.source:
        return False
    if clocks.missed_by(match, seat.number):
        return True
    return seat.user is None or not seat.user.is_active


def seat_to_bot(
    *, person: Person, match_id: int, seat: int, bot: str, now: datetime | None = None
) -> Match:
    """Give one's own seat, or an absent person's, to a bot; it moves at once if it is asked.

    Raises ``ServiceError`` (``unknown_bot``), ``NotThere`` (``no_seat``), ``Conflict``
    (``bot_already``), ``NotAllowed`` (``not_absent``, ``not_your_seat``).
    """
    if bot not in BOTS:
        raise ServiceError("unknown_bot", _("There is no such bot here."))
    with transaction.atomic():
        table, row = _sit_at(person, match_id, seat, now)
        if row.kind == Seat.Kind.BOT:
            raise Conflict("bot_already", _("A bot sits there already."))
        _check_giving(table.match, row, person)
        before = row.user_id
        give_to_bot(table, row, bot)
        if before not in (None, person.pk):
            news.seat_taken(table.match, before, table.now)
        table.save()
        return table.match


def _check_giving(match: Match, row: Seat, person: Person) -> None:
    if row.user_id == person.pk or is_absent(match, row):
        return
    if match.source:
        raise _not_yours()
    raise NotAllowed("not_absent", _("Whoever sits there has not run out of time."))


def give_to_bot(table: Table, row: Seat, bot: str) -> None:
    """Put a bot on a seat, under the match's lock; the caller saves the table."""
    row.kind, row.user_id, row.bot = Seat.Kind.BOT, None, bot
    _change_hands(table, row)
    table.note("seat_to_bot", row.number, bot=bot)
    if row.number in table.match.asked:
        wake(BOT_TASK, table.match.pk)


def pass_to_bot(table: Table, row: Seat, bot: str) -> None:
    """Put a bot on a seat if it is not there, and tell whoever sat there; the caller saves."""
    if (row.kind, row.bot) == (Seat.Kind.BOT, bot):
        return
    before = row.user_id
    give_to_bot(table, row, bot)
    if before is not None:
        news.seat_taken(table.match, before, table.now)


def pass_to_person(table: Table, row: Seat, user: User) -> bool:
    """Put a person on a seat and tell them; false if they sit on another. The caller saves."""
    if row.user_id == user.pk:
        return True
    if any(other.user_id == user.pk for other in table.seats):
        return False
    _give_to_person(table, row, user)
    news.seat_given(table.match, user.pk, table.now)
    return True


def seat_link(*, person: Person, match_id: int, seat: int, now: datetime | None = None) -> str:
    """Return the token by which somebody may take one's own seat; the same until it is used.

    Until then one plays on. A seat of a match that something else opened goes with what it
    stands for, and is offered to nobody. Raises ``NotAllowed`` (``not_your_seat``).
    """
    with transaction.atomic():
        table, row = _sit_at_own(person, match_id, seat, now)
        if table.match.source:
            raise _not_yours()
        if row.hand_over_token is None:
            row.hand_over_token = new_token()
            table.reseat(row, "hand_over_token")
        return row.hand_over_token


def seat_link_drop(
    *, person: Person, match_id: int, seat: int, now: datetime | None = None
) -> None:
    """End the link to one's own seat; ending it twice is harmless."""
    with transaction.atomic():
        table, row = _sit_at_own(person, match_id, seat, now)
        row.hand_over_token = None
        table.reseat(row, "hand_over_token")


def seat_offered(*, token: str) -> Seat:
    """Return the seat behind a link, with its match; raise ``NotThere`` (``no_seat_link``)."""
    running_now = Seat.objects.filter(match__status=Match.Status.RUNNING)
    seat = running_now.select_related("match").filter(hand_over_token=token).first()
    if seat is None:
        raise _no_link()
    return seat


def seat_take(*, person: Person, token: str, now: datetime | None = None) -> Match:
    """Take the seat behind a link over, as a substitute; whoever sat there is out at once.

    Raises ``NotThere`` (``no_seat_link``), ``Conflict`` (``already_seated``).
    """
    user = signed_in(person)
    match_id = seat_offered(token=token).match_id
    with transaction.atomic():
        table = running(sit(match_id, now))
        row = next((row for row in table.seats if row.hand_over_token == token), None)
        if row is None:  # used or ended while we waited
            raise _no_link()
        if any(other.user_id == user.pk for other in table.seats):
            raise Conflict("already_seated", _("You sit at this match already."))
        _give_to_person(table, row, user)
        table.save()
        return table.match


def _give_to_person(table: Table, row: Seat, user: User) -> None:
    """Put a person on a seat, and tell whoever sat there; the caller saves the table."""
    before, row.user_id = row.user_id, user.pk
    row.kind, row.bot = Seat.Kind.PERSON, ""
    _change_hands(table, row)
    table.note("seat_taken", row.number)
    if before is not None:
        news.seat_taken(table.match, before, table.now)


def _not_yours() -> NotAllowed:
    return NotAllowed("not_your_seat", _("That seat is not yours to offer."))


def _no_link() -> NotThere:
    return NotThere("no_seat_link", _("This link is no longer valid."))


def _sit_at(person: Person, match_id: int, number: int, now: datetime | None) -> tuple[Table, Seat]:
    table = sit(match_id, now)
    access_of(table.match, table.seats, person, Action.HAND_OVER)
    running(table)
    if not 0 <= number < len(table.seats):
        raise NotThere("no_seat", _("This match has no such seat."))
    return table, table.seats[number]


def _sit_at_own(
    person: Person, match_id: int, number: int, now: datetime | None
) -> tuple[Table, Seat]:
    table, row = _sit_at(person, match_id, number, now)
    if row.user_id != person.pk:
        raise _not_yours()
    return table, row


def _change_hands(table: Table, row: Seat) -> None:
    """Keep who sits there now; what the one before planned, offered or missed is gone."""
    match, number = table.match, row.number
    row.is_substitute, row.hand_over_token = True, None
    table.reseat(row, "kind", "user", "bot", "is_substitute", "hand_over_token")
    plans.forget(table, number)
    timing = {**clocks.rested(match.timing.get(str(number), {})), "defaults": 0}
    if number in match.asked:
        timing = clocks.started(match.clock, timing, table.now)
    match.timing[str(number)] = timing
    match.draw_offered_by = match.undo_asked_by = match.undo_to = None
    table.fields |= {"timing", "wake_at", "draw_offered_by", "undo_asked_by", "undo_to"}
