"""Send what waits in the outbox.

A row is claimed and committed before its mail goes out, one at a time. If the worker is
killed in between, the row is left in ``sending``; whether the mail went out cannot be known,
so it is marked ``unsure`` and not sent again. A refusal by the mail server is
retried a few times. What has become untrue meanwhile is dropped, not sent late.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from time import monotonic

from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from campaign.models import Ask, Contest, Kingdom, Membership, Outbox, Phase
from campaign.services import mail_texts, match_mails
from campaign.services.presence import HAS_NO_REGENT, WAITED_FOR
from campaign.services.reports import unsettled
from games.hosting.deadlines import reminder_at

logger = logging.getLogger(__name__)

BATCH = 50
SECONDS = 5.0
"""So long one delivery begins further mails: phases wait for the same workers."""
MOST_ATTEMPTS = 5
LEASE = timedelta(minutes=5)
UNSETTLED = ("dispute", "ruling")
"""The messages about battles that have no report both sides agree on."""


def deliver_outbox(*, now: datetime | None = None) -> int:
    """Send what is due, at most ``BATCH`` messages; return how many went out.

    A mail server that is slow, or does not answer, holds a worker up for seconds only.
    """
    now = now or timezone.now()
    Outbox.objects.filter(status=Outbox.Status.SENDING, taken_at__lt=now - LEASE).update(
        status=Outbox.Status.UNSURE
    )
    end = monotonic() + SECONDS
    taken: list[int] = []
    sent = 0
    while len(taken) < BATCH and monotonic() < end:
        row_id = _claim(now, taken)
        if row_id is None:
            break
        taken.append(row_id)
        sent += _send(row_id, now)
    return sent


def _claim(now: datetime, taken: list[int]) -> int | None:
    """Take one message and no more: of those in a killed worker's hands nobody knows."""
    with transaction.atomic():
        due = (
            Outbox.objects.select_for_update(of=("self",), skip_locked=True)
            .filter(status=Outbox.Status.WAITING, not_before__lte=now)
            .exclude(pk__in=taken)
            .order_by("not_before", "pk")
        )
        row_id = due.values_list("pk", flat=True).first()
        if row_id is not None:
            Outbox.objects.filter(pk=row_id).update(
                status=Outbox.Status.SENDING, taken_at=now, attempts=F("attempts") + 1
            )
    return row_id


def _send(row_id: int, now: datetime) -> bool:
    row = (
        Outbox.objects.select_related("recipient", "campaign", "phase", "match")
        .defer("campaign__options", "phase__state", "match__state", "match__secret")
        .get(pk=row_id)
    )
    postponed = _postponed_to(row)
    if postponed is not None:
        _finish(row, Outbox.Status.WAITING, not_before=postponed, not_after=row.not_after)
        return False
    if not _still_true(row, now):
        _finish(row, Outbox.Status.DROPPED)
        return False
    try:
        subject, body = _texts(row)
        EmailMessage(
            subject, body, to=[row.recipient.email], headers={"Message-ID": _message_id(row)}
        ).send()
    except Exception as error:  # a mail server may fail in any way; the next mail goes on
        _failed(row, error, now)
        return False
    _finish(row, Outbox.Status.SENT, sent_at=now)
    return True


def _texts(row: Outbox) -> tuple[str, str]:
    return match_mails.mail_for(row) if row.match else mail_texts.mail_for(row)


def _postponed_to(row: Outbox) -> datetime | None:
    """Return when to look at a reminder again whose deadline was moved or stopped."""
    phase = row.phase
    if row.kind != "reminder" or phase is None or phase.status != Phase.Status.OPEN:
        return None
    if phase.due_at is None:
        return row.not_before + timedelta(hours=1)
    at = reminder_at(phase.opened_at, phase.due_at)
    if at > row.not_before:
        row.not_after = phase.due_at
        return at
    return None


def _still_true(row: Outbox, now: datetime) -> bool:
    """Whether the message is wanted, still true, and for somebody who still belongs."""
    if now > row.not_after or not row.recipient.wants_mail or not row.recipient.email:
        return False
    if not row.recipient.is_active:
        return False
    return match_mails.is_true(row) if row.match else _is_true_of_campaign(row)


def _is_true_of_campaign(row: Outbox) -> bool:
    if not Membership.objects.filter(
        campaign=row.campaign_id, user=row.recipient_id, left_at=None
    ).exists():
        return False
    if row.kind == "reminder":
        return _still_asked(row)
    if row.kind == "parked":
        return row.phase is not None and row.phase.status == Phase.Status.PARKED
    if row.kind in UNSETTLED:
        return _still_unsettled(row)
    if row.kind == "challenge":
        return _still_challenged(row)
    return True


def _still_unsettled(row: Outbox) -> bool:
    if row.phase is None or row.phase.status != Phase.Status.OPEN:
        return False
    assert row.campaign is not None  # a phase is a campaign's
    return bool(unsettled(row.campaign, row.phase))


def _still_challenged(row: Outbox) -> bool:
    """Whether a challenge still waits for an answer of the reader's kingdom."""
    own = Kingdom.objects.filter(campaign=row.campaign_id, player=row.recipient_id, regent="")
    seats = set(own.values_list("seat", flat=True))
    waiting = Contest.objects.filter(phase=row.phase_id, status=Contest.Status.PROPOSED)
    return any(seats & {*contest.seats} - {*contest.accepted} for contest in waiting)


def _still_asked(row: Outbox) -> bool:
    return Ask.objects.filter(
        WAITED_FOR,
        HAS_NO_REGENT,
        phase=row.phase_id,
        phase__status=Phase.Status.OPEN,
        kingdom__player=row.recipient_id,
    ).exists()


def _message_id(row: Outbox) -> str:
    about = row.campaign or row.match
    assert about is not None  # see the constraint
    return f"<{row.key.replace(':', '.')}.{about.public_id}@wintertide>"


def _failed(row: Outbox, error: Exception, now: datetime) -> None:
    logger.warning("message %s was not sent: %s", row.pk, type(error).__name__)
    if row.attempts >= MOST_ATTEMPTS:
        _finish(row, Outbox.Status.FAILED, error=type(error).__name__)
    else:
        wait = timedelta(minutes=2**row.attempts)
        _finish(row, Outbox.Status.WAITING, not_before=now + wait, error=type(error).__name__)


def _finish(row: Outbox, status: str, **fields: object) -> None:
    Outbox.objects.filter(pk=row.pk, status=Outbox.Status.SENDING).update(status=status, **fields)
