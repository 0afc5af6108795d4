"""What happens to matches when nobody does anything: time-outs, mails, bots, listeners.

The sweep takes matches whose ``wake_at`` has come, one transaction each, skipping those
that somebody has locked; it may run twice at once.
"""

from __future__ import annotations

import logging
from datetime import datetime

from django.db import Error as DatabaseFailure
from django.db import transaction
from django.utils import timezone

from games.hosting.wake import wake
from games.models import Match
from games.services import clocks, endings, listeners, news
from games.services.answers import BOT_TASK, is_bot_asked, park, take_default
from games.services.table import Table, sit

logger = logging.getLogger(__name__)

BATCH = 100


def sweep(now: datetime | None = None) -> int:
    """Do what is due for at most ``BATCH`` matches; return for how many something was."""
    now = now or timezone.now()
    due = Match.objects.filter(wake_at__lte=now).order_by("wake_at", "pk")
    return sum(_wake(match_id, now) for match_id in due.values_list("pk", flat=True)[:BATCH])


def _wake(match_id: int, now: datetime) -> bool:
    try:
        with transaction.atomic():
            free = Match.objects.select_for_update(of=("self",), skip_locked=True)
            match = free.filter(pk=match_id, wake_at__lte=now).first()
            if match is None:
                return False
            running = match.status == Match.Status.RUNNING
            if running:
                _do(sit(match_id, now))
    except DatabaseFailure as failure:  # no fault of the match: the next sweep tries again
        logger.warning("match %s must wait: %s", match_id, type(failure).__name__)
        return False
    except Exception:  # one match's fault holds up no other
        park(match_id)
        return False
    if not running:
        listeners.tell(match_id, now)
    return True


def _do(table: Table) -> None:
    match, now = table.match, table.now
    end = clocks.ends_at(match)
    if end is not None and end <= now:
        endings.end_as_it_stands(table, endings.UNTIL)
        return table.save()
    for seat in list(match.asked):
        due = clocks.due_of(match, seat)
        if due is not None and due <= now and not clocks.is_stood_in(match, table.seat(seat), now):
            # One at a time: it may have ended the match, or asked somebody else.
            return take_default(table, seat)
    _tell(table)
    if is_bot_asked(table):
        wake(BOT_TASK, match.pk)
    table.fields.add("wake_at")
    return table.save()


def _tell(table: Table) -> None:
    """Tell people who have been asked for a while, or whose time is nearly up."""
    match = table.match
    told = []
    for seat in (table.seat(number) for number in match.asked):
        if clocks.is_stood_in(match, seat, table.now):
            continue
        mail = clocks.mail_at(match, seat.number) if seat.user_id else None
        if mail is not None and mail[0] <= table.now:
            kind = news.TURN if mail[1] == "turn" else news.REMINDER
            limit = clocks.due_of(match, seat.number) or clocks.ends_at(match)
            told.append(news.asked(match, seat, kind, table.now, limit))
            match.timing[str(seat.number)]["told"] = mail[1]
            table.fields.add("timing")
    news.tell(told)
