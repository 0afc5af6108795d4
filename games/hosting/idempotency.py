"""Give a repeated request the answer that the first one got.

The record is written in the transaction of the request itself: either both are
there or neither is. A second request while the first is under way waits for it or
is told to try again; one with the same key and other content is refused.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.hosting.errors import Conflict, ServiceError
from games.hosting.people import User
from games.models.idempotency import IdempotencyRecord

KEPT = timedelta(days=3)
LONGEST_KEY = 80


@dataclass(frozen=True, slots=True)
class Answer:
    """A status, a JSON body and headers.

    A refusal (400 to 499) undoes what the request wrote, unless it ``keeps`` that.
    """

    status: int
    body: Any
    headers: dict[str, str] = field(default_factory=dict)
    keeps: bool = False


class _Undo(Exception):
    """Carries a refused request's answer out of the transaction that it undoes."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer


def fingerprint(*parts: bytes | str) -> str:
    """Return a hash of what makes a request the same request."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()


def answer_once(*, user: User, key: str, fingerprint: str, run: Callable[[], Answer]) -> Answer:
    """Return the stored answer for ``key``, or run the request and store its answer.

    Answers of 500 and above are not stored. Raises ``Conflict`` (``request_running``),
    ``ServiceError`` (``bad_key``, ``key_reused``).
    """
    if not 1 <= len(key) <= LONGEST_KEY or not key.isprintable():
        raise ServiceError(
            "bad_key", _("An idempotency key has 1 to %(most)s characters."), most=LONGEST_KEY
        )
    stored = _stored(user, key, fingerprint)
    if stored is not None:
        return stored
    with transaction.atomic():
        record = _record(user, key, fingerprint)
        if record is None:
            stored = _stored(user, key, fingerprint)
            if stored is None:
                raise Conflict(
                    "request_running", _("The same request is being handled; ask again.")
                )
            return stored
        answer = _run(run)
        record.status, record.headers = answer.status, answer.headers
        record.body = json.dumps(answer.body)  # as text: PostgreSQL would sort its keys
        record.save(update_fields=["status", "body", "headers"])
        return answer


def _record(user: User, key: str, wanted: str) -> IdempotencyRecord | None:
    """Claim the key; ``None`` when another request has it (which this one then waited for)."""
    try:
        with transaction.atomic():
            return IdempotencyRecord.objects.create(
                user=user, key=key, fingerprint=wanted, status=0, body=""
            )
    except IntegrityError:
        return None


def _run(run: Callable[[], Answer]) -> Answer:
    """Run the request in a savepoint, so that a refused one leaves nothing but its answer."""
    try:
        with transaction.atomic():
            answer = run()
            if 400 <= answer.status < 500 and not answer.keeps:
                raise _Undo(answer)
            return answer
    except _Undo as undo:
        return undo.answer


def _stored(user: User, key: str, wanted: str) -> Answer | None:
    record = IdempotencyRecord.objects.filter(user=user, key=key).first()
    if record is None:
        return None
    if record.fingerprint != wanted:
        raise ServiceError("key_reused", _("That key was used for another request."))
    return Answer(record.status, json.loads(record.body), record.headers)


def forget_old(now: datetime | None = None) -> int:
    """Delete answers older than ``KEPT``; return how many."""
    limit = (now or timezone.now()) - KEPT
    return IdempotencyRecord.objects.filter(at__lt=limit).delete()[0]
