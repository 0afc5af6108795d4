"""A draw by agreement, an undo by consent, and resigning.

A draw or an undo is offered to everybody else who sits at the match, and happens when all
of them agree; one refusal ends it, and so does the next turn. Bots decline every draw, and
grant every undo but in a match that something else opened: there it counts who wins, and
nobody tries one move after another. Each of the two may be proposed once in a turn.

An undo takes back everything since the last answer of whoever asks, that answer included,
but no turn in which somebody learnt something from a hidden pile or from chance. It is a
turn of its own: what is played after it draws new cards and dice.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils.translation import gettext_lazy as _

from games.hosting.errors import Conflict, Stale
from games.hosting.people import Person
from games.models import Held, Match, Note, Seat, Turn
from games.services import clocks, endings, plans, seats
from games.services.answers import settle
from games.services.histories import path, state_at
from games.services.policy import Action, access_of
from games.services.table import Table, running, sit

RESIGNED_TO = "greedy"
"""The bot that plays on for who resigns at a table where two other seats or more play on."""

DRAW, UNDO = "draw", "undo"


# Draws


def draw_offer(
    *, person: Person, match_id: int, revision: int, now: datetime | None = None
) -> Match:
    """Offer a draw; when another has offered one already, accept it.

    Raises ``Stale`` (``moved_on``), ``Conflict`` (``not_running``, ``declined_already``).
    """
    with transaction.atomic():
        table, seat = _sit_down(person, match_id, revision, now)
        if table.match.draw_offered_by is None:
            _propose(table, seat, DRAW)
            table.match.draw_offered_by = seat
            if (bot := _bot_at(table)) is not None:
                _decline(table, bot.number, DRAW)
        elif table.match.draw_offered_by != seat:
            _agree_to_draw(table, seat)
        table.save()
        return table.match


def draw_accept(
    *, person: Person, match_id: int, revision: int, now: datetime | None = None
) -> Match:
    """Accept the draw that is offered; raise ``Conflict`` (``no_offer``) when none is."""
    with transaction.atomic():
        table, seat = _sit_down(person, match_id, revision, now)
        _check_offered(table.match.draw_offered_by, seat)
        _agree_to_draw(table, seat)
        table.save()
        return table.match


def draw_decline(
    *, person: Person, match_id: int, revision: int, now: datetime | None = None
) -> Match:
    """Decline the draw that is offered, or take one's own offer back."""
    with transaction.atomic():
        table, seat = _sit_down(person, match_id, revision, now)
        _check_offered(table.match.draw_offered_by)
        _decline(table, seat, DRAW)
        table.save()
        return table.match


def _agree_to_draw(table: Table, seat: int) -> None:
    if _all_agree(table, seat, DRAW, table.match.draw_offered_by):
        endings.end_by_agreement(table)


# Undo


def undo_ask(*, person: Person, match_id: int, revision: int, now: datetime | None = None) -> Match:
    """Ask to take back everything since one's own last answer; bots answer at once.

    Raises ``Stale`` (``moved_on``), ``Conflict`` (``not_running``, ``nothing_to_undo``,
    ``undo_past_reveal``, ``undo_asked``, ``declined_already``).
    """
    with transaction.atomic():
        table, seat = _sit_down(person, match_id, revision, now)
        match = table.match
        if match.undo_asked_by == seat:
            return match
        if match.undo_asked_by is not None:
            raise Conflict("undo_asked", _("Somebody else has asked for an undo: answer that."))
        back_to = _undo_target(table, seat)
        _propose(table, seat, UNDO)
        match.undo_asked_by, match.undo_to = seat, back_to
        if match.source and (bot := _bot_at(table)) is not None:
            _decline(table, bot.number, UNDO)
        elif not _others(table, seat):
            _take_back(table)
        table.save()
        return match


def undo_accept(
    *, person: Person, match_id: int, revision: int, now: datetime | None = None
) -> Match:
    """Agree to the undo that is asked for; raise ``Conflict`` (``no_offer``) when none is."""
    with transaction.atomic():
        table, seat = _sit_down(person, match_id, revision, now)
        _check_offered(table.match.undo_asked_by, seat)
        if _all_agree(table, seat, UNDO, table.match.undo_asked_by):
            _take_back(table)
        table.save()
        return table.match


def undo_decline(
    *, person: Person, match_id: int, revision: int, now: datetime | None = None
) -> Match:
    """Decline the undo that is asked for, or take one's own wish back."""
    with transaction.atomic():
        table, seat = _sit_down(person, match_id, revision, now)
        _check_offered(table.match.undo_asked_by)
        _decline(table, seat, UNDO)
        table.save()
        return table.match


def _undo_target(table: Table, seat: int) -> int:
    """Return the turn after which the seat was asked what it answered last."""
    match = table.match
    columns = ("number", "kind", "back_to", "answers", "reveals")
    counted = path(Turn.objects.filter(match=match).only(*columns))
    if Held.objects.filter(match=match, turn=match.turn, seat=seat).exists():
        return counted[-1].number  # it has answered and waits for others: nothing is played
    reveals = False
    for before, turn in zip(counted[-2::-1], counted[:0:-1], strict=True):
        reveals = reveals or turn.reveals
        if str(seat) in turn.answers:
            if reveals:
                raise Conflict(
                    "undo_past_reveal",
                    _("A card or a die was shown since then: that cannot be taken back."),
                )
            return before.number
    raise Conflict("nothing_to_undo", _("You have answered nothing that could be taken back."))


def _take_back(table: Table) -> None:
    match = table.match
    seat, back_to = match.undo_asked_by, match.undo_to
    assert back_to is not None  # somebody asked for it
    table.put(state_at(match, back_to))
    event = {"kind": "undone", "data": {"seat": seat, "back_to": back_to}, "seen_by": None}
    table.append(Turn(kind=Turn.Kind.UNDO, back_to=back_to, events=[event]))
    plans.forget_all(table)
    match.timing = {key: clocks.rested(timing) for key, timing in match.timing.items()}
    settle(table)


# Resigning


def resign(*, person: Person, match_id: int, now: datetime | None = None) -> Match:
    """Give one's game up: that ends the match, unless other people play on; then a bot does."""
    with transaction.atomic():
        table = sit(match_id, now)
        seat = access_of(table.match, table.seats, person, Action.RESIGN).seat
        assert seat is not None  # the policy lets in who is seated
        running(table)
        table.note("resigned", seat)
        if len(table.seats) == 2 or not _others(table, seat):
            endings.end_by_resignation(table, seat)
        else:
            seats.give_to_bot(table, table.seat(seat), RESIGNED_TO)
        table.save()
        return table.match


# What draws and undos share


def _sit_down(
    person: Person, match_id: int, revision: int, now: datetime | None
) -> tuple[Table, int]:
    table = sit(match_id, now)
    seat = access_of(table.match, table.seats, person, Action.OFFER).seat
    assert seat is not None  # the policy lets in who is seated
    running(table)
    if revision != table.match.turn:
        raise Stale("moved_on", _("The match has moved on since; look at it again."))
    return table, seat


def _check_offered(by: int | None, accepting: int | None = None) -> None:
    if by is None or by == accepting:
        raise Conflict("no_offer", _("Nothing is offered to you now."))


def _propose(table: Table, seat: int, what: str) -> None:
    """Write a proposal down; refuse a second one in the same turn, whoever makes it."""
    if _notes(table.match, what, "declined").exists():
        raise Conflict(
            "declined_already", _("That was declined just now; ask again after the next turn.")
        )
    table.note(f"{what}_offered", seat)
    table.fields |= {"draw_offered_by", "undo_asked_by", "undo_to"}


def _decline(table: Table, seat: int, what: str) -> None:
    table.note(f"{what}_declined", seat)
    _drop(table, what)


def _drop(table: Table, what: str) -> None:
    match = table.match
    if what == DRAW:
        match.draw_offered_by = None
    else:
        match.undo_asked_by = match.undo_to = None
    table.fields |= {"draw_offered_by", "undo_asked_by", "undo_to"}


def _bot_at(table: Table) -> Seat | None:
    return next((row for row in table.seats if row.kind == Seat.Kind.BOT), None)


def _others(table: Table, seat: int | None) -> set[int]:
    """Return the seats of people, without that one."""
    people = {row.number for row in table.seats if row.user_id is not None}
    return people - {seat}


def _all_agree(table: Table, seat: int, what: str, by: int | None) -> bool:
    """Note that a seat agrees; tell whether nobody is missing any more."""
    agreed = agreed_to(table.match, what)
    if seat not in agreed:
        table.note(f"{what}_agreed", seat)
    return _others(table, by) <= agreed | {seat}


def agreed_to(match: Match, what: str) -> set[int | None]:
    """Return the seats that have agreed to what lies on the table: a ``DRAW`` or an ``UNDO``."""
    offered = _notes(match, what, "offered").aggregate(last=Max("pk"))["last"]
    since = _notes(match, what, "agreed").filter(pk__gt=offered or 0)
    return set(since.values_list("seat", flat=True))


def _notes(match: Match, what: str, how: str) -> QuerySet[Note]:
    """Return what was said of a proposal in this turn."""
    return Note.objects.filter(match=match, turn=match.turn, kind=f"{what}_{how}")
