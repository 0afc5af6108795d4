"""Mails about matches: their outbox rows, their texts, and whether they are still true.

A mail names the game, who else plays and what it is for, and what is asked of its reader; it
never names a card, a move or a result. Its text is written when it is sent, from what is true
then; what is no longer true (answered, over, the seat handed over) is dropped.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings
from django.db.models import Prefetch, prefetch_related_objects
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.models import Outbox
from games.hosting.deadlines import parse_zone
from games.models import Match, Seat
from games.services import listeners, news
from games.services.clocks import ends_at
from games.services.selectors import due_for, game_name, is_asked, seat_names, seat_of

SUBJECTS: dict[str, Promise] = {
    news.BEGUN: gettext_lazy("the match has begun"),
    news.TURN: gettext_lazy("it is your turn"),
    news.REMINDER: gettext_lazy("your answer is wanted"),
    news.OVER: gettext_lazy("the match is over"),
    news.TAKEN: gettext_lazy("your seat was taken over"),
    news.REMATCH: gettext_lazy("a rematch waits for you"),
}

LEADS: dict[str, Promise] = {
    news.BEGUN: gettext_lazy("The match has begun."),
    news.TURN: gettext_lazy("It is your turn."),
    news.REMINDER: gettext_lazy("You have not answered yet."),
    news.OVER: gettext_lazy("The match is over; all of it is there for you to look at."),
    news.TAKEN: gettext_lazy("Your seat was taken over; the match goes on without you."),
    news.REMATCH: gettext_lazy("The seats have changed round. Yours is free until you take it."),
}

ASKING = (news.TURN, news.REMINDER)
UNDER_WAY = (Match.Status.RUNNING, Match.Status.PARKED)


def write_mails(told: Iterable[news.News]) -> None:
    """Put messages into the outbox, each once; ``games`` hands them over."""
    rows = [
        Outbox(
            key=one.key,
            kind=one.kind,
            recipient_id=one.user_id,
            match_id=one.match_id,
            turn=one.turn,
            not_before=one.not_before,
            not_after=one.not_after,
        )
        for one in told
    ]
    Outbox.objects.bulk_create(rows, ignore_conflicts=True)


# Whether it is still true


def is_true(row: Outbox) -> bool:
    """Tell whether a message about a match is still true, and for somebody it concerns."""
    match, person = _match(row), row.recipient_id
    is_seated = seat_of(match, person) is not None
    if row.kind in ASKING:
        return is_asked(match, person) and match.turn == row.turn and not _was_told(row)
    if row.kind == news.BEGUN:
        return is_seated and match.status in UNDER_WAY
    if row.kind == news.OVER:
        return is_seated and match.status == Match.Status.OVER
    if row.kind == news.TAKEN:
        return not is_seated and match.status in UNDER_WAY
    return not is_seated and match.status == Match.Status.OPEN


def _was_told(row: Outbox) -> bool:
    """Whether the mail that the match has begun said already that it is their turn."""
    begun = Outbox.objects.filter(
        match=row.match_id, recipient=row.recipient_id, kind=news.BEGUN, status=Outbox.Status.SENT
    )
    return row.kind == news.TURN and row.turn == 0 and begun.exists()


def _match(row: Outbox) -> Match:
    """Return the row's match, its seats loaded."""
    assert row.match is not None  # the outbox hands over no other rows
    seats = Prefetch("seats", Seat.objects.select_related("user").order_by("number"))
    prefetch_related_objects([row.match], seats)
    return row.match


# Texts


def mail_for(row: Outbox) -> tuple[str, str]:
    """Return subject and body of a message about a match."""
    match = _match(row)
    subject = _("%(match)s: %(what)s") % {"match": _title(match, row), "what": _what(match, row)}
    parts = [
        *_lead(match, row),
        *_belonging(match, row),
        settings.SITE_URL.rstrip("/") + _address(match, row),
        _("You can turn these mails off in your settings."),
    ]
    return subject, "\n\n".join(parts)


def _title(match: Match, row: Outbox) -> str:
    """Say which match it is: the game and who else plays."""
    seats = match.seats.all()
    others = [
        name
        for seat, name in zip(seats, seat_names(seats), strict=True)
        if seat.user_id != row.recipient_id and seat.kind != Seat.Kind.FREE
    ]
    words = {"game": game_name(match.game), "others": get_text_list(others, _("and"))}
    if row.kind == news.TAKEN:
        return _("%(game)s (%(others)s)") % words
    return _("%(game)s against %(others)s") % words


def _what(match: Match, row: Outbox) -> str:
    when = _when(match, row) if row.kind == news.REMINDER else ""
    return _("your answer by %(when)s") % {"when": when} if when else str(SUBJECTS[row.kind])


def _lead(match: Match, row: Outbox) -> list[str]:
    parts = [str(LEADS[row.kind])]
    if row.kind in (news.BEGUN, *ASKING) and is_asked(match, row.recipient_id):
        if row.kind == news.BEGUN:
            parts.append(str(LEADS[news.TURN]))
        parts += _deadline(match, row)
    return parts


def _belonging(match: Match, row: Outbox) -> list[str]:
    """Say which battle or court a match is for; not to who sits there no more."""
    place = None if row.kind == news.TAKEN else listeners.place_of(match)
    return [_("It is played for %(place)s.") % {"place": place[0]}] if place else []


def _deadline(match: Match, row: Outbox) -> list[str]:
    when = _when(match, row)
    if not when:
        return []
    if due_for(match, row.recipient_id) == ends_at(match):
        return [_("The match ends as it stands: %(when)s") % {"when": when}]
    return [_("Without an answer the default is taken: %(when)s") % {"when": when}]


def _when(match: Match, row: Outbox) -> str:
    """Say until when the reader must answer, in their zone; empty: nobody hurries them."""
    due = due_for(match, row.recipient_id)
    if due is None:
        return ""
    zone = parse_zone(row.recipient.time_zone or settings.TIME_ZONE)
    moment = date_format(due.astimezone(zone), "D j M Y, H:i")
    return _("%(when)s (%(zone)s)") % {"when": moment, "zone": zone.key}


def _address(match: Match, row: Outbox) -> str:
    """Return the path that the reader may follow; who left may not see the match any more."""
    if row.kind == news.REMATCH:
        return reverse("match-invite", args=[match.invite_token])
    if row.kind == news.TAKEN:
        return reverse("match-list")
    return reverse("match", args=[match.pk])
