"""Playing a match that is over once more, with the seats changed round."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.engine.registry import load_system
from games.hosting.errors import Conflict
from games.hosting.people import Person, User
from games.models import Match, Seat
from games.services import clocks, news
from games.services.openings import check_most, create, take_free_seat
from games.services.policy import Action, access_of, signed_in
from games.services.table import Table, sit


def rematch_ask(*, person: Person, match_id: int, now: datetime | None = None) -> Match:
    """Open the same once more with the seats changed round, or join the one that is open.

    Seats move on by one; bots sit at once, seats of other people stay free for them (and
    for whoever has the link) and they are told. Both may ask at once: there is one rematch.
    Raises ``Conflict`` (``not_over``, ``no_rematch``, or as ``match_join``).
    """
    user = signed_in(person)
    with transaction.atomic():
        # Of two matches the older one is locked first, always.
        old = sit(match_id, now)
        seat = access_of(old.match, old.seats, person, Action.REMATCH).seat
        if old.match.status != Match.Status.OVER:
            raise Conflict("not_over", _("This match is not over yet."))
        if old.match.source:
            raise Conflict("no_rematch", _("This match was part of something larger."))
        waiting = Match.objects.filter(rematch_of=old.match).first()
        if waiting is None:
            return _rematch(old, user)
        table = sit(waiting.pk, now)
        if not any(row.user_id == user.pk for row in table.seats):
            assert seat is not None  # the policy lets in who is seated
            take_free_seat(table, user, (seat + 1) % len(old.seats))
        return table.match


def _rematch(old: Table, user: User) -> Match:
    match = Match(
        options=old.match.options,
        deck_id=old.match.deck_id,
        opened_by_id=user.pk,
        rematch_of=old.match,
        delay=old.match.delay,
        clock=clocks.again(old.match.clock),
        most_defaults=old.match.most_defaults,
    )
    check_most(user)
    before = old.seats[-1:] + old.seats[:-1]  # who sat at number n sits at n + 1
    seats = [_seat_again(seat, user) for seat in before]
    create(match, load_system(old.match.game), seats, old.now, by=user.pk)
    others = [seat.user_id for seat in old.seats if seat.user_id not in (None, user.pk)]
    news.rematch_waits(match, [other for other in others if other], old.now)
    return match


def _seat_again(seat: Seat, user: User) -> Seat:
    if seat.kind == Seat.Kind.BOT:
        return Seat(kind=Seat.Kind.BOT, bot=seat.bot)
    if seat.user_id == user.pk:
        return Seat(kind=Seat.Kind.PERSON, user_id=user.pk)
    return Seat(kind=Seat.Kind.FREE)
